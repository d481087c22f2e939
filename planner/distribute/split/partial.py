"""Aggregates in two steps: what each fragment computes of its rows, and what the coordinator makes of those parts.

Exact types stay exact: an average is the sum of sums divided by the sum of counts, as Postgres's own. An aggregate with
DISTINCT has no parts; its arguments become group keys of the fragment, and the coordinator aggregates those.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from planner.postgres.functions import display, moments
from planner.postgres.functions.declare import function
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction, NumericShape
from planner.postgres.functions.numeric import WIDTH_MAX, decimal
from planner.postgres.functions.registry import builtin, resolve_function, resolve_operator
from planner.tree.bound import Aggregate, Call, Cast, Const, Expr
from planner.tree.types import FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC, PgType, SqlType

_INTEGERS: Final = (INT2, INT4, INT8)
_EXACT: Final = (*_INTEGERS, NUMERIC)
_SAME: Final = frozenset({"min", "max", "bool_and", "bool_or", "every", "bit_and", "bit_or", "bit_xor"})
#: These do not see whether a value comes twice.
_IDEMPOTENT: Final = frozenset({"min", "max", "bool_and", "bool_or", "every", "bit_and", "bit_or"})


@dataclass(frozen=True, slots=True)
class Partial:
    """*parts* are computed by each fragment; *combined* makes the result of their columns, within a grouped query.

    With *fixed*, that holds only if all of a part's values show the scale of its DECIMAL.
    """

    parts: tuple[Aggregate, ...]
    combined: Callable[[Sequence[Expr]], Expr]
    fixed: bool = False


def partial(aggregate: Aggregate) -> Partial | None:
    """The two steps of an aggregate without DISTINCT (or one that does not need it); None where it has none."""
    name = aggregate.function.name
    if aggregate.within_group or needs_distinct(aggregate):
        return None
    plain = replace(aggregate, distinct=False, order_by=())
    if name in _SAME:
        return Partial((plain,), lambda columns: _again(plain, columns[0]))
    if name in ("count", "regr_count"):
        return Partial((plain,), lambda columns: _count(columns[0]))
    if name == "sum":
        return _sum(plain)
    if name == "avg":
        return _average(plain)
    return _variance(plain) if name in moments.KINDS else None


def is_idempotent(aggregate: Aggregate) -> bool:
    """Is it the same however often a value comes?"""
    return aggregate.function.name in _IDEMPOTENT


def needs_distinct(aggregate: Aggregate) -> bool:
    """Is DISTINCT what stands against parts?"""
    return aggregate.distinct and not is_idempotent(aggregate)


def _again(aggregate: Aggregate, column: Expr) -> Aggregate:
    return Aggregate(aggregate.function, (column,), aggregate.type)


def _count(column: Expr) -> Expr:
    total = Cast(_sum_of(column), SqlType(INT8), implicit=True)
    return Call(builtin("coalesce"), (total, Const(0, SqlType(INT8))), SqlType(INT8))


# ---------------------------------------------------------------------------------------------- sums and what is made of them


def _sum(of: Aggregate) -> Partial:
    pg = of.args[0].type.pg
    if pg in (INT2, INT4):
        return Partial((of,), lambda columns: Cast(_sum_of(columns[0]), SqlType(INT8), implicit=True))
    if pg is FLOAT4:
        # Rounded once, at the end.
        part = _sum_of(_as(of.args[0], FLOAT8), of.filter)
        return Partial((part,), lambda columns: Cast(_sum_of(columns[0]), SqlType(FLOAT4), implicit=True))
    return Partial((of,), lambda columns: _sum_of(columns[0]))


def _average(of: Aggregate) -> Partial | None:
    pg = of.args[0].type.pg
    count = _count_of(of.args[0], of.filter)
    if pg in (FLOAT4, FLOAT8):
        value = _as(of.args[0], FLOAT8)
        parts = (count, *(_call(name, value, of.filter) for name in ("sum", "min", "max")))
        return Partial(parts, lambda columns: Aggregate(_FLOATING_AVERAGE, tuple(columns), SqlType(FLOAT8)))
    return Partial((_sum_of(of.args[0], of.filter), count), _quotient) if pg in _EXACT else None


def _quotient(columns: Sequence[Expr]) -> Expr:
    total, count = _as(_sum_of(columns[0]), NUMERIC), _as(_sum_of(columns[1]), NUMERIC)
    some = Call(builtin("nullif"), (count, _as(Const(0, SqlType(INT8)), NUMERIC)), SqlType(NUMERIC))
    return Call(resolve_operator("/", NUMERIC, NUMERIC).function, (total, some), SqlType(NUMERIC))


def _variance(of: Aggregate) -> Partial | None:
    pg, name = of.args[0].type.pg, of.function.name
    count = _count_of(of.args[0], of.filter)
    if pg in (FLOAT4, FLOAT8):
        value = _as(of.args[0], FLOAT8)
        sxx = resolve_function("regr_sxx", None, [FLOAT8, FLOAT8]).function
        deviations = Aggregate(sxx, (value, value), SqlType(FLOAT8), filter=of.filter)
        parts = (count, _sum_of(value, of.filter), deviations)
        return Partial(parts, lambda columns: Aggregate(_FLOATING_VARIANCES[name], tuple(columns), SqlType(FLOAT8)))
    if pg not in _EXACT:
        return None
    value = _as(of.args[0], NUMERIC)
    square = Call(resolve_operator("*", NUMERIC, NUMERIC).function, (value, value), SqlType(NUMERIC))
    parts = (count, _sum_of(value, of.filter), _sum_of(square, of.filter))
    return Partial(parts, lambda columns: _exact_variance(name, columns), fixed=True)


def _exact_variance(name: str, columns: Sequence[Expr]) -> Expr:
    return Call(_EXACT_VARIANCES[name], (_count(columns[0]), _sum_of(columns[1]), _sum_of(columns[2])), SqlType(NUMERIC))


def _as(expr: Expr, pg: PgType) -> Expr:
    return expr if expr.type.pg is pg else Cast(expr, SqlType(pg), implicit=True)


def _sum_of(expr: Expr, condition: Expr | None = None) -> Aggregate:
    return _call("sum", expr, condition)


def _count_of(expr: Expr, condition: Expr | None = None) -> Aggregate:
    return _call("count", expr, condition)


def _call(name: str, expr: Expr, condition: Expr | None = None) -> Aggregate:
    found = resolve_function(name, None, [expr.type.pg])
    return Aggregate(found.function, (expr,), SqlType(found.result), filter=condition)


# --------------------------------------------------------------------------------- the last step of floats' averages, variances
# No SQL function does it. These Functions exist in merges only, no query can call them.

#: Fraction digits of a variance, as where one node computes it.
_SCALE: Final = 20


def _of_sums(kind: str) -> LowerFunction:
    """Of a count, an exact sum and an exact sum of squares."""

    def lower(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        count, total, squares = args
        text = f"py_statistic_of_sums(CAST({count.sql} AS BIGINT), {display.text_of(total)}, {display.text_of(squares)}, '{kind}')"
        shape = NumericShape(WIDTH_MAX, _SCALE)
        return Lowered(f"CAST({text} AS {decimal(shape)})", shape, text=text)

    return lower


def _of_deviations(kind: str) -> LowerFunction:
    """An aggregate over parts' counts, sums and sums of squared deviations, which are put together as Postgres's workers' are."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        count, total, deviations = (a.sql for a in args)
        part = f"concat_ws(' ', {count}, {total}, {deviations})"
        parts = context.fill(moments.aggregate("list", part), []) + f" FILTER (WHERE {count} > 0)"
        return Lowered(moments.statistic(parts, kind))

    return lower


def _of_edges(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """An average of floats over parts' counts, sums, least and greatest."""
    names = ("sum", "sum", "min", "max")
    count, total, *edges = (context.fill(moments.aggregate(name), [a.sql]) for name, a in zip(names, args, strict=True))
    return Lowered(f"pg_finite_avg({total}, CAST({count} AS BIGINT), {', '.join(edges)})")


_FLOATING_AVERAGE: Final = function("avg(int8, float8, float8, float8) -> float8", _of_edges, kind="aggregate", schema="merge")
_EXACT_VARIANCES: Final[dict[str, Function]] = {
    name: function(f"{name}(int8, numeric, numeric) -> numeric", _of_sums(kind), schema="merge")
    for name, kind in moments.KINDS.items()
}
_FLOATING_VARIANCES: Final[dict[str, Function]] = {
    name: function(f"{name}(int8, float8, float8) -> float8", _of_deviations(kind), kind="aggregate", schema="merge")
    for name, kind in moments.KINDS.items()
}
