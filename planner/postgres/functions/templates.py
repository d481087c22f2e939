"""to_char, to_number, to_date and to_timestamp: functions of a value and a template. What the templates mean is in udf/."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.declare import functions
from planner.postgres.functions.function import Function, LowerContext, Lowered, NumericShape
from planner.postgres.functions.numeric import WIDTH_MAX, decimal
from planner.postgres.functions.udf.number_reading import SHIFTED_DIGITS
from planner.postgres.functions.udf.number_template import number_template

#: Fraction digits of to_number with a template that is no constant, and the most there may be.
_SCALE: Final = 16
_SCALE_MAX: Final = 30


def _to_number(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """With the fraction digits that a constant template asks for, else some; the text has those that were read."""
    template, scale = context.constants[1], _SCALE
    if isinstance(template, str):
        read = number_template(template)
        scale = SHIFTED_DIGITS if read.shifted else min(read.after, _SCALE_MAX)
    text = f"py_to_number({args[0].sql}, {args[1].sql})"
    shape = NumericShape(WIDTH_MAX, scale)
    return Lowered(f"CAST({text} AS {decimal(shape)})", shape, text=text)


FUNCTIONS: Final[tuple[Function, ...]] = functions(
    {
        "to_char(timestamp, text) -> text": "py_to_char_timestamp(epoch_us({0}), {1}, '')",
        "to_char(timestamptz, text) -> text": "py_to_char_timestamp(epoch_us({0}), {1}, {zone})",
        "to_char(interval, text) -> text": "py_to_char_interval(CAST([pg_interval_months({0}), pg_interval_days({0}), "
        "pg_interval_micros({0})] AS BIGINT[]), {1})",
        **{f"to_char({pg}, text) -> text": "py_to_char_number(CAST({0} AS VARCHAR), {1})" for pg in ("int8", "numeric")},
        "to_char(int4, text) -> text": "py_to_char_int4(CAST({0} AS BIGINT), {1})",
        **{f"to_char({pg}, text) -> text": f"py_to_char_{pg}(CAST({{0}} AS DOUBLE), {{1}})" for pg in ("float4", "float8")},
        "to_number(text, text) -> numeric": _to_number,
        "to_date(text, text) -> date": "pg_date_of(py_to_date({0}, {1}))",
        "to_timestamp(text, text) -> timestamptz": "pg_timestamptz_of(py_to_timestamp({0}, {1}, {zone}))",
    },
    volatility="stable",
)
