"""Random views with random rows, and random conditions on them: everything is drawn from pools with the edges of each type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from hypothesis import strategies as s

from planner.tree import types as t
from planner.tree.bound import AnyAll, Cast, ColumnRef, Const, Expr, Param
from planner.tree.types import ARRAY_OF, PgType, SqlType, column_type
from planner.tree.values import Interval
from statestore import types as st
from statestore.keys import KeyCodec
from statestore.schema import HashPartitioning, RangePartitioning, StateRows, ViewSchema
from tests.planner.constrain.ir import BOOLEAN, Table, and_, call, const, in_, not_, operator, or_, row, view
from tests.statestore.kinds import DAY, FLOATS, FLOATS32, KINDS, TEXTS, TIMES, decimals, ints

#: Column type → pool of physical values of the column.
COLUMNS: list[tuple[st.DataType, Sequence[Any]]] = [
    *((kind.type, kind.pool) for kind in KINDS), (st.Decimal(5, 2), decimals(5, 2)), (st.Decimal(18, 0), decimals(18, 0))
]  # fmt: skip
_INTERVALS = [Interval(0, 0, 0), Interval(0, 0, 1), Interval(1, 0, 0), Interval(0, 30, 0), Interval(0, 1, 0), Interval(12, 0, 0),
              Interval(0, 0, -1), Interval(1, 0, 1), Interval(0, 29, DAY), Interval(10**8, 0, 0)]  # fmt: skip
_NUMERICS = [
    Decimal(x)
    for x in (
        *("0", "1", "1.5", "-1.5", "0.01", "0.011", "1.50", "127.5", "2147483647.5", "9223372036854775807", "1e30"),
        *("9223372036854775808", "-9223372036854775808.5", "NaN", "Infinity", "-Infinity"),
    )
]

#: SQL type → pool of constants.
CONSTANTS: dict[PgType, list[Any]] = {
    t.BOOL: [True, False],
    t.INT2: ints(16),
    t.INT4: [*ints(32), *ints(8)],
    t.INT8: [*ints(64), *ints(32), *ints(16), *ints(8), 2**53, 2**53 + 1],
    t.NUMERIC: [*_NUMERICS, *decimals(5, 2)],
    t.FLOAT4: FLOATS32,
    t.FLOAT8: [*FLOATS, 127.5, -128.0, 2147483647.0, 9007199254740993.0, 1.15],
    t.TEXT: TEXTS,
    t.VARCHAR: TEXTS,
    t.BYTEA: [b"", b"\0", b"a", b"a\0", b"\xff", b"\0\xff\0"],
    t.DATE: [0, 1, -1, 15_774, 16_012, 15_887, -719_162, 2**31 - 1, -(2**31)],
    t.TIMESTAMP: [*TIMES, *(x - 14_400_000_000 for x in TIMES)],
    t.TIMESTAMPTZ: [*TIMES, *(x + 14_400_000_000 for x in TIMES)],
    t.INTERVAL: _INTERVALS,
    ARRAY_OF[t.INT4]: [[], [0], [0, None], [None], [1], [0, 1], [2]],
    ARRAY_OF[t.TEXT]: [[], [""], ["a"], ["a", "b"], [None], ["b"]],
}
for _kind in KINDS:
    CONSTANTS.setdefault(column_type(_kind.type).pg, [_kind.value(value) for value in _kind.pool])
_INTEGERS = [t.INT2, t.INT4, t.INT8]
#: SQL type of the operand → types that it is compared with as it stands.
COMPARED: dict[PgType, list[PgType]] = {
    **{i: [*_INTEGERS, t.NUMERIC] for i in _INTEGERS},
    t.NUMERIC: [t.NUMERIC, t.INT4],
    t.FLOAT4: [t.FLOAT4, t.FLOAT8],
    t.FLOAT8: [t.FLOAT8, t.FLOAT4],
    t.TEXT: [t.TEXT, t.VARCHAR],
    **{d: [t.DATE, t.TIMESTAMP, t.TIMESTAMPTZ] for d in (t.DATE, t.TIMESTAMP, t.TIMESTAMPTZ)},
}
#: SQL type of a column → types that it may be cast to with its order kept.
CASTS: dict[PgType, list[PgType]] = {
    t.INT2: [t.INT4, t.INT8, t.NUMERIC, t.FLOAT8],
    t.INT4: [t.INT8, t.NUMERIC, t.FLOAT8],
    t.INT8: [t.NUMERIC, t.FLOAT8],
    t.NUMERIC: [t.FLOAT8],
    t.FLOAT4: [t.FLOAT8],
    t.DATE: [t.TIMESTAMP, t.TIMESTAMPTZ],
    t.TIMESTAMP: [t.DATE, t.TIMESTAMPTZ],
    t.TIMESTAMPTZ: [t.DATE, t.TIMESTAMP],
}
PATTERNS = ["a%", "%", "a", "ab%", "a\\%", "a\\_%", "a_", "_", "a%b", "", "é%", "ÿ%", "\U0001f600%", "a\\\\", "%a", "b%%"]
LEAVES = [*["compare"] * 4, "in", "in", "any", "all", "null", "distinct", "rows", "row in", "text", "flag", "guard"]
OPERATORS = ["=", "<>", "<", "<=", ">", ">="]


@s.composite
def schemas(draw: s.DrawFn) -> ViewSchema:
    """A view of 1 to 3 key columns and a value column, by hash or by range; or a state table, which may have no key at all."""
    types = draw(s.lists(s.sampled_from([c for c, _ in COLUMNS]), min_size=1, max_size=3))
    names = [f"k{i}" for i in range(len(types))]
    columns = {**dict(zip(names, types, strict=True)), "v": st.Int()}
    shard_key = draw(s.integers(1, len(types)))
    schema = view("v", columns, names, shard_key, HashPartitioning(draw(s.sampled_from([1, 3, 8]))))
    if draw(s.integers(0, 3)) == 0:
        return unordered(schema, key=draw(s.integers(0, len(types))), shard_key=draw(s.integers(0, shard_key)))
    if draw(s.booleans()):
        return schema
    keys = draw(s.lists(s.tuples(*(values_of(x) for x in types[:shard_key])), max_size=3))
    codec = KeyCodec(schema)
    splits = tuple(sorted({codec.encode_prefix(k) for k in keys}))
    return view("v", columns, names, shard_key, RangePartitioning(splits))


def unordered(schema: ViewSchema, *, key: int, shard_key: int) -> ViewSchema:
    """A state table of the same columns, with only so many of them in its keys."""
    rows = StateRows(tuple(c.type for c in schema.columns), tuple((i,) for i in range(len(schema.columns))))
    return replace(schema, key=schema.key[:key], shard_key=schema.key[: min(key, shard_key)], state_rows=rows)


def values_of(data_type: st.DataType) -> s.SearchStrategy[Any]:
    """A column's values, NULL among them."""
    pool = next(p for c, p in COLUMNS if c == data_type)
    return s.sampled_from([*pool, None])


@s.composite
def rows_of(draw: s.DrawFn, schema: ViewSchema) -> list[tuple[Any, ...]]:
    return draw(s.lists(s.tuples(*(values_of(c.type) for c in schema.columns)), max_size=30))


class Conditions:
    """Draws conditions on a table; constants become parameters at random, and *params* holds their values."""

    def __init__(self, draw: s.DrawFn, table: Table) -> None:
        self.draw, self.table = draw, table
        self.params: list[Any] = []

    def pick(self, of: list[Any]) -> Any:
        return self.draw(s.sampled_from(of))

    def given(self, value: Any, pg: PgType) -> Expr:
        """The value as a constant or as a parameter."""
        if self.draw(s.booleans()):
            return const(value, pg)
        self.params.append(value)
        return Param(len(self.params) - 1, SqlType(pg))

    def constant(self, pg: PgType) -> Expr:
        return self.given(self.pick([*CONSTANTS[pg], None]) if self.draw(s.integers(0, 9)) == 0 else self.pick(CONSTANTS[pg]), pg)

    def column(self) -> ColumnRef:
        refs = [ColumnRef(self.table.scan.source, i, c.name, c.type) for i, c in enumerate(self.table.relation.columns)]
        return self.pick([*refs[:-1], *refs])

    def operand(self) -> Expr:
        """A column, sometimes behind a cast or date_trunc."""
        column = self.column()
        pg = column.type.pg
        match self.draw(s.integers(0, 5)):
            case 0 if pg in CASTS:
                return Cast(column, SqlType(self.pick(CASTS[pg])), implicit=True)
            case 1 if pg in (t.TIMESTAMP, t.TIMESTAMPTZ):
                unit = const(self.pick(["hour", "day", "week", "month", "year"]), t.TEXT)
                return call("date_trunc", unit, column, pg=pg)
        return column

    def other(self, operand: Expr) -> PgType:
        pg = operand.type.pg
        found: PgType = self.pick(COMPARED.get(pg, [pg]))
        return found

    def condition(self, depth: int) -> Expr:
        kind = self.draw(s.integers(0, 9)) if depth else 9
        match kind:
            case 0 | 1 | 2:
                return and_(*(self.condition(depth - 1) for _ in range(self.draw(s.integers(2, 3)))))
            case 3 | 4:
                return or_(*(self.condition(depth - 1) for _ in range(self.draw(s.integers(2, 3)))))
            case 5:
                return not_(self.condition(depth - 1))
            case 6:
                return call(self.pick(["is_true", "is_false", "is_unknown"]), self.condition(depth - 1))
        return self.leaf()

    def leaf(self) -> Expr:
        choice = self.pick(
            ["compare"] * 4 + ["in", "in", "any", "all", "null", "distinct", "rows", "row in", "text", "flag", "guard"]
        )
        return getattr(self, f"_{choice.replace(' ', '_')}")()

    def _compare(self) -> Expr:
        operand = self.operand()
        sides = [operand, self.constant(self.other(operand))]
        return call(self.pick(OPERATORS), *(sides if self.draw(s.booleans()) else sides[::-1]))

    def _in(self) -> Expr:
        operand = self.operand()
        pg = self.other(operand)
        items = [self.constant(pg) for _ in range(self.draw(s.integers(1, 4)))]
        return in_(operand, *items, negated=self.draw(s.booleans()))

    def _array_test(self, *, every: bool) -> Expr:
        operand = self.operand()
        if operand.type.pg.is_array:
            return self._compare()
        element = self.other(operand)
        values = self.draw(s.lists(s.sampled_from([*CONSTANTS[element], None]), max_size=3) | s.none())
        name = operator(self.pick(OPERATORS))
        return AnyAll(operand, name, self.given(values, ARRAY_OF[element]), every, BOOLEAN)

    def _any(self) -> Expr:
        return self._array_test(every=False)

    def _all(self) -> Expr:
        return self._array_test(every=True)

    def _null(self) -> Expr:
        return call("is_null", self.operand())

    def _distinct(self) -> Expr:
        operand = self.operand()
        return call(self.pick(["is_distinct", "is_not_distinct"]), operand, self.constant(self.other(operand)))

    def _rows(self) -> Expr:
        operands = [self.operand() for _ in range(self.draw(s.integers(2, 3)))]
        return call(self.pick(OPERATORS), row(*operands), row(*(self.constant(self.other(o)) for o in operands)))

    def _row_in(self) -> Expr:
        operands = [self.operand() for _ in range(2)]
        others = [self.other(o) for o in operands]
        items = [row(*(self.constant(o) for o in others)) for _ in range(self.draw(s.integers(1, 3)))]
        return in_(row(*operands), *items, negated=self.draw(s.booleans()))

    def _text(self) -> Expr:
        column = self.column()
        if column.type.pg is not t.TEXT:
            return self._compare()
        if self.draw(s.booleans()):
            return call("starts_with", column, self.constant(t.TEXT))
        return call("like", column, self.given(self.pick(PATTERNS), t.TEXT))

    def _flag(self) -> Expr:
        column = self.column()
        return column if column.type.pg is t.BOOL else self._compare()

    def _guard(self) -> Expr:
        value = self.constant(t.INT8)
        if self.draw(s.booleans()):
            return call("is_null", value)
        return call(self.pick(OPERATORS), value, self.constant(t.INT8))


def constant_pool(pg: PgType) -> list[Any]:
    return CONSTANTS[pg]


__all__ = ["Conditions", "Const", "constant_pool", "rows_of", "schemas", "unordered", "values_of"]
