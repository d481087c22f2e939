"""Backup and restore: a copy of a view at a version is that version, wherever it was cut short, and a root of its own."""

from __future__ import annotations

import errno
import io
import json
import os
import random
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from gateway.commands.cli import main
from statestore.errors import (
    ConcurrentPublisher,
    CorruptFile,
    StateStoreError,
    StorageFull,
    UnsupportedFormat,
    VersionNotKept,
    VersionNotReached,
)
from statestore.node.base_maker import make_base
from statestore.node.copying import Copied, copy_view
from statestore.node.verify import verify
from statestore.views import open_root
from statestore.views.folder import ViewFolder
from statestore.views.local_storage import LocalStorage
from statestore.views.local_writer import write_version
from statestore.views.publisher import Publisher
from statestore.views.remote_storage import RemoteStorage
from statestore.views.retention import Retention, change_retention, retention_of
from statestore.views.root import Root
from statestore.views.vacuum import vacuum
from tests.plugins.scale import random_for, scaled
from tests.statestore.store_world import World, check, make_world, open_store, schema_of
from tests.statestore.test_vacuum import lived

LATER_S = 1e10


def copied(world: World, root: Root | str, version: int | None = None) -> Copied:
    opened = open_root(root, create=True) if isinstance(root, str) else root
    return copy_view(world.folder, opened.folder(world.view), version, owner="test")


def check_copy(world: World, root: Root, version: int, store: Path) -> World:
    """What the copy holds, by its files and by a node; it is a root like any other."""
    copy = World(root, world.view, world.shards, world.history[: version + 1])
    assert verify(copy.folder).problems == ()
    assert copy.folder.latest() == version
    assert copy.folder.view_id(copy.folder.manifest(version)) == world.folder.view_id(world.folder.manifest(version))
    assert copy.folder.schema() == world.folder.schema_of(world.folder.manifest(version))
    assert retention_of(copy.folder) == retention_of(world.folder)
    with open_store(copy, store) as opened:
        found = opened.current(world.view)
        assert found.version == version
        check(found, copy)
        copy.commit({-5: "published to the copy"})
        opened.refresh()
        check(opened.current(world.view), copy)
    return copy


def test_any_kept_version_of_any_view(tmp_path: Path) -> None:
    dice = random_for("copies")
    for n in range(scaled(5, 200)):
        world = lived(tmp_path / str(n), dice, versions=10)
        change_retention(world.folder, versions=dice.randrange(1, 9), age=timedelta(seconds=dice.randrange(9)))
        if dice.random() < 0.5:
            vacuum(world.folder, retention_of(world.folder), now_s=LATER_S)
        before = files_below(Path(world.root.uri))
        version = dice.choice(world.folder.versions())
        root = open_root(str(tmp_path / f"{n}-copy"), create=True)
        done = copied(world, root, version)
        assert (done.version, done.files > 0) == (version, True)
        assert files_below(Path(world.root.uri)) == before
        assert all(path.stat().st_nlink == 1 for path in Path(root.uri).rglob("*.sst"))
        copy = check_copy(world, root, version, tmp_path / f"{n}-store")
        # And back, to where there is nothing.
        back = open_root(str(tmp_path / f"{n}-back"), create=True)
        copied(copy, back)
        check_copy(copy, back, version + 1, tmp_path / f"{n}-back-store")


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file() and p.name != "publisher.lock"}


def test_only_what_the_version_needs(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    for n in range(4):
        world.commit({n: "a"})
    base = make_base(world.root, "v")
    assert base is not None
    world.commit({7: "b"})
    world.commit({8: "c"})
    copied(world, str(tmp_path / "copy"), 5)
    found = files_below(tmp_path / "copy" / "v")
    assert {name for name in found if name.endswith(".sst")} == {
        *(file.path for file in base.files),
        *(file.path for file in world.folder.manifest(5).files),
    }
    others = {"view.json", f"bases/{4:020d}.json", f"log/{4:020d}.json", f"log/{5:020d}.json"}
    assert {name for name in found if name.endswith(".json")} == others
    source = files_below(Path(world.root.uri, "v"))
    assert all(source[name] == data for name, data in found.items())


def test_versions_since_are_added(tmp_path: Path) -> None:
    dice = random_for("since")
    world, root = make_world(tmp_path), open_root(str(tmp_path / "copy"), create=True)
    for _ in range(6):
        for _ in range(dice.randrange(1, 4)):
            world.commit_random(dice)
        if dice.random() < 0.5:
            make_base(world.root, "v")
        before = root.folder("v").latest()
        done = copied(world, root)
        assert done.versions <= world.version - before
        assert copied(world, root) == Copied(world.version, 0, 0, 0)
    check_copy(world, root, world.version, tmp_path / "store")


def test_what_is_refused(tmp_path: Path) -> None:
    world, root = make_world(tmp_path), str(tmp_path / "copy")
    with pytest.raises(VersionNotReached, match="no version 0"):
        copied(world, root)
    for n in range(5):
        world.commit({n: "a"})
    for version in (6, 77):
        with pytest.raises(VersionNotReached) as reached:
            copied(world, root, version)
        assert reached.value.detail == "its latest version is 5"
    assert not Path(root, "v").exists()
    make_base(world.root, "v")
    world.commit({9: "b"})
    vacuum(world.folder, Retention(1, 0.0), now_s=LATER_S)
    with pytest.raises(VersionNotKept) as kept:
        copied(world, root, 3)
    assert kept.value.detail == "the oldest version that can be had is 5, the latest 6"
    assert not Path(root, "v").exists()
    copied(world, root, 6)
    before = files_below(Path(root))
    with pytest.raises(StateStoreError, match="version 6, which is later than 5"):
        copied(world, root, 5)
    # The same view, which went on elsewhere.
    write_version(root, world.schema, pa.table({"k": [1], "s": ["elsewhere"]}))
    world.commit({1: "here"})
    with pytest.raises(StateStoreError, match=r"another version 7 .* a job has published"):
        copied(world, root)
    other = make_world(tmp_path / "other")
    other.commit({1: "a"})
    with pytest.raises(StateStoreError, match="is another view than the one"):
        copied(other, root)
    assert before.items() <= files_below(Path(root)).items()
    # What came since is not kept any more.
    late = str(tmp_path / "late")
    copied(world, late)
    for n in range(3):
        world.commit({n: "c"})
    make_base(world.root, "v")
    world.commit({n: "d"})
    vacuum(world.folder, Retention(1, 0.0), now_s=LATER_S)
    with pytest.raises(StateStoreError, match=r"at version 7, and that version is not kept"):
        copied(world, late)
    assert open_root(late).folder("v").latest() == 7


def test_a_job_and_a_copy_at_the_same_place(tmp_path: Path) -> None:
    world, copy = make_world(tmp_path), make_world(tmp_path / "copy")
    world.commit({1: "a"})
    with Publisher(copy.root, copy.schema, owner="a job"), pytest.raises(ConcurrentPublisher, match="another job publishes"):
        copied(world, copy.root)
    assert copied(world, copy.root).version == 1


class Killed(BaseException):
    """As if the process ended."""


def failing_at(patch: pytest.MonkeyPatch, count: int, fail: Callable[[], BaseException]) -> list[int]:
    """The *count*-th step from now on that changes something in a storage fails; the result counts what is left."""
    left = [count]

    def wrapped(call: Any) -> Any:
        def step(*args: Any, **named: Any) -> Any:
            left[0] -= 1
            if left[0] == 0:
                raise fail()
            return call(*args, **named)

        return step

    for kind in (LocalStorage, RemoteStorage):
        for name in ("create", "land", "remove"):
            patch.setattr(kind, name, wrapped(getattr(kind, name)))
    return left


@pytest.mark.parametrize("kind", ["killed", "full disk"])
@pytest.mark.parametrize("place", ["local", "memory"])
def test_cut_short_anywhere(tmp_path: Path, place: str, kind: str) -> None:
    """Nothing can be seen of the view, or all of it; a job does not take it for its own; the next run completes it."""
    dice = random_for(f"cut short {place} {kind}")
    world = lived(tmp_path, dice, versions=6)
    make_base(world.root, "v")
    world.commit_random(dice, replace_chance=0)
    change_retention(world.folder, versions=7)

    def fail() -> BaseException:
        return Killed() if kind == "killed" else StorageFull("no room left")

    step, finished = 0, False
    while not finished:
        step += 1
        root = open_root(str(tmp_path / f"copy-{step}") if place == "local" else f"memory://cut-{kind}-{step}/root", create=True)
        first = world.version - 1 if step % 2 else world.version
        with pytest.MonkeyPatch.context() as patch:
            left = failing_at(patch, step, fail)
            with suppress(Killed, StorageFull):
                copied(world, root, first)
            finished = left[0] > 0
        if not finished:
            assert root.views() == []
            if root.folder("v").versions():
                with pytest.raises(StateStoreError, match=r"versions but no view\.json"):
                    Publisher(root, world.schema, owner="a job")
        copied(world, root)
        assert verify(root.folder("v")).problems == ()
        if step % 4 == 1 or finished:
            check_copy(world, root, world.version, tmp_path / f"store-{step}")
    assert step > 6


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world, root = make_world(tmp_path), tmp_path / "copy"
    world.commit(dict.fromkeys(range(50), "a"))
    with monkeypatch.context() as patch:

        def half(source: Path, to: Path) -> None:
            Path(to).write_bytes(Path(source).read_bytes()[:50])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        patch.setattr(shutil, "copyfile", half)
        with pytest.raises(StorageFull):
            copied(world, str(root))
        assert not list(root.rglob("*.sst"))
        assert not list(root.rglob(".tmp-*"))
    # As a process that was killed there would leave it.
    (root / "v" / "shards" / "0000").mkdir(exist_ok=True)
    (root / "v" / "shards" / "0000" / ".tmp-half").write_bytes(b"half")
    assert copied(world, str(root)).version == 1
    assert not list(root.rglob(".tmp-*"))


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("damage", [flip, Path.unlink])
def test_damage_is_named_and_not_copied(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    world = make_world(tmp_path)
    for n in range(3):
        world.commit({n: "a", n + 10: "b"})
    base = make_base(world.root, "v")
    assert base is not None
    # The log has what the base held.
    damage(Path(world.folder.path_of(base.files[0])))
    root = open_root(str(tmp_path / "by-log"), create=True)
    copied(world, root)
    assert root.folder("v").bases() == []
    check_copy(world, root, 3, tmp_path / "store")
    damaged = world.sst_files(2)[0]
    damage(damaged)
    with pytest.raises(CorruptFile, match=damaged.name):
        copied(world, str(tmp_path / "copy"))
    assert open_root(str(tmp_path / "copy")).views() == []
    world.manifest_path(2).unlink()
    with pytest.raises(CorruptFile, match=world.manifest_path(2).name):
        copied(world, str(tmp_path / "copy"))
    vacuumed = make_world(tmp_path / "vacuumed")
    for text in "ab":
        vacuumed.commit({1: text})
    make_base(vacuumed.root, "v")
    vacuumed.commit({1: "c"})
    vacuum(vacuumed.folder, Retention(1, 0.0), now_s=LATER_S)
    path = Path(vacuumed.root.uri, "v", "bases", f"{2:020d}.json")
    if damage is flip:
        path.write_text("{")
    else:
        path.unlink()
    with pytest.raises(CorruptFile, match=f"bases/{path.name} is corrupt"):
        copied(vacuumed, str(tmp_path / "copy-2"))


def test_vacuum_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was to be copied is deleted meanwhile: another base may do, else the version is not kept any more."""
    dice = random.Random(5)
    fetch = ViewFolder.fetch
    for kept in (True, False):
        world = make_world(tmp_path / str(kept))
        for _ in range(4):
            world.commit_random(dice, replace_chance=0)
        make_base(world.root, "v")
        world.commit_random(dice, replace_chance=0)
        count = 0

        def fetching(folder: ViewFolder, *args: Any, world: World = world, kept: bool = kept, **named: Any) -> None:
            nonlocal count
            count += 1
            if count == 2:
                make_base(world.root, "v")
                if not kept:
                    world.commit({1: "x"})
                    make_base(world.root, "v")
                vacuum(world.folder, Retention(1, 0.0), now_s=LATER_S)
            fetch(folder, *args, **named)

        with monkeypatch.context() as patch:
            patch.setattr(ViewFolder, "fetch", fetching)
            root = open_root(str(tmp_path / f"copy-{kept}"), create=True)
            if not kept:
                with pytest.raises(VersionNotKept, match="version 5"):
                    copied(world, root)
                continue
            copied(world, root)
        assert root.folder("v").bases() == [5]
        check_copy(world, root, 5, tmp_path / "store")


def test_a_newer_release_wrote_it(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    change_retention(world.folder, versions=5)
    (retention,) = Path(world.root.uri, "v", "retention").iterdir()
    for path in (world.manifest_path(1), retention, Path(world.root.uri, "v", "view.json")):
        whole = path.read_text()
        path.write_text(whole.replace('"format": 1', '"format": 3'))
        known = 1 if path is retention else 2
        with pytest.raises(UnsupportedFormat, match=f"{path.name} has format 3; this release reads formats up to {known}"):
            copied(world, str(tmp_path / "copy"))
        assert open_root(str(tmp_path / "copy"), create=True).views() == []
        path.write_text(whole)
    copied(world, str(tmp_path / "copy"))


def test_schemas_that_came_later(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    for key in (2, 3):
        write_version(world.root, schema_of("v", extra=("more",)), pa.table({"k": [key], "s": ["b"], "more": ["x"]}))
    make_base(world.root, "v")
    write_version(world.root, schema_of("v", extra=("more",)), pa.table({"k": [4], "s": ["c"], "more": ["y"]}))
    for version, columns in ((1, 2), (2, 3), (4, 3)):
        root = open_root(str(tmp_path / f"copy-{version}"), create=True)
        copied(world, root, version)
        assert len(root.folder("v").schema().columns) == columns
        assert verify(root.folder("v")).problems == ()


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_for_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """On a terminal, and gone in the end; nowhere else, and not beside JSON."""
    world = make_world(tmp_path)
    for n in range(3):
        world.commit({n: "a", n + 10: "b"})
    commands = (["verify"], ["compact"], ["backup", "v", str(tmp_path / "copy")])
    for number, arguments in enumerate(commands):
        for is_terminal, json_ in ((True, True), (False, False), (True, False)):
            terminal = Terminal() if is_terminal else io.StringIO()
            with monkeypatch.context() as patch:
                patch.setattr("sys.stderr", terminal)
                assert main([*arguments, "--root", world.root.uri, *(["--json"] if json_ else [])]) == 0
            shown = terminal.getvalue()
            if is_terminal and not json_:
                assert shown.endswith("\r\x1b[K")
            else:
                assert shown == ""
        assert "\x1b" not in capsys.readouterr().out
        if number == 0:
            files = verify(world.folder).files
            filled = 30 // files
            assert f"verify v [{'#' * filled}{' ' * (30 - filled)}] 1/{files}" in shown


def test_every_command_says_what_it_touches_and_how_it_ends(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("compact", "vacuum", "alter", "describe", "verify", "drop-view", "backup", "restore", "rebind"):
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0
        text = " ".join(capsys.readouterr().out.split())
        assert "Exit status 0: all is well; 1: a file is damaged or missing, and named; 2: wrong usage" in text
        assert any(word in text for word in ("Nothing", "nothing", "Deletes all files")), command


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = lived(tmp_path, random_for("copy commands"), versions=6)
    backup, back = str(tmp_path / "backup"), str(tmp_path / "back")
    capsys.readouterr()
    assert main(["backup", "v", "--root", world.root.uri, "--version", "5", backup, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.items() >= {"view": "v", "version": 5, "from": world.root.uri, "to": backup}.items()
    assert told["bytes"] == sum(path.stat().st_size for path in Path(backup).rglob("*.sst"))
    assert main(["backup", "v", "--root", world.root.uri, backup]) == 0
    assert f"v: version 6 at {backup}; 1 versions" in capsys.readouterr().out
    assert main(["restore", backup, "--root", back]) == 0
    check_copy(world, open_root(back), 6, tmp_path / "store")
    make_world(tmp_path / "backup-world", "w").commit({1: "a"})
    assert main(["backup", "w", "--root", str(tmp_path / "backup-world" / "root"), backup]) == 0
    capsys.readouterr()
    assert main(["restore", backup, "--root", back]) == 2
    assert "--view: which one of v, w?" in capsys.readouterr().err
    assert main(["restore", backup, "--root", back, "--view", "w"]) == 0
    assert open_root(back).views() == ["v", "w"]
    capsys.readouterr()
    for arguments in (["backup", "x", "--root", backup, back], ["restore", backup, "--root", back, "--view", "x"]):
        assert main(arguments) != 0
        assert "there is no view x" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert main(["restore", str(tmp_path / "empty"), "--root", back]) == 2
    assert "there is no view under" in capsys.readouterr().err
