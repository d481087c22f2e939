"""What a node tells of each version that it takes, from its own rows: the difference of what they show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from statestore.changes.live import LiveChanges
from statestore.node import LocalStore, ViewVersion
from statestore.rows import row_decoder
from tests.plugins.scale import random_for, scaled
from tests.statestore.changing_world import START_US, ChangingWorld, make_world
from tests.statestore.store_world import UNPOLLED
from tests.statestore.test_changes_between import differences

OPTIONS = replace(UNPOLLED, keep_versions=50)


def told(live: LiveChanges, to: ViewVersion, changes_max: int) -> dict[int, tuple[Any, Any]]:
    """Key → the row before and after; fails when a key is told twice, or in a shard that is not its own."""
    decode = row_decoder(to.schema, range(len(to.schema.columns)))
    found: dict[int, tuple[Any, Any]] = {}
    for shard, changes in live.step(to, changes_max=changes_max):
        assert 0 < len(changes) <= changes_max
        for change in changes:
            before, row = (None if value is None else decode(value) for value in (change.before, change.after))
            (key, *_) = before or row or ()
            assert to.shard_of((key,)) == shard
            assert change.kind == ("insert" if before is None else "delete" if row is None else "update")
            assert key not in found
            found[key] = (before and before[1:], row and row[1:])
    return found


def expected(world: ChangingWorld, version: int) -> dict[int, tuple[Any, Any]]:
    """By the dicts alone. Rows are as wide as the version's."""
    return differences(world, version - 1, version).get(version, {})


@pytest.mark.parametrize("history", range(scaled(12, 300)))
def test_every_version(tmp_path: Path, history: int) -> None:
    dice = random_for(f"live changes of history {history}")
    world = make_world(tmp_path, dice)
    world.commit_random()
    with LocalStore(world.root, tmp_path / "store", OPTIONS) as store:
        live = LiveChanges(store.current("v"))
        for _ in range(40):
            world.commit_random()
            store.refresh()
            assert told(live, store.current("v"), dice.choice([1, 3, 1024])) == expected(world, world.version)


def test_time_goes_on_by_leaps(tmp_path: Path) -> None:
    """Rows that expire later than was looked for, a time that stands still, and rows written in between."""
    dice = random_for("leaps of time")
    world = make_world(tmp_path, dice)
    world.after_us = 3_600_000_000
    world.commit({n: (START_US + n * 10_000_000_000, "a") for n in range(60)})
    with LocalStore(world.root, tmp_path / "store", OPTIONS) as store:
        live = LiveChanges(store.current("v"))
        gone = 0
        for _ in range(60):
            world.watermark_us += dice.choice([0, 1_000_000, 9_000_000_000, 300_000_000_000])
            world.commit({dice.randrange(60): (world.watermark_us + dice.randrange(-9, 400) * 1_000_000_000, "b")})
            store.refresh()
            found = told(live, store.current("v"), 1024)
            assert found == expected(world, world.version)
            gone += sum(after is None for _, after in found.values())
        assert gone > 20


def test_without_the_log(tmp_path: Path) -> None:
    """The files of the versions are gone by then: the rows are here."""
    world = make_world(tmp_path, random_for("without the log"))
    for _ in range(3):
        world.commit_random()
    with LocalStore(world.root, tmp_path / "store", OPTIONS) as store:
        live = LiveChanges(store.current("v"))
        for _ in range(10):
            world.commit_random()
            store.refresh()
        versions = store.versions("v")[-10:]
        for file in [file for version in versions for file in world.folder.manifest(version.version).files]:
            Path(world.folder.path_of(file)).unlink()
        for version in versions:
            assert told(live, version, 1024) == expected(world, version.version)
