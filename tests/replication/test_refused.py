"""What a replication connection is refused, each with its SQLSTATE; and what ends a stream."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg2
import pytest

from statestore.node.base_maker import make_base
from statestore.views.dropping import drop
from statestore.views.retention import Retention
from statestore.views.vacuum import vacuum
from tests.plugins.cluster import wait_until
from tests.plugins.need import program
from tests.replication.publishing import Publishing, make_changing, publishing, replication_cursor
from tests.replication.streamed import OPTIONS
from tests.statestore.changing_world import make_world

_START = """START_REPLICATION SLOT "mine" LOGICAL 0/0 (proto_version '1', publication_names '"v"')"""


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Publishing]:
    """With a slot named mine."""
    folder = tmp_path_factory.mktemp("refused")
    with publishing(folder, make_changing(folder, "refused", 3)) as found:
        with replication_cursor(found.server.dsn) as cursor:
            cursor.create_replication_slot("mine", output_plugin="pgoutput")
        yield found


def refused(cursor: Any, sql: str) -> Any:
    """The error's diagnostics; the connection goes on."""
    with pytest.raises(psycopg2.Error) as found:
        cursor.execute(sql)
    cursor.execute("ROLLBACK")
    cursor.execute("IDENTIFY_SYSTEM")
    return found.value.diag


@pytest.mark.parametrize(
    ("sql", "sqlstate", "message"),
    [
        (_START.replace("mine", "nope"), "42704", 'replication slot "nope" does not exist'),
        (_START.replace('"v"', '"nope"'), "42704", 'publication "nope" does not exist'),
        (_START.replace("""'"v"'""", "'v, w'"), "0A000", "a slot follows one view"),
        (_START.replace("""'"v"'""", "'v w'"), "22023", "option publication_names takes names"),
        (_START.replace("0/0", "4/8"), "40001", "view v has no version 4 yet"),
        (_START.replace("0/0", "0"), "42601", "syntax error at or near"),
        (_START.replace("0/0", "123456789/0"), "42601", "invalid position"),
        (_START.replace("proto_version '1'", "proto_version '5'"), "0A000", "client sent proto_version=5"),
        (_START.replace("proto_version '1', ", ""), "22023", "option proto_version is missing"),
        (_START.replace("proto_version '1', ", "proto_version '1', nope 'x', "), "22023", "unrecognized pgoutput option: nope"),
        (_START.replace("proto_version '1', ", "proto_version '3', two_phase 'on', "), "0A000", "two-phase commits"),
        (
            _START.replace("proto_version '1', ", "proto_version '1', proto_version '1', "),
            "42601",
            "conflicting or redundant options",
        ),
        (_START + " nope", "42601", 'syntax error at or near "nope"'),
        ("START_REPLICATION 0/0", "0A000", "physical replication is not supported"),
        ("START_REPLICATION SLOT mine PHYSICAL 0/0", "0A000", "physical replication is not supported"),
        ("CREATE_REPLICATION_SLOT mine LOGICAL pgoutput", "42710", 'replication slot "mine" already exists'),
        ('CREATE_REPLICATION_SLOT "Mine" LOGICAL pgoutput', "42602", 'replication slot name "Mine" is invalid'),
        ('CREATE_REPLICATION_SLOT "../x" LOGICAL pgoutput', "42602", 'replication slot name "../x" is invalid'),
        ("CREATE_REPLICATION_SLOT x LOGICAL test_decoding", "0A000", 'logical decoding plugin "test_decoding" is not supported'),
        ("CREATE_REPLICATION_SLOT x PHYSICAL", "0A000", "physical replication is not supported"),
        ("CREATE_REPLICATION_SLOT x LOGICAL pgoutput (SNAPSHOT 'nope')", "22023", "unrecognized value"),
        ("CREATE_REPLICATION_SLOT x LOGICAL pgoutput (TWO_PHASE)", "0A000", "a slot's option two_phase is not supported"),
        ("CREATE_REPLICATION_SLOT x LOGICAL pgoutput (NOPE)", "42601", "unrecognized option"),
        ("CREATE_REPLICATION_SLOT x LOGICAL pgoutput USE_SNAPSHOT", "25P01", "SNAPSHOT 'use' is for a transaction"),
        ("CREATE_REPLICATION_SLOT", "42601", "syntax error at end of input"),
        ("DROP_REPLICATION_SLOT nope", "42704", 'replication slot "nope" does not exist'),
        ("DROP_REPLICATION_SLOT nope WAIT", "42704", 'replication slot "nope" does not exist'),
        ("READ_REPLICATION_SLOT mine", "0A000", "READ_REPLICATION_SLOT is not supported"),
        ("TIMELINE_HISTORY 1", "0A000", "TIMELINE_HISTORY is not supported"),
        ("BASE_BACKUP", "0A000", "BASE_BACKUP is not supported"),
    ],
)
def test_commands(at: Publishing, sql: str, sqlstate: str, message: str) -> None:
    with replication_cursor(at.server.dsn) as cursor:
        diag = refused(cursor, sql)
    assert (diag.sqlstate, diag.message_primary[: len(message)]) == (sqlstate, message)
    assert [slot.name for slot in at.server.server.shared.slots.rows()] == ["mine"]


def test_a_slot_is_for_one_at_a_time_and_free_at_once(at: Publishing) -> None:
    with replication_cursor(at.server.dsn) as second:
        with replication_cursor(at.server.dsn) as first:
            first.execute("SELECT pg_backend_pid()")
            ((pid,),) = first.fetchall()
            first.start_replication("mine", options=OPTIONS)
            assert refused(second, _START).message_primary == f'replication slot "mine" is active for PID {pid}'
            assert refused(second, "DROP_REPLICATION_SLOT mine").sqlstate == "55006"
        wait_until(lambda: at.server.server.shared.slots.rows()[0].pid is None, 20, "its client has gone")
        second.start_replication("mine", options=OPTIONS)


def test_transactions(at: Publishing) -> None:
    with replication_cursor(at.server.dsn) as cursor:
        cursor.execute("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ")
        assert refused(cursor, _START).sqlstate == "25001"
        cursor.execute("ROLLBACK")
        cursor.execute("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT count(*) FROM v")
        assert refused(cursor, "CREATE_REPLICATION_SLOT x LOGICAL pgoutput (SNAPSHOT 'use')").sqlstate == "25001"
        cursor.execute("BEGIN")
        assert refused(cursor, "CREATE_REPLICATION_SLOT x LOGICAL pgoutput").sqlstate == "25001"


def test_a_snapshot_is_what_the_slot_begins_behind(tmp_path: Path) -> None:
    world = make_changing(tmp_path, "snapshot", 3)
    with publishing(tmp_path, world) as at, replication_cursor(at.server.dsn) as cursor:
        cursor.execute("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("CREATE_REPLICATION_SLOT mine LOGICAL pgoutput (SNAPSHOT 'use')")
        assert cursor.fetchall() == [("mine", "3/8", None, "pgoutput")]
        world.commit({99: (None, "after", None, None, None)})
        at.store.refresh()
        cursor.execute("SELECT count(*), count(*) FILTER (WHERE k = 99) FROM v")
        assert cursor.fetchall() == [(len(world.shown[3]), 0)]


@pytest.mark.parametrize(
    ("replication", "sqlstate"), [("true", "0A000"), ("1", "0A000"), ("what", "22023"), ("false", None), ("database", None)]
)
def test_start_up(at: Publishing, replication: str, sqlstate: str | None) -> None:
    if sqlstate is None:
        psycopg2.connect(at.server.dsn, replication=replication).close()
        return
    message = {"0A000": "physical replication is not supported", "22023": 'invalid value for parameter "replication": "what"'}
    with pytest.raises(psycopg2.OperationalError, match=message[sqlstate]):
        psycopg2.connect(at.server.dsn, replication=replication)


@pytest.mark.parametrize("name", ["pg_basebackup", "pg_receivewal"])
def test_a_copy_of_the_server(at: Publishing, tmp_path: Path, name: str) -> None:
    command = [program(name), "-d", at.server.dsn, "-D", str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1
    assert "physical replication is not supported" in ran.stderr


def ended(cursor: Any) -> Any:
    """The diagnostics of what ends the stream."""
    with pytest.raises(psycopg2.Error) as found:
        cursor.consume_stream(lambda _: None)
    return found.value.diag


def test_a_slot_that_is_too_far_behind(tmp_path: Path) -> None:
    world = make_changing(tmp_path, "behind", 3)
    with publishing(tmp_path, world) as at, replication_cursor(at.server.dsn) as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        while world.version < 12:
            at.commit_random()
        make_base(world.root, "v")
        vacuum(world.folder, Retention(1, 0.0))
        first = world.folder.versions()[0]
        assert first > 3
        cursor.start_replication("mine", options=OPTIONS)
        diag = ended(cursor)
        assert (diag.sqlstate, diag.message_detail) == ("55000", f"Versions {first} to 12 are kept at the root.")
        assert diag.message_hint.startswith("Drop the slot")


def test_a_view_that_is_made_anew(tmp_path: Path) -> None:
    """While it is followed, and afterwards: the slot is for the old one."""
    world = make_changing(tmp_path, "anew", 3)
    with publishing(tmp_path, world) as at:
        with replication_cursor(at.server.dsn) as cursor:
            cursor.create_replication_slot("mine", output_plugin="pgoutput")
            cursor.start_replication("mine", options=OPTIONS)
            drop(world.folder)
            anew = make_world(tmp_path, world.dice)
            anew.extra = 3
            for n in range(9):
                anew.commit({n: (None, "b", None, None, None)})
            at.store.refresh()
            assert ended(cursor).sqlstate in (
                "55000",
                "42P01",
                "57P03",
            )  # it may be gone, or being copied, when the stream hears of it
        at.store.refresh()
        with replication_cursor(at.server.dsn) as cursor:
            diag = refused(cursor, _START)
            assert (diag.sqlstate, diag.message_primary) == ("55000", "view v was made anew since version 3")


def test_extended_query_protocol_is_for_other_connections(at: Publishing) -> None:
    import psycopg

    with psycopg.connect(at.server.dsn, replication="database", autocommit=True) as connection:
        result = connection.pgconn.exec_params(b"SELECT 1", None)
        assert result.error_field(psycopg.pq.DiagnosticField.SQLSTATE) == b"08P01"
        assert connection.pgconn.exec_(b"SELECT 1").get_value(0, 0) == b"1"
