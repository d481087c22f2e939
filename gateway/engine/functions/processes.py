"""Python functions that may take long run in processes of their own: a query that is interrupted ends those it waits for.

DuckDB calls a function in any of its threads. The number of the query comes with each call, for it is written in its SQL; so
whoever interrupts a query ends the processes that work for it, and no others. The thread that waits holds no lock of the
interpreter's. One process more than are at work is kept ready, up to function_processes_max of [engine]; further calls wait.
"""

from __future__ import annotations

import itertools
import socket
import subprocess
import sys
import threading
from collections.abc import Container
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final
from weakref import WeakValueDictionary

from gateway.engine.functions.server import PID_BYTES
from gateway.engine.options import FUNCTION_MEMORY_BYTES, FUNCTION_PROCESSES_MAX
from gateway.engine.threads.cores import CORES
from gateway.engine.threads.heaps import own_bytes
from planner.postgres.functions.udf.elsewhere import Interrupted

#: Before the server is started again that has ended by itself.
RESTART_PAUSE_S: Final = 1.0


class Process:
    """One of them, in the gateway's eyes."""

    def __init__(self, server: socket.socket) -> None:
        """Raises OSError where the server has ended."""
        self._server = server
        here, there = socket.socketpair()
        self._calls = Connection(here.detach())
        try:
            with there:
                socket.send_fds(server, [bytes(PID_BYTES)], [there.fileno()])
            self._pid = server.recv(PID_BYTES)
            self.pid = int.from_bytes(self._pid)
            if not self._pid:
                raise ConnectionResetError("the functions' server has ended")
        except BaseException:
            self._calls.close()
            raise
        #: Can it be called again?
        self.goes_on = True

    def call(self, name: str, values: tuple[Any, ...]) -> Any:
        """What the function gives, or raises. Raises EOFError or OSError where the process ends meanwhile."""
        goes_on, self.goes_on = self.goes_on, False
        assert goes_on, "called once too often"
        self._calls.send((name, values))
        found, error, self.goes_on = self._calls.recv()
        if error is not None:
            raise error
        return found

    def kill(self) -> None:
        """End it, from another thread; call() then raises."""
        with suppress(OSError):  # the server has ended, and all processes with it
            self._server.send(self._pid)

    def close(self) -> None:
        """End it once it has nothing to do."""
        self._calls.close()


class Calls:
    """Those of one query at a time. *number* is what its functions say."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.processes: set[Process] = set()


class FunctionProcesses:
    """Those of an engine: an Elsewhere (planner.postgres.functions.udf.elsewhere). Nothing is started before the first call."""

    def __init__(self, processes_max: int = FUNCTION_PROCESSES_MAX, memory_bytes: int = FUNCTION_MEMORY_BYTES) -> None:
        """*processes_max* are at work at a time, each with *memory_bytes*."""
        self._processes_max, self._memory_bytes = processes_max, memory_bytes
        self._server_pid = 0
        self._pids: set[int] = set()
        self._numbers = itertools.count(1)
        self._changed = threading.Condition()
        self._nobody = Calls(0)
        self._queries = WeakValueDictionary[int | None, Calls]()
        self._queries[None] = self._nobody
        self._stopped: set[int | None] = set()
        self._free: list[Process] = []
        #: Free or at work.
        self._running = 0
        self._closed = self._failed = False
        self._thread: threading.Thread | None = None

    @property
    def stopped(self) -> Container[int | None]:
        """See Elsewhere."""
        return self._stopped

    def begin(self) -> Calls:
        """Of a connection that may call functions: as long as that is, the caller has to keep them."""
        with self._changed:
            calls = Calls(next(self._numbers))
            self._queries[calls.number] = calls
        return calls

    def stop(self, calls: Calls) -> None:
        """Have the query's calls end at once, those that run and those to come. Any thread, the event loop's too."""
        with self._changed:
            self._stopped.add(calls.number)
            for process in calls.processes:
                process.kill()
            self._changed.notify_all()

    def ended(self, calls: Calls) -> None:
        """None is running any more; those to come are another execution's."""
        self._stopped.discard(calls.number)

    def call(self, query: int | None, name: str, values: tuple[Any, ...]) -> Any:
        """See Elsewhere. Raises Interrupted."""
        calls = self._queries[query]
        process = self._take(calls)
        try:
            return process.call(name, values)
        except (EOFError, ConnectionError):
            if calls.number in self._stopped:
                raise Interrupted from None
            raise
        finally:
            self._give_back(calls, process)

    def resident_bytes(self) -> int:
        """What they have in memory, what forked processes have in common counted once."""
        with self._changed:
            server, pids = self._server_pid, tuple(self._pids)
        common = own_bytes(server) if server else 0
        return common + sum(max(0, own_bytes(pid) - common) for pid in pids)

    def close(self) -> None:
        """End them all; after all queries have ended."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _take(self, calls: Calls) -> Process:
        with self._changed:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="tidegate-functions", daemon=True)
                self._thread.start()
            self._changed.wait_for(lambda: self._free or self._failed or calls.number in self._stopped)
            if calls.number in self._stopped:
                raise Interrupted
            if not self._free:
                raise ConnectionResetError("the functions' server does not start")
            process = self._free.pop()
            calls.processes.add(process)
            self._changed.notify_all()
        return process

    def _give_back(self, calls: Calls, process: Process) -> None:
        with self._changed:
            calls.processes.discard(process)
            if process.goes_on and calls.number not in self._stopped:  # else it may have been killed just now
                self._free.append(process)
            else:
                self._running -= 1
                self._pids.discard(process.pid)
                process.close()
            self._changed.notify_all()

    # ------------------------------------------------------------------------------------------------------- in their thread

    def _run(self) -> None:
        CORES.compute()
        server = self._started()
        while self._wait_until_wanted():
            try:
                process = Process(server.control)
            except OSError:
                server.close()
                with self._changed:
                    self._failed = True
                    self._changed.notify_all()
                    self._changed.wait_for(lambda: self._closed, RESTART_PAUSE_S)
                server = self._started()
                continue
            with self._changed:
                self._failed = False
                self._running += 1
                self._pids.add(process.pid)
                self._free.append(process)
                self._changed.notify_all()
        for process in self._free:
            process.close()
        server.close()

    def _wait_until_wanted(self) -> bool:
        """Wait until one more is wanted, or none any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or (not self._free and self._running < self._processes_max))
            return not self._closed

    def _started(self) -> _Server:
        server = _Server(self._memory_bytes)
        with self._changed:
            self._server_pid = server.pid
        return server


class _Server:
    """function_server.py's process."""

    def __init__(self, memory_bytes: int) -> None:
        self.control, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with there:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "gateway.engine.functions.server", str(there.fileno()), str(memory_bytes)],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[there.fileno()], process_group=0,
            )  # fmt: skip
        self.pid = self._process.pid

    def close(self) -> None:
        """It ends when nobody is at the other end."""
        self.control.close()
        self._process.wait()
