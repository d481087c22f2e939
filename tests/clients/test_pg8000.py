"""pg8000: pure Python, no parameter types, unnamed statements that outlive a Sync."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pg8000.dbapi
import pg8000.native
import pytest

from tests.clients.questions import ERRORS, PARAMETERS, QUESTIONS
from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres

Both = tuple[Any, Any]


def arguments(dsn: str) -> dict[str, Any]:
    """A connection string of libpq's as pg8000's arguments."""
    parts = dict(re.findall(r"(\w+)=(\S+)", dsn))
    return {"host": parts["host"], "port": int(parts["port"]), "user": parts["user"], "database": parts["dbname"]}


@pytest.fixture
def both(twin: Twin) -> Iterator[Both]:
    """Connections to Tidegate and to PostgreSQL."""
    with (
        pg8000.native.Connection(**arguments(twin.tidegate)) as ours,
        pg8000.native.Connection(**arguments(twin.postgres)) as theirs,
    ):
        yield ours, theirs


@pytest.mark.parametrize("query", QUESTIONS)
def test_answers(both: Both, query: str) -> None:
    ours, theirs = ((str(c.run(query)), [(d["name"], d["type_oid"], d["type_size"]) for d in c.columns]) for c in both)
    assert ours == theirs


@pytest.mark.parametrize(("type_", "value"), PARAMETERS, ids=[t for t, _ in PARAMETERS])
def test_parameters(both: Both, type_: str, value: Any) -> None:
    query = f"SELECT CAST(:value AS {type_}), CAST(:nothing AS {type_}) IS NULL"
    ours, theirs = (str(connection.run(query, value=value, nothing=None)) for connection in both)
    assert ours == theirs


def test_prepared_statements(both: Both) -> None:
    seen = []
    for connection in both:
        statement = connection.prepare("SELECT name FROM airlines WHERE carrier = :carrier")
        seen.append([statement.run(carrier=carrier) for carrier in ("UA", "AA", None, "ZZ")])
        statement.close()
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("query", "sqlstate"), ERRORS)
def test_errors(both: Both, query: str, sqlstate: str) -> None:
    seen = []
    for connection in both:
        with pytest.raises(pg8000.native.DatabaseError) as caught:
            connection.run(query)
        told = caught.value.args[0]
        seen.append({field: told.get(field) for field in "SVCMDHP"})
        assert connection.run("SELECT 1") == [[1]]
    assert seen[0] == seen[1]
    assert seen[0]["C"] == sqlstate


def test_dbapi_transactions(twin: Twin) -> None:
    seen = []
    for dsn in (twin.tidegate, twin.postgres):
        connection = pg8000.dbapi.connect(**arguments(dsn))
        cursor = connection.cursor()
        cursor.execute("SELECT faa FROM airports WHERE alt > %s ORDER BY faa", (6000,))
        told: list[Any] = [cursor.fetchone(), cursor.fetchmany(3), len(cursor.fetchall()), cursor.rowcount]
        with pytest.raises(pg8000.dbapi.DatabaseError):
            cursor.execute("SELECT 1 / 0")
        with pytest.raises(pg8000.dbapi.DatabaseError):
            cursor.execute("SELECT 1")
        connection.rollback()
        cursor.execute("SELECT 2")
        told.append(cursor.fetchall())
        connection.commit()
        connection.close()
        seen.append(told)
    assert seen[0] == seen[1]
