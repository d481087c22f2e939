"""Which cores threads may use: where there are few, the event loop has one that computing threads keep off while they are young.

With two cores the loop, DuckDB's threads and clients' processes all want one. Linux puts the loop's thread where it was last, often
behind a thread that computes, and moves one of them to an idle core only now and then: a lookup waits for a millisecond beside it.
Where there are many cores one of them is idle soon enough, and a fixed one may be somebody else's fixed one as well.
DuckDB's threads may use all cores, for they give way: a scan has the loop's core while the loop has nothing to do. Those that run
Python for long may not, because who waits for the interpreter's lock waits for whoever holds it to get a core.

- The loop's core (`engine/threads/cores.py`). Traced with `sched_switch`, half of a bystander's waits beyond 0.6 ms were the
  loop's thread waiting behind a computing one while the other core was idle. Where there are two to four cores the loop has one
  of them, which young steps keep off; a step older than 20 ms has all. In alternate turns p99 beside the 200 went from 970 to 650
  µs. With more cores one is idle soon enough, and processes that fix themselves to cores may choose the same one. Several workers
  would have to agree: they are left alone. `loop_core = false` in `[serve]` leaves everything to Linux. Fewer DuckDB threads give
  nothing. DuckDB's own threads have all cores and a nice value of 5 (they inherit it from the thread that opens the database), so
  the loop comes before them and a scan has the loop's core while it is idle. Beside much else 5 is the best for both: at 0 a
  bystander waits half as long again, at 10 and more the scan does, and kept off the core both wait longer, for a scan waits for
  its last piece of rows, so threads that hardly get a core are worse than none; whoever opens a stream or runs a function in one
  of them holds Python's lock meanwhile.
"""

from __future__ import annotations

import os
import random
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final, TypeVar

T = TypeVar("T")

#: With more of them the loop's thread goes wherever Linux puts it.
FEW_CORES: Final = 4
#: By so much DuckDB's threads are nicer than others: the loop comes before them, and beside a busy program they have a quarter of a
#: core still. With 10 and 19 a scan beside such programs took 1.5 times and twice as long.
GIVING_WAY: Final = 5


class Cores:
    """Of one process. Nothing happens before choose(), nor where that says no. Any thread."""

    def __init__(self) -> None:
        self._all: frozenset[int] = frozenset()
        self._computing: frozenset[int] = frozenset()

    def choose(self) -> bool:
        """Choose the loop's among those that the process may use. No: there are many, or one, or the system has no such thing."""
        usable = _affinity()
        if not 2 <= len(usable) <= FEW_CORES:
            return False
        self._all = usable
        self._computing = usable - {random.choice(sorted(usable))}
        return True

    def belong_to_loop(self) -> None:
        """The calling thread is the loop's. Threads that it starts from now on say for themselves where they run."""
        _confine(0, self._all - self._computing)

    def compute(self) -> None:
        """The calling thread keeps off the loop's core, as do threads that it starts."""
        _confine(0, self._computing)

    def go_anywhere(self, thread: int = 0) -> None:
        """That *thread* (a native id; 0 is the caller) may use all cores."""
        _confine(thread, self._all)


def giving_way(start: Callable[[], T]) -> T:
    """What *start* returns. Threads that it starts give way to all others for as long as they live.

    It runs in a thread of its own, because a process may lower a thread's priority and not raise it again.
    """
    with ThreadPoolExecutor(1, initializer=_give_way) as one:
        return one.submit(start).result()


def _give_way() -> None:
    if sys.platform == "linux":  # elsewhere it would be the process's
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + GIVING_WAY)


def _affinity() -> frozenset[int]:
    return frozenset(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else frozenset()


def _confine(thread: int, cores: frozenset[int]) -> None:
    """Unless there are none, the thread has ended, or the system no longer lets the process have any of these."""
    if cores:
        with suppress(OSError):
            os.sched_setaffinity(thread, cores)


#: This process's.
CORES: Final = Cores()
