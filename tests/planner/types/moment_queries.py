# ruff: noqa: E501 - tables of queries
"""Calls over dates, times and intervals × ordinary, BC, infinite and extreme values, as constants and as columns.

Each gives one text, so that nothing depends on what a client's language can hold.
"""

from __future__ import annotations

import re
from itertools import product
from random import Random
from typing import Final

ZONES: Final = ("UTC", "Europe/Berlin", "Asia/Kolkata", "America/Sao_Paulo")
VALUES: Final[dict[str, tuple[str, ...]]] = {
    "date": (
        "2020-02-29", "1969-12-31", "2000-01-01", "0001-01-01", "0001-12-31 BC", "0044-03-15 BC", "0101-01-01 BC", "1001-06-30 BC",
        "3999-01-01 BC", "200000-12-31", "infinity", "-infinity", "1900-10-31",
    ),
    "timestamp": (
        "2020-02-29 23:59:59.999999", "1969-12-31 12:30", "2020-03-29 02:30", "2020-10-25 02:30", "0001-01-01 00:00",
        "0001-12-31 23:59:59.5 BC", "0044-03-15 12:00 BC", "1001-06-30 BC", "3999-01-01 00:00 BC", "200000-12-31 23:59:59",
        "infinity", "-infinity", "2001-01-01", "1900-01-01 00:00:00.000001",
    ),
    "timestamptz": (
        "2020-02-29 23:59:59.999999+00", "1969-12-31 12:30+00", "2020-03-29 01:30+00", "2020-10-25 00:30+00", "0001-01-01 00:00+00",
        "0001-12-31 23:59:59.5+00 BC", "0044-03-15 12:00+00 BC", "1001-06-30 00:00+00 BC", "3999-01-01 00:00+00 BC",
        "200000-12-31 23:59:59+00", "infinity", "-infinity", "1850-05-05 05:05:05+00", "2018-02-18 03:00+00",
    ),
    "interval": (
        "1 mon", "-1 day", "1 year 2 mons -3 days 04:05:06.7", "00:00:00", "36:00:00", "-00:00:00.5", "1 mon -1 day", "35 days",
        "178956970 years 7 mons", "-178956970 years -8 mons", "2147483647 days", "-2147483648 days", "2562047000:00:00.5",
        "-2562047000:00:00.5", "2147483647 days 2562047:00:00", "100 years", "15:30", "10 days -24:00:00",
    ),
    "offset": ("02:30", "-05:00:30", "00:00", "1 mon", "1 day", "200:00"),
    #: PostgreSQL never ends a series from minus infinity.
    "finite": ("2020-02-29 23:59:59.999999", "1969-12-31 12:30", "0001-01-01 00:00", "0044-03-15 12:00 BC", "3713-01-01 00:00 BC"),
    "time": ("00:00", "23:59:59.999999", "12:34:56.789"),
    "int4": ("0", "1", "-1", "31", "-2147483648", "2147483647", "100000"),
    "float8": ("0", "1", "-1.5", "0.1", "1e10", "-1e300", "infinity", "nan", "3e9", "1e-12"),
}  # fmt: skip
_FIELDS: Final = (
    "century", "day", "decade", "dow", "doy", "epoch", "hour", "isodow", "isoyear", "julian", "microseconds", "millennium",
    "milliseconds", "minute", "month", "quarter", "second", "timezone", "timezone_hour", "timezone_minute", "week", "year", "nosuch",
)  # fmt: skip
_UNITS: Final = (
    "microseconds", "milliseconds", "second", "minute", "hour", "day", "week", "month", "quarter", "year", "decade", "century",
    "millennium",
)  # fmt: skip
_FORMATS: Final = (
    "YYYY-MM-DD HH24:MI:SS.US BC", "Y,YYY YYY YY Y AD", "IYYY-IW-ID IDDD", "CC Q WW W J D DDD", "FMDay FMMonth RM",
    "FF1 FF2 FF3 FF4 FF5 FF6 MS US", "HH12:MI am SSSS", "b.c. a.d. FMYYYY", "FMIYYY IYY IY I",
)  # fmt: skip
_MOMENTS: Final = ("date", "timestamp", "timestamptz")
_PRECISE: Final = ("timestamp", "timestamptz")
_STEPS: Final = ("100 years", "-36500 days", "876000:00:00", "1000 years -1 day", "0 s", "178956970 years")
_STRIDES: Final = ("15 minutes", "1 day 1 hour", "7 days", "0.000001 s")


def _calls() -> list[str]:
    """Expressions with {type} wherever a value of the type stands."""
    return [
        *(f"extract({f} from {{{t}}})" for f, t in product(_FIELDS, (*_MOMENTS, "interval", "time"))),
        *(f"date_part('{f}', {{{t}}})" for f, t in product(_FIELDS, (*_MOMENTS, "interval", "time"))),
        *(f"date_trunc('{u}', {{{t}}})" for u, t in product(_UNITS, (*_MOMENTS, "interval"))),
        *(f"date_trunc('{u}', {{timestamptz}}, '{z}')" for u, z in product(_UNITS, ("Asia/Kolkata", "America/New_York", "+3", "MSK"))),
        *(f"to_char({{{t}}}, '{f}')" for f, t in product(_FORMATS, (*_MOMENTS, "interval"))),
        *(f"date_bin('{s}', {{{t}}}, {{{t}}})" for s, t in product(_STRIDES, _PRECISE)),
        *(f"date_bin({{interval}}, {{{t}}}, {{{t}}})" for t in _PRECISE),
        *(f"{{{t}}} {op} {{interval}}" for t, op in product((*_MOMENTS, "time", "interval"), "+-")),
        *(f"{{interval}} + {{{t}}}" for t in (*_MOMENTS, "time")),
        *(f"{{{t}}} - {{{u}}}" for t, u in product(_MOMENTS, _MOMENTS)),
        "{date} + {int4}", "{int4} + {date}", "{date} - {int4}", "{date} + {time}", "{time} + {date}", "{time} - {time}",
        "- {interval}", "{interval} * {float8}", "{float8} * {interval}", "{interval} / {float8}", "{interval} * {int4}",
        *(f"{{{t}}} {op} {{{u}}}" for t, op, u in product(_MOMENTS, ("<", "<=", "=", "<>", ">=", ">"), _MOMENTS)),
        *(f"{{interval}} {op} {{interval}}" for op in ("<", "=", ">=")),
        *(f"{f}({{{t}}}, {{{t}}})" for f, t in product(("greatest", "least"), (*_MOMENTS, "interval"))),
        *(f"age({{{t}}}, {{{u}}})" for t, u in product(_MOMENTS, _MOMENTS)),
        *(f"isfinite({{{t}}})" for t in (*_MOMENTS, "interval")),
        *(f"{{{t}}}::{u}" for t, u in product((*_MOMENTS, "time", "interval"), (*_MOMENTS, "time", "interval")) if t != "time" or u in ("time", "interval")),
        *(f"{{{t}}}::{t}({p})" for t, p in product(_PRECISE, (0, 3))), "{interval}::interval(0)", "{interval}::interval(2)",
        *(f"{{interval}}::interval {f}" for f in ("year", "month", "day", "hour", "minute", "day to second", "year to month")),
        *(f"{{{t}}}::text::{t}" for t in (*_MOMENTS, "interval", "time")),
        *(f"{{{t}}} AT TIME ZONE '{z}'" for t, z in product(_PRECISE, ("UTC", "Europe/Moscow", "Asia/Kolkata", "MSK", "+02", "EST5EDT", "America/New_York"))),
        *(f"timezone({{offset}}, {{{t}}})" for t in _PRECISE),
        *(f"({{{t}}}, {{{t}}}) OVERLAPS ({{{t}}}, {{{t}}})" for t in _MOMENTS),
        *(f"({{{t}}}, {{interval}}) OVERLAPS ({{{t}}}, {{{t}}})" for t in _PRECISE),
        "justify_days({interval})", "justify_hours({interval})", "justify_interval({interval})",
        "make_interval({int4}, {int4}, {int4}, {int4}, {int4}, {int4}, {float8})", "make_interval(years => {int4})", "make_interval(months => {int4})",
        "make_interval(weeks => {int4})", "make_interval(days => {int4})", "make_interval(hours => {int4})", "make_interval(secs => {float8})",
        "to_timestamp({float8})", "make_timestamp({int4}, 1, 1, 0, 0, 0)", "make_date({int4}, 3, 15)", "make_date(-44, {int4}, 15)",
        "make_timestamptz({int4}, 1, 1, 0, 0, 0)", "make_timestamptz(2020, 1, 1, 0, 0, {float8})", "make_time(1, 2, {float8})",
        *(f"to_json({{{t}}})" for t in (*_MOMENTS, "interval")),
        *(f"quote_literal({{{t}}})" for t in (*_MOMENTS, "interval")),
        *(f"ARRAY(SELECT g::text FROM generate_series({{finite}}::{t}, {{finite}}::{t}, '{s}') g LIMIT 3)" for t, s in product(_PRECISE, _STEPS)),
        *(f"{{{t}}} BETWEEN {{{t}}} AND {{{t}}}" for t in (*_MOMENTS, "interval")),
    ]  # fmt: skip


_AGGREGATES: Final = ("min(x)", "max(x)", "count(DISTINCT x)", "array_agg(x ORDER BY x)", "string_agg(x::text, ',' ORDER BY x)")
_OF_INTERVALS: Final = ("sum(x)", "avg(x)")
_SLOT: Final = re.compile(r"\{(\w+)\}")


def moment_queries(seed: int, count: int) -> list[str]:
    """That many of them, by the seed."""
    random, calls = Random(seed), _calls()
    return [_aggregate(random) if random.random() < 0.05 else _query(random, random.choice(calls)) for _ in range(count)]


def _value(random: Random, pg: str) -> str:
    return "NULL" if random.random() < 0.03 else repr(random.choice(VALUES[pg]))


def _typed(random: Random, pg: str) -> str:
    return _value(random, pg) if pg == "finite" else f"{_value(random, pg)}::{'interval' if pg == 'offset' else pg}"


def _query(random: Random, call: str) -> str:
    """The call over constants, or over columns of one row."""
    if random.random() < 0.5:
        return f"SELECT ({_SLOT.sub(lambda slot: _typed(random, slot[1]), call)})::text"
    row: list[str] = []

    def column(slot: re.Match[str]) -> str:
        row.append(_typed(random, slot[1]))
        return f"c{len(row)}"

    expression = _SLOT.sub(column, call)
    return f"SELECT ({expression})::text FROM (VALUES ({', '.join(row)})) v({', '.join(f'c{i + 1}' for i in range(len(row)))})"


def _aggregate(random: Random) -> str:
    pg = random.choice(("date", "timestamp", "timestamptz", "interval", "interval"))
    call = random.choice((*_AGGREGATES, *(_OF_INTERVALS if pg == "interval" else ())))
    rows = ", ".join(f"({_value(random, pg)}::{pg})" for _ in range(random.randrange(1, 5)))
    return f"SELECT ({call})::text FROM (VALUES {rows}) v(x)"
