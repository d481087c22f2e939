"""Turns of those who read the root's files: each has databases open meanwhile, and its client may take nothing for minutes."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

#: So many read at a time, on one node.
READERS_MAX: Final = 8
#: Who has not been asked for more for so long gives up its turn where others wait.
IDLE_S: Final = 2.0


class Admitted(Protocol):
    """Who reads. For the event loop's thread."""

    @property
    def idle_since_s(self) -> float | None:
        """Since when nobody asks it for more, by the loop's clock; None: it is at work."""

    def wake(self) -> None:
        """It may be its turn."""

    def let_go(self) -> None:
        """Close what is open, and leave(): it takes another turn to go on."""


class BacklogAdmission:
    """First come, first served; who is not asked for more keeps its place and holds up nobody. For the event loop's thread."""

    def __init__(self) -> None:
        self._reading: list[Admitted] = []
        self._waiting: dict[Admitted, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def take(self, reader: Admitted) -> bool:
        """Is it the reader's turn? Else it is woken when it may be."""
        if reader in self._reading:
            return True
        self._waiting.setdefault(reader)
        if len(self._reading) >= READERS_MAX and self._timer is None:
            self._look()
        if len(self._reading) >= READERS_MAX or self._first() is not reader:
            return False
        del self._waiting[reader]
        self._reading.append(reader)
        self._wake_first()
        return True

    def leave(self, reader: Admitted) -> None:
        """The reader's turn is over, or it waits no longer."""
        self._waiting.pop(reader, None)
        if reader in self._reading:
            self._reading.remove(reader)
        self._wake_first()

    def _first(self) -> Admitted | None:
        return next((reader for reader in self._waiting if reader.idle_since_s is None), None)

    def _wake_first(self) -> None:
        if len(self._reading) < READERS_MAX and (first := self._first()) is not None:
            first.wake()

    def _look(self) -> None:
        """Have idle readers let go, as long as somebody waits."""
        loop = asyncio.get_running_loop()
        since_s = loop.time() - IDLE_S
        for reader in list(self._reading):
            if reader.idle_since_s is not None and reader.idle_since_s <= since_s:
                reader.let_go()
        self._timer = loop.call_later(IDLE_S / 2, self._look) if self._first() is not None else None
