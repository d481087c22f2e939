"""pg_cursors and pg_prepared_statements show what the session holds, as PostgreSQL's do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import pq

from tests.gateway.harness import Harness
from tests.gateway.serving import serving

Both = tuple[psycopg.Connection[Any], psycopg.Connection[Any]]
CURSORS = "SELECT name, statement, is_holdable, is_binary, is_scrollable FROM pg_cursors ORDER BY 1"
STATEMENTS = "SELECT name, statement, parameter_types[1], from_sql FROM pg_prepared_statements ORDER BY 1"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Harness(tmp_path_factory.mktemp("held")) as engine, serving(engine.engine) as made:
        yield made.dsn


@pytest.fixture
def both(server: str, postgres_dsn: str) -> Iterator[Both]:
    with psycopg.connect(server, autocommit=True) as ours, psycopg.connect(postgres_dsn, autocommit=True) as theirs:
        yield ours, theirs


def _same(both: Both, sql: str) -> list[tuple[Any, ...]]:
    ours, theirs = (connection.execute(sql.encode()).fetchall() for connection in both)
    assert ours == theirs
    return ours


@pytest.mark.postgres
def test_cursors(both: Both) -> None:
    assert _same(both, CURSORS) == []
    for connection in both:
        connection.execute("BEGIN")
        connection.execute("DECLARE one NO SCROLL CURSOR FOR SELECT 1")
        connection.execute("DECLARE two SCROLL CURSOR WITH HOLD FOR SELECT 2")
        connection.execute("DECLARE three BINARY NO SCROLL CURSOR FOR SELECT 3")
    assert len(_same(both, CURSORS)) == 3
    for connection in both:
        connection.execute("CLOSE one")
    assert len(_same(both, CURSORS)) == 2
    for connection in both:
        connection.execute("COMMIT")
    assert [row[0] for row in _same(both, CURSORS)] == ["two"]
    assert _same(both, "SELECT now() - creation_time BETWEEN interval '0' AND interval '1 hour' FROM pg_cursors") == [(True,)]


@pytest.mark.postgres
def test_prepared_statements(both: Both) -> None:
    assert _same(both, STATEMENTS) == []
    for connection in both:
        connection.execute("PREPARE by_sql (int, text) AS SELECT $1, $2")
        connection.execute("PREPARE plain AS SELECT 1")
        assert connection.pgconn.prepare(b"by_protocol", b"SELECT $1::float8 + 1").status == pq.ExecStatus.COMMAND_OK
    assert len(_same(both, STATEMENTS)) == 3
    assert _same(both, "SELECT count(*) FROM pg_prepared_statements WHERE prepare_time <= clock_timestamp()") == [(3,)]
    for connection in both:
        connection.execute("DEALLOCATE plain")
    assert [row[0] for row in _same(both, STATEMENTS)] == ["by_protocol", "by_sql"]


def test_of_no_other_session(server: str) -> None:
    with psycopg.connect(server, autocommit=True) as one, psycopg.connect(server, autocommit=True) as two:
        one.execute("PREPARE mine AS SELECT 1")
        assert one.execute("SELECT name FROM pg_prepared_statements").fetchall() == [("mine",)]
        assert two.execute("SELECT name FROM pg_prepared_statements").fetchall() == []
