"""``python -m gateway.engine.functions.server``: where Python functions run that may take long. processes.py starts it.

It has imported the functions and forks a process for whoever asks, in a few milliseconds; such a process has most of its memory in
common with it. It has no threads, so that it may fork, and alone knows which of its children have not been waited for, so that a
signal meets none but them.

    gateway ──b"", socket──→ server ──fork──→ process          gateway ──name, values──→ process
            ←────pid────────                                           ←─value or error──
            ──pid──────────→ server ──SIGKILL──→ process
"""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import signal
import socket
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final

from planner.errors import OutOfMemory
from planner.postgres.functions.faults import marked
from planner.postgres.functions.udf.apart import UDFS
from planner.postgres.functions.udf.large import Ledger

#: What a process may have in memory, the functions' code with it.
MEMORY_BYTES_MAX: Final = 512 << 20
#: One that had more than this at a time ends after its call: the next one shall not find it full of gaps. Arrow takes 90 MiB.
KEPT_BYTES_MAX: Final = 192 << 20
PID_BYTES: Final = 4
_PR_SET_PDEATHSIG: Final = 1
_CALLS: Final = {udf.name: udf.guarded(Ledger()) for udf in UDFS}


def serve(control: socket.socket) -> None:
    """Fork and kill, until the gateway is gone."""
    children: set[int] = set()
    while True:
        message, sockets, _, _ = socket.recv_fds(control, PID_BYTES, 1)
        children -= {pid for pid in children if os.waitpid(pid, os.WNOHANG)[0]}
        if sockets:
            pid = os.fork()
            if pid == 0:
                control.close()
                _work(Connection(sockets[0]))
            os.close(sockets[0])
            children.add(pid)
            with suppress(ConnectionError):  # the gateway was killed: nothing more comes
                control.send(pid.to_bytes(PID_BYTES))
        elif message:
            _kill(children & {int.from_bytes(message)})
        else:
            _kill(children)
            for pid in children:
                os.waitpid(pid, 0)
            return


def _kill(children: set[int]) -> None:
    for pid in children:
        os.kill(pid, signal.SIGKILL)


def _work(calls: Connection) -> None:
    """Make calls, one after another; never returns."""
    server = os.getppid()
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))
    goes_on = os.getppid() == server
    while goes_on:
        try:
            answer = _answer(*calls.recv())
            goes_on = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < KEPT_BYTES_MAX >> 10
            calls.send((*answer, goes_on))
        except (EOFError, ConnectionError):
            break
        except MemoryError:
            goes_on = False
            calls.send((None, _out_of_memory(), goes_on))
    os._exit(0)


def _answer(name: str, values: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    try:
        return _CALLS[name](*values), None
    except (ValueError, ArithmeticError) as error:
        return None, error.with_traceback(None)


def _out_of_memory() -> ValueError:
    detail = f"A function's call needs more than {MEMORY_BYTES_MAX} bytes."
    return marked(OutOfMemory("out of memory", detail=detail, hint="Call it with shorter arguments."))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    serve(socket.socket(fileno=int(sys.argv[1])))
