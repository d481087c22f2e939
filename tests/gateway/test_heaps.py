"""Threads share a few heaps of the C library's, unless the environment says otherwise; what is free in these is given back."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from typing import Final

import pytest

from gateway.engine.threads.heaps import HEAPS_MAX

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has heaps for threads")

THREADS: Final = 8
WAIT_S: Final = 60
#: Prints what share_heaps() said and how many heaps there are once each thread has allocated something and holds it.
PROGRAM: Final = f"""
import ctypes, sys, threading
from gateway.engine.threads.heaps import share_heaps

libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
taken = sys.argv[1] == "shared" and share_heaps()
together = threading.Barrier({THREADS})

def allocate():
    together.wait()
    assert libc.malloc(ctypes.c_size_t(1 << 14))
    together.wait()

threads = [threading.Thread(target=allocate) for _ in range({THREADS})]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
file = ctypes.c_void_p(libc.fopen(sys.argv[2].encode(), b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
print(taken, open(sys.argv[2]).read().count("<heap nr="))
"""


#: Prints what the process has when there are gaps in its heap, and some time later. Between the gaps is what stays.
GAPS: Final = f"""
import ctypes, time
from gateway.engine.threads.heaps import GROWN_BYTES, gaps_given_back
from gateway.engine.functions.large_results import resident_bytes

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
pages = 4 * GROWN_BYTES // 65536
with gaps_given_back(0.05):
    blocks = [ctypes.c_void_p(libc.malloc(ctypes.c_size_t(65000))) for _ in range(pages)]
    for block in blocks:
        ctypes.memset(block, 1, 65000)
    before = resident_bytes()
    for block in blocks[:-1:2]:
        libc.free(block)
    until = time.monotonic() + {WAIT_S}
    while resident_bytes() > before - GROWN_BYTES and time.monotonic() < until:
        time.sleep(0.01)
    print(before - resident_bytes() >= GROWN_BYTES)
"""


def test_gaps_are_given_back() -> None:
    run = subprocess.run([sys.executable, "-c", GAPS], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["True"]


def heaps(how: str, path: str, **environment: str) -> tuple[str, int]:
    without = {k: v for k, v in os.environ.items() if k not in ("MALLOC_ARENA_MAX", "GLIBC_TUNABLES")}
    command = [sys.executable, "-c", PROGRAM, how, path]
    taken, count = subprocess.run(
        command, env={**without, **environment}, check=True, capture_output=True, text=True
    ).stdout.split()
    return taken, int(count)


def test_threads_share_heaps(tmp_path: os.PathLike[str]) -> None:
    path = f"{tmp_path}/heaps"
    _, usual = heaps("as it is", path)
    assert usual > HEAPS_MAX, "else this shows nothing"
    assert heaps("shared", path) == ("True", HEAPS_MAX)


def test_the_environment_goes_first(tmp_path: os.PathLike[str]) -> None:
    taken, count = heaps("shared", f"{tmp_path}/heaps", MALLOC_ARENA_MAX="4")
    assert (taken, count) == ("False", 4)
