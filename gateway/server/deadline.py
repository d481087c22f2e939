"""The end of somebody's patience: with sessions that say nothing (idle_session_timeout, idle_in_transaction_session_timeout), with
clients that take nothing (client_write_timeout_s).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


class Deadline:
    """*expired* is called, with what start() was told, unless stop() comes in time."""

    __slots__ = ("_expired", "_loop", "_timer", "armed")

    def __init__(self, loop: asyncio.AbstractEventLoop, expired: Callable[..., None]) -> None:
        self._loop = loop
        self._expired = expired
        self._timer: asyncio.TimerHandle | None = None
        self.armed = False

    def start(self, timeout_s: float, *told: Any) -> None:
        """From now on."""
        self._timer = self._loop.call_later(timeout_s, self._expired, *told)
        self.armed = True

    def stop(self) -> None:
        """Nobody waits any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.armed = False
