"""Merges of groups without DuckDB: by hand, beside DuckDB's over the same rows, and what is left to DuckDB."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any, Final

import pyarrow as pa
import pytest

from gateway.cluster.merging.grouping import ROWS_MAX, ArrowGrouping
from gateway.cluster.merging.tables import FragmentTables
from gateway.cluster.plans import ClusterPlan
from planner.distribute.split import MergeQuery
from planner.tree.query_plan import PlanSettings
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness
from tests.plugins.scale import random_for

SCHEMA: Final = ViewSchema(
    "facts",
    (
        Column("id", st.Long()),
        Column("kind", st.Int()),
        Column("name", st.String()),
        Column("day", st.Date()),
        Column("price", st.Double()),
        Column("paid", st.Decimal(12, 2)),
    ),
    ("id",),
    ("id",),
    HashPartitioning(4),
    (6,),
)
EVERYTHING: Final = (
    "SELECT kind, name, count(*), count(price), sum(kind), sum(id), sum(paid), sum(price), avg(price), min(day), max(day), "
    "min(id), max(price) FROM facts GROUP BY name, kind ORDER BY name, kind"
)
MERGED: Final = (
    EVERYTHING,
    "SELECT count(*), max(id), avg(price) FROM facts",
    "SELECT name, max(day) FROM facts GROUP BY 1 ORDER BY name DESC",
    "SELECT kind, name, day FROM facts GROUP BY kind, name, day ORDER BY kind, name DESC, day NULLS FIRST",
    "SELECT kind, count(*) AS n FROM facts GROUP BY kind ORDER BY n, kind",
    "SELECT day, kind, sum(price) FROM facts GROUP BY day, kind ORDER BY kind, day",
)
LEFT_TO_DUCKDB: Final = (
    "SELECT kind, avg(id) FROM facts GROUP BY kind",
    "SELECT kind, max(name) FROM facts GROUP BY kind",
    "SELECT price, count(*) FROM facts GROUP BY price",
    "SELECT kind, count(*) FROM facts GROUP BY kind HAVING count(*) > 1",
    "SELECT kind, count(*) + 1 FROM facts GROUP BY kind",
    "SELECT kind, count(*) FROM facts GROUP BY kind LIMIT 3",
    "SELECT kind, count(DISTINCT name) FROM facts GROUP BY kind",
    "SELECT kind, count(*) FROM facts GROUP BY ROLLUP (kind)",
    "SELECT kind FROM facts GROUP BY kind ORDER BY count(*)",
    "SELECT kind, sum(price) FILTER (WHERE id > 3) + 1 FROM facts GROUP BY kind",
)
FRAGMENT: Final = "SELECT kind, count(*), sum(price), avg(price) FROM facts GROUP BY kind ORDER BY kind"


@pytest.fixture(scope="module")
def harness(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    folder: Path = tmp_path_factory.mktemp("grouping")
    with Harness(folder) as made:
        made.write(SCHEMA, pa.table({c.name: [] for c in SCHEMA.columns}, _arrow()))
        yield made


def _arrow() -> pa.Schema:
    types = (pa.int64(), pa.int32(), pa.string(), pa.date32(), pa.float64(), pa.decimal128(12, 2))
    return pa.schema(list(zip((c.name for c in SCHEMA.columns), types, strict=True)))


def plan_of(harness: Harness, sql: str) -> ClusterPlan:
    return ClusterPlan.of(harness.prepare(sql).plan, PlanSettings())


def grouping_of(harness: Harness, sql: str) -> ArrowGrouping:
    found = plan_of(harness, sql).grouping
    assert found is not None, sql
    return found


def by_duckdb(harness: Harness, plan: ClusterPlan, batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    merge = plan.split.merge
    assert isinstance(merge, MergeQuery)
    tables = FragmentTables(merge, plan.split.fragments, {plan.split.fragments[0].slot: batches})
    source = harness.engine.duck_over(tables, merge.plan, (), harness.context())
    try:
        found = source.read()
        assert found is not None
        return found
    finally:
        source.close()


def random_batch(plan: ClusterPlan, random: Random) -> pa.RecordBatch:
    """What a fragment might send."""
    made: dict[str, Any] = {
        "int4": lambda: random.randrange(-3, 3),
        "text": lambda: random.choice(["", "a", "b", "é", "ß"]),
        "date": lambda: date(2020, 1, 1) + timedelta(random.randrange(9)),
        "int8": lambda: random.randrange(1000),
        "float8": lambda: random.randrange(-1000, 1000) / 8,
        "numeric": lambda: Decimal(random.randrange(-1000, 1000)),
    }
    fragment = plan.split.fragments[0]
    rows = random.randrange(1, 40)
    arrays, names = [], []
    for column, shape in zip(fragment.columns, fragment.shapes, strict=True):
        type_ = pa.decimal128(shape.width, shape.scale) if shape else _ARROW[column.type.pg.name]
        pick = made[column.type.pg.name]
        # Counts are never NULL, and sums of floats only where there are none (test_by_hand).
        share = 0.0 if type_ in (pa.int64(), pa.float64()) else 0.1
        arrays.append(pa.array([None if random.random() < share else pick() for _ in range(rows)], type_))
        names.append(column.name)
    return pa.RecordBatch.from_arrays(arrays, names)


_ARROW: Final = {"int4": pa.int32(), "text": pa.string(), "date": pa.date32(), "int8": pa.int64(), "float8": pa.float64()}


@pytest.mark.parametrize("sql", MERGED)
def test_as_duckdb_does_it(harness: Harness, sql: str) -> None:
    plan = plan_of(harness, sql)
    assert plan.grouping is not None
    random = random_for("grouping")
    for _ in range(20):
        batches = [random_batch(plan, random) for _ in range(3)]
        found, wanted = plan.grouping.grouped(batches), by_duckdb(harness, plan, batches)
        assert found is not None
        assert found.schema.types == wanted.schema.types
        assert [list(r.values()) for r in named(found)] == [list(r.values()) for r in named(wanted)]


def named(batch: pa.RecordBatch) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.RecordBatch.from_arrays(batch.columns, list(map(str, range(batch.num_columns)))).to_pylist()
    return rows


@pytest.mark.parametrize("sql", LEFT_TO_DUCKDB)
def test_is_left_to_duckdb(harness: Harness, sql: str) -> None:
    assert plan_of(harness, sql).grouping is None


def parts(*rows: tuple[int | None, int, float | None, int], ends: float | None = None) -> pa.RecordBatch:
    """Rows of FRAGMENT's fragment: kind, count(*), sum(price), count(price); min(price) and max(price) are the sum, or *ends*."""
    columns = [[row[i] for row in rows] for i in (0, 1, 2, 3, 2, 2)]
    if ends is not None:
        columns[4:] = [[-ends] * len(rows), [ends] * len(rows)]
    types = (pa.int32(), pa.int64(), pa.float64(), pa.int64(), pa.float64(), pa.float64())
    arrays = [pa.array(values, type_) for values, type_ in zip(columns, types, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, ["kind", "c1", "c2", "c3", "c4", "c5"])


def test_by_hand(harness: Harness) -> None:
    batches = [parts((2, 3, 6.0, 2), (None, 1, None, 0)), parts((1, 1, 0.5, 1), (2, 1, 1.5, 1)), parts((None, 4, None, 0))]
    found = grouping_of(harness, FRAGMENT).grouped(batches)
    assert found is not None
    assert [tuple(row.values()) for row in named(found)] == [(1, 1, 0.5, 0.5), (2, 4, 7.5, 2.5), (None, 5, None, None)]


@pytest.mark.parametrize(
    "row",
    [
        (1, 1, math.nan, 1),
        (1, 1, math.inf, 1),
        (1, 2**62, 1.0, 1),
        (1, 1, 1e200, 3),
    ],
)
def test_values_that_duckdb_has_to_see(harness: Harness, row: tuple[int, int, float, int]) -> None:
    """NaN and infinity; sums that overflow, and squares that do."""
    assert grouping_of(harness, FRAGMENT).grouped([parts(row), parts((1, 2**62, 0.0, 1))]) is None


@pytest.mark.parametrize(("ends", "is_merged"), [(1e150, True), (1e154, False), (-1e154, False)])
def test_an_average_of_large_numbers_is_for_duckdb(harness: Harness, ends: float, is_merged: bool) -> None:
    found = grouping_of(harness, FRAGMENT).grouped([parts((1, 2, 0.0, 2), ends=ends)])
    assert (found is not None) == is_merged


def test_only_so_many_rows(harness: Harness) -> None:
    grouping = grouping_of(harness, FRAGMENT)
    assert grouping.grouped([]) is None
    assert grouping.grouped([parts(*[(i, 1, 1.0, 1) for i in range(ROWS_MAX)])]) is not None
    assert grouping.grouped([parts(*[(i, 1, 1.0, 1) for i in range(ROWS_MAX)]), parts((1, 1, 1.0, 1))]) is None


def test_numerics_as_text_are_for_duckdb(harness: Harness) -> None:
    sql = "SELECT kind, sum(paid) FROM facts GROUP BY kind"
    rows = pa.RecordBatch.from_arrays([pa.array([1], pa.int32()), pa.array(["1.5"])], ["kind", "c1"])
    assert grouping_of(harness, sql).grouped([rows]) is None


def test_numerics_beyond_38_digits_are_for_duckdb(harness: Harness) -> None:
    sql = "SELECT kind, sum(id) FROM facts GROUP BY kind"
    large = pa.array([Decimal(10**38 - 1)], pa.decimal128(38, 0))
    rows = pa.RecordBatch.from_arrays([pa.array([1], pa.int32()), large], ["kind", "c1"])
    assert grouping_of(harness, sql).grouped([rows]) is not None
    assert grouping_of(harness, sql).grouped([rows, rows]) is None
