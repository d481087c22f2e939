"""Vacuum: every version that is kept can be had afterwards, whatever happens meanwhile, and nothing else is left."""

from __future__ import annotations

import json
import os
import random
import time
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pytest

from gateway.commands.cli import main
from statestore.keys import KeyCodec
from statestore.node.base_maker import make_base
from statestore.node.sst_reader import read_entries
from statestore.rows import row_decoder
from statestore.views.local_storage import LocalStorage
from statestore.views.local_writer import write_version
from statestore.views.retention import Retention
from statestore.views.vacuum import ORPHAN_AGE_S, vacuum
from tests.plugins.scale import random_for, scaled
from tests.statestore.store_world import Rows, World, check, make_world, open_store, schema_of

FOREVER_S = 1e9
LOCAL_REMOVE = LocalStorage.remove


def lived(folder: Path, dice: random.Random, versions: int = 15) -> World:
    """A view with versions, replacements and bases in any order."""
    world = make_world(folder)
    for _ in range(versions):
        world.commit_random(dice)
        if dice.random() < 0.3:
            make_base(world.root, "v")
    return world


def rows_at(world: World, version: int) -> Rows:
    """The rows at a version by the files alone: of the newest base before it, else of the log from where content starts."""
    folder = world.folder
    bases = [base for base in folder.bases() if base <= version]
    begin, files = folder.manifest(version).base, []
    if bases and bases[-1] >= begin:
        begin, files = bases[-1] + 1, list(folder.base(bases[-1]).files)
    for number in range(max(1, begin), version + 1):
        files += folder.manifest(number).files
    found: dict[bytes, bytes | None] = {}
    for file in files:
        found.update(zip(*read_entries(Path(folder.path_of(file)).read_bytes(), file.path), strict=True))
    decode, codec = row_decoder(world.schema, [0, 1]), KeyCodec(world.schema)
    rows = {codec.decode(key)[0]: decode(value) for key, value in found.items() if value is not None}
    return {key: row[1] for key, row in rows.items()}


def files_of(world: World) -> set[str]:
    place = Path(world.root.uri, "v")
    found = (path for part in ("log", "bases", "shards") for path in (place / part).rglob("*"))
    return {str(path.relative_to(place)) for path in found if path.is_file()}


def check_kept(world: World, oldest: int) -> None:
    for version in range(oldest, world.version + 1):
        assert rows_at(world, version) == world.history[version], version


def test_what_is_kept_can_be_had_and_nothing_else_is_there(tmp_path: Path) -> None:
    dice = random_for("vacuum")
    for n in range(scaled(12, 300)):
        world = lived(tmp_path / str(n), dice)
        keep = dice.randrange(1, 12)
        oldest = world.version - keep + 1
        dry = vacuum(world.folder, Retention(keep, 0.0), now_s=FOREVER_S * 10, dry_run=True)
        before = files_of(world)
        done = vacuum(world.folder, Retention(keep, 0.0), now_s=FOREVER_S * 10)
        assert dry == done
        assert before - files_of(world) == {path.removeprefix("v/") for path in done.paths}
        assert done.oldest <= oldest
        check_kept(world, max(1, oldest))
        bases = world.folder.bases()
        start = max((base for base in bases if base <= oldest), default=0)
        content = world.folder.manifest(max(1, oldest)).base
        if content > start:  # the log begins with a version that replaced all there was
            start, content = content - 1, content
        named = {file.path for base in bases for file in world.folder.base(base).files}
        for version in range(start + 1, world.version + 1):
            named |= {file.path for file in world.folder.manifest(version).files}
        assert {path for path in files_of(world) if path.startswith("shards/")} == named
        first = content if content > start else start
        assert world.folder.versions() == list(range(max(1, first), world.version + 1))
        assert len(bases) <= 2 or not first
        with open_store(world, tmp_path / f"{n}-store") as store:
            check(store.current("v"), world)
            world.commit_random(dice)
            store.refresh()
            check(store.current("v"), world)
        assert vacuum(world.folder, Retention(world.version, 0.0)).paths == ()


def test_young_versions_are_kept(tmp_path: Path) -> None:
    world = lived(tmp_path, random_for("young"))
    make_base(world.root, "v")
    assert not [path for path in vacuum(world.folder, Retention(1, 3600.0)).paths if "/log/" in path]
    assert [path for path in vacuum(world.folder, Retention(1, 3600.0), now_s=time.time() + 3601).paths if "/log/" in path]


def test_without_a_base_nothing_is_deleted(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    for n in range(5):
        world.commit({n: "a"})
    assert vacuum(world.folder, Retention(1, 0.0), now_s=FOREVER_S * 10).paths == ()
    base = make_base(world.root, "v")
    assert base is not None
    Path(world.folder.path_of(base.files[0])).unlink()
    assert vacuum(world.folder, Retention(1, 0.0), now_s=FOREVER_S * 10).paths == ()


def test_a_base_from_before_the_log_begins_goes(tmp_path: Path) -> None:
    """All content has been replaced since: nothing that is kept is made of it."""
    dice, world = random_for("before"), make_world(tmp_path)
    for chance in (0, 0, 0, 1, 0, 0):
        world.commit_random(dice, replace_chance=chance)
        if world.version == 3:
            make_base(world.root, "v")
    assert vacuum(world.folder, Retention(2, 0.0)).oldest == 4
    assert world.folder.bases() == []
    check_kept(world, 4)


def test_orphans_go_when_they_are_old(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    for n in range(3):
        world.commit({n: "a"})
    shard = Path(world.root.uri, "v", "shards", "0000")
    shard.mkdir(exist_ok=True)
    hexed = "0123456789abcdef"
    for version, kind in ((2, ""), (9, ""), (2, "base-"), (9, "base-")):
        (shard / f"{version:020d}-{kind}{hexed}-0000.sst").write_bytes(b"left")
    (shard / "somebody-elses.txt").write_bytes(b"left")
    assert vacuum(world.folder, Retention()).paths == ()
    for path in shard.iterdir():
        os.utime(path, (time.time() - ORPHAN_AGE_S - 1,) * 2)
    done = vacuum(world.folder, Retention())
    assert len(done.paths) == 4
    assert done.bytes == 16
    assert (shard / "somebody-elses.txt").exists()
    check_kept(world, 1)


def test_killed_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random_for("killed vacuum")

    class Killed(Exception):
        pass

    for n in range(scaled(15, 300)):
        world = lived(tmp_path / str(n), dice, versions=8)
        make_base(world.root, "v")
        world.commit_random(dice)
        left = dice.randrange(12)

        def failing(storage: LocalStorage, path: str) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise Killed
            LOCAL_REMOVE(storage, path)

        monkeypatch.setattr(LocalStorage, "remove", failing)
        with suppress(Killed):
            vacuum(world.folder, Retention(2, 0.0), now_s=FOREVER_S * 10)
        monkeypatch.setattr(LocalStorage, "remove", LOCAL_REMOVE)
        check_kept(world, world.version - 1)
        with open_store(world, tmp_path / f"{n}-store") as store:
            check(store.current("v"), world)
        vacuum(world.folder, Retention(2, 0.0), now_s=FOREVER_S * 10)
        assert vacuum(world.folder, Retention(2, 0.0), now_s=FOREVER_S * 10).paths == ()
        check_kept(world, world.version - 1)


def test_what_is_still_there_can_be_read_while_it_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version that is going has its schema as long as it is there itself: its base goes after it."""
    world, wide = make_world(tmp_path), schema_of("v", extra=("more",))
    seen = 0
    for n in range(1, 13):
        keys = pa.array([n], pa.int64())
        table = pa.table({"k": keys, "s": ["a"]}) if n < 3 else pa.table({"k": keys, "s": ["a"], "more": ["b"]})
        write_version(world.root, world.schema if n < 3 else wide, table)
        if n in (5, 9):
            make_base(world.root, "v")
        if n == 7:
            vacuum(world.folder, Retention(2, 0.0), now_s=FOREVER_S * 10)

    def looking(storage: LocalStorage, path: str) -> None:
        nonlocal seen
        LOCAL_REMOVE(storage, path)
        for version in world.folder.versions():
            assert world.folder.schema_of(world.folder.manifest(version)).columns == wide.columns, path
            seen += 1

    monkeypatch.setattr(LocalStorage, "remove", looking)
    vacuum(world.folder, Retention(2, 0.0), now_s=FOREVER_S * 10)
    assert seen


def test_a_node_that_is_in_the_middle_of_it(tmp_path: Path) -> None:
    """It held a version whose successors go while it is away; the files of the version where the log begins go, too."""
    dice = random_for("middle")
    for applied in range(1, 7):
        world = make_world(tmp_path / str(applied))
        for n in range(1, 7):
            world.commit_random(dice, replace_chance=0)
            if n == applied:
                with open_store(world, tmp_path / f"{applied}-store"):
                    pass
        make_base(world.root, "v")
        vacuum(world.folder, Retention(1, 0.0), now_s=FOREVER_S * 10)
        with open_store(world, tmp_path / f"{applied}-store") as store:
            check(store.current("v"), world)
            assert not store.health().views
            world.commit_random(dice)
            store.refresh()
            check(store.current("v"), world)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = lived(tmp_path, random_for("command"))
    make_base(world.root, "v")
    capsys.readouterr()
    before = files_of(world)
    assert main(["vacuum", "--root", world.root.uri, "--retain-versions", "1", "--retain-age", "0s", "--dry-run", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert files_of(world) == before
    assert main(["vacuum", "--root", world.root.uri, "--retain-versions", "1", "--retain-age", "0s", "v"]) == 0
    assert capsys.readouterr().out.startswith(f"v: {told['files']} files, {told['bytes']} bytes deleted")
    assert len(before - files_of(world)) == told["files"] > 0
    assert main(["vacuum", "--root", world.root.uri, "--retain-age", "7 fortnights"]) == 2
    assert "'7 fortnights' is no age" in capsys.readouterr().err
