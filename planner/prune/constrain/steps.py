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
from typing import Final, Protocol

from planner.prune.constrain.zones import fixed_offset_us, offsets_around
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


class Step(Protocol):
    """See the module."""

    @property
    def exact(self) -> bool:
        """Does exactly that bound say the same?"""

    def at_least(self, bound: KeyBound) -> KeyBound:
        """f(x) >= bound (>) as a bound on x."""

    def at_most(self, bound: KeyBound) -> KeyBound:
        """f(x) <= bound (<) as a bound on x."""


def _is_infinity(value: object) -> bool:
    return value in (TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY)


@dataclass(frozen=True, slots=True)
class DateToTimestamp:
    """A day as its midnight."""

    exact: bool = True

    def at_least(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        return _day_bound(bound)

    def at_most(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        return _day_bound(bound)


def _day_bound(bound: KeyBound) -> KeyBound:
    if bound.value == TIMESTAMP_INFINITY:
        return KeyBound(DATE_INFINITY, bound.strict)
    if bound.value == TIMESTAMP_MINUS_INFINITY:
        return KeyBound(DATE_MINUS_INFINITY, bound.strict)
    return KeyBound(reals.scaled(bound.value, Fraction(1, DAY_US)), bound.strict)


@dataclass(frozen=True, slots=True)
class TimestampToDate:
    """A local time as the day it lies in."""

    exact: bool = True

    def at_least(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        if bound.value == DATE_MINUS_INFINITY:
            return KeyBound(TIMESTAMP_MINUS_INFINITY, bound.strict)
        if bound.value == DATE_INFINITY:
            return KeyBound(TIMESTAMP_INFINITY, bound.strict)
        day = reals.ceiling(bound.value, strict=bound.strict)
        return NEVER_AT_LEAST if day is None else KeyBound(min(day * DAY_US, TIMESTAMP_INFINITY), False)

    def at_most(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        if bound.value == DATE_INFINITY:
            return KeyBound(TIMESTAMP_INFINITY, bound.strict)
        if bound.value == DATE_MINUS_INFINITY:
            return KeyBound(TIMESTAMP_MINUS_INFINITY, bound.strict)
        day = reals.floor(bound.value, strict=bound.strict)
        if day is None:
            return NEVER_AT_MOST
        end = (day + 1) * DAY_US
        return KeyBound(end, True) if end > TIMESTAMP_MINUS_INFINITY else KeyBound(TIMESTAMP_MINUS_INFINITY, False)


@dataclass(frozen=True, slots=True)
class Localize:
    """An instant as local time of *zone*. Where clocks are set back, two instants have one local time: then not exact."""

    zone: str

    @property
    def exact(self) -> bool:
        """Only where the offset is known for all times."""
        return fixed_offset_us(self.zone) is not None

    def at_least(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        return _moved(bound, self.zone, sign=-1, end=1)

    def at_most(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        return _moved(bound, self.zone, sign=-1, end=0)


@dataclass(frozen=True, slots=True)
class Globalize:
    """Local time of *zone* as an instant."""

    zone: str

    @property
    def exact(self) -> bool:
        """Only where the offset is known for all times."""
        return fixed_offset_us(self.zone) is not None

    def at_least(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        return _moved(bound, self.zone, sign=1, end=0)

    def at_most(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        return _moved(bound, self.zone, sign=1, end=1)


def _moved(bound: KeyBound, zone: str, *, sign: int, end: int) -> KeyBound:
    """The bound moved by the least (*end* 0) or greatest (1) offset around it."""
    if _is_infinity(bound.value) or reals.is_nan(bound.value) or reals.is_infinite(bound.value):
        return KeyBound(bound.value, bound.strict)
    offsets = offsets_around(zone, math.floor(bound.value))
    return KeyBound(bound.value + sign * offsets[end], bound.strict)


@dataclass(frozen=True, slots=True)
class DateTrunc:
    """Local time as the start of the *unit* it lies in."""

    unit: str
    exact: bool = True

    def at_least(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        return self._unit_end(bound, ceil=not bound.strict, strict=False)

    def at_most(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        return self._unit_end(bound, ceil=bound.strict, strict=True)

    def _unit_end(self, bound: KeyBound, *, ceil: bool, strict: bool) -> KeyBound:
        """Where the bound's unit ends; with *ceil* a bound that starts a unit stays where it is."""
        if _is_infinity(bound.value):
            return bound
        if reals.is_nan(bound.value) or reals.is_infinite(bound.value):
            return bound
        at = math.ceil(bound.value)
        start = unit_start(self.unit, math.floor(bound.value))
        if ceil and start == at:
            return KeyBound(start, strict)
        return KeyBound(min(next_start(self.unit, start), TIMESTAMP_INFINITY), strict)


@dataclass(frozen=True, slots=True)
class LongToDouble:
    """A 64-bit integer as the nearest float8."""

    exact: bool = True

    def at_least(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        if _is_small(bound.value):
            return bound
        return KeyBound(_first_long(lambda n: float(n) > bound.value if bound.strict else float(n) >= bound.value), False)

    def at_most(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        if _is_small(bound.value):
            return bound
        return KeyBound(_first_long(lambda n: float(n) >= bound.value if bound.strict else float(n) > bound.value), True)


def _is_small(value: reals.Real) -> bool:
    return reals.is_nan(value) or reals.is_infinite(value) or -_FLOAT8_WHOLE_MAX < value < _FLOAT8_WHOLE_MAX


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


@dataclass(frozen=True, slots=True)
class DecimalToDouble:
    """A numeric as a float8. Engines round the last bits differently, so bounds are widened a little."""

    exact: bool = False

    def at_least(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        return _widened(bound, -1)

    def at_most(self, bound: KeyBound) -> KeyBound:
        """See Step."""
        return _widened(bound, 1)


#: More than the error of a division of two rounded numbers.
_FLOAT8_SLACK: Final = Fraction(1, 2**50)


def _widened(bound: KeyBound, sign: int) -> KeyBound:
    if reals.is_nan(bound.value) or reals.is_infinite(bound.value):
        # A numeric column of at most 38 digits never becomes infinite.
        return bound
    exact = Fraction(bound.value)
    return KeyBound(exact + sign * abs(exact) * _FLOAT8_SLACK, False)
