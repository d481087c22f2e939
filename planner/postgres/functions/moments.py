"""Variances and regressions. Of floats PostgreSQL's own sums, made of lists of the values; of exact numbers exact sums.

Those of floats are Youngs and Cramer's sums, as float8_accum keeps them, made of a list of the values in slices of 8,192 (half a
second for a million); so NaN, infinities and large numbers that lie close together come out as in PostgreSQL, to the last digit
where the rows come in its order. Windows of more than 999 rows, or without such bounds, are DuckDB's own, for lists would be as
many as rows; whole numbers below 1e13 are summed exactly there, others that are large and lie close together lose digits, and a
regression over NaN or infinity is refused. Of exact numbers the sums are exact; more than 13 digits are squared in parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from planner.postgres.functions import display
from planner.postgres.functions.function import LowerContext, Lowered, LowerFunction, NumericShape, lowering
from planner.postgres.functions.numeric import WIDTH_MAX, decimal
from planner.postgres.functions.udf.moments import OF_ONE, OF_TWO, PART_DIGITS

#: Postgres's names of variances → their kind.
KINDS: Final = {
    "var_samp": "var_samp", "variance": "var_samp", "var_pop": "var_pop",
    "stddev": "stddev_samp", "stddev_samp": "stddev_samp", "stddev_pop": "stddev_pop",
}  # fmt: skip
#: Fraction digits of a variance's DECIMAL.
_SCALE: Final = 20
#: Digits of an integer.
_EXACT: Final = {"int2": 5, "int4": 10, "int8": 19}
_END: Final = r"(?:CURRENT ROW|CAST\(\d{1,3} AS \w+\) (?:PRECEDING|FOLLOWING))"
#: Of a window, whose values may be gathered for every row.
_SHORT_FRAME: Final = re.compile(rf"ROWS BETWEEN {_END} AND {_END}[A-Z ]*\)$")


def aggregate(name: str, arguments: str = "{0}") -> str:
    """A template: DuckDB's aggregate *name* with everything that may stand around the arguments."""
    return f"{name}({{distinct}}{arguments}{{order}}){{suffix}}"


def statistic(parts: str, kind: str) -> str:
    """SQL of what becomes of a list of Youngs and Cramer's parts; NULL if there is none."""
    return f"py_statistic({parts}, '{kind}')"


def _listed(context: LowerContext, value: str) -> str:
    """The values; those of DISTINCT in the order in which Postgres comes upon them."""
    order = context.order or (f" ORDER BY {value}" if context.distinct else "")
    return f"list({context.distinct}{value}{order}){context.suffix}"


def _values(kind: str, args: tuple[Lowered, ...]) -> str:
    """What is listed: numbers, or pairs (y, x) of which neither is missing."""
    if kind in OF_ONE:
        return f"CAST({args[0].sql} AS DOUBLE)"
    y, x = (a.sql for a in args)
    return f"CASE WHEN {y} IS NOT NULL AND {x} IS NOT NULL THEN [{y}, {x}] END"


@lowering
def _floats(context: LowerContext, args: tuple[Lowered, ...], kind: str) -> Lowered:
    if " OVER (" in context.suffix and not _SHORT_FRAME.search(context.suffix):
        return _over_long_frames(kind, context, args)
    macro = "pg_parts" if kind in OF_ONE else "pg_pair_parts"
    return Lowered(statistic(f"{macro}({_listed(context, _values(kind, args))})", kind))


def _over_long_frames(kind: str, context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """DuckDB's own, for which numbers need not be gathered; whole numbers are summed exactly."""
    if kind not in OF_ONE:
        finite = context.fill("bool_and(isfinite({0}) AND isfinite({1})){suffix}", [a.sql for a in args])
        return Lowered(f"pg_finite_regression({context.fill(f'{kind}({{0}}, {{1}}){{suffix}}', [a.sql for a in args])}, {finite})")
    value = _values(kind, args)
    whole = f"CASE WHEN pg_is_short_whole({value}) THEN CAST({value} AS HUGEINT) END"
    sums = [f"count({value})", f"count({whole})", f"sum({whole})", f"sum({whole} * {whole})", f"bool_and(isfinite({value}))"]
    listed = ", ".join(f"{part}{context.suffix}" for part in (*sums, f"{kind}(CASE WHEN isfinite({value}) THEN {value} END)"))
    return Lowered(f"pg_spread({listed}, '{kind}')")


@lowering
def _exact(context: LowerContext, args: tuple[Lowered, ...], kind: str) -> Lowered:
    """Of exact numbers; computed in Python at the end of each group."""
    text = (_of_units if display.is_exact(args[0]) else of_texts)(kind, context, args[0])
    shape = NumericShape(WIDTH_MAX, _SCALE)
    return Lowered(f"CAST({text} AS {decimal(shape)})", shape, text=text)


def of_texts(kind: str, context: LowerContext, operand: Lowered) -> str:
    """SQL of an aggregate of numbers that only their texts tell exactly."""
    listed = f"list({display.text_of(operand)}){context.suffix}"
    return f"py_statistic_of_texts({listed}, '{kind}', {bool(context.distinct)})"


def _of_units(kind: str, context: LowerContext, operand: Lowered) -> str:
    """From sums of whole numbers, which are squared in parts."""
    shape = operand.shape or NumericShape(_EXACT[context.args[0].pg.name], 0)
    units = f"CAST({operand.sql} AS HUGEINT)"
    if shape.scale:
        units = f"CAST(replace(CAST({operand.sql} AS VARCHAR), '.', '') AS HUGEINT)"
    listed = f"list({context.distinct}{units}){context.suffix}" if context.distinct else None

    def total(of: Callable[[str], str]) -> str:
        if listed is not None:
            return f"list_sum(list_transform({listed}, lambda u: {of('u')}))"
        return f"sum({of(units)}){context.suffix}"

    places = -(-shape.width // PART_DIGITS)
    squares = ", ".join(f"CAST({total(partial(_products, places, k))} AS VARCHAR)" for k in range(2 * places - 1))
    shown = str(shape.scale)
    if not display.is_fixed(operand):
        shown = f"max(CASE WHEN {operand.sql} IS NOT NULL THEN {display.scale_of(operand)} END){context.suffix}"
    count = f"count({context.distinct}{operand.sql}){context.suffix}"
    scales = f"[CAST({count} AS BIGINT), {shape.scale}, CAST({shown} AS BIGINT)]"
    return f"py_statistic_of_units(CAST({total(lambda u: u)} AS VARCHAR), [{squares}], {scales}, '{kind}')"


def _products(places: int, weight: int, units: str) -> str:
    """The sum of products of two of the number's parts, the most significant of which is part 0, that have this weight."""
    parts = [_part(units, places, i) for i in range(places)]
    return " + ".join(f"{parts[i]} * {parts[weight - i]}" for i in range(places) if 0 <= weight - i < places)


def _part(units: str, places: int, i: int) -> str:
    quotient = units if i == places - 1 else f"({units} // CAST(1e{PART_DIGITS * (places - 1 - i)} AS HUGEINT))"
    return quotient if i == 0 else f"({quotient} % CAST(1e{PART_DIGITS} AS HUGEINT))"


def table() -> dict[str, str | LowerFunction]:
    """Signatures and what they are lowered to."""
    found: dict[str, str | LowerFunction] = {}
    for name, kind in KINDS.items():
        found |= {f"{name}({pg}) -> numeric": _exact(kind) for pg in (*_EXACT, "numeric")}
        found |= {f"{name}({pg}) -> float8": _floats(kind) for pg in ("float4", "float8")}
    found |= {f"{name}(float8, float8) -> float8": _floats(name) for name in OF_TWO}
    return found
