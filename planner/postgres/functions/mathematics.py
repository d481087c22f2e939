"""Mathematical functions."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions import numeric
from planner.postgres.functions.declare import functions
from planner.postgres.functions.function import LowerContext, Lowered

_FLOATS: Final = {
    "ceil(float8) -> float8": "ceil({0})",
    "ceiling(float8) -> float8": "ceil({0})",
    "floor(float8) -> float8": "floor({0})",
    "round(float8) -> float8": "round_even({0}, 0)",
    "trunc(float8) -> float8": "trunc({0})",
    "sign(float8) -> float8": "CASE WHEN isnan({0}) THEN 0 ELSE sign({0}) END",
    "sqrt(float8) -> float8": "pg_float_sqrt({0})",
    "dsqrt(float8) -> float8": "pg_float_sqrt({0})",
    "cbrt(float8) -> float8": "cbrt({0})",
    "power(float8, float8) -> float8": "pg_float_power({0}, {1})",
    "pow(float8, float8) -> float8": "pg_float_power({0}, {1})",
    "exp(float8) -> float8": "pg_float_exp({0})",
    "ln(float8) -> float8": "pg_float_log({0}, ln({0}))",
    "log(float8) -> float8": "pg_float_log({0}, log10({0}))",
    "log10(float8) -> float8": "pg_float_log({0}, log10({0}))",
    "pi() -> float8": "pi()",
    "degrees(float8) -> float8": "degrees({0})",
    "radians(float8) -> float8": "radians({0})",
    "sin(float8) -> float8": "pg_finite_sin({0})",
    "cos(float8) -> float8": "pg_finite_cos({0})",
    "tan(float8) -> float8": "pg_finite_tan({0})",
    "cot(float8) -> float8": "(1 / pg_finite_tan({0}))",
    "asin(float8) -> float8": "pg_asin({0})",
    "acos(float8) -> float8": "pg_acos({0})",
    "atan(float8) -> float8": "atan({0})",
    "atan2(float8, float8) -> float8": "atan2({0}, {1})",
    "sinh(float8) -> float8": "sinh({0})",
    "cosh(float8) -> float8": "cosh({0})",
    "tanh(float8) -> float8": "tanh({0})",
    "asinh(float8) -> float8": "asinh({0})",
    "acosh(float8) -> float8": "CASE WHEN isnan({0}) THEN {0} ELSE py_acosh({0}) END",
    "atanh(float8) -> float8": "CASE WHEN isnan({0}) THEN {0} ELSE py_atanh({0}) END",
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
            "ceil(numeric) -> numeric": numeric.whole("ceil({0})"),
            "ceiling(numeric) -> numeric": numeric.whole("ceil({0})"),
            "floor(numeric) -> numeric": numeric.whole("floor({0})"),
            "round(numeric) -> numeric": numeric.rounded("round"),
            "round(numeric, int4) -> numeric": numeric.rounded("round"),
            "trunc(numeric) -> numeric": numeric.rounded("trunc"),
            "trunc(numeric, int4) -> numeric": numeric.rounded("trunc"),
            "sign(numeric) -> numeric": numeric.whole("sign({0})"),
            "mod(numeric, numeric) -> numeric": numeric.remainder,
            "div(numeric, numeric) -> numeric": numeric.whole_quotient,
            "sqrt(numeric) -> numeric": numeric.udf("py_numeric_sqrt"),
            "exp(numeric) -> numeric": numeric.udf("py_numeric_exp"),
            "ln(numeric) -> numeric": numeric.udf("py_numeric_ln"),
            "log(numeric) -> numeric": numeric.udf("py_numeric_log10"),
            "log10(numeric) -> numeric": numeric.udf("py_numeric_log10"),
            "log(numeric, numeric) -> numeric": numeric.udf("py_numeric_log"),
            "power(numeric, numeric) -> numeric": numeric.udf("py_numeric_power", numeric.POWER_SCALE),
            "pow(numeric, numeric) -> numeric": numeric.udf("py_numeric_power", numeric.POWER_SCALE),
            "scale(numeric) -> int4": numeric.scale_of,
            "min_scale(numeric) -> int4": "py_min_scale(CAST({0} AS VARCHAR))",
            "trim_scale(numeric) -> numeric": numeric.trimmed,
            "width_bucket(numeric, numeric, numeric, int4) -> int4": "py_numeric_width_bucket(CAST({0} AS VARCHAR), "
            "CAST({1} AS VARCHAR), CAST({2} AS VARCHAR), {3})",
            "width_bucket(anycompatible, anycompatiblearray) -> int4": _bucket_of_array,
            "gcd(int4, int4) -> int4": "gcd({0}, {1})",
            "gcd(int8, int8) -> int8": "gcd({0}, {1})",
            "lcm(int4, int4) -> int4": "lcm({0}, {1})",
            "lcm(int8, int8) -> int8": "lcm({0}, {1})",
            "factorial(int8) -> numeric": numeric.udf("py_factorial", 0),
            "to_hex(int4) -> text": "py_to_hex(CAST({0} AS BIGINT) & 4294967295)",
            "to_hex(int8) -> text": "py_to_hex({0})",
        }
    ),
    *functions({"random() -> float8": "random()"}, volatility="volatile"),
)
