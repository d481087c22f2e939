"""What row forms are written with. Each function gives exactly what Postgres gives, or raises one of LEAVES."""

from __future__ import annotations

import hashlib
import math
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal, DecimalException
from struct import Struct
from typing import Any, Final

from planner.constrain.constants import Unknown
from planner.functions.udf.numerics import divide, remainder
from planner.literals.date_styles import date_text, timestamp_text, timestamptz_text
from planner.literals.zones import session_zone
from planner.rows import local_times
from planner.rows.shared import SHARED, Leave

#: What a form may raise, and what it means: the general way answers. (Of Decimal: NaN, and results beyond what is exact.)
LEAVES: Final = (Leave, Unknown, ArithmeticError, DecimalException, ValueError)
_ROUND_DIGITS_MAX: Final = 30
#: Some such values squared are far from overflowing.
_ROOT_OF_MAX: Final = 1e150
#: Characters that a text may grow to here.
_GROWN_MAX: Final = 100_000
#: What texts are padded to here.
_PADDED_MAX: Final = 10_000
#: Elements of an array that values are looked up in.
_LISTED_MAX: Final = 256
_UPPER: Final = {ord(letter): letter.upper() for letter in "abcdefghijklmnopqrstuvwxyz"}
_LOWER: Final = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}

_SINGLE: Final = Struct("!f")

numeric: Final = Context(prec=1_000, rounding=ROUND_HALF_UP)


def int_divide(left: int, right: int) -> int:
    """Towards zero."""
    return left // right if (left < 0) == (right < 0) else -(-left // right)


def int_remainder(left: int, right: int) -> int:
    """With the sign of *left*."""
    return left % abs(right) if left >= 0 else -(-left % abs(right))


def number(value: float) -> float:
    """Not NaN."""
    if value != value:
        raise Leave
    return value


def proper(value: Decimal) -> Decimal:
    """Not NaN, and no infinity."""
    if not value.is_finite():
        raise Leave
    return value


def unsigned(value: Decimal) -> Decimal:
    """Zero has no sign."""
    return value if value else value.copy_abs()


def finite(value: float) -> float:
    """No overflow, no NaN."""
    if value - value != 0:
        raise Leave
    return value


def squarable(value: float) -> float:
    """Postgres's avg gathers squares, too, and fails where they overflow."""
    if not -_ROOT_OF_MAX < value < _ROOT_OF_MAX:
        raise Leave
    return value


def float_multiply(left: float, right: float) -> float:
    """Without underflow."""
    found = left * right
    if found - found != 0 or (found == 0 and left != 0 and right != 0):
        raise Leave
    return found


def float_divide(left: float, right: float) -> float:
    """Without underflow."""
    found = left / right
    if found - found != 0 or (found == 0 and left != 0):
        raise Leave
    return found


def float_floor(value: float) -> float:
    """The next lower whole number; zero keeps its sign."""
    return math.copysign(math.floor(finite(value)), value)


def float_ceil(value: float) -> float:
    """The next higher whole number; of what lies between -1 and 0 that is -0."""
    return math.copysign(math.ceil(finite(value)), value)


def float_round(value: float) -> float:
    """The nearest whole number, of two the even one; zero keeps its sign."""
    return math.copysign(round(finite(value)), value)


def float_truncate(value: float) -> float:
    """Towards zero, which keeps its sign."""
    return math.copysign(math.trunc(finite(value)), value)


def float_root(value: float) -> float:
    """The square root; math.sqrt raises for what is negative."""
    return math.sqrt(finite(value))


def float_power(base: float, exponent: float) -> float:
    """Of bases above 0, without underflow."""
    if not finite(base) > 0:
        raise Leave
    found = finite(base ** finite(exponent))
    if not found:
        raise Leave
    return found


def float_exp(value: float) -> float:
    """Without underflow."""
    found = math.exp(finite(value))
    if not found:
        raise Leave
    return found


def float_log(value: float) -> float:
    """The natural logarithm."""
    return math.log(finite(value))


def float_integer(value: float) -> int:
    """The nearest integer, of two the even one."""
    return round(finite(value))


def numeric_round(value: Decimal, digits: int) -> Decimal:
    """Halves away from zero."""
    if not 0 <= digits <= _ROUND_DIGITS_MAX or not value.is_finite():
        raise Leave
    return unsigned(value.quantize(Decimal((0, (1,), -digits)), context=numeric))


def numeric_scaled(value: Decimal, precision: int, scale: int) -> Decimal:
    """As numeric(precision, scale) has it."""
    found = numeric_round(value, scale)
    if found.copy_abs() >= Decimal(10) ** (precision - scale):
        raise Leave
    return found


def numeric_truncate(value: Decimal, digits: int = 0) -> Decimal:
    """Without the digits behind."""
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
    """With the digits that Postgres gives it."""
    if not proper(right):
        raise Leave
    return Decimal(divide(format(proper(left), "f"), format(right, "f")))


def numeric_remainder(left: Decimal, right: Decimal) -> Decimal:
    """With the sign of *left*."""
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
    """The nearest float8."""
    found = finite(float(proper(value)))
    if found == 0 and value:
        raise Leave
    return found


def numeric_integer(value: Decimal) -> int:
    """The nearest integer, of two the one further from zero."""
    return int(proper(value).to_integral_value(ROUND_HALF_UP, numeric))


def single(value: float) -> float:
    """The nearest float4."""
    (found,) = _SINGLE.unpack(_SINGLE.pack(value))
    if found - found != 0 or (found == 0 and value != 0):
        raise Leave
    return float(found)


def average(total: int, count: int) -> Decimal:
    """Of integers."""
    return Decimal(divide(str(total), str(count)))


def numeric_average(total: Decimal, count: int) -> Decimal:
    """Of numerics; *total* has their greatest scale."""
    return Decimal(divide(format(total, "f"), str(count)))


def lower(value: str) -> str:
    """In collation C only ASCII letters have case."""
    return value.lower() if value.isascii() else value.translate(_LOWER)


def upper(value: str) -> str:
    """See lower()."""
    return value.upper() if value.isascii() else value.translate(_UPPER)


def right(value: str, count: int) -> str:
    """Postgres cannot negate the least integer, and leaves the text whole."""
    return value if count == -(2**31) else value[-count:] if count else ""


def substring(value: str, start: int, count: int | None = None) -> str:
    """Places before the first count, too."""
    if count is None:
        return value[max(start - 1, 0) :]
    if count < 0:
        raise Leave
    return value[max(start - 1, 0) : max(start - 1 + count, 0)]


def text_replace(value: str, old: str, new: str) -> str:
    """Nothing is replaced where *old* is empty."""
    if len(new) > len(old) and len(value) * len(new) > _GROWN_MAX:
        raise Leave
    return value.replace(old, new) if old else value


def split_part(value: str, separator: str, number: int) -> str:
    """The part of that number, from 1."""
    if number < 1 or not separator:
        raise Leave
    parts = value.split(separator)
    return parts[number - 1] if number <= len(parts) else ""


def padded(value: str, length: int, fill: str, *, left: bool) -> str:
    """lpad and rpad: cut at the end, too."""
    if length > _PADDED_MAX:
        raise Leave
    length = max(length, 0)
    missing = length - len(value)
    if missing <= 0 or not fill:
        return value[:length]
    made = (fill * (missing // len(fill) + 1))[:missing]
    return made + value if left else value + made


def repeated(value: str, count: int) -> str:
    """Nothing for counts below 1."""
    if len(value) * count > _GROWN_MAX:
        raise Leave
    return value * count


def concatenated(separator: str | None, *texts: str | None) -> str | None:
    """Of the texts that are not NULL."""
    return None if separator is None else separator.join([text for text in texts if text is not None])


def md5(value: str) -> str:
    """In hexadecimal."""
    return hashlib.md5(value.encode(), usedforsecurity=False).hexdigest()


def like_pattern(value: str, pattern: str) -> bool:
    """Does the text match a pattern without backslashes?"""
    if "\\" in pattern:
        raise Leave
    return like(value, tuple(pattern.split("%")))


def like(value: str, parts: tuple[str, ...]) -> bool:
    """Does the text match a pattern whose pieces between % are *parts*?"""
    first, *middle = parts
    if not middle:
        return len(value) == len(first) and _is_at(value, first, 0)
    last = middle.pop()
    at, end = len(first), len(value) - len(last)
    if end < at or not _is_at(value, first, 0) or not _is_at(value, last, end):
        return False
    for part in middle:
        at = _found(value, part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True


def _is_at(value: str, part: str, at: int) -> bool:
    if "_" not in part:
        return value.startswith(part, at)
    return all(wanted in ("_", found) for wanted, found in zip(part, value[at:], strict=False))


def _found(value: str, part: str, at: int, end: int) -> int:
    if "_" not in part:
        return value.find(part, at, end)
    if (end - at) * len(part) > _GROWN_MAX:
        raise Leave
    return next((i for i in range(at, end - len(part) + 1) if _is_at(value, part, i)), -1)


def listed(values: list[Any] | None) -> tuple[Any, ...] | None:
    """An array of one dimension, and not a long one."""
    if values is None:
        return None
    if len(values) > _LISTED_MAX:
        raise Leave
    return tuple(flat(values))


def flat(values: list[Any]) -> list[Any]:
    """An array of one dimension."""
    if any(isinstance(value, list) for value in values):
        raise Leave
    return values


def element(values: list[Any], subscript: int) -> Any:
    """From 1; none beyond either end."""
    return flat(values)[subscript - 1] if 1 <= subscript <= len(values) else None


def array_length(values: list[Any], dimension: int) -> int | None:
    """Empty ones have no dimension."""
    return len(flat(values)) or None if dimension == 1 else None


#: Names that forms and what is made of them use.
NAMES: Final[dict[str, Any]] = {
    f.__name__: f
    for f in (
        Decimal, Leave, array_length, average, concatenated, element, finite,
        flat, float_ceil, float_divide, float_exp, float_floor, float_integer, float_log,
        float_multiply, float_numeric, float_power, float_root, float_round, float_truncate, int_divide, int_remainder, like,
        like_pattern, listed, lower, md5, number, numeric_average, numeric_ceil, numeric_divide, numeric_float, numeric_floor,
        numeric_integer, numeric_remainder, numeric_round, numeric_scaled, numeric_text, numeric_truncate, padded, proper, repeated,
        right, single, squarable, split_part, substring, text_replace, unsigned, upper, date_text, timestamp_text, timestamptz_text,
        session_zone,
    )
} | {"numeric": numeric} | local_times.NAMES | SHARED  # fmt: skip
