"""timestamptz as text: in the session's zone, with its offset at that moment (+00, +05:30, -00:44:30), or as DateStyle has it.

Zones are IANA names or fixed offsets, which the session's settings have made sure of.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from gateway.codecs.datetimes import TIMESTAMP_SPECIAL, far_text, moment_text
from gateway.contract.engine import OutputStyle
from planner.postgres.literals.date_styles import is_iso, timestamptz_text
from planner.postgres.literals.zones import format_offset, offset_at, session_zone
from planner.tree.calendar import DAY_US, PYTHON_END_US, PYTHON_MIN_US, SECOND_US

_OFFSETS_CACHED: Final = 256
#: Offsets are less than a day, so that this far from the ends local time stays within Python's calendar.
_MARGIN_US: Final = 2 * DAY_US


@lru_cache(_OFFSETS_CACHED)
def _offset_text(seconds: int) -> bytes:
    return format_offset(seconds).encode()


def timestamptz_text_encoder(style: OutputStyle) -> Callable[[Any], bytes]:
    """Text in the style's zone."""
    if not is_iso(style.date_style):
        text = timestamptz_text(style.date_style, style.timezone)
        return lambda value: text(value).encode()
    if style.timezone == "UTC":
        return _utc_text
    zone = session_zone(style.timezone)

    def encode(value: Any) -> bytes:
        if PYTHON_MIN_US + _MARGIN_US <= value < PYTHON_END_US - _MARGIN_US:
            offset_s = offset_at(zone, value)
            return moment_text(value + offset_s * SECOND_US) + _offset_text(offset_s)
        return _far(value, zone)

    return encode


def _utc_text(value: Any) -> bytes:
    if PYTHON_MIN_US <= value < PYTHON_END_US:
        return moment_text(value) + b"+00"
    return _far(value, 0)


def _far(micros: int, zone: ZoneInfo | int) -> bytes:
    special = TIMESTAMP_SPECIAL.get(micros)
    if special:
        return special
    offset_s = offset_at(zone, micros)
    return "".join(far_text(micros + offset_s * SECOND_US, format_offset(offset_s))).encode()
