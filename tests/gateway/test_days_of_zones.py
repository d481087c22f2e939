"""Groups by days, weeks and months of a zone are PostgreSQL's: also where midnight or a day is left out, and of infinities."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest

from gateway.contract.engine import OutputStyle, ReadSettings
from planner.tree.query_plan import PlanSettings
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness
from tests.gateway.rows.test_three_ways import Ways

pytestmark = pytest.mark.postgres
MOMENTS = ViewSchema("moments", (Column("id", st.Int()), Column("at", st.Timestamp())), ("id",), ("id",), HashPartitioning(2), (2,))
#: Around a midnight that Brazil left out, a day that Samoa left out, hours that are there twice; PostgreSQL's infinities.
AROUND = (datetime(2018, 11, 4, 3, tzinfo=UTC), datetime(2011, 12, 30, 10, tzinfo=UTC), datetime(2021, 11, 7, 5, tzinfo=UTC))
INFINITE_US = (2**63 - 1, -(2**63 - 1))
ZONES = ("America/Sao_Paulo", "Pacific/Apia", "America/New_York", "Asia/Kathmandu", "Africa/Casablanca", "UTC")
STATEMENTS = (
    "SELECT date_trunc('{unit}', at), count(*) FROM moments GROUP BY 1 ORDER BY 1",
    "SELECT count(*), date_trunc('{unit}', at, '{zone}') AS d FROM moments GROUP BY d HAVING date_trunc('{unit}', at, '{zone}') "
    "> '2015-01-01' ORDER BY d DESC",
    "SELECT date_trunc('{unit}', at) + interval '1 day', id % 2, max(at) FROM moments GROUP BY date_trunc('{unit}', at), 2 "
    "ORDER BY date_trunc('{unit}', at) NULLS FIRST, 2 LIMIT 40",
    "SELECT date_trunc('{unit}', at), id % 3, count(*) FROM moments GROUP BY ROLLUP (1, 2) ORDER BY 1, 2, 3",
    "SELECT DISTINCT date_trunc('{unit}', at) FROM moments ORDER BY 1",
)


@pytest.fixture(scope="module")
def ways(postgres_dsn: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ways]:
    rng = random.Random(7)
    micros: list[int | None] = [int(day.timestamp()) * 1_000_000 + rng.randrange(-(10**12), 10**12) for day in AROUND * 400]
    micros += [*INFINITE_US, None, None]
    table = pa.table({"id": pa.array(range(len(micros)), pa.int32()), "at": pa.array(micros, pa.timestamp("us", "UTC"))})
    folder: Path = tmp_path_factory.mktemp("moments")
    with Harness(folder) as engine, psycopg.connect(postgres_dsn, autocommit=True) as postgres:
        engine.write(MOMENTS, table)
        postgres.execute("CREATE TEMP TABLE moments (id int PRIMARY KEY, at timestamptz)")
        with postgres.cursor().copy("COPY moments FROM STDIN") as copy:
            for number, at in enumerate(micros):
                copy.write_row((number, _told(at)))
        yield Ways(engine, postgres)


def _told(micros: int | None) -> str | None:
    if micros is None or micros in INFINITE_US:
        return None if micros is None else "infinity" if micros > 0 else "-infinity"
    return datetime.fromtimestamp(micros // 1_000_000, UTC).replace(microsecond=micros % 1_000_000).isoformat()


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("unit", ["hour", "day", "week", "month", "quarter", "year", "decade"])
def test_groups(ways: Ways, zone: str, unit: str) -> None:
    ways.use(ReadSettings(PlanSettings(zone), OutputStyle(zone), {"server_version": "15.18 (test)", "timezone": zone}))
    for statement in STATEMENTS:
        sql = statement.format(unit=unit, zone=zone)
        assert ways.by_duckdb(ways.prepare(sql), 0) == ways.expected(sql), sql
