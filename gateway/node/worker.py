"""One of several processes behind one port (workers.py starts them): which one it is, and cancel requests between them.

A CancelRequest comes to whichever worker the system gives the connection to. Session numbers tell whose it is (registry.py), and it
is passed on as a datagram to that worker's socket, which lies in its store folder.
"""

from __future__ import annotations

import os
import socket
from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from gateway.config import WORKERS_MAX
from gateway.engine.functions.signals import Signal
from gateway.node.running import folder_of
from gateway.server.registry import SECRET_BYTES, Numbers, Registry
from gateway.server.signals import SessionSignals
from gateway.server.unix_paths import short

#: How a worker learns what it is: "number/of/run".
ENVIRONMENT: Final = "TIDEGATE_WORKER"
#: In a worker's store folder; there from the moment it listens.
SOCKET_NAME: Final = "cancel.sock"
_PID_BYTES: Final = 4
#: Process ids begin with 1.
_NO_PID: Final = bytes(_PID_BYTES)
_LETTERS: Final = {Signal.CANCEL: b"c", Signal.TERMINATE: b"t"}


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
    def is_first(self) -> bool:
        """Does it do what one of them does for all?"""
        return self.number == 1

    @property
    def environment(self) -> dict[str, str]:
        """What tells a process that it is this worker."""
        return {**os.environ, ENVIRONMENT: f"{self.number}/{self.of}/{self.run}"}

    @property
    def numbers(self) -> Numbers:
        """The numbers of its sessions."""
        return Numbers(self.number, WORKERS_MAX)


class CancelSocket:
    """Takes other workers' cancel requests and signals, and passes on those that are for them. Make it in the event loop's thread.

    A request is a process id and its secret; a signal NO_PID, its letter, the process id and the user. Only who may write to the
    store's folder can send either.
    """

    def __init__(
        self, loop: AbstractEventLoop, store: Path, worker: Worker, cancel: Callable[[int, bytes], None], signals: SessionSignals
    ) -> None:
        self._loop, self._store, self._cancel, self._signals = loop, store, cancel, signals
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        folder = folder_of(store, worker.number)
        (folder / SOCKET_NAME).unlink(missing_ok=True)
        with short(folder) as path:
            self._socket.bind(f"{path}/{SOCKET_NAME}")
        loop.add_reader(self._socket.fileno(), self._take)

    def pass_on(self, pid: int, secret: bytes) -> None:
        """Hand a request to the worker whose session it names; nobody is told how it went."""
        self._send(pid, pid.to_bytes(_PID_BYTES) + secret)

    def pass_signal_on(self, pid: int, signal: Signal, user: str) -> None:
        """Hand a signal to the worker whose session it is for; nobody is told how it went."""
        self._send(pid, _NO_PID + _LETTERS[signal] + pid.to_bytes(_PID_BYTES) + user.encode())

    def _send(self, pid: int, data: bytes) -> None:
        folder = folder_of(self._store, Numbers.worker_of(pid))
        # The worker may be gone, or taking no more: then so is the session, or the request is lost, as a cancel request may be.
        with suppress(OSError), short(folder) as path:
            self._socket.sendto(data, f"{path}/{SOCKET_NAME}")

    def _take(self) -> None:
        with suppress(BlockingIOError):
            data = self._socket.recv(1024)
            if data.startswith(_NO_PID):
                self._take_signal(data[len(_NO_PID) :])
            elif len(data) == _PID_BYTES + SECRET_BYTES:
                self._cancel(int.from_bytes(data[:_PID_BYTES]), data[_PID_BYTES:])

    def _take_signal(self, data: bytes) -> None:
        signal = next((signal for signal, letter in _LETTERS.items() if data.startswith(letter)), None)
        if signal is not None and len(data) > _PID_BYTES:
            self._signals.taken(int.from_bytes(data[1 : 1 + _PID_BYTES]), signal, data[1 + _PID_BYTES :].decode(errors="replace"))


def listen_to_others(loop: AbstractEventLoop, store: Path, worker: Worker, registry: Registry, signals: SessionSignals) -> None:
    """Exchange cancel requests and signals with the other workers from now on."""
    exchange = CancelSocket(loop, store, worker, registry.cancel, signals)
    registry.elsewhere, signals.elsewhere = exchange.pass_on, exchange.pass_signal_on


def when_parent_ends(loop: AbstractEventLoop, callback: Callable[[], None]) -> None:
    """Standard input is a pipe that the parent never writes to: its end is the parent's."""

    def ended() -> None:
        loop.remove_reader(0)
        callback()

    loop.add_reader(0, ended)
