"""What SQL and the command line tell of views: how far behind, how large at the root, what is wrong and since when."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import psycopg
import pyarrow as pa
import pytest

from gateway.commands.cli import main
from statestore import types as st
from statestore.node.base_maker import make_base
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_storage import LocalStorage
from statestore.views.local_writer import write_version
from tests.plugins.cluster import wait_until
from tests.plugins.gateway import Gateway, running_gateway
from tests.plugins.scale import scaled

SCHEMA: Final = ViewSchema("good", (Column("k", st.Long()), Column("v", st.String())), ("k",), ("k",), HashPartitioning(2), (2,))
CONFIG: Final = "[store]\nlocal_poll_s = 0.1\nretry_s = 0.1\nretry_max_s = 0.2\nblock_cache_bytes = 0\n"
WAIT_S: Final = 30.0
#: Of a long log.
VERSIONS: Final = scaled(2_000, 100_000)


def publish(root: Path, view: str = "good", first: int = 0) -> int:
    rows = range(first, first + 3_000)
    return write_version(str(root), replace(SCHEMA, name=view), pa.table({"k": rows, "v": [f"{first} {k}" for k in rows]}))


def told(connection: psycopg.Connection[Any], view: str, columns: str) -> Any:
    return connection.execute(f"SELECT {columns} FROM tidegate.views WHERE name = '{view}'".encode()).fetchone()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for view in ("good", "stuck"):
        publish(tmp_path / "root", view)
    (tmp_path / "tidegate.toml").write_text(CONFIG)
    return tmp_path / "root"


@pytest.fixture
def gateway(root: Path, tmp_path: Path) -> Iterator[Gateway]:
    with running_gateway(root, tmp_path / "store", "--config", str(tmp_path / "tidegate.toml")) as found:
        yield found


@pytest.fixture
def asked(gateway: Gateway) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(gateway.dsn, autocommit=True) as connection:
        wait_until(lambda: told(connection, "stuck", "version") == (1,), WAIT_S, "both are served")
        yield connection


def is_stuck(asked: psycopg.Connection[Any], view: str, why: str) -> bool:
    """In SQL, with the reason, and since no longer than the test has run."""
    row = told(asked, view, "reason, now() - since < interval '5 minutes' AND since <= now()")
    return row is not None and row[0] is not None and why in row[0] and row[1] is True


def bad_file(root: Path) -> str:
    """A version that names one that is not there."""
    log = root / "stuck" / "log"
    body = json.loads((log / f"{1:020d}.json").read_text())
    body["version"] = 2
    path = body["files"][0]["path"] = body["files"][0]["path"].replace(f"{1:020d}", f"{2:020d}")
    (log / f"{2:020d}.json").write_text(json.dumps(body))
    return str(root / "stuck" / path)


def newer_format(root: Path) -> str:
    (root / "stuck" / "log" / f"{2:020d}.json").write_text('{"format": 99}')
    return "format 99"


@pytest.mark.parametrize("harm", [bad_file, newer_format])
def test_a_view_that_cannot_go_on(harm: Callable[[Path], str], root: Path, asked: psycopg.Connection[Any]) -> None:
    assert told(asked, "stuck", "reason, since, versions_behind") == (None, None, 0)
    why = harm(root)
    wait_until(lambda: is_stuck(asked, "stuck", why), WAIT_S, f"{why} is told")
    assert told(asked, "stuck", "version, versions_behind") == (1, 1)
    assert told(asked, "good", "reason, since, versions_behind") == (None, None, 0)


def test_a_view_that_was_never_served(root: Path, asked: psycopg.Connection[Any]) -> None:
    publish(root, "good", 1)
    (root / "new" / "log").mkdir(parents=True)
    (root / "new" / "log" / f"{1:020d}.json").write_text('{"format": 99}')
    (root / "new" / "view.json").write_text((root / "good" / "view.json").read_text().replace("good", "new"))
    wait_until(lambda: is_stuck(asked, "new", "format 99"), WAIT_S, "it is listed")
    assert told(asked, "new", "kind, version, rows, versions_behind") == ("published", None, None, 1)


def test_a_root_that_is_away(root: Path, asked: psycopg.Connection[Any]) -> None:
    root.rename(root.with_name("away"))
    wait_until(lambda: is_stuck(asked, "good", f"root {root} is gone"), WAIT_S, "it is told")
    root.with_name("away").rename(root)
    wait_until(lambda: told(asked, "good", "reason, since") == (None, None), WAIT_S, "it is over")


def test_a_damaged_file_of_the_nodes_own(root: Path, tmp_path: Path, asked: psycopg.Connection[Any]) -> None:
    """Its repair waits for the root's file, which is damaged as well."""
    links = list((tmp_path / "store").glob("views/stuck/g*/*/*.sst"))
    shard = links[0].parent.name
    for file in (path for path in links if path.parent.name == shard):
        with file.open("r+b") as opened:
            opened.seek(file.stat().st_size // 3)
            opened.write(b"damage")
    for other in (root / "stuck" / "shards" / shard).glob("*.sst"):
        other.unlink()
    with pytest.raises(psycopg.errors.DataCorrupted, match=f"{links[0].parent}/.* is corrupt") as raised:
        asked.execute("SELECT sum(length(v)) FROM stuck")
    assert "fetched again" in (raised.value.diag.message_hint or "")
    wait_until(lambda: is_stuck(asked, "stuck", f"shard {int(shard)} cannot be added"), WAIT_S, "it is told")
    assert told(asked, "stuck", "rows, version") == (None, 1)
    with pytest.raises(psycopg.errors.DataCorrupted):
        asked.execute("SELECT count(*) FROM stuck")
    other_shards = asked.execute("SELECT rows FROM tidegate.local_shards WHERE view = 'stuck'").fetchall()
    found = sum(len(asked.execute("SELECT v FROM good WHERE k = %s", [k]).fetchall()) for k in range(50))
    assert found == 50
    assert len(other_shards) == 1
    answered = 0
    for k in range(50):
        try:
            answered += asked.execute("SELECT v FROM stuck WHERE k = %s", [k]).fetchall() == [(f"0 {k}",)]
        except psycopg.errors.DataCorrupted:
            continue
    assert 0 < answered < 50


def test_bytes_and_bases(root: Path, tmp_path: Path) -> None:
    made = make_base(open_root(str(root)), "good", tmp_path)
    assert made is not None
    publish(root, "good", 7)
    total = sum(path.stat().st_size for path in (root / "good").rglob("*.sst"))
    live = sum(path.stat().st_size for path in (root / "good").rglob("*-base-*.sst"))
    with (
        running_gateway(root, tmp_path / "store") as gateway,
        psycopg.connect(gateway.dsn, autocommit=True) as connection,
    ):
        expected = (1, live, total, 0)
        columns = "base_version, bytes_live, bytes_total, versions_behind"
        wait_until(lambda: told(connection, "good", columns) == expected, WAIT_S, "what is at the root is told")


def test_the_command_line(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_base(open_root(str(root)), "good", tmp_path)
    publish(root, "good", 7)
    assert main(["views", "--root", str(root), "--json"]) == 0
    good, stuck = map(json.loads, capsys.readouterr().out.splitlines())
    total = sum(path.stat().st_size for path in (root / "good").rglob("*.sst"))
    live = sum(path.stat().st_size for path in (root / "good").rglob("*-base-*.sst"))
    assert (good["view"], good["version"], good["base_version"], good["bytes_live"], good["bytes_total"]) == (
        "good",
        2,
        1,
        live,
        total,
    )
    assert (stuck["view"], stuck["version"], stuck["base_version"], stuck["bytes_live"]) == ("stuck", 1, None, None)
    assert main(["views", "--root", str(root)]) == 0
    heading, line, _ = capsys.readouterr().out.splitlines()
    assert heading.split()[:4] == ["VIEW", "KEY", "SHARDS", "VERSION"]
    assert line.split()[:4] == ["good", "k", "2", "2"]
    assert line.split()[-3:] == ["1", str(live), str(total)]


@pytest.mark.parametrize("newest", [1, 2, 3, 4, 7, 8, 9, 1000])
@pytest.mark.parametrize("oldest", [1, 2])
def test_the_newest_version_is_looked_for_by_name(
    newest: int, oldest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the log is."""
    if oldest > newest:
        return
    root = tmp_path / "root"
    publish(root)
    log = root / "good" / "log"
    first = log / f"{1:020d}.json"
    for version in range(max(2, oldest), newest + 1):
        (log / f"{version:020d}.json").write_text("")
    folder = open_root(str(root)).folder("good")
    if oldest > 1:
        first.unlink()
        assert folder.find_latest() == newest
        return
    listed, looks = [], []
    names, exists = LocalStorage.names, LocalStorage.exists
    monkeypatch.setattr(LocalStorage, "names", lambda self, path: listed.append(path) or names(self, path))
    monkeypatch.setattr(LocalStorage, "exists", lambda self, path: looks.append(path) or exists(self, path))
    assert folder.find_latest() == newest
    assert listed == ["good/bases"]
    assert len(looks) <= 2 * newest.bit_length() + 2


def test_of_a_long_log_few_manifests_are_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "root"
    publish(root)
    manifest = (root / "good" / "log" / f"{1:020d}.json").read_text()
    for version in range(2, VERSIONS + 1):
        (root / "good" / "log" / f"{version:020d}.json").write_text(manifest.replace('"version": 1,', f'"version": {version},'))
    looks = []
    for method in ("read", "exists"):
        made = getattr(LocalStorage, method)
        monkeypatch.setattr(
            LocalStorage, method, lambda self, path, made=made, **more: looks.append(path) or made(self, path, **more)
        )
    assert main(["views", "--root", str(root), "--json"]) == 0
    assert 0 < len([path for path in looks if "/log/" in path]) <= 4 * VERSIONS.bit_length()
    assert json.loads(capsys.readouterr().out)["version"] == VERSIONS
