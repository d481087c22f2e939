"""Views whose shards are dealt to nodes: a split plan run over them, in DuckDB, against the whole query over all rows."""

from __future__ import annotations

import datetime
import heapq
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from operator import itemgetter
from typing import Any

import duckdb
import pyarrow as pa

from gateway.engine.duck.parameters import parameters
from planner.distribute.split import Concat, Fragment, MergeByKey, MergeQuery, SplitPlan, split
from planner.lower import lower
from planner.lower.lowering import LoweredSql
from planner.parse import parse
from planner.postgres.bind import bind
from planner.postgres.deparse import KnownValues, deparse
from planner.postgres.functions.prelude import install
from planner.tree.bound import BoundQuery, ColumnRef, Const, OutputColumn, Param, Query, Scan, Select
from planner.tree.catalog import MemoryCatalog, view_relation
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from planner.tree.types import FLOAT4, NUMERIC
from statestore.keys import KeyCodec
from statestore.rows import arrow_type
from statestore.schema import ViewSchema
from statestore.sharding import shard_function

NOW_US = 1_577_934_245_123_456
Row = tuple[Any, ...]
#: A query as a node gets it: what a fragment's query becomes on its way.
Rebind = Callable[[Query, Sequence[Any]], BoundQuery]


@dataclass
class Cluster:
    """Views, all their rows, and which node has which shards."""

    views: Mapping[str, ViewSchema]
    rows: Mapping[str, list[Row]]
    nodes: list[set[int]]
    settings: PlanSettings

    def __post_init__(self) -> None:
        self.catalog = MemoryCatalog([view_relation(v, 20_000 + i) for i, v in enumerate(self.views.values())])
        self.duck = engine()
        self._shard_of = {name: shards(view) for name, view in self.views.items()}

    def bound(self, sql: str, types: Sequence[int] = ()) -> BoundQuery:
        """The statement, bound."""
        statement = parse(sql)[0]
        assert isinstance(statement, SelectStatement)
        return bind(statement, self.catalog, types, self.settings)

    def whole(self, bound: BoundQuery, params: Sequence[Any] = ()) -> list[Row]:
        """The answer of one node that has everything."""
        return rows_of(self._run(lower(bound, self.settings), self.rows, bound, params))

    def rebound(self, query: Query, params: Sequence[Any]) -> BoundQuery:
        """A fragment's query as a node has it: written as SQL, parsed and bound again."""
        return self.bound(deparse(query, KnownValues(tuple(params), NOW_US, self.settings)))

    def sent(self, bound: BoundQuery, params: Sequence[Any] = ()) -> dict[str, tuple[list[str], list[int]]]:
        """What each fragment sends: its columns, and rows by node."""
        found = {}
        for fragment in self.split(bound).fragments:
            rows = [part.num_rows for part in self._parts(fragment, bound, params, self.rebound)]
            found[fragment.slot] = ([c.name for c in fragment.columns], rows)
        return found

    def split(self, bound: BoundQuery) -> SplitPlan:
        """The split plan."""
        return split(bound, self.settings)

    def answer(self, bound: BoundQuery, params: Sequence[Any] = (), rebind: Rebind | None = None) -> list[Row]:
        """The answer of the cluster."""
        plan = self.split(bound)
        match plan.merge:
            case Concat(limit, offset):
                rows = [r for part in self._parts(plan.fragments[0], bound, params, rebind) for r in rows_of(part)]
                return cut(rows, limit, offset, params)
            case MergeByKey():
                return self._by_key(plan, bound, params, rebind)
            case MergeQuery(merge, reads):
                tables = {f.slot: self._table(f, bound, params, rebind) for f in plan.fragments}
                for slot, table in tables.items():
                    self.duck.register(f"merge_{slot}", table)
                sql = merge.sql({r.slot: f"merge_{r.fragment}" for r in reads})
                given = parameters(sql, tuple(params), merge.parameters, NOW_US)
                return rows_of(self.duck.sql(sql, params=given).to_arrow_table())

    def _table(self, fragment: Fragment, bound: BoundQuery, params: Sequence[Any], rebind: Rebind | None) -> pa.Table:
        parts = self._parts(fragment, bound, params, rebind)
        names = [c.name for c in fragment.columns]
        if not parts:
            # No shard to read: nobody says of which types the columns are.
            return pa.table([pa.array([], pa.string())] * len(names), names)
        return pa.concat_tables(parts).rename_columns(names)

    def _parts(self, fragment: Fragment, bound: BoundQuery, params: Sequence[Any], rebind: Rebind | None) -> list[pa.Table]:
        query = fragment.query_with(params)
        node_bound = BoundQuery(query, bound.parameters) if rebind is None else rebind(query, params)
        lowered = lower(node_bound, self.settings)
        params = params if node_bound.parameters else ()
        parts = []
        for held in self.nodes:
            if held:
                mine = {n: [r for r in self.rows[n] if self._shard_of[n](r) in held] for n in fragment.views}
                parts.append(self._run(lowered, mine, node_bound, params))
        return parts

    def _by_key(self, plan: SplitPlan, bound: BoundQuery, params: Sequence[Any], rebind: Rebind | None) -> list[Row]:
        """Merged by the keys that the nodes send along: rows of one node must come in their order."""
        assert isinstance(plan.merge, MergeByKey)
        (fragment,) = plan.fragments
        view = self.views[fragment.views[0]]
        encode, width = KeyCodec(view).encode, len(fragment.columns)
        parts = self._parts(with_keys(fragment, view), bound, params, rebind)
        keyed = [[(encode(r[width:]), r[:width]) for r in rows_of(part)] for part in parts]
        descending = plan.merge.descending
        assert all(rows == sorted(rows, key=itemgetter(0), reverse=descending) for rows in keyed)
        found = [row for _, row in heapq.merge(*keyed, key=itemgetter(0), reverse=descending)]
        return cut(found, plan.merge.limit, plan.merge.offset, params)

    def _run(self, lowered: LoweredSql, rows: Mapping[str, list[Row]], bound: BoundQuery, params: Sequence[Any]) -> pa.Table:
        for name, held in rows.items():
            self.duck.register(f"rows_{name}", arrow(self.views[name], held))
        sql = lowered.sql.format(query="NULL", **{s.name: f"rows_{s.scan.relation.name}" for s in lowered.slots})
        return self.duck.sql(sql, params=parameters(sql, tuple(params), bound.parameters, NOW_US)).to_arrow_table()


@cache
def engine() -> duckdb.DuckDBPyConnection:
    """One DuckDB for all: the functions take long to install."""
    duck = duckdb.connect()
    duck.execute("SET TimeZone = 'UTC'")
    duck.execute("SET threads = 1")
    install(duck)
    return duck


def shards(view: ViewSchema) -> Callable[[Row], int]:
    """The shard of a row."""
    of = shard_function(view)
    at = view.key_ordinals[: len(view.shard_key)]
    return lambda row: of([row[i] for i in at])


def rows_of(table: pa.Table) -> list[Row]:
    """A table's rows."""
    return list(zip(*(column.to_pylist() for column in table.columns), strict=True))


def cut(rows: list[Row], limit: object, offset: object, params: Sequence[Any]) -> list[Row]:
    """LIMIT and OFFSET."""
    skip = count(offset, params) or 0
    most = count(limit, params)
    return rows[skip:] if most is None else rows[skip : skip + most]


def count(of: object, params: Sequence[Any]) -> int | None:
    """The value of a LIMIT or OFFSET."""
    if of is None:
        return None
    value = params[of.index] if isinstance(of, Param) else getattr(of, "operand", of)
    value = value.value if isinstance(value, Const) else value
    assert value is None or isinstance(value, int)
    return value


def with_keys(fragment: Fragment, view: ViewSchema) -> Fragment:
    """The fragment with its key columns behind the others, as KEYS gives them."""
    query = fragment.query
    assert isinstance(query, Select)
    assert isinstance(query.from_, Scan)
    columns = query.from_.relation.columns
    keys = tuple(ColumnRef(query.from_.source, i, columns[i].name, columns[i].type) for i in view.key_ordinals)
    outputs = tuple(OutputColumn(f"__key{i}", key.type) for i, key in enumerate(keys))
    return replace(fragment, query=replace(query, items=query.items + keys, columns=query.columns + outputs))


def arrow(view: ViewSchema, rows: Sequence[Row]) -> pa.Table:
    """Rows as the store gives them."""
    schema = pa.schema([(c.name, arrow_type(c.type)) for c in view.columns])
    columns = [pa.array([row[i] for row in rows], field.type) for i, field in enumerate(schema)]
    return pa.Table.from_arrays(columns, schema=schema)


def dealt(rng: random.Random, count_: int, shards_: int) -> list[set[int]]:
    """Shards dealt to nodes; some may get none."""
    nodes: list[set[int]] = [set() for _ in range(count_)]
    for shard in range(shards_):
        rng.choice(nodes).add(shard)
    return nodes


def comparable(value: Any) -> Any:
    """Equal in SQL is equal here; floats to 9 digits, as the order of summation is not defined."""
    if isinstance(value, (list, tuple)):
        return tuple(comparable(v) for v in value)
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, bool) or value is None:
        return repr(value)
    if isinstance(value, float):
        return "NaN" if math.isnan(value) else format(value + 0.0, ".9g") if abs(value) > 1e-12 else "0"
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        return str(value.astimezone(datetime.UTC))
    # Of the zeros of a group any may stand for it.
    return "0" if value == "-0" else str(value)


def answers(bound: BoundQuery, rows: Sequence[Row]) -> list[Any]:
    """Rows to compare: in order where the statement asks for one. A float4 has 6 digits.

    1 and 1.00 tie in an order, so which of them comes first, or is cut off by a LIMIT, says nothing.
    """
    short = [c.type.pg is FLOAT4 for c in bound.columns]
    found = [comparable([_shortened(v) if s else v for s, v in zip(short, row, strict=True)]) for row in rows]
    query = bound.query
    if not query.order_by:
        return sorted(found, key=repr)
    numeric = [c.type.pg is NUMERIC for c in bound.columns]
    ordered = [tuple(_number(v) if n else v for n, v in zip(numeric, row, strict=True)) for row in found]
    return ordered if query.limit or query.offset else [*ordered, *sorted(found, key=repr)]


def _number(text: str) -> str:
    return text if text in ("None", "NaN") else str(Decimal(text).normalize())


def _shortened(value: Any) -> Any:
    return float(format(value, ".6g")) if isinstance(value, float) and math.isfinite(value) else value
