"""Time zones in SQL. DuckDB knows the tz database's names; fixed offsets are written as "+hh:mm:ss" for our macros."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from planner.literals.zones import session_zone


def zone_literal(name: str) -> str:
    """The zone as a literal that pg_to_timestamp and its like take: a name that DuckDB knows, or seconds east as digits."""
    zone = session_zone(name)
    return f"'{zone.key}'" if isinstance(zone, ZoneInfo) else f"'{zone}'"
