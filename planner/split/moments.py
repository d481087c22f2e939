"""Variances from parts: the last step, which no SQL function does. These Functions exist in merges only, no query can call them."""

from __future__ import annotations

from typing import Final

from planner.functions import display
from planner.functions.aggregates import aggregate
from planner.functions.declare import function
from planner.functions.function import Function, LowerContext, Lowered, LowerFunction, Shape
from planner.functions.numeric import WIDTH_MAX, decimal

#: Fraction digits of a variance, as where one node computes it.
_SCALE: Final = 20
#: Postgres's name → DuckDB's, which is the Python function's too.
KINDS: Final = {
    "var_samp": "var_samp", "variance": "var_samp", "var_pop": "var_pop",
    "stddev": "stddev_samp", "stddev_samp": "stddev_samp", "stddev_pop": "stddev_pop",
}  # fmt: skip


def _exact(kind: str) -> LowerFunction:
    """Of a count, an exact sum and an exact sum of squares."""

    def lower(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        count, total, squares = args
        text = f"py_{kind}(CAST({count.sql} AS BIGINT), {display.text_of(total)}, {display.text_of(squares)})"
        shape = Shape(WIDTH_MAX, _SCALE)
        return Lowered(f"CAST({text} AS {decimal(shape)})", shape, text=text)

    return lower


#: Two parts [n, mean, n · variance] as one: Chan, Golub and LeVeque's update, which Postgres's float8_combine uses too.
_COMBINED: Final = (
    "[a[1] + b[1], a[2] + (b[2] - a[2]) * (b[1] / (a[1] + b[1])), "
    "a[3] + b[3] + (b[2] - a[2]) * (b[2] - a[2]) * a[1] * b[1] / (a[1] + b[1])]"
)
_RESULT: Final = {
    "var_samp": "CASE WHEN m[1] > 1 THEN m[3] / (m[1] - 1) END",
    "var_pop": "m[3] / m[1]",
    "stddev_samp": "CASE WHEN m[1] > 1 THEN sqrt(m[3] / (m[1] - 1)) END",
    "stddev_pop": "sqrt(m[3] / m[1])",
}


def _floating(kind: str) -> LowerFunction:
    """An aggregate over parts' counts, means and population variances."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        count, mean, variance = (a.sql for a in args)
        part = f"[CAST({count} AS DOUBLE), {mean}, {variance} * CAST({count} AS DOUBLE)]"
        parts = context.fill(aggregate("list", part), []) + f" FILTER (WHERE {count} > 0)"
        whole = f"list_transform([list_reduce({parts}, lambda a, b: {_COMBINED})], lambda m: {_RESULT[kind]})[1]"
        return Lowered(whole)

    return lower


EXACT: Final[dict[str, Function]] = {
    name: function(f"{name}(int8, numeric, numeric) -> numeric", _exact(kind), schema="merge") for name, kind in KINDS.items()
}
FLOATING: Final[dict[str, Function]] = {
    name: function(f"{name}(int8, float8, float8) -> float8", _floating(kind), kind="aggregate", schema="merge")
    for name, kind in KINDS.items()
}
