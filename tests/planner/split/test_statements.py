"""Hand-written statements: the fragments' rows, merged, are the answer; and each statement takes the step that it should."""

from __future__ import annotations

import pytest

from planner.distribute.split import MergeQuery
from tests.planner.split.cluster import answers
from tests.planner.split.queries import AGGREGATES, KEYS, STATEMENTS, WHERES
from tests.planner.split.worlds import world

SEEDS = (1, 2)


@pytest.mark.parametrize(("sql", "strategy"), STATEMENTS)
def test_the_strategy_is_the_intended_one(sql: str, strategy: str) -> None:
    cluster = world(1)
    assert cluster.split(cluster.bound(sql)).strategy == strategy


@pytest.mark.parametrize("seed", SEEDS)
def test_statements_answer_as_one_node(seed: int) -> None:
    cluster = world(seed)
    wrong = []
    for sql, _ in STATEMENTS:
        bound = cluster.bound(sql)
        expected = answers(bound, cluster.whole(bound))
        found = [answers(bound, cluster.answer(bound, (), rebind)) for rebind in (None, cluster.rebound)]
        wrong += [f"{sql}\n  whole {expected}\n  split {f}" for f in found if f != expected]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("key", KEYS)
def test_aggregates_by_every_kind_of_key(key: str) -> None:
    """Every third aggregate for each key, over rows that differ with the key."""
    number = KEYS.index(key)
    cluster = world(number + 10)
    wrong = []
    for i, aggregate in enumerate(AGGREGATES):
        if (i + number) % 3:
            continue
        where = WHERES[(i + number) % len(WHERES)]
        sql = f"SELECT {aggregate} FROM events" + (f" WHERE {where}" if where else "") + (f" GROUP BY {key}" if key else "")
        bound = cluster.bound(sql)
        expected, found = answers(bound, cluster.whole(bound)), answers(bound, cluster.answer(bound))
        if expected != found:
            wrong.append(f"{sql}\n  whole {expected}\n  split {found}")
    assert not wrong, "\n".join(wrong)


def test_a_merge_of_nothing_from_nodes_answers() -> None:
    cluster = world(5)
    cluster.nodes[:] = []
    empty = world(5, rows_max=0)
    for sql, _ in STATEMENTS:
        bound = cluster.bound(sql)
        if isinstance(cluster.split(bound).merge, MergeQuery):
            assert answers(bound, cluster.answer(bound)) == answers(bound, empty.whole(bound)), sql
