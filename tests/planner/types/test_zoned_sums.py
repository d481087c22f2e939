"""timestamptz ± interval and date_trunc around the changes of zones' offsets, as in PostgreSQL; and sums of sums are short."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from planner.lower import lower
from planner.lower.repeats import expanded
from planner.parse import parse
from planner.postgres.bind import bind
from planner.tree.catalog import MemoryCatalog
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from tests.planner.types.both import Both
from tests.plugins.scale import seed_for

#: UTC is computed otherwise than the others; Lord Howe changes by half an hour, Apia left out a day.
ZONES = ("UTC", "Etc/UTC", "Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca")
UNITS = ("microseconds", "second", "minute", "hour", "day", "week", "month", "quarter", "year", "decade", "century", "millennium")
INTERVALS = (
    "1 day",
    "-1 day",
    "24 hours",
    "1 month",
    "-13 months 2 days 03:04:05.000006",
    "30 minutes",
    "1 year -1 day 01:00",
    "0",
)
YEARS = range(2005, 2020)
INSTANTS = 40
ODD = ("NULL", "'infinity'", "'-infinity'", "'0044-03-15 12:00+00 BC'", "'1850-01-01 00:00+00'", "'2021-11-30 12:59:59.999999+00'")
SEED = seed_for("zoned sums")


def changes(zone: str) -> list[datetime]:
    """Days on which the zone's offset changes; all days of a zone where it never does."""
    days = [datetime(YEARS[0], 1, 1, tzinfo=ZoneInfo("UTC")) + timedelta(days=n) for n in range(365 * len(YEARS))]
    there = ZoneInfo(zone)
    return [a for a, b in pairwise(days) if a.astimezone(there).utcoffset() != b.astimezone(there).utcoffset()] or days


@pytest.mark.postgres
@pytest.mark.parametrize("zone", ZONES)
def test_around_changes(both: Both, zone: str) -> None:
    rng = random.Random(SEED)
    # By day, some days before or after: local times that are left out are another matter (planner/DESIGN.md).
    near = [
        rng.choice(changes(zone)).replace(tzinfo=ZoneInfo(zone), hour=rng.randrange(9, 20), minute=rng.randrange(60))
        + timedelta(days=rng.randrange(-3, 4))
        for _ in range(INSTANTS)
    ]
    instants = [*(f"'{moment.astimezone(ZoneInfo('UTC')):%Y-%m-%d %H:%M}+00'" for moment in near), *ODD]
    rows = ", ".join(f"({n}, {instant}::timestamptz)" for n, instant in enumerate(instants))
    intervals = ", ".join(f"({n}, '{text}'::interval)" for n, text in enumerate(INTERVALS))
    constant = ", ".join(f"(x + interval '{text}' - interval '1 day 1 hour')::text" for text in INTERVALS)
    cut = ", ".join(f"date_trunc('{unit}', x)::text, date_trunc('{unit}', x + interval '1 day')::text" for unit in UNITS)
    # Before that, decades and centuries are truncated otherwise (planner/DESIGN.md).
    after_christ = f"(VALUES {rows}) v(n, x) WHERE x >= '0001-01-01 00:00+00' OR x IS NULL"
    queries = [
        f"SELECT n, m, (x + i)::text, (x - i)::text, (i + x + i)::text FROM (VALUES {rows}) v(n, x), (VALUES {intervals}) w(m, i)"
        " ORDER BY 1, 2",
        f"SELECT n, {constant} FROM (VALUES {rows}) v(n, x) ORDER BY 1",
        f"SELECT n, {cut} FROM {after_christ} ORDER BY 1",
        f"SELECT n, date_trunc('day', x, 'Asia/Tokyo')::text, date_trunc('hour', x, 'UTC')::text FROM {after_christ} ORDER BY 1",
    ]
    for sql in queries:
        ours, theirs = both.lowered(sql, zone), both.expected(sql, zone)
        assert isinstance(theirs, list), theirs
        assert isinstance(ours, list), (ours, SEED)
        wrong = [(one, other) for one, other in zip(ours, theirs, strict=True) if one != other]
        assert not wrong, (SEED, instants, wrong[:3])


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin"])
def test_sums_of_sums_are_short(zone: str) -> None:
    """DuckDB takes a second for 100,000 words, before anything can stop it."""
    statement = parse("SELECT date_trunc('day', now() + interval '1 day' + interval '1 hour') + interval '2 min'")[0]
    assert isinstance(statement, SelectStatement)
    settings = PlanSettings(timezone=zone)
    found = expanded(lower(bind(statement, MemoryCatalog([]), [], settings), settings).sql.format())
    assert found.words < 40_000, found
