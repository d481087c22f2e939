"""Views that are half-written, damaged or of a newer release: the last good version is served, the log names the file, other
views go on, and once repaired it goes on by itself."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import psycopg
import pyarrow as pa
import pytest

from statestore.views.local_writer import write_version
from tests.hostile.commands import FAILURE, complaint, run_here, serve
from tests.hostile.conftest import NUMBERS, is_root, numbers
from tests.hostile.damages import FILES, MANIFESTS, VIEWS
from tests.hostile.process import bugs, eventually, sqlstate_of
from tests.plugins.gateway import Gateway, running_gateway
from tests.plugins.need import lacking

CONFIG: Final = "[store]\nlocal_poll_s = 0.1\nretry_s = 0.1\nretry_max_s = 0.2\n"
DISK_BYTES: Final = 24 << 20
FIRST: Final = 1000
SECOND: Final = 1500


@dataclass(frozen=True)
class Damaged:
    """The gateway, its root, and an undamaged copy of all that is at the root."""

    gateway: Gateway
    root: Path
    whole: Path

    def connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self.gateway.dsn, autocommit=True)


def publish(root: Path, view: str, rows: pa.Table) -> None:
    write_version(str(root), replace(NUMBERS, name=view), rows)


def manifest(root: Path, view: str) -> Path:
    return root / view / "log" / f"{2:020d}.json"


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Damaged]:
    folder = tmp_path_factory.mktemp("damaged")
    root, whole = folder / "root", folder / "whole"
    for view in ("good", *MANIFESTS, *FILES):
        publish(root, view, numbers(FIRST))
    shutil.copytree(root, whole)
    for view in ("good", *MANIFESTS, *FILES):
        publish(whole, view, numbers(SECOND))
    for view in VIEWS:
        publish(whole, view, numbers(SECOND))
    (folder / "tidegate.toml").write_text(CONFIG)
    with running_gateway(root, folder / "store", "--config", str(folder / "tidegate.toml")) as gateway:
        yield Damaged(gateway, root, whole)


def _break(damaged: Damaged) -> None:
    """Bring version 2 of every view to the root, damaged: files first, the manifest last, as a writer would."""
    for view in VIEWS:
        shutil.copytree(damaged.whole / view, damaged.root / view)
        VIEWS[view](damaged.root / view / "view.json")
    for view in ("good", *MANIFESTS, *FILES):
        for file in (damaged.whole / view / "shards").rglob("*.sst"):
            to = damaged.root / file.relative_to(damaged.whole)
            if not to.exists():
                to.parent.mkdir(exist_ok=True)
                shutil.copy(file, to)
                if view in FILES:
                    FILES[view](to)
        aside = damaged.root / ".manifest"
        shutil.copy(manifest(damaged.whole, view), aside)
        if view in MANIFESTS:
            MANIFESTS[view](aside)
        aside.rename(manifest(damaged.root, view))


def _repair(damaged: Damaged) -> None:
    for file in damaged.whole.rglob("*"):
        to = damaged.root / file.relative_to(damaged.whole)
        if file.is_file() and (not to.is_file() or to.read_bytes() != file.read_bytes()):
            if to.is_dir():
                to.rmdir()
            aside = damaged.root / ".file"
            shutil.copy(file, aside)
            aside.rename(to)


def _rows(connection: psycopg.Connection[Any], view: str) -> int | str:
    try:
        row = connection.execute(f"SELECT count(*) FROM {view}").fetchone()  # type: ignore[call-overload]
    except psycopg.Error as error:
        return error.sqlstate or ""
    assert row is not None
    return int(row[0])


def test_what_is_damaged_waits_until_it_is_repaired(damaged: Damaged) -> None:
    with damaged.connect() as connection:
        assert {_rows(connection, view) for view in ("good", *MANIFESTS, *FILES)} == {FIRST}
        _break(damaged)
        eventually(lambda: _rows(connection, "good") == SECOND, "another view goes on")
        for view in (*MANIFESTS, *FILES, *VIEWS):
            eventually(lambda view=view: f"view {view} stays" in damaged.gateway.log.read_text(), f"the log says that {view} stays")  # type: ignore[misc]
        log = damaged.gateway.log.read_text()
        for view in (*MANIFESTS, *FILES):
            assert _rows(connection, view) == FIRST, view
            (line,) = [line for line in log.splitlines() if f"view {view} stays at version 1" in line][:1]
            assert f"/{view}/" in line
        for view in VIEWS:
            assert _rows(connection, view) in {"42P01", "57P03"}, view
            assert any(f"view {view} stays" in line and f"/{view}/view.json" in line for line in log.splitlines()), view
        assert not bugs(log), bugs(log)
        listed = {name for (name,) in connection.execute("SELECT name FROM tidegate.views")}
        assert {"good", *MANIFESTS, *FILES} <= listed

        _repair(damaged)
        for view in (*MANIFESTS, *FILES, *VIEWS):
            eventually(lambda view=view: _rows(connection, view) == SECOND, f"{view} goes on")  # type: ignore[misc]
        assert not bugs(damaged.gateway.log.read_text())


def test_a_root_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    root, aside = tmp_path / "root", tmp_path / "aside"
    publish(root, "numbers", numbers(FIRST))
    (tmp_path / "tidegate.toml").write_text(CONFIG)
    with running_gateway(root, tmp_path / "store", "--config", str(tmp_path / "tidegate.toml")) as gateway:
        with psycopg.connect(gateway.dsn, autocommit=True) as connection:
            root.rename(aside)
            eventually(lambda: f"root {root}" in gateway.log.read_text(), "the log says that the root is gone")
            assert _rows(connection, "numbers") == FIRST
            root.write_text("a file")
            assert _rows(connection, "numbers") == FIRST
            root.unlink()
            publish(aside, "numbers", numbers(SECOND))
            aside.rename(root)
            eventually(lambda: _rows(connection, "numbers") == SECOND, "it goes on")
            shutil.rmtree(root / "numbers")
            eventually(lambda: sqlstate_of(connection, "TABLE numbers") == "42P01", "a view that was removed is gone")
        assert not bugs(gateway.log.read_text())


def test_a_start_on_damaged_views(tmp_path: Path) -> None:
    """What was damaged before the start keeps nobody from the other views."""
    root = tmp_path / "root"
    for view in ("good", "whole", *VIEWS, *MANIFESTS, *FILES):
        publish(root, view, numbers(10))
    for view in VIEWS:
        VIEWS[view](root / view / "view.json")
    for view in MANIFESTS:
        path = root / view / "log" / f"{1:020d}.json"
        if view != "other_version":
            MANIFESTS[view](path)
    for view in FILES:
        FILES[view](next((root / view / "shards").rglob("*.sst")))
    shutil.rmtree(root / "whole" / "log")
    (root / "whole" / "log").write_text("a file")
    with running_gateway(root, tmp_path / "store") as gateway:
        with psycopg.connect(gateway.dsn, autocommit=True) as connection:
            assert _rows(connection, "good") == 10
            for view in (*VIEWS, *(set(MANIFESTS) - {"other_version"}), *FILES):
                assert _rows(connection, view) in {"42P01", "57P03", "55000"}, view
        assert not bugs(gateway.log.read_text()), bugs(gateway.log.read_text())


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(disk)]
    if not is_root() or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        lacking("the right to mount a small file system")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk(small_disk: Path, tmp_path: Path) -> None:
    """What does not fit is named, what is here is served, and it goes on once there is room."""
    root = tmp_path / "root"
    publish(root, "numbers", numbers(FIRST))
    (tmp_path / "tidegate.toml").write_text(CONFIG)
    with running_gateway(root, small_disk / "store", "--config", str(tmp_path / "tidegate.toml")) as gateway:  # noqa: SIM117
        with psycopg.connect(gateway.dsn, autocommit=True) as connection:
            assert _rows(connection, "numbers") == FIRST
            ballast = small_disk / "ballast"
            _fill(ballast)
            publish(root, "numbers", numbers(300_000))
            eventually(lambda: "view numbers stays at version 1" in gateway.log.read_text(errors="replace"), "the log says so")
            assert _rows(connection, "numbers") == FIRST
            ballast.unlink()
            eventually(lambda: _rows(connection, "numbers") == 300_000, "it goes on once there is room")


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 10, 1):
            try:
                while file.write(b"x" * size) == size:
                    pass
            except OSError:
                continue


def test_a_disk_that_is_full_from_the_start(small_disk: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    publish(tmp_path / "root", "numbers", numbers(FIRST))
    _fill(small_disk / "ballast")
    line = complaint(run_here(capfd, *serve(tmp_path / "root", small_disk / "store")), FAILURE)
    assert str(small_disk) in line
