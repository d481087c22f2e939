"""ORDER BY … LIMIT: the first rows of all are among the first rows of each node."""

from __future__ import annotations

from planner.postgres.functions.registry import builtin, resolve_operator
from planner.tree.bound import Call, Cast, Const, Expr, Param, Select
from planner.tree.query_plan import FirstRows
from planner.tree.types import INT2, INT4, INT8, SqlType

_INT8 = SqlType(INT8)


def first_of(select: Select) -> FirstRows | None:
    """The LIMIT and OFFSET of a query, where they are known before it runs. Without a LIMIT there is nothing to cut."""
    limit, offset = count_of(select.limit), count_of(select.offset)
    if limit is None or (select.offset is not None and offset is None):
        return None
    return FirstRows(limit, offset, None)


def counts_known(select: Select) -> bool:
    """Are LIMIT and OFFSET constants or parameters, if there at all?"""
    return all(of is None or count_of(of) is not None for of in (select.limit, select.offset))


def count_of(of: Expr | None) -> Const | Param | None:
    """LIMIT or OFFSET where it is a constant or a parameter."""
    while isinstance(of, Cast) and of.operand.type.pg in (INT2, INT4, INT8) and of.type.pg in (INT4, INT8):
        of = of.operand
    return of if isinstance(of, Const | Param) else None


def added_up(first: FirstRows) -> Expr:
    """LIMIT + OFFSET. A limit of NULL is none, also added up; an offset of NULL is 0."""
    if first.offset is None:
        return first.limit
    offset = Call(builtin("coalesce"), (_as_int8(first.offset), Const(0, _INT8)), _INT8)
    if isinstance(first.offset, Const):
        offset_value = first.offset.value if isinstance(first.offset.value, int) else 0
        if isinstance(first.limit, Const):
            return Const(None if not isinstance(first.limit.value, int) else first.limit.value + offset_value, _INT8)
    return Call(resolve_operator("+", INT8, INT8).function, (_as_int8(first.limit), offset), _INT8)


def _as_int8(expr: Expr) -> Expr:
    return expr if expr.type.pg is INT8 else Cast(expr, _INT8, implicit=True)
