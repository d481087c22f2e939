"""One of several processes behind one port (workers.py starts them): which one it is, and cancel requests between them.

A CancelRequest comes to whichever worker the system gives the connection to. Session numbers tell whose it is (registry.py), and it
is passed on as a datagram to that worker's socket, which lies in its store folder.
"""

from __future__ import annotations

import os
import socket
import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from gateway.config import WORKERS_MAX
from gateway.server.registry import SECRET_BYTES, Numbers, Registry

#: How a worker learns what it is: "number/of/run".
ENVIRONMENT: Final = "TIDEGATE_WORKER"
#: In a worker's store folder; there from the moment it listens.
SOCKET_NAME: Final = "cancel.sock"
_PID_BYTES: Final = 4


@dataclass(frozen=True, slots=True)
class Worker:
    """Worker *number*, from 1, of so many. *run* is common to all: for other nodes they are one process."""

    number: int
    of: int
    run: str

    @classmethod
    def of_environment(cls) -> Self | None:
        """This process; None where it serves alone."""
        number, _, rest = os.environ.get(ENVIRONMENT, "").partition("/")
        of, _, run = rest.partition("/")
        return cls(int(number), int(of), run) if number else None

    @property
    def environment(self) -> dict[str, str]:
        """What tells a process that it is this worker."""
        return {**os.environ, ENVIRONMENT: f"{self.number}/{self.of}/{self.run}"}

    @property
    def numbers(self) -> Numbers:
        """The numbers of its sessions."""
        return Numbers(self.number, WORKERS_MAX)


def folder_of(store: Path, number: int) -> Path:
    """A worker's own store."""
    return store / f"worker-{number}"


class CancelSocket:
    """Takes other workers' cancel requests, and passes on those that are for them. Make it in the event loop's thread."""

    def __init__(self, loop: AbstractEventLoop, store: Path, worker: Worker, cancel: Callable[[int, bytes], None]) -> None:
        self._loop, self._store, self._cancel = loop, store, cancel
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        folder = folder_of(store, worker.number)
        (folder / SOCKET_NAME).unlink(missing_ok=True)
        with _short(folder) as short:
            self._socket.bind(f"{short}/{SOCKET_NAME}")
        loop.add_reader(self._socket.fileno(), self._take)

    def pass_on(self, pid: int, secret: bytes) -> None:
        """Hand a request to the worker whose session it names; nobody is told how it went."""
        folder = folder_of(self._store, Numbers.worker_of(pid))
        # The worker may be gone, or taking no more: then so is the session, or the request is lost, as a cancel request may be.
        with suppress(OSError), _short(folder) as short:
            self._socket.sendto(pid.to_bytes(_PID_BYTES) + secret, f"{short}/{SOCKET_NAME}")

    def _take(self) -> None:
        with suppress(BlockingIOError):
            data = self._socket.recv(1024)
            if len(data) == _PID_BYTES + SECRET_BYTES:
                self._cancel(int.from_bytes(data[:_PID_BYTES]), data[_PID_BYTES:])


@contextmanager
def _short(folder: Path) -> Iterator[str]:
    """Another name of a folder for a moment: the path of a Unix socket may have about 100 bytes only."""
    if not sys.platform.startswith("linux"):
        yield str(folder)
        return
    descriptor = os.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}"
    finally:
        os.close(descriptor)


def listen_to_others(loop: AbstractEventLoop, store: Path, worker: Worker, registry: Registry) -> None:
    """Exchange cancel requests with the other workers from now on."""
    registry.elsewhere = CancelSocket(loop, store, worker, registry.cancel).pass_on


def when_parent_ends(loop: AbstractEventLoop, callback: Callable[[], None]) -> None:
    """Standard input is a pipe that the parent never writes to: its end is the parent's."""

    def ended() -> None:
        loop.remove_reader(0)
        callback()

    loop.add_reader(0, ended)
