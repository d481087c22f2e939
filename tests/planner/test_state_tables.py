"""What the planner makes of tables whose rows lie in no order, with and without a key."""

from __future__ import annotations

import pytest

from planner.distribute.split import MergeByKey, split
from planner.errors import GroupingFault
from planner.parse import parse
from planner.plan.planner import plan_query
from planner.postgres.deparse import KnownValues, deparse
from planner.tree.catalog import MemoryCatalog, view_relation
from planner.tree.query_plan import AccessPath, PlanSettings, QueryPlan
from planner.tree.statement import SelectStatement
from statestore import types as st
from statestore.schema import ViewSchema
from tests.planner.constrain.ir import view
from tests.planner.constrain.worlds import unordered

_COLUMNS: dict[str, st.DataType] = {"a": st.Int(), "b": st.String(), "n": st.Long()}
#: Keyed by (a, b) and sharded by a; sharded by the whole key; without a key.
TABLES: list[ViewSchema] = [
    unordered(view("s", _COLUMNS, ["a", "b"], 1), key=2, shard_key=1),
    unordered(view("w", _COLUMNS, ["a", "b"], 2), key=2, shard_key=2),
    unordered(view("k", _COLUMNS, ["a", "b"], 2), key=0, shard_key=0),
]
CATALOG = MemoryCatalog([view_relation(v, 1000 + i) for i, v in enumerate(TABLES)])


def planned(sql: str) -> QueryPlan:
    statement = parse(sql)[0]
    assert isinstance(statement, SelectStatement)
    return plan_query(statement, CATALOG, (), PlanSettings())


#: WHERE, how the first read of the table is done, over how many shards, and whether that is the query's WHERE.
ACCESS = [
    ("s WHERE a = 1 AND b = 'x'", AccessPath.POINT, 1, True),
    ("w WHERE a = 1 AND b = 'x'", AccessPath.POINT, 1, True),
    ("s WHERE (a, b) IN ((1, 'x'), (1, 'y'))", AccessPath.MULTI_GET, 1, True),
    ("s WHERE a IS NULL AND b = 'x'", AccessPath.POINT, 1, True),
    ("s WHERE a = 1", AccessPath.SOME_SHARDS, 1, False),
    ("s WHERE a = 1 AND b > 'x'", AccessPath.SOME_SHARDS, 1, False),
    ("s WHERE a BETWEEN 1 AND 1", AccessPath.SOME_SHARDS, 1, False),
    ("w WHERE a = 1", AccessPath.ALL_SHARDS, 8, False),
    ("s WHERE a > 1", AccessPath.ALL_SHARDS, 8, False),
    ("s WHERE b = 'x'", AccessPath.ALL_SHARDS, 8, False),
    ("s WHERE n = 1", AccessPath.ALL_SHARDS, 8, False),
    ("s", AccessPath.ALL_SHARDS, 8, True),
    ("k", AccessPath.ALL_SHARDS, 8, True),
    ("k WHERE a = 1 AND b = 'x'", AccessPath.ALL_SHARDS, 8, False),
    ("s WHERE 1 = 0", AccessPath.NOTHING, 0, True),
]


@pytest.mark.parametrize(("of", "access", "shards", "exact"), ACCESS, ids=[c[0] for c in ACCESS])
def test_access(of: str, access: AccessPath, shards: int, exact: bool) -> None:
    (read,) = planned(f"SELECT a, b, n FROM {of}").reads
    keys = read.constraint.resolve((), 0)
    assert (keys.access, len(keys.shards), read.constraint.exact) == (access, shards, exact)


def test_parameters_make_a_point_get() -> None:
    lean = planned("SELECT n FROM s WHERE a = $1 AND b = $2").lean
    assert lean is not None
    assert lean.read.constraint.point_key((1, "x")) == lean.read.constraint.resolve((1, "x"), 0).points[0]  # type: ignore[attr-defined]


@pytest.mark.parametrize("of", ["s WHERE a = $1", "s WHERE a = $1 AND b > $2", "k WHERE a = $1", "w WHERE a = ANY($1)"])
def test_parameters_that_leave_rows_to_filter_are_no_keyed_read(of: str) -> None:
    assert planned(f"SELECT n FROM {of}").lean is None


@pytest.mark.parametrize("of", ["s ORDER BY a, b", "s ORDER BY a DESC", "s WHERE a = 1 ORDER BY b", "k ORDER BY a", "k ORDER BY n"])
def test_order_is_never_that_of_the_store(of: str) -> None:
    plan = planned(f"SELECT a, b FROM {of} LIMIT 3")
    assert plan.lean is None
    assert all(read.first is None for read in plan.reads)
    assert not isinstance(split(plan.bound, PlanSettings()).merge, MergeByKey)


@pytest.mark.parametrize("of", ["s WHERE a = 1 AND b = 'x' ORDER BY b, n", "s LIMIT 3", "k LIMIT 3"])
def test_any_order_will_do(of: str) -> None:
    lean = planned(f"SELECT a, b, n FROM {of}").lean
    assert lean is not None
    assert lean.descending is None


def test_a_key_without_columns_tells_no_rows_apart() -> None:
    planned("SELECT a, b, n FROM s GROUP BY a, b")
    with pytest.raises(GroupingFault):
        planned("SELECT a, b, n FROM k GROUP BY a, b")


def test_rows_without_a_key_are_grouped_before_they_travel() -> None:
    """One side of a join is sent as groups, which is worth nothing for rows that have a key; those of k have none."""
    plan = planned("SELECT s.b, count(k.n) FROM s JOIN k ON k.b = s.b GROUP BY s.b")
    fragments = split(plan.bound, PlanSettings()).fragments
    assert any("GROUP BY" in deparse(f.query, KnownValues((), 0, PlanSettings())) for f in fragments)
