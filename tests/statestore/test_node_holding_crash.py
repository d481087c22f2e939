"""kill -9 at any moment of coming to hold other shards: the next process has what was held, and gets the rest."""

from __future__ import annotations

import random
import signal
from pathlib import Path
from time import sleep

import pytest

from statestore.node.position import Position, read_position
from statestore.views.manifest import ShardFile
from tests.plugins.scale import random_for, scaled
from tests.statestore.crash_child import HOLDING_STEPS, Kill, start_held_child
from tests.statestore.each_file import before_each_file
from tests.statestore.holding_world import check_held, open_held, wish
from tests.statestore.store_world import WAIT_S, World, make_world

SHARDS = 6
#: The longest a child is given before it is killed: about what coming to hold other shards three times takes.
KILL_WITHIN_S = 1.0

#: Steps of applying that adding and dropping shards go through as well.
SHARED_STEPS = ["stage", "write the position", "replace the position's file", "make a generation", "open a database"]
SHARED_STEPS += ["ingest a shard", "freeze a shard", "settle"]


def some_shards(dice: random.Random) -> frozenset[int]:
    return frozenset(dice.sample(range(SHARDS), dice.randrange(SHARDS + 1)))


def run_and_kill(world: World, folder: Path, wishes: list[frozenset[int]], kill: Kill) -> None:
    child = start_held_child(world.root.uri, folder / "store", wishes, kill)
    child.join(WAIT_S)
    # A step that is not reached in this history leaves the child to end by itself.
    assert child.exitcode in (0, -signal.SIGKILL)
    child.close()


def check_restart(world: World, folder: Path, shards: frozenset[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The next process holds *shards*, and fetches no file that the position says is here already."""
    position = read_position(folder / "store" / "views" / world.view)
    fetched: list[ShardFile] = []
    with monkeypatch.context() as patch:
        before_each_file(patch, lambda _, file: fetched.append(file))
        with open_held(world, folder, wish(*shards)) as store:
            store.refresh()
            assert store.health().ok
            assert store.current(world.view).version == world.version
            check_held(store.current(world.view), world, shards)
    assert not [file for file in fetched if is_here(file, position, shards)]
    assert list((folder / "store" / "work").iterdir()) == []
    generations = list((folder / "store" / "views" / world.view).glob("g*"))
    assert len(generations) == 1
    assert {int(path.name) for path in generations[0].iterdir()} <= shards


def is_here(file: ShardFile, position: Position | None, shards: frozenset[int]) -> bool:
    """Whether the file is of a version that has been applied to a shard that has been held all along."""
    version = int(file.path.split("/")[-1].split("-")[0])
    if position is None or version > position.applied or file.shard not in shards:
        return False
    return position.held is None or file.shard in position.held


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", [*SHARED_STEPS, *HOLDING_STEPS])
def test_killed_at_a_step(step: str, when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(f"holding {step} {when}")
    world = make_world(tmp_path, shards=SHARDS)
    world.commit_random(dice, keys=60)
    for call in (1, 2, 1):
        for _ in range(dice.randrange(3)):
            world.commit_random(dice, keys=60, replace_chance=0.1)
        run_and_kill(world, tmp_path, [some_shards(dice) for _ in range(3)], Kill(step, call, when))
    check_restart(world, tmp_path, some_shards(dice), monkeypatch)


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random_for("kill -9 while reholding")
    world = make_world(tmp_path, shards=SHARDS)
    for _ in range(scaled(15, 300)):
        for _ in range(dice.randrange(1, 4)):
            world.commit_random(dice, keys=300, replace_chance=0.05)
        child = start_held_child(world.root.uri, tmp_path / "store", [some_shards(dice) for _ in range(4)])
        sleep(dice.uniform(0, KILL_WITHIN_S))  # the moment is what the test is about
        child.kill()
        child.join(WAIT_S)
        child.close()
        if dice.random() < 0.3:
            check_restart(world, tmp_path, some_shards(dice), monkeypatch)
    check_restart(world, tmp_path, some_shards(dice), monkeypatch)
