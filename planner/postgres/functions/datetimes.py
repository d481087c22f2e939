"""Dates, times, timestamps, intervals: arithmetic, date_trunc, construction, the current time.

Arithmetic of timestamptz happens in the session's time zone, as a day there may have 23 or 25 hours.
"""

from __future__ import annotations

import re
from typing import Final

from planner.errors import Unsupported
from planner.postgres.functions.declare import functions, operators
from planner.postgres.functions.extract import EXTRACTS, YEARS
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction, lowering
from planner.postgres.functions.udf.calendar import trunc_unit
from planner.postgres.functions.zone import named_zone_literal, zone_literal
from planner.postgres.literals.zones import MSK, named_zone

#: In any zone, also in one that is an expression.
_ADDED: Final = "pg_timestamptz_add({0}, {zone}, {1})"
_CALENDAR_UNITS: Final = frozenset({"'day'", "'week'", "'month'", "'quarter'", "'year'"})
_NAMED: Final = re.compile(r"'[A-Za-z][^']*'")
#: Of the literals of zones those that are UTC; the last is what AT TIME ZONE makes of the abbreviation.
_UTC: Final = frozenset({"'UTC'", "'Etc/UTC'", "'0'"})


def _for_zone(macro: str, zone: str) -> tuple[str, tuple[str, ...]]:
    """The macro's variant for what is known of the zone, and the zone as its argument where it has one."""
    if zone in _UTC:
        return f"{macro}_utc", ()
    return (f"{macro}_named" if _NAMED.fullmatch(zone) else macro), (zone,)


@lowering
def _zoned(context: LowerContext, args: tuple[Lowered, ...], instant: int, interval: str) -> Lowered:
    """timestamptz ± interval: months and days by the calendar of the zone, the rest by the clock."""
    macro, zone = _for_zone("pg_timestamptz_add", zone_literal(context.settings.timezone))
    added = context.fill(interval, [a.sql for a in args])
    return Lowered(f"{macro}({', '.join((args[instant].sql, *zone, added))})")


_DATE_AND_TIME: Final = "(CAST({0} AS TIMESTAMP) + to_microseconds(pg_time_micros({1})))"
OPERATORS: Final[dict[str, str | LowerFunction]] = {
    "date + int4 -> date": "pg_date_checked({0} + CAST({1} AS INTEGER))",
    "int4 + date -> date": "pg_date_checked({1} + CAST({0} AS INTEGER))",
    "date - int4 -> date": "pg_date_checked({0} - CAST({1} AS INTEGER))",
    "date - date -> int4": "pg_date_diff({0}, {1})",
    "date + time -> timestamp": _DATE_AND_TIME,
    "time + date -> timestamp": "(CAST({1} AS TIMESTAMP) + to_microseconds(pg_time_micros({0})))",
    "date + interval -> timestamp": "pg_timestamp_add(CAST({0} AS TIMESTAMP), {1})",
    "interval + date -> timestamp": "pg_timestamp_add(CAST({1} AS TIMESTAMP), {0})",
    "date - interval -> timestamp": "pg_timestamp_add(CAST({0} AS TIMESTAMP), -{1})",
    "timestamp + interval -> timestamp": "pg_timestamp_add({0}, {1})",
    "interval + timestamp -> timestamp": "pg_timestamp_add({1}, {0})",
    "timestamp - interval -> timestamp": "pg_timestamp_add({0}, -{1})",
    "timestamptz + interval -> timestamptz": _zoned(0, "{1}"),
    "interval + timestamptz -> timestamptz": _zoned(1, "{0}"),
    "timestamptz - interval -> timestamptz": _zoned(0, "(-{1})"),
    "timestamp - timestamp -> interval": "pg_timestamp_diff({0}, {1})",
    "timestamptz - timestamptz -> interval": "pg_timestamp_diff({0}, {1})",
    "time + interval -> time": "pg_time_shifted(pg_time_micros({0}) + pg_interval_micros({1}) % 86400000000)",
    "interval + time -> time": "pg_time_shifted(pg_time_micros({1}) + pg_interval_micros({0}) % 86400000000)",
    "time - interval -> time": "pg_time_shifted(pg_time_micros({0}) - pg_interval_micros({1}) % 86400000000)",
    "time - time -> interval": "to_microseconds(pg_time_micros({0}) - pg_time_micros({1}))",
    "interval + interval -> interval": "pg_interval_add({0}, {1})",
    "interval - interval -> interval": "pg_interval_sub({0}, {1})",
    "- interval -> interval": "pg_interval_neg({0})",
    "interval * float8 -> interval": "pg_interval_mul({0}, {1})",
    "float8 * interval -> interval": "pg_interval_mul({1}, {0})",
    "interval / float8 -> interval": "pg_interval_div({0}, {1})",
}

# -------------------------------------------------------------------------------------------------------------------- date_trunc


def _unit(context: LowerContext, args: tuple[Lowered, ...], pg: str) -> str:
    """SQL of the unit's own name. A constant is checked at planning, anything else as it comes."""
    word = context.constants[0]
    return f"'{trunc_unit(word, pg)}'" if isinstance(word, str) else f"py_trunc_unit({args[0].sql}, '{pg}')"


def _trunc_timestamp(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    return Lowered(f"pg_trunc({_unit(context, args, 'timestamp without time zone')}, {args[1].sql})")


def _trunc_timestamptz(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """Truncated in the session's zone, or in the one given; what is shorter than a day keeps its offset."""
    unit = _unit(context, args, "timestamp with time zone")
    zone = zone_literal(context.settings.timezone)
    if len(args) == 3:
        given = context.constants[2]
        zone = named_zone_literal(given) if isinstance(given, str) else f"py_zone({args[2].sql})"
    macro, zones = _for_zone("pg_trunc_tz", zone)
    grouped = None
    if macro.endswith("_named") and unit in _CALENDAR_UNITS:
        # Days, weeks … begin at one local time each, and at one instant: the latter takes as long again, for each group only.
        local = f"pg_trunc_local({unit}, {args[1].sql}, {zone})"
        grouped = local, f"pg_local_instant({local}, {zone})"
    return Lowered(f"{macro}({', '.join((unit, args[1].sql, *zones))})", grouped=grouped)


def _trunc_interval(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    word, x = context.constants[0], args[1].sql
    if not isinstance(word, str):
        raise Unsupported("date_trunc of an interval by a unit that is not a constant is not supported")
    unit = trunc_unit(word, "interval")
    months = {"month": 1, "quarter": 3, **YEARS}
    if unit in months:
        return Lowered(f"to_months(CAST(pg_interval_months({x}) // {months[unit]} * {months[unit]} AS INTEGER))")
    micros = {"microseconds": 1, "milliseconds": 1000, "second": 10**6, "minute": 60 * 10**6, "hour": 3600 * 10**6}
    rest = f"pg_interval_micros({x}) // {micros[unit]} * {micros[unit]}" if unit in micros else "0"
    return Lowered(f"pg_interval_make(pg_interval_months({x}), pg_interval_days({x}), {rest})")


@lowering
def _at_zone(context: LowerContext, args: tuple[Lowered, ...], template: str, instant: str) -> Lowered:
    """timezone(zone, x), which is x AT TIME ZONE zone. A constant zone is looked up at planning."""
    given = context.constants[0]
    if not isinstance(given, str):
        zone = f"py_zone({args[0].sql})"
    elif named_zone(given) is MSK:
        zone = f"pg_msk({instant})"
    else:
        zone = named_zone_literal(given)
    return Lowered(template.replace("{z}", zone).replace("{x}", args[1].sql))


def _overlaps() -> dict[str, str | LowerFunction]:
    """overlaps(start, end, start, end), where either end may be said as what there is to add to the start."""
    found: dict[str, str | LowerFunction] = {}
    for pg in ("time", "timestamp", "timestamptz"):
        added = _ADDED if pg == "timestamptz" else OPERATORS[f"{pg} + interval -> {pg}"]
        assert isinstance(added, str)
        for first in (pg, "interval"):
            for second in (pg, "interval"):
                ends = (
                    "{1}" if first == pg else added,
                    "{3}" if second == pg else added.replace("{1}", "{3}").replace("{0}", "{2}"),
                )
                found[f"overlaps({pg}, {first}, {pg}, {second}) -> bool"] = f"pg_overlaps({{0}}, {ends[0]}, {{2}}, {ends[1]})"
    return found


FUNCTIONS: Final[tuple[Function, ...]] = (
    *operators(OPERATORS),
    *functions(_overlaps(), volatility="stable", strict=False),
    *EXTRACTS,
    *functions(
        {
            "date_trunc(text, timestamp) -> timestamp": _trunc_timestamp,
            "date_trunc(text, timestamptz[, text]) -> timestamptz": _trunc_timestamptz,
            "date_trunc(text, interval) -> interval": _trunc_interval,
            "timezone(text, timestamptz) -> timestamp": _at_zone("pg_to_timestamp({x}, {z})", "epoch({x})"),
            "timezone(text, timestamp) -> timestamptz": _at_zone("pg_to_timestamptz({x}, {z})", "epoch({x}) - 10800"),
            "timezone(interval, timestamptz) -> timestamp": "pg_to_timestamp({1}, pg_interval_zone({0}))",
            "timezone(interval, timestamp) -> timestamptz": "pg_to_timestamptz({1}, pg_interval_zone({0}))",
            "age(timestamp, timestamp) -> interval": "pg_age({0}, {1})",
            "age(timestamptz, timestamptz) -> interval": "pg_age(pg_to_timestamp({0}, {zone}), pg_to_timestamp({1}, {zone}))",
            "age(timestamp) -> interval": "pg_age(date_trunc('day', pg_to_timestamp({now}, {zone})), {0})",
            "age(timestamptz) -> interval": "pg_age(date_trunc('day', pg_to_timestamp({now}, {zone})), "
            "pg_to_timestamp({0}, {zone}))",
            "timestamp(date, time) -> timestamp": _DATE_AND_TIME,
            "timestamptz(date, time) -> timestamptz": f"pg_to_timestamptz({_DATE_AND_TIME}, {{zone}})",
            "date_bin(interval, timestamp, timestamp) -> timestamp": "pg_bin_timestamp({0}, {1}, {2})",
            "date_bin(interval, timestamptz, timestamptz) -> timestamptz": "pg_bin_timestamptz({0}, {1}, {2})",
            "to_timestamp(float8) -> timestamptz": "pg_timestamptz_of(py_epoch({0}))",
            "make_date(int4, int4, int4) -> date": "pg_date_of(py_make_date({0}, {1}, {2}))",
            "make_time(int4, int4, float8) -> time": "pg_time_of_micros(py_make_time({0}, {1}, {2}))",
            "make_timestamp(int4, int4, int4, int4, int4, float8) -> timestamp": "make_timestamp("
            "py_local(py_make_date({0}, {1}, {2}), py_make_time({3}, {4}, {5})))",
            "make_timestamptz(int4, int4, int4, int4, int4, float8) -> timestamptz": "pg_to_timestamptz(make_timestamp("
            "py_local(py_make_date({0}, {1}, {2}), py_make_time({3}, {4}, {5}))), {zone})",
            "make_timestamptz(int4, int4, int4, int4, int4, float8, text) -> timestamptz": "make_timestamptz(py_instant("
            "py_local(py_make_date({0}, {1}, {2}), py_make_time({3}, {4}, {5})), {6}))",
            "make_interval(int4?, int4?, int4?, int4?, int4?, int4?, float8?) -> interval": "pg_make_interval([{*}])",
            **{
                f"justify_{what}(interval) -> interval": f"pg_interval_of(py_justify('{what}', pg_interval_months({{0}}), "
                "pg_interval_days({0}), pg_interval_micros({0})))"
                for what in ("hours", "days", "interval")
            },
            **{f"isfinite({pg}) -> bool": "isfinite({0})" for pg in ("date", "timestamp", "timestamptz")},
            "isfinite(interval) -> bool": "CASE WHEN {0} IS NOT NULL THEN true END",
            "now|transaction_timestamp|statement_timestamp|clock_timestamp|current_timestamp() -> timestamptz": "{now}",
            "timeofday() -> text": "pg_timestamptz_text({now}, {zone})",
            "current_date() -> date": "CAST(pg_to_timestamp({now}, {zone}) AS DATE)",
            "localtime() -> time": "CAST(pg_to_timestamp({now}, {zone}) AS TIME)",
            "localtimestamp() -> timestamp": "pg_to_timestamp({now}, {zone})",
        },
        volatility="stable",
    ),
)
