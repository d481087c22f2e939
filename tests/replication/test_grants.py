"""Who may replicate: who may read the whole view, when it begins and as long as it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import psycopg2
import pyarrow as pa
import pytest

from gateway.replication.slots import Slots
from tests.access.granting import FLIGHTS, Granting, granting_over, two_views
from tests.replication.publishing import replication_cursor

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
        ('"ann" "flights" ("id", "origin", "fare")', "0A000"),
        ('"ann" "flights" ("id")', "0A000"),
        ('"ann" "salaries"', "42501"),
    ],
)
def test_the_whole_view_is_granted(granting: Granting, grants: str, sqlstate: str | None) -> None:
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
        granting.engine.write(FLIGHTS, pa.table({"id": pa.array([9], pa.int64()), "origin": ["z"], "fare": [9.5]}))
        told: list[bytes] = []
        with pytest.raises(psycopg2.Error) as refused:
            cursor.consume_stream(lambda message: told.append(message.payload))
        assert refused.value.pgcode == "42501"
        assert not told


def test_who_sees_a_view_sees_its_publication(granting: Granting) -> None:
    granting.set('"ann" "flights" ("id")')
    for user, expected in (("ann", [("flights",)]), ("bob", [])):
        with granting.connect(user) as connection:
            assert connection.execute("SELECT pubname FROM pg_publication").fetchall() == expected
            assert connection.execute("SELECT tablename FROM pg_publication_tables").fetchall() == expected


def test_others_streams_are_there_and_no_more(granting: Granting) -> None:
    """As in PostgreSQL for who is not in pg_read_all_stats; a snapshot's name tells of no view that the user may not read."""
    granting.engine.engine.show_slots(granting.server.server.shared.slots.rows)
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
