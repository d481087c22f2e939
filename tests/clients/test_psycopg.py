"""psycopg 3: text and binary, prepared statements, pipeline, server cursors, transactions; answers as from PostgreSQL 15."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import psycopg
import pytest
from psycopg import errors
from psycopg.rows import tuple_row

from tests.plugins.twin import Twin

pytestmark = [pytest.mark.postgres]

Connection = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture
def both(twin: Twin) -> Iterator[tuple[Connection, Connection]]:
    """Connections to Tidegate and to PostgreSQL."""
    with (
        psycopg.connect(twin.tidegate, row_factory=tuple_row, autocommit=True) as ours,
        psycopg.connect(twin.postgres, row_factory=tuple_row, autocommit=True) as reference,
    ):
        yield ours, reference


TEN = dt.datetime(2013, 1, 1, 10, tzinfo=dt.UTC)
QUERIES: list[tuple[str, tuple[Any, ...]]] = [
    ("SELECT * FROM kinds WHERE id <> %s ORDER BY id", (1,)),
    ("SELECT * FROM flights WHERE carrier = %s AND flight = %s AND time_hour = %s", ("UA", 1545, TEN)),
    ("SELECT * FROM flights WHERE carrier = %s ORDER BY flight, time_hour LIMIT %s", ("AS", 10)),
    ("SELECT count(*) FROM flights WHERE dep_delay > %s", (Decimal("10.5"),)),
    ("SELECT carrier, avg(dep_delay)::float8 FROM flights WHERE origin = ANY(%s) GROUP BY 1 ORDER BY 1", (["JFK", "LGA"],)),
    ("SELECT %s::text, %s::int8, %s::numeric, %s::date, %s::timestamptz, %s::bytea, %s::bool, %s::float8, %s::int4[], %s::interval",
     ("é", 2**62, Decimal("1e-5"), dt.date(2013, 2, 3), TEN, b"\x00'", True, 0.1, [1, None], dt.timedelta(1, 2))),
    ("SELECT day, id FROM kinds WHERE day = %s", (dt.date(2013, 7, 1),)),
    ("SELECT %s + 1, %s || 'x'", (1, "y")),
    ("SELECT sum(flights), max(avg_dep_delay) FROM carrier_delays WHERE carrier > %s", ("F",)),
    ("SELECT name FROM airlines WHERE carrier = %s", (None,)),
]  # fmt: skip


@pytest.mark.parametrize("binary", [False, True], ids=["text", "binary"])
@pytest.mark.parametrize(("query", "params"), QUERIES)
def test_answers_and_types(both: tuple[Connection, Connection], query: str, params: tuple[Any, ...], binary: bool) -> None:
    if binary and "kinds WHERE id" in query:
        query = query.replace("<> %s", "= %s")  # psycopg refuses the year 1 and NaN dates of the other rows in binary
        params = (0,)
    ours, reference = (connection.cursor(binary=binary).execute(query, params, prepare=False) for connection in both)
    assert str(ours.fetchall()) == str(reference.fetchall())
    assert [(c.name, c.type_code) for c in ours.description or ()] == [(c.name, c.type_code) for c in reference.description or ()]


def test_prepared_statements(both: tuple[Connection, Connection]) -> None:
    for connection in both:
        connection.prepare_threshold = 2
    for turn in range(8):
        params = ("UA", 1545 + turn)
        answers = [
            connection.execute(
                "SELECT time_hour, tailnum FROM flights WHERE carrier=%s AND flight=%s ORDER BY 1", params
            ).fetchall()
            for connection in both
        ]
        assert answers[0] == answers[1]


def test_pipeline(both: tuple[Connection, Connection]) -> None:
    answers = []
    for connection in both:
        with connection.pipeline():
            cursors = [
                connection.execute("SELECT flights FROM carrier_delays WHERE carrier = %s", (c,)) for c in ("UA", "AA", "ZZ")
            ]
        answers.append([cursor.fetchall() for cursor in cursors])
    assert answers[0] == answers[1]
    assert answers[0][2] == []


def test_an_error_in_a_pipeline_aborts_what_follows(both: tuple[Connection, Connection]) -> None:
    for connection in both:
        with pytest.raises(errors.DivisionByZero):
            _run_pipeline(connection)
        assert connection.execute("SELECT 3").fetchone() == (3,)


def _run_pipeline(connection: Connection) -> None:
    with connection.pipeline():
        connection.execute("SELECT 1")
        connection.execute("SELECT 1 / %s", (0,))
        connection.execute("SELECT 2")


def test_server_cursor(both: tuple[Connection, Connection]) -> None:
    query = "SELECT carrier, flight, time_hour FROM flights WHERE origin = %s ORDER BY carrier, flight, time_hour"
    answers = []
    for connection in both:
        with connection.transaction(), connection.cursor(name="c1") as cursor:
            cursor.itersize = 500
            cursor.execute(query, ("LGA",))
            answers.append([cursor.fetchone(), cursor.fetchmany(10), len(cursor.fetchall())])
    assert answers[0] == answers[1]


def test_stream(both: tuple[Connection, Connection]) -> None:
    answers = [list(connection.cursor().stream("SELECT faa, alt FROM airports ORDER BY faa")) for connection in both]
    assert answers[0] == answers[1]


def test_transactions_and_savepoints(both: tuple[Connection, Connection]) -> None:
    for connection in both:
        with connection.transaction():
            connection.execute("SELECT 1")
            with pytest.raises(errors.UndefinedTable), connection.transaction():
                connection.execute("SELECT * FROM nowhere")
            assert connection.execute("SELECT 2").fetchone() == (2,)
        assert connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE


def test_a_failed_transaction(both: tuple[Connection, Connection]) -> None:
    for connection in both:
        connection.execute("BEGIN")
        with pytest.raises(errors.UndefinedColumn):
            connection.execute("SELECT nothing FROM flights")
        assert connection.info.transaction_status == psycopg.pq.TransactionStatus.INERROR
        with pytest.raises(errors.InFailedSqlTransaction):
            connection.execute("SELECT 1")
        connection.execute("ROLLBACK")
        assert connection.execute("SELECT 1").fetchone() == (1,)


BAD = (
    "SELECT * FROM nowhere",
    "SELECT flights.nothing FROM flights",
    "SELECT carrier FROM flights f, airlines a",
    "SELECT upper(1, 2)",
    "SELECT 1 = 'x'",
    "SELECT dep_delay FROM flights GROUP BY carrier",
    "SELECT * FROM flights WHERE count(*) > 1",
    "SELECT 'abc'::date",
    "SELECT 99999999999::int4",
    "SELECT * FROM flights LIMIT -1",
    "SELECT nope.* FROM flights",
    "SELECT ('a' || 1) + 1",
    "SELECT 1 FROM flights ORDER BY 3",
    "SELECT (SELECT carrier, name FROM airlines)",
    "SELECT 1 UNION SELECT 1, 2",
    "SELECT 1 UNION SELECT 'x'::date",
)


@pytest.mark.parametrize("query", BAD)
def test_errors(both: tuple[Connection, Connection], query: str) -> None:
    seen = []
    for connection in both:
        with pytest.raises(psycopg.Error) as caught:
            connection.execute(query)
        found = caught.value.diag
        seen.append((found.severity_nonlocalized, found.sqlstate, found.message_primary, found.statement_position))
    assert seen[0] == seen[1]


def test_cancel(twin: Twin) -> None:
    with psycopg.connect(twin.tidegate, autocommit=True) as connection:
        started = threading.Event()

        def cancel() -> None:
            started.wait()
            while not done.wait(0.05):  # the query may not have begun at the first try
                connection.cancel_safe()

        done = threading.Event()
        canceller = threading.Thread(target=cancel)
        canceller.start()
        started.set()
        with pytest.raises(errors.QueryCanceled, match="canceling statement due to user request"):
            connection.execute(
                "SELECT count(*) FROM flights a, flights b, flights c WHERE a.dep_delay + b.dep_delay <> c.dep_delay"
            )
        done.set()
        canceller.join()
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_statement_timeout(twin: Twin) -> None:
    with psycopg.connect(twin.tidegate, autocommit=True, options="-c statement_timeout=300") as connection:
        with pytest.raises(errors.QueryCanceled, match="statement timeout"):
            connection.execute(
                "SELECT count(*) FROM flights a, flights b, flights c WHERE a.dep_delay + b.dep_delay <> c.dep_delay"
            )
        assert connection.execute("SHOW statement_timeout").fetchone() == ("300ms",)


def test_an_unknown_database_is_refused(twin: Twin) -> None:
    with pytest.raises(psycopg.OperationalError, match='database "other" does not exist'):
        psycopg.connect(twin.tidegate.replace("dbname=tidegate", "dbname=other"))
