"""The session's time zone, as far as bounds need it: offsets around an instant."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from planner.postgres.literals.zones import offset_at, session_zone
from planner.tree.calendar import DAY_US, HOUR_US, SECOND_US

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
