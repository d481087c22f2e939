"""timestamptz as text: in the session's zone, with its offset at that moment (+00, +05:30, -00:44:30), or as DateStyle has it.

Zones are IANA names or fixed offsets, which the session's settings have made sure of. Moments beyond the years 1 to 9999 take
the offset of the same moment some whole cycles of 400 years nearer.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any, Final

from gateway.codecs.calendar import CYCLE_DAYS, DAY_US, TIMESTAMP_SPECIAL
from gateway.codecs.datetimes import PYTHON_MAX_US, PYTHON_MIN_US, far_text, moment_text
from gateway.contract.engine import OutputStyle
from planner.postgres.literals.date_styles import is_iso, timestamptz_text
from planner.postgres.literals.zones import tzinfo_of

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_ZONES_CACHED: Final = 256
#: Offsets are less than a day, so that this far from the ends local time stays within Python's calendar.
_MARGIN_US: Final = 2 * DAY_US
#: Where twins of far moments are looked up: cycles since 1970, long after the last rule change and long before the first.
_LATE_CYCLES: Final = 10
_EARLY_CYCLES: Final = -3
_FIRST_DAY: Final = (PYTHON_MIN_US + _MARGIN_US) // DAY_US
_LAST_DAY: Final = (PYTHON_MAX_US - _MARGIN_US) // DAY_US - 1


@lru_cache(_ZONES_CACHED)
def offset_text(seconds: int) -> str:
    """An offset from UTC as PostgreSQL writes it: hours, minutes and seconds as far as needed."""
    minutes, second = divmod(abs(seconds), 60)
    hour, minute = divmod(minutes, 60)
    tail = f":{minute:02d}:{second:02d}" if second else f":{minute:02d}" if minute else ""
    return f"{'-' if seconds < 0 else '+'}{hour:02d}{tail}"


def timestamptz_text_encoder(style: OutputStyle) -> Callable[[Any], bytes]:
    """Text in the style's zone."""
    if not is_iso(style.date_style):
        text = timestamptz_text(style.date_style, style.timezone)
        return lambda value: text(value).encode()
    if style.timezone == "UTC":
        return _utc_text
    zone = tzinfo_of(style.timezone)

    def encode(value: Any) -> bytes:
        if PYTHON_MIN_US + _MARGIN_US <= value < PYTHON_MAX_US - _MARGIN_US:
            moment = (_EPOCH + timedelta(microseconds=value)).astimezone(zone)
            offset_s = _offset_s(moment)
            return moment_text(value + offset_s * 1_000_000) + offset_text(offset_s).encode()
        return _far(value, zone)

    return encode


def _offset_s(moment: datetime) -> int:
    offset = moment.utcoffset()
    return int(offset.total_seconds()) if offset is not None else 0


def _utc_text(value: Any) -> bytes:
    if PYTHON_MIN_US <= value < PYTHON_MAX_US:
        return moment_text(value) + b"+00"
    return _far(value, UTC)


def _far(micros: int, zone: tzinfo) -> bytes:
    special = TIMESTAMP_SPECIAL.get(micros)
    if special:
        return special
    # The same moment whole cycles nearer: by as few as bring it in, because zones have changed their rules.
    days, rest = divmod(micros, DAY_US)
    beyond = days - _LAST_DAY if days > _LAST_DAY else min(days - _FIRST_DAY, 0)
    inside = days - (-(-beyond // CYCLE_DAYS) if beyond > 0 else beyond // CYCLE_DAYS) * CYCLE_DAYS
    moment = (_EPOCH + timedelta(microseconds=inside * DAY_US + rest)).astimezone(zone)
    offset_s = _offset_s(moment)
    return "".join(far_text(micros + offset_s * 1_000_000, offset_text(offset_s))).encode()
