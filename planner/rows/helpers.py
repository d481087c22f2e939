"""What row forms are written with. Each function gives exactly what Postgres gives, or raises one of LEAVES."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, DecimalException
from struct import Struct
from typing import Any, Final

from planner.constrain.constants import Unknown
from planner.functions.udf.numerics import divide


class Leave(Exception):
    """The general way knows the answer."""


#: What a form may raise, and what it means: the general way answers. (Of Decimal: NaN, and results beyond what is exact.)
LEAVES: Final = (Leave, Unknown, ArithmeticError, DecimalException, ValueError)
#: Days from 1970 that every calendar function agrees on, and microseconds.
_NEAR_DAYS: Final = 700_000
_DAY_US: Final = 86_400_000_000
_EPOCH: Final = date(1970, 1, 1)
_UNITS_US: Final = {"microseconds": 1, "milliseconds": 1_000, "second": 1_000_000, "minute": 60_000_000, "hour": 3_600_000_000}
_ROUND_DIGITS_MAX: Final = 30
#: Some such values squared are far from overflowing.
_ROOT_OF_MAX: Final = 1e150
#: Characters that a text may grow to here.
_GROWN_MAX: Final = 100_000
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


def float_integer(value: float) -> int:
    """The nearest integer, of two the even one."""
    return round(finite(value))


def numeric_round(value: Decimal, digits: int) -> Decimal:
    """Halves away from zero."""
    if not 0 <= digits <= _ROUND_DIGITS_MAX or not value.is_finite():
        raise Leave
    return unsigned(value.quantize(Decimal((0, (1,), -digits)), context=numeric))


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


def md5(value: str) -> str:
    """In hexadecimal."""
    return hashlib.md5(value.encode(), usedforsecurity=False).hexdigest()


def near_date(days: int) -> int:
    """No infinity, and nothing that a calendar could disagree about."""
    if not -_NEAR_DAYS < days < _NEAR_DAYS:
        raise Leave
    return days


def near(micros: int) -> int:
    """The same of timestamps."""
    if not -_NEAR_DAYS * _DAY_US < micros < _NEAR_DAYS * _DAY_US:
        raise Leave
    return micros


def truncate(unit: str, micros: int) -> int:
    """The beginning of the unit around *micros*."""
    near(micros)
    size = _UNITS_US.get(unit)
    if size is not None:
        return micros - micros % size
    days = micros // _DAY_US
    begin = _BEGINNINGS.get(unit)
    if begin is None:
        raise Leave
    first: date = begin(_EPOCH + timedelta(days))
    return (first - _EPOCH).days * _DAY_US


def field(unit: str, micros: int) -> int:
    """A field of a local time."""
    days, rest = divmod(near(micros), _DAY_US)
    if unit in ("hour", "minute"):
        return rest // 3_600_000_000 if unit == "hour" else rest // 60_000_000 % 60
    return int(_FIELDS[unit](_EPOCH + timedelta(days)))


_FIELDS: Final[dict[str, Callable[[date], int]]] = {
    "day": lambda d: d.day,
    "month": lambda d: d.month,
    "year": lambda d: d.year,
    "quarter": lambda d: (d.month + 2) // 3,
    "dow": lambda d: d.isoweekday() % 7,
    "isodow": lambda d: d.isoweekday(),
    "doy": lambda d: d.timetuple().tm_yday,
    "week": lambda d: d.isocalendar()[1],
    "isoyear": lambda d: d.isocalendar()[0],
}
_BEGINNINGS: Final[dict[str, Callable[[date], Any]]] = {
    "day": lambda d: d,
    "week": lambda d: d - timedelta(d.weekday()),
    "month": lambda d: d.replace(day=1),
    "quarter": lambda d: d.replace(month=d.month - (d.month - 1) % 3, day=1),
    "year": lambda d: d.replace(month=1, day=1),
}


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
    if len(values) > _LISTED_MAX or any(isinstance(value, list) for value in values):
        raise Leave
    return tuple(values)


#: Names that forms and what is made of them use.
NAMES: Final[dict[str, Any]] = {
    f.__name__: f
    for f in (
        Decimal, Leave, average, field, finite, float_ceil, float_divide, float_floor, float_integer, float_multiply,
        float_numeric, int_divide, int_remainder, like, listed, lower, md5, near, near_date, number, numeric_average,
        numeric_float, numeric_integer, numeric_round, proper, right, single, squarable, split_part, substring, text_replace,
        truncate, unsigned, upper,
    )
} | {"numeric": numeric}  # fmt: skip
