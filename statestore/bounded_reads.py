"""Reads of a local disk that a query waits for: not for long, since what is mounted there may be another machine's that is silent.

The reads are made in a thread of their own. While one that was given up is still waited for there, the next are refused at once, so
that the event loop is held up once and not by each query.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from statestore.errors import StateStoreError

#: A disk of this machine takes 0.1 ms.
READ_S: Final = 0.25

T = TypeVar("T")


class BoundedReads:
    """Of one root; usable from any thread."""

    def __init__(self, read_s: float = READ_S) -> None:
        self._read_s = read_s
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="tidegate-read")
        self._late: Future[Any] | None = None

    def each(self, found: Iterator[T], place: str) -> Iterator[T]:
        """The items of *found*, each of which is a read of *place*. Raises what reading raises; StateStoreError where it takes too
        long."""
        while item := self._wait_for(partial(_next, found), place):
            yield item[0]

    def _wait_for(self, read: Callable[[], T], place: str) -> T:
        with self._lock:
            job = None if self._late is not None and not self._late.done() else self._pool.submit(read)
        if job is not None:
            try:
                return job.result(self._read_s)
            except TimeoutError:
                if job.done():
                    raise  # the disk's own
            with self._lock:
                self._late = job
        raise StateStoreError(f"{place} does not answer", detail=f"It was waited for {self._read_s} s.")


def _next(found: Iterator[T]) -> tuple[T] | None:
    return next(((item,) for item in found), None)
