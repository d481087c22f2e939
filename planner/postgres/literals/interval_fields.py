"""The fields of interval types (interval day, interval hour to minute …): what they make of a text and of a value.

The upper half of interval's modifier has a bit for each field, as in PostgreSQL's datetime.h; only the last field counts.
"""

from __future__ import annotations

from typing import Final

from planner.tree.calendar import HOUR_US, MINUTE_US
from planner.tree.values import Interval

FULL_RANGE: Final = 0x7FFF
#: The lower half of a modifier that says nothing of fractions of seconds.
FULL_PRECISION: Final = 0xFFFF
#: Bits of the fields, from the largest to the smallest.
FIELD_BITS: Final = {"year": 1 << 2, "month": 1 << 1, "day": 1 << 3, "hour": 1 << 10, "minute": 1 << 11, "second": 1 << 12}
MINUTE_TO_SECOND: Final = FIELD_BITS["minute"] | FIELD_BITS["second"]
_MICROS: Final = {"hour": HOUR_US, "minute": MINUTE_US}


def fields_of(typmod: int) -> int:
    """The bits of a modifier; all for none."""
    return FULL_RANGE if typmod < 0 else typmod >> 16 & FULL_RANGE


def last_field(fields: int) -> str:
    """The smallest field: the unit of a number without one."""
    return "second" if fields == FULL_RANGE else next(f for f in reversed(FIELD_BITS) if fields & FIELD_BITS[f])


def cut(value: Interval, fields: int) -> Interval:
    """The value without what is smaller than the last field, as a cast to the type leaves it."""
    match last_field(fields):
        case "year":
            return Interval(_towards_zero(value.months, 12), 0, 0)
        case "month":
            return Interval(value.months, 0, 0)
        case "day":
            return Interval(value.months, value.days, 0)
        case "second":
            return value
        case unit:
            return value._replace(micros=_towards_zero(value.micros, _MICROS[unit]))


def _towards_zero(amount: int, step: int) -> int:
    return (abs(amount) // step * step) * (-1 if amount < 0 else 1)
