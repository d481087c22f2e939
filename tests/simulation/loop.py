"""An asyncio event loop without a clock, sockets or threads: when nothing is ready, time moves on to the next timer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Deadlock(Exception):
    """Everybody waits, and no timer is set: time would never go on."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Starts at time 0. Two runs of the same program take the same steps in the same order."""

    def __init__(self, early_s: float = 0.0) -> None:
        """Timers come early by *early_s* at most, as uvloop's do, which are of whole milliseconds."""
        super().__init__()
        self.now_s = 0.0
        self._early_s = early_s
        # What BaseEventLoop's own loop asks for: events of files, of which there are none.
        self._selector = self
        self._clock_resolution = max(1e-9, 2 * early_s)

    def time(self) -> float:
        """Virtual seconds since the start."""
        return self.now_s

    def select(self, timeout_s: float | None) -> list[Any]:
        """Called with how long nothing is due."""
        if timeout_s is None:
            raise Deadlock(f"at {self.now_s:.3f} s")
        if timeout_s > 0:
            self.now_s += timeout_s - self._early_s if timeout_s > self._early_s else timeout_s
        return []

    def _process_events(self, events: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody sleeps."""


def run_virtual(main: Coroutine[Any, Any, T], early_s: float = 0.0) -> T:
    """Run *main* to its end on a loop of its own, and cancel what is left."""
    loop = VirtualLoop(early_s)
    try:
        return loop.run_until_complete(main)
    finally:
        loop.run_until_complete(_cancel(asyncio.all_tasks(loop)))
        loop.close()


async def _cancel(tasks: set[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
