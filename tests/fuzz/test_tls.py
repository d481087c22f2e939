"""A sample of the TLS fuzzer, and what it cannot ask for: a second handshake."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
from collections.abc import Iterator

import psycopg
import pytest

from tests.access.sasl import SSL_REQUEST
from tests.fuzz.records import outside, record, records
from tests.fuzz.target import Target, fuzzed_gateway
from tests.fuzz.tls import CLIENTS, Fuzzing, contexts, offer_tls
from tests.gateway.serving import startup
from tests.plugins.scale import scaled, seed_for

CONNECTIONS = scaled(600, 100_000)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    folder = tmp_path_factory.mktemp("fuzz")
    with fuzzed_gateway(folder, offer_tls(folder)) as found:
        yield found


@pytest.mark.slow
def test_however_tls_is_damaged(target: Target) -> None:
    seed = seed_for("tls")
    fuzzing = Fuzzing(target, CONNECTIONS, seed)
    asyncio.run(fuzzing.run(CLIENTS))
    print(fuzzing.summary())
    assert fuzzing.ends["answered"] > CONNECTIONS // 10


def test_a_good_record_in_front_of_a_bad_one(target: Target) -> None:
    """In one segment: the session must not begin on a connection whose TLS has failed."""
    for context in contexts():
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = context.wrap_bio(incoming, outgoing)
        with socket.create_connection((target.host, target.port), timeout=100) as client:
            client.sendall(SSL_REQUEST)
            assert client.recv(1) == b"S"
            while True:
                try:
                    tls.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    client.sendall(outgoing.read())
                    incoming.write(client.recv(1 << 16))
            tls.write(startup(database="tidegate"))
            client.sendall(outgoing.read() + record(23, bytes(40)))
            heard = b""
            while more := client.recv(1 << 16):
                heard += more
        assert outside(heard) == b""
    assert not target.faults()


def test_renegotiation_is_refused(target: Target) -> None:
    """A line with an R has OpenSSL's client ask for another handshake, which TLS 1.2 has."""
    client = ["openssl", "s_client", "-starttls", "postgres", "-tls1_2", "-connect", f"{target.host}:{target.port}"]
    done = subprocess.run(client, input=b"R\n", capture_output=True, timeout=100, check=False)
    assert b"no renegotiation" in done.stderr
    assert target.gateway is not None
    with psycopg.connect(target.gateway.dsn, sslmode="require") as connection:
        assert connection.execute("SELECT word FROM numbers WHERE id = 7").fetchone() == ("w7",)
    assert not target.faults()


def test_records_are_told_from_other_bytes() -> None:
    flight = [record(22, b"abc", minor=1), record(20, b"\1"), record(23, b"x" * 16_384)]
    assert records(b"".join(flight)) == flight
    assert outside(b"".join(flight)) == b""
    assert outside(b"".join(flight)[:-1]) == b""
    assert outside(flight[0] + b"E\0\0\0\x08ab") == b"E\0\0\0\x08ab"
    assert outside(flight[0] + b"E") == b"E"
    assert outside(record(23, b"x" * 20_000))
