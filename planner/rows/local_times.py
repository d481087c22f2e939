"""Dates and times within what all calendars agree on: what row forms of them are written with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo

from planner.errors import PlanError
from planner.postgres.functions.extract import FIELD_ALIASES
from planner.postgres.functions.udf.calendar import (
    age,
    checked_interval,
    interval_divide,
    interval_scale,
    justify,
    make_interval,
    time_bin,
)
from planner.postgres.literals.zones import named_zone, offset_at, offset_of_local
from planner.rows.shared import Leave
from planner.tree import calendar
from planner.tree.calendar import (
    DAY_US,
    EPOCH_ORDINAL,
    HOUR_US,
    INTERVAL_MONTH_DAYS,
    MINUTE_US,
    SECOND_US,
    UNITS,
    interval_us,
    unit_start,
)
from planner.tree.values import Interval

T = TypeVar("T")

#: Days from 1970 that every calendar function agrees on, and microseconds.
_NEAR_DAYS: Final = 700_000
NEAR_US: Final = _NEAR_DAYS * DAY_US - 1
_MONTHS_MAX: Final = 100_000
#: Units that a change of clocks does not move.
CLOCK_UNITS: Final = ("microseconds", "milliseconds", "second", "minute", "hour")
_YEAR_US: Final = 31_557_600 * SECOND_US
#: Days, and hours of zones, of which something is remembered: mostly there are few in a range.
_KEPT_MAX: Final = 4_096


def near_date(days: int) -> int:
    """No infinity, and nothing that a calendar could disagree about. Raises Leave."""
    if not -_NEAR_DAYS < days < _NEAR_DAYS:
        raise Leave
    return days


def near(micros: int) -> int:
    """The same of timestamps. Raises Leave."""
    if not -NEAR_US <= micros <= NEAR_US:
        raise Leave
    return micros


def truncate(unit: str, micros: int) -> int:
    """The beginning of the unit around *micros*. Raises Leave."""
    near(micros)
    unit = FIELD_ALIASES.get(word := unit.lower(), word)
    if unit not in UNITS:
        raise Leave
    return unit_start(unit, micros)


@lru_cache(_KEPT_MAX)
def day_field(unit: str, days: int) -> int:
    """A field of a date, as days since 1970."""
    return int(_FIELDS[unit](date.fromordinal(days + EPOCH_ORDINAL)))


@lru_cache(_KEPT_MAX)
def day_start(unit: str, days: int) -> int:
    """The beginning of the unit around a date, in microseconds."""
    return unit_start(unit, days * DAY_US)


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


def months_later(micros: int, months: int) -> int:
    """The same day of that month, or its last one."""
    days, clock = divmod(near(micros), DAY_US)
    return near(calendar.months_later(days, months) * DAY_US + clock)


def to_local(micros: int, zone: ZoneInfo | int) -> int:
    """The local time of an instant. Raises Leave."""
    if not -NEAR_US <= micros <= NEAR_US:
        raise Leave
    offset_us = _offset_us(zone, micros // HOUR_US)
    return near(micros + (offset_at(zone, micros) * SECOND_US if offset_us is None else offset_us))


@lru_cache(_KEPT_MAX)
def _offset_us(zone: ZoneInfo | int, hours: int) -> int | None:
    """The offset in the hour that begins so many hours after 1970 UTC; None where it changes in it."""
    begin = hours * HOUR_US
    offset_s = offset_at(zone, begin)
    return offset_s * SECOND_US if offset_at(zone, begin + HOUR_US - 1) == offset_s else None


def from_local(micros: int, zone: ZoneInfo | int) -> int:
    """The instant of a local time."""
    return near(near(micros) - offset_of_local(zone, micros) * SECOND_US)


def clock_start(length_us: int, micros: int, zone: ZoneInfo | int) -> int:
    """The beginning of the second, minute or hour around an instant in a zone, at the offset that there is. Raises Leave."""
    return near(micros - to_local(micros, zone) % length_us)


@lru_cache(_KEPT_MAX)
def zone_start(unit: str, days: int, zone: ZoneInfo | int) -> int:
    """The instant at which the day, or what is longer, around a date in a zone begins. Raises Leave."""
    return from_local(unit_start(unit, days * DAY_US), zone)


def zone_at(name: str) -> ZoneInfo | int:
    """What AT TIME ZONE means by it."""
    return _or_leave(named_zone, name)


def shifted_in(micros: int, months: int, days: int, zone: ZoneInfo | int) -> int:
    """So many months and then days later by the zone's calendar: each step ends at an instant."""
    if months:
        micros = from_local(months_later(to_local(micros, zone), months), zone)
    return from_local(to_local(micros, zone) + days * DAY_US, zone) if days else micros


def is_small(interval: Interval) -> bool:
    """Infinite ones are not."""
    return abs(interval.months) < _MONTHS_MAX and all(abs(part) < 1 << 40 for part in (interval.days, interval.micros // 1000))


def shifted(micros: int, by: Interval, sign: int, zone: ZoneInfo | int | None) -> int:
    """An instant, or a local time where there is no zone, so much later or earlier. Raises Leave."""
    if not is_small(by):
        raise Leave
    months, days, rest = (sign * part for part in by)
    if zone is not None:
        return near(shifted_in(micros, months, days, zone) + rest)
    return near((months_later(micros, months) if months else micros) + days * DAY_US + rest)


def truncate_in(unit: str, micros: int, zone: ZoneInfo | int) -> int:
    """The beginning of the unit in a zone; of what is shorter than a day at the offset that there is."""
    local = to_local(micros, zone)
    begin = truncate(unit, local)
    unit = FIELD_ALIASES.get(word := unit.lower(), word)
    return near(begin - local + micros) if unit in CLOCK_UNITS else from_local(begin, zone)


def difference(later: int, earlier: int) -> Interval:
    """Days and the rest, both with the difference's sign."""
    micros = near(later) - near(earlier)
    days = micros // DAY_US if micros >= 0 else -(-micros // DAY_US)
    return Interval(0, days, micros - days * DAY_US)


def calendar_age(later: int, earlier: int) -> Interval:
    """Years, months, days and time."""
    return Interval(*age(near(later), near(earlier)))


def interval_micros(value: Interval) -> int:
    """As EPOCH counts it: years have 365.25 days, other months 30."""
    years, months = divmod(abs(value.months), 12)
    whole = years * _YEAR_US + months * INTERVAL_MONTH_DAYS * DAY_US
    return (whole if value.months >= 0 else -whole) + value.days * DAY_US + value.micros


def interval_sum(one: Interval, other: Interval, sign: int = 1) -> Interval:
    """Part by part."""
    (months, days, micros), (more_months, more_days, more_micros) = one, other
    return Interval(*_or_leave(checked_interval, months + sign * more_months, days + sign * more_days, micros + sign * more_micros))


def interval_scaled(value: Interval, factor: float) -> Interval:
    """Times a factor."""
    return Interval(*_or_leave(interval_scale, *value, factor))


def interval_divided(value: Interval, divisor: float) -> Interval:
    """By a divisor."""
    return Interval(*_or_leave(interval_divide, *value, divisor))


def made_interval(parts: list[float]) -> Interval:
    """Of years, months, weeks, days, hours, minutes, seconds. Raises Leave."""
    found = _or_leave(make_interval, list(parts))
    assert found is not None, "has no NULL"
    return Interval(*found)


def justified(what: str, value: Interval) -> Interval:
    """With 24 hours as days, 30 days as months. Raises Leave."""
    return Interval(*_or_leave(justify, what, *value))


def _or_leave(function: Callable[..., T], *args: Any) -> T:
    """What it gives, which words an error where it gives none."""
    try:
        return function(*args)
    except PlanError:
        raise Leave from None


def interval_field(unit: str, value: Interval) -> int:
    """A whole field of an interval, with its sign."""
    whole, size, most = _INTERVAL_FIELDS[unit](value)
    found = abs(whole) // size % most if most else abs(whole) // size
    return found if whole >= 0 else -found


_INTERVAL_FIELDS: Final[dict[str, Callable[[Interval], tuple[int, int, int]]]] = {
    "year": lambda v: (v.months, 12, 0),
    "month": lambda v: (v.months, 1, 12),
    "day": lambda v: (v.days, 1, 0),
    "hour": lambda v: (v.micros, HOUR_US, 0),
    "minute": lambda v: (v.micros, MINUTE_US, 60),
}
INTERVAL_FIELDS: Final = frozenset(_INTERVAL_FIELDS)


def binned(stride: Interval, micros: int, origin: int) -> int:
    """The start of the stride around *micros*, of those from *origin* on."""
    return near(_or_leave(time_bin, list(stride), near(micros), near(origin)))


NAMES: Final[dict[str, Any]] = {
    f.__name__: f
    for f in (
        Interval, binned, calendar_age, clock_start, day_field, day_start, difference, from_local, interval_divided, interval_field,
        interval_micros, interval_scaled, interval_sum, interval_us, justified, made_interval,
        months_later, near, near_date, shifted, shifted_in, to_local, truncate, truncate_in, zone_at, zone_start,
    )
}  # fmt: skip
