"""Many clients at once that do not behave, and one that asks for rows by key meanwhile and has to get them."""

from __future__ import annotations

import os
import resource
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from struct import pack
from typing import Final

import psycopg

from tests.gateway.serving import RawClient, query, split, startup
from tests.hostile.process import descendants, eventually
from tests.plugins.gateway import Gateway

SSL_REQUEST: Final = pack("!II", 8, 80877103)
#: The kernel keeps little for such a client, so that what it does not take stays with the gateway.
RECEIVE_BUFFER_BYTES: Final = 1 << 15
#: Lookups that have to be answered before a test believes that they go on.
LOOKUPS: Final = 50
_PAUSE_S: Final = 0.002
_READY: Final = b"Z\0\0\0\5I"


def allow_many_sockets() -> None:
    """As many descriptors for this process as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class Lookups:
    """A connection that asks for one row after another by key, in a thread; see lookups()."""

    def __init__(self, dsn: str) -> None:
        self.answered = 0
        self.problems: list[object] = []
        self._dsn, self._stop = dsn, threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            with psycopg.connect(self._dsn, autocommit=True) as connection:
                while not self._stop.wait(_PAUSE_S):
                    self._ask(connection, self.answered % 1000)
        except psycopg.Error as error:
            self.problems.append(error)

    def _ask(self, connection: psycopg.Connection[tuple[object, ...]], key: int) -> None:
        row = connection.execute("SELECT word FROM numbers WHERE id = %s", [key], prepare=True).fetchone()
        if row != (f"w{key}",):
            self.problems.append((key, row))
        self.answered += 1

    def go_on(self) -> None:
        """Wait until so many more have been answered; all of them rightly."""
        wanted = self.answered + LOOKUPS
        eventually(lambda: self.answered >= wanted or bool(self.problems), "lookups are answered")
        assert not self.problems, self.problems[:3]

    def start(self) -> None:
        """Begin, and wait for the first answers."""
        self._thread.start()
        self.go_on()

    def stop(self) -> None:
        """End."""
        self._stop.set()
        self._thread.join()
        assert not self.problems, self.problems[:3]


@contextmanager
def lookups(gateway: Gateway) -> Iterator[Lookups]:
    """While inside they are asked and answered; after the end, too."""
    asking = Lookups(gateway.dsn)
    asking.start()
    try:
        yield asking
        asking.go_on()
    finally:
        asking.stop()


@dataclass(frozen=True)
class Held:
    """What the gateway holds, seen from outside."""

    threads: int
    sockets: int
    descriptors: int
    running: int

    @classmethod
    def of(cls, gateway: Gateway) -> Held:
        """Now, without the sockets of functions' processes. *running* are queries whose rows have not all been sent."""
        folder = Path(f"/proc/{gateway.process.pid}")
        links = [_target(folder / "fd" / name) for name in os.listdir(folder / "fd")]
        with psycopg.connect(gateway.dsn, autocommit=True) as connection:
            row = connection.execute("SELECT count(*) FROM tidegate.queries WHERE state = 'running'").fetchone()
        assert row is not None
        functions = len(descendants(gateway.process.pid))
        sockets = sum(link.startswith("socket:") for link in links) - functions
        return cls(threads(gateway), sockets, len(links) - functions, row[0])


def deleted_files(gateway: Gateway) -> int:
    """Files of versions that only somebody who holds the version keeps open."""
    folder = Path(f"/proc/{gateway.process.pid}/fd")
    return sum(_target(folder / name).endswith("(deleted)") for name in os.listdir(folder))


def threads(gateway: Gateway) -> int:
    """Threads of the process."""
    return len(os.listdir(f"/proc/{gateway.process.pid}/task"))


def _target(link: Path) -> str:
    try:
        return os.readlink(link)
    except FileNotFoundError:  # closed meanwhile
        return ""


def returns_to(gateway: Gateway, before: Held, threads_max: int) -> None:
    """Wait until nothing more is held than before; of threads the pool's, which stay once they are there."""

    def is_back() -> bool:
        try:
            now = Held.of(gateway)
        except psycopg.errors.TooManyConnections:  # the queue of scans is full still
            return False
        return now.sockets <= before.sockets and now.running <= before.running and now.threads <= threads_max

    eventually(is_back, f"it holds no more than {before}")


def small_socket(port: int) -> socket.socket:
    """A connection for which the kernel keeps little."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
    made.settimeout(60)
    made.connect(("127.0.0.1", port))
    return made


class SlowClient(RawClient):
    """A session for which the kernel keeps little; what it has taken of its answer is in *taken*."""

    taken: bytes

    def __init__(self, port: int, **options: str) -> None:
        self.socket = small_socket(port)
        self.socket.sendall(startup(**options))
        self.greeting = self.until_ready()
        self.taken = b""


def answer_of(client: RawClient, taken: bytes = b"") -> bytes:
    """Everything up to ReadyForQuery, behind what has been *taken* of it; fast enough for many megabytes."""
    data = bytearray(taken)
    while not data.endswith(_READY):
        more = client.socket.recv(1 << 20)
        assert more, "the answer is cut off"
        data += more
    return bytes(data)


def begin(clients: Sequence[SlowClient], sql: str) -> None:
    """Have all of them ask, and take the first bytes of the rows."""
    for client in clients:
        client.send(query(sql))
    for client in clients:
        client.taken = client.exactly(1024)
        assert client.taken.startswith(b"T")


def rows_of(data: bytes) -> int:
    """DataRows of a whole answer."""
    return sum(kind == "D" for kind, _ in split(data))


def reset(client: RawClient) -> None:
    """Die as a process does whose host drops the connection: RST, no goodbye."""
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", 1, 0))
    client.socket.close()
