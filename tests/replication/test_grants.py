"""Who may replicate: who may read the key, when it begins and as long as it goes on; the columns are those that are granted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import psycopg2
import pytest

from gateway.replication.slots import Slots
from tests.access.granting import Granting, granting_over, two_views
from tests.replication.messages import Told
from tests.replication.publishing import replication_cursor
from tests.replication.streamed import end_of, follow
from tests.replication.subscriber import subscriber

OPTIONS = {"proto_version": "1", "publication_names": "flights"}


@pytest.fixture
def granting(tmp_path: Path) -> Iterator[Granting]:
    with two_views(tmp_path) as engine, granting_over(engine, tmp_path) as found:
        found.server.server.shared.slots = Slots(tmp_path / "slots")
        yield found


def cursor_of(granting: Granting, user: str) -> Any:
    return replication_cursor(f"{granting.server.dsn} user={user}")


@pytest.mark.parametrize(
    ("grants", "sqlstate"),
    [
        ('"ann" "flights"', None),
        ('"public" *', None),
        ('"ann" "flights" ("id", "origin", "fare")', None),
        ('"ann" "flights" ("id")', None),
        ('"ann" "flights" ("origin", "fare")', "42501"),
        ('"ann" "salaries"', "42501"),
    ],
)
def test_the_key_is_granted(granting: Granting, grants: str, sqlstate: str | None) -> None:
    granting.set(grants)
    with cursor_of(granting, "ann") as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        if sqlstate is None:
            cursor.start_replication("mine", options=OPTIONS)
            return
        with pytest.raises(psycopg2.Error) as refused:
            cursor.start_replication("mine", options=OPTIONS)
        assert refused.value.pgcode == sqlstate


def test_a_grant_that_is_taken_away_ends_the_stream(granting: Granting) -> None:
    granting.set('"ann" "flights"')
    with cursor_of(granting, "ann") as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        cursor.start_replication("mine", options=OPTIONS)
        granting.set('"ann" "salaries"')
        granting.write(9, "z", 9.5)
        told: list[bytes] = []
        with pytest.raises(psycopg2.Error) as refused:
            cursor.consume_stream(lambda message: told.append(message.payload))
        assert refused.value.pgcode == "42501"
        assert not told


def test_columns_that_are_granted(granting: Granting) -> None:
    """No others are told, nor that others have changed; what is granted by now counts from the next version on."""
    granting.set('"ann" "flights" ("id", "origin")')
    with cursor_of(granting, "ann") as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        cursor.start_replication("mine", options=OPTIONS)
        told = Told(rows={"1": ("1", "a"), "2": ("2", "b")}, view="flights")
        granting.write(1, "a", 7.5)
        moved, new = granting.write(1, "z", 7.5), granting.write(9, "y", 1.0)
        follow(cursor, told, new)
        assert told.columns == ("id", "origin")
        assert told.transactions == [(end_of(moved), {"1": ("1", "z")}), (end_of(new), {"9": ("9", "y")})]
        granting.set('"ann" "flights" ("id", "fare")')
        last = granting.write(2, "z", 4.0)
        follow(cursor, told, last)
        assert told.columns == ("id", "fare")
        assert told.transactions[2:] == [(end_of(last), {"2": ("2", "4")})]


@pytest.mark.postgres
def test_postgres_has_the_columns_that_are_granted(granting: Granting) -> None:
    granting.set('"public" "flights" ("id", "origin")')
    with subscriber() as follower:
        follower.run("CREATE TABLE flights (id bigint PRIMARY KEY, origin text)")
        follower.subscribe("mine", granting.server.dsn, "flights")
        follower.wait_for("flights", [(1, "a"), (2, "b"), (3, "b")], "id")
        granting.write(2, "b", 0.5)
        granting.write(3, "c", 0.5)
        follower.wait_for("flights", [(1, "a"), (2, "b"), (3, "c")], "id")
        follower.run("DROP SUBSCRIPTION mine")


def test_who_sees_a_view_sees_its_publication(granting: Granting) -> None:
    granting.set('"ann" "flights" ("id")')
    for user, expected in (("ann", [("flights",)]), ("bob", [])):
        with granting.connect(user) as connection:
            assert connection.execute("SELECT pubname FROM pg_publication").fetchall() == expected
            assert connection.execute("SELECT tablename FROM pg_publication_tables").fetchall() == expected
            listed = "SELECT pubname FROM pg_publication p WHERE EXISTS (SELECT FROM pg_get_publication_tables('flights'))"
            assert connection.execute(listed).fetchall() == expected
    with granting.connect("ann") as connection:
        assert connection.execute("SELECT attnames FROM pg_publication_tables").fetchall() == [(["id"],)]
        assert connection.execute("SELECT attrs::text FROM pg_get_publication_tables('flights')").fetchall() == [("1",)]
        assert connection.execute("SELECT prattrs::text FROM pg_publication_rel").fetchall() == [("1",)]


def test_others_streams_are_there_and_no_more(granting: Granting) -> None:
    """As in PostgreSQL for who is not in pg_read_all_stats; a snapshot's name tells of no view that the user may not read."""
    slots = granting.server.server.shared.slots
    granting.engine.engine.show_slots(slots.rows, slots.numbering)
    granting.set('"ann" "flights"', '"bob" "salaries"', '"carl" *')
    asked = "SELECT usename, state, sent_lsn FROM pg_stat_replication"
    with cursor_of(granting, "ann") as cursor:
        cursor.execute("CREATE_REPLICATION_SLOT mine LOGICAL pgoutput")
        ((_, _, snapshot, _),) = cursor.fetchall()
        assert snapshot == "flights=1"
        cursor.start_replication("mine", options=OPTIONS)
        for user, expected in (("ann", ("ann", "streaming", "1/8")), ("carl", ("ann", "streaming", "1/8")), ("bob", (None,) * 3)):
            with granting.connect(user) as connection:
                assert connection.execute(asked).fetchall() == [expected]
    with granting.connect("bob") as connection:
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        with pytest.raises(psycopg.errors.InvalidParameterValue):
            connection.execute(f"SET TRANSACTION SNAPSHOT '{snapshot}'".encode())
