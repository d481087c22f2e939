"""What a subscription is refused or ended by, each with its SQLSTATE and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors

from statestore.node.base_maker import make_base
from statestore.views.dropping import drop
from statestore.views.retention import Retention
from statestore.views.vacuum import vacuum
from tests.access.granting import granting_over, two_views
from tests.gateway.subscribe.followed import Served, served
from tests.statestore.changing_world import make_world


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("refused"), "refused", versions=5) as found:
        yield found


def refused(at: Served, sql: str) -> psycopg.Error:
    with psycopg.connect(at.server.dsn) as connection, pytest.raises(psycopg.Error) as found:
        connection.execute(sql)
    return found.value


@pytest.mark.parametrize(
    ("sql", "sqlstate", "position", "message"),
    [
        ("SUBSCRIBE TO nothing", "42P01", 14, 'relation "nothing" does not exist'),
        ("SUBSCRIBE v WHERE nothing = 1", "42703", 19, 'column "nothing" does not exist'),
        ("SUBSCRIBE TO v WHERE s = (SELECT 'a' FROM v LIMIT 1)", "0A000", None, "SUBSCRIBE follows rows of one view"),
        ("SUBSCRIBE TO v WHERE EXISTS (SELECT FROM v w WHERE w.k = v.k)", "0A000", None, "SUBSCRIBE follows rows of one view"),
        ("SUBSCRIBE TO v WHERE random() < k", "0A000", None, "SUBSCRIBE follows rows of one view"),
        ("SUBSCRIBE TO (SELECT * FROM v WHERE s = 'a' ORDER BY k)", "0A000", None, "SUBSCRIBE follows rows of one view"),
        ("SUBSCRIBE TO (SELECT * FROM v WHERE s = 'a' LIMIT 3)", "0A000", None, "SUBSCRIBE follows rows of one view"),
        ("SUBSCRIBE TO (SELECT k + 1 AS n FROM v WHERE s = 'a')", "0A000", None, "SUBSCRIBE follows rows of one view"),
        ("SUBSCRIBE TO v WHERE k / 0 = 1", "0A000", None, "the condition of a subscription to view v cannot be told of one of"),
        ("SUBSCRIBE TO (SELECT count(*) FROM v)", "0A000", None, "SUBSCRIBE follows rows of one view"),
        ("SUBSCRIBE TO (SELECT * FROM v ORDER BY k)", "0A000", None, "SUBSCRIBE follows rows of one view"),
        ("SUBSCRIBE TO (SELECT * FROM v LIMIT 3)", "0A000", None, "SUBSCRIBE follows rows of one view"),
        ("SUBSCRIBE TO (SELECT k AS _kind FROM v)", "42701", None, 'column "_kind" is one that a subscription has of its own'),
        ("SUBSCRIBE TO v FROM VERSION 6", "40001", None, "view v has no version 6 yet"),
        ("SUBSCRIBE TO v FROM VERSION '5@1'", "40001", None, "version 5@1 of view v was of another view, or of another log"),
        ("SUBSCRIBE TO v FROM VERSION '4@1@0123456789abcdef'", "40001", None, "version 4@1@0123456789abcdef is of another view"),
        ("SUBSCRIBE TO v FROM VERSION 'x'", "42601", 29, "FROM VERSION takes a number: 'x' is no VERSION@"),
        ("SUBSCRIBE TO v FROM k", "42601", 21, 'syntax error at or near "k"'),
        ("SUBSCRIBE TO v FROM NOW WITH (SNAPSHOT)", "42601", 25, "SNAPSHOT says nothing with FROM"),
        ("SUBSCRIBE TO v WITH (BATCH)", "0A000", 22, "SUBSCRIBE … WITH (BATCH) is not supported"),
        ("SUBSCRIBE TO v WITH (PROGRES)", "42601", 22, 'unrecognized SUBSCRIBE option "progres"'),
        ("SUBSCRIBE TO v WITH (PROGRESS maybe)", "42601", 31, "progress requires a Boolean value"),
        ("SUBSCRIBE TO v WITH (PROGRESS, PROGRESS)", "42601", 32, "conflicting or redundant options"),
        ("SUBSCRIBE TO", "42601", None, "syntax error at end of input"),
        ("SUBSCRIBE TO (DELETE FROM v)", "42601", 15, 'syntax error at or near "DELETE"'),
        ("EXPLAIN SUBSCRIBE TO v", "42601", 9, 'syntax error at or near "SUBSCRIBE"'),
        ("DECLARE c SCROLL CURSOR FOR SUBSCRIBE TO v", "0A000", None, "a cursor of a SUBSCRIBE goes forward only"),
        ("COPY (SUBSCRIBE TO v) TO STDOUT (KEYS)", "0A000", None, "COPY of a SUBSCRIBE takes KEYS only in ARROW mode"),
        ("SUBSCRIBE TO pg_class", "0A000", None, "SUBSCRIBE follows"),
    ],
)  # fmt: skip
def test_statements(at: Served, sql: str, sqlstate: str, position: int | None, message: str) -> None:
    error = refused(at, sql)
    assert (error.diag.sqlstate, error.diag.message_primary[: len(message)]) == (sqlstate, message)  # type: ignore[index]
    if position is not None:
        assert error.diag.statement_position == str(position)


@pytest.mark.parametrize(
    ("fetch", "error"),
    [
        ("FETCH BACKWARD 1 FROM c", errors.ObjectNotInPrerequisiteState),
        ("FETCH ABSOLUTE 3 FROM c", errors.ObjectNotInPrerequisiteState),
        ("FETCH 1 FROM c WITH (TIMEOUT '1 month')", errors.InvalidParameterValue),
        ("FETCH 1 FROM c WITH (TIMEOUT '-1s')", errors.InvalidParameterValue),
        ("FETCH 1 FROM c WITH (TIMEOUT 'soon')", errors.InvalidDatetimeFormat),
        ("FETCH 1 FROM d WITH (TIMEOUT '1s')", errors.FeatureNotSupported),
    ],
)
def test_fetches(at: Served, fetch: str, error: type[psycopg.Error]) -> None:
    with psycopg.connect(at.server.dsn) as connection:
        connection.execute("DECLARE c CURSOR FOR SUBSCRIBE TO v")
        connection.execute("DECLARE d CURSOR FOR SELECT 1")
        with pytest.raises(error):
            connection.execute(fetch)


def test_time_limits_end_it(at: Served) -> None:
    with psycopg.connect(at.server.dsn, autocommit=True) as connection:
        connection.execute("SET statement_timeout = '200ms'")
        with pytest.raises(errors.QueryCanceled, match="statement timeout"):
            list(connection.cursor().stream("SUBSCRIBE TO v FROM NOW"))


def test_a_version_that_is_no_longer_kept(tmp_path: Path) -> None:
    with served(tmp_path, "vacuumed", versions=8) as at:
        make_base(at.world.root, "v")
        for _ in range(4):
            at.world.commit_random()
        vacuum(at.world.folder, Retention(4, 0.0))
        first = at.world.folder.versions()[0]
        assert first > 3
        with psycopg.connect(at.server.dsn, autocommit=True) as connection:
            with pytest.raises(errors.SerializationFailure) as gone:
                list(connection.cursor().stream("SUBSCRIBE TO v FROM VERSION 3"))
            assert gone.value.diag.message_detail == f"Versions {first} to 12 are kept at the root."
            assert gone.value.diag.message_hint == "Subscribe again, without FROM VERSION: it begins with all rows."


def fetched(connection: psycopg.Connection[Any]) -> list[tuple[Any, ...]]:
    return connection.execute("FETCH ALL FROM c WITH (TIMEOUT '20s')").fetchall()


def test_a_view_that_is_made_anew(tmp_path: Path) -> None:
    with served(tmp_path, "made anew") as at, psycopg.connect(at.server.dsn) as connection:
        connection.execute("DECLARE c CURSOR FOR SUBSCRIBE TO v FROM NOW WITH (PROGRESS)")
        assert [row[0:3:2] for row in fetched(connection)] == [(at.world.version, "progress")]
        drop(at.world.folder)
        anew = make_world(tmp_path, at.world.dice)
        for n in range(9):
            anew.commit({n: (None, "b")})
        at.store.refresh()
        # The node may see that it is gone before it sees the new one.
        made_anew = "view v was made anew while it was followed|there is no view v"
        with pytest.raises((errors.SerializationFailure, errors.UndefinedTable), match=made_anew):
            fetched(connection)


def test_columns_that_come(tmp_path: Path) -> None:
    """Who follows all columns is told to subscribe again, and then misses nothing; who follows some goes on."""
    with served(tmp_path, "more columns") as at, psycopg.connect(at.server.dsn) as connection:
        start = at.world.version
        connection.execute("DECLARE c CURSOR FOR SUBSCRIBE TO v FROM NOW")
        connection.execute("DECLARE d CURSOR FOR SUBSCRIBE TO (SELECT k, s FROM v) FROM NOW")
        at.world.add_column()
        at.world.commit({100: (None, "new", 1, 2, 3, 4)}, mode="replace")
        at.store.refresh()
        (row,) = [row for row in connection.execute("FETCH ALL FROM d WITH (TIMEOUT '20s')").fetchall() if row[2] == "insert"]
        assert row[3:] == (100, "new", None, None)
        connection.execute("SAVEPOINT s")
        with pytest.raises(errors.FeatureNotSupported, match="the columns of what is subscribed to have changed"):
            fetched(connection)
        connection.execute("ROLLBACK TO s")
        connection.execute("CLOSE c")
        connection.execute(f"DECLARE c CURSOR FOR SUBSCRIBE TO v FROM VERSION {start}")
        found = {row[3]: row for row in fetched(connection)}
        assert found[100][2:10] == ("insert", 100, None, "new", 1, 2, 3, 4)


def test_columns_that_come_where_rows_meet_a_condition(tmp_path: Path) -> None:
    """Who follows some columns of some rows is told of rows that have more by now, and of a condition on what is in all."""
    with served(tmp_path, "more columns and a condition") as at, psycopg.connect(at.server.dsn) as connection:
        connection.execute("DECLARE c CURSOR FOR SUBSCRIBE TO (SELECT k FROM v WHERE x1 = 7) FROM NOW")
        at.world.commit({100: (None, "old", 0, 7, 0), 101: (None, "old", 0, 7, 0)}, mode="replace")
        at.world.add_column()
        at.world.commit({100: (None, "new", 1, 8, 3, 4), 102: (None, "new", 1, 7, 3, 4), 103: (None, "new", 1, 8, 3, 4)})
        at.store.refresh()
        told: list[tuple[str, int]] = []
        while ("insert", 102) not in told:
            told += [(row[2], row[3]) for row in fetched(connection) if row[3] >= 100]
        assert sorted(told) == [("delete", 100), ("insert", 100), ("insert", 101), ("insert", 102)]


def test_grants_that_go(tmp_path: Path) -> None:
    """At the next change, before anything of it is told; a version that is not of the keys that are followed tells nothing."""
    with two_views(tmp_path) as made, granting_over(made, tmp_path) as granting, granting.connect() as connection:
        granting.set('"ann" "flights" ("id", "origin")')
        with connection.transaction():
            connection.execute("DECLARE c CURSOR FOR SUBSCRIBE TO (SELECT id, origin FROM flights) FROM NOW")
            granting.write(1, "z")
            assert [row[2:] for row in fetched(connection)] == [("update", 1, "z", 1, "a")]
            granting.set('"ann" "flights" ("id")')
            granting.write(1, "y")
            with pytest.raises(errors.InsufficientPrivilege, match="permission denied for table flights"):
                fetched(connection)
            raise psycopg.Rollback
        with pytest.raises(errors.InsufficientPrivilege):
            connection.execute("SUBSCRIBE TO flights")
