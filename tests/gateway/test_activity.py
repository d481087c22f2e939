"""pg_stat_activity, pg_stat_database and pg_stat_user_tables of a running gateway, as monitoring tools read them."""

from __future__ import annotations

import os
import socket
import threading

import psycopg
import pytest

from tests.clients.questions import SLOW
from tests.plugins.twin import Twin, twin_tables

pytestmark = pytest.mark.postgres

MINE = """SELECT usename, datname, application_name, state, query, client_addr, backend_type, backend_start <= now()
    FROM pg_stat_activity"""


def test_ones_own_row(twin: Twin) -> None:
    with psycopg.connect(twin.tidegate, application_name="a test") as connection:
        pid = connection.info.backend_pid
        query = f"{MINE} WHERE pid = {pid} AND pid = pg_backend_pid()"
        row = connection.execute(query.encode()).fetchone()
        assert row == ("tester", "tidegate", "a test", "active", query, "127.0.0.1", "client backend", True)
        owned = f"SELECT usesysid = (SELECT oid FROM pg_roles WHERE rolname = user) FROM pg_stat_activity WHERE pid = {pid}"
        assert connection.execute(owned.encode()).fetchone() == (True,)


@pytest.mark.parametrize("server", ["tidegate", "postgres"])
def test_the_ends_of_ones_socket(twin: Twin, server: str) -> None:
    query = "SELECT inet_client_addr()::text, inet_client_port(), inet_server_addr()::text, inet_server_port()"
    with psycopg.connect(getattr(twin, server), autocommit=True) as connection:
        with socket.socket(fileno=os.dup(connection.pgconn.socket)) as ours:
            ends = (ours.getsockname(), ours.getpeername()) if ours.family != socket.AF_UNIX else ()
        expected = [value for address, port in ends for value in (f"{address}/32" * (server == "postgres") or address, port)]
        assert connection.execute(query).fetchone() == tuple(expected or [None] * 4)


def test_where_nothing_is_guarded_everybody_is_told(twin: Twin) -> None:
    """As tidegate.queries does; tests.access.test_grants_of_keys has what those with few grants see."""
    stranger = psycopg.connect(twin.tidegate.replace("user=tester", "user=stranger"), application_name="strange")
    with stranger, psycopg.connect(twin.tidegate) as watching:
        told = watching.execute(f"{MINE} WHERE usename = 'stranger'").fetchone()
        assert told is not None
        assert told[:4] == ("stranger", "tidegate", "strange", "idle")


def test_other_sessions(twin: Twin) -> None:
    other = psycopg.connect(twin.tidegate)
    with other, psycopg.connect(twin.tidegate, autocommit=True) as watching:
        other.execute("SELECT count(*) FROM flights")
        state = "SELECT state, query, xact_start IS NULL FROM pg_stat_activity WHERE pid = %s"
        assert watching.execute(state, (other.info.backend_pid,)).fetchone() == (
            "idle in transaction",
            "SELECT count(*) FROM flights",
            False,
        )
        other.rollback()
        assert watching.execute(state, (other.info.backend_pid,)).fetchone() == ("idle", "SELECT count(*) FROM flights", True)
        counted = watching.execute("SELECT numbackends, (SELECT count(*) FROM pg_stat_activity) FROM pg_stat_database").fetchone()
        assert counted is not None
        assert counted[0] >= 2
        assert counted[0] == counted[1]


def test_statements_are_counted(twin: Twin) -> None:
    """As PostgreSQL's transactions outside blocks: those that were answered, those that failed."""
    counted = "SELECT xact_commit, xact_rollback FROM pg_stat_database WHERE datname = current_database()"
    with psycopg.connect(twin.tidegate, autocommit=True) as asking:
        ((answered, failed),) = asking.execute(counted).fetchall()
        for _ in range(3):
            asking.execute("SELECT count(*) FROM flights")
        with pytest.raises(psycopg.errors.UndefinedTable):
            asking.execute("SELECT count(*) FROM fligths")
        ((now_answered, now_failed),) = asking.execute(counted).fetchall()
    assert now_answered >= answered + 3
    assert now_failed >= failed + 1


def test_a_dashboard_ends_what_it_began(twin: Twin) -> None:
    with psycopg.connect(twin.tidegate) as busy, psycopg.connect(twin.tidegate, autocommit=True) as watching:
        failed: list[psycopg.Error] = []

        def run() -> None:
            try:
                busy.execute(SLOW)
            except psycopg.Error as error:
                failed.append(error)

        runner = threading.Thread(target=run)
        runner.start()
        running = "SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query = %s AND usename = current_user"
        while not watching.execute(running, (SLOW,)).fetchall():
            runner.join(0.05)
        ended = watching.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = %s AND state = 'active'", (SLOW,)
        )
        assert ended.fetchall() == [(True,)]
        runner.join(60)
        assert [error.sqlstate for error in failed] == ["57P01"]


def test_live_rows(twin: Twin) -> None:
    with psycopg.connect(twin.tidegate) as connection:
        found = connection.execute(
            "SELECT relname, n_live_tup, relid::regclass::text FROM pg_stat_user_tables ORDER BY 1"
        ).fetchall()
    assert found == [(table.name, table.rows.num_rows, table.name) for table in sorted(twin_tables(), key=lambda t: t.name)]
