"""Bound queries written by hand: short spellings of the IR over one or more views."""

from __future__ import annotations

from typing import Any

from planner.postgres.functions.function import Function
from planner.postgres.functions.registry import builtin
from planner.tree.bound import (
    AnyAll,
    BoundQuery,
    Call,
    Cast,
    ColumnRef,
    Const,
    Expr,
    From,
    InList,
    Join,
    JoinKind,
    OutputColumn,
    Param,
    Row,
    Scan,
    Select,
    SortKey,
)  # fmt: skip
from planner.tree.catalog import Relation, view_relation
from planner.tree.types import ARRAY_OF, BOOL, INT8, NUMERIC, RECORD, TEXT, PgType, SqlType
from statestore import types as st
from statestore.schema import Column, HashPartitioning, Partitioning, ViewSchema

BOOLEAN = SqlType(BOOL)


def view(
    name: str, columns: dict[str, st.DataType], key: list[str], shard_key: int = 1, partitioning: Partitioning | None = None
) -> ViewSchema:
    return ViewSchema(
        name,
        tuple(Column(n, t) for n, t in columns.items()),
        tuple(key),
        tuple(key[:shard_key]),
        partitioning or HashPartitioning(8),
        (len(columns),),
    )


class Table:
    """A scan with its columns at hand: ``t.k`` is the reference to column k."""

    def __init__(self, schema: ViewSchema, source: int = 1, alias: str | None = None) -> None:
        self.schema = schema
        self.relation: Relation = view_relation(schema, 100_000 + source)
        self.scan = Scan(source, self.relation, alias or schema.name)

    def __getattr__(self, name: str) -> ColumnRef:
        at = self.schema.ordinals[name]
        return ColumnRef(self.scan.source, at, name, self.relation.columns[at].type)


def operator(name: str) -> Function:
    return Function(name, (), BOOL, "", operator=True)


def call(name: str, *args: Expr, pg: PgType = BOOL) -> Call:
    return Call(operator(name), args, SqlType(pg))


def const(value: Any, pg: PgType = INT8) -> Const:
    return Const(value, SqlType(pg))


def param(index: int, pg: PgType) -> Param:
    return Param(index, SqlType(pg))


def text(value: str | None) -> Const:
    return const(value, TEXT)


def numeric(value: Any) -> Const:
    return const(value, NUMERIC)


def cast(operand: Expr, pg: PgType) -> Cast:
    return Cast(operand, SqlType(pg), implicit=True)


def and_(*args: Expr) -> Call:
    return Call(builtin("and"), args, BOOLEAN)


def or_(*args: Expr) -> Call:
    return Call(builtin("or"), args, BOOLEAN)


def not_(arg: Expr) -> Call:
    return Call(builtin("not"), (arg,), BOOLEAN)


def in_(operand: Expr, *items: Expr, negated: bool = False) -> InList:
    return InList(operand, items, negated, BOOLEAN)


def any_(operand: Expr, name: str, values: list[Any] | None, element: PgType) -> AnyAll:
    return AnyAll(operand, operator(name), Const(values, SqlType(ARRAY_OF[element])), False, BOOLEAN)


def all_(operand: Expr, name: str, values: list[Any] | None, element: PgType) -> AnyAll:
    return AnyAll(operand, operator(name), Const(values, SqlType(ARRAY_OF[element])), True, BOOLEAN)


def row(*items: Expr) -> Row:
    return Row(items, SqlType(RECORD))


def inner(left: From, right: From, on: Expr) -> Join:
    return Join(JoinKind.INNER, left, right, on)


def left_join(left: From, right: From, on: Expr) -> Join:
    return Join(JoinKind.LEFT, left, right, on)


def select(
    from_: From, where: Expr | None = None, items: tuple[Expr, ...] = (), order_by: tuple[SortKey, ...] = (), **more: Any
) -> Select:
    columns = tuple(OutputColumn(f"c{i}", item.type) for i, item in enumerate(items))
    return Select(items, columns, from_, where, order_by=order_by, **more)


def bound(query: Select, *params: PgType) -> BoundQuery:
    return BoundQuery(query, tuple(SqlType(p) for p in params))
