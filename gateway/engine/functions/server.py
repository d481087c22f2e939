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

#: One that has grown by more than this part of what it may have ends after its call: the next one shall not find it full of gaps.
KEPT_SHARE: Final = 1 / 4
PID_BYTES: Final = 4
_PR_SET_PDEATHSIG: Final = 1
_CALLS: Final = {udf.name: udf.guarded(Ledger()) for udf in UDFS}


def serve(control: socket.socket, memory_bytes: int) -> None:
    """Fork and kill, until the gateway is gone. A process may have *memory_bytes*, the functions' code with it."""
    children: set[int] = set()
    while True:
        message, sockets, _, _ = socket.recv_fds(control, PID_BYTES, 1)
        children -= {pid for pid in children if os.waitpid(pid, os.WNOHANG)[0]}
        if sockets:
            pid = os.fork()
            if pid == 0:
                control.close()
                _work(Connection(sockets[0]), memory_bytes)
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


def _work(calls: Connection, memory_bytes: int) -> None:
    """Make calls, one after another; never returns."""
    server = os.getppid()
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    limit = _mapped_unused_bytes() + memory_bytes
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    goes_on, began_kib = os.getppid() == server, _most_kib()
    while goes_on:
        try:
            answer = _answer(*calls.recv())
            goes_on = _most_kib() - began_kib < KEPT_SHARE * memory_bytes / 1024
            calls.send((*answer, goes_on))
        except (EOFError, ConnectionError):
            break
        except MemoryError:
            goes_on = False
            calls.send((None, _out_of_memory(memory_bytes), goes_on))
    os._exit(0)


def _most_kib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _mapped_unused_bytes() -> int:
    """What is mapped, which RLIMIT_DATA limits, and not in memory: 95 MiB of what the code has set aside."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        _, resident, shared, _, _, data, _ = map(int, statm.read().split())
    return max(0, data - (resident - shared)) * resource.getpagesize()


def _answer(name: str, values: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    try:
        return _CALLS[name](*values), None
    except (ValueError, ArithmeticError) as error:
        return None, error.with_traceback(None)


def _out_of_memory(memory_bytes: int) -> ValueError:
    detail = f"A function's call needs more than {memory_bytes} bytes."
    hint = "Call it with shorter arguments, or raise function_memory_bytes in section [engine]."
    return marked(OutOfMemory("out of memory", detail=detail, hint=hint))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    serve(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]))
