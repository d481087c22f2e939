"""Functions of numerics that are not arithmetic, over text. Fraction digits of results as Postgres chooses them."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_05UP, ROUND_DOWN, ROUND_HALF_UP, Context, Decimal
from functools import partial
from typing import Final

from planner.errors import DivisionByZero, InvalidLogarithm, InvalidPower, InvalidWidthBucket, NumericOverflow
from planner.functions.udf.define import PythonFunction, udf
from planner.literals.numbers import format_numeric

#: Postgres's NUMERIC_MIN_SIG_DIGITS.
SIGNIFICANT_DIGITS: Final = 16
_FACTORIAL_MAX: Final = 33
#: Postgres's NUMERIC_MAX_DISPLAY_SCALE.
_SCALE_MAX: Final = 1000
#: Digits of a quotient before it is rounded: 38 + 38 and some, rounded down so that rounding afterwards sees on which side it is.
_DIVISION: Final = Context(prec=100, rounding=ROUND_05UP)
_EXACT: Final = Context(prec=400, rounding=ROUND_HALF_UP)
#: Most digits that round and trunc look at on either side of the point; no value here has more.
_DIGITS_MAX: Final = 300


def _scale(value: Decimal) -> int:
    return max(0, -int(value.as_tuple().exponent))


def _round(value: Decimal, scale: int) -> str:
    return _plain(value.quantize(Decimal((0, (1,), -min(scale, _SCALE_MAX))), context=_EXACT))


def _weight(value: Decimal) -> int:
    """Power of 10000 of the first digit in base 10000."""
    return math.floor(value.adjusted() / 4) if value else 0


def divide(left: str, right: str) -> str:
    """x / y with the fraction digits of numeric_div: 16 less four per base-10000 digit estimated before the point."""
    x, y = Decimal(left), Decimal(right)
    if not y:
        raise DivisionByZero("division by zero")
    first, second = _weight(x), _weight(y)
    smaller = abs(x).scaleb(-4 * first) // 1 <= abs(y).scaleb(-4 * second) // 1
    scale = SIGNIFICANT_DIGITS - 4 * (first - second - smaller)
    return _round(_DIVISION.divide(x, y), max(scale, _scale(x), _scale(y), 0))


def _exactly(operation: Callable[[Decimal, Decimal], Decimal]) -> Callable[[str, str], str]:
    """An operation whose result has as many fraction digits as it needs, as decimal and Postgres agree."""
    return lambda left, right: _plain(operation(Decimal(left), Decimal(right)))


def _plain(value: Decimal) -> str:
    """Without an exponent; zero has no sign."""
    return format_numeric(value if value else abs(value))


def remainder(left: str, right: str) -> str:
    """x % y."""
    x, y = Decimal(left), Decimal(right)
    if not y:
        raise DivisionByZero("division by zero")
    return _round(_EXACT.remainder(x, y), max(_scale(x), _scale(y)))


def minus(text: str) -> str:
    """-x."""
    return _plain(_EXACT.minus(Decimal(text)))


def at_scale(text: str, scale: int) -> str:
    """x with that many fraction digits."""
    return _round(Decimal(text), scale)


def of_parts(high: str, low: str, scale: int) -> str:
    """What pg_numeric_high and pg_numeric_low of a number, or of several numbers, add up to, with that many fraction digits."""
    return _round(_EXACT.add(Decimal(high), Decimal(low).scaleb(-36, _EXACT)), scale)


def trim(text: str) -> str:
    """x without zeros at the end of its fraction."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def sqrt(text: str) -> str:
    """sqrt(x)."""
    value = Decimal(text)
    if value < 0:
        raise InvalidPower("cannot take square root of a negative number")
    weight = _weight(value)
    digits = (weight + 1) * 4 // 2 - 1
    return _round(_EXACT.sqrt(value), max(SIGNIFICANT_DIGITS - digits, _scale(value), 0))


def exp(text: str) -> str:
    """exp(x)."""
    value = Decimal(text)
    if value > 100:
        raise NumericOverflow("value overflows numeric format")
    return _round(_EXACT.exp(value), max(SIGNIFICANT_DIGITS - int(float(value) * 0.434294481903252), _scale(value), 0))


def _checked_logarithm(value: Decimal) -> Decimal:
    if value == 0:
        raise InvalidLogarithm("cannot take logarithm of zero")
    if value < 0:
        raise InvalidLogarithm("cannot take logarithm of a negative number")
    return value


def _magnitude_of_ln(value: Decimal) -> int:
    """Decimal weight of ln(value), as far as the display scale needs it."""
    if Decimal("0.9") <= value <= Decimal("1.1"):
        away = value - 1
        return away.adjusted() if away else 0
    return int(math.log10(abs(float(_EXACT.ln(value)))))


def ln(text: str) -> str:
    """ln(x)."""
    value = _checked_logarithm(Decimal(text))
    return _round(_EXACT.ln(value), max(SIGNIFICANT_DIGITS - _magnitude_of_ln(value), _scale(value), 0))


def log(base: str, text: str) -> str:
    """log(b, x)."""
    first, second = _checked_logarithm(Decimal(base)), _checked_logarithm(Decimal(text))
    divisor = _EXACT.ln(first)
    if divisor == 0:
        raise DivisionByZero("division by zero")
    scale = SIGNIFICANT_DIGITS - (_magnitude_of_ln(second) - _magnitude_of_ln(first))
    return _round(_EXACT.divide(_EXACT.ln(second), divisor), max(scale, _scale(first), _scale(second), 0))


def log10(text: str) -> str:
    """log(x)."""
    return log("10", text)


def power(base: str, exponent: str) -> str:
    """x ^ y."""
    x, y = Decimal(base), Decimal(exponent)
    whole = y == y.to_integral_value()
    if x == 0 and y < 0:
        raise InvalidPower("zero raised to a negative power is undefined")
    if x < 0 and not whole:
        raise InvalidPower("a negative number raised to a non-integer power yields a complex result")
    scale = max(_scale(x), _scale(y), 0)
    if x == 0 or y == 0:
        return _round(Decimal(0 if x == 0 and y != 0 else 1), max(scale, SIGNIFICANT_DIGITS))
    digits = float(y) * math.log10(abs(float(x))) if x else 0.0
    if digits > 40:
        raise NumericOverflow("value overflows numeric format")
    result = _EXACT.power(x, int(y)) if whole else _EXACT.exp(_EXACT.multiply(y, _EXACT.ln(x)))
    return _round(result, max(SIGNIFICANT_DIGITS if whole else SIGNIFICANT_DIGITS - int(digits), scale, 0))


def round_to(text: str, digits: int) -> str:
    """round(x, n) for an n that differs from row to row."""
    return _quantized(Decimal(text), digits, ROUND_HALF_UP)


def truncate_to(text: str, digits: int) -> str:
    """trunc(x, n) likewise."""
    return _quantized(Decimal(text), digits, ROUND_DOWN)


def _quantized(value: Decimal, digits: int, rounding: str) -> str:
    kept = value.quantize(Decimal((0, (1,), -max(min(digits, _DIGITS_MAX), -_DIGITS_MAX))), rounding, _EXACT)
    return _plain(kept.quantize(Decimal(1), context=_EXACT) if digits < 0 else kept)


def factorial(text: str) -> str:
    """n!, as far as 38 digits go."""
    number = int(text)
    if number < 0:
        raise NumericOverflow("factorial of a negative number is undefined")
    if number > _FACTORIAL_MAX:
        raise NumericOverflow("value overflows numeric format")
    return str(math.factorial(number))


def _bucket(operand: float | Decimal, low: float | Decimal, high: float | Decimal, count: int, share: float | Decimal) -> int:
    below, beyond = (operand < low, operand >= high) if low < high else (operand > low, operand <= high)
    return 0 if below else count + 1 if beyond else int(share) + 1


def _check_bucket(count: int, *, equal: bool) -> None:
    if count <= 0:
        raise InvalidWidthBucket("count must be greater than zero")
    if equal:
        raise InvalidWidthBucket("lower bound cannot equal upper bound")


def width_bucket(operand: float, low: float, high: float, count: int) -> int:
    """The histogram bucket of a float."""
    if any(map(math.isnan, (operand, low, high))):
        raise InvalidWidthBucket("operand, lower bound, and upper bound cannot be NaN")
    _check_bucket(count, equal=low == high)
    inside = min(low, high) <= operand <= max(low, high)
    return _bucket(operand, low, high, count, count * ((operand - low) / (high - low)) if inside else 0.0)


def numeric_width_bucket(operand: str, low: str, high: str, count: int) -> int:
    """The histogram bucket of a numeric."""
    x, a, b = Decimal(operand), Decimal(low), Decimal(high)
    _check_bucket(count, equal=a == b)
    return _bucket(x, a, b, count, (abs(x - a) * count) // abs(b - a))


def _variance(count: int, total: str, squares: str, *, sample: bool) -> tuple[Decimal, Decimal] | None:
    """Numerator and denominator: N * sum(x²) - sum(x)² over N * (N - 1) or N²."""
    if count == 0 or (sample and count == 1):
        return None
    numerator = _EXACT.subtract(_EXACT.multiply(Decimal(count), Decimal(squares)), _EXACT.multiply(Decimal(total), Decimal(total)))
    return numerator, Decimal(count * (count - 1) if sample else count * count)


def variance(count: int, total: str, squares: str, *, sample: bool) -> str | None:
    """var_samp and var_pop of exact numbers."""
    parts = _variance(count, total, squares, sample=sample)
    if parts is None:
        return None
    return divide(str(parts[0]), str(parts[1])) if parts[0] > 0 else "0"


def deviation(count: int, total: str, squares: str, *, sample: bool) -> str | None:
    """stddev_samp and stddev_pop of exact numbers."""
    found = variance(count, total, squares, sample=sample)
    return None if found is None else _round(_EXACT.sqrt(Decimal(found)), _scale(Decimal(found)))


def to_hex(number: int) -> str:
    """Two's complement in hexadecimal."""
    return f"{number & 0xFFFFFFFFFFFFFFFF:x}"


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_numeric_div", divide, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_mul", _exactly(_EXACT.multiply), "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_add", _exactly(_EXACT.add), "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_sub", _exactly(_EXACT.subtract), "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_mod", remainder, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_minus", minus, "VARCHAR", "VARCHAR"),
    udf("py_numeric_at_scale", at_scale, "VARCHAR, INTEGER", "VARCHAR"),
    udf("py_numeric_of_parts", of_parts, "VARCHAR, VARCHAR, INTEGER", "VARCHAR"),
    udf("py_numeric_trim", trim, "VARCHAR", "VARCHAR"),
    udf("py_numeric_sqrt", sqrt, "VARCHAR", "VARCHAR"),
    udf("py_numeric_exp", exp, "VARCHAR", "VARCHAR"),
    udf("py_numeric_ln", ln, "VARCHAR", "VARCHAR"),
    udf("py_numeric_log", log, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_log10", log10, "VARCHAR", "VARCHAR"),
    udf("py_numeric_power", power, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_round", round_to, "VARCHAR, INTEGER", "VARCHAR"),
    udf("py_numeric_trunc", truncate_to, "VARCHAR, INTEGER", "VARCHAR"),
    udf("py_factorial", factorial, "VARCHAR", "VARCHAR"),
    udf("py_width_bucket", width_bucket, "DOUBLE, DOUBLE, DOUBLE, INTEGER", "INTEGER"),
    udf("py_numeric_width_bucket", numeric_width_bucket, "VARCHAR, VARCHAR, VARCHAR, INTEGER", "INTEGER"),
    udf("py_var_samp", partial(variance, sample=True), "BIGINT, VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_var_pop", partial(variance, sample=False), "BIGINT, VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_stddev_samp", partial(deviation, sample=True), "BIGINT, VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_stddev_pop", partial(deviation, sample=False), "BIGINT, VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_to_hex", to_hex, "BIGINT", "VARCHAR"),
)
