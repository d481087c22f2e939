"""Time zones in SQL: a name that DuckDB knows, or a fixed offset as seconds east in digits. Our macros take either."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from planner.errors import InvalidArgument, Unsupported
from planner.postgres.literals.zones import MSK, named_zone, session_zone


def zone_literal(name: str) -> str:
    """The session's zone as a literal."""
    return _literal(session_zone(name))


def named_zone_literal(name: str) -> str:
    """The zone of AT TIME ZONE, which may be an abbreviation, or an offset (west, as POSIX has it). Raises Unsupported for MSK."""
    zone = named_zone(name)
    if zone is MSK:
        raise Unsupported(f'time zone "{name}" is not supported here', hint="Use Europe/Moscow, or +03.")
    return _literal(zone)


def _literal(zone: ZoneInfo | int) -> str:
    return f"'{zone.key}'" if isinstance(zone, ZoneInfo) else f"'{zone}'"


def zone_of(text: str) -> ZoneInfo | int:
    """Inverse of the literals' content. Raises InvalidArgument."""
    if text.removeprefix("-").isdigit():
        return int(text)
    zone = session_zone(text)
    if not isinstance(zone, ZoneInfo):
        raise InvalidArgument(f'time zone "{text}" not recognized')
    return zone
