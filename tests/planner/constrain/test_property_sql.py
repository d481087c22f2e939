"""Whatever the query, it answers the same over the pruned rows of each scan as over all rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as s

from planner.errors import PlanError
from planner.parse import parse
from planner.plan.planner import plan_query
from planner.postgres.functions.prelude import install
from planner.tree.catalog import MemoryCatalog, view_relation
from planner.tree.query_plan import PlanSettings, QueryPlan, SourceRead
from planner.tree.statement import SelectStatement
from statestore import types as st
from statestore.keys import KeyCodec
from statestore.schema import HashPartitioning, RangePartitioning, ViewSchema
from tests.planner.constrain.ir import view
from tests.planner.constrain.queries import statements
from tests.planner.constrain.reading import Reader
from tests.planner.constrain.worlds import unordered

EXAMPLES = 400

A = view("a", {"k1": st.Int(), "k2": st.String(), "v": st.Int()}, ["k1", "k2"])
_B = {"k1": st.Long(), "k2": st.String(), "v": st.Int()}
_SPLIT = KeyCodec(view("b", _B, ["k2", "k1"], 1)).encode_prefix(("y",))
B = view("b", _B, ["k2", "k1"], 1, RangePartitioning((_SPLIT,)))
CATALOG = MemoryCatalog([view_relation(A, 101), view_relation(B, 102)])
#: The same as state tables: one keyed by both columns, one without a key.
STATE_CATALOG = MemoryCatalog(
    [
        view_relation(unordered(A, key=2, shard_key=1), 101),
        view_relation(unordered(replace(B, partitioning=HashPartitioning(3)), key=0, shard_key=0), 102),
    ]
)
ARROW = {"a": pa.schema([("k1", pa.int32()), ("k2", pa.string()), ("v", pa.int32())]),
         "b": pa.schema([("k1", pa.int64()), ("k2", pa.string()), ("v", pa.int32())])}  # fmt: skip

Rows = list[tuple[Any, ...]]
NUMBERS = s.sampled_from([1, 2, 3, None])
ROWS = s.lists(s.tuples(NUMBERS, s.sampled_from(["x", "y", "z", None]), NUMBERS), max_size=12, unique_by=lambda row: row[:2])


@pytest.fixture(scope="module")
def engine() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        install(connection)
        yield connection


@pytest.mark.timeout(400)
@given(statements(), ROWS, ROWS, s.sampled_from([CATALOG, STATE_CATALOG]))
@settings(max_examples=EXAMPLES, deadline=None, print_blob=True, suppress_health_check=list(HealthCheck))
def test_pruned_rows_give_the_same_answer(
    engine: duckdb.DuckDBPyConnection, sql: str, a: Rows, b: Rows, catalog: MemoryCatalog
) -> None:
    plan = planned(sql, catalog)
    tables = {"a": (_schema(catalog, "a"), a), "b": (_schema(catalog, "b"), b)}
    everything = {r.slot: (r.relation.name, tables[r.relation.name][1]) for r in plan.reads}
    pruned = {r.slot: (r.relation.name, kept(r, *tables[r.relation.name])) for r in plan.reads}
    try:
        expected = answer(engine, plan, everything)
    except duckdb.Error:
        reject()  # More than one row from a scalar subquery, and the like.
    assert answer(engine, plan, pruned) == expected, sql


def _schema(catalog: MemoryCatalog, name: str) -> ViewSchema:
    relation = catalog.relation("public", name)
    assert relation is not None
    assert relation.view is not None
    return relation.view


def planned(sql: str, catalog: MemoryCatalog) -> QueryPlan:
    statement = parse(sql)[0]
    assert isinstance(statement, SelectStatement)
    try:
        return plan_query(statement, catalog, (), PlanSettings())
    except PlanError:
        reject()  # A query beyond what is supported says nothing about pruning.


def kept(read: SourceRead, schema: ViewSchema, rows: Rows) -> Rows:
    """The rows that the read's KeySet holds; for a bounded read, the first of them in key order, as a node would send them."""
    keys = read.constraint.resolve((), 0)
    reader, encode = Reader(schema), KeyCodec(schema).encode
    held = [row for row in rows if reader.holds(keys, row)]
    if read.first is None:
        return held
    limit = read.first.limit.value  # type: ignore[union-attr]
    offset = 0 if read.first.offset is None else read.first.offset.value  # type: ignore[union-attr]
    if not schema.ordered:
        assert read.first.descending is None
        return held[::-1] if limit is None else held[::-1][: limit + offset]
    ordered = sorted(held, key=lambda row: encode([row[i] for i in schema.key_ordinals]), reverse=bool(read.first.descending))
    return ordered if limit is None else ordered[: limit + offset]


def answer(engine: duckdb.DuckDBPyConnection, plan: QueryPlan, slots: dict[str, tuple[str, Rows]]) -> Counter[str]:
    names = {}
    for slot, (name, rows) in slots.items():
        names[slot] = f"rows_{slot}"
        engine.register(names[slot], arrow(name, rows))
    return Counter(map(repr, engine.execute(plan.sql(names)).fetchall()))


def arrow(name: str, rows: Rows) -> pa.Table:
    schema = ARROW[name]
    return pa.table([pa.array([row[i] for row in rows], field.type) for i, field in enumerate(schema)], schema)
