"""date, time and timestamp. Binary: days, or microseconds, since 2000-01-01 (int4, int8); time: microseconds since midnight.

Physical values count from 1970 and end with int64 there, 29 years before PostgreSQL's own limit in 294276; infinities are the
same extreme integers in both epochs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import lru_cache
from struct import error
from typing import Any, Final

from gateway.codecs.input import TextInput, malformed
from gateway.codecs.integers import INT4, INT8
from gateway.contract.engine import OutputStyle
from planner.errors import DatetimeOverflow
from planner.postgres.literals import date_styles
from planner.postgres.literals.date_styles import is_iso
from planner.tree.calendar import (
    DATE_MAX,
    DATE_MIN,
    DAY_US,
    EPOCH_ORDINAL,
    POSTGRES_EPOCH_DAYS,
    POSTGRES_EPOCH_US,
    PYTHON_END_US,
    PYTHON_MIN_US,
    TIMESTAMP_MAX,
    TIMESTAMP_MIN,
    iso_date,
    iso_time,
)
from planner.tree.values import DATE_INFINITY, DATE_MINUS_INFINITY, TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY, Value

DATE_SPECIAL: Final = {DATE_INFINITY: b"infinity", DATE_MINUS_INFINITY: b"-infinity"}
TIMESTAMP_SPECIAL: Final = {TIMESTAMP_INFINITY: b"infinity", TIMESTAMP_MINUS_INFINITY: b"-infinity"}
_EPOCH: Final = datetime(1970, 1, 1)
_DAYS_KEPT_MAX: Final = 4_096
#: Of a day, and of a minute.
_MINUTES: Final = tuple(b"%02d:%02d:" % divmod(minute, 60) for minute in range(1_440))
_SECONDS: Final = tuple(b"%02d" % second for second in range(60))
_MICROSECOND: Final = timedelta(microseconds=1)
_ISO_DATE: Final = re.compile(rb"\d{4}-\d\d-\d\d").fullmatch
_ISO_TIMESTAMP: Final = re.compile(rb"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?").fullmatch


def date_encode(value: Any) -> bytes:
    """ISO text."""
    special = DATE_SPECIAL.get(value)
    return special or "".join(iso_date(value)).encode()


def timestamp_encode(value: Any) -> bytes:
    """ISO text."""
    if PYTHON_MIN_US <= value < PYTHON_END_US:
        return moment_text(value)
    special = TIMESTAMP_SPECIAL.get(value)
    return special or "".join(far_text(value, "")).encode()


def date_text_encoder(style: OutputStyle) -> Callable[[Any], bytes]:
    """Text output under DateStyle."""
    if is_iso(style.date_style):
        return date_encode
    text = date_styles.date_text(style.date_style)
    return lambda value: text(value).encode()


def timestamp_text_encoder(style: OutputStyle) -> Callable[[Any], bytes]:
    """Text output under DateStyle."""
    if is_iso(style.date_style):
        return timestamp_encode
    text = date_styles.timestamp_text(style.date_style)
    return lambda value: text(value).encode()


def moment_text(micros: int) -> bytes:
    """ISO text of local microseconds within the years 1 to 9999, without a zone."""
    days, rest = divmod(micros, DAY_US)
    second, fraction = divmod(rest, 1_000_000)
    minute, second = divmod(second, 60)
    text = _day_text(days) + _MINUTES[minute] + _SECONDS[second]
    return text + (b".%06d" % fraction).rstrip(b"0") if fraction else text


@lru_cache(_DAYS_KEPT_MAX)
def _day_text(days: int) -> bytes:
    return date.fromordinal(days + EPOCH_ORDINAL).isoformat().encode() + b" "


def far_text(micros: int, zone: str) -> tuple[str, str, str]:
    """Text of local microseconds beyond Python's calendar: date and time, zone, BC."""
    days, rest = divmod(micros, DAY_US)
    day, era = iso_date(days)
    return f"{day} {iso_time(rest)}", zone, era


def time_encode(value: Any) -> bytes:
    """hh:mm:ss[.ffffff]."""
    return iso_time(value).encode()


def date_binary(value: Any) -> bytes:
    """Days since 2000."""
    return INT4.pack(value if value in DATE_SPECIAL else value - POSTGRES_EPOCH_DAYS)


def timestamp_binary(value: Any) -> bytes:
    """Microseconds since 2000; timestamptz too."""
    return INT8.pack(value if value in TIMESTAMP_SPECIAL else value - POSTGRES_EPOCH_US)


def time_binary(value: Any) -> bytes:
    """Microseconds since midnight."""
    return INT8.pack(value)


def date_from_binary(raw: bytes) -> Value:
    """Days since 2000. Raises InvalidBinary (22P03), DatetimeOverflow (22008)."""
    if len(raw) != INT4.size:
        raise malformed("date")
    (value,) = INT4.unpack(raw)
    if value in DATE_SPECIAL:
        return int(value)
    days = int(value) + POSTGRES_EPOCH_DAYS
    if not DATE_MIN <= days <= DATE_MAX:
        raise DatetimeOverflow("date out of range")
    return days


def timestamp_from_binary(name: str) -> Callable[[bytes], Value]:
    """Microseconds since 2000, range checked; *name* for messages."""

    def decode(raw: bytes) -> Value:
        try:
            (value,) = INT8.unpack(raw)
        except error:
            raise malformed(name) from None
        if value in TIMESTAMP_SPECIAL:
            return int(value)
        micros = int(value) + POSTGRES_EPOCH_US
        if not TIMESTAMP_MIN <= micros <= TIMESTAMP_MAX:
            raise DatetimeOverflow("timestamp out of range")
        return micros

    return decode


def time_from_binary(raw: bytes) -> Value:
    """Microseconds since midnight, 24:00 included. Raises InvalidBinary (22P03), DatetimeOverflow (22008)."""
    if len(raw) != INT8.size:
        raise malformed("time")
    (value,) = INT8.unpack(raw)
    if not 0 <= value <= DAY_US:
        raise DatetimeOverflow("time out of range")
    return int(value)


def date_from_text(fallback: TextInput) -> TextInput:
    """yyyy-mm-dd at once, the rest through the planner's input syntax."""

    def decode(raw: bytes) -> Value:
        if not _ISO_DATE(raw):
            return fallback(raw)
        try:
            return date.fromisoformat(raw.decode()).toordinal() - EPOCH_ORDINAL
        except ValueError:
            return fallback(raw)

    return decode


def timestamp_from_text(fallback: TextInput) -> TextInput:
    """yyyy-mm-dd hh:mm:ss[.ffffff] at once, the rest as above."""

    def decode(raw: bytes) -> Value:
        if not _ISO_TIMESTAMP(raw):
            return fallback(raw)
        try:
            moment = datetime.fromisoformat(raw.decode())
        except ValueError:
            return fallback(raw)
        return (moment - _EPOCH) // _MICROSECOND

    return decode
