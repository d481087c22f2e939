"""Bytes that are no protocol, and clients that do not behave, on real sockets: others are served, nothing piles up.

What each bad message is answered with is shown in tests/gateway/test_bad_messages.py and test_startup.py.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from struct import pack

import psycopg
import pytest

from tests.gateway.serving import (
    FLUSH,
    SYNC,
    RawClient,
    bind,
    describe,
    error_fields,
    execute,
    message,
    parse,
    query,
    split,
    startup,
)
from tests.hostile.conftest import CONNECTIONS_MAX, Target
from tests.hostile.process import bystander, descriptors, eventually, resident_bytes
from tests.plugins.scale import random_for

SSL_REQUEST = pack("!II", 8, 80877103)
#: What a test may leave behind: caches, and pages that the allocator keeps.
MEMORY_GROWTH_MAX_BYTES = 150 << 20
DESCRIPTORS_LEFT_MAX = 8
FUZZ_ROUNDS = 150

STATES = {
    "idle": b"",
    "block": query("BEGIN"),
    "failed block": query("BEGIN") + query("SELECT nope"),
    "series": parse("", "SELECT 1") + FLUSH,
    "awaiting Sync": parse("", "SELECT nope") + FLUSH,
    "suspended": query("BEGIN") + parse("", "TABLE numbers") + bind("", "") + execute("", 2) + FLUSH,
    "streaming": query("SELECT * FROM numbers a, numbers b"),
}
BAD = {
    "unknown type": message("Y"),
    "zeros": b"\0" * 100,
    "length 0": b"Q\0\0\0\0",
    "2 GB": b"Q\x7f\xff\xff\xff",
    "cut off type": b"Q",
    "cut off text": b"Q\0\0\1\0SELECT",
    "two terminators": message("Q", b"a\0b\0"),
    "empty Bind": message("B"),
    "Bind of 65535 formats": message("B", b"\0\0" + pack("!HhH", 65535, 0, 1)),
    "Bind of 2 GB": message("B", b"\0\0" + pack("!HHi", 0, 1, 2**31 - 1)),
    "Parse of 65535 types": message("P", b"\0SELECT 1\0" + pack("!H", 65535)),
    "Execute of nothing": message("E", b"nope\0\0\0\0\0"),
    "Describe of what": message("D", b"Z\0"),
    "function call": message("F", b"\xff" * 100),
    "HTTP": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xab" * 500,
    "another start": startup(),
}
STARTS = {
    "nothing": b"",
    "length 0": pack("!I", 0),
    "2 GB": pack("!II", 2**31 - 1, 196608) + b"user\0",
    "4 GB": b"\xff" * 8,
    "10 KB and one": pack("!II", 10_001, 196608) + b"x" * 9_993,
    "cut off": startup()[:-5],
    "no terminator": startup()[:-1] + b"x",
    "protocol 2": pack("!II", 9, 2 << 16) + b"\0",
    "not UTF-8": pack("!II", 20, 196608) + b"user\0\xff\xfe\xfd\xfc\0\0",
    "no user": pack("!II", 9, 196608) + b"\0",
    "another database": startup(database="nope"),
    "replication": startup(replication="true"),
    "cancel of nobody": pack("!IIII", 16, 80877102, 12345, 67890),
    "cut off cancel": pack("!III", 12, 80877102, 1),
    "SSL twice": SSL_REQUEST * 2,
    "SSL, then TLS": SSL_REQUEST + BAD["TLS"],
    "HTTP": BAD["HTTP"],
    "TLS": BAD["TLS"],
    "a query": query("SELECT 1"),
    "a thousand options": startup(**{f"o{i}": "x" for i in range(500)}),
}
AUTHENTICATION_OK = ("R", pack("!I", 0))


def send_all(client: RawClient, data: bytes) -> None:
    """Send, though the server may have closed meanwhile, and say that no more comes."""
    try:
        client.send(data)
        client.socket.shutdown(socket.SHUT_WR)
    except OSError:
        return


@pytest.mark.parametrize("state", STATES)
def test_bad_messages_in_every_state(target: Target, state: str) -> None:
    with bystander(target.gateway):
        for bad in BAD.values():
            with RawClient(target.port, startup()) as client:
                send_all(client, STATES[state] + bad)
                answer = client.rest()
                assert all(kind in "ESNZTDCG12n3stIA" for kind, _ in whole(answer))


def whole(data: bytes) -> list[tuple[str, bytes]]:
    """Messages; the last may be cut off where the server gave up on a client that does not read."""
    found, at = [], 0
    while at + 5 <= len(data) and at + 1 + int.from_bytes(data[at + 1 : at + 5]) <= len(data):
        end = at + 1 + int.from_bytes(data[at + 1 : at + 5])
        found.append((chr(data[at]), data[at + 5 : end]))
        at = end
    return found


def test_bad_starts(target: Target) -> None:
    with bystander(target.gateway):
        for name, start in STARTS.items():
            with RawClient(target.port) as client:
                send_all(client, start)
                check_turned_away(client, name)


def test_who_does_not_go_on_is_sent_away(target: Target) -> None:
    """Say nothing or half of it, and stay; three times as many as may come: after the start-up time the server ends them."""
    before = descriptors(target.gateway), resident_bytes(target.gateway)
    unfinished = [*STARTS.values(), *[startup()[:20]] * (3 * CONNECTIONS_MAX)]
    with bystander(target.gateway):
        clients = [RawClient(target.port) for _ in unfinished]
        for client, start in zip(clients, unfinished, strict=True):
            with suppress(OSError):
                client.send(start)
        assert descriptors(target.gateway) <= before[0] + 2 * CONNECTIONS_MAX + DESCRIPTORS_LEFT_MAX
        for client in clients:
            check_turned_away(client)
            client.socket.close()
    settled(target, *before)


def test_pipelined_garbage_after_an_error(target: Target) -> None:
    """What stands between an error and Sync is framed and not read."""
    skipped = b"".join(
        BAD[name] for name in ("empty Bind", "Bind of 2 GB", "Parse of 65535 types", "Describe of what", "two terminators")
    )
    with RawClient(target.port, startup()) as client, bystander(target.gateway):
        answer = client.ask(parse("", "SELECT nope") + skipped * 500 + SYNC + query("SELECT 7"), times=2)
        assert [line[:5] for line in answer] == ["ERROR", "Ready", "Colum", "Row [", "SELEC", "Ready"]


def test_errors_without_end(target: Target) -> None:
    before = resident_bytes(target.gateway)
    with RawClient(target.port, startup()) as client, bystander(target.gateway):
        for _ in range(20):
            lines = client.ask((parse("", "SELECT nope") + bind("", "") + describe("P", "") + execute() + SYNC) * 100, times=100)
            assert len([line for line in lines if line.startswith("ERROR 42703")]) == 100
        lines = client.ask(query("SELECT nope FROM nope"))
        assert lines[0].startswith("ERROR 42P01")
    assert resident_bytes(target.gateway) - before < MEMORY_GROWTH_MAX_BYTES


def check_turned_away(client: RawClient, name: str = "") -> None:
    """The connection ends with FATAL, or without a word."""
    told = split(client.rest().lstrip(b"N"))
    if told[:1] == [AUTHENTICATION_OK]:  # what else the start asks for is looked at after who asks
        del told[0]
        assert told, name
    for kind, payload in told:
        assert (kind, error_fields(payload)["V"]) == ("E", "FATAL"), name


def settled(target: Target, descriptors_before: int, resident_before: int) -> None:
    """Descriptors come back, memory has not grown beyond the bound."""
    eventually(lambda: descriptors(target.gateway) <= descriptors_before + DESCRIPTORS_LEFT_MAX, "descriptors are given back")
    assert resident_bytes(target.gateway) - resident_before < MEMORY_GROWTH_MAX_BYTES


def test_too_many_sessions(target: Target) -> None:
    before = descriptors(target.gateway), resident_bytes(target.gateway)
    held = [target.connect() for _ in range(CONNECTIONS_MAX)]
    with pytest.raises(psycopg.OperationalError, match="too many clients"):
        target.connect()
    assert held[0].execute("SELECT 1").fetchone() == (1,)
    held.pop().close()
    eventually(lambda: _can_connect(target), "a place is free again")
    for connection in held:
        connection.close()
    settled(target, *before)


def _can_connect(target: Target) -> bool:
    try:
        target.connect().close()
    except psycopg.OperationalError:
        return False
    return True


def test_large_claims_cost_nothing(target: Target) -> None:
    """A claim of 16 MiB is kept as it arrives, one of 2 GB not at all."""
    before = descriptors(target.gateway), resident_bytes(target.gateway)
    clients = [RawClient(target.port, startup()) for _ in range(40)]
    with bystander(target.gateway):
        for index, client in enumerate(clients):
            claim = 2**31 - 1 if index % 2 else 16 << 20
            send = b"Q" + pack("!I", claim) + b"SELECT 1"
            client.send(send)
        assert resident_bytes(target.gateway) - before[1] < MEMORY_GROWTH_MAX_BYTES
        for index, client in enumerate(clients):
            if index % 2:
                ((kind, payload),) = split(client.rest())
                assert (kind, error_fields(payload)["C"]) == ("E", "54000")
            client.socket.close()
    settled(target, *before)


def test_clients_that_never_read(target: Target) -> None:
    """Each asks for a gigabyte and takes none of it: the server holds no more than a little for each."""
    before = descriptors(target.gateway), resident_bytes(target.gateway)
    clients = [RawClient(target.port, startup()) for _ in range(8)]
    with bystander(target.gateway):
        for client in clients:
            client.send(query("SELECT a.word, repeat(b.word, 100) FROM numbers a, numbers b") * 3)
        for client in clients[:4]:
            client.exactly(1 << 20)
        assert resident_bytes(target.gateway) - before[1] < 2 * MEMORY_GROWTH_MAX_BYTES
        for client in clients:
            client.socket.close()
        eventually(lambda: descriptors(target.gateway) <= before[0] + DESCRIPTORS_LEFT_MAX + 2, "they are gone")


def test_clients_that_vanish(target: Target) -> None:
    """Connections reset in the middle of a query, a message, an answer."""
    before = descriptors(target.gateway), resident_bytes(target.gateway)
    with bystander(target.gateway):
        for index in range(60):
            client = RawClient(target.port, startup())
            client.send(
                list(STATES.values())[index % len(STATES)] + query("SELECT count(*) FROM numbers a, numbers b")[: 5 + index]
            )
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", 1, 0))
            client.socket.close()
    settled(target, *before)


def test_random_bytes(target: Target) -> None:
    r = random_for("hostile bytes")
    pieces = [
        *BAD.values(),
        *STATES.values(),
        SYNC,
        query("SELECT 1"),
        parse("s", "SELECT $1::int8") + bind("", "s", b"1") + execute() + SYNC,
    ]
    with bystander(target.gateway):
        for _ in range(FUZZ_ROUNDS):
            opened = r.random() < 0.7
            data = bytearray(b"".join(r.choices(pieces, k=r.randrange(1, 8))))
            for _ in range(r.randrange(6) if data else 0):
                data[r.randrange(len(data))] = r.randrange(256)
            with RawClient(target.port, startup() if opened else None) as client:
                send_all(client, bytes(data[: r.randrange(len(data) + 1)]) if r.random() < 0.3 else bytes(data))
                client.rest()
