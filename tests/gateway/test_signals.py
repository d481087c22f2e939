"""pg_cancel_backend and pg_terminate_backend: one's own sessions, nobody else's, as PostgreSQL 15 answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import psycopg
import pytest
from psycopg import sql

from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres

WAIT_S = 60.0
ENDLESS = "SELECT count(*) FROM flights a, flights b, flights c WHERE a.flight + b.flight > c.flight"
SIGNALS = ("pg_cancel_backend", "pg_terminate_backend")
Connection = psycopg.Connection[tuple[object, ...]]


@pytest.fixture(params=["tidegate", "postgres"])
def dsn(twin: Twin, request: pytest.FixtureRequest) -> str:
    """Both servers, as a user without special rights."""
    return str(getattr(twin, request.param)).replace("user=postgres", "user=tester")


@pytest.fixture
def asking(dsn: str) -> Iterator[Connection]:
    with psycopg.connect(dsn, autocommit=True) as connection:
        yield connection


def run(connection: Connection, ends: list[BaseException | str]) -> None:
    try:
        connection.execute(ENDLESS)
        ends.append("ended by itself")
    except psycopg.Error as error:
        ends.append(error)


@pytest.mark.parametrize(("function", "sqlstate"), [("pg_cancel_backend", "57014"), ("pg_terminate_backend", "57P01")])
def test_a_query_of_another_session_ends(dsn: str, asking: Connection, function: str, sqlstate: str) -> None:
    ends: list[BaseException | str] = []
    with psycopg.connect(dsn, autocommit=True) as other:
        thread = threading.Thread(target=run, args=(other, ends))
        thread.start()
        deadline_s = time.monotonic() + WAIT_S
        while not ends and time.monotonic() < deadline_s:  # a signal before the query has begun ends nothing
            found = asking.execute(sql.SQL("SELECT {}(%s)").format(sql.Identifier(function)), (other.info.backend_pid,)).fetchone()
            assert found in ((True,), (False,))
            thread.join(0.05)
        thread.join(WAIT_S)
        (end,) = ends
        assert isinstance(end, psycopg.Error)
        assert end.sqlstate == sqlstate
        assert other.closed == (function == "pg_terminate_backend")


def test_an_idle_session_is_terminated(dsn: str, asking: Connection) -> None:
    with psycopg.connect(dsn, autocommit=True) as other:
        assert asking.execute("SELECT pg_terminate_backend(%s)", (other.info.backend_pid,)).fetchall() == [(True,)]
        with pytest.raises(psycopg.errors.AdminShutdown, match="terminating connection due to administrator command"):
            other.execute("SELECT 1")


@pytest.mark.parametrize("function", SIGNALS)
def test_ones_own_session(dsn: str, function: str) -> None:
    expected = psycopg.errors.QueryCanceled if function == "pg_cancel_backend" else psycopg.errors.AdminShutdown
    with psycopg.connect(dsn, autocommit=True) as connection, pytest.raises(expected):
        connection.execute(sql.SQL("SELECT {}(pg_backend_pid())").format(sql.Identifier(function)))


@pytest.mark.parametrize("function", SIGNALS)
def test_no_such_session(asking: Connection, function: str) -> None:
    notices: list[tuple[str | None, str | None]] = []
    asking.add_notice_handler(lambda n: notices.append((n.sqlstate, n.message_primary)))
    assert asking.execute(sql.SQL("SELECT {}(0)").format(sql.Identifier(function))).fetchall() == [(False,)]
    assert notices == [("01000", "PID 0 is not a PostgreSQL backend process")]


@pytest.mark.parametrize("arguments", ["NULL", "0, -1"])
def test_odd_arguments(twin: Twin, arguments: str) -> None:
    def outcome(dsn: str) -> object:
        with psycopg.connect(dsn, autocommit=True) as connection:
            try:
                return connection.execute(f"SELECT pg_terminate_backend({arguments})".encode()).fetchall()
            except psycopg.Error as error:
                return error.sqlstate, error.diag.message_primary

    assert outcome(twin.tidegate) == outcome(twin.postgres)


@pytest.mark.parametrize("function", SIGNALS)
def test_another_users_session(twin: Twin, function: str) -> None:
    """PostgreSQL's sessions of another plain user; its wording, and 42501."""
    with psycopg.connect(twin.postgres, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS someone_else; CREATE ROLE someone_else LOGIN")
    found = []
    for dsn in (twin.tidegate, twin.postgres):
        others = psycopg.conninfo.make_conninfo(dsn, user="someone_else")
        mine = psycopg.conninfo.make_conninfo(dsn, user="tester")
        with psycopg.connect(mine, autocommit=True) as asking, psycopg.connect(others, autocommit=True) as other:
            with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
                asking.execute(sql.SQL("SELECT {}(%s)").format(sql.Identifier(function)), (other.info.backend_pid,))
            found.append(caught.value.diag.message_primary)
            assert other.execute("SELECT 1").fetchall() == [(1,)]
    assert found[0] == found[1]
