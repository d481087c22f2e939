"""Small files of keys that nothing else has: they are compacted, and nobody sees it but the file system."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from statestore.node.compaction import COMPACTED_BYTES_MAX, FILES_LEAST, SMALL_BYTES, small_run
from tests.plugins.scale import random_for, scaled
from tests.statestore.store_world import WAIT_S, check, make_world, open_store

VERSIONS = 120
ROWS = 12


def test_a_view_whose_keys_ascend_has_few_files_after_many_versions(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    with open_store(world, tmp_path) as store:
        for n in range(scaled(VERSIONS, full=20 * VERSIONS)):
            world.commit({n * ROWS + i: f"{n}/{i}" for i in range(ROWS)})
            store.refresh()
            if n % 10 == 9:
                check(store.current("v"), world)
                # Fewer than so many of either size, as many again before the next look, and those on level 0.
                databases = {file.parent for file in (tmp_path / "store").rglob("CURRENT")}
                assert len(databases) == world.shards
                assert all(len(list(database.glob("*.sst"))) <= 4 * FILES_LEAST for database in databases)
    with open_store(world, tmp_path) as store:
        assert store.wait_for_version("v", world.version, WAIT_S)
        check(store.current("v"), world)


def test_ascending_keys_among_updates_of_old_ones(tmp_path: Path) -> None:
    dice, world = random_for("compaction"), make_world(tmp_path)
    with open_store(world, tmp_path) as store:
        for n in range(scaled(VERSIONS, full=20 * VERSIONS)):
            known = range(n * ROWS)
            old = dice.sample(known, min(len(known), 3)) if dice.random() < 0.2 else []
            gone = [dice.choice(known)] if known and dice.random() < 0.2 else []
            world.commit({n * ROWS + i: f"{n}/{i}" for i in range(ROWS)} | dict.fromkeys(old, f"{n}/again"), gone)
            store.refresh()
            if n % 10 == 9:
                check(store.current("v"), world)


def files(dice: random.Random) -> list[dict[str, Any]]:
    """As RocksDB may have them: in the last level none overlaps another."""
    found = []
    at = 0
    for _ in range(dice.randrange(40)):
        at += dice.randrange(1, 5)
        size = int(2 ** dice.uniform(9, 26))
        found.append({"level": 6, "size": size, "start_key": b"%06d" % at, "end_key": b"%06d" % (at := at + dice.randrange(5))})
    for _ in range(dice.choice((0, 0, 1, 3))):
        start = dice.randrange(at + 1)
        end = start + dice.randrange(20)
        found.append({"level": dice.choice((0, 5)), "size": 1_000, "start_key": b"%06d" % start, "end_key": b"%06d" % end})
    dice.shuffle(found)
    return found


def test_what_is_compacted_are_small_neighbours_that_nothing_reaches_over() -> None:
    dice = random_for("small runs")
    compacted = 0
    for _ in range(2_000):
        found = files(dice)
        last = sorted((file for file in found if file["level"] == 6), key=lambda file: file["start_key"])
        above = [file for file in found if file["level"] < 6]
        run = list(small_run(found))
        if not run:
            assert not any(
                all(is_free(file, above) and file["size"] < SMALL_BYTES[0] for file in last[i : i + FILES_LEAST])
                for i in range(len(last) - FILES_LEAST + 1)
            )
            continue
        compacted += 1
        first = last.index(run[0])
        assert last[first : first + len(run)] == run
        assert all(file["size"] < SMALL_BYTES[-1] and is_free(file, above) for file in run)
        assert len(run) > 1
        assert sum(file["size"] for file in run) <= COMPACTED_BYTES_MAX
    assert compacted > 100


def is_free(file: dict[str, Any], above: list[dict[str, Any]]) -> bool:
    return all(other["end_key"] < file["start_key"] or file["end_key"] < other["start_key"] for other in above)
