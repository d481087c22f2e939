"""COPY TO STDOUT in a session: both protocols as PostgreSQL speaks them; cancelling, time limits, slow clients."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from gateway.engine.options import EngineOptions
from gateway.wire import writer as w
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.fragments import arrow_table
from tests.gateway.harness import Harness
from tests.gateway.serving import (
    SYNC,
    RawClient,
    ServerThread,
    bind,
    describe,
    execute,
    parse,
    query,
    serving,
    split,
    startup,
)
from tests.plugins.cluster import wait_until
from tests.plugins.twin import Twin

ROWS = 300_000
SCHEMA = ViewSchema(
    "t", (Column("id", st.Long(), nullable=False), Column("name", st.String())), ("id",), ("id",), HashPartitioning(4), (2,)
)
ENDLESS = "SELECT a.id FROM t AS a, t AS b WHERE a.name || b.name = 'x'"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("copy"), EngineOptions(duckdb_threads=1)) as made:
        made.write(SCHEMA, pa.table({"id": range(ROWS), "name": [f"{'name ' * 20}{i}" for i in range(ROWS)]}))
        yield made


@pytest.fixture
def server(engine: Harness) -> Iterator[ServerThread]:
    with serving(engine.engine) as made:
        yield made
    wait_until(lambda: engine.engine.workers.running == 0, 60, "no execution left")


@pytest.fixture
def client(server: ServerThread) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(server.dsn, autocommit=True) as connection:
        yield connection


def copied(connection: psycopg.Connection[Any], sql: str) -> list[bytes]:
    with connection.cursor().copy(sql) as copy:
        return [bytes(data) for data in copy]


# ---------------------------------------------------------------------------------------------------------------- protocol

SMALL = "COPY (SELECT 1 AS a, 'x' AS b) TO STDOUT"
CONVERSATIONS = {
    "simple": query(SMALL),
    "simple, csv": query(SMALL + " WITH CSV HEADER"),
    "simple, binary": query(SMALL + " (FORMAT binary)"),
    "simple, empty": query("COPY (SELECT 1 WHERE false) TO STDOUT"),
    "several statements": query(f"SELECT 1; {SMALL}; SELECT 2; {SMALL} (FORMAT binary)"),
    "several statements, one of which fails": query(f"{SMALL}; COPY (SELECT 1/0) TO STDOUT; SELECT 2"),
    "in a failed transaction": query("BEGIN") + query("SELECT nope") + query(SMALL) + query("ROLLBACK"),
    "in a transaction": query("BEGIN") + query(SMALL) + query("COMMIT"),
    "extended": parse("", SMALL) + describe("S", "") + bind("", "") + describe("P", "") + execute() + SYNC,
    "extended, again": parse("s", SMALL) + bind("", "s") + execute() + SYNC + bind("", "s") + execute() + SYNC,
    "extended, a portal twice": parse("", SMALL) + bind("", "") + execute() + execute() + SYNC,
    "extended, a row limit": parse("", "COPY (VALUES (1), (2), (3)) TO STDOUT") + bind("", "") + execute("", 1) + SYNC,
    "extended, binary results asked for": parse("", SMALL) + bind("", "", results=(1,)) + execute() + SYNC,
    "extended, error": parse("", "COPY (SELECT 1/0) TO STDOUT") + bind("", "") + execute() + execute() + SYNC,
}


def port_of(dsn: str) -> int:
    return int(psycopg.conninfo.conninfo_to_dict(dsn)["port"])


def told(client: RawClient, data: bytes) -> list[tuple[str, bytes]]:
    """Messages, errors by severity and code alone."""
    client.send(data)
    readies = sum(data.count(kind) for kind in (b"Q\0\0", b"S\0\0\0\x04"))
    found = split(client.until_ready(readies))
    return [(kind, payload if kind != "E" else b" ".join(payload.split(b"\0")[:3])) for kind, payload in found if kind != "N"]


@pytest.mark.postgres
@pytest.mark.parametrize("name", CONVERSATIONS)
def test_the_protocol_is_postgres(twin: Twin, name: str) -> None:
    database = psycopg.conninfo.conninfo_to_dict(twin.postgres)["dbname"]
    opening = startup("tester", str(database), TimeZone="UTC")
    with RawClient(port_of(twin.tidegate), startup()) as ours, RawClient(port_of(twin.postgres), opening) as theirs:
        assert told(ours, CONVERSATIONS[name]) == told(theirs, CONVERSATIONS[name])


@pytest.mark.parametrize(
    "sql", ["SELECT * FROM t", "SELECT * FROM t ORDER BY id DESC", "SELECT id + 1 AS i, upper(name) AS n FROM t"]
)
def test_arrow_is_one_message_of_its_stream_per_copy_data(client: psycopg.Connection[Any], sql: str) -> None:
    messages = copied(client, f"COPY ({sql}) TO STDOUT (FORMAT arrow)")
    assert pa.ipc.read_message(messages[0]).type == "schema"
    assert {pa.ipc.read_message(m).type for m in messages[1:-1]} == {"record batch"}
    assert messages[-1] == b"\xff\xff\xff\xff\0\0\0\0"
    assert max(map(len, messages)) < 2 << 20
    assert arrow_table(messages).num_rows == ROWS


def test_the_rows_that_psycopg_reads(client: psycopg.Connection[Any]) -> None:
    with client.cursor().copy("COPY (SELECT id, name FROM t WHERE id < 3 ORDER BY id) TO STDOUT (FORMAT binary)") as copy:
        copy.set_types(["int8", "text"])
        assert [row[0] for row in copy.rows()] == [0, 1, 2]
    with client.cursor().copy("COPY (SELECT id FROM t WHERE id < 3 ORDER BY id) TO STDOUT") as copy:
        assert list(copy.rows()) == [("0",), ("1",), ("2",)]


# -------------------------------------------------------------------------------------------------------------------- ends


def test_cancel(client: psycopg.Connection[Any], engine: Harness) -> None:
    with client.cursor() as cursor, cursor.copy("COPY (SELECT * FROM t ORDER BY name) TO STDOUT (FORMAT arrow)") as copy:
        copy.read()
        client.cancel_safe()  # cancel() would keep the interpreter from answering it
        with pytest.raises(psycopg.errors.QueryCanceled, match="due to user request"):
            list(copy)
    assert client.execute("SELECT count(*) FROM t WHERE id < 5").fetchone() == (5,)


@pytest.mark.parametrize("options", ["", "(TIMEOUT_MS 100)", "(FORMAT arrow, SHARDS 't=0-3', TIMEOUT_MS 100)"])
def test_time_limits(client: psycopg.Connection[Any], options: str) -> None:
    client.execute("SET statement_timeout = '100ms'" if not options else "SET statement_timeout = '1h'")
    with pytest.raises(psycopg.errors.QueryCanceled, match="due to statement timeout"):
        copied(client, f"COPY ({ENDLESS}) TO STDOUT {options}")
    client.execute("SET statement_timeout = 0")
    assert client.execute("SELECT 1").fetchone() == (1,)


def test_a_client_that_leaves_ends_its_copy(server: ServerThread, engine: Harness) -> None:
    with RawClient(server.server.port, startup()) as raw:
        raw.send(query(f"COPY ({ENDLESS}) TO STDOUT"))
        until(lambda: engine.engine.workers.running == 1)
    until(lambda: engine.engine.workers.running == 0)


def until(condition: Any) -> None:
    """Look until it holds; the test's own time limit ends what never does."""
    while not condition():
        time.sleep(0.001)


@pytest.mark.parametrize("form", ["(FORMAT arrow)", "", "(FORMAT binary)", "WITH CSV"])
def test_who_reads_slowly_makes_only_its_own_copy_wait(server: ServerThread, engine: Harness, form: str) -> None:
    """While one client takes nothing, another one takes all of the same; the slow one's copy has got as far as buffers reach."""
    sql = f"COPY (SELECT id, name FROM t) TO STDOUT {form}"
    with RawClient(server.server.port, startup()) as slow:
        slow.send(query(sql))
        with psycopg.connect(server.dsn, autocommit=True) as fast:
            taken = copied(fast, sql)
            of_slow, of_fast = engine.engine.recent.queries()["rows"].to_pylist()[-2:]
        assert of_slow < ROWS / 2 < of_fast == ROWS
        end = w.COPY_DONE + w.command_complete(f"COPY {ROWS}") + w.READY["I"]
        answer = read_until(slow, end)
        header = 5
        assert len(answer) > sum(len(data) + header for data in taken)


def read_until(client: RawClient, end: bytes) -> bytes:
    """Everything up to *end*."""
    found = bytearray()
    while not found.endswith(end):
        more = client.socket.recv(1 << 20)
        assert more
        found += more
    return bytes(found)


def test_many_copies_at_once(server: ServerThread) -> None:
    found: list[int] = []

    def copy(number: int) -> None:
        with psycopg.connect(server.dsn, autocommit=True) as connection:
            for _ in range(3):
                low = number * 1000
                sql = f"SELECT id, name FROM t WHERE id BETWEEN {low} AND {low + 999}"
                found.append(arrow_table(copied(connection, f"COPY ({sql}) TO STDOUT (FORMAT arrow)")).num_rows)

    threads = [threading.Thread(target=copy, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1000] * 24
