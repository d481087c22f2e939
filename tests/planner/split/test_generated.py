"""Random statements over random rows on random shards and nodes. SEED in the environment repeats a run."""

from __future__ import annotations

import os
import random

import duckdb

from planner.errors import PlanError
from tests.planner.split.cluster import Cluster, answers
from tests.planner.split.generated import Statements
from tests.planner.split.worlds import world
from tests.plugins.scale import seed_for

STATEMENTS = int(os.environ.get("SPLIT_STATEMENTS", "150"))
WORLDS = 5


def test_generated_statements_answer_as_one_node() -> None:
    seed = seed_for("split generated")
    rng = random.Random(seed)
    wrong, compared = [], 0
    for _ in range(WORLDS):
        cluster = world(rng.randrange(2**32))
        statements = Statements(rng)
        for _ in range(STATEMENTS // WORLDS):
            sql = statements.next()
            problem = difference(cluster, sql)
            compared += problem != "refused"
            if problem and problem != "refused":
                wrong.append(f"{sql}\n  {problem}")
    assert not wrong, f"TIDEGATE_SEED={seed}\n" + "\n".join(wrong)
    assert compared > STATEMENTS * 2 // 3, f"TIDEGATE_SEED={seed}: too many refused"


def difference(cluster: Cluster, sql: str) -> str:
    """How the cluster's answer differs from one node's; "refused" where one node has none."""
    try:
        bound = cluster.bound(sql)
        expected = answers(bound, cluster.whole(bound))
    except (PlanError, duckdb.Error):
        return "refused"
    found = answers(bound, cluster.answer(bound, (), cluster.rebound))
    return "" if expected == found else f"whole {expected}\n  split {found}"
