# ruff: noqa: E501 - tables of values
"""Families of generated queries over a few rows: aggregates, windows with frames, grouping sets; and more of dates and times."""

from __future__ import annotations

from itertools import product

ROWS = (
    "(VALUES (1, 'a', 1.50, 2.5::float8, date '2020-01-01', interval '1 day', true), (2, 'b', 2.25, -1::float8, date '2020-01-02', interval '2 hours', false), "
    "(2, 'a', NULL, 4::float8, date '2020-02-01', NULL, NULL), (5, NULL, 0.10, NULL, NULL, interval '1 mon', true), (NULL, 'b', 7, 2.5::float8, date '2020-01-02', interval '3 days', false)) "
    "AS v(i, t, n, f, d, s, b)"
)
COLUMNS = ("i", "t", "n", "f", "d", "s")
AGGREGATES = ("count({})", "min({})", "max({})", "array_agg({} ORDER BY {})", "array_agg(DISTINCT {})", "count(DISTINCT {})", "string_agg({}::text, ',' ORDER BY {} DESC)", "json_agg({} ORDER BY {})", "jsonb_agg({} ORDER BY {})")  # fmt: skip
NUMERIC = ("sum({})", "avg({})", "stddev({})", "var_pop({})", "sum(DISTINCT {})")
FRAMES = (
    "", "ROWS UNBOUNDED PRECEDING", "ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING", "ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
    "ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING", "RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW", "GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW",
    "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW", "GROUPS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE TIES",
)  # fmt: skip
WINDOWS = ("row_number()", "rank()", "dense_rank()", "percent_rank()", "cume_dist()", "ntile(2)", "lag(n)", "lead(t, 1, 'z')", "lag(i, 2, 0)", "first_value(n)", "last_value(t)", "nth_value(f, 2)", "sum(n)", "avg(i)", "count(*)", "max(d)", "string_agg(t, '')", "array_agg(i)", "bool_or(b)")  # fmt: skip
ORDERS = ("ORDER BY i, n", "ORDER BY f DESC NULLS LAST, n", "PARTITION BY t ORDER BY n", "PARTITION BY b ORDER BY d, n")
GROUPINGS = (
    "t",
    "b",
    "ROLLUP (t, b)",
    "CUBE (t, b)",
    "GROUPING SETS ((t), (b), ())",
    "t, ROLLUP (b)",
    "GROUPING SETS ((t, b), (t), ())",
)
STAMPS = ("timestamp '2020-02-29 23:59:59.5'", "timestamp '2019-03-31 00:00'", "timestamp '1999-12-31 12:00'", "timestamp '2021-11-07 05:30'", "timestamp 'infinity'")  # fmt: skip
ZONED = ("timestamptz '2020-03-08 06:59:59+00'", "timestamptz '2020-11-01 05:30+00'", "timestamptz '2021-07-01 00:00+02'")
SPANS = ("interval '1 month'", "interval '-1 day 25:00'", "interval '15 minutes'", "interval '7 days'", "interval '1 year 2 mons 3 days 04:05:06.7'", "interval '0'", "interval '-14 mons 40 days'")  # fmt: skip
ZONES = ("'UTC'", "'America/New_York'", "'Asia/Kathmandu'", "'EST'", "'+03'", "'CET'")


def aggregates() -> list[str]:
    """Plain, filtered, grouped, by grouping sets."""
    # Equal numerics of different scales are one for DISTINCT, and percentile_disc shows the common scale.
    calls = [a.replace("{}", c) for a, c in product(AGGREGATES, COLUMNS) if (a, c) != ("array_agg(DISTINCT {})", "n")] + [
        a.replace("{}", c) for a, c in product(NUMERIC, ("i", "n"))
    ]
    calls += [
        "sum(f)",
        "avg(f)",
        "sum(s)",
        "avg(s)",
        "bool_and(b)",
        "bool_or(b)",
        "every(b)",
        "bit_and(i)",
        "bit_or(i)",
        "count(*)",
        "regr_count(f, i::float8)",
    ]
    calls += [
        f"percentile_cont({p}) WITHIN GROUP (ORDER BY {c})"
        for p, c in product(("0.5", "0.25", "1", "ARRAY[0, 0.75]"), ("i", "n", "f"))
    ]
    calls += [
        f"percentile_disc({p}) WITHIN GROUP (ORDER BY {c} {o})"
        for p, c, o in product(("0.5", "0.01", "1"), COLUMNS, ("", "DESC"))
        if c != "n"
    ]
    calls += [f"mode() WITHIN GROUP (ORDER BY {c})" for c in ("t", "b::text")]
    found = [f"SELECT {c} FROM {ROWS}" for c in calls]
    found += [f"SELECT {c} FROM {ROWS} WHERE false" for c in calls]
    found += [f"SELECT {c} FILTER (WHERE i > 1) FROM {ROWS}" for c in calls]
    found += [f"SELECT t, {c} FROM {ROWS} GROUP BY t ORDER BY t" for c in calls]
    return found + [
        f"SELECT t, b, {c}, grouping(t), grouping(b) FROM (SELECT * FROM {ROWS}) w GROUP BY {g}, true ORDER BY 1, 2, 4, 5, 3"
        for g in GROUPINGS[2:]
        for c in ("count(*)", "sum(n)", "max(i)")
    ]


def windows() -> list[str]:
    """Every function in every frame."""
    return [f"SELECT i, n, {w} OVER ({o} {f}) FROM {ROWS} ORDER BY i, n" for w, o, f in product(WINDOWS, ORDERS, FRAMES)]


def calendar() -> list[str]:
    """age, date_bin, justify, zones, series."""
    found = [f"SELECT age({a}, {b})::text" for values in (STAMPS[:4], ZONED) for a, b in product(values, repeat=2)]
    found += [
        f"SELECT date_bin({s}, {a}, {b})::text"
        for s in SPANS
        for values in (STAMPS[:4], ZONED)
        for a, b in product(values, values[:2])
    ]
    found += [f"SELECT {f}({s})::text" for f in ("justify_hours", "justify_days", "justify_interval") for s in SPANS]
    found += [f"SELECT ({a} + {s})::text, ({a} - {s})::text" for a, s in product((*STAMPS, *ZONED), SPANS)]
    found += [f"SELECT ({a} {op} {b})::text" for a, b in product(SPANS, repeat=2) for op in "+-"]
    found += [f"SELECT {a} = {b}, {a} < {b}, {a} >= {b}" for a, b in product(SPANS, repeat=2)]
    found += [f"SELECT ({s} * {n})::text, ({s} / {n})::text" for s, n in product(SPANS, ("2", "-1.5", "0.3", "7"))]
    found += [f"SELECT ({a} AT TIME ZONE {z})::text" for a, z in product((*STAMPS, *ZONED), ZONES)]
    found += [
        f"SELECT date_trunc('{u}', {a}, {z})::text"
        for u, a, z in product(("hour", "day", "week", "month", "quarter"), ZONED, ZONES[:3])
    ]
    found += [
        f"SELECT g::text FROM generate_series({a}, {a} + interval '3 days', {s}) g LIMIT 20"
        for a, s in product((*STAMPS[:4], *ZONED), ("interval '1 day'", "interval '7 hours'", "interval '1 day 01:00'"))
    ]
    found += [
        f"SELECT to_char({a}, 'YYYY-MM-DD HH24:MI:SS TZ OF'), extract(epoch FROM {a}), extract(doy FROM {a}), {a}::date::text, {a}::time::text"
        for a in ZONED
    ]
    return found + [
        f"SELECT extract({f} FROM {s}), date_part('{f}', {s}), date_trunc('{f}', {s})::text"
        for f, s in product(("year", "month", "day", "hour", "minute", "second"), SPANS)
    ]


def overlaps() -> list[str]:
    """(start, end) OVERLAPS (start, end or how long), in either order, with ends that are not known."""
    times = {
        "time": ("01:00", "02:00", "23:30"),
        "date": ("2020-01-01", "2020-01-02", "2020-03-08"),
        "timestamp": ("2020-01-01 00:00", "2020-01-02 12:00", "infinity"),
        "timestamptz": ("2020-03-08 06:59+00", "2020-03-09 06:00+00", "-infinity"),
    }
    found = []
    for pg, values in times.items():
        points = (*(f"{pg} '{v}'" for v in values), f"NULL::{pg}")
        spans = (*points, "interval '1 day'", "interval '-1 hour'", "NULL::interval")
        found += [f"SELECT ({a}, {b}) OVERLAPS ({c}, {d})" for a, b, c, d in product(points, spans, points, spans)]
    return found


SET_FAMILIES = {f.__name__: f for f in (aggregates, windows, calendar, overlaps)}
