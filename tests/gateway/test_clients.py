"""Real clients against the server: psycopg 3 and psql."""

from __future__ import annotations

import datetime as dt
import decimal
import subprocess
import uuid
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import ServerThread, serving
from tests.plugins.cluster import wait_until
from tests.plugins.need import program


@pytest.fixture(scope="module")
def thread() -> Iterator[ServerThread]:
    with serving(FakeEngine()) as thread:
        yield thread


@pytest.fixture
def connection(thread: ServerThread) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(thread.dsn) as connection:
        yield connection


@pytest.mark.parametrize("binary", [False, True])
def test_psycopg_reads_rows(connection: psycopg.Connection[Any], binary: bool) -> None:
    cursor = connection.cursor(binary=binary)
    for k in range(1, 20):  # prepared from the sixth time on
        assert cursor.execute("SELECT k, v FROM kv WHERE k = %s", (k,)).fetchall() == [(k, f"value {k}")]
    assert cursor.execute("SELECT n FROM generate_series(1, 1000) AS n").fetchall() == [(n,) for n in range(1, 1001)]


@pytest.mark.parametrize("binary", [False, True])
@pytest.mark.parametrize("name", [None, "statement"])
def test_psycopg_sends_values(connection: psycopg.Connection[Any], binary: bool, name: str | None) -> None:
    values: list[tuple[str, object]] = [
        ("int2", 5),
        ("int8", 2**40),
        ("float8", 1.5),
        ("numeric", decimal.Decimal("12.340")),
        ("text", "é"),
        ("bool", True),
        ("bytea", b"\0\xff"),
        ("date", dt.date(2020, 2, 29)),
        ("time", dt.time(1, 2, 3, 4)),
        ("timestamp", dt.datetime(2020, 1, 1, 2, 3)),
        ("interval", dt.timedelta(days=3, seconds=5)),
        ("uuid", uuid.UUID(int=7)),
        ("int4[]", [1, None, 3]),
        ("text[]", ["a", 'b"', None]),
        ("text", None),
    ]
    cursor = connection.cursor(binary=binary)
    for type_, value in values:
        row = cursor.execute(f"SELECT %s::{type_}".encode(), (value,), prepare=name is not None).fetchone()
        assert row == (value,), type_


def test_psycopg_pipeline(connection: psycopg.Connection[Any]) -> None:
    with connection.pipeline():
        cursors = [connection.execute("SELECT v FROM kv WHERE k = %s", (k,)) for k in range(1, 50)]
        assert [cursor.fetchone() for cursor in cursors] == [(f"value {k}",) for k in range(1, 50)]


def test_psycopg_pipeline_error(connection: psycopg.Connection[Any]) -> None:
    def pipeline() -> None:
        with connection.pipeline():
            for what in (b"1", b"nope", b"2"):
                connection.execute(b"SELECT " + what)

    with pytest.raises(psycopg.errors.UndefinedColumn):
        pipeline()
    connection.rollback()
    assert connection.execute("SELECT 1").fetchone() == (1,)


@pytest.mark.parametrize("binary", [False, True])
@pytest.mark.parametrize("scrollable", [None, True, False])
def test_psycopg_server_cursor(connection: psycopg.Connection[Any], binary: bool, scrollable: bool | None) -> None:
    with connection.cursor("cursor", binary=binary, scrollable=scrollable) as cursor:
        cursor.itersize = 30
        cursor.execute("SELECT n FROM generate_series(1, 100) AS n")
        assert cursor.description is not None
        assert cursor.fetchone() == (1,)
        assert cursor.fetchmany(3) == [(2,), (3,), (4,)]
        cursor.scroll(2)
        assert [row[0] for row in cursor] == list(range(7, 101))
        if scrollable:
            cursor.scroll(9, mode="absolute")
            assert cursor.fetchone() == (10,)


def test_psycopg_server_cursor_with_a_parameter(connection: psycopg.Connection[Any]) -> None:
    with connection.cursor("cursor") as cursor:
        cursor.execute("SELECT v FROM kv WHERE k = %s", (7,))
        assert cursor.fetchall() == [("value 7",)]


def test_psycopg_errors_and_transactions(connection: psycopg.Connection[Any]) -> None:
    with pytest.raises(psycopg.errors.UndefinedColumn) as caught:
        connection.execute("SELECT nope")
    assert caught.value.diag.statement_position == "8"
    with pytest.raises(psycopg.errors.InFailedSqlTransaction):
        connection.execute("SELECT 1")
    connection.rollback()
    with connection.transaction(), pytest.raises(psycopg.errors.UndefinedColumn), connection.transaction():
        connection.execute("SELECT nope")


def test_psycopg_cancels(thread: ServerThread) -> None:
    with psycopg.connect(thread.dsn, autocommit=True) as connection:
        connection.pgconn.send_query(b"SELECT 1 FROM slow")
        connection.pgconn.flush()
        wait_until(lambda: thread.engine.waiting == 1, 20, "the query runs")
        connection.cancel_safe()
        result = None
        while (one := connection.pgconn.get_result()) is not None:
            result = one
        assert result is not None
        assert result.error_field(psycopg.pq.DiagnosticField.SQLSTATE) == b"57014"


def _psql(thread: ServerThread, *arguments: str, stdin: str = "") -> str:
    done = subprocess.run(
        [program("psql"), "-X", "-d", thread.dsn, *arguments], input=stdin, capture_output=True, text=True, timeout=30, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.clients
def test_psql(thread: ServerThread) -> None:
    assert _psql(thread, "-Atc", "SELECT k, v FROM kv WHERE k = 5") == "5|value 5\n"
    assert _psql(thread, "-At", "-c", "SELECT 1; SELECT 2").split() == ["1", "2"]
    assert "LINE 1: SELECT nope" in _psql(thread, "-c", "SELECT nope")
    lines = _psql(thread, "-At", "-v", "FETCH_COUNT=30", stdin="SELECT n FROM generate_series(1, 100) AS n").split()
    assert lines == [str(n) for n in range(1, 101)]
    recovered = _psql(thread, "-At", "-v", "ON_ERROR_ROLLBACK=on", stdin="BEGIN; SELECT nope;\nSELECT 7;\nCOMMIT;")
    assert "7\n" in recovered


@pytest.mark.clients
@pytest.mark.parametrize("mode", ["simple", "extended", "prepared"])
def test_pgbench(thread: ServerThread, mode: str, tmp_path: Any) -> None:
    script = tmp_path / "read.sql"
    script.write_text("\\set k random(1, 1000)\nSELECT v FROM kv WHERE k = :k;\n")
    address = ["-h", "127.0.0.1", "-p", str(thread.server.port), "-U", "tester"]
    done = subprocess.run(
        [program("pgbench"), "-n", "-M", mode, "-c", "4", "-t", "50", "-f", str(script), *address, "tidegate"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert "number of transactions actually processed: 200/200" in done.stdout, done.stderr
