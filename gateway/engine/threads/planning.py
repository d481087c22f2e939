"""Threads that parse and plan what would hold up the event loop: long statements, and those of very many parts.

A second of planning is a second in which no other client is answered and no heartbeat goes out. In a thread it shares the
interpreter with the loop in bites of sys.getswitchinterval(). What cannot be shared are full collections of garbage (garbage.py).

- A statement of more than `LONG_CHARACTERS` (4 KiB), or of more than `PARTS_MAX` (32) SELECTs and JOINs, is parsed and planned in
  one of two threads (`engine/threads/planning.py`). Usual texts take 3 to 14 ms per KiB, so the loop is held up for 50 ms at
  most; a text up to 1 KiB costs one comparison of lengths. What a cache knows is taken from it at once. `session/elsewhere.py`
  has what sessions wait for; Parse, Query, PREPARE, DECLARE, EXPLAIN, COPY and EXECUTE's arguments go that way, and a prepared
  statement whose plan is no longer valid, at the next Bind, Describe, Execute or EXECUTE.
- Cancelling ends the waiting at once; the thread ends its work for nothing, and counts until then towards `PLANNING_MAX` (16;
  53300 beyond). Each wait has the whole of statement_timeout, as the execution behind it has.
- If the catalog has changed meanwhile, the plan is made anew, three times in all, then 40001.
- Threads share the interpreter in bites of half a millisecond. Two things do not: one long C call (`tokenize` of DuckDB's
  client, re over a comment of 15 MB: up to 100 ms) and full garbage collections, which were the longest pauses by far (400 ms and
  more, several in a statement). They are put off (`engine/threads/garbage.py`) while a thread plans or DuckDB reads a long
  statement, and never look at what was there when the node started.
- Bind's values of more than 16 KiB, or more than 1,000 of them, are read in the same threads. Keys of long lists
  (`lean.is_heavy`) are told in the stream's thread.
- In a Query of many statements others have their turn after every eight.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from gateway.contract.cancel import CancelToken
from gateway.engine.options import PLANNING_MAX
from gateway.engine.threads.cores import CORES
from gateway.engine.threads.garbage import full_collections_put_off
from gateway.errors import GatewayError, QueueFull
from planner.errors import PlanError

T = TypeVar("T")

#: Longer statements are parsed and planned in a thread. Usual ones take 3 to 14 ms per KiB.
LONG_CHARACTERS: Final = 4_096
#: Shorter ones are not looked at: with that little text nothing takes 30 ms.
SHORT_CHARACTERS: Final = 1_024
#: Of those between, the ones with more queries and joins than this: some steps take their square.
PARTS_MAX: Final = 32
_PARTS: Final = re.compile(r"(?i)\b(?:select|join)\b")
#: What planning takes, about, for each character: 150 bytes of a list of constants, 300 of an array, 450 of rows of VALUES.
CHARACTER_TAKES_BYTES: Final = 300
#: Long statements at work at once; they compete for one interpreter, so more would only delay everybody.
PLANNING_THREADS: Final = 2


def is_costly(text: str) -> bool:
    """Does parsing or planning it take longer than the event loop should be held up?"""
    if len(text) <= SHORT_CHARACTERS:
        return False
    return len(text) > LONG_CHARACTERS or len(_PARTS.findall(text)) > PARTS_MAX


class Planners:
    """A bounded pool. run() is for the event loop's thread."""

    def __init__(self, jobs_max: int = PLANNING_MAX, check_room: Callable[[int], None] = lambda _: None) -> None:
        """*check_room* raises OutOfMemory where so many bytes are not to be had: a thread that plans hears nobody."""
        self.jobs_max, self._check_room = jobs_max, check_room
        self._pool = ThreadPoolExecutor(PLANNING_THREADS, thread_name_prefix="tidegate-plan", initializer=CORES.compute)
        self._lock = threading.Lock()
        self._jobs = self.refused = 0

    @property
    def jobs(self) -> int:
        """Those at work and those that wait."""
        return self._jobs

    async def run(self, work: Callable[[], T], cancel: CancelToken, characters: int = 0) -> T:
        """What *work* returns or raises, from a thread. Once *cancel* is set its error, at once: a thread that has begun goes on.

        It parses or plans so many *characters*. Raises QueueFull where there are as many as may be, OutOfMemory.
        """
        cancel.check()
        self._check_room(CHARACTER_TAKES_BYTES * characters)
        self._admit()
        job = self._pool.submit(_quietly, work)
        job.add_done_callback(lambda _: self._ended())
        return await unless_cancelled(asyncio.wrap_future(job), cancel)

    def close(self) -> None:
        """Begin nothing more. What runs is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _admit(self) -> None:
        with self._lock:
            if self._jobs >= self.jobs_max:
                self.refused += 1
                raise QueueFull(
                    "too many long statements are being planned",
                    detail=f"{self._jobs} are at work or wait.",
                    hint="Try again later, or send the values as parameters.",
                )
            self._jobs += 1

    def _ended(self) -> None:
        """In whichever thread."""
        with self._lock:
            self._jobs -= 1


async def unless_cancelled(waiting: asyncio.Future[T], cancel: CancelToken) -> T:
    """What *waiting* comes to; once *cancel* is set its error, and *waiting* is cancelled."""

    def give_up() -> None:
        waiting.cancel()

    cancel.on_cancel(give_up)
    try:
        return await waiting
    except asyncio.CancelledError:
        cancel.check()
        raise


def _quietly(work: Callable[[], T]) -> T:
    """Without full collections, and without the millions of tokens that an error's traceback would keep alive."""
    with full_collections_put_off():
        try:
            return work()
        except (PlanError, GatewayError) as error:
            error.__cause__ = error.__context__ = error.__traceback__ = None
            raise
