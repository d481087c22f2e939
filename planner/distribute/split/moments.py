"""Variances from parts: the last step, which no SQL function does. These Functions exist in merges only, no query can call them."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions import display
from planner.postgres.functions.declare import function
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction, NumericShape
from planner.postgres.functions.moments import KINDS, aggregate, statistic
from planner.postgres.functions.numeric import WIDTH_MAX, decimal

#: Fraction digits of a variance, as where one node computes it.
_SCALE: Final = 20


def _exact(kind: str) -> LowerFunction:
    """Of a count, an exact sum and an exact sum of squares."""

    def lower(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        count, total, squares = args
        text = f"py_statistic_of_sums(CAST({count.sql} AS BIGINT), {display.text_of(total)}, {display.text_of(squares)}, '{kind}')"
        shape = NumericShape(WIDTH_MAX, _SCALE)
        return Lowered(f"CAST({text} AS {decimal(shape)})", shape, text=text)

    return lower


def _floating(kind: str) -> LowerFunction:
    """An aggregate over parts' counts, sums and sums of squared deviations, which are put together as Postgres's workers' are."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        count, total, deviations = (a.sql for a in args)
        part = f"concat_ws(' ', {count}, {total}, {deviations})"
        parts = context.fill(aggregate("list", part), []) + f" FILTER (WHERE {count} > 0)"
        return Lowered(statistic(parts, kind))

    return lower


EXACT: Final[dict[str, Function]] = {
    name: function(f"{name}(int8, numeric, numeric) -> numeric", _exact(kind), schema="merge") for name, kind in KINDS.items()
}
FLOATING: Final[dict[str, Function]] = {
    name: function(f"{name}(int8, float8, float8) -> float8", _floating(kind), kind="aggregate", schema="merge")
    for name, kind in KINDS.items()
}
