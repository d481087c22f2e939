"""psycopg2 and pg_recvlogical follow a slot: each version once and in order, whoever ends and begins again meanwhile."""

from __future__ import annotations

import subprocess
from pathlib import Path

import psycopg
import pytest

from gateway.engine.changes import feed as feed_module
from tests.gateway.serving import RawClient, message, query, split, startup
from tests.plugins.cluster import wait_until
from tests.plugins.need import POSTGRES_BIN, lacking
from tests.plugins.scale import scaled
from tests.replication.messages import Told
from tests.replication.publishing import make_changing, publishing, replication_cursor
from tests.replication.streamed import OPTIONS, end_of, expected, follow, shown


@pytest.mark.parametrize("kept", ["kept", "files"])
def test_each_version_once_from_where_one_was(tmp_path: Path, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client confirms, leaves and comes back; the node ends and begins again; with nothing kept versions come out of files."""
    if kept == "files":
        monkeypatch.setattr(feed_module, "KEPT_BYTES_MAX", 0)
    world = make_changing(tmp_path, f"streams {kept}", 5)
    told, begun = Told(rows=shown(world, 5)), 5
    with publishing(tmp_path, world) as at, replication_cursor(at.server.dsn) as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        assert cursor.fetchone() == ("mine", "5/8", "v=5", "pgoutput")
    for _ in range(scaled(3, 20)):
        with publishing(tmp_path, world) as at:
            for _ in range(3):
                with replication_cursor(at.server.dsn) as cursor:
                    for _ in range(world.dice.randrange(6)):
                        at.commit_random()
                    cursor.start_replication("mine", options=OPTIONS)
                    at.commit_random()
                    follow(cursor, told, world.version)
                    cursor.send_feedback(flush_lsn=end_of(world.version), reply=True)
                    wait_until(lambda: confirmed(at.server.dsn) == f"{world.version:X}/8", 20, "it is confirmed")
    assert told.transactions == expected(world, begun, world.version)
    assert told.rows == shown(world, world.version)


def confirmed(dsn: str) -> str:
    """What pg_replication_slots says."""
    with psycopg.connect(dsn) as connection:
        ((found,),) = connection.execute("SELECT confirmed_flush_lsn FROM pg_replication_slots").fetchall()
    return str(found)


def test_a_position_within_a_version_is_the_version_before(tmp_path: Path) -> None:
    """Clients confirm the row that they have come to; what a client says at its start counts where the slot knows of less."""
    world = make_changing(tmp_path, "within", 3)
    with publishing(tmp_path, world) as at, replication_cursor(at.server.dsn) as cursor:
        cursor.create_replication_slot("mine", output_plugin="pgoutput")
        begun = world.version
        for key in range(4):
            world.commit({1_000 + key: (None, f"{key}", None, None, None)})
        at.store.refresh()
        cursor.start_replication("mine", start_lsn=((begun + 1) << 32) + 0x11, options=OPTIONS)
        told = Told(rows=shown(world, begun + 1))
        follow(cursor, told, world.version)
        assert told.transactions == expected(world, begun + 1, world.version)
        cursor.send_feedback(flush_lsn=((begun + 2) << 32) + 0x10, reply=True)
        wait_until(lambda: confirmed(at.server.dsn) == f"{begun + 2:X}/8", 20, "the version before is confirmed")


def test_copy_done_ends_the_stream_and_the_connection_goes_on(tmp_path: Path) -> None:
    """As PostgreSQL's table synchronization does it: two CommandCompletes, then the slot can be dropped. Pipelined as well."""
    world = make_changing(tmp_path, "copy done", 3)
    start = query("START_REPLICATION SLOT mine LOGICAL 0/0 (proto_version '3', publication_names '\"v\"')")
    with publishing(tmp_path, world) as at, RawClient(at.server.server.port, startup(replication="database")) as client:
        client.send(query("CREATE_REPLICATION_SLOT mine TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')"))
        client.until_ready()
        client.send(start)
        assert [kind for kind, _ in split(client.message() + client.message())] == ["W", "d"]
        client.send(message("c"))
        tags = [("c", b""), ("C", b"COPY 0\0"), ("C", b"START_REPLICATION\0"), ("Z", b"I")]
        assert split(client.until_ready()) == tags
        client.send(start + message("c") + query("DROP_REPLICATION_SLOT mine WAIT"))
        dropped = split(client.until_ready(2))
        assert dropped[2:] == [*tags, ("C", b"DROP_REPLICATION_SLOT\0"), ("Z", b"I")]
        assert not at.server.server.shared.slots.rows()


def test_a_temporary_slot_goes_with_its_connection(tmp_path: Path) -> None:
    world = make_changing(tmp_path, "temporary", 1)
    with publishing(tmp_path, world) as at:
        with replication_cursor(at.server.dsn) as cursor:
            cursor.execute("CREATE_REPLICATION_SLOT mine TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT")
            assert len(at.server.server.shared.slots.rows()) == 1
        wait_until(lambda: not at.server.server.shared.slots.rows(), 20, "the slot is gone")


@pytest.mark.postgres
def test_pg_recvlogical(tmp_path: Path) -> None:
    """Run again and again, up to a position; what it has written is flushed and never comes again."""
    program = POSTGRES_BIN / "pg_recvlogical"
    if not program.exists():
        lacking("pg_recvlogical (Debian: postgresql-15)")
    world = make_changing(tmp_path, "pg_recvlogical", 4)
    with publishing(tmp_path, world) as at:
        command = [str(program), "-d", at.server.dsn, "-S", "mine"]
        subprocess.run([*command, "--create-slot", "-P", "pgoutput"], check=True, timeout=60)
        told, begun = Told(rows=shown(world, 4)), 4
        for number in range(scaled(3, 20)):
            while len(expected(world, begun, world.version)) < 1 + 2 * number or not expected(
                world, world.version - 1, world.version
            ):
                at.commit_random()
            file = tmp_path / f"received{number}"
            until = ["--start", "-f", str(file), "--endpos", f"{world.version:X}/8", "--no-loop"]
            subprocess.run([*command, *until, "-o", "proto_version=1", "-o", "publication_names=v"], check=True, timeout=60)
            data, position = file.read_bytes(), 0
            while position < len(data):
                position = told.take(data, position)
                assert data[position : position + 1] == b"\n"
                position += 1
        assert told.transactions == expected(world, begun, world.version)
        assert told.rows == shown(world, world.version)
        subprocess.run([*command, "--drop-slot"], check=True, timeout=60)
