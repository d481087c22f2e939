"""The demo from its command line, then `tidegate serve` on its root: every row of every view is what pandas computes."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from gateway.demo import dataset
from tests.plugins.gateway import running_gateway
from tests.plugins.need import program
from tests.plugins.postgres import free_port
from tests.plugins.scale import scaled
from tests.plugins.twin import carrier_delays, route_hours

_LAST_LINE = re.compile(
    r"batch \d+: the published view carrier_delays counts ([\d,]+) flights of (\d+) carriers, Spark's own state ([\d,]+) of (\d+)"
)
#: Days that the test replays; the whole year under `make full`.
DAYS = scaled(6, 365)


def first_days(days: int) -> pa.Table:
    """The flights of the year's first *days*."""
    flights = dataset.flights()
    dates = pc.add(pc.multiply(flights["month"], 100), flights["day"])
    wanted = sorted(set(dates.to_pylist()))[:days]
    return flights.filter(pc.is_in(dates, pa.array(wanted)))


def expected_views() -> dict[str, pa.Table]:
    """Every view's rows, by pandas from the package alone."""
    flights = first_days(DAYS)
    lookups = {lookup.name: dataset.lookup_table(lookup) for lookup in dataset.LOOKUPS}
    return {"flights": flights, "carrier_delays": carrier_delays(flights), "route_hours": route_hours(flights), **lookups}


def comparable(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Means are summed in another order by Spark than by pandas: they agree to 12 digits, the rest exactly."""
    return tuple(f"{value:.12g}" if isinstance(value, float) and not math.isnan(value) else value for value in row)


@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.timeout(1800)
def test_every_row_equals_pandas(tmp_path: Path) -> None:
    program("java")
    root, http_port = tmp_path / "root", free_port()
    command = [
        sys.executable,
        "-m",
        "gateway",
        "demo",
        "--root",
        str(root),
        "--port",
        str(free_port()),
        "--http-port",
        str(http_port),
        "--fast",
        "--exit-when-done",
    ]
    ran = subprocess.run([*command, "--days", str(DAYS)], capture_output=True, text=True)
    assert ran.returncode == 0, f"{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
    assert f"status page: http://127.0.0.1:{http_port}/\n" in ran.stdout
    assert f"{DAYS}/365 days" in ran.stdout
    assert "EXPLAIN" in ran.stdout
    flights = first_days(DAYS)
    carriers = len(set(flights["carrier"].to_pylist()))
    found = _LAST_LINE.fullmatch(ran.stdout.splitlines()[-1])
    assert found is not None, ran.stdout[-1000:]
    assert found.groups() == (f"{flights.num_rows:,}", str(carriers)) * 2
    with running_gateway(root, tmp_path / "store") as gateway, psycopg.connect(gateway.dsn) as connection:
        for view, table in expected_views().items():
            columns = ", ".join(table.column_names)
            served = connection.execute(f"SELECT {columns} FROM {view}").fetchall()  # type: ignore[call-overload]
            wanted = zip(*(column.to_pylist() for column in table.columns), strict=True)
            assert sorted(map(comparable, served), key=repr) == sorted(map(comparable, wanted), key=repr), view
