"""postgres_fdw: a PostgreSQL 15 with foreign tables in Tidegate, asked beside the same tables of its own.

With use_remote_estimate it plans by the first line of EXPLAIN; without it by guesses. Answers are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import psycopg
import pytest

from tests.plugins.twin import Twin

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

#: {0} is the schema: the tables' own, or that of the foreign ones.
QUERIES: Final = (
    "SELECT count(*), min(dep_delay), max(arr_delay), sum(distance) FROM {0}.flights",
    "SELECT * FROM {0}.kinds ORDER BY id",
    "SELECT * FROM {0}.airlines WHERE carrier = 'UA'",
    "SELECT * FROM {0}.airlines WHERE carrier = (SELECT 'UA')",
    "SELECT * FROM {0}.airlines WHERE carrier IN ('UA', 'AA', 'nobody') ORDER BY carrier DESC",
    "SELECT * FROM {0}.route_hours WHERE origin = 'JFK' AND dest = 'LAX'"
    " AND hour_start >= '2013-01-05' AND hour_start < '2013-01-06' ORDER BY hour_start",
    "SELECT a.name, f.flight, f.time_hour FROM {0}.flights f JOIN {0}.airlines a USING (carrier)"
    " WHERE f.origin = 'JFK' AND f.dest = 'LAX' ORDER BY f.carrier COLLATE \"C\", f.flight, f.time_hour LIMIT 20",
    "SELECT carrier, count(*), sum(distance) FROM {0}.flights GROUP BY carrier HAVING count(*) > 100 ORDER BY carrier",
    "SELECT origin, count(DISTINCT dest) FROM {0}.flights GROUP BY origin ORDER BY 1",
    "SELECT f.flight, a FROM {0}.flights f LEFT JOIN {0}.airlines a ON a.carrier = f.carrier AND a.name LIKE 'U%'"
    " WHERE f.origin = 'JFK' ORDER BY f.carrier, f.flight, f.time_hour LIMIT 5",
    "SELECT d, a IS NOT NULL FROM {0}.carrier_delays d LEFT JOIN {0}.airlines a USING (carrier) ORDER BY d.carrier",
    "SELECT carrier FROM {0}.airlines a WHERE EXISTS (SELECT FROM {0}.flights f WHERE f.carrier = a.carrier AND f.dep_delay > 300)"
    " ORDER BY 1",
    "SELECT upper(name), length(name), name || '!' FROM {0}.airlines WHERE name LIKE '%Air%' ORDER BY name",
    "SELECT date_trunc('day', hour_start) AS d, sum(departures) FROM {0}.route_hours GROUP BY 1 ORDER BY 1",
)  # fmt: skip
WRITES: Final = (
    "UPDATE far.airlines SET name = 'x' WHERE carrier = 'UA'",
    "DELETE FROM far.airlines",
    "INSERT INTO far.airlines VALUES ('XX', 'y')",
    "TRUNCATE far.airlines",
    "SELECT * FROM far.airlines FOR UPDATE",
)
COST: Final = re.compile(r"\(cost=(\d+\.\d\d)\.\.(\d+\.\d\d) rows=(\d+) width=(\d+)\)$")


@pytest.fixture(scope="module")
def local(twin: Twin) -> Iterator[psycopg.Connection[Any]]:
    """A connection to PostgreSQL with Tidegate's tables in schema far."""
    parts = dict(re.findall(r"(\w+)=(\S+)", twin.tidegate))
    with psycopg.connect(twin.postgres, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION postgres_fdw")
        connection.execute(
            f"CREATE SERVER tidegate FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '{parts['host']}', port '{parts['port']}',"
            f" dbname '{parts['dbname']}', use_remote_estimate 'true', fdw_startup_cost '0', fdw_tuple_cost '0')".encode()
        )
        connection.execute("CREATE USER MAPPING FOR postgres SERVER tidegate OPTIONS (user 'tester', password_required 'false')")
        connection.execute("CREATE SCHEMA far")
        connection.execute("IMPORT FOREIGN SCHEMA public FROM SERVER tidegate INTO far")
        yield connection
        connection.execute("DROP SCHEMA far CASCADE")
        connection.execute("DROP EXTENSION postgres_fdw CASCADE")


@pytest.mark.parametrize("estimated", ["true", "false"])
@pytest.mark.parametrize("query", QUERIES)
def test_foreign_tables_answer_as_ones_own(local: psycopg.Connection[Any], query: str, estimated: str) -> None:
    local.execute(f"ALTER SERVER tidegate OPTIONS (SET use_remote_estimate '{estimated}')".encode())
    expected = local.execute(query.format("public").encode()).fetchall()
    assert expected
    # A NaN is not equal to itself.
    assert repr(local.execute(query.format("far").encode()).fetchall()) == repr(expected)


def expected_rows(local: psycopg.Connection[Any], query: str) -> int:
    """What the planner believes, by Tidegate's estimate."""
    local.execute("ALTER SERVER tidegate OPTIONS (SET use_remote_estimate 'true')")
    (line,) = local.execute(f"EXPLAIN {query}".encode()).fetchone() or ("",)
    found = COST.search(line)
    assert found, line
    return int(found[3])


@pytest.mark.parametrize(
    ("condition", "table"),
    [
        ("carrier = 'UA'", "airlines"),
        ("carrier IN ('UA', 'AA')", "airlines"),
        ("carrier = 'UA'", "flights"),
        ("origin = 'JFK' AND dest = 'LAX'", "route_hours"),
        ("origin = 'JFK' AND dest = 'LAX' AND hour_start >= '2013-01-05' AND hour_start < '2013-01-06'", "route_hours"),
        ("origin = 'JFK'", "route_hours"),
        ("true", "flights"),
    ],
)
def test_rows_are_known_from_counts_and_keys(local: psycopg.Connection[Any], condition: str, table: str) -> None:
    (count,) = local.execute(f"SELECT count(*) FROM {table} WHERE {condition}".encode()).fetchone() or (0,)
    assert expected_rows(local, f"SELECT * FROM far.{table} WHERE {condition}") == count


def test_whole_rows_of_a_join_are_pushed_down(local: psycopg.Connection[Any]) -> None:
    plan = local.execute(
        "EXPLAIN (VERBOSE) SELECT f.flight, a FROM far.flights f LEFT JOIN far.airlines a USING (carrier)"
        " WHERE f.origin = 'JFK' LIMIT 5"
    ).fetchall()
    assert any("IS NOT NULL THEN ROW(" in line for (line,) in plan), plan


@pytest.mark.parametrize("level", ["REPEATABLE READ", "SERIALIZABLE"])
def test_transactions_and_savepoints(local: psycopg.Connection[Any], level: str) -> None:
    with local.transaction():
        local.execute(f"SET TRANSACTION ISOLATION LEVEL {level}".encode())
        local.execute("DECLARE c CURSOR FOR SELECT carrier FROM far.airlines ORDER BY carrier")
        first = local.execute("FETCH 3 FROM c").fetchall()
        with pytest.raises(psycopg.errors.DivisionByZero), local.transaction():
            local.execute("SELECT 1 / (count(*) - count(*)) FROM far.planes")
        rest = local.execute("FETCH ALL FROM c").fetchall()
    assert first + rest == local.execute("SELECT carrier FROM airlines ORDER BY carrier").fetchall()


def test_analyze_samples_a_foreign_table(local: psycopg.Connection[Any]) -> None:
    local.execute("ANALYZE far.airports")
    (count,) = local.execute("SELECT count(*) FROM airports").fetchone() or (0,)
    assert local.execute("SELECT reltuples FROM pg_class WHERE oid = 'far.airports'::regclass").fetchone() == (count,)
    (distinct,) = local.execute(
        "SELECT n_distinct FROM pg_stats WHERE schemaname = 'far' AND tablename = 'airports' AND attname = 'faa'"
    ).fetchone() or (0,)
    assert distinct == -1


@pytest.mark.parametrize("statement", WRITES)
def test_writes_are_refused_by_the_remote(local: psycopg.Connection[Any], statement: str) -> None:
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction, match="tidegate is read-only"):
        local.execute(statement.encode())
