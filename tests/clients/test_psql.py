"""psql 15: what it prints for Tidegate is what it prints for PostgreSQL 15."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.plugins.need import program
from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

SCRIPTS = sorted((Path(__file__).parent / "psql").glob("*.sql"))


def psql(dsn: str, script: str, *options: str) -> str:
    """Everything psql writes, errors in their place; without the lines that name PostgreSQL's own source files."""
    ran = subprocess.run(
        [program("psql"), "-X", "-d", dsn, *options],
        input=script,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        env={**os.environ, "PGTZ": "UTC", "PGCLIENTENCODING": "UTF8"},
    )
    return "".join(line for line in ran.stdout.splitlines(keepends=True) if not line.startswith("LOCATION:"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_the_same_output(twin: Twin, script: Path) -> None:
    expected = psql(twin.postgres, script.read_text())
    assert expected
    assert psql(twin.tidegate, script.read_text()) == expected


def test_dt_lists_the_views(twin: Twin) -> None:
    wanted = psql(twin.postgres, "\\dt\n").splitlines()
    listed = psql(twin.tidegate, "\\dt\n").splitlines()
    assert [line.split("|")[:3] for line in listed] == [line.split("|")[:3] for line in wanted]


def test_d_lists_the_views(twin: Twin) -> None:
    wanted = psql(twin.postgres, "\\d\n").splitlines()
    listed = psql(twin.tidegate, "\\d\n").splitlines()
    assert [line.split("|")[:3] for line in listed] == [line.split("|")[:3] for line in wanted]


def test_explain_names_shards_and_bounds(twin: Twin) -> None:
    answer = psql(
        twin.tidegate,
        "EXPLAIN SELECT * FROM route_hours WHERE origin='JFK' AND dest='LAX' AND hour_start >= '2013-07-01' "
        "AND hour_start < '2013-07-02';\n",
    )
    assert "Shards: 1 of 8" in answer
    assert "Range Scan on route_hours" in answer
    assert "2013-07-01" in answer
    assert "2013-07-02" in answer


WRITES = (
    "INSERT INTO flights VALUES (1)",
    "DELETE FROM flights",
    "UPDATE flights SET year = 1",
    "CREATE TABLE t (a int)",
    "DROP TABLE flights",
    "TRUNCATE flights",
    "CREATE TEMP TABLE t AS SELECT 1",
    "SELECT 1 INTO t",
    "GRANT SELECT ON flights TO x",
)


@pytest.mark.parametrize("statement", WRITES)
def test_writes_are_refused_with_25006(twin: Twin, statement: str) -> None:
    answer = psql(twin.tidegate, f"\\set VERBOSITY verbose\n{statement};\nSELECT 'still here' AS answer;\n")
    assert "25006" in answer
    assert "read-only" in answer
    assert "still here" in answer


def test_show_version(twin: Twin) -> None:
    assert "flights=1" in psql(twin.tidegate, "SHOW tidegate.version;\n")


def test_the_schema_tidegate(twin: Twin) -> None:
    rows = psql(
        twin.tidegate, "SELECT name, key, shard_key, shards, version, rows FROM tidegate.views ORDER BY name;\n", "-At"
    ).splitlines()
    count = psql(twin.postgres, "SELECT count(*) FROM flights;\n", "-At").strip()
    assert f"flights|{{carrier,flight,time_hour}}|{{carrier}}|8|1|{count}" in rows
    sums = psql(twin.tidegate, "SELECT sum(rows) FROM tidegate.shards WHERE view = 'flights';\n", "-At").strip()
    assert sums == count
