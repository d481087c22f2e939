"""Seventy-five seeds, a thousand at full size; `python -m tests.simulation --seeds N` repeats one and prints its trace."""

from __future__ import annotations

import pytest

from tests.plugins.scale import random_for, scaled
from tests.simulation.run import run_seed

BATCHES = scaled(3, 40)
SEEDS_PER_BATCH = 25


@pytest.mark.parametrize("batch", range(BATCHES))
def test_whatever_happens_answers_are_right_and_the_cluster_recovers(batch: int) -> None:
    first = random_for("simulated lives").randrange(10**9) + batch * SEEDS_PER_BATCH
    print(f"seeds {first}-{first + SEEDS_PER_BATCH - 1}")
    answers = 0
    for seed in range(first, first + SEEDS_PER_BATCH):
        outcome = run_seed(seed)
        assert not outcome.violations, outcome.report()
        answers += outcome.answers
    assert answers > SEEDS_PER_BATCH * 50, "the cluster should be able to answer most of the time"


def test_one_seed_is_one_run() -> None:
    seed = random_for("one life").randrange(10**9)
    assert run_seed(seed).trace == run_seed(seed).trace
