"""Wakes whoever follows checkpoints when a batch commits: inotify where the folder is local, the clock elsewhere.

Spark writes commits/.N.<uuid>.tmp and renames it to N; old batches are deleted in the same folder. Local folders are
looked at by the clock, too: one that is not there yet, that was made anew, or that another machine writes to (NFS)
sends no events.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Self

from statestore.attach.checkpoint.logs import COMMITS
from statestore.attach.files import CheckpointFiles
from statestore.node.notify import Notifier

LOCAL_POLL_S: Final = 1.0
REMOTE_POLL_S: Final = 2.0


class CommitWatcher:
    """Watches the commits of some checkpoints, for one waiting thread. The checkpoints need not exist yet."""

    def __init__(
        self,
        checkpoints: Sequence[CheckpointFiles],
        *,
        local_poll_s: float = LOCAL_POLL_S,
        remote_poll_s: float = REMOTE_POLL_S,
    ) -> None:
        self._notifier = Notifier()
        self._folders = {Path(files.uri) / COMMITS: files.uri for files in checkpoints if files.is_local}
        self._watched: set[Path] = set()
        self._poll_s = {files.uri: local_poll_s if files.is_local else remote_poll_s for files in checkpoints}
        self._due_s = dict.fromkeys(self._poll_s, time.monotonic())
        self._woken = False

    def wait(self, timeout_s: float) -> frozenset[str]:
        """URIs of checkpoints that may have other batches than when they were last named; none when wake() was called or the
        time is up. The first call names all of them at once.
        """
        deadline_s = time.monotonic() + timeout_s
        while True:
            news = self._newly_watched() | self._due()
            if not news and not self._woken:
                until_s = min([deadline_s, *self._due_s.values()])
                events = self._notifier.wait(max(0.0, until_s - time.monotonic()))
                news = {self._folders[path.parent] for path in events if path.name.isdecimal()}
            if news or self._woken or time.monotonic() >= deadline_s:
                self._woken = False
                self._put_off(news)
                return frozenset(news)

    def wake(self) -> None:
        """Make wait() return, in any thread."""
        self._woken = True
        self._notifier.wake()

    def close(self) -> None:
        """Give the descriptors back."""
        self._notifier.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _newly_watched(self) -> set[str]:
        """Watch every folder, again: that costs little, does nothing where it is watched, and finds one that was made anew."""
        watched = {folder for folder in self._folders if self._notifier.watch(folder)}
        # What was committed before the watch began sends no event.
        news = {self._folders[folder] for folder in watched - self._watched}
        self._watched = watched
        return news

    def _due(self) -> set[str]:
        now_s = time.monotonic()
        return {uri for uri, due_s in self._due_s.items() if due_s <= now_s}

    def _put_off(self, named: set[str]) -> None:
        now_s = time.monotonic()
        self._due_s.update((uri, now_s + self._poll_s[uri]) for uri in named)
