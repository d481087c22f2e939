"""Numbers: what row forms of them are written with. Each function gives exactly what Postgres gives, or raises."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from functools import lru_cache
from struct import Struct
from typing import Any, Final, NoReturn

from planner.postgres.functions.udf.numerics import SCALE_MAX, SIGNIFICANT_DIGITS, remainder
from planner.rows.shared import Leave

_ROUND_DIGITS_MAX: Final = 30
_DIVISORS_KEPT_MAX: Final = 1_024
_IN_FRONT_MAX, _DIGITS_BEHIND = 10**8, 12
#: Some such values squared are far from overflowing.
ROOT_OF_MAX: Final = 1e150
_SINGLE: Final = Struct("!f")

numeric: Final = Context(prec=1_000, rounding=ROUND_HALF_UP)


def int_divide(left: int, right: int) -> int:
    """Towards zero."""
    return left // right if (left < 0) == (right < 0) else -(-left // right)


def int_remainder(left: int, right: int) -> int:
    """With the sign of *left*."""
    return left % abs(right) if left >= 0 else -(-left % abs(right))


def leave() -> NoReturn:
    """Where a form has a condition. Raises Leave."""
    raise Leave


def proper(value: Decimal) -> Decimal:
    """Not NaN, and no infinity. Raises Leave."""
    if not value.is_finite():
        raise Leave
    return value


def unsigned(value: Decimal) -> Decimal:
    """Zero has no sign."""
    return value if value else value.copy_abs()


def finite(value: float) -> float:
    """No overflow, no NaN. Raises Leave."""
    if value - value != 0:
        raise Leave
    return value


def float_multiply(left: float, right: float) -> float:
    """Without underflow. Raises Leave."""
    found = left * right
    if found - found != 0 or (found == 0 and left != 0 and right != 0):
        raise Leave
    return found


def float_divide(left: float, right: float) -> float:
    """Without underflow. Raises Leave."""
    found = left / right
    if found - found != 0 or (found == 0 and left != 0):
        raise Leave
    return found


def float_power(base: float, exponent: float) -> float:
    """Of bases above 0, without underflow. Raises Leave."""
    if not finite(base) > 0:
        raise Leave
    found = finite(base ** finite(exponent))
    if not found:
        raise Leave
    return found


def float_exp(value: float) -> float:
    """Without underflow. Raises Leave."""
    found = math.exp(finite(value))
    if not found:
        raise Leave
    return found


def numeric_round(value: Decimal, digits: int) -> Decimal:
    """Halves away from zero. Raises Leave."""
    if not 0 <= digits <= _ROUND_DIGITS_MAX or not value.is_finite():
        raise Leave
    return unsigned(value.quantize(Decimal((0, (1,), -digits)), context=numeric))


def numeric_scaled(value: Decimal, precision: int, scale: int) -> Decimal:
    """As numeric(precision, scale) has it. Raises Leave."""
    found = numeric_round(value, scale)
    if found.copy_abs() >= Decimal(10) ** (precision - scale):
        raise Leave
    return found


def numeric_truncate(value: Decimal, digits: int = 0) -> Decimal:
    """Without the digits behind. Raises Leave."""
    if not 0 <= digits <= _ROUND_DIGITS_MAX or not value.is_finite():
        raise Leave
    return unsigned(value.quantize(Decimal((0, (1,), -digits)), ROUND_DOWN, numeric))


def numeric_floor(value: Decimal) -> Decimal:
    """The next lower whole number."""
    return proper(value).quantize(Decimal(1), ROUND_FLOOR, numeric)


def numeric_ceil(value: Decimal) -> Decimal:
    """The next higher whole number."""
    return unsigned(proper(value).quantize(Decimal(1), ROUND_CEILING, numeric))


def numeric_divide(left: Decimal, right: Decimal) -> Decimal:
    """With the digits that Postgres gives it. Raises Leave."""
    if not proper(right):
        raise Leave
    return _quotient(*_units(format(proper(left), "f")), *_divisor_units(format(right, "f")))


def numeric_remainder(left: Decimal, right: Decimal) -> Decimal:
    """With the sign of *left*. Raises Leave."""
    if not proper(right):
        raise Leave
    return Decimal(remainder(format(proper(left), "f"), format(right, "f")))


def numeric_text(value: Decimal) -> str:
    """With all its digits."""
    return format(unsigned(proper(value)), "f")


def float_numeric(value: float) -> Decimal:
    """15 digits, as Postgres has it."""
    found = Decimal(f"{finite(value):.15g}")
    exponent = found.as_tuple().exponent
    return unsigned(found.quantize(Decimal(1), context=numeric) if isinstance(exponent, int) and exponent > 0 else found)


def numeric_float(value: Decimal) -> float:
    """The nearest float8. Raises Leave."""
    found = finite(float(proper(value)))
    if found == 0 and value:
        raise Leave
    return found


def numeric_integer(value: Decimal) -> int:
    """The nearest integer, of two the one further from zero."""
    return int(proper(value).to_integral_value(ROUND_HALF_UP, numeric))


def single(value: float) -> float:
    """The nearest float4. Raises Leave."""
    (found,) = _SINGLE.unpack(_SINGLE.pack(value))
    if found - found != 0 or (found == 0 and value != 0):
        raise Leave
    return float(found)


def average(total: int, count: int, scale: int = 0) -> Decimal:
    """Of integers, or of numbers of so many fraction digits, as integers."""
    return _quotient(total, scale, count, 0)


def _quotient(total: int, scale: int, divisor: int, divisor_scale: int) -> Decimal:
    """Of integers of so many fraction digits; with the digits of numeric_div (udf.numerics.divide)."""
    size, divisor_size = abs(total), abs(divisor)
    (weight, first), (by, by_first) = _leading(size, scale), _leading(divisor_size, divisor_scale)
    estimated = SIGNIFICANT_DIGITS - 4 * (weight - by - (first <= by_first))
    digits = min(max(estimated, scale, divisor_scale, 0), SCALE_MAX)
    found, rest = divmod(size * 10 ** (digits - scale + divisor_scale), divisor_size)
    found += 2 * rest >= divisor_size
    return numeric.scaleb(Decimal(found if (total >= 0) == (divisor > 0) else -found), -digits)


def floor_by(scale: int, divisor: int, divisor_scale: int) -> Callable[[int], int]:
    """The next whole number below numeric_divide(), of integers of *scale* fraction digits; *divisor* is above 0."""
    by: int = divisor * 10**scale
    factor: int = 10**divisor_scale
    near = by - by // (2 * 10**_DIGITS_BEHIND)

    def floor(total: int) -> int:
        found, rest = divmod(total * factor, by)
        # So few digits in front of the point leave so many behind it, which may round up to the next whole number.
        if 0 <= found < _IN_FRONT_MAX and rest < near:
            return found
        return math.floor(_quotient(total, scale, divisor, divisor_scale))

    return floor


def _units(text: str) -> tuple[int, int]:
    """A number's digits as an integer, and how many of them stand behind the point."""
    whole, _, fraction = text.partition(".")
    return int(whole + fraction), len(fraction)


#: A divisor is often the same in all rows.
_divisor_units: Final = lru_cache(_DIVISORS_KEPT_MAX)(_units)


def _leading(size: int, scale: int) -> tuple[int, int]:
    """The power of 10000 of the first digit in base 10000, and that digit."""
    weight = (len(str(size)) - 1 - scale) // 4 if size else 0
    power = scale + 4 * weight
    return weight, size // 10**power if power >= 0 else size * 10**-power


def numeric_average(total: Decimal, count: int) -> Decimal:
    """Of numerics; *total* has their greatest scale."""
    return _quotient(*_units(format(total, "f")), count, 0)


NAMES: Final[dict[str, Any]] = {
    f.__name__: f
    for f in (
        Decimal, average, finite, float_divide, float_exp, float_multiply, float_numeric, float_power, int_divide, int_remainder,
        leave, numeric_average, numeric_ceil, numeric_divide, numeric_float, numeric_floor, numeric_integer, numeric_remainder,
        numeric_round, numeric_scaled, numeric_text, numeric_truncate, proper, single, unsigned, math.ceil, math.copysign,
        math.floor, math.log, math.sqrt, math.trunc,
    )
} | {"numeric": numeric}  # fmt: skip
