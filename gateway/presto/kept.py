"""What clients come back for, by the name that they were told. In the HTTP server's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from gateway.errors import TooManyConnections

T = TypeVar("T")


class Kept(Generic[T]):
    """At most *items_max* things, called *what*. What is forgotten, or nobody has asked for in a while, is *dropped*."""

    def __init__(self, items_max: int, what: str, dropped: Callable[[T], None]) -> None:
        self._max, self._what, self._dropped = items_max, what, dropped
        self._found: dict[str, T] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def check_room(self) -> None:
        """Raises TooManyConnections."""
        if len(self._found) >= self._max:
            raise TooManyConnections(f"there are {self._max} {self._what} under way already")

    def add(self, name: str, item: T, kept_s: float) -> None:
        """Keep it, for so long if nobody asks for it."""
        self._found[name] = item
        self.touch(name, kept_s)

    def get(self, name: str) -> T | None:
        """What has that name."""
        return self._found.get(name)

    def touch(self, name: str, kept_s: float) -> None:
        """Somebody has asked for it; it is kept for so long from now."""
        self._stop_timer(name)
        self._timers[name] = asyncio.get_running_loop().call_later(kept_s, self.forget, name)

    def forget(self, name: str) -> None:
        """It is over."""
        self._stop_timer(name)
        item = self._found.pop(name, None)
        if item is not None:
            self._dropped(item)

    def clear(self) -> None:
        """The server stops."""
        for name in list(self._found):
            self.forget(name)

    def _stop_timer(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()
