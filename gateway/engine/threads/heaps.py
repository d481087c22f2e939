"""Few heaps of the C library's, and what is free in them given back to the system.

glibc gives threads heaps of their own, eight for each core, and what is free in one of them is of no use to the threads of another.
Queries run on any thread, each leaves gaps where it ran, and after 300,000 different ones two thirds of what the heaps had was
gaps. Those it keeps, too, but for what is at a heap's end. mallopt(3): M_ARENA_MAX; malloc_trim(3); mallinfo(3), which cannot tell
gaps that have been given back from others. Python's objects are in none of these heaps, and DuckDB has its own.

There are two heaps, and every ten seconds their gaps are given back if the process, or what is free in its heaps, has grown by 32
MiB: 100 MiB at a time where queries differ much, 2 ms in which who allocates waits.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import _duckdb
import pyarrow as pa

#: One for the event loop's thread, and one more, so that threads seldom wait for each other.
HEAPS_MAX: Final = 2
#: So often memory is looked at, and gaps are given back once it, or they, have grown by so much. Who allocates then waits, 2 ms.
LOOK_EVERY_S: Final = 10.0
GROWN_BYTES: Final = 32 << 20

#: Where memory is short each piece of so many bytes has pages of its own. By itself the library changes its mind after the first
#: large one, and makes gaps of up to 32 MiB.
LARGE_BYTES: Final = 1 << 20

_STATM: Final = Path("/proc/self/statm")
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
#: MALLCTL_ARENAS_ALL is 4096.
_PURGE: Final = b"arena.4096.purge"
_M_ARENA_MAX: Final = -8
_M_MMAP_THRESHOLD: Final = -3
_M_TRIM_THRESHOLD: Final = -1
#: By these the owner of the process says it.
_OWN_SETTINGS: Final = ("MALLOC_ARENA_MAX", "GLIBC_TUNABLES")


class _Mallinfo2(ctypes.Structure):
    """Of all heaps, in bytes; *fordblks* is what is free in them."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()  # noqa: SIM905
    ]


def share_heaps() -> bool:
    """For threads that allocate for the first time from now on; True if the library took it.

    What the environment says goes first. C libraries other than glibc have nothing of the kind.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None or any(name in os.environ for name in _OWN_SETTINGS):
        return False
    return bool(mallopt(_M_ARENA_MAX, HEAPS_MAX) == 1)


def keep_few_gaps() -> None:
    """Of a process that may have little: what is large is the system's again as soon as it is free, at the price of time."""
    if "ARROW_DEFAULT_MEMORY_POOL" not in os.environ:
        pa.set_memory_pool(pa.system_memory_pool())
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None and not any(name in os.environ for name in _OWN_SETTINGS):
        mallopt(_M_MMAP_THRESHOLD, LARGE_BYTES)
        mallopt(_M_TRIM_THRESHOLD, LARGE_BYTES)


@contextmanager
def gaps_given_back(look_every_s: float = LOOK_EVERY_S) -> Iterator[None]:
    """While inside, by a thread of its own."""
    if _mallinfo() is None:
        yield
        return
    ended = threading.Event()

    def counted() -> int:
        """Memory in use once, gaps that have been given back once, those that have not been twice."""
        return resident_bytes() + heap_bytes()[1]

    def look() -> None:
        kept = counted()
        while not ended.wait(look_every_s):
            if counted() - kept > GROWN_BYTES:
                give_gaps_back()
                kept = counted()
            kept = min(kept, counted())

    thread = threading.Thread(target=look, name="tidegate-heaps", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def give_gaps_back() -> None:
    """What is free in the C library's heaps and in DuckDB's, where they can; who allocates waits, 2 ms."""
    library, duckdbs = ctypes.CDLL(None), ctypes.CDLL(_duckdb.__file__)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)
    # jemalloc(3). By itself it looks only when somebody allocates, and nobody may where memory is short.
    if hasattr(duckdbs, "duckdb_je_mallctl"):
        duckdbs.duckdb_je_mallctl(_PURGE, None, None, None, ctypes.c_size_t(0))


def heap_bytes() -> tuple[int, int]:
    """In use, and free, in the C library's heaps; (0, 0) where it does not tell."""
    found = _mallinfo()
    return (0, 0) if found is None else (int(found.uordblks) + int(found.hblkhd), int(found.fordblks))


def _mallinfo() -> _Mallinfo2 | None:
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallinfo2"):  # glibc has it since 2.33
        return None
    library.mallinfo2.restype = _Mallinfo2
    found: _Mallinfo2 = library.mallinfo2()
    return found


def own_bytes(pid: int) -> int:
    """What another process has in memory that is no file's; 0 where it has ended."""
    try:
        words = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return (int(words[1]) - int(words[2])) * _PAGE_BYTES


def resident_bytes() -> int:
    """What the process has in memory; 0 where the system does not tell."""
    try:
        return int(_STATM.read_text().split()[1]) * _PAGE_BYTES
    except FileNotFoundError:
        return 0
