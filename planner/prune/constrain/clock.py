"""Dates and times of constants: conversions between date, timestamp and timestamptz, interval arithmetic, date_trunc;
and the offsets of the session's time zone around an instant.

Everything raises ValueError or OverflowError where the answer is not certain (local times that a change of clocks skips or repeats)
or PostgreSQL has none, so that no bound is built on a guess.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from planner.postgres.literals.zones import offset_at, session_zone
from planner.tree.calendar import (
    DATE_MAX,
    DATE_MIN,
    DAY_US,
    HOUR_US,
    SECOND_US,
    TIMESTAMP_MAX,
    TIMESTAMP_MIN,
    UNITS,
    months_later,
    unit_start,
)
from planner.tree.types import DATE, TIMESTAMP, TIMESTAMPTZ, PgType
from planner.tree.values import (
    DATE_INFINITY,
    DATE_MINUS_INFINITY,
    TIMESTAMP_INFINITY,
    TIMESTAMP_MINUS_INFINITY,
    Interval,
)

_TO_TIMESTAMP: Final = {DATE_INFINITY: TIMESTAMP_INFINITY, DATE_MINUS_INFINITY: TIMESTAMP_MINUS_INFINITY}
_TO_DATE: Final = {v: k for k, v in _TO_TIMESTAMP.items()}


def converter(source: PgType, target: PgType, zone: str) -> Callable[[int], int] | None:
    """The cast between two of date, timestamp, timestamptz; None for any other type."""
    if target not in (DATE, TIMESTAMP, TIMESTAMPTZ):
        return None

    def convert(value: int) -> int:
        local = _to_local(value, source, zone)
        if target is DATE:
            return day_of(local)
        return to_instant(local, zone) if target is TIMESTAMPTZ and source is not TIMESTAMPTZ else local

    return convert if target is not source else lambda value: value


def _to_local(value: int, source: PgType, zone: str) -> int:
    if source is DATE:
        return _midnight(value)
    return to_local(value, zone) if source is TIMESTAMPTZ else value


def _midnight(day: int) -> int:
    return _TO_TIMESTAMP[day] if day in _TO_TIMESTAMP else _in_range(day * DAY_US, TIMESTAMP_MIN, TIMESTAMP_MAX)


def _in_range(value: int, least: int, most: int) -> int:
    if least <= value <= most:
        return value
    raise OverflowError("date or timestamp out of range")


def day_of(local_us: int) -> int:
    """The day that a local time lies in."""
    return _TO_DATE.get(local_us, local_us // DAY_US)


def to_local(instant_us: int, zone: str) -> int:
    """Local time of an instant."""
    if instant_us in _TO_DATE:
        return instant_us
    return instant_us + offset_us(zone, instant_us)


def to_instant(local_us: int, zone: str) -> int:
    """The one instant of that local time. Raises ValueError where there are two or none."""
    if local_us in _TO_DATE:
        return local_us
    candidates = {local_us - offset for offset in offsets_around(zone, local_us)}
    found = [c for c in candidates if offset_us(zone, c) == local_us - c]
    if len(found) != 1:
        raise ValueError(f"local time {local_us} is not one instant in {zone}")
    return found[0]


def truncate(unit: str, value: int, zone: str) -> int:
    """date_trunc(unit, value), in local time of *zone*. Raises ValueError."""
    if unit.lower() not in UNITS:
        raise ValueError(f"unit {unit}")
    if value in _TO_DATE:
        return value
    start = _in_range(unit_start(unit.lower(), to_local(value, zone)), TIMESTAMP_MIN, TIMESTAMP_MAX)
    return to_instant(start, zone)


def shifted_day(day: int, days: int) -> int:
    """date + integer."""
    return day if day in _TO_TIMESTAMP else _in_range(day + days, DATE_MIN, DATE_MAX)


def shifted(value: int, pg: PgType, by: Interval, sign: int, zone: str) -> int:
    """value ± interval: months first, then days, each in local time, then microseconds. Of a date it is a timestamp."""
    start = _midnight(value) if pg is DATE else value
    if start in _TO_DATE:
        return start
    if by.months == 0 and by.days == 0:
        return _in_range(start + sign * by.micros, TIMESTAMP_MIN, TIMESTAMP_MAX)
    if by.months and by.days:
        start, by = shifted(start, TIMESTAMP if pg is DATE else pg, Interval(by.months, 0, 0), sign, zone), by._replace(months=0)
    local = to_local(start, zone) if pg is TIMESTAMPTZ else start
    day, time_us = divmod(local, DAY_US)
    moved = (months_later(day, sign * by.months) + sign * by.days) * DAY_US + time_us
    end = (to_instant(moved, zone) if pg is TIMESTAMPTZ else moved) + sign * by.micros
    return _in_range(end, TIMESTAMP_MIN, TIMESTAMP_MAX)


# ---------------------------------------------------------------------------------------------------------- time zones

#: Zones of the tz database whose local time is UTC, always.
_UTC_NAMES: Final = frozenset(f"{area}{name}" for area in ("", "etc/") for name in ("utc", "uct", "gmt", "zulu", "universal"))
#: Offsets are looked at this far around an instant, in these steps: no two transitions are closer together than a step.
_WINDOW_US: Final = 2 * DAY_US
_STEP_US: Final = 6 * HOUR_US


@lru_cache(maxsize=64)
def fixed_offset_us(zone: str) -> int | None:
    """Local time minus UTC where that is the same at all times; else None."""
    if zone.lower() in _UTC_NAMES:
        return 0
    found = session_zone(zone)
    return found * SECOND_US if isinstance(found, int) else None


def offset_us(zone: str, instant_us: int) -> int:
    """Local time minus UTC at an instant."""
    fixed = fixed_offset_us(zone)
    return offset_at(session_zone(zone), instant_us) * SECOND_US if fixed is None else fixed


def offsets_around(zone: str, instant_us: int) -> tuple[int, int]:
    """The least and the greatest offset in force within two days of an instant, or of a local time of that number."""
    fixed = fixed_offset_us(zone)
    if fixed is not None:
        return (fixed, fixed)
    found = [offset_us(zone, instant_us + step) for step in range(-_WINDOW_US, _WINDOW_US + 1, _STEP_US)]
    return (min(found), max(found))
