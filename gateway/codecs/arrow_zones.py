"""UTC offsets of many instants at once, from Python's zoneinfo.

zoneinfo answers one instant at a time. A batch has few different days, so each UTC day that occurs is asked for once and
remembered: its offset at the start and, on the rare day with a change, where the change is (found by bisection to the second).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

import numpy as np
import numpy.typing as npt

from planner.postgres.literals.zones import offset_at, session_zone
from planner.tree.calendar import SECOND_US

DAY_S: Final = 86_400
#: Days remembered per zone (about 270 years); beyond it the memory is started anew.
DAYS_KEPT_MAX: Final = 100_000
ZONES_KEPT_MAX: Final = 64

_Day = tuple[int, int, int]  # offset before, second of the change (end of day: none), offset after


class ZoneOffsets:
    """Offsets of one zone. Safe to use from several threads: a day is only ever replaced by an equal one."""

    def __init__(self, zone: ZoneInfo | int) -> None:
        self._zone = zone
        self._days: dict[int, _Day] = {}

    def offsets_s(self, instants_s: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Seconds east of UTC at each instant (seconds since 1970, UTC)."""
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
        return offset_at(self._zone, instant_s * SECOND_US)


@lru_cache(maxsize=ZONES_KEPT_MAX)
def zone_offsets(name: str) -> ZoneOffsets:
    """The offsets of a session's zone."""
    return ZoneOffsets(session_zone(name))
