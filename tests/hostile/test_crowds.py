"""Silent, slow, dying and lying clients by the hundred: what each gets; lookups on another connection go on, and nothing stays.

How fast those lookups are meanwhile is measured by `python -m tests.bench crowds`.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from struct import pack
from typing import Final

import psycopg
import pytest

from statestore.views.local_writer import write_version
from tests.access.certificates import Authority
from tests.access.servers import users_file
from tests.gateway.serving import FLUSH, RawClient, bind, error_fields, execute, parse, query, shown, split, startup
from tests.hostile.conftest import NUMBERS, numbers
from tests.hostile.crowd import (
    SSL_REQUEST,
    Held,
    SlowClient,
    allow_many_sockets,
    answer_of,
    begin,
    lookups,
    reset,
    returns_to,
    rows_of,
    threads,
)
from tests.hostile.process import bugs, eventually, resident_bytes
from tests.plugins.gateway import Gateway, running_gateway

WORKER_THREADS: Final = 4
STARTUP_TIMEOUT_S: Final = 5
#: Threads that may come while it is busy and then stay: those that read and encode, and that plan (planning.py).
THREADS_MORE_MAX: Final = WORKER_THREADS + 2
SILENT: Final = 1_000
#: What the process may grow by for a thousand silent connections, a quarter of them in a TLS handshake.
SILENT_BYTES_MAX: Final = 150 << 20
SLOW: Final = 50
#: For each slow reader: DuckDB runs 10 MB ahead, a batch and a chunk are at hand, the transport holds 1 MiB and one more chunk.
SLOW_BYTES_MAX: Final = 20 << 20
DYING, LIVING = 50, 150
MANY_ROWS: Final = "SELECT a.id, b.id, repeat('x', 100) FROM numbers a, numbers b WHERE b.id < 200"
MANY_ROWS_COUNT: Final = 200_000
HALVES: Final = 100
CONFIG: Final = """
[server]
startup_timeout_s = {timeout}
connections_max = 1000
[engine]
worker_threads = {threads}
memory_bytes = {memory}
copy_bytes = {memory}
[access]
users_file = "{users}"
ssl_cert_file = "{certificate}"
ssl_key_file = "{key}"
[[hba]]
method = "scram-sha-256"
address = "loopback"
user = "guarded"
[[hba]]
method = "trust"
address = "loopback"
"""


@pytest.fixture(scope="module")
def gateway_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    folder = tmp_path_factory.mktemp("crowds")
    write_version(str(folder / "root"), NUMBERS, numbers())
    issued = Authority(folder).issue("localhost")
    config = CONFIG.format(
        timeout=STARTUP_TIMEOUT_S, threads=WORKER_THREADS, memory=256 << 20,
        users=users_file(folder), certificate=issued.certificate, key=issued.key,
    )  # fmt: skip
    (folder / "tidegate.toml").write_text(config)
    allow_many_sockets()
    with running_gateway(folder / "root", folder / "store", "--config", str(folder / "tidegate.toml")) as gateway:
        yield gateway


@pytest.fixture
def gateway(gateway_for_all: Gateway) -> Iterator[Gateway]:
    """After each test it holds what it held before, and has logged no bug."""
    before, seen = Held.of(gateway_for_all), gateway_for_all.log.stat().st_size
    yield gateway_for_all
    returns_to(gateway_for_all, before, before.threads + THREADS_MORE_MAX)
    text = gateway_for_all.log.read_bytes()[seen:].decode(errors="replace")
    assert not bugs(text), text[-4000:]


def told(client: RawClient) -> str:
    """SQLSTATE of the one FATAL that a client is sent before its connection ends."""
    ((kind, payload),) = split(client.rest())
    fields = error_fields(payload)
    assert (kind, fields["V"]) == ("E", "FATAL")
    return fields["C"]


def test_a_thousand_silent_connections(gateway: Gateway) -> None:
    """Before the start, in the middle of it, in the middle of TLS, after it: the first three are sent away, the last may stay."""
    before, memory = Held.of(gateway), resident_bytes(gateway)
    quarter = SILENT // 4
    with ExitStack() as stack, lookups(gateway) as asking:
        clients = [stack.enter_context(RawClient(gateway.port)) for _ in range(SILENT)]
        nothing, half, tls, sessions = (clients[at * quarter : (at + 1) * quarter] for at in range(4))
        for client in half:
            client.send(startup()[:20])
        for client in tls:
            client.send(SSL_REQUEST)
        for client in sessions:
            client.send(startup())
        for client in sessions:
            assert client.until_ready().endswith(b"Z\0\0\0\5I")
        for client in tls:
            assert client.exactly(1) == b"S"
        asking.go_on()
        assert threads(gateway) <= before.threads + THREADS_MORE_MAX
        assert resident_bytes(gateway) - memory < SILENT_BYTES_MAX
        assert {told(client) for client in (*nothing, *half)} == {"08006"}
        assert {client.rest() for client in tls} == {b""}, "in a handshake nothing can be said"
        asking.go_on()
        for client in sessions:
            client.send(query("SELECT 7"))
        for client in sessions:
            assert rows_of(client.until_ready()) == 1


def test_messages_of_two_gigabytes(gateway: Gateway) -> None:
    """And of negative lengths, and shorter than the length itself: refused by the claim alone, before anything is kept for it."""
    memory = resident_bytes(gateway)
    large, small = (0x7FFFFFFF, 0x80000000, 0xFFFFFFFF), (0, 1, 2, 3)
    with lookups(gateway):
        for length in (*large, *small, 4, 7):
            with RawClient(gateway.port) as client:
                client.send(pack("!II", length, 196608) + b"user\0")
                assert told(client) == "08P01", length
        for kind in b"QPBDECHSXFdcf":
            for length in (*large, *small):
                with RawClient(gateway.port, startup()) as client:
                    client.send(pack("!BI", kind, length) + b"SELECT 1\0")
                    assert told(client) == ("08P01" if length in small else "54000"), (kind, length)
        for length in (*large, *small):
            with RawClient(gateway.port) as client:
                client.send(startup(user="guarded"))
                assert client.message()[:1] == b"R"
                client.send(pack("!BI", ord("p"), length) + b"SCRAM-SHA-256\0")
                assert told(client) == ("08P01" if length in small else "54000"), length
    assert resident_bytes(gateway) - memory < SILENT_BYTES_MAX


def test_slow_readers_hold_no_thread(gateway: Gateway) -> None:
    """Many more than there are threads, all in the middle of a result: others are answered, also by the threads."""
    before, memory = Held.of(gateway), resident_bytes(gateway)
    with ExitStack() as stack, lookups(gateway) as asking:
        clients = [stack.enter_context(SlowClient(gateway.port)) for _ in range(SLOW)]
        begin(clients, MANY_ROWS)
        asking.go_on()
        with psycopg.connect(gateway.dsn, autocommit=True) as other:
            for _ in range(5):
                for client in clients:
                    client.taken += client.exactly(1_000)
                row = other.execute("SELECT count(*), sum(a.id) FROM numbers a JOIN numbers b USING (word)").fetchone()
                assert row == (1000, 499_500)
        now = Held.of(gateway)
        assert now.running == before.running + SLOW
        assert now.threads <= before.threads + THREADS_MORE_MAX
        assert resident_bytes(gateway) - memory < SLOW * SLOW_BYTES_MAX
        asking.go_on()
        assert rows_of(answer_of(clients[0], clients[0].taken)) == MANY_ROWS_COUNT
        for client in clients[: SLOW // 2]:
            reset(client)


def test_two_hundred_connections_of_which_fifty_die(gateway: Gateway) -> None:
    """Reset while they compute and while they are sent rows: the others get everything."""
    with ExitStack() as stack, lookups(gateway) as asking:
        dying = [stack.enter_context(SlowClient(gateway.port)) for _ in range(DYING)]
        living = [stack.enter_context(RawClient(gateway.port, startup())) for _ in range(LIVING)]
        begin(dying[::2], MANY_ROWS)
        for client in dying[1::2]:
            client.send(query("SELECT count(*) FROM numbers a, numbers b, numbers c WHERE a.id + b.id + c.id < 0"))
        for client in living:
            client.send(query("SELECT count(*), sum(a.id) FROM numbers a, numbers b WHERE b.id < 100"))
        for client in dying:
            reset(client)
        for client in living:
            assert shown(client.until_ready())[1:] == ["Row ['100000', '49950000']", "SELECT 1", "Ready I"]
        asking.go_on()


def test_half_a_message_then_silence(gateway: Gateway) -> None:
    """It waits as long as the session may be idle; a portal that no Sync has ended as long as a transaction may."""
    memory = resident_bytes(gateway)
    patience = {"idle_session_timeout": "1s", "idle_in_transaction_session_timeout": "1s"}
    halves = {
        query("SELECT word FROM numbers")[:12]: "57P05",
        b"Q\0\1": "57P05",
        b"B": "57P05",
        query("BEGIN") + b"P\0": "25P03",
        parse("", "TABLE numbers") + bind("", "") + execute("", 2) + FLUSH + b"E\0\0": "25P03",
    }
    with ExitStack() as stack, lookups(gateway) as asking:
        clients = [stack.enter_context(RawClient(gateway.port, startup(**patience))) for _ in range(HALVES)]
        for client, half in zip(clients, [*halves] * (HALVES // len(halves)), strict=True):
            client.send(half)
        asking.go_on()
        for client, state in zip(clients, [*halves.values()] * (HALVES // len(halves)), strict=True):
            kind, payload = split(client.rest())[-1]
            assert (kind, error_fields(payload)["C"]) == ("E", state)
    assert resident_bytes(gateway) - memory < SILENT_BYTES_MAX


def test_a_large_message_in_many_pieces(gateway: Gateway) -> None:
    """Forty sessions send 4 MB each of a text that never ends, and go: what was kept for them is given back."""
    memory = resident_bytes(gateway)
    with lookups(gateway):
        clients = [RawClient(gateway.port, startup()) for _ in range(40)]
        for client in clients:
            client.send(b"Q" + pack("!I", 8 << 20) + b"SELECT 1 /*" + b"x" * (4 << 20))
        for client in clients:
            client.socket.shutdown(socket.SHUT_WR)
            assert client.rest() == b""
            client.socket.close()
    eventually(lambda: resident_bytes(gateway) - memory < SILENT_BYTES_MAX, "the memory is given back")
