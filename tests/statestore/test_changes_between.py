"""What changed between two versions, from the files alone: the difference of what they show, for all pairs of versions."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from statestore.changes.between import changed_shards, shard_changes
from statestore.changes.pinned import PinnedVersion, pinned, shard_at
from statestore.errors import CorruptFile, VersionNotKept, VersionNotReached, ViewNotFound
from statestore.node.maintenance import maintain
from statestore.node.shard import Range
from statestore.rows import row_decoder
from statestore.sharding import shard_function
from statestore.views.dropping import drop
from statestore.views.retention import change_retention
from tests.plugins.scale import random_for, scaled
from tests.statestore.changing_world import SHARDS, ChangingWorld, Rows, make_world

#: Version → key → the row before and after.
Told = dict[int, dict[int, tuple[Any, Any]]]


def told(world: ChangingWorld, after: int, to: int, place: Path, changes_max: int = 1024, *, every: bool = True) -> Told:
    """Of all shards; fails when a key is told twice in a version, or in a shard that is not its own, or one that was left out."""
    at = pinned(world.folder, to)
    decode, shard_of = row_decoder(at.schema, range(len(at.schema.columns))), shard_function(at.schema)
    shards = changed_shards(world.folder, at.view_id, after, to)
    found: Told = {}
    for shard in range(SHARDS) if every else sorted(shards):
        last = after
        for part in shard_changes(world.folder, at.view_id, after, to, shard, place, changes_max=changes_max):
            assert shard in shards
            assert last <= part.manifest.version
            assert 0 < len(part.changes) <= changes_max
            last = part.manifest.version
            for change in part.changes:
                before, row = (None if value is None else decode(value) for value in (change.before, change.after))
                (key, *_) = before or row or ()
                assert shard_of((key,)) == shard
                assert change.kind == ("insert" if before is None else "delete" if row is None else "update")
                version = found.setdefault(part.manifest.version, {})
                assert key not in version
                version[key] = (before and before[1:], row and row[1:])
    check_place(place)
    return found


def check_place(place: Path) -> None:
    """Of each shard there is what the next call goes on with, and nothing that was on its way."""
    assert len(list(place.iterdir())) <= SHARDS
    for left in place.iterdir():
        assert {path.name for path in left.iterdir()} == {"LOCK", "kept.json", "store.json", "views", "work"}
        assert list((left / "work").iterdir()) == []


def differences(world: ChangingWorld, after: int, to: int) -> Told:
    """By the dicts alone. Rows are as wide as the last version's."""
    width = 2 + len(pinned(world.folder, to).schema.columns) - 3

    def wide(rows: Rows, key: int) -> Any:
        return (*rows[key], *[None] * (width - len(rows[key]))) if key in rows else None

    found: Told = {}
    for version in range(after + 1, to + 1):
        was, now = world.shown[version - 1], world.shown[version]
        changed = {key: (wide(was, key), wide(now, key)) for key in was.keys() | now.keys() if wide(was, key) != wide(now, key)}
        if changed:
            found[version] = changed
    return found


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "place"
    place.mkdir()
    return place


@pytest.mark.parametrize("history", range(scaled(3, 150)))
def test_all_pairs_of_versions(tmp_path: Path, place: Path, history: int) -> None:
    dice = random_for(f"changes of history {history}")
    world = make_world(tmp_path, dice)
    for _ in range(9):
        world.commit_random()
        if dice.random() < 0.2:
            change_retention(world.folder, versions=1_000, base_every=2)
            maintain(world.root, "v")
    pairs = [(after, to) for to in range(1, world.version + 1) for after in range(to + 1)]
    for after, to in dice.sample(pairs, len(pairs)):
        assert told(world, after, to, place, dice.choice([1, 3, 1024])) == differences(world, after, to)


def test_whoever_goes_on_reads_what_is_new_alone(tmp_path: Path, place: Path) -> None:
    """Also in a shard where nothing had changed for a while."""
    world = make_world(tmp_path, random_for("going on"))
    reached = 0
    for _ in range(scaled(15, 300)):
        for _ in range(world.dice.randrange(1, 3)):
            world.commit_random()
        old = [file for version in range(1, reached + 1) for file in world.folder.manifest(version).files]
        hidden = [Path(world.folder.path_of(file)).rename(tmp_path / f"{n}.hidden") for n, file in enumerate(old)]
        assert told(world, reached, world.version, place, every=False) == differences(world, reached, world.version)
        for path, file in zip(hidden, old, strict=True):
            path.rename(world.folder.path_of(file))
        reached = world.version


def test_files_do_not_pile_up(tmp_path: Path, place: Path) -> None:
    """Keys that ascend with time, which RocksDB leaves side by side."""
    world = make_world(tmp_path, random_for("files"))
    for n in range(50):
        world.commit({10 * n + i: (None, "a") for i in range(10)})
        assert told(world, n, n + 1, place) == differences(world, n, n + 1)
        assert len(list(place.rglob("*.sst"))) <= SHARDS * 16


def test_what_was_left_half_way_is_made_anew(tmp_path: Path, place: Path) -> None:
    world = make_world(tmp_path, random_for("half-way"))
    for _ in range(8):
        world.commit_random()
    view_id = pinned(world.folder).view_id
    for after in range(8):
        for shard in range(SHARDS):
            parts = shard_changes(world.folder, view_id, after, 8, shard, place, changes_max=1)
            for _ in range(world.dice.randrange(1, 4)):
                next(parts, None)
            both = [shard_changes(world.folder, view_id, after, 8, shard, place) for _ in range(2)]
            assert next(both[0], None) == next(both[1], None)  # one has a folder that goes
            for half in (*both, parts):
                half.close()
        assert told(world, after, 8, place) == differences(world, after, 8)
    for left in place.iterdir():
        (left / "kept.json").write_text("{")
    assert told(world, 8 - 2, 8, place) == differences(world, 8 - 2, 8)


def test_a_log_that_was_taken_back_is_another_one(tmp_path: Path, place: Path) -> None:
    world = make_world(tmp_path, random_for("taken back"))
    for n in range(6):
        world.commit({n: (None, "a")})
    assert told(world, 0, 6, place) == differences(world, 0, 6)
    for version in (5, 6):
        world.shown.pop()
        (Path(world.root.uri) / world.folder.manifest_path(version)).unlink()
    world.rows = dict(world.shown[4])
    for n in range(4):
        world.commit({n: (None, "b")})
    assert told(world, 6, 8, place) == differences(world, 6, 8)


def test_every_version_is_read_as_it_shows_itself(tmp_path: Path, place: Path) -> None:
    world = make_world(tmp_path, random_for("pinned versions"))
    for _ in range(20):
        world.commit_random()
    for version in range(1, world.version + 1):
        at = pinned(world.folder, version)
        decode, found = row_decoder(at.schema, range(len(at.schema.columns))), Rows()
        for shard in range(SHARDS):
            rows = shard_at(world.folder, at, shard, Range(), place)
            found |= {row[0]: row[1:] for batch in rows.scan() for row in map(decode, batch)}
        assert found == {
            key: (*row, *[None] * (len(at.schema.columns) - 1 - len(row))) for key, row in world.shown[version].items()
        }
    assert list(place.iterdir()) == []


def test_which_versions_there_are_is_told(tmp_path: Path, place: Path) -> None:
    world = make_world(tmp_path, random_for("no versions"))
    with pytest.raises(ViewNotFound, match="there is no view v"):
        pinned(world.folder)
    world.folder.create(world.schema)
    assert pinned(world.folder) == PinnedVersion(0, "", world.schema)
    with pytest.raises(VersionNotReached, match="no version 1 yet"):
        pinned(world.folder, 1)
    for n in range(12):
        world.commit({n: (None, "a")})
    with pytest.raises(VersionNotReached) as beyond:
        pinned(world.folder, 13)
    assert beyond.value.detail == "Its newest version is 12."
    with pytest.raises(ValueError, match="version=0: it takes a whole number, 1 or more"):
        pinned(world.folder, 0)
    at = pinned(world.folder, 3)
    change_retention(world.folder, versions=4, age="0s", base_every=4)
    maintain(world.root, "v")
    first = world.folder.versions()[0]
    assert first > 3
    for read in (
        lambda: pinned(world.folder, 3),
        lambda: shard_at(world.folder, at, 0, Range(), place),
        lambda: list(shard_changes(world.folder, at.view_id, 3, 12, 0, place)),
        lambda: list(shard_changes(world.folder, at.view_id, 0, 12, 0, place)),
        lambda: changed_shards(world.folder, at.view_id, 3, 12),
    ):
        with pytest.raises(VersionNotKept) as gone:
            read()
        assert gone.value.detail == f"Versions {first} to 12 are kept at the root."
    newest = pinned(world.folder)
    drop(world.folder)
    again = make_world(tmp_path, world.dice)
    for n in range(12):
        again.commit({n: (None, "b")})
    for read in (
        lambda: shard_at(world.folder, newest, 0, Range(), place),
        lambda: list(shard_changes(world.folder, newest.view_id, 5, 12, 0, place)),
    ):
        with pytest.raises(VersionNotKept, match="of a view that was made anew"):
            read()


def test_a_damaged_file_is_named(tmp_path: Path, place: Path) -> None:
    world = make_world(tmp_path, random_for("damaged"))
    for n in range(5):
        world.commit({n: (None, "a")})
    view_id = pinned(world.folder).view_id
    (file,) = world.folder.manifest(3).files
    path = Path(world.folder.path_of(file))
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(CorruptFile, match=path.name):
        list(shard_changes(world.folder, view_id, 1, 5, file.shard, place))
    with pytest.raises(CorruptFile, match=path.name):
        shard_at(world.folder, pinned(world.folder, 4), file.shard, Range(), place)
    assert list(shard_changes(world.folder, view_id, 3, 3, file.shard, place)) == []


def test_only_files_that_meet_the_range_are_fetched(tmp_path: Path, place: Path) -> None:
    world = make_world(tmp_path, random_for("ranges"))
    world.commit(dict.fromkeys(range(0, 100), (None, "a")))
    world.commit(dict.fromkeys(range(200, 300), (None, "b")))
    at = pinned(world.folder)
    for file in world.folder.manifest(2).files:
        Path(world.folder.path_of(file)).unlink()
    below = Range(b"", min(file.min_key for file in world.folder.manifest(2).files))
    decode = row_decoder(at.schema, (0,))
    shards = [shard_at(world.folder, at, shard, below, place) for shard in range(SHARDS)]
    found = [decode(row)[0] for shard in shards for batch in shard.scan(below.lower, below.upper) for row in batch]
    assert sorted(found) == list(range(100))


@pytest.mark.timeout(900)
def test_vacuum_in_between(tmp_path: Path, place: Path) -> None:
    """All that changed is told, or an error that says what is kept."""
    world = make_world(tmp_path, random_for("changes and vacuum"))
    change_retention(world.folder, versions=6, age="0s", base_every=4)
    done, outcomes = threading.Event(), []

    def clean() -> None:
        while not done.is_set():
            maintain(world.root, "v")

    world.commit_random()
    thread = threading.Thread(target=clean)
    thread.start()
    try:
        for _ in range(scaled(60, 1000)):
            world.commit_random()
            after = max(1, world.version - world.dice.randrange(1, 9))
            try:
                assert told(world, after, world.version, place) == differences(world, after, world.version)
                outcomes.append(True)
            except VersionNotKept:
                assert after <= world.version - 5
                outcomes.append(False)
    finally:
        done.set()
        thread.join()
    assert True in outcomes  # whether vacuum is ever faster is up to the machine
