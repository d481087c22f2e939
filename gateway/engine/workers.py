"""The threads that do what would hold up the event loop, and the bound on how many executions may be open at once.

A thread is only taken for one step at a time (start, one batch, close), so a client that reads slowly holds an execution open
but no thread.

- Threads. Steps (start, next batch, encode, close) run in `worker_threads` threads, until they have taken 20 ms one per core
  but for one core (`engine/threads/pool.py`; DuckDB takes all cores for one step anyway): eight at once had the loop wait for a
  core 2.3 times as long. An execution holds no thread between steps, so a client that does not read blocks nobody.
  `engine/threads/admission.py` bounds open executions by class (points, scans, fragments) and those that wait for a place; one
  more is 53300 (`QueueFull`). Fragments never wait, or two nodes would wait for each other.
- Steps of a scan are `SCAN_ROWS` (2,048) rows: taking them holds Python's lock for about half a millisecond, which is what a
  point lookup may have to wait behind a scan. 8,192 would make a scan alone 10% faster.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, wait
from typing import Any, Final, TypeVar

from gateway.contract.cancel import CancelToken
from gateway.contract.turns import Turns
from gateway.engine.duck.isolated_instances import NeedsIsolation
from gateway.engine.keyed.batch_source import BatchSource
from gateway.engine.options import EngineOptions
from gateway.engine.threads.admission import Admission, AdmissionPlace, Class
from gateway.engine.threads.governor import MemoryGovernor
from gateway.engine.threads.heaps import resident_bytes
from gateway.engine.threads.pool import Pool

T = TypeVar("T")

#: How often a step that does not end after it was cancelled is interrupted again: DuckDB forgets an interrupt that
#: arrives just before it begins.
INTERRUPT_AGAIN_S: Final = 0.05
#: How long is waited for a step that has been interrupted. DuckDB hears nothing while it makes a partition's window or sorts a
#: vector; whoever has cancelled is answered then, and the step ends in its own time, with all that it holds still counted.
ENDING_S: Final = 0.05


class Workers:
    """A bounded pool. Counters are only touched by the event loop's thread."""

    def __init__(self, options: EngineOptions, memory: MemoryGovernor | None = None) -> None:
        """*memory* is who ends executions where there is too little."""
        self.memory = memory or MemoryGovernor(0, resident_bytes)
        self._pool = Pool(options.worker_threads, "tidegate-query")
        self._closed = False
        #: Executions that end in their own time.
        self._ending: set[asyncio.Task[None]] = set()
        self.turns = Turns()
        self.classes: dict[Class, Admission] = {
            "points": Admission("points", options.points_running_max, options.points_queued_max, "points_running_max"),
            "scans": Admission("scans", options.running_max, options.queued_max, "running_max"),
            "fragments": Admission("fragments", options.fragments_running_max, 0, "fragments_running_max"),
        }

    def limit(self, options: EngineOptions) -> None:
        """From now on so many executions may be open, and wait; the threads are as many as they were."""
        self.classes["points"].limit(options.points_running_max, options.points_queued_max)
        self.classes["scans"].limit(options.running_max, options.queued_max)
        self.classes["fragments"].limit(options.fragments_running_max, 0)

    @property
    def running(self) -> int:
        """Open executions of all classes."""
        return sum(admission.running for admission in self.classes.values())

    def admit(self, kind: Class) -> AdmissionPlace:
        """A place for one more open execution. Raises QueueFull when there are as many as may be, and as many waiting."""
        return self.classes[kind].enter()

    def submit(self, step: Callable[[], T]) -> Future[T]:
        """Run a step in a thread."""
        return self._pool.submit(step)

    async def let_end(self, ending: Coroutine[Any, Any, None], steps: Steps) -> None:
        """Await what ends an execution, but not much longer than ENDING_S where a step does not end: then it goes on by itself."""
        if not steps.running:
            await ending
            return
        task = asyncio.create_task(ending)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)
        await asyncio.wait({task}, timeout=ENDING_S)
        if task.done():
            task.result()

    def dispose(self, source: BatchSource) -> None:
        """Close what an execution read; in this thread where that takes no time, or the others have ended."""
        if source.ended or self._closed:
            source.close()
        else:
            self._pool.submit(source.close)

    def close(self) -> None:
        """Wait for running steps and end the threads."""
        self._closed = True
        self._pool.close()


def _nothing() -> None:
    """There is nothing to interrupt, or no longer."""


class Steps:
    """The steps of one execution, one after another, all of them ended early by its token."""

    def __init__(self, workers: Workers, cancel: CancelToken, interrupt: Callable[[], None] = _nothing) -> None:
        self._workers, self.cancel, self._interrupt = workers, cancel, interrupt
        #: Has a step of it been finished?
        self.has_given = False
        self._current: Future[Any] | None = None
        self._awaited: asyncio.Future[Any] | None = None
        self._step: Callable[[], Any] = _nothing
        cancel.on_cancel(self._cancelled)

    def start(self, step: Callable[[], T]) -> Future[T]:
        """Begin a step; the one before must have been finished. Raises OutOfMemory for the first one, and the token's error."""
        self.cancel.check()
        self._workers.memory.enter(self)
        self._step = step
        started = self._current = self._workers.submit(step)
        return started

    @property
    def running(self) -> bool:
        """Is a step at work, or does it wait for a thread?"""
        return self._current is not None and not self._current.done()

    async def run(self, step: Callable[[], T]) -> T:
        """start() and finish()."""
        return await self.finish(self.start(step))

    async def finish(self, step: Future[T]) -> T:
        """The step's result; the token's error, ENDING_S after it is set at the latest. Goes on when it is its turn (turns.py)."""
        awaited: asyncio.Future[T] = asyncio.wrap_future(step)
        self._awaited = awaited
        try:
            result = await awaited
            await self._workers.turns.wait()
            self._step, self.has_given = _nothing, True
            return result
        except asyncio.CancelledError:
            self.cancel.check()
            raise
        except NeedsIsolation as greedy:
            await greedy.find_instance(self.cancel)
            again: T = await self.run(self._step)
            return again

    async def close(self) -> None:
        """Wait until no step runs; one that waits for a thread is dropped, one that runs is interrupted. There is no further one.

        The token knows these steps still; what they worked on, and the versions it reads, it no longer does.
        """
        try:
            await self._end_current()
        finally:
            self._interrupt = self._step = _nothing
            self._current = None
            self._workers.memory.leave(self)

    async def _end_current(self) -> None:
        current = self._current
        if current is not None and not current.cancel() and not current.done():
            self._interrupt_until_done()
            ended = asyncio.wrap_future(current)
            ended.add_done_callback(_seen)
            try:
                await asyncio.wait([ended])
            except asyncio.CancelledError:
                # The loop ends: what the step works on is closed next, and may not be before the step is through.
                wait([current])
                raise

    def _cancelled(self) -> None:
        if self._current is not None and not self._current.cancel():
            self._interrupt_until_done()
            if self._awaited is not None:
                asyncio.get_running_loop().call_later(ENDING_S, self._awaited.cancel)

    def _interrupt_until_done(self) -> None:
        if self._current is not None and not self._current.done():
            self._interrupt()
            asyncio.get_running_loop().call_later(INTERRUPT_AGAIN_S, self._interrupt_until_done)


def _seen(step: asyncio.Future[Any]) -> None:
    """Nobody asks any more for what it failed with."""
    if not step.cancelled():
        step.exception()
