"""`tidegate serve --workers N`: N processes behind one port, each with a store of its own; a parent that keeps them running.

    parent ── binds the port (SO_REUSEPORT), never listens
      ├─ worker 1   <store>/worker-1    listens on the same port; the system deals connections out among those that listen
      ├─ worker 2   <store>/worker-2
      └─ …          one that ends is started again, after a pause that grows while it ends soon

A worker that is dead or starting does not listen, so no new connection is given to it. SIGHUP is passed on; so are SIGTERM and
SIGINT, as SIGTERM, and the parent waits until all have drained; a second one ends what they run (stopping.py), a third themselves.
If the parent dies, the workers drain and end.
HTTP's clients (--http) are dealt out likewise; worker 1 listens for them from its start on, and says how far it is. Whichever is
asked for metrics asks the others (gateway/http/siblings.py). Trino's (--presto) are served by worker 1 alone: they ask for an
answer's pages one by one, on any connection, and the pages are where the query runs. While it starts again nobody answers there,
as with a single process; the parent keeps the address for it.
The files of one version are linked into each store and take the disk's space once, where root and stores share a disk.

- The parent binds the port without listening, so that port 0 is one port for all and nobody else gets it. It first tries to bind
  without SO_REUSEPORT: a second server on the port would otherwise take a share of the first one's connections.
- A worker that ends is started again after 0.1 s, and after longer pauses while it ends soon. One that has never listened and
  ends by itself ends all: it has said why.
- Session numbers are K, K + 64, K + 128 …; so they are unique, and a CancelRequest that comes to the wrong worker is passed on as
  a datagram to a socket in the right one's store folder.
- In a cluster all workers are one member: they answer heartbeats with one run id, and with statuses that may differ by a version
  for a moment, which readers of a status allow for anyway. A Kafka group has one member per process, so `--kafka` is refused with
  workers.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from gateway.access.tallies import FILE_NAME, SharedTallies
from gateway.config import Address, ConfigError
from gateway.node.running import folder_of, running
from gateway.node.worker import SOCKET_NAME, Worker

#: Pause before a worker is started again: from the first to the second, doubling, unless it ran for STEADY_S.
PAUSE_MIN_S: Final = 0.1
PAUSE_MAX_S: Final = 10.0
STEADY_S: Final = 10.0
EXIT_FAILURE: Final = 1

_log = logging.getLogger("tidegate.workers")


def run_workers(
    arguments: Sequence[str],
    address: Address,
    store: Path,
    workers: int,
    presto: Address | None = None,
    http: Address | None = None,
) -> int:
    """Run so many `tidegate serve` *arguments* until told to stop; the exit code. Raises ConfigError.

    *presto* is where the first of them serves Trino's clients, *http* where all serve HTTP.
    """
    if (store / "store.json").exists():
        _log.warning(
            "%s holds the store of a single process, which workers do not use: serve without --workers, or delete LOCK, "
            "store.json, views and work there", store,
        )  # fmt: skip
    with running(store, workers):
        return _run(list(arguments), address, store, workers, presto, http)


def _run(arguments: list[str], address: Address, store: Path, workers: int, presto: Address | None, http: Address | None) -> int:
    try:
        SharedTallies.create(store / FILE_NAME, workers)
    except OSError as error:
        raise ConfigError(f"{store}: {error.strerror or error}") from error
    with ExitStack() as reserved:
        options = ["--listen", str(_reserved(address, reserved))]
        for name, front in (("--presto", presto), ("--http", http)):
            if front is not None:
                options += [name, str(_reserved(front, reserved))]
        return asyncio.run(_Parent([*arguments, *options], store, workers).run())


def _reserved(address: Address, until: ExitStack) -> Address:
    """The address, with a port in place of 0, kept from others *until* then. Raises ConfigError."""
    try:
        reserved = until.enter_context(_reserve(address))
    except OSError as error:
        raise ConfigError(f"cannot listen on {address}: {error.strerror or error}") from error
    return Address(address.host, reserved.getsockname()[1])


def _reserve(address: Address) -> socket.socket:
    """A socket on the address that keeps others from it (and says which port 0 is), but takes no connections."""
    family, kind, *_, where = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)[0]
    if not address.port:
        return _bound(family, kind, where)
    # Without SO_REUSEPORT first: otherwise another such server on the port would share its connections with this one.
    probe = socket.socket(family, kind)
    with probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(where)
        probe.listen(1)
    return _bound(family, kind, where)


def _bound(family: int, kind: int, where: tuple[object, ...]) -> socket.socket:
    made = socket.socket(family, kind)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind(where)
    except BaseException:
        made.close()
        raise
    return made


class _Parent:
    """Starts, watches and ends the workers."""

    def __init__(self, arguments: list[str], store: Path, workers: int) -> None:
        self._arguments, self._store = arguments, store
        run = secrets.token_hex(8)
        self._workers = [Worker(number, workers, run) for number in range(1, workers + 1)]
        self._running: dict[int, asyncio.subprocess.Process] = {}
        self._stopping = asyncio.Event()
        self._signals = 0
        self._code = 0

    async def run(self) -> int:
        """Until all have ended."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._signalled)
        loop.add_signal_handler(signal.SIGHUP, self._send, signal.SIGHUP)
        await asyncio.gather(*(self._keep(worker) for worker in self._workers))
        return self._code

    def _signalled(self) -> None:
        self._signals += 1
        self._stop(signal.SIGTERM if self._signals <= 2 else signal.SIGKILL)

    def _stop(self, number: signal.Signals) -> None:
        self._stopping.set()
        self._send(number)

    def _send(self, number: signal.Signals) -> None:
        for process in self._running.values():
            if process.returncode is None:
                process.send_signal(number)

    async def _keep(self, worker: Worker) -> None:
        """Run a worker, again and again."""
        pause_s, ready = PAUSE_MIN_S, folder_of(self._store, worker.number) / SOCKET_NAME
        ever_ready = False
        ready.unlink(missing_ok=True)
        loop = asyncio.get_running_loop()
        while not self._stopping.is_set():
            begun_s = loop.time()
            code = await self._run(worker)
            ever_ready = ever_ready or ready.exists()
            ready.unlink(missing_ok=True)
            if self._stopping.is_set():
                # One that was still starting is ended by the signal itself.
                ended_well = code in (0, -signal.SIGTERM) or self._signals > 1
                self._code = self._code or (0 if ended_well else EXIT_FAILURE)
                return
            if not ever_ready and code > 0:
                # It has said why; the others have the same settings.
                self._code = code
                self._stop(signal.SIGTERM)
                return
            pause_s = PAUSE_MIN_S if loop.time() - begun_s >= STEADY_S else min(2 * pause_s, PAUSE_MAX_S)
            _log.warning("worker %d %s; starting it again in %g s", worker.number, _ending(code), pause_s)
            await self._pause(pause_s)

    async def _run(self, worker: Worker) -> int:
        """One life of a worker; its exit code, negative for a signal."""
        # A session of its own: what the terminal sends to the foreground comes to the parent alone, which passes it on.
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gateway", *self._arguments,
            stdin=asyncio.subprocess.PIPE, env=worker.environment, start_new_session=True,
        )  # fmt: skip
        self._running[worker.number] = process
        if self._stopping.is_set():
            process.send_signal(signal.SIGTERM)
        _log.info("worker %d is process %d", worker.number, process.pid)
        code = await process.wait()
        if process.stdin is not None:
            process.stdin.close()
        return code

    async def _pause(self, pause_s: float) -> None:
        try:
            await asyncio.wait_for(self._stopping.wait(), pause_s)
        except TimeoutError:
            return


def _ending(code: int) -> str:
    return f"ended with code {code}" if code >= 0 else f"was killed by {signal.Signals(-code).name}"


def tallies_of(store: str, worker: Worker | None) -> SharedTallies | None:
    """The failed logins that all workers count together; None where there are none. Raises ConfigError."""
    if worker is None:
        return None
    try:
        return SharedTallies(Path(store) / FILE_NAME, worker.number)
    except (OSError, ValueError) as error:
        raise ConfigError(f"failed logins of all workers: {error}") from error


def store_of(store: str, worker: Worker | None) -> Path:
    """The folder of this process, made where it is a worker's."""
    if worker is None:
        return Path(store)
    folder = folder_of(Path(store), worker.number)
    os.makedirs(folder, exist_ok=True)
    return folder
