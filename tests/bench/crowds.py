"""How long one connection's point lookups take while a crowd of clients does not behave, and while nobody else is there.

Lookups are asked by a process of their own, one after another with a pause between. tests/hostile/test_crowds.py shows the rest.
Crowds that only wait cost next to nothing; those that compute share the machine's cores with the lookups, as anybody's queries do:
with them PostgreSQL 15 has its turns too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from struct import pack
from typing import Final, Protocol

import numpy as np
import psycopg

from statestore.views.local_writer import write_version
from tests.access.certificates import Authority
from tests.access.servers import users_file
from tests.gateway.serving import RawClient, query, startup
from tests.hostile.conftest import NUMBERS, numbers
from tests.hostile.crowd import SSL_REQUEST, SlowClient, allow_many_sockets, begin, reset
from tests.hostile.process import again, eventually
from tests.plugins.gateway import running_gateway
from tests.plugins.postgres import PostgresServer

#: One turn; turns without and with a crowd follow one another, for machines are shared and noisy.
SECONDS: Final = 1.5
TURNS: Final = 7
PAUSE_S: Final = 0.001
#: What is wanted at most: p99 under each crowd, as a multiple of the unloaded one.
WANTED: Final = 3.0
MANY_ROWS: Final = "SELECT a.id, b.id, repeat('x', 100) FROM numbers a, numbers b"
GUARDED, NOBODY = "guarded", "nobody"
GUESSERS: Final = 20
#: An address that fails often would be locked out, and cost nothing.
_CONFIG: Final = """
[access]
users_file = "{users}"
ssl_cert_file = "{certificate}"
ssl_key_file = "{key}"
failed_logins_lockout_s = 0.0
[[hba]]
method = "trust"
address = "loopback"
user = "tester"
[[hba]]
method = "scram-sha-256"
address = "loopback"
"""
SOME_WORK: Final = "SELECT count(*), sum(a.id) FROM numbers a, numbers b WHERE b.id < 100"


class Server(Protocol):
    """What lookups and crowds are sent to."""

    @property
    def port(self) -> int:
        """On 127.0.0.1."""

    @property
    def dsn(self) -> str:
        """libpq connection string."""


@contextmanager
def nothing(_: Server) -> Iterator[None]:
    """Nobody else."""
    yield


@contextmanager
def silent(gateway: Server) -> Iterator[None]:
    """1,000 connections that say nothing, half of a start, SSLRequest, or no more after they are in."""
    with ExitStack() as stack:
        clients = [stack.enter_context(RawClient(gateway.port)) for _ in range(1_000)]
        for opening, some in zip((b"", startup()[:20], SSL_REQUEST, startup()), (clients[i::4] for i in range(4)), strict=True):
            for client in some:
                client.send(opening)
        yield


@contextmanager
def slow_readers(gateway: Server) -> Iterator[None]:
    """50 in the middle of a million rows, a kilobyte at a time."""
    with ExitStack() as stack:
        clients = [stack.enter_context(SlowClient(gateway.port)) for _ in range(50)]
        begin(clients, MANY_ROWS)
        with again(lambda: [client.exactly(1_000) for client in clients], 0.1):
            yield


@contextmanager
def two_gigabytes(gateway: Server) -> Iterator[None]:
    """Claims of 2 GB before and after the start, one connection after another."""

    def claim() -> None:
        for opening, data in ((None, pack("!II", 0x7FFFFFFF, 196608)), (startup(), pack("!BI", ord("Q"), 0x7FFFFFFF))):
            with RawClient(gateway.port, opening) as client:
                client.send(data)
                client.rest()

    with again(claim, 0.005):
        yield


@contextmanager
def half_messages(gateway: Server) -> Iterator[None]:
    """100 sessions in the middle of a message."""
    with ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(RawClient(gateway.port, startup())).send(query(MANY_ROWS)[:-10])
        yield


@contextmanager
def guessing(gateway: Server) -> Iterator[None]:
    """20 at a time that try passwords over TLS, of a user who exists and of one who does not."""

    def guess(number: int) -> None:
        # Hashing passwords is a client's work, and shares the cores here: it gives way at once to whoever wants one, as work of the
        # lowest nice value does at the next tick only.
        os.sched_setscheduler(threading.get_native_id(), os.SCHED_IDLE, os.sched_param(0))
        user = f"user={GUARDED if number % 2 else NOBODY} password=guess{number} sslmode=require"
        while not stop.is_set():
            with suppress(psycopg.OperationalError), psycopg.connect(f"{gateway.dsn} {user}"):
                raise AssertionError("nobody knows that password")

    stop = threading.Event()
    with ThreadPoolExecutor(GUESSERS) as pool:
        tries = [pool.submit(guess, number) for number in range(GUESSERS)]
        try:
            yield
        finally:
            stop.set()
    for each in tries:
        each.result()


@contextmanager
def dying(gateway: Server) -> Iterator[None]:
    """200 connections at a time that run a query each, of which 50 are reset in the middle of it; once a second."""

    def live_and_die() -> None:
        with ExitStack() as stack:
            clients = [stack.enter_context(RawClient(gateway.port, startup())) for _ in range(200)]
            for client in clients:
                client.send(query(SOME_WORK))
            for client in clients[:50]:
                reset(client)
            for client in clients[50:]:
                client.until_ready()

    with again(live_and_die, 1.0):
        yield


@contextmanager
def working(gateway: Server) -> Iterator[None]:
    """The same 200 without deaths: what such queries cost anybody."""

    def work() -> None:
        with ExitStack() as stack:
            clients = [stack.enter_context(RawClient(gateway.port, startup())) for _ in range(200)]
            for client in clients:
                client.send(query(SOME_WORK))
            for client in clients:
                client.until_ready()

    with again(work, 1.0):
        yield


WAITING: Final = (silent, half_messages, two_gigabytes, slow_readers, guessing)
COMPUTING: Final = (dying, working)


def run(folder: Path) -> None:
    """Print medians over the turns, and the ratio of the p99."""
    allow_many_sockets()
    write_version(str(folder / "root"), NUMBERS, numbers())
    issued, config = Authority(folder).issue("localhost"), folder / "tidegate.toml"
    users = users_file(folder, {GUARDED: "pencil"})
    config.write_text(_CONFIG.format(users=users, certificate=issued.certificate, key=issued.key))
    with running_gateway(folder / "root", folder / "store", "--config", str(config)) as gateway, _postgres() as postgres:
        for crowd in WAITING:
            _compare(crowd, {"": gateway})
        for crowd in COMPUTING:
            _compare(crowd, {"": gateway, " (PostgreSQL)": postgres})


def _compare(crowd: Callable[[Server], AbstractContextManager[None]], servers: dict[str, Server]) -> None:
    pairs: dict[str, list[tuple[list[float], list[float]]]] = {name: [] for name in servers}
    for _ in range(TURNS):
        for name, server in servers.items():
            pairs[name].append((_measured(server, nothing), _measured(server, crowd)))
            eventually(lambda: _is_idle(server), "the crowd's queries have ended")  # noqa: B023 - called here and now
    for name, found in pairs.items():
        alone, meanwhile = (np.median([pair[i] for pair in found], axis=0) for i in (0, 1))
        print(
            f"{crowd.__name__}{name}: p50 {alone[1] * 1e6:,.0f} → {meanwhile[1] * 1e6:,.0f} µs, "
            f"p99 {alone[2] * 1e6:,.0f} → {meanwhile[2] * 1e6:,.0f} µs, "
            f"ratio {meanwhile[2] / alone[2]:.1f}{'' if name else f' (wanted: {WANTED:.0f})'}; "
            f"longest {alone[3] * 1e3:.1f} → {meanwhile[3] * 1e3:.1f} ms",
            flush=True,
        )


@dataclass(frozen=True)
class _Postgres:
    """What serving.startup() asks for."""

    port: int

    @property
    def dsn(self) -> str:
        """See Server."""
        return f"host=127.0.0.1 port={self.port} user=tester dbname=tidegate"


@contextmanager
def _postgres() -> Iterator[Server]:
    """With the same rows, for the same clients."""
    server = PostgresServer({"max_connections": "300"})
    server.start()
    try:
        server.create_role("tester")
        with psycopg.connect(server.dsn, autocommit=True) as connection:
            connection.execute("CREATE DATABASE tidegate OWNER tester")
        tested = _Postgres(server.port)
        with psycopg.connect(tested.dsn, autocommit=True) as connection:
            connection.execute("CREATE TABLE numbers AS SELECT n AS id, 'w' || n AS word FROM generate_series(0::bigint, 999) AS n")
            connection.execute("ALTER TABLE numbers ADD PRIMARY KEY (id)")
            connection.execute("ANALYZE numbers")
        yield tested
    finally:
        server.stop()


def _measured(gateway: Server, crowd: Callable[[Server], AbstractContextManager[None]]) -> list[float]:
    """How many lookups were answered; p50, p99 and the longest in seconds."""
    with crowd(gateway):
        command = [sys.executable, "-m", "tests.bench.crowds", gateway.dsn]
        return [float(word) for word in subprocess.run(command, capture_output=True, check=True).stdout.split()]


def _is_idle(server: Server) -> bool:
    """PostgreSQL goes on with the queries of clients that are gone."""
    with psycopg.connect(server.dsn) as connection:
        active = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()")
        return active.fetchone() == (0,)


def ask(dsn: str) -> None:
    """Ask for SECONDS; print how many were asked, and p50, p99 and the longest in seconds."""
    taken = []
    pause, end_s = threading.Event(), time.perf_counter() + SECONDS
    with psycopg.connect(dsn, autocommit=True, prepare_threshold=0) as connection:
        while (begun_s := time.perf_counter()) < end_s:
            number = len(taken) % 1000
            row = connection.execute("SELECT word FROM numbers WHERE id = %s", [number]).fetchone()
            taken.append(time.perf_counter() - begun_s)
            assert row == (f"w{number}",)
            pause.wait(PAUSE_S)
    print(len(taken), *np.percentile(taken, (50, 99, 100)))


if __name__ == "__main__":
    ask(sys.argv[1])
