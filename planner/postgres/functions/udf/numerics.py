"""Functions of numerics that are not arithmetic, over text. Fraction digits of results as Postgres chooses them."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_05UP, ROUND_DOWN, ROUND_HALF_UP, Context, Decimal, InvalidOperation
from functools import cache, partial
from typing import Final, NamedTuple

from planner.errors import DivisionByZero, InvalidLogarithm, InvalidPower, NumericOverflow
from planner.postgres.functions.udf.define import PythonFunction, udf
from planner.postgres.literals.numbers import NUMERIC_DIGITS_MAX, NUMERIC_SCALE_MAX
from planner.remembering import remembered

#: Postgres's NUMERIC_MIN_SIG_DIGITS.
SIGNIFICANT_DIGITS: Final = 16
_FACTORIAL_MAX: Final = 33
#: More digits before the point are not supported.
_POWER_DIGITS_MAX: Final = 40
#: Integral exponents of 32 bits are multiplied, others go through logarithms, with another scale.
_INT_END: Final = 2**31
#: Postgres's NUMERIC_MAX_DISPLAY_SCALE, of quotients, roots, powers and logarithms.
SCALE_MAX: Final = 1000
#: NUMERIC_MAX_RESULT_SCALE, of round and trunc.
_ROUNDED_SCALE_MAX: Final = 2000
#: 1, 0.1, 0.01 …
_UNITS: Final = tuple(Decimal((0, (1,), -scale)) for scale in range(_ROUNDED_SCALE_MAX + 1))
#: Never rounds sums and products of numbers, nor a product of sums of them. Not for what has no end, as roots.
EXACT: Final = Context(prec=2 * (NUMERIC_DIGITS_MAX + NUMERIC_SCALE_MAX) + 100, rounding=ROUND_HALF_UP)
#: Digits beyond those that are shown, of results that have no end.
_GUARD_DIGITS: Final = 25
#: Roots, powers and logarithms of more are computed elsewhere. What is no parameter has 38.
HERE_DIGITS_MAX: Final = 100
#: For comparing magnitudes.
_ROUGH: Final = Context(prec=30)


def scale_of(value: Decimal) -> int:
    """Digits behind the point."""
    return max(0, -int(value.as_tuple().exponent))


def rounded(value: Decimal, scale: int) -> str:
    """The value's text with that many fraction digits, halves away from zero. Raises NumericOverflow."""
    unit = _UNITS[scale] if scale <= _ROUNDED_SCALE_MAX else Decimal((0, (1,), -scale))
    try:
        return _plain(value.quantize(unit, context=EXACT))
    except InvalidOperation:
        raise _overflow() from None


def _scale(digits: int, *operands: Decimal) -> int:
    """Fraction digits of a result: so many or as an operand has, as far as Postgres shows digits."""
    return min(max(0, digits, *map(scale_of, operands)), SCALE_MAX)


def _overflow() -> NumericOverflow:
    return NumericOverflow("value overflows numeric format")


@cache
def _context(hundreds: int, rounding: str = ROUND_HALF_UP) -> Context:
    return Context(prec=100 * hundreds, rounding=rounding)


def _working(weight: int, scale: int) -> Context:
    """For a result below 10 ** weight that is shown with that scale. Its time grows by the square of its digits."""
    return _context((max(weight, 0) + scale + _GUARD_DIGITS) // 100 + 1)


def _weight(value: Decimal) -> int:
    """Power of 10000 of the first digit in base 10000."""
    return math.floor(value.adjusted() / 4) if value else 0


class _Operand(NamedTuple):
    """What dividing looks at: the first base-10000 digit and its power besides the value and its scale."""

    value: Decimal
    weight: int
    first: int
    scale: int


def _operand(text: str) -> _Operand:
    value = Decimal(text)
    weight = value.adjusted() // 4 if value else 0
    point = text.find(".")
    return _Operand(value, weight, abs(int(value.scaleb(-4 * weight, EXACT))), len(text) - point - 1 if point >= 0 else 0)


#: A divisor is often the same in all rows.
_divisor: Final = remembered(1024)(_operand)


def divide(left: str, right: str) -> str:
    """x / y with the fraction digits of numeric_div: 16 less four per base-10000 digit estimated before the point.

    Raises DivisionByZero.
    """
    x, y = _operand(left), _divisor(right)
    if not y.value:
        raise DivisionByZero("division by zero")
    weight = 4 * (x.weight - y.weight - (x.first <= y.first))
    scale = min(max(SIGNIFICANT_DIGITS - weight, x.scale, y.scale, 0), SCALE_MAX)
    # Rounded down so that rounding afterwards sees on which side it is.
    division = _context(1 + max(weight + scale + 10, 0) // 100, ROUND_05UP)
    return rounded(division.divide(x.value, y.value), scale)


def _exactly(operation: Callable[[Decimal, Decimal], Decimal]) -> Callable[[str, str], str]:
    """An operation whose result has as many fraction digits as it needs, as decimal and Postgres agree."""

    def exact(left: str, right: str) -> str:
        found = operation(Decimal(left), Decimal(right))
        return rounded(found, NUMERIC_SCALE_MAX) if scale_of(found) > NUMERIC_SCALE_MAX else _plain(found)

    return exact


def _plain(value: Decimal) -> str:
    """Without an exponent; zero has no sign. Raises NumericOverflow."""
    if value.adjusted() >= NUMERIC_DIGITS_MAX:
        raise _overflow()
    return format(value, "f") if value else format(abs(value), "f")


def remainder(left: str, right: str) -> str:
    """x % y. Raises DivisionByZero."""
    x, y = Decimal(left), Decimal(right)
    if not y:
        raise DivisionByZero("division by zero")
    return rounded(EXACT.remainder(x, y), max(scale_of(x), scale_of(y)))


def of_parts(high: str, low: str, scale: int) -> str:
    """What pg_numeric_high and pg_numeric_low of a number, or of several numbers, add up to, with that many fraction digits."""
    return rounded(EXACT.add(Decimal(high), Decimal(low).scaleb(-36, EXACT)), scale)


def trim(text: str) -> str:
    """x without zeros at the end of its fraction."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def sqrt(text: str) -> str:
    """sqrt(x). Raises InvalidPower."""
    value = Decimal(text)
    if value < 0:
        raise InvalidPower("cannot take square root of a negative number")
    digits = _digits_of_root(value)
    return root(value, _scale(SIGNIFICANT_DIGITS - digits, value))


def _digits_of_root(value: Decimal) -> int:
    """Before the point, as sqrt_var estimates them."""
    return (_weight(value) + 1) * 4 // 2 - 1


def root(value: Decimal, scale: int) -> str:
    """The square root of what is not negative, with so many fraction digits."""
    return rounded(_working(_digits_of_root(value) + 2, scale).sqrt(value), scale)


def exp(text: str) -> str:
    """exp(x). Raises NumericOverflow."""
    value = Decimal(text)
    if value > 100:
        raise _overflow()
    weight = int(max(float(value), -1e6) * 0.434294481903252)
    scale = _scale(SIGNIFICANT_DIGITS - weight, value)
    return rounded(_working(weight + 1, scale).exp(value), scale)


def _logarithmic(text: str) -> Decimal:
    """What there is a logarithm of. Raises InvalidLogarithm."""
    value = Decimal(text)
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
    return int(math.log10(abs(float(_ROUGH.ln(value)))))


def ln(text: str) -> str:
    """ln(x)."""
    value = _logarithmic(text)
    weight = _magnitude_of_ln(value)
    scale = _scale(SIGNIFICANT_DIGITS - weight, value)
    return rounded(_working(weight + 1, scale).ln(value), scale)


def log(base: str, text: str) -> str:
    """log(b, x). Raises DivisionByZero."""
    first, second = _logarithmic(base), _logarithmic(text)
    if first == 1:
        raise DivisionByZero("division by zero")
    weight = _magnitude_of_ln(second) - _magnitude_of_ln(first)
    scale = _scale(SIGNIFICANT_DIGITS - weight, first, second)
    working = _working(weight + 2, scale)
    return rounded(working.divide(working.ln(second), working.ln(first)), scale)


def power(base: str, exponent: str) -> str:
    """x ^ y. Raises InvalidPower."""
    x, y = Decimal(base), Decimal(exponent)
    whole = y == y.to_integral_value(context=EXACT)
    if x == 0 and y < 0:
        raise InvalidPower("zero raised to a negative power is undefined")
    if x < 0 and not whole:
        raise InvalidPower("a negative number raised to a non-integer power yields a complex result")
    multiplied = whole and -_INT_END <= y < _INT_END
    if x == 0 or y == 0:
        return rounded(Decimal(0 if y else 1), _scale(SIGNIFICANT_DIGITS, *((x,) if multiplied else ())))
    weight = _weight_of_power(x, y)
    scale = _scale(SIGNIFICANT_DIGITS, x) if multiplied else _scale(SIGNIFICANT_DIGITS - weight, x, y)
    working = _working(weight + 1, scale)
    return rounded(working.power(x, int(y)) if whole else working.exp(working.multiply(y, working.ln(x))), scale)


def _weight_of_power(x: Decimal, y: Decimal) -> int:
    """The decimal weight of x ^ y, which has to be small enough; not less than any that is shown."""
    first = x.adjusted()
    digits = float(y) * (first + math.log10(abs(float(x.scaleb(-first, EXACT)))))
    if digits > _POWER_DIGITS_MAX:
        raise _overflow()
    return int(max(digits, -_ROUNDED_SCALE_MAX))


def _quantized(rounding: str, text: str, digits: int) -> str:
    """round(x, n) and trunc(x, n) for an n that differs from row to row."""
    kept = Decimal(text).quantize(Decimal((0, (1,), -max(min(digits, _ROUNDED_SCALE_MAX), -_ROUNDED_SCALE_MAX))), rounding, EXACT)
    return _plain(kept.quantize(Decimal(1), context=EXACT) if digits < 0 else kept)


def factorial(text: str) -> str:
    """n!, as far as 38 digits go. Raises NumericOverflow."""
    number = int(text)
    if number < 0:
        raise NumericOverflow("factorial of a negative number is undefined")
    if number > _FACTORIAL_MAX:
        raise _overflow()
    return str(math.factorial(number))


def _few_digits(*texts: str) -> bool:
    """Twice as many take eight times as long, where a result has no end."""
    return sum(map(len, texts)) <= HERE_DIGITS_MAX


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_numeric_div", divide, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_mul", _exactly(EXACT.multiply), "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_add", _exactly(EXACT.add), "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_sub", _exactly(EXACT.subtract), "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_mod", remainder, "VARCHAR, VARCHAR", "VARCHAR"),
    udf("py_numeric_minus", lambda text: _plain(EXACT.minus(Decimal(text))), "VARCHAR", "VARCHAR"),
    udf("py_numeric_of_parts", of_parts, "VARCHAR, VARCHAR, INTEGER", "VARCHAR"),
    udf("py_numeric_trim", trim, "VARCHAR", "VARCHAR"),
    udf("py_numeric_sqrt", sqrt, "VARCHAR", "VARCHAR", small=_few_digits),
    udf("py_numeric_exp", exp, "VARCHAR", "VARCHAR", small=_few_digits),
    udf("py_numeric_ln", ln, "VARCHAR", "VARCHAR", small=_few_digits),
    udf("py_numeric_log", log, "VARCHAR, VARCHAR", "VARCHAR", small=_few_digits),
    udf("py_numeric_log10", partial(log, "10"), "VARCHAR", "VARCHAR", small=_few_digits),
    udf("py_numeric_power", power, "VARCHAR, VARCHAR", "VARCHAR", small=_few_digits),
    udf("py_numeric_round", partial(_quantized, ROUND_HALF_UP), "VARCHAR, INTEGER", "VARCHAR"),
    udf("py_numeric_trunc", partial(_quantized, ROUND_DOWN), "VARCHAR, INTEGER", "VARCHAR"),
    udf("py_factorial", factorial, "VARCHAR", "VARCHAR"),
    # In two's complement.
    udf("py_to_hex", lambda number: f"{number & 0xFFFFFFFFFFFFFFFF:x}", "BIGINT", "VARCHAR"),
)
