"""Waiting for "something has changed", with a limit."""

from __future__ import annotations

import asyncio


class ChangeSignal:
    """Wakes everybody who waits. Used in one event loop."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    def notify(self) -> None:
        """Wake those who wait now."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait(self, timeout_s: float | None) -> None:
        """Return at the next notify(), or after *timeout_s*."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append(future)
        timer = loop.call_later(timeout_s, self._expire, future) if timeout_s is not None else None
        try:
            await future
        finally:
            if timer:
                timer.cancel()

    def _expire(self, future: asyncio.Future[None]) -> None:
        if not future.done():
            future.set_result(None)
            self._waiting.remove(future)
