"""Time zones in SQL: a name that DuckDB knows, or a fixed offset as seconds east in digits. Our macros take either."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from planner.errors import InvalidArgument
from planner.literals.zones import find_zone, session_zone


def zone_literal(name: str) -> str:
    """The session's zone as a literal."""
    return _literal(session_zone(name))


def named_zone_literal(name: str) -> str:
    """The zone of AT TIME ZONE, which may be an abbreviation, or an offset (west, as POSIX has it)."""
    return _literal(named_zone(name))


def named_zone(name: str) -> ZoneInfo | int:
    """The zone that AT TIME ZONE 'name' means. Raises InvalidArgument where there is none."""
    found = find_zone(name)
    if found is None:
        found = session_zone(name)
        # A bare offset is POSIX's here, where it counts the other way.
        found = -found if isinstance(found, int) else found
    return found


def _literal(zone: ZoneInfo | int) -> str:
    return f"'{zone.key}'" if isinstance(zone, ZoneInfo) else f"'{zone}'"


def zone_of(text: str) -> ZoneInfo | int:
    """Inverse of the literals' content."""
    if text.removeprefix("-").isdigit():
        return int(text)
    zone = session_zone(text)
    if not isinstance(zone, ZoneInfo):
        raise InvalidArgument(f'time zone "{text}" not recognized')
    return zone
