"""Which of a store's databases stay open for ingesting; all of them are read by handles of their own (generation.py).

An open one has six file descriptors and 100 to 200 KiB, and opening it takes some milliseconds: those of views that get nothing
for a while are closed, and the oldest ones where so many views come one after the other that they would leave nobody else a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from statestore.node.local_copy import LocalCopy
from statestore.node.open_files import open_files_max

#: A view's databases are closed when nothing has come for it for so long.
IDLE_S: Final = 60.0
#: All open ones together have a quarter of the descriptors that the process may have.
_SHARE: Final = 4
_FILES_EACH: Final = 6


@dataclass(frozen=True, slots=True)
class _Open:
    """So many databases of a view, at the version *applied*; nothing has come since *since_s*."""

    copy: LocalCopy
    databases: int
    applied: int
    since_s: float


class LiveDatabases:
    """Used by the thread that makes a pass over the views, between two of them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        #: By view; the oldest first.
        self._open: dict[str, _Open] = {}
        self._databases = 0

    def note(self, view: str, copy: LocalCopy) -> None:
        """The view has been brought up to date."""
        known = self._open.get(view)
        if known is not None and (known.databases, known.applied) == (copy.live, copy.applied):
            return
        self.forget(view)
        if copy.live:
            self._open[view] = _Open(copy, copy.live, copy.applied, self._clock())
            self._databases += copy.live

    def make_room(self, coming: str) -> None:
        """The view *coming* is brought up to date next: close others' where all together have more than their share."""
        most = open_files_max() // _SHARE // _FILES_EACH
        if self._databases <= most:
            return
        for view in list(self._open):
            if view != coming and self._databases > most:
                self._close(view)

    def forget(self, view: str) -> None:
        """Its databases are closed, or another's business."""
        if (known := self._open.pop(view, None)) is not None:
            self._databases -= known.databases

    def close_idle(self) -> None:
        """Close those for which nothing has come."""
        before_s = self._clock() - IDLE_S
        for view, known in list(self._open.items()):
            if known.since_s > before_s:
                break
            self._close(view)

    def _close(self, view: str) -> None:
        """Unless that would end a compaction, whose work would be lost."""
        copy = self._open[view].copy
        if not copy.is_compacting:
            copy.close()
            self.forget(view)
