"""psqlODBC through unixODBC and pyodbc: what Excel, Tableau and Power BI's ODBC sources use."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.clients.questions import ERRORS, MANY
from tests.plugins.need import lacking
from tests.plugins.twin import Twin

try:
    import pyodbc
except ImportError:
    if os.environ.get("TIDEGATE_TESTS_STRICT") == "1":
        raise
    pytest.skip("this machine lacks unixODBC (Debian: unixodbc)", allow_module_level=True)

pytestmark = [pytest.mark.clients, pytest.mark.postgres]

Both = tuple[Any, Any]
DRIVERS: Final = tuple(Path("/usr/lib").glob("*-linux-gnu/odbc/psqlodbcw.so"))
QUESTIONS: Final = (
    "SELECT id, flag, tiny, small, medium, large, single, double, exact, money, words, raw "
    "FROM kinds WHERE id IN (0, 1, 3) ORDER BY id",
    "SELECT id, day, local, instant, elapsed, numbers, names FROM kinds WHERE id IN (0, 4) ORDER BY id",
    "SELECT carrier, flight, time_hour, dep_delay, tailnum FROM flights WHERE carrier = 'UA' ORDER BY 1, 2, 3 LIMIT 50",
    "SELECT origin, count(*), avg(dep_delay)::float8 FROM flights GROUP BY origin ORDER BY origin",
    "SELECT NULL AS nothing, 'x' AS letter, 1 AS one, 1.5 AS more, true AS yes, DATE '2020-02-29' AS day, time '12:34:56' AS noon",
    "SELECT * FROM airlines WHERE carrier = 'nobody'",
)


def connect(dsn: str, options: str = "") -> Any:
    """A connection by way of the driver manager."""
    if not DRIVERS:
        lacking("psqlODBC (Debian: odbc-postgresql)")
    parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
    told = f"Driver={DRIVERS[0]};Server={parts['host']};Port={parts['port']};Database={parts['dbname']};Uid={parts['user']}"
    return pyodbc.connect(f"{told};BoolsAsChar=0;{options}", autocommit=True)


@pytest.fixture(scope="module", autouse=True)
def _no_log() -> Iterator[None]:
    """The driver writes one whatever it is told, always there."""
    yield
    for log in Path("/tmp").glob(f"psqlodbc_*{os.getpid()}.log"):
        log.unlink()


@pytest.fixture
def both(twin: Twin) -> Iterator[Both]:
    """Connections to Tidegate and to PostgreSQL."""
    ours, theirs = connect(twin.tidegate), connect(twin.postgres)
    yield ours, theirs
    ours.close()
    theirs.close()


def ask(connection: Any, query: str, *parameters: Any) -> tuple[list[str], str]:
    """Rows as text, and the columns' names, types, sizes and whether they may be NULL."""
    cursor = connection.execute(query, *parameters)
    return [str(tuple(row)) for row in cursor.fetchall()], str([column[:7] for column in cursor.description])


@pytest.mark.parametrize("query", QUESTIONS)
def test_answers(both: Both, query: str) -> None:
    ours, theirs = (ask(connection, query) for connection in both)
    assert ours == theirs


def test_parameters(both: Both) -> None:
    query = (
        "SELECT carrier, flight, dep_delay FROM flights WHERE carrier = ? AND distance > ? AND dep_delay > ? ORDER BY 2, time_hour"
    )
    ours, theirs = (ask(connection, query, "AA", 2000, 100) for connection in both)
    assert ours == theirs
    assert len(ours[0]) > 1
    typed = "SELECT ?::text, ?::int4, ?::float8, ?::numeric, ?::bool, ?::date, ?::text"
    values = ("é 'x'", 5, 0.25, "12.340", True, "2020-02-29", None)
    ours, theirs = (ask(connection, typed, *values) for connection in both)
    assert ours == theirs


@pytest.mark.parametrize(("query", "sqlstate"), ERRORS)
def test_errors(both: Both, query: str, sqlstate: str) -> None:
    seen = []
    for connection in both:
        with pytest.raises(pyodbc.Error) as caught:
            connection.execute(query).fetchall()
        seen.append(caught.value.args)
    assert seen[0] == seen[1]
    assert seen[0][0] == sqlstate


@pytest.mark.parametrize("options", ["UseDeclareFetch=1;Fetch=300", "UseDeclareFetch=0", "UseServerSidePrepare=0;Protocol=7.4-2"])
def test_many_rows(twin: Twin, options: str) -> None:
    seen = []
    for dsn in (twin.tidegate, twin.postgres):
        connection = connect(dsn, options)
        seen.append(ask(connection, MANY))
        connection.close()
    assert seen[0] == seen[1]
    assert len(seen[0][0]) > 1000


def test_transactions(both: Both) -> None:
    seen = []
    for connection in both:
        connection.autocommit = False
        told: list[Any] = [ask(connection, "SELECT count(*) FROM airports")]
        with pytest.raises(pyodbc.Error) as caught:
            connection.execute("SELECT 1 / 0").fetchall()
        told.append(caught.value.args[0])
        connection.rollback()
        told.append(ask(connection, "SELECT 1 AS one"))
        connection.commit()
        seen.append(told)
    assert seen[0] == seen[1]


def test_the_catalog(both: Both) -> None:
    seen = []
    for connection in both:
        cursor = connection.cursor()
        told: dict[str, Any] = {
            "tables": [tuple(row)[1:] for row in cursor.tables(schema="public")],
            "types": sorted(str(tuple(row)) for row in cursor.getTypeInfo()),
        }
        for table in ("flights", "kinds", "route_hours"):
            found = cursor.columns(table=table, schema="public").fetchall()
            names = [column[0] for column in cursor.description]
            # The driver adds the table's number, which no two databases share.
            shown = [i for i, name in enumerate(names) if i and name != "table oid"]
            told[f"columns of {table}"] = [[row[i] for i in shown] for row in found]
            told[f"key of {table}"] = [tuple(row)[1:] for row in cursor.primaryKeys(table=table, schema="public")]
            told[f"indexes of {table}"] = [tuple(row)[1:10] for row in cursor.statistics(table=table, schema="public", unique=True)]
            told[f"row of {table}"] = [tuple(row) for row in cursor.rowIdColumns(table=table, schema="public")]
            told[f"keys to {table}"] = [tuple(row) for row in cursor.foreignKeys(table=table, schema="public")]
        seen.append(told)
    ours, theirs = seen
    assert {what: found for what, found in ours.items() if found != theirs[what]} == {}


def test_what_odbc_asks_at_first(both: Both) -> None:
    infos = (pyodbc.SQL_DBMS_NAME, pyodbc.SQL_DATABASE_NAME, pyodbc.SQL_MAX_COLUMN_NAME_LEN, pyodbc.SQL_TXN_ISOLATION_OPTION)
    ours, theirs = ([connection.getinfo(what) for what in infos] for connection in both)
    assert ours[0] == theirs[0]
    assert ours[2:] == theirs[2:]
