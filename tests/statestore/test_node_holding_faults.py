"""What is bad on disk stops only the shards that it is of, and only while it is bad."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from statestore.errors import CorruptFile, StorageFull
from statestore.node.follow import Follower
from tests.statestore.full_disk import fill_disk
from tests.statestore.holding_world import check_held, open_held, wish
from tests.statestore.store_world import World, make_world


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is followed: a store moves only when the test calls refresh()."""
    monkeypatch.setattr(Follower, "_run", lambda self: None)


def four_shards(folder: Path) -> World:
    world = make_world(folder, shards=4)
    for version in range(1, 5):
        world.commit(dict.fromkeys(range(version, 40), str(version)), deletes=[version])
    return world


def file_of(world: World, version: int, shard: int) -> Path:
    return Path(world.folder.path_of(world.folder.manifest(version).files_of(shard)[0]))


def spoil(path: Path) -> bytes:
    """The good bytes."""
    good = path.read_bytes()
    path.unlink()
    path.write_bytes(good[:-1])
    return good


def test_a_corrupt_file_of_another_shard_does_not_matter(tmp_path: Path) -> None:
    world = four_shards(tmp_path)
    for version in (1, 3):
        spoil(file_of(world, version, 2))
    with open_held(world, tmp_path, wish(0, 1)) as store:
        assert store.health().ok
        assert store.current("v").version == 4
        check_held(store.current("v"), world, [0, 1])


def test_a_corrupt_file_of_a_shard_to_be_added(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What is held goes on; the shard comes when the file is whole again. Other shards that were to be added wait with it."""
    world = four_shards(tmp_path)
    bad = file_of(world, 3, 2)
    good = spoil(bad)
    holding = wish(0, 1)
    with open_held(world, tmp_path, holding) as store:
        holding.give([1, 2])
        for _ in range(2):
            store.refresh()
            fault = store.health().views["v"]
            assert isinstance(fault.error, CorruptFile)
            assert "shard 2 cannot be added" in fault.error.message
            assert str(bad) in fault.error.message
            check_held(store.current("v"), world, [1])
            world.commit(dict.fromkeys(range(20), "more"))
        assert f"view v is at version 4: shard 2 cannot be added: {bad}" in caplog.text
        bad.write_bytes(good)
        store.refresh()
        assert store.health().ok
        check_held(store.current("v"), world, [1, 2])
        assert store.current("v").version == world.version


def test_a_fault_of_a_shard_that_is_no_longer_wanted_is_forgotten(tmp_path: Path) -> None:
    world = four_shards(tmp_path)
    spoil(file_of(world, 3, 2))
    holding = wish(0)
    with open_held(world, tmp_path, holding) as store:
        holding.give([0, 2])
        store.refresh()
        assert not store.health().ok
        holding.give([0, 3])
        store.refresh()
        assert store.health().ok
        check_held(store.current("v"), world, [0, 3])
        holding.give([0, 2, 3])
        store.refresh()
        world.commit(dict.fromkeys(range(20), "all"), mode="replace")
        store.refresh()
        assert store.health().ok
        check_held(store.current("v"), world, [0, 2, 3])
    assert list((tmp_path / "store" / "work").iterdir()) == []


@pytest.mark.parametrize("where", ["link", "write", "ingest", "move"])
def test_a_full_disk_while_shards_are_added(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = four_shards(tmp_path)
    holding = wish(0, 1)
    with open_held(world, tmp_path, holding) as store:
        holding.give([0, 1, 2])
        with monkeypatch.context() as patch:
            fill_disk(where, patch)
            store.refresh()
            assert isinstance(store.health().views["v"].error, StorageFull)
            check_held(store.current("v"), world, [0, 1])
        store.refresh()
        assert store.health().ok
        check_held(store.current("v"), world, [0, 1, 2])
    with open_held(world, tmp_path, holding) as store:
        check_held(store.current("v"), world, [0, 1, 2])


@pytest.mark.parametrize("what", ["database", "folder", "position"])
def test_a_damaged_store_is_rebuilt_with_what_is_wanted(what: str, tmp_path: Path) -> None:
    world = four_shards(tmp_path)
    with open_held(world, tmp_path, wish(0, 1)):
        pass
    place = tmp_path / "store" / "views" / "v"
    match what:
        case "database":
            for file in place.glob("g*/0001/*.sst"):
                file.unlink()
        case "folder":
            next(place.glob("g*/0001")).rename(tmp_path / "away")
        case "position":
            (place / "position.json").write_text("{")
    with open_held(world, tmp_path, wish(1, 2)) as store:
        store.refresh()
        assert store.health().ok
        check_held(store.current("v"), world, [1, 2])


def test_a_position_that_does_not_say_what_is_held_rightly(tmp_path: Path) -> None:
    world = four_shards(tmp_path)
    with open_held(world, tmp_path, wish(0, 1)):
        pass
    position = tmp_path / "store" / "views" / "v" / "position.json"
    position.write_text(json.dumps(json.loads(position.read_text()) | {"held": "0, 1"}))
    with open_held(world, tmp_path, wish(0, 1)) as store:
        assert store.health().ok
        check_held(store.current("v"), world, [0, 1])


def test_a_version_that_cannot_be_had_singly_is_passed_over(tmp_path: Path) -> None:
    """A bad file is made up for by a version that replaces all content."""
    world = four_shards(tmp_path)
    with open_held(world, tmp_path, wish(0, 1)) as store:
        world.commit(dict.fromkeys(range(20), "five"))
        world.commit(dict.fromkeys(range(20), "six"))
        world.commit(dict.fromkeys(range(30), "seven"), mode="replace")
        world.commit(dict.fromkeys(range(10), "eight"))
        spoil(file_of(world, 6, 1))
        store.refresh()
        assert store.health().ok
        assert [view.version for view in store.versions("v")][-2:] == [5, 8]
        check_held(store.current("v"), world, [0, 1])
