"""Two jobs in a chain, the second following the first one's view, each killed (-9) at random moments: their totals are equal."""

from __future__ import annotations

from pathlib import Path

import pytest

from statestore.views import open_root
from tests.faults.chain_job import BUCKETS
from tests.faults.ledger import TOTAL, Ledger
from tests.faults.test_kills import DRIVER_LIFE_S, STEPS_PER_DRIVER_KILL, Driver
from tests.plugins.cluster import wait_until
from tests.plugins.need import program
from tests.plugins.scale import random_for, scaled
from tests.statestore.view_contents import read_view

END_S = scaled(600.0, 3600.0)


@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.timeout(3600)
def test_a_chain_of_two_jobs_survives_kills(tmp_path: Path) -> None:
    program("java")
    chance = random_for("chain")
    kills = scaled(1, 50)
    steps = STEPS_PER_DRIVER_KILL * -(-kills // 2)
    ledger = Ledger(chance.randrange(2**32))
    (tmp_path / "root").mkdir()
    ledger.write(tmp_path / "steps", steps)
    first, second = Driver(tmp_path), None
    is_done = False
    try:
        wait_until(lambda: open_root(str(tmp_path / "root")).folder("accounts").exists(), END_S, "the first job's view")
        second = _follower(tmp_path)
        victims = [n % 2 == 1 for n in range(kills)]
        chance.shuffle(victims)
        for is_first in victims:
            if is_first:
                is_done = is_done or first.ended_within(chance.uniform(*DRIVER_LIFE_S))
                if not is_done:
                    first.kill()
                    first = Driver(tmp_path)
            else:
                assert not second.ended_within(chance.uniform(*DRIVER_LIFE_S))
                second.kill()
                second = _follower(tmp_path)
        assert is_done or first.ended_within(END_S)
        wait_until(lambda: second.ended_within(0) or _step(tmp_path) == steps, END_S, "the second job to get to the last step")
    finally:
        first.kill()
        if second is not None:
            second.kill()
    _check(tmp_path, ledger, steps)


def _follower(folder: Path) -> Driver:
    return Driver(folder, "chain_job", ("root", "followed"))


def _step(folder: Path) -> int:
    """The last one that the second job's view has in it."""
    buckets = open_root(str(folder / "root")).folder("buckets")
    return max((row[3] for row in read_view(str(folder / "root"), "buckets").values()), default=0) if buckets.latest() else 0


def _check(folder: Path, ledger: Ledger, steps: int) -> None:
    """Every change of every step has been told once: each bucket has its accounts' balances, and as many changes as they had."""
    wanted = {bucket: [0, 0, 0] for bucket in range(BUCKETS)}
    for account, (balance, _) in ledger.after(steps).items():
        wanted[account % BUCKETS][0] += balance
    for step in range(1, steps + 1):
        for account in ledger.changes(step):
            wanted[account % BUCKETS][1] += 1
            wanted[account % BUCKETS][2] = step
    found = read_view(str(folder / "root"), "buckets")
    assert {bucket: row for (bucket,), (_, *row) in found.items()} == wanted
    assert sum(row[1] for row in found.values()) == TOTAL
    folder_of = open_root(str(folder / "root")).folder("buckets")
    batches = [folder_of.manifest(version).batch_id for version in folder_of.versions()]
    assert batches == sorted(set(batches))
