"""The proleptic Gregorian calendar, with years of any size (year 0 is 1 BC): days and microseconds since 1970-01-01.

Python's own calendar covers the years 1 to 9999. Years beyond are shifted by whole cycles of 400 years, after which the Gregorian
calendar repeats, weekdays included.
"""

from __future__ import annotations

from calendar import isleap
from datetime import date
from typing import Final

from planner.tree.values import TIMESTAMP_INFINITY, Interval

SECOND_US: Final = 1_000_000
MINUTE_US: Final = 60 * SECOND_US
HOUR_US: Final = 60 * MINUTE_US
DAY_US: Final = 24 * HOUR_US
CYCLE_YEARS: Final = 400
CYCLE_DAYS: Final = 146_097
#: date.toordinal() of 1970-01-01.
EPOCH_ORDINAL: Final = 719_163
#: Julian day number of 1970-01-01.
JULIAN_EPOCH: Final = 2_440_588
#: 2000-01-01, from which PostgreSQL counts, in days and microseconds since 1970-01-01.
POSTGRES_EPOCH_DAYS: Final = 10_957
POSTGRES_EPOCH_US: Final = POSTGRES_EPOCH_DAYS * DAY_US
#: PostgreSQL's ranges: 4713-11-24 BC to 5874897-12-31; timestamps from the same day to 294276 (here: to the end of 64 bits).
DATE_MIN: Final = -JULIAN_EPOCH
DATE_MAX: Final = 2_145_042_905
TIMESTAMP_MIN: Final = DATE_MIN * DAY_US
TIMESTAMP_MAX: Final = TIMESTAMP_INFINITY - 1
#: 0001-01-01 and the day after 9999-12-31, between which is what Python's own calendar covers.
PYTHON_MIN_DAYS: Final = 1 - EPOCH_ORDINAL
PYTHON_END_DAYS: Final = date.max.toordinal() + 1 - EPOCH_ORDINAL
PYTHON_MIN_US: Final = PYTHON_MIN_DAYS * DAY_US
PYTHON_END_US: Final = PYTHON_END_DAYS * DAY_US
#: Of a month where intervals are compared, and where fractions of months become days.
INTERVAL_MONTH_DAYS: Final = 30

_MONTH_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
#: 1970-01-05 was the first Monday.
_MONDAY_US: Final = 4 * DAY_US
#: Units of date_trunc that have one length: (length, where one of them starts).
FIXED_UNITS: Final = {
    "microseconds": (1, 0), "milliseconds": (1_000, 0), "second": (SECOND_US, 0), "minute": (MINUTE_US, 0), "hour": (HOUR_US, 0),
    "day": (DAY_US, 0), "week": (7 * DAY_US, _MONDAY_US),
}  # fmt: skip
#: Those that have months.
_MONTH_UNITS: Final = {"month": 1, "quarter": 3, "year": 12}
UNITS: Final = frozenset(FIXED_UNITS) | frozenset(_MONTH_UNITS)


def month_days(year: int, month: int) -> int:
    """Days of the month."""
    return 29 if month == 2 and isleap(year) else _MONTH_DAYS[month - 1]


def days_of(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01. The day may lie beyond its month's last one."""
    cycles, year_of_cycle = divmod(year - 1, CYCLE_YEARS)
    return date(year_of_cycle + 1, month, 1).toordinal() - EPOCH_ORDINAL + day - 1 + cycles * CYCLE_DAYS


def civil_of(days: int) -> tuple[int, int, int]:
    """Year, month and day: the inverse of days_of."""
    cycles, day_of_cycle = divmod(days + EPOCH_ORDINAL - 1, CYCLE_DAYS)
    day = date.fromordinal(day_of_cycle + 1)
    return day.year + cycles * CYCLE_YEARS, day.month, day.day


def months_later(days: int, months: int) -> int:
    """The same day that many months later, or that month's last one."""
    year, month, day = civil_of(days)
    years, month = divmod(month - 1 + months, 12)
    return days_of(year + years, month + 1, min(day, month_days(year + years, month + 1)))


def unit_start(unit: str, at_us: int) -> int:
    """Where the one of UNITS that local time *at_us* lies in starts. Raises KeyError for other units."""
    if unit in FIXED_UNITS:
        length, origin = FIXED_UNITS[unit]
        return at_us - (at_us - origin) % length
    days = at_us // DAY_US
    year, month, day = civil_of(days)
    months = (month - 1) % _MONTH_UNITS[unit]
    return (days_of(year, month - months, 1) if months else days - day + 1) * DAY_US


def next_start(unit: str, start_us: int) -> int:
    """Where the unit ends that starts at *start_us*."""
    if unit in FIXED_UNITS:
        return start_us + FIXED_UNITS[unit][0]
    return months_later(start_us // DAY_US, _MONTH_UNITS[unit]) * DAY_US


def interval_us(value: Interval) -> int:
    """An interval on the line that PostgreSQL compares intervals on."""
    return (value.months * INTERVAL_MONTH_DAYS + value.days) * DAY_US + value.micros


def iso_date(days: int) -> tuple[str, str]:
    """(yyyy-mm-dd, " BC" or "")."""
    if PYTHON_MIN_DAYS <= days < PYTHON_END_DAYS:
        return date.fromordinal(days + EPOCH_ORDINAL).isoformat(), ""
    year, month, day = civil_of(days)
    return f"{year if year > 0 else 1 - year:04}-{month:02}-{day:02}", "" if year > 0 else " BC"


def iso_time(micros: int) -> str:
    """hh:mm:ss with as many fractional digits as it has. 24:00:00 is possible."""
    seconds, fraction = divmod(micros, SECOND_US)
    text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{fraction:06}".rstrip("0") if fraction else text
