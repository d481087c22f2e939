"""Functions of a key column that keep its order: ``f(column) >= bound`` said as a bound on the column.

Each step maps a bound on its result to a bound on its argument: for at_least the tightest that every argument with
``f(x) >= bound`` satisfies, for at_most likewise. A step is *exact* where the converse holds too. All steps work on real numbers;
±inf and NaN (which sorts above everything) say "always" and "never".
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from planner.prune.constrain.clock import fixed_offset_us, offsets_around
from planner.prune.keyspace import reals
from planner.prune.keyspace.key_column import KeyBound
from planner.tree.calendar import DAY_US, next_start, unit_start
from planner.tree.values import DATE_INFINITY, DATE_MINUS_INFINITY, TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY

#: column >= -inf, column <= NaN; column > NaN, column < -inf.
ALWAYS_AT_LEAST: Final = KeyBound(-math.inf, False)
ALWAYS_AT_MOST: Final = KeyBound(math.nan, False)
NEVER_AT_LEAST: Final = KeyBound(math.nan, True)
NEVER_AT_MOST: Final = KeyBound(-math.inf, True)

#: Whole numbers up to here are all float8 values.
_FLOAT8_WHOLE_MAX: Final = 2**53


@dataclass(frozen=True, slots=True)
class MonotoneStep:
    """See the module. *exact*: does exactly that bound say the same?"""

    #: f(x) >= bound (>) as a bound on x; f(x) <= bound (<) as a bound on x.
    at_least: Callable[[KeyBound], KeyBound]
    at_most: Callable[[KeyBound], KeyBound]
    exact: bool = True


def _is_endless(value: reals.Real) -> bool:
    return reals.is_nan(value) or reals.is_infinite(value)


# ------------------------------------------------------------------------------------------------------------ moments

#: A day's infinities are other numbers than those of a time.
_TO_DAY: Final = {TIMESTAMP_INFINITY: DATE_INFINITY, TIMESTAMP_MINUS_INFINITY: DATE_MINUS_INFINITY}
_TO_TIME: Final = {day: time for time, day in _TO_DAY.items()}


def _day_bound(bound: KeyBound) -> KeyBound:
    if bound.value in _TO_DAY:
        return KeyBound(_TO_DAY[bound.value], bound.strict)
    return KeyBound(reals.scaled(bound.value, Fraction(1, DAY_US)), bound.strict)


def _from_day(bound: KeyBound) -> KeyBound:
    if bound.value in _TO_TIME:
        return KeyBound(_TO_TIME[bound.value], bound.strict)
    day = reals.ceiling(bound.value, strict=bound.strict)
    return NEVER_AT_LEAST if day is None else KeyBound(min(day * DAY_US, TIMESTAMP_INFINITY), False)


def _to_day(bound: KeyBound) -> KeyBound:
    if bound.value in _TO_TIME:
        return KeyBound(_TO_TIME[bound.value], bound.strict)
    day = reals.floor(bound.value, strict=bound.strict)
    if day is None:
        return NEVER_AT_MOST
    end = (day + 1) * DAY_US
    return KeyBound(end, True) if end > TIMESTAMP_MINUS_INFINITY else KeyBound(TIMESTAMP_MINUS_INFINITY, False)


#: A day as its midnight; a local time as the day it lies in.
DATE_TO_TIMESTAMP: Final = MonotoneStep(_day_bound, _day_bound)
TIMESTAMP_TO_DATE: Final = MonotoneStep(_from_day, _to_day)


def localized(zone: str) -> MonotoneStep:
    """An instant as local time. Where clocks are set back, two instants have one local time: exact only where they never are."""
    return MonotoneStep(partial(_moved, zone, -1, 1), partial(_moved, zone, -1, 0), fixed_offset_us(zone) is not None)


def globalized(zone: str) -> MonotoneStep:
    """Local time as an instant."""
    return MonotoneStep(partial(_moved, zone, 1, 0), partial(_moved, zone, 1, 1), fixed_offset_us(zone) is not None)


def _moved(zone: str, sign: int, end: int, bound: KeyBound) -> KeyBound:
    """The bound moved by the least (*end* 0) or greatest (1) offset around it."""
    if bound.value in _TO_DAY or _is_endless(bound.value):
        return bound
    offsets = offsets_around(zone, math.floor(bound.value))
    return KeyBound(bound.value + sign * offsets[end], bound.strict)


def truncated(unit: str) -> MonotoneStep:
    """Local time as the start of the *unit* it lies in."""
    return MonotoneStep(
        lambda bound: _unit_end(unit, bound, ceil=not bound.strict, strict=False),
        lambda bound: _unit_end(unit, bound, ceil=bound.strict, strict=True),
    )


def _unit_end(unit: str, bound: KeyBound, *, ceil: bool, strict: bool) -> KeyBound:
    """Where the bound's unit ends; with *ceil* a bound that starts a unit stays where it is."""
    if bound.value in _TO_DAY or _is_endless(bound.value):
        return bound
    start = unit_start(unit, math.floor(bound.value))
    if ceil and start == math.ceil(bound.value):
        return KeyBound(start, strict)
    return KeyBound(min(next_start(unit, start), TIMESTAMP_INFINITY), strict)


# ------------------------------------------------------------------------------------------------------------ numbers


def _long_at_least(bound: KeyBound) -> KeyBound:
    if _is_small(bound.value):
        return bound
    return KeyBound(_first_long(lambda n: float(n) > bound.value if bound.strict else float(n) >= bound.value), False)


def _long_at_most(bound: KeyBound) -> KeyBound:
    if _is_small(bound.value):
        return bound
    return KeyBound(_first_long(lambda n: float(n) >= bound.value if bound.strict else float(n) > bound.value), True)


def _is_small(value: reals.Real) -> bool:
    return _is_endless(value) or -_FLOAT8_WHOLE_MAX < value < _FLOAT8_WHOLE_MAX


def _first_long(holds: Callable[[int], bool]) -> int:
    """The least int8 value for which *holds*, which is false and then true along the line; one more than the last if never."""
    low, high = -(2**63), 2**63
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


#: More than the error of a division of two rounded numbers.
_FLOAT8_SLACK: Final = Fraction(1, 2**50)


def _widened(sign: int, bound: KeyBound) -> KeyBound:
    if _is_endless(bound.value):
        # A numeric column of at most 38 digits never becomes infinite.
        return bound
    exact = Fraction(bound.value)
    return KeyBound(exact + sign * abs(exact) * _FLOAT8_SLACK, False)


#: A 64-bit integer as the nearest float8.
LONG_TO_DOUBLE: Final = MonotoneStep(_long_at_least, _long_at_most)
#: A numeric as a float8. Engines round the last bits differently, so bounds are widened a little.
DECIMAL_TO_DOUBLE: Final = MonotoneStep(partial(_widened, -1), partial(_widened, 1), exact=False)
