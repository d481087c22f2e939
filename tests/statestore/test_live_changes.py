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
from tests.statestore.changing_world import KEYS, START_US, ChangingWorld, make_world
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


@pytest.mark.parametrize("history", range(scaled(6, 150)))
def test_versions_that_are_taken_together(tmp_path: Path, history: int) -> None:
    """Each is told, of one that replaces nothing and of which nothing expires; of others it is said that nobody knows."""
    dice = random_for(f"leaps of history {history}")
    world = make_world(tmp_path, dice)
    world.commit(dict.fromkeys(range(KEYS), (None, "a")))
    leapt = 0
    with LocalStore(world.root, tmp_path / "store", OPTIONS) as store:
        live = LiveChanges(store.current("v"))
        for _ in range(12):
            begun, is_plain = world.version, world.after_us is None
            for _ in range(dice.randrange(2, 6)):
                if history % 2:
                    world.commit_random()
                    is_plain = is_plain and world.after_us is None and world.folder.manifest(world.version).mode == "upsert"
                    continue
                if dice.random() < 0.2 and world.extra < 3:
                    world.add_column()
                upserts = {k: (None, dice.choice("ab"), *[1] * world.extra) for k in dice.sample(range(KEYS), dice.randrange(5))}
                world.commit(upserts, tuple(dice.sample(range(KEYS), dice.randrange(3))))
            store.refresh()
            to = store.current("v")
            leap = live.leap(to, 1 << 20)
            assert (leap is not None) == is_plain
            if leap is None:
                live = LiveChanges(to)
                continue
            decode = row_decoder(to.schema, range(len(to.schema.columns)))
            for version, (manifest, found) in enumerate(leap, begun + 1):
                assert manifest.version == version
                changes = {}
                for shard, (key, *rows) in [(shard, change) for shard, changes in found.items() for change in changes]:
                    before, after = (None if row is None else decode(row) for row in rows)
                    (number, *_) = before or after or ()
                    assert (to.shard_of((number,)), to.key_codec.encode((number,))) == (shard, key)
                    changes[number] = (before and before[1:], after and after[1:])
                wide = {k: tuple(row and _wide(row, world.extra) for row in pair) for k, pair in expected(world, version).items()}
                assert changes == wide
            leapt += 1
            assert live.at is to
    assert leapt or history % 2
    assert LiveChanges(to).leap(to, 0) is not None, "nothing is written"


def _wide(row: tuple[Any, ...], extra: int) -> tuple[Any, ...]:
    """As wide as rows are by now."""
    return (*row, *[None] * (2 + extra - len(row)))


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
