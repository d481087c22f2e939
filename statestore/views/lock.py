"""The lock that a job holds on a local view while it publishes.

It is flock(2) on publisher.lock: the kernel drops it when the process ends, however it ends, so that a restarted job
never waits. What the file says is for people. Roots that are not local have no lock: there only the commit itself tells two
jobs apart.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from statestore.errors import ConcurrentPublisher
from statestore.views.local_storage import room_checked

LOCK_FILE: Final = "publisher.lock"
#: More than any holder ever writes.
_HOLDER_BYTES_MAX: Final = 4096


@dataclass(frozen=True, slots=True)
class LockHolder:
    """Who holds, or last held, a lock."""

    owner: str = "unknown"
    pid: int = 0
    host: str = ""


class PublisherLock:
    """The lock of one view's folder, held until close()."""

    def __init__(self, view_folder: Path, *, owner: str) -> None:
        """Take the lock at once. Raises ConcurrentPublisher when somebody else has it, in this process or another."""
        with room_checked(str(view_folder)):
            view_folder.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(view_folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
        self._owner = owner
        try:
            self._take(view_folder)
        except BaseException:
            self.close()
            raise

    def _take(self, view_folder: Path) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise _refused(view_folder, self._read()) from error
        holder = LockHolder(self._owner, os.getpid(), socket.gethostname())
        with room_checked(LOCK_FILE):
            os.pwrite(self._descriptor, json.dumps(asdict(holder)).encode().ljust(_HOLDER_BYTES_MAX), 0)

    def close(self) -> None:
        """Let go; a second call does nothing."""
        if self._descriptor >= 0:
            # Closing is not enough: a process that was forked a moment ago, and has not begun its program yet, shares the lock.
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> PublisherLock:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self) -> LockHolder:
        """What the file says; a file that a crash left half written says nothing."""
        try:
            body = json.loads(os.pread(self._descriptor, _HOLDER_BYTES_MAX, 0))
            return LockHolder(str(body["owner"]), int(body["pid"]), str(body["host"]))
        except (ValueError, KeyError, TypeError):
            return LockHolder()


def _refused(view_folder: Path, holder: LockHolder) -> ConcurrentPublisher:
    return ConcurrentPublisher(
        f"another job publishes view {view_folder.name}",
        detail=f"{view_folder / LOCK_FILE} is held by {holder.owner}, process {holder.pid} on {holder.host}",
        hint="one job at a time can publish a view; stop one of them, or give each a view of its own",
    )
