"""Keeps the process within the memory that it may have, where the system would otherwise kill it.

DuckDB, the copies and the block cache have limits of their own, and most of what queries use is counted there. Not all: Arrow
batches, texts on their way to a client, vectors that are worked on, what Python and the allocators keep. So while executions are at
work the event loop looks, every LOOK_S, at what the process and its helpers have resident. Beyond the limit

1. garbage is collected, and what is free in the heaps is given back to the system;
2. if that is not enough, who has been at work for longest without having given a row (nothing grows like what is still being
   made) is ended with 53200, else who has been at work for longest of all; then the next, once that one has ended, or after
   PATIENCE_S;
3. who comes meanwhile is refused with 53200.

What is resident includes pages of the program's own files, which the system takes back when it is short: a hundred MiB, by which
memory may grow between two looks. What takes more than that at once asks before, check_room().
"""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol

import pyarrow as pa

from gateway.contract.cancel import CancelReason, CancelToken, memory_short
from gateway.engine.threads.heaps import give_gaps_back

#: How often it looks. A core makes some 100 MB a second.
LOOK_S: Final = 0.025
#: Beyond this part of the limit it looks more often.
NEAR: Final = 0.75
LOOK_NEAR_S: Final = 0.005
#: Beyond so many times the limit nobody is waited for.
NOW: Final = 16 / 15
#: What somebody was told that there is room for is in use, or not wanted, after the time that this takes.
MADE_BYTES_PER_S: Final = 1 << 28
#: How long is waited for one that was ended before the next one is.
PATIENCE_S: Final = 0.25
#: Gaps are not given back more often: who allocates meanwhile waits, 2 ms.
GIVE_BACK_S: Final = 0.5


class GovernedExecution(Protocol):
    """What can be ended."""

    cancel: CancelToken
    #: Has it given anything yet?
    has_given: bool

    @property
    def running(self) -> bool:
        """Is it at work now?"""


class MemoryGovernor:
    """Of one process. All but check_room() is for the event loop's thread."""

    def __init__(self, bytes_max: int, used: Callable[[], int], give_back: Callable[[], None] | None = None) -> None:
        """*used* says what is resident, *bytes_max* what may be; 0: nothing is looked at. *give_back* is for tests."""
        self.bytes_max = bytes_max
        self._used, self._give_back = used, give_back or _collect
        self._open: dict[GovernedExecution, None] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._ending: GovernedExecution | None = None
        self._ended_s = self._given_back_s = float("-inf")
        self._short = False
        self._granting = threading.Lock()
        #: By thread: until when it may not have taken it yet, and how much.
        self._granted: dict[int, tuple[float, int]] = {}
        #: How many executions were ended, and how many were refused.
        self.ended = self.refused = 0

    def enter(self, execution: GovernedExecution) -> None:
        """It begins to do something, and is open until leave(). Raises OutOfMemory if it was not open, and others have it all."""
        if not self.bytes_max:
            return
        if execution not in self._open:
            if self._short and self.is_short():
                self.refused += 1
                raise memory_short("this one came when others had it")
            self._open[execution] = None
        self._watch()

    def leave(self, execution: GovernedExecution) -> None:
        """It has ended."""
        self._open.pop(execution, None)
        if self._ending is execution:
            self._ending = None

    def check_room(self, more_bytes: int) -> None:
        """Raises OutOfMemory unless so much more can be had now. Any thread."""
        if not self.bytes_max:
            return
        thread, now_s = threading.get_ident(), monotonic()
        with self._granting:
            self._granted = {t: grant for t, grant in self._granted.items() if grant[0] > now_s and t != thread}
            if self._lacks(more_bytes + sum(size for _, size in self._granted.values())):
                raise memory_short(f"this one may take {more_bytes} bytes more at a time")
            self._granted[thread] = (now_s + more_bytes / MADE_BYTES_PER_S, more_bytes)

    def is_short(self) -> bool:
        """Is more used than may be, even without the gaps?"""
        self._short = self._lacks(0)
        return self._short

    def _lacks(self, more_bytes: int) -> bool:
        if self._used() + more_bytes <= self.bytes_max:
            return False
        if monotonic() - self._given_back_s >= GIVE_BACK_S:
            self._given_back_s = monotonic()
            self._give_back()
        return self._used() + more_bytes > self.bytes_max

    def _watch(self) -> None:
        if self._timer is None:
            near = self._used() > NEAR * self.bytes_max
            self._timer = asyncio.get_running_loop().call_later(LOOK_NEAR_S if near else LOOK_S, self._look)

    def _look(self) -> None:
        self._timer = None
        running = [execution for execution in self._open if execution.running]
        if running:
            self._watch()
            if self.is_short():
                self._end_one(running)

    def _end_one(self, running: list[GovernedExecution]) -> None:
        now_s = monotonic()
        waited_for = self._ending is not None and self._ending.running and now_s - self._ended_s < PATIENCE_S
        if waited_for and self._used() <= NOW * self.bytes_max:
            return
        left = [execution for execution in running if execution.cancel.reason is None]
        chosen = next((execution for execution in left if not execution.has_given), next(iter(left), None))
        if chosen is not None:
            self._ending, self._ended_s = chosen, now_s
            self.ended += 1
            chosen.cancel.cancel(CancelReason.MEMORY)


def _collect() -> None:
    """Errors know the frames that they came through, and those rows: what only a collection finds is garbage, too."""
    gc.collect()
    pa.default_memory_pool().release_unused()
    give_gaps_back()
