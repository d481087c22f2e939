"""Units of date_trunc on local microseconds since 1970-01-01, and the session's time zone as far as bounds need it."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Final

from planner.postgres.literals.zones import offset_at, session_zone

SECOND_US: Final = 1_000_000
DAY_US: Final = 86_400 * SECOND_US
#: 1970-01-05 was the first Monday.
_MONDAY_US: Final = 4 * DAY_US
_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()

#: Units of one length: (length, where one of them starts).
_FIXED: Final = {
    "microseconds": (1, 0),
    "milliseconds": (1000, 0),
    "second": (SECOND_US, 0),
    "minute": (60 * SECOND_US, 0),
    "hour": (3600 * SECOND_US, 0),
    "day": (DAY_US, 0),
    "week": (7 * DAY_US, _MONDAY_US),
}
_MONTHS: Final = {"month": 1, "quarter": 3, "year": 12}
UNITS: Final = frozenset(_FIXED) | frozenset(_MONTHS)


def unit_start(unit: str, at_us: int) -> int | None:
    """Where the unit that *at_us* lies in starts; None beyond the years 1 to 9998."""
    if unit in _FIXED:
        length, origin = _FIXED[unit]
        return at_us - (at_us - origin) % length
    months = _month_of(at_us)
    return None if months is None else _start_of_month(months - months % _MONTHS[unit])


def next_start(unit: str, start_us: int) -> int | None:
    """Where the unit ends that starts at *start_us*."""
    if unit in _FIXED:
        return start_us + _FIXED[unit][0]
    months = _month_of(start_us)
    return None if months is None else _start_of_month(months + _MONTHS[unit])


def _month_of(at_us: int) -> int | None:
    """Months since year 0."""
    try:
        day = date.fromordinal(at_us // DAY_US + _EPOCH_ORDINAL)
    except (ValueError, OverflowError):
        return None
    return day.year * 12 + day.month - 1 if day.year < date.max.year else None


def _start_of_month(months: int) -> int:
    return (date(months // 12, months % 12 + 1, 1).toordinal() - _EPOCH_ORDINAL) * DAY_US


# --------------------------------------------------------------------------------------------------------------------- time zones

#: Zones of the tz database whose local time is UTC, always.
_UTC_NAMES: Final = frozenset(f"{area}{name}" for area in ("", "etc/") for name in ("utc", "uct", "gmt", "zulu", "universal"))
#: Offsets are looked at this far around an instant, in these steps: no two transitions are closer together than a step.
_WINDOW_US: Final = 2 * DAY_US
_STEP_US: Final = 6 * 3600 * SECOND_US


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
