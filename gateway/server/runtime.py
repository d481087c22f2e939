"""Real time and background work for sessions: the Runtime of a running event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from gateway.contract.engine import RowStream
from gateway.session.ports import Timer


class LoopRuntime:
    """Runtime over asyncio. Streams that are being closed are kept track of until they are."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._closing: set[asyncio.Task[None]] = set()

    def now_us(self) -> int:
        """See Runtime."""
        return time.time_ns() // 1000

    def call_later(self, delay_s: float, callback: Callable[[], None]) -> Timer:
        """See Runtime."""
        return self._loop.call_later(delay_s, callback)

    def close(self, stream: RowStream) -> None:
        """See Runtime."""
        task = self._loop.create_task(stream.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def finish(self) -> None:
        """Wait until everything is closed."""
        while self._closing:
            await asyncio.wait(self._closing)
