"""date, time, timestamp, timestamptz: text to physical values by any DateStyle's order, and back (ISO; more in .date_styles)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from planner.errors import DatetimeOverflow, InvalidDatetime
from planner.postgres.literals.field_checks import DatetimeFields
from planner.postgres.literals.fields import DatetimeReader
from planner.postgres.literals.zones import find_zone, format_offset, offset_at, offset_of_local, session_zone
from planner.tree.calendar import (
    DATE_MAX,
    DATE_MIN,
    DAY_US,
    POSTGRES_EPOCH_US,
    PYTHON_END_US,
    PYTHON_MIN_US,
    SECOND_US,
    TIMESTAMP_MAX,
    TIMESTAMP_MIN,
    days_of,
    iso_date,
    iso_time,
    month_days,
)
from planner.tree.values import DATE_INFINITY, DATE_MINUS_INFINITY, TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY

#: As programs write them, which is the same in every order of dates: year, month, day; hours, minutes, seconds, microseconds; zone.
_ISO_DATE: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_ISO_ZONE: Final = r"(Z)?|([+-])(0\d|1[0-4])(?::?([0-5]\d))?"
_ISO_MOMENT: Final = re.compile(
    rf"{_ISO_DATE.pattern}(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{{1,6}}))?)?(?:{_ISO_ZONE}))?", re.ASCII
)
#: hhmm or hhmmss[.ffffff], which only a time alone may be.
_COMPACT_TIME: Final = re.compile(r"\s*[Tt]?(\d\d)(\d\d)(\d\d(?:\.\d*)?)?(\s*[+-][\d:]+|\s+[A-Za-z].*)?\s*")
_TIMESTAMPTZ: Final = "timestamp with time zone"
_EPOCH: Final = datetime(1970, 1, 1)


def parse_date(text: str, order: str = "MDY") -> int:
    """Days since 1970-01-01; a time in the text is ignored. *order* is DateStyle's, as in all of these. Raises DatetimeOverflow."""
    if (iso := _ISO_DATE.fullmatch(text)) is not None and (found := _iso_days(iso)) is not None:
        return found
    reader = DatetimeReader(text, "date", order)
    fields = reader.read()
    match fields.special:
        case "infinity":
            return DATE_INFINITY
        case "-infinity":
            return DATE_MINUS_INFINITY
        case "epoch":
            return 0
    days = _days(reader, fields)
    if not DATE_MIN <= days <= DATE_MAX:
        raise DatetimeOverflow(f'date out of range: "{text}"')
    return days


def _iso_days(iso: re.Match[str]) -> int | None:
    """None where there is no such day."""
    year, month, day = int(iso[1]), int(iso[2]), int(iso[3])
    return days_of(year, month, day) if year and 1 <= month <= 12 and 1 <= day <= month_days(year, month) else None


def _iso_moment(text: str) -> tuple[int, int | None] | None:
    """Microseconds of no zone, and how many seconds its own zone is east, if it says one; None where it is to be read otherwise."""
    iso = _ISO_MOMENT.fullmatch(text)
    days = None if iso is None else _iso_days(iso)
    if iso is None or days is None:
        return None
    micros = days * DAY_US
    if iso[4]:
        seconds = (int(iso[4]) * 60 + int(iso[5])) * 60 + int(iso[6] or 0)
        micros += seconds * SECOND_US + int((iso[7] or "").ljust(6, "0"))
    if iso[9]:
        return micros, (int(iso[10]) * 60 + int(iso[11] or 0)) * (-60 if iso[9] == "-" else 60)
    return micros, 0 if iso[8] else None


def _days(reader: DatetimeReader, fields: DatetimeFields) -> int:
    if fields.year is None or fields.month is None or fields.day is None:
        raise reader.invalid()
    return days_of(fields.year, fields.month, fields.day)


def parse_time(text: str, precision: int = 6) -> int:
    """Microseconds since midnight; 24:00:00 is possible. Raises InvalidDatetime, DatetimeOverflow."""
    compact = _COMPACT_TIME.fullmatch(text)
    reader = DatetimeReader(":".join(g for g in compact.groups()[:3] if g) + (compact[4] or "") if compact else text, "time")
    fields = reader.read()
    if fields.micros is None or fields.special is not None:
        raise reader.invalid()
    if fields.zone is not None and fields.year is None and isinstance(find_zone(fields.zone), ZoneInfo):
        raise reader.invalid()
    micros = round_micros(fields.micros, precision)
    if micros > DAY_US:
        raise reader.overflow()
    return micros


def parse_timestamp(text: str, precision: int = 6, order: str = "MDY") -> int:
    """Microseconds since 1970-01-01 of no zone; a zone in the text is ignored."""
    if (iso := _iso_moment(text)) is not None:
        return round_timestamp(iso[0], precision)
    reader = DatetimeReader(text, "timestamp", order)
    found = _special(fields := reader.read())
    return found if found is not None else _local(reader, fields, precision, "timestamp")


def _special(fields: DatetimeFields) -> int | None:
    return {"infinity": TIMESTAMP_INFINITY, "-infinity": TIMESTAMP_MINUS_INFINITY, "epoch": 0}.get(fields.special or "")


def _local(reader: DatetimeReader, fields: DatetimeFields, precision: int, name: str) -> int:
    micros = round_timestamp(_days(reader, fields) * DAY_US + (fields.micros or 0), precision)
    return _in_range(micros, reader.text, name)


def _in_range(micros: int, text: str, name: str) -> int:
    if not TIMESTAMP_MIN <= micros <= TIMESTAMP_MAX:
        raise DatetimeOverflow(f'{name} out of range: "{text}"')
    return micros


def parse_timestamptz(text: str, timezone: str, precision: int = 6, order: str = "MDY") -> int:
    """Microseconds since 1970-01-01 UTC; without a zone in the text, of the session's time zone."""
    return timestamptz_in(text, session_zone(timezone), precision, order)


def timestamptz_in(text: str, timezone: ZoneInfo | int, precision: int = 6, order: str = "MDY") -> int:
    """The same for a zone that has been looked up. Raises InvalidDatetime."""
    if (iso := _iso_moment(text)) is not None:
        local, east_s = iso
        east_s = offset_of_local(timezone, local) if east_s is None else east_s
        return round_timestamp(local - east_s * SECOND_US, precision)
    reader = DatetimeReader(text, _TIMESTAMPTZ, order)
    fields = reader.read()
    if (found := _special(fields)) is not None:
        return found
    local = _days(reader, fields) * DAY_US + (fields.micros or 0)
    if fields.offset is not None:
        offset = fields.offset
    else:
        zone = timezone if fields.zone is None else find_zone(fields.zone)
        if zone is None:
            raise InvalidDatetime(f'invalid input syntax for type {_TIMESTAMPTZ}: "{text}"')
        offset = offset_of_local(zone, local)
    return _in_range(round_timestamp(local - offset * SECOND_US, precision), text, "timestamp")


def round_timestamp(micros: int, precision: int) -> int:
    """A timestamp to that many fraction digits of a second. PostgreSQL counts, and so rounds halves away, from 2000-01-01."""
    return round_micros(micros - POSTGRES_EPOCH_US, precision) + POSTGRES_EPOCH_US


def round_micros(micros: int, precision: int) -> int:
    """To that many fraction digits, halves away from zero."""
    if precision >= 6:
        return micros
    unit = int(10 ** (6 - precision))
    rounded = (abs(micros) + unit // 2) // unit * unit
    return -rounded if micros < 0 else rounded


# ---------------------------------------------------------------------------------------------------------------------- output


def format_date(days: int) -> str:
    """ISO; years before 1 end in BC."""
    if days in (DATE_INFINITY, DATE_MINUS_INFINITY):
        return "infinity" if days > 0 else "-infinity"
    return "".join(iso_date(days))


def format_timestamp(micros: int) -> str:
    """ISO with a blank between date and time."""
    return _format(micros, "")


def format_in_zone(micros: int, zone: ZoneInfo | int) -> str:
    """ISO in a zone, with its offset."""
    if micros in (TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY):
        return _format(micros, "")
    offset = offset_at(zone, micros)
    return _format(micros + offset * SECOND_US, format_offset(offset))


def _format(micros: int, zone: str) -> str:
    if PYTHON_MIN_US <= micros < PYTHON_END_US:
        seconds, fraction = divmod(micros, SECOND_US)
        text = (_EPOCH + timedelta(0, seconds)).isoformat(" ")
        return f"{text}.{fraction:06}".rstrip("0") + zone if fraction else text + zone
    if micros in (TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY):
        return "infinity" if micros > 0 else "-infinity"
    days, clock = divmod(micros, DAY_US)
    date, era = iso_date(days)
    return f"{date} {iso_time(clock)}{zone}{era}"
