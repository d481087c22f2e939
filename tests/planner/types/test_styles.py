"""Text of dates, times and intervals that a query makes and reads, under every DateStyle and IntervalStyle, as in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from planner.tree.query_plan import ISO_MDY, PlanSettings
from tests.planner.types.both import Both, comparable

pytestmark = pytest.mark.postgres
DATE_STYLES = tuple(", ".join(pair) for pair in product(("ISO", "SQL", "German", "Postgres"), ("MDY", "DMY", "YMD")))
INTERVAL_STYLES = ("postgres", "postgres_verbose", "iso_8601", "sql_standard")
ZONES = ("UTC", "Europe/Berlin", "Asia/Kolkata", "America/Sao_Paulo")
TEXTS = (
    "x::text",
    "x::varchar(7)",
    "'is '::text || x",
    "x || ' it is'",
    "concat(x, '!')",
    "concat_ws('-', x, x)",
    "format('%s|%L', x, x)",
    "quote_literal(x)",
    "ARRAY[x, NULL]::text",
    "array_to_string(ARRAY[x, x], ',')",
    "to_json(x)::text",
    "to_jsonb(x)::text",
    "json_build_object('is', x)::text",
    "jsonb_build_object('is', x)::text",
    "json_build_array(x, ARRAY[x])::text",
    "to_json(ARRAY[x])::text",
    "row_to_json(v)::text",
    "json_build_object(x, 1)::text",
    "jsonb_build_object(x, 1)::text",
)
AGGREGATES = (
    "string_agg(x::text, ',')",
    "json_agg(x)::text",
    "json_object_agg(x, 1)::text",
    "jsonb_object_agg(x, 1)::text",
    "max(x)::text",
)
MOMENTS = {
    "date": ("2003-02-01", "0044-03-15 BC", "12345-06-07", "infinity", "-infinity"),
    "timestamp": ("2003-02-01 04:05:06.7", "1999-12-31 23:59:59.999999", "0044-03-15 12:00 BC", "12345-06-07", "infinity"),
    "timestamptz": ("2003-02-01 04:05:06.7+00", "2003-07-01 12:00+00", "1850-01-01 00:00+00", "12345-06-07+00", "-infinity"),
}
INTERVALS = (
    "1 year 2 mons -3 days 04:05:06.7",
    "-1 days",
    "00:00:00",
    "14 mons",
    "3 days 04:00",
    "-00:00:00.5",
    "-1 mons +2 days -03:00",
)
#: Of texts that no query's constant is, so that they are read when the query runs.
READ = (
    "01/02/2003",
    "1.2.2003",
    "2003-02-01",
    "01-02-03",
    "Feb 3 2001",
    "3 Feb 2001",
    "2001 Feb 3",
    "31/12/1999",
    "12/31/1999",
    "99-12-31",
)
INTERVALS_READ = (
    "-1-2 3 4:5:6",
    "-1 2:03",
    "-1 day 2 hours",
    "-1 day +2 hours",
    "-1-2 -3 4:5:6",
    "1 -2:03",
    "-1-2",
    "-5",
    "-1 year 2 mons ago",
    "@ -1 day 3 hours",
    "-1-2 3 4:5:6 ago",
    "-2:03",
    "-1.5 years 3 mons",
    "P-1Y2M",
    "-0 1:00",
)


@pytest.fixture(autouse=True)
def styles_as_before(both: Both) -> Iterator[None]:
    # A statement that psycopg prepares keeps the dates that its constants were when it was parsed.
    threshold, both.postgres.prepare_threshold = both.postgres.prepare_threshold, None
    yield
    both.postgres.prepare_threshold = threshold
    both.postgres.execute("RESET DateStyle; RESET IntervalStyle")


def differing(both: Both, queries: list[str], settings: PlanSettings) -> list[str]:
    both.postgres.execute(
        "SELECT set_config('DateStyle', %s, false), set_config('IntervalStyle', %s, false)",
        (settings.date_style, settings.interval_style),
    )
    found = []
    for sql in queries:
        ours, theirs = both.lowered(sql, settings=settings), both.expected(sql, settings.timezone)
        if comparable(ours) != comparable(theirs):
            found.append(f"{sql}\n  lowered    {ours!r}\n  PostgreSQL {theirs!r}")
    return found


def _values(pg: str, texts: tuple[str, ...]) -> str:
    return f"(VALUES {', '.join(f'({pg} {text!r})' for text in texts)}) AS v (x)"


@pytest.mark.parametrize("date_style", DATE_STYLES)
@pytest.mark.parametrize("pg", MOMENTS)
def test_texts_of_moments(both: Both, pg: str, date_style: str) -> None:
    rows = _values(pg, MOMENTS[pg])
    queries = [f"SELECT {', '.join(TEXTS)} FROM {rows}", f"SELECT {', '.join(AGGREGATES)} FROM {rows}"]
    for zone in ZONES if pg == "timestamptz" else ZONES[1:2]:
        assert "\n".join(differing(both, queries, PlanSettings(timezone=zone, date_style=date_style))) == "", zone


@pytest.mark.parametrize("interval_style", INTERVAL_STYLES)
def test_texts_of_intervals(both: Both, interval_style: str) -> None:
    rows = _values("interval", INTERVALS)
    queries = [f"SELECT {', '.join(TEXTS)} FROM {rows}", f"SELECT {', '.join(AGGREGATES)} FROM {rows}"]
    assert differing(both, queries, PlanSettings(interval_style=interval_style)) == []


@pytest.mark.parametrize("date_style", DATE_STYLES)
def test_reading_dates(both: Both, date_style: str) -> None:
    queries = [
        query
        for text in READ
        for pg in MOMENTS
        for query in (f"SELECT {text!r}::{pg}::text", f"SELECT x::{pg}::text FROM (VALUES ({text!r} || '')) AS v (x)")
    ]
    assert differing(both, queries, PlanSettings(timezone="Asia/Kolkata", date_style=date_style)) == []


@pytest.mark.parametrize("interval_style", INTERVAL_STYLES)
def test_reading_intervals(both: Both, interval_style: str) -> None:
    queries = [
        query
        for text in INTERVALS_READ
        for query in (f"SELECT ({text!r}::interval)::text", f"SELECT x::interval::text FROM (VALUES ({text!r} || '')) AS v (x)")
    ]
    assert differing(both, queries, PlanSettings(interval_style=interval_style)) == []


#: What a part of the day says where there is no time.
PARTS_OF_THE_DAY = (
    "5/6/7 pm",
    "5/6/7 am",
    "2007-05-06 pm",
    "pm 5/6/7",
    "May 6 2007 PM",
    "infinity pm",
    "pm",
    "5/6/7 12 pm",
    "5/6/7 13:00 pm",
)


@pytest.mark.parametrize("pg", [*MOMENTS, "time"])
def test_a_date_with_am_or_pm(both: Both, pg: str) -> None:
    queries = [f"SELECT ({text!r}::{pg})::text" for text in PARTS_OF_THE_DAY]
    assert differing(both, queries, PlanSettings(timezone="Europe/Berlin", date_style=ISO_MDY)) == []
