"""psycopg 2: literals written by the client, server-side cursors, COPY, transactions, cancel."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from typing import Any

import psycopg2
import psycopg2.extensions
import psycopg2.extras
import pytest

from tests.clients.questions import ERRORS, MANY, PARAMETERS, QUESTIONS, SLOW
from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres

Both = tuple[Any, Any]


@pytest.fixture
def both(twin: Twin) -> Iterator[Both]:
    """Connections to Tidegate and to PostgreSQL."""
    ours, theirs = psycopg2.connect(twin.tidegate), psycopg2.connect(twin.postgres)
    yield ours, theirs
    ours.close()
    theirs.close()


def ask(connection: Any, query: str, parameters: Any = None) -> tuple[str, list[tuple[str, int]]]:
    """Rows, and names with type numbers."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return str([[_plain(v) for v in row] for row in cursor.fetchall()]), [(c.name, c.type_code) for c in cursor.description]


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


@pytest.mark.parametrize("query", QUESTIONS)
def test_answers(both: Both, query: str) -> None:
    ours, theirs = (ask(connection, query) for connection in both)
    assert ours == theirs


@pytest.mark.parametrize(("type_", "value"), PARAMETERS, ids=[t for t, _ in PARAMETERS])
def test_parameters(both: Both, type_: str, value: Any) -> None:
    psycopg2.extras.register_uuid()
    ours, theirs = (ask(connection, f"SELECT %s::{type_}, %s::{type_} IS NULL", (value, None)) for connection in both)
    assert ours == theirs


@pytest.mark.parametrize(("query", "sqlstate"), ERRORS)
def test_errors(both: Both, query: str, sqlstate: str) -> None:
    seen = []
    for connection in both:
        with connection.cursor() as cursor, pytest.raises(psycopg2.Error) as caught:
            cursor.execute(query)
        assert connection.get_transaction_status() == psycopg2.extensions.TRANSACTION_STATUS_INERROR
        connection.rollback()
        seen.append((caught.value.pgcode, caught.value.diag.message_primary, caught.value.diag.statement_position))
    assert seen[0] == seen[1]
    assert seen[0][0] == sqlstate


def test_transactions_and_session(both: Both) -> None:
    seen = []
    for connection in both:
        connection.set_session(isolation_level="REPEATABLE READ", readonly=True)
        told = [ask(connection, "SHOW transaction_isolation"), ask(connection, "SHOW transaction_read_only")]
        connection.commit()
        connection.autocommit = True
        told.append(ask(connection, "SHOW standard_conforming_strings"))
        connection.reset()
        told.append((connection.encoding, connection.get_parameter_status("integer_datetimes"), connection.isolation_level))
        seen.append(told)
    assert seen[0] == seen[1]


def test_a_named_cursor(both: Both) -> None:
    seen = []
    for connection in both:
        with connection.cursor("tide", scrollable=True) as cursor:
            cursor.itersize = 700
            cursor.execute(MANY)
            told = [cursor.fetchone(), cursor.fetchmany(3)]
            cursor.scroll(100)
            told.append(cursor.fetchone())
            told.append(sum(1 for _ in cursor))
            cursor.scroll(5, mode="absolute")
            told.append(cursor.fetchone())
        connection.commit()
        seen.append(told)
    assert seen[0] == seen[1]


def test_copy(both: Both) -> None:
    seen = []
    for connection in both:
        written = io.StringIO()
        with connection.cursor() as cursor:
            cursor.copy_expert("COPY (SELECT * FROM airlines ORDER BY carrier) TO STDOUT WITH CSV HEADER", written)
        seen.append(written.getvalue())
    assert seen[0] == seen[1]


def test_cancel(twin: Twin) -> None:
    connection = psycopg2.connect(twin.tidegate)
    done = threading.Event()

    def cancel() -> None:
        while not done.wait(0.05):  # the query may not have begun at the first try
            connection.cancel()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    with connection.cursor() as cursor, pytest.raises(psycopg2.errors.QueryCanceled):
        cursor.execute(SLOW)
    done.set()
    canceller.join()
    connection.rollback()
    assert ask(connection, "SELECT 1")[0] == "[[1]]"
    connection.close()
