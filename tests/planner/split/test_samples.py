"""TABLESAMPLE: how many rows a sample has, and that it is the same however its table's rows lie."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal

import pytest

from planner.errors import Unsupported
from planner.postgres.mentioned import mentioned
from planner.tree.query_plan import PlanSettings
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.planner.split.cluster import Cluster, Row

ROWS = 10_000
SHARDS = 8
#: What counts of a fair sample may be off by, in standard deviations.
SIGMAS = 5
COLUMNS: Mapping[str, st.DataType] = {
    "id": st.Int(), "price": st.Decimal(12, 2), "at": st.Timestamp(), "name": st.String(), "day": st.Date(), "score": st.Double(),
    "flag": st.Boolean(),
}  # fmt: skip
KEYS = (("id",), ("price", "id"), ("at", "name"), ("name", "flag", "day", "score", "id"), ("score", "price"))
ALL = [
    (n, Decimal(n * 7).scaleb(-2), n * 86_400_000_000 + n, f"näme-{n % 4_000}", n % 300, n / 8, n % 2 == 0)
    for n in range(1, ROWS + 1)
]


def cluster(
    key: tuple[str, ...] = ("id",), shards: int = SHARDS, nodes: int = 3, rows: list[Row] = ALL, zone: str = "UTC"
) -> Cluster:
    """View t of that key, its shards dealt to the nodes in turn."""
    columns = tuple(Column(n, t) for n, t in COLUMNS.items())
    view = ViewSchema("t", columns, key, key[:1], HashPartitioning(shards), (len(columns),))
    held = [{shard for shard in range(shards) if shard % nodes == node} for node in range(nodes)]
    return Cluster({"t": view}, {"t": list(rows)}, held, PlanSettings(timezone=zone))


def ids(where: Cluster, sample: str, rest: str = "", params: tuple[object, ...] = ()) -> set[int]:
    bound = where.bound(f"SELECT id FROM t TABLESAMPLE {sample} {rest}")
    found = [row[0] for row in where.whole(bound, params)]
    assert len(found) == len(set(found))
    return set(found)


def is_fair(count: int, of: int, percent: float) -> bool:
    share = percent / 100
    return abs(count - of * share) <= SIGMAS * math.sqrt(of * share * (1 - share))


@pytest.mark.parametrize("method", ["BERNOULLI", "SYSTEM"])
@pytest.mark.parametrize("percent", [0.5, 10, 33.3, 50, 99])
def test_a_seed_takes_about_as_many_rows_as_it_says(method: str, percent: float) -> None:
    counts = [len(ids(cluster(), f"{method} ({percent}) REPEATABLE ({seed})")) for seed in range(10)]
    assert all(is_fair(count, ROWS, percent) for count in counts)
    assert len(set(counts)) > 1
    assert is_fair(sum(counts), 10 * ROWS, percent)


@pytest.mark.parametrize("key", KEYS)
def test_a_sample_is_the_same_however_the_rows_lie(key: tuple[str, ...]) -> None:
    sample = "BERNOULLI (20) REPEATABLE (42)"
    expected = ids(cluster(key, shards=1, nodes=1), sample)
    assert is_fair(len(expected), ROWS, 20)
    assert ids(cluster(key, rows=ALL[::-1], zone="Asia/Kolkata"), sample) == expected
    for where in (cluster(key), cluster(key, shards=1, nodes=1), cluster(key, nodes=1)):
        bound = where.bound(f"SELECT id FROM t TABLESAMPLE {sample}")
        for rebind in (None, where.rebound):
            assert {row[0] for row in where.answer(bound, (), rebind)} == expected


def test_larger_samples_of_a_seed_have_the_smaller_ones() -> None:
    before: set[int] = set()
    for percent in (0, 1, 10, 11, 60, 100):
        found = ids(cluster(), f"BERNOULLI ({percent}) REPEATABLE (3)")
        assert before <= found
        before = found
    assert len(before) == ROWS


def test_samples_of_two_seeds_are_independent() -> None:
    halves = [ids(cluster(), f"BERNOULLI (50) REPEATABLE ({seed})") for seed in ("1", "2", "-1", "0.5", "1e9")]
    for i, one in enumerate(halves):
        assert all(is_fair(len(one & other), ROWS, 25) for other in halves[:i])


@pytest.mark.parametrize(
    "condition", ["id = 77", "id IN (1, 2, 3, 500, 501)", "id BETWEEN 100 AND 400", "name > 'näme-39' AND price < 20", "id = $1"]
)
def test_conditions_apply_to_the_sample(condition: str) -> None:
    where, params = cluster(), ((9,) if "$1" in condition else ())
    matching = {row[0] for row in where.whole(where.bound(f"SELECT id FROM t WHERE {condition}"), params)}
    for seed in range(6):
        sample = f"BERNOULLI (40) REPEATABLE ({seed})"
        expected = ids(where, sample) & matching
        assert ids(where, sample, f"WHERE {condition}", params) == expected
        bound = where.bound(f"SELECT id FROM t TABLESAMPLE {sample} WHERE {condition}")
        assert {row[0] for row in where.answer(bound, params, where.rebound)} == expected


def test_a_row_stays_in_the_sample_whatever_the_others_are() -> None:
    sample = "BERNOULLI (30) REPEATABLE (8)"
    assert ids(cluster(rows=ALL[:100]), sample) == {n for n in ids(cluster(), sample) if n <= 100}


def test_parameters() -> None:
    where = cluster()
    expected = ids(where, "BERNOULLI (12.5) REPEATABLE (6)")
    assert ids(where, "BERNOULLI ($1) REPEATABLE ($2)", params=(12.5, 6.0)) == expected


def test_without_a_seed_each_run_draws_anew() -> None:
    where = cluster()
    one, other = ids(where, "BERNOULLI (50)"), ids(where, "BERNOULLI (50)")
    # Of 10,000 rows, both have the same with a probability of 2 ** -10,000.
    assert one != other
    # A fair count is off by eight standard deviations once in 10 ** 15 runs.
    assert abs(len(one) - ROWS / 2) <= 8 * math.sqrt(ROWS / 4)
    assert abs(len(one & other) - ROWS / 4) <= 8 * math.sqrt(ROWS * 3 / 16)


def test_aggregates_and_joins_are_of_one_draw() -> None:
    """A WITH entry is drawn once; in a cluster, where the rows come together."""
    where = cluster()
    sql = """WITH s AS (SELECT * FROM t TABLESAMPLE SYSTEM (50))
             SELECT (SELECT count(*) FROM s), (SELECT count(*) FROM s a JOIN s b USING (id)), (SELECT sum(1) FROM s GROUP BY ())"""
    for rebind in (None, where.rebound):
        ((count, joined, summed),) = where.answer(where.bound(sql), (), rebind)
        assert count == joined == summed
        assert 0 < count < ROWS


def test_a_sample_is_not_written_for_other_nodes() -> None:
    where = cluster()
    with pytest.raises(Unsupported):
        where.rebound(where.bound("SELECT id FROM t TABLESAMPLE SYSTEM (50) WHERE id = 1").query, ())


def test_privileges_are_asked_for_by_what_is_mentioned_of_the_sample() -> None:
    bound = cluster(KEYS[1]).bound("SELECT x.name FROM t x TABLESAMPLE SYSTEM (50) REPEATABLE (1) WHERE flag")
    assert [(relation.name, set(at)) for relation, at in mentioned(bound.query, bound.uses)] == [("t", {3, 6})]


def test_grouped_in_a_cluster_as_on_one_node() -> None:
    where = cluster()
    sample = "t x TABLESAMPLE SYSTEM (25) REPEATABLE (11)"
    for sql in (
        f"SELECT flag, count(*), sum(price), min(name) FROM {sample} GROUP BY flag ORDER BY flag",
        f"SELECT id, name FROM {sample} ORDER BY id DESC LIMIT 5",
        f"SELECT count(*), count(y.id) FROM {sample} LEFT JOIN t y TABLESAMPLE BERNOULLI (50) REPEATABLE (2) ON y.id = x.id",
        f"SELECT count(DISTINCT day) FROM {sample} WHERE id NOT IN (SELECT id FROM t TABLESAMPLE BERNOULLI (50) REPEATABLE (2))",
        f"SELECT id FROM {sample} WHERE id = 4 UNION ALL SELECT max(id) FROM {sample}",
    ):
        bound = where.bound(sql)
        expected = where.whole(bound)
        assert expected
        assert where.answer(bound, (), where.rebound) == expected
