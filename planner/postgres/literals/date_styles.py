"""date, timestamp and timestamptz as text under any DateStyle, one function per type and style, chosen before there are values.

PostgreSQL 15, datetime.c (EncodeDateOnly, EncodeDateTime), of 2003-02-01 04:05:06.7 in Berlin, order DMY and else:

    ISO       2003-02-01               2003-02-01 04:05:06.7+01           (both orders)
    SQL       01/02/2003  02/01/2003   01/02/2003 04:05:06.7 CET  02/01/2003 04:05:06.7 CET
    German    01.02.2003               01.02.2003 04:05:06.7 CET          (both orders)
    Postgres  01-02-2003  02-01-2003   Sat 01 Feb 04:05:06.7 2003 CET  Sat Feb 01 04:05:06.7 2003 CET

A zone's abbreviation is the one it has at that moment, which for many zones is an offset (+05, -0330). Years before 1 end in BC.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from planner.postgres.literals.datetimes import format_date, format_in_zone, format_timestamp
from planner.postgres.literals.zones import abbreviation_at, offset_at, session_zone
from planner.tree.calendar import DAY_US, SECOND_US, civil_of, iso_time
from planner.tree.values import DATE_INFINITY, DATE_MINUS_INFINITY, TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY

Text = Callable[[int], str]
#: PostgreSQL's MAXTZLEN.
ABBREVIATION_CHARACTERS_MAX: Final = 10
#: Functions that are kept; there are twelve styles, and few zones.
_KEPT_MAX: Final = 1024
#: From 1970-01-01, a Thursday.
_DAYS: Final = ("Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_SEPARATORS: Final = {"SQL": "/", "German": ".", "Postgres": "-"}
_DATE_SPECIAL: Final = (DATE_INFINITY, DATE_MINUS_INFINITY)
_TIMESTAMP_SPECIAL: Final = (TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY)


def is_iso(date_style: str) -> bool:
    """Does the style (as SHOW prints it) write dates as ISO 8601 does?"""
    return date_style.startswith("ISO")


@lru_cache(_KEPT_MAX)
def date_text(date_style: str) -> Text:
    """Days since 1970 → text."""
    if is_iso(date_style):
        return format_date
    numbers = _numbers(date_style)

    def text(days: int) -> str:
        if days in _DATE_SPECIAL:
            return format_date(days)
        year, month, day = civil_of(days)
        return f"{numbers(year, month, day)}{_era(year)}"

    return text


@lru_cache(_KEPT_MAX)
def timestamp_text(date_style: str) -> Text:
    """Microseconds since 1970 of no zone → text."""
    if is_iso(date_style):
        return format_timestamp
    local = _local(date_style)
    return lambda micros: format_timestamp(micros) if micros in _TIMESTAMP_SPECIAL else local(micros, "")


@lru_cache(_KEPT_MAX)
def timestamptz_text(date_style: str, timezone: str) -> Text:
    """Microseconds since 1970 UTC → text in the session's time zone."""
    return timestamptz_text_in(date_style, session_zone(timezone))


def timestamptz_text_in(date_style: str, zone: ZoneInfo | int) -> Text:
    """The same for a zone that has been looked up."""
    if is_iso(date_style):
        return lambda micros: format_in_zone(micros, zone)
    local = _local(date_style)

    def text(micros: int) -> str:
        if micros in _TIMESTAMP_SPECIAL:
            return format_timestamp(micros)
        name = abbreviation_at(zone, micros)[:ABBREVIATION_CHARACTERS_MAX]
        return local(micros + offset_at(zone, micros) * SECOND_US, f" {name}")

    return text


def _numbers(date_style: str) -> Callable[[int, int, int], str]:
    """Year, month and day in numbers."""
    style, order = date_style.split(", ")
    by = _SEPARATORS[style]
    if order == "DMY" or style == "German":
        return lambda year, month, day: f"{day:02}{by}{month:02}{by}{_shown(year):04}"
    return lambda year, month, day: f"{month:02}{by}{day:02}{by}{_shown(year):04}"


def _local(date_style: str) -> Callable[[int, str], str]:
    """Local microseconds and what stands behind them → text."""
    style, order = date_style.split(", ")
    if style != "Postgres":
        numbers = _numbers(date_style)

        def text(micros: int, zone: str) -> str:
            days, clock = divmod(micros, DAY_US)
            year, month, day = civil_of(days)
            return f"{numbers(year, month, day)} {iso_time(clock)}{zone}{_era(year)}"

        return text

    def words(micros: int, zone: str) -> str:
        days, clock = divmod(micros, DAY_US)
        year, month, day = civil_of(days)
        name = _MONTHS[month - 1]
        date = f"{day:02} {name}" if order == "DMY" else f"{name} {day:02}"
        return f"{_DAYS[days % 7]} {date} {iso_time(clock)} {_shown(year):04}{zone}{_era(year)}"

    return words


def _shown(year: int) -> int:
    return year if year > 0 else 1 - year


def _era(year: int) -> str:
    return "" if year > 0 else " BC"
