"""timestamptz as text: in the session's zone, with its offset at that moment (+00, +05:30, -00:44:30), or as DateStyle has it.

Zones are IANA names or fixed offsets, which the session's settings have made sure of; zoneinfo answers one instant at a time.
Instants have few different days, so each UTC day that occurs is asked for once and remembered: its offset at the start and, on the
rare day with a change, where the change is (found by bisection to the second). Instants beyond the years 1 to 9999 take the offset
of the same instant some whole cycles of 400 years nearer: by as few as bring it in, because zones have changed their rules.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gateway.codecs.calendar import CYCLE_DAYS, DAY_US, TIMESTAMP_SPECIAL
from gateway.codecs.datetimes import PYTHON_MAX_US, PYTHON_MIN_US, far_text, moment_text
from gateway.contract.engine import OutputStyle
from planner.postgres.literals.date_styles import is_iso, timestamptz_text
from planner.postgres.literals.zones import tzinfo_of

DAY_S: Final = 86_400
#: Days remembered per zone (about 270 years); beyond it the memory is started anew.
DAYS_KEPT_MAX: Final = 100_000
_ZONES_KEPT_MAX: Final = 64
_OFFSETS_CACHED: Final = 256
_CYCLE_S: Final = CYCLE_DAYS * DAY_S
#: Offsets are less than a day, so that this far from the ends local time stays within Python's calendar.
_MARGIN_US: Final = 2 * DAY_US
_FIRST_S: Final = PYTHON_MIN_US // 1_000_000 + DAY_S
_LAST_S: Final = PYTHON_MAX_US // 1_000_000 - 1 - DAY_S

_Day = tuple[int, int, int]  # offset before, second of the change (end of day: none), offset after


class ZoneOffsets:
    """Offsets of one zone. Safe to use from several threads: a day is only ever replaced by an equal one."""

    def __init__(self, zone: tzinfo) -> None:
        self._zone = zone
        self._days: dict[int, _Day] = {}

    def offset_s(self, instant_s: int) -> int:
        """Seconds east of UTC at an instant (seconds since 1970, UTC)."""
        before, change_s, after = self._day(instant_s // DAY_S)
        return before if instant_s < change_s else after

    def offsets_s(self, instants_s: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The same of many."""
        days, place = np.unique(instants_s // DAY_S, return_inverse=True)
        table = np.array([self._day(int(d)) for d in days], np.int64).reshape(-1, 3)[place.reshape(-1)]
        return np.where(instants_s < table[:, 1], table[:, 0], table[:, 2])

    def _day(self, day: int) -> _Day:
        found = self._days.get(day)
        if found is None:
            if len(self._days) >= DAYS_KEPT_MAX:
                self._days = {}
            found = self._days[day] = self._look_up(day * DAY_S)
        return found

    def _look_up(self, start_s: int) -> _Day:
        end_s = start_s + DAY_S
        before, after = self._offset(start_s), self._offset(end_s)
        low, high = start_s, end_s
        if before == after:
            return before, end_s, after
        while high - low > 1:
            middle = (low + high) // 2
            if self._offset(middle) == before:
                low = middle
            else:
                high = middle
        return before, high, after

    def _offset(self, instant_s: int) -> int:
        cycles = max(-(-(instant_s - _LAST_S) // _CYCLE_S), 0) or min((instant_s - _FIRST_S) // _CYCLE_S, 0)
        moment = datetime.fromtimestamp(instant_s - cycles * _CYCLE_S, UTC).astimezone(self._zone)
        offset = moment.utcoffset()
        assert offset is not None, "a zone always knows its offset"
        return int(offset.total_seconds())


@lru_cache(_ZONES_KEPT_MAX)
def zone_offsets(name: str) -> ZoneOffsets:
    """The offsets of a session's zone."""
    return ZoneOffsets(tzinfo_of(name))


@lru_cache(_OFFSETS_CACHED)
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
    offset_at = zone_offsets(style.timezone).offset_s

    def encode(value: Any) -> bytes:
        if PYTHON_MIN_US + _MARGIN_US <= value < PYTHON_MAX_US - _MARGIN_US:
            offset_s = offset_at(value // 1_000_000)
            return moment_text(value + offset_s * 1_000_000) + offset_text(offset_s).encode()
        return TIMESTAMP_SPECIAL.get(value) or _far(value, offset_at(value // 1_000_000))

    return encode


def _utc_text(value: Any) -> bytes:
    if PYTHON_MIN_US <= value < PYTHON_MAX_US:
        return moment_text(value) + b"+00"
    return TIMESTAMP_SPECIAL.get(value) or _far(value, 0)


def _far(micros: int, offset_s: int) -> bytes:
    return "".join(far_text(micros + offset_s * 1_000_000, offset_text(offset_s))).encode()
