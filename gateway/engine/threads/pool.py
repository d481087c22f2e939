"""A pool of threads in which few steps are young: what takes long makes room for others, the others do not crowd the cores.

Threads that compute take the cores from the event loop, and may hold Python's global lock while they wait for one. So fewer run at
first than there are cores (DuckDB uses all of them for one step, if it is worth it), on those that are not the loop's (cores.py),
and more once those turn out to take long, on all: queries that take a moment need not wait for those that take minutes.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from gateway.engine.threads.cores import CORES, Cores
from gateway.machine import processors

T = TypeVar("T")

#: A step is young for so long.
YOUNG_S: Final = 0.02


class Pool:
    """Runs steps in the order in which they come, *threads_max* at a time at most. Submit in the event loop's thread."""

    def __init__(
        self, threads_max: int, name: str, young_max: int | None = None, young_s: float = YOUNG_S, cores: Cores = CORES
    ) -> None:
        """Without *young_max* as many as the process may use cores, but for one, the event loop's."""
        self._threads = ThreadPoolExecutor(threads_max, thread_name_prefix=name, initializer=cores.compute)
        self._cores = cores
        self._threads_max = threads_max
        self._young_max = young_max or max(processors() - 1, 1)
        self._young_s = young_s
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        #: When each young step began, in that order; those that are older.
        self._young: dict[Future[Any], float] = {}
        self._old: set[Future[Any]] = set()
        #: The threads of steps that run.
        self._running: dict[Future[Any], int] = {}
        self._looks_again = False

    def submit(self, step: Callable[[], T]) -> Future[T]:
        """Run *step* in a thread, sooner or later; a step that still waits can be cancelled."""
        future: Future[T] = Future()
        self._waiting.append((future, step))
        self._start_some()
        if not self._looks_again:
            self._look_later()
        return future

    def close(self) -> None:
        """Wait for running steps and end the threads; what waits is cancelled."""
        with self._lock:
            waiting, self._waiting = self._waiting, deque()
        for future, _ in waiting:
            future.cancel()
        self._threads.shutdown(wait=True)

    def _look_again(self) -> None:
        """Some may have become old, without any that has ended."""
        self._start_some()
        self._looks_again = False
        if self._waiting or self._young:
            self._look_later()

    def _look_later(self) -> None:
        self._looks_again = True
        asyncio.get_running_loop().call_later(self._young_s, self._look_again)

    def _start_some(self) -> None:
        """Start what may start. In any thread; a step may have ended before it is known whom to tell, and then is told at once."""
        with self._lock:
            started = self._started()
        for future, runs in started:
            runs.add_done_callback(partial(self._ended, future))

    def _started(self) -> list[tuple[Future[Any], Future[Any]]]:
        now_s = time.monotonic()
        while self._young and now_s - next(iter(self._young.values())) >= self._young_s:
            self._grow_old(next(iter(self._young)))
        started = []
        while self._waiting and len(self._young) < self._young_max and len(self._young) + len(self._old) < self._threads_max:
            future, step = self._waiting.popleft()
            if future.set_running_or_notify_cancel():
                self._young[future] = now_s
                started.append((future, self._threads.submit(self._run, future, step)))
        return started

    def _grow_old(self, future: Future[Any]) -> None:
        del self._young[future]
        self._old.add(future)
        if future in self._running:
            self._cores.go_anywhere(self._running[future])

    def _run(self, future: Future[Any], step: Callable[[], T]) -> T:
        """In a thread of the pool."""
        self._running[future] = threading.get_native_id()  # without the lock, which whoever starts several holds meanwhile
        try:
            return step()
        finally:
            with self._lock:
                del self._running[future]
                is_old = future in self._old
            if is_old:
                self._cores.compute()
            del future  # an error knows its frames: they must not know, by the future, the error

    def _ended(self, future: Future[T], ran: Future[T]) -> None:
        """Its thread is free again."""
        with self._lock:
            self._young.pop(future, None)
            self._old.discard(future)
        self._start_some()
        error = ran.exception()
        if error is None:
            future.set_result(ran.result())
        else:
            future.set_exception(error)
