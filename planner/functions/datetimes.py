"""Dates, times, timestamps, intervals: arithmetic, extract, date_trunc, construction, the current time.

Arithmetic of timestamptz happens in the session's time zone, as a day there may have 23 or 25 hours.
"""

from __future__ import annotations

from typing import Final

from planner.errors import InvalidArgument, Unsupported
from planner.functions.declare import functions, operators
from planner.functions.function import Function, LowerContext, Lowered, LowerFunction, Shape
from planner.functions.zone import named_zone_literal, zone_literal


def _zoned(op: str) -> str:
    """timestamptz ± interval: months and days by the calendar of the zone, the rest by the clock."""
    return "pg_timestamptz_add({0}, {zone}, " + ("{1}" if op == "+" else "(-{1})") + ")"


OPERATORS: Final[dict[str, str | LowerFunction]] = {
    "date + int4 -> date": "pg_date_add({0}, {1})",
    "int4 + date -> date": "pg_date_add({1}, {0})",
    "date - int4 -> date": "pg_date_add({0}, -CAST({1} AS BIGINT))",
    "date - date -> int4": "pg_date_diff({0}, {1})",
    "date + time -> timestamp": "(CAST({0} AS TIMESTAMP) + to_microseconds(pg_time_micros({1})))",
    "time + date -> timestamp": "(CAST({1} AS TIMESTAMP) + to_microseconds(pg_time_micros({0})))",
    "date + interval -> timestamp": "pg_timestamp_add(CAST({0} AS TIMESTAMP), {1})",
    "interval + date -> timestamp": "pg_timestamp_add(CAST({1} AS TIMESTAMP), {0})",
    "date - interval -> timestamp": "pg_timestamp_add(CAST({0} AS TIMESTAMP), -{1})",
    "timestamp + interval -> timestamp": "pg_timestamp_add({0}, {1})",
    "interval + timestamp -> timestamp": "pg_timestamp_add({1}, {0})",
    "timestamp - interval -> timestamp": "pg_timestamp_add({0}, -{1})",
    "timestamptz + interval -> timestamptz": _zoned("+"),
    "interval + timestamptz -> timestamptz": "pg_timestamptz_add({1}, {zone}, {0})",
    "timestamptz - interval -> timestamptz": _zoned("-"),
    "timestamp - timestamp -> interval": "pg_timestamp_diff({0}, {1})",
    "timestamptz - timestamptz -> interval": "pg_timestamp_diff({0}, {1})",
    "time + interval -> time": "pg_time_of_micros(pg_mod(pg_time_micros({0}) + pg_interval_micros({1}), 86400000000))",
    "interval + time -> time": "pg_time_of_micros(pg_mod(pg_time_micros({1}) + pg_interval_micros({0}), 86400000000))",
    "time - interval -> time": "pg_time_of_micros(pg_mod(pg_time_micros({0}) - pg_interval_micros({1}), 86400000000))",
    "time - time -> interval": "to_microseconds(pg_time_micros({0}) - pg_time_micros({1}))",
    "interval + interval -> interval": "({0} + {1})",
    "interval - interval -> interval": "({0} + (-{1}))",
    "- interval -> interval": "(-{0})",
    "interval * float8 -> interval": "pg_interval_mul({0}, {1})",
    "float8 * interval -> interval": "pg_interval_mul({1}, {0})",
    "interval / float8 -> interval": "pg_interval_div({0}, {1})",
}

# ------------------------------------------------------------------------------------------------------------- extract and parts

#: Field → SQL over (y, m …) of a TIMESTAMP called x, numeric scale of extract's result.
_TIMESTAMP_FIELDS: Final[dict[str, tuple[str, int]]] = {
    "year": ("pg_year({x})", 0),
    "month": ("date_part('month', {x})", 0),
    "day": ("date_part('day', {x})", 0),
    "hour": ("date_part('hour', {x})", 0),
    "minute": ("date_part('minute', {x})", 0),
    "second": ("(date_part('microsecond', {x}))", 6),
    "milliseconds": ("(date_part('microsecond', {x}))", 3),
    "microseconds": ("date_part('microsecond', {x})", 0),
    "dow": ("date_part('dow', {x})", 0),
    "isodow": ("date_part('isodow', {x})", 0),
    "doy": ("date_part('doy', {x})", 0),
    "week": ("date_part('week', {x})", 0),
    "isoyear": ("date_part('isoyear', {x})", 0),
    "quarter": ("date_part('quarter', {x})", 0),
    "decade": ("CAST(floor(date_part('year', {x}) / 10.0) AS BIGINT)", 0),
    "century": ("date_part('century', {x})", 0),
    "millennium": ("date_part('millennium', {x})", 0),
    "epoch": ("epoch_us({x})", 6),
}
_ALIASES: Final = {
    alias: name
    for name, aliases in {
        "year": "years y yr yrs", "month": "months mon mons", "day": "days d", "hour": "hours h hr hrs",
        "minute": "minutes min mins m", "second": "seconds sec secs s", "week": "weeks w", "quarter": "qtr",
        "milliseconds": "millisecond msec ms", "microseconds": "microsecond usec us", "decade": "decades",
        "century": "centuries c", "millennium": "millennia mil",
    }.items()
    for alias in aliases.split()
}  # fmt: skip
_DISPLAY: Final = {
    "time": "time without time zone", "timestamp": "timestamp without time zone", "timestamptz": "timestamp with time zone",
}  # fmt: skip
_DATE_ONLY_REFUSED: Final = frozenset({"hour", "minute", "second", "milliseconds", "microseconds"})
_INTERVAL_FIELDS: Final[dict[str, tuple[str, int]]] = {
    "year": ("(pg_interval_months({x}) // 12)", 0),
    "month": ("(pg_interval_months({x}) % 12)", 0),
    "day": ("pg_interval_days({x})", 0),
    "hour": ("(pg_interval_micros({x}) // 3600000000)", 0),
    "minute": ("(pg_interval_micros({x}) // 60000000 % 60)", 0),
    "second": ("(pg_interval_micros({x}) % 60000000)", 6),
    "milliseconds": ("(pg_interval_micros({x}) % 60000000)", 3),
    "microseconds": ("(pg_interval_micros({x}) % 60000000)", 0),
    "quarter": ("(pg_interval_months({x}) % 12 // 3 + 1)", 0),
    "decade": ("(pg_interval_months({x}) // 120)", 0),
    "century": ("(pg_interval_months({x}) // 1200)", 0),
    "millennium": ("(pg_interval_months({x}) // 12000)", 0),
    "epoch": ("pg_interval_epoch({x})", 6),
}
_TIME_FIELDS: Final[dict[str, tuple[str, int]]] = {
    "hour": ("(pg_time_micros({x}) // 3600000000)", 0),
    "minute": ("(pg_time_micros({x}) // 60000000 % 60)", 0),
    "second": ("(pg_time_micros({x}) % 60000000)", 6),
    "milliseconds": ("(pg_time_micros({x}) % 60000000)", 3),
    "microseconds": ("(pg_time_micros({x}) % 60000000)", 0),
    "epoch": ("pg_time_micros({x})", 6),
}


def _field(context: LowerContext, pg: str, *, strict: bool = True) -> tuple[str, str, int]:
    """The field's name, its SQL and scale. The field must be a constant."""
    word = context.constants[0]
    if not isinstance(word, str):
        raise Unsupported("the field of extract and date_part must be a constant")
    name = _ALIASES.get(word.lower(), word.lower())
    table = _INTERVAL_FIELDS if pg == "interval" else _TIME_FIELDS if pg == "time" else _TIMESTAMP_FIELDS
    if pg == "timestamptz" and name in ("timezone", "timezone_hour", "timezone_minute"):
        divisor = {"timezone": "1", "timezone_hour": "3600", "timezone_minute": "60 % 60"}[name]
        return name, f"(pg_zone_offset({{x}}, {zone_literal(context.settings.timezone)}) // {divisor})", 0
    if name == "julian" and pg in ("timestamp", "timestamptz"):
        raise Unsupported("the Julian date of a timestamp is not supported: extract it from a date")
    if name == "julian" and pg == "date":
        return name, "date_part('julian', {x})", 0
    if name not in table or (strict and pg == "date" and name in _DATE_ONLY_REFUSED):
        known = name in _TIMESTAMP_FIELDS or name == "julian" or name.startswith("timezone")
        kind, verb = (Unsupported, "supported") if known else (InvalidArgument, "recognized")
        raise kind(f'unit "{word}" not {verb} for type {_DISPLAY.get(pg, pg)}')
    return (name, *table[name])


def _source(context: LowerContext, sql: str, pg: str, name: str) -> str:
    """What the field is taken from: local time for timestamptz, except where the instant itself counts."""
    if pg == "timestamptz" and name != "epoch" and not name.startswith("timezone"):
        return f"pg_to_timestamp({sql}, {zone_literal(context.settings.timezone)})"
    return f"CAST({sql} AS TIMESTAMP)" if pg == "date" else sql


def _extract(pg: str) -> LowerFunction:
    """A numeric: whole microseconds or units, scaled by what DECIMAL multiplication does to a scale."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        name, template, scale = _field(context, pg)
        whole = template.replace("{x}", _source(context, args[1].sql, pg, name))
        if name == "epoch" and pg == "date":
            whole, scale = f"({whole} // 1000000)", 0
        shape = Shape(20 + scale, scale)
        unit = f"CAST('{10**-scale:.{scale}f}' AS DECIMAL({scale + 1},{scale}))"
        return Lowered(f"CAST((CAST({whole} AS DECIMAL(20,0)) * {unit}) AS DECIMAL({20 + scale},{scale}))", shape)

    return lower


def _date_part(pg: str) -> LowerFunction:
    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        name, template, scale = _field(context, pg, strict=False)
        whole = template.replace("{x}", _source(context, args[1].sql, pg, name))
        return Lowered(f"(CAST({whole} AS DOUBLE) / {10**scale})")

    return lower


# -------------------------------------------------------------------------------------------------------------------- date_trunc

_TRUNC_UNITS: Final = (
    "microseconds", "milliseconds", "second", "minute", "hour", "day", "week", "month", "quarter", "year", "decade", "century",
    "millennium",
)  # fmt: skip


def _unit(context: LowerContext, pg: str) -> str:
    word = context.constants[0]
    if not isinstance(word, str):
        raise Unsupported("the unit of date_trunc must be a constant")
    name = _ALIASES.get(word.lower(), word.lower())
    if name == "week" and pg == "interval":
        raise Unsupported('unit "week" not supported for type interval', detail="Months usually have fractional weeks.")
    if name not in _TRUNC_UNITS:
        raise InvalidArgument(f'unit "{word}" not recognized for type {pg}')
    return name


def _trunc_timestamp(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    return Lowered(f"pg_trunc('{_unit(context, 'timestamp without time zone')}', {args[1].sql})")


def _trunc_timestamptz(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """Truncated in the session's zone, or in the one given; what is shorter than a day keeps its offset."""
    unit = _unit(context, "timestamp with time zone")
    zone = zone_literal(context.settings.timezone)
    if len(args) == 3:
        given = context.constants[2]
        zone = named_zone_literal(given) if isinstance(given, str) else f"py_zone({args[2].sql})"
    return Lowered(f"pg_trunc_tz('{unit}', {args[1].sql}, {zone})")


def _trunc_interval(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    unit, x = _unit(context, "interval"), args[1].sql
    months = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200, "millennium": 12000}
    if unit in months:
        return Lowered(f"to_months(CAST(pg_interval_months({x}) // {months[unit]} * {months[unit]} AS INTEGER))")
    micros = {"microseconds": 1, "milliseconds": 1000, "second": 10**6, "minute": 60 * 10**6, "hour": 3600 * 10**6}
    rest = f"pg_interval_micros({x}) // {micros[unit]} * {micros[unit]}" if unit in micros else "0"
    return Lowered(f"pg_interval_make(pg_interval_months({x}), pg_interval_days({x}), {rest})")


def _at_zone(template: str) -> LowerFunction:
    """timezone(zone, x), which is x AT TIME ZONE zone. A constant zone is looked up at planning."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        given = context.constants[0]
        zone = named_zone_literal(given) if isinstance(given, str) else f"py_zone({args[0].sql})"
        return Lowered(template.replace("{z}", zone).replace("{x}", args[1].sql))

    return lower


_EXACT_NUMBERS: Final = ("int4", "int8", "numeric")
_PARTS: Final = ("date", "timestamp", "timestamptz", "interval", "time")

FUNCTIONS: Final[tuple[Function, ...]] = (
    *operators(OPERATORS),
    *functions({f"extract(text, {pg}) -> numeric": _extract(pg) for pg in _PARTS}, volatility="stable"),
    *functions({f"date_part(text, {pg}) -> float8": _date_part(pg) for pg in _PARTS}, volatility="stable"),
    *functions(
        {
            "date_trunc(text, timestamp) -> timestamp": _trunc_timestamp,
            "date_trunc(text, timestamptz) -> timestamptz": _trunc_timestamptz,
            "date_trunc(text, timestamptz, text) -> timestamptz": _trunc_timestamptz,
            "date_trunc(text, interval) -> interval": _trunc_interval,
            "timezone(text, timestamptz) -> timestamp": _at_zone("pg_to_timestamp({x}, {z})"),
            "timezone(text, timestamp) -> timestamptz": _at_zone("pg_to_timestamptz({x}, {z})"),
            "timezone(interval, timestamptz) -> timestamp": "pg_to_timestamp({1}, pg_interval_zone({0}))",
            "timezone(interval, timestamp) -> timestamptz": "pg_to_timestamptz({1}, pg_interval_zone({0}))",
            "age(timestamp, timestamp) -> interval": "pg_age(epoch_us({0}), epoch_us({1}))",
            "age(timestamptz, timestamptz) -> interval": "pg_age(epoch_us(pg_to_timestamp({0}, {zone})), "
            "epoch_us(pg_to_timestamp({1}, {zone})))",
            "age(timestamp) -> interval": "pg_age(epoch_us(date_trunc('day', pg_to_timestamp({now}, {zone}))), epoch_us({0}))",
            "age(timestamptz) -> interval": "pg_age(epoch_us(date_trunc('day', pg_to_timestamp({now}, {zone}))), "
            "epoch_us(pg_to_timestamp({0}, {zone})))",
            "date_bin(interval, timestamp, timestamp) -> timestamp": "make_timestamp(pg_bin({0}, {1}, {2}))",
            "date_bin(interval, timestamptz, timestamptz) -> timestamptz": "make_timestamptz(pg_bin({0}, {1}, {2}))",
            "to_timestamp(float8) -> timestamptz": "pg_timestamptz_of(py_epoch({0}))",
            "make_date(int4, int4, int4) -> date": "pg_date_of(py_make_date({0}, {1}, {2}))",
            "make_time(int4, int4, float8) -> time": "pg_time_of_micros(py_make_time({0}, {1}, {2}))",
            "make_timestamp(int4, int4, int4, int4, int4, float8) -> timestamp": "make_timestamp("
            "py_make_date({0}, {1}, {2}) * 86400000000 + py_make_time({3}, {4}, {5}))",
            "make_timestamptz(int4, int4, int4, int4, int4, float8) -> timestamptz": "pg_to_timestamptz(make_timestamp("
            "py_make_date({0}, {1}, {2}) * 86400000000 + py_make_time({3}, {4}, {5})), {zone})",
            "make_timestamptz(int4, int4, int4, int4, int4, float8, text) -> timestamptz": "pg_to_timestamptz(make_timestamp("
            "py_make_date({0}, {1}, {2}) * 86400000000 + py_make_time({3}, {4}, {5})), py_zone({6}))",
            "make_interval(int4?, int4?, int4?, int4?, int4?, int4?, float8?) -> interval": "pg_make_interval([{*}])",
            "justify_hours(interval) -> interval": "pg_interval_of(py_justify('hours', pg_interval_months({0}), "
            "pg_interval_days({0}), pg_interval_micros({0})))",
            "justify_days(interval) -> interval": "pg_interval_of(py_justify('days', pg_interval_months({0}), "
            "pg_interval_days({0}), pg_interval_micros({0})))",
            "justify_interval(interval) -> interval": "pg_interval_of(py_justify('interval', pg_interval_months({0}), "
            "pg_interval_days({0}), pg_interval_micros({0})))",
            **{f"isfinite({pg}) -> bool": "isfinite({0})" for pg in ("date", "timestamp", "timestamptz")},
            "isfinite(interval) -> bool": "({0} IS NOT NULL)",
            "to_char(timestamp, text) -> text": "py_to_char_timestamp(epoch_us({0}), {1}, 'UTC')",
            "to_char(timestamptz, text) -> text": "py_to_char_timestamp(epoch_us({0}), {1}, {zone})",
            "to_char(interval, text) -> text": "py_to_char_interval(CAST([pg_interval_months({0}), pg_interval_days({0}), "
            "pg_interval_micros({0})] AS BIGINT[]), {1})",
            **{
                f"to_char({pg}, text) -> text": "py_to_char_number(CAST({0} AS VARCHAR), {1})" for pg in ("int4", "int8", "numeric")
            },
            "to_char(float8, text) -> text": "py_to_char_number(py_float8_text({0}), {1})",
            "to_date(text, text) -> date": "pg_date_of(py_to_date({0}, {1}))",
            "to_timestamp(text, text) -> timestamptz": "pg_timestamptz_of(py_to_timestamp({0}, {1}, {zone}))",
        },
        volatility="stable",
    ),
    *functions(
        {
            **{f"{name}() -> timestamptz": "{now}" for name in ("now", "transaction_timestamp", "statement_timestamp")},
            "clock_timestamp() -> timestamptz": "{now}",
            "timeofday() -> text": "pg_timestamptz_text({now}, {zone})",
            "current_timestamp() -> timestamptz": "{now}",
            "current_date() -> date": "CAST(pg_to_timestamp({now}, {zone}) AS DATE)",
            "current_time() -> time": "CAST(pg_to_timestamp({now}, {zone}) AS TIME)",
            "localtime() -> time": "CAST(pg_to_timestamp({now}, {zone}) AS TIME)",
            "localtimestamp() -> timestamp": "pg_to_timestamp({now}, {zone})",
        },
        volatility="stable",
    ),
)
