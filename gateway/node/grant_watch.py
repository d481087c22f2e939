"""Brings changes of the grants' file to a running engine."""

from __future__ import annotations

import asyncio
from typing import Final

from gateway.access.grants import GrantFile
from gateway.catalog.guard import Guard

#: A revoked grant ends this long after the command at the latest; statements that run by then run to their end.
LOOK_S: Final = 1.0


class GrantWatch:
    """Make it in the event loop. From then on the file's grants count."""

    def __init__(self, file: GrantFile, guard: Guard, exempt: frozenset[str] = frozenset()) -> None:
        self._file, self._guard, self._exempt = file, guard, exempt
        self._loop = asyncio.get_running_loop()
        self._guard.set(file.grants, exempt)
        self._timer = self._loop.call_later(LOOK_S, self._look)

    def close(self) -> None:
        """Look no more."""
        self._timer.cancel()

    def look(self) -> None:
        """Look now."""
        if self._file.look():
            self._guard.set(self._file.grants, self._exempt)

    def _look(self) -> None:
        self.look()
        self._timer = self._loop.call_later(LOOK_S, self._look)
