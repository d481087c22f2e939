"""What clients ask before they replicate, and what monitors ask, in PostgreSQL's sense."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import psycopg2
import pyarrow as pa
import pytest

from statestore.node.base_maker import make_base
from statestore.views.local_writer import write_version
from statestore.views.retention import Retention
from statestore.views.vacuum import vacuum
from tests.access.granting import FLIGHTS, two_views
from tests.gateway.serving import ServerThread
from tests.plugins.cluster import wait_until
from tests.replication.messages import Cells, Told
from tests.replication.publishing import Publishing, make_changing, publishing, replication_cursor
from tests.replication.streamed import OPTIONS, expected, follow, shown


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Publishing]:
    with publishing(tmp_path, make_changing(tmp_path, "metadata", 3)) as found:
        yield found


def asked(dsn: str, sql: str, **options: str) -> Any:
    """A row's only value, or the row."""
    with psycopg.connect(dsn, **options) as connection:
        (row,) = connection.execute(sql.encode()).fetchall()
    return row[0] if len(row) == 1 else row


def test_settings(at: Publishing) -> None:
    """As many slots as they say can be made, and no more."""
    dsn = at.server.dsn
    told = {name: asked(dsn, f"SHOW {name}") for name in ("wal_level", "wal_sender_timeout", "max_wal_senders", "max_connections")}
    assert told == {"wal_level": "logical", "wal_sender_timeout": "1min", "max_wal_senders": "1000", "max_connections": "1000"}
    slots = int(asked(dsn, "SELECT setting FROM pg_settings WHERE name = 'max_replication_slots'"))
    with replication_cursor(dsn) as cursor:
        for number in range(slots):
            cursor.execute(f"CREATE_REPLICATION_SLOT s{number} TEMPORARY LOGICAL pgoutput")
        with pytest.raises(psycopg2.Error) as refused:
            cursor.execute("CREATE_REPLICATION_SLOT another TEMPORARY LOGICAL pgoutput")
    assert refused.value.pgcode == "53400"


def test_settings_where_nothing_is_replicated(tmp_path: Path) -> None:
    with two_views(tmp_path) as harness:
        server = ServerThread(harness.engine)
        server.start()
        try:
            told = [asked(server.dsn, f"SHOW {name}") for name in ("wal_level", "max_replication_slots", "max_wal_senders")]
            with pytest.raises(psycopg2.OperationalError):
                psycopg2.connect(server.dsn, replication="database")
        finally:
            server.stop()
    assert told == ["replica", "0", "0"]


def test_roles(at: Publishing) -> None:
    """Whoever may log in may replicate, as the fixture's user has; the role that nobody is may not."""
    roles = "SELECT rolname, rolreplication FROM pg_roles WHERE rolname IN (current_user, 'pg_database_owner') ORDER BY 1"
    with psycopg.connect(at.server.dsn) as connection:
        assert connection.execute(roles.encode()).fetchall() == [("pg_database_owner", False), ("tester", True)]
        assert connection.execute("SELECT userepl FROM pg_user WHERE usename = current_user").fetchall() == [(True,)]


def test_publications(at: Publishing) -> None:
    dsn = at.server.dsn
    for relation, publishable in (
        ("'v'::regclass", True),
        ("'v_pkey'::regclass", False),
        ("'pg_class'::regclass", False),
        ("1", None),
    ):
        assert asked(dsn, f"SELECT pg_relation_is_publishable({relation})") is publishable
    listed = "SELECT pubname, schemaname, tablename, attnames, rowfilter FROM pg_publication_tables"
    assert asked(dsn, listed) == ("v", "public", "v", ["k", "t", "s", "x0", "x1", "x2"], None)
    assert asked(dsn, "SELECT relid::regclass::text, attrs, qual FROM pg_get_publication_tables('v')") == ("v", None, None)
    assert asked(dsn, "SELECT count(*) FROM pg_get_publication_tables('nope')") == 0
    sent = "SELECT puballtables, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot FROM pg_publication"
    assert asked(dsn, sent) == (False, True, True, True, False, False)
    identity = "SELECT relreplident, pg_get_replica_identity_index(oid)::regclass::text FROM pg_class WHERE relname = 'v'"
    assert asked(dsn, identity) == ("d", "v_pkey")


def test_the_position_is_what_a_stream_may_begin_at(at: Publishing) -> None:
    """In a transaction that has read, what it has read, so that nothing is missed behind its rows."""
    dsn, position = at.server.dsn, "SELECT pg_current_wal_lsn()"
    assert asked(dsn, position) == "3/8"
    assert asked(dsn, "SELECT pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn(), pg_is_in_recovery()") == (None, None, False)
    at.commit_random()
    with psycopg.connect(dsn) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        assert connection.execute(position).fetchall() == [("4/8",)]
        connection.execute("SELECT count(*) FROM v")
        at.commit_random()
        assert connection.execute(position).fetchall() == [("4/8",)]
        assert connection.execute("SELECT txid_current()").fetchall() == [(5,)]
    assert (asked(dsn, position), asked(dsn, "SELECT txid_current()")) == ("5/8", 6)
    with replication_cursor(dsn) as cursor:
        cursor.execute("IDENTIFY_SYSTEM")
        assert cursor.fetchone()[1:] == (1, "5/8", "tidegate")


def test_whoever_has_asked_for_the_position_reads_what_is_there(at: Publishing) -> None:
    """A stream from there goes on from what the transaction reads later, as in PostgreSQL: its first statement has the snapshot."""
    with psycopg.connect(at.server.dsn) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        assert connection.execute("SELECT pg_current_wal_lsn()").fetchall() == [("3/8",)]
        while at.world.shown[-1] == at.world.shown[3]:
            at.commit_random()
        assert {key for (key,) in connection.execute("SELECT k FROM v").fetchall()} == at.world.shown[3].keys()
        assert connection.execute("SELECT count(*), min(x0) FROM v").fetchall() == [
            (len(at.world.shown[3]), min((row[2] for row in at.world.shown[3].values() if row[2] is not None), default=None))
        ]
        assert connection.execute("SELECT pg_current_wal_lsn()").fetchall() == [("3/8",)]


def test_of_two_views_the_position_is_the_older_ones(at: Publishing) -> None:
    """A stream of the other one begins there behind what its slot has, and its snapshot is of both."""
    write_version(at.world.root, FLIGHTS, pa.table({"id": pa.array([1], pa.int64()), "origin": ["a"], "fare": [1.5]}))
    at.store.refresh()
    assert asked(at.server.dsn, "SELECT pg_current_wal_lsn(), txid_current()") == ("1/8", 4)
    told = Told(rows=shown(at.world, 3))
    with replication_cursor(at.server.dsn) as cursor:
        cursor.execute("CREATE_REPLICATION_SLOT mine LOGICAL pgoutput")
        assert cursor.fetchone() == ("mine", "1/8", "flights=1, v=3", "pgoutput")
        for _ in range(4):
            at.commit_random()
        cursor.start_replication("mine", start_lsn=(1 << 32) + 8, options=OPTIONS)
        follow(cursor, told, at.world.version)
    assert told.transactions == expected(at.world, 3, at.world.version)


def test_statistics(at: Publishing) -> None:
    dsn = at.server.dsn
    rows = "SELECT pid, application_name, state, sent_lsn, write_lsn, flush_lsn, replay_lsn, sync_state FROM pg_stat_replication"
    with replication_cursor(f"{dsn} application_name=mine") as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        slot = "SELECT plugin, slot_type, database, active, active_pid, restart_lsn, confirmed_flush_lsn FROM pg_replication_slots"
        assert asked(dsn, slot) == ("pgoutput", "logical", "tidegate", False, None, "3/0", "3/8")
        assert asked(dsn, "SELECT count(*) FROM pg_stat_replication") == 0
        cursor.execute("SELECT pg_backend_pid()")
        ((pid,),) = cursor.fetchall()
        cursor.start_replication("mine", options=OPTIONS)
        assert asked(dsn, rows) == (pid, "mine", "streaming", "3/8", None, None, None, "async")
        while len(expected(at.world, 3, at.world.version)) < 2:
            at.commit_random()
        newest = f"{at.world.version:X}/8"
        follow(cursor, Told(rows=shown(at.world, 3)), at.world.version)
        cursor.send_feedback(write_lsn=(4 << 32) + 8, flush_lsn=(3 << 32) + 0x18, apply_lsn=(3 << 32) + 8, reply=True)
        told = (pid, "mine", "streaming", newest, "4/8", "3/18", "3/8", "async")
        wait_until(lambda: asked(dsn, rows) == told, 20, "it is told")
        assert asked(dsn, "SELECT usename, backend_start <= reply_time FROM pg_stat_replication") == ("tester", True)
        assert asked(dsn, slot)[3:] == (True, pid, "3/0", "3/8")
    wait_until(lambda: asked(dsn, "SELECT count(*) FROM pg_stat_replication") == 0, 20, "its client has gone")


def read_at(connection: psycopg.Connection[Any], name: str) -> dict[str, Cells]:
    """What v shows in a new transaction that reads that snapshot."""
    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    connection.execute(f"SET TRANSACTION SNAPSHOT '{name}'".encode())
    cells = ", ".join(f"{column}::text" for column in ("k", "t", "s", "x0", "x1", "x2"))
    return {row[0]: row for row in connection.execute(f"SELECT {cells} FROM v".encode()).fetchall()}


def test_an_exported_snapshot(at: Publishing) -> None:
    """Is the version that the slot begins behind, whatever comes after and whoever has gone; and the stream goes on from it."""
    with replication_cursor(at.server.dsn) as cursor:
        cursor.execute("CREATE_REPLICATION_SLOT mine LOGICAL pgoutput")
        _, position, name, _ = cursor.fetchone()
        assert position == "3/8"
    with psycopg.connect(at.server.dsn, autocommit=True, options="-c timezone=UTC") as connection:
        for _ in range(2):
            assert read_at(connection, name) == shown(at.world, 3)
            for _ in range(8):
                at.commit_random()
            assert connection.execute("SELECT count(*) FROM v").fetchall() == [(len(at.world.shown[3]),)]
            connection.execute("COMMIT")
        assert connection.execute("SELECT count(*) FROM v").fetchall() == [(len(at.world.shown[-1]),)]
    told = Told(rows=shown(at.world, 3))
    with replication_cursor(at.server.dsn) as cursor:
        cursor.start_replication("mine", options=OPTIONS)
        follow(cursor, told, at.world.version)
    assert told.transactions == expected(at.world, 3, at.world.version)


def test_a_snapshot_that_the_root_keeps_no_more(at: Publishing) -> None:
    for _ in range(9):
        at.commit_random()
    make_base(at.world.root, "v")
    vacuum(at.world.folder, Retention(1, 0.0))
    at.store.refresh()
    assert at.world.folder.versions()[0] > 3
    with psycopg.connect(at.server.dsn, autocommit=True) as connection, pytest.raises(psycopg.errors.SerializationFailure):
        read_at(connection, "v=3")
