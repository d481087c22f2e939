"""What there is of a view at its root, looked at by the thread that follows it, now and then, so that no query has to."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from statestore.errors import StateStoreError
from statestore.views.folder import ViewFolder

#: How often a view is looked at, at most; and what share of the thread's time all looks may take.
LOOK_EVERY_S: Final = 60.0
LOOK_SHARE_MAX: Final = 0.01


@dataclass(frozen=True, slots=True)
class AtRoot:
    """*latest* is the newest version that has been seen; *base* that of the newest base, *bytes_live* its size. *bytes_total* is
    the size of all files with rows. None is what is not there, or not known. Since the start *taken* versions have come from there,
    which took *taking_s*."""

    latest: int
    base: int | None = None
    bytes_live: int | None = None
    bytes_total: int | None = None
    taken: int = 0
    taking_s: float = 0.0


class RootLook:
    """Of one view; used by one thread at a time."""

    def __init__(self, folder: ViewFolder, clock: Callable[[], float]) -> None:
        """*clock* gives seconds."""
        self._folder = folder
        self._clock = clock
        self._next_s = clock()
        self.found = AtRoot(0)

    def look(self) -> None:
        """If it is time. What cannot be read stays as it was known: it is told elsewhere that the root is away."""
        if self._clock() < self._next_s:
            return
        began_s = time.monotonic()
        with suppress(StateStoreError, OSError):
            self._look_for_base()
            if self._folder.storage.is_local:  # elsewhere to list all files is dear
                self.found = replace(self.found, bytes_total=self._folder.bytes_total())
        self._next_s = self._clock() + max(LOOK_EVERY_S, (time.monotonic() - began_s) / LOOK_SHARE_MAX)

    def _look_for_base(self) -> None:
        newest = max(self._folder.bases(), default=None)
        if newest != self.found.base:
            size = None if newest is None else self._folder.base(newest).size_bytes
            self.found = replace(self.found, base=newest, bytes_live=size)
