"""pg_timezone_names: the zones of the tz database, which are those that SET timezone and AT TIME ZONE take."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pyarrow as pa

from gateway.catalog.relations import Row, table


def timezone_names(now: datetime) -> pa.Table:
    """What each zone's clocks show at that moment, which is aware of its own zone."""
    return table("pg_catalog", "pg_timezone_names", [_zone(name, now) for name in sorted(available_timezones())])


def _zone(name: str, now: datetime) -> Row:
    local = now.astimezone(ZoneInfo(name))
    offset = (local.utcoffset() or timedelta()) // timedelta(microseconds=1)
    return {
        "name": name, "abbrev": local.tzname(), "utc_offset": pa.MonthDayNano((0, 0, offset * 1000)), "is_dst": bool(local.dst()),
    }  # fmt: skip
