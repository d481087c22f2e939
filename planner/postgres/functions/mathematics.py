"""Mathematical functions."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions import numeric
from planner.postgres.functions.declare import functions
from planner.postgres.functions.function import LowerContext, Lowered

_FLOATS: Final = {
    "ceil|ceiling(float8) -> float8": "ceil({0})",
    "round(float8) -> float8": "round_even({0}, 0)",
    "sign(float8) -> float8": "CASE WHEN isnan({0}) THEN 0 ELSE sign({0}) END",
    "sqrt|dsqrt(float8) -> float8": "pg_float_sqrt({0})",
    "power|pow(float8, float8) -> float8": "pg_float_power({0}, {1})",
    "exp(float8) -> float8": "pg_float_exp({0})",
    "ln(float8) -> float8": "pg_float_log({0}, ln({0}))",
    "log|log10(float8) -> float8": "pg_float_log({0}, log10({0}))",
    "pi() -> float8": "pi()",
    # As DuckDB's.
    **{
        f"{name}(float8) -> float8": f"{name}({{0}})"
        for name in ("floor", "trunc", "cbrt", "atan", "sinh", "cosh", "tanh", "asinh")
    },
    # With PostgreSQL's RADIANS_PER_DEGREE.
    "degrees(float8) -> float8": "pg_float_div({0}, CAST(0.017453292519943295 AS DOUBLE))",
    "radians(float8) -> float8": "pg_float_mul({0}, CAST(0.017453292519943295 AS DOUBLE))",
    **{f"{name}(float8) -> float8": f"pg_finite_{name}({{0}})" for name in ("sin", "cos", "tan")},
    "cot(float8) -> float8": "(1 / pg_finite_tan({0}))",
    **{f"{name}(float8) -> float8": f"pg_{name}({{0}})" for name in ("asin", "acos")},
    "atan2(float8, float8) -> float8": "atan2({0}, {1})",
    **{f"{name}(float8) -> float8": f"CASE WHEN isnan({{0}}) THEN {{0}} ELSE py_{name}({{0}}) END" for name in ("acosh", "atanh")},
    **{
        f"{name}(float8) -> float8": f"CASE WHEN isnan({{0}}) THEN {{0}} ELSE py_degrees('{name}', {{0}}) END"
        for name in ("sind", "cosd", "tand", "cotd", "asind", "acosd", "atand")
    },
    "atan2d(float8, float8) -> float8": "CASE WHEN isnan({0}) OR isnan({1}) THEN {0} + {1} ELSE py_atan2d({0}, {1}) END",
    "width_bucket(float8, float8, float8, int4) -> int4": "py_width_bucket({0}, {1}, {2}, {3})",
}


def _bucket_of_array(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """How many of the sorted thresholds the operand has reached."""
    thresholds = args[1].sql
    reached = f"len(list_filter({thresholds}, lambda e: e <= {args[0].sql}))"
    has_null = f"len(list_filter({thresholds}, lambda e: e IS NULL)) > 0"
    return Lowered(f"py_checked_bucket({has_null}, CAST({reached} AS INTEGER))")


FUNCTIONS: Final = (
    *functions(_FLOATS),
    *functions(
        {
            "abs(numeric) -> numeric": numeric.like_first("abs({0})", "ltrim({0}, '-')"),
            "ceil|ceiling(numeric) -> numeric": numeric.whole("ceil({0})"),
            **{f"{name}(numeric) -> numeric": numeric.whole(f"{name}({{0}})") for name in ("floor", "sign")},
            **{f"{name}(numeric[, int4]) -> numeric": numeric.rounded(name) for name in ("round", "trunc")},
            "mod(numeric, numeric) -> numeric": numeric.remainder,
            "div(numeric, numeric) -> numeric": numeric.whole_quotient,
            **{f"{name}(numeric) -> numeric": numeric.udf(f"py_numeric_{name}") for name in ("sqrt", "exp", "ln")},
            "log|log10(numeric) -> numeric": numeric.udf("py_numeric_log10"),
            "log(numeric, numeric) -> numeric": numeric.udf("py_numeric_log"),
            "power|pow(numeric, numeric) -> numeric": numeric.udf("py_numeric_power", numeric.POWER_SCALE),
            "scale(numeric) -> int4": numeric.scale_of,
            "min_scale(numeric) -> int4": "py_min_scale(CAST({0} AS VARCHAR))",
            "trim_scale(numeric) -> numeric": lambda _context, args: numeric.in_python(
                "py_numeric_trim", args, numeric.shape_of(args[0])
            ),
            "width_bucket(numeric, numeric, numeric, int4) -> int4": "py_numeric_width_bucket(CAST({0} AS VARCHAR), "
            "CAST({1} AS VARCHAR), CAST({2} AS VARCHAR), {3})",
            "width_bucket(anycompatible, anycompatiblearray) -> int4": _bucket_of_array,
            **{f"{name}({pg}, {pg}) -> {pg}": f"{name}({{0}}, {{1}})" for name in ("gcd", "lcm") for pg in ("int4", "int8")},
            "factorial(int8) -> numeric": numeric.udf("py_factorial", 0),
            "to_hex(int4) -> text": "py_to_hex(CAST({0} AS BIGINT) & 4294967295)",
            "to_hex(int8) -> text": "py_to_hex({0})",
        }
    ),
    *functions({"random() -> float8": "random()"}, volatility="volatile"),
)
