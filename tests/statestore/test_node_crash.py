"""kill -9 at any moment of applying: the next process finds its way to exactly what the log says."""

from __future__ import annotations

import random
import signal
from pathlib import Path
from time import sleep

import pytest

from statestore.errors import CorruptFile, ShardRestoring
from statestore.node import pending
from tests.plugins.scale import random_for, scaled
from tests.statestore.crash_child import STEPS, Kill, start_child
from tests.statestore.store_world import WAIT_S, World, check, make_world, open_store

#: The longest a child is given before it is killed: about what bringing the store up to date takes.
KILL_WITHIN_S = 0.25


def run_and_kill(world: World, folder: Path, kill: Kill) -> None:
    child = start_child(world.root.uri, folder / "store", kill)
    child.join(WAIT_S)
    # A step that is not reached in this history leaves the child to end by itself.
    assert child.exitcode in (0, -signal.SIGKILL)
    child.close()


def check_restart(world: World, folder: Path) -> None:
    with open_store(world, folder) as store:
        assert store.health().ok
        assert store.current(world.view).version == world.version
        check(store.current(world.view), world)
        assert sorted(path.name for path in (folder / "store" / "work").iterdir()) == []
        assert len(list((folder / "store" / "views" / world.view).glob("g*"))) == 1


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", STEPS)
def test_killed_at_a_step(step: str, when: str, tmp_path: Path) -> None:
    dice = random.Random(f"{step} {when}")
    world = make_world(tmp_path)
    for call in (1, 2):
        for _ in range(3):
            world.commit_random(dice, keys=60, replace_chance=0.3)
        run_and_kill(world, tmp_path, Kill(step, call, when))
        if dice.random() < 0.5:
            world.commit_random(dice, keys=60, replace_chance=0.3)
            run_and_kill(world, tmp_path, Kill(step, 1, when))
    check_restart(world, tmp_path)


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path: Path) -> None:
    dice = random_for("kill -9 of a store")
    world = make_world(tmp_path, shards=4)
    for _ in range(scaled(12, 200)):
        for _ in range(dice.randrange(1, 4)):
            world.commit_random(dice, keys=300, replace_chance=0.1)
        child = start_child(world.root.uri, tmp_path / "store")
        sleep(dice.uniform(0, KILL_WITHIN_S))  # the moment is what the test is about
        child.kill()
        child.join(WAIT_S)
        child.close()
        if dice.random() < 0.3:
            check_restart(world, tmp_path)
    check_restart(world, tmp_path)


def test_taking_the_last_version_twice_changes_nothing(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a", 2: "b", 3: "c"})
    run_and_kill(world, tmp_path, Kill("settle", 1, "before"))
    world.commit({2: "B"}, deletes=[1])
    for _ in range(3):
        run_and_kill(world, tmp_path, Kill("settle", 1, "before"))
    check_restart(world, tmp_path)


def test_half_applied_version_that_went_bad_is_not_mixed_in(tmp_path: Path) -> None:
    """Some shards hold version 3 already, and its files are gone: version 2 is served, from a fresh copy."""
    world = make_world(tmp_path)
    world.commit(dict.fromkeys(range(30), "one"))
    world.commit(dict.fromkeys(range(0, 30, 2), "two"))
    run_and_kill(world, tmp_path, Kill("settle", 9, "after"))
    world.commit(dict.fromkeys(range(0, 30, 3), "three"), deletes=[1, 5, 7])
    run_and_kill(world, tmp_path, Kill("ingest a shard", 1, "after"))
    for path in world.sst_files(3):
        path.write_bytes(b"gone bad")
    with open_store(world, tmp_path) as store:
        assert store.current("v").version == 2
        check(store.current("v"), world)
        assert isinstance(store.health().views["v"].error, CorruptFile)


def test_nothing_is_served_before_a_first_version_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    monkeypatch.setattr(pending, "CHUNK_VERSIONS", 1)
    for path in world.sst_files(1):
        path.unlink()
    with open_store(world, tmp_path) as store:
        assert dict(store.views()) == {}
        with pytest.raises(ShardRestoring, match="restored") as caught:
            store.current("v")
        assert "missing" in str(store.health().views["v"].error)
        assert caught.value.hint
