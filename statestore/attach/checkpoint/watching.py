"""Wakes whoever follows a checkpoint when a batch commits: inotify where the folder is local, the clock elsewhere.

Spark writes commits/.N.<uuid>.tmp and renames it to N; old batches are deleted in the same folder. A local folder is
looked at by the clock, too: one that is not there yet, that was made anew, or that another machine writes to (NFS)
sends no events.
"""

from __future__ import annotations

import time
from pathlib import Path

from statestore.attach.checkpoint.logs import COMMITS
from statestore.attach.files import CheckpointFiles
from statestore.node.notify import Notifier


class CommitWatcher:
    """Watches the commits of a checkpoint, for one waiting thread; by the clock every *poll_s*. It need not exist yet."""

    def __init__(self, files: CheckpointFiles, poll_s: float) -> None:
        self._notifier = Notifier()
        self._folder = Path(files.uri) / COMMITS if files.is_local else None
        self._watched = False
        self._poll_s = poll_s
        self._due_s = time.monotonic()
        self._woken = False

    def wait(self, timeout_s: float) -> bool:
        """Whether there may be other batches than when that was last so, as it is at the first call; it is not when wake() was
        called or the time is up."""
        deadline_s = time.monotonic() + timeout_s
        while True:
            news = self._newly_watched() or self._due_s <= time.monotonic()
            if not news and not self._woken:
                events = self._notifier.wait(max(0.0, min(deadline_s, self._due_s) - time.monotonic()))
                news = any(path.name.isdecimal() for path in events)
            if news or self._woken or time.monotonic() >= deadline_s:
                self._woken = False
                if news:
                    self._due_s = time.monotonic() + self._poll_s
                return news

    def wake(self) -> None:
        """Make wait() return, in any thread."""
        self._woken = True
        self._notifier.wake()

    def close(self) -> None:
        """Give the descriptors back."""
        self._notifier.close()

    def _newly_watched(self) -> bool:
        """Watch the folder, again: that costs little, does nothing where it is watched, and finds one that was made anew."""
        before, self._watched = self._watched, self._folder is not None and self._notifier.watch(self._folder)
        # What was committed before the watch began sends no event.
        return self._watched and not before
