"""Wakes a thread when a file appears in watched folders: Linux's inotify, through ctypes.

Not watchfiles: it hands over changes only after a pause of some milliseconds without any, cannot add a folder to a
running watch, and its recursive watch would report every block that Spark's tasks write into the shards' folders.
Where inotify is missing nothing is ever reported, and wait() sleeps for its timeout.
"""

from __future__ import annotations

import ctypes
import errno
import os
import select
import struct
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

_IN_MOVED_FROM: Final = 0x40
_IN_MOVED_TO: Final = 0x80
_IN_CREATE: Final = 0x100
_IN_DELETE: Final = 0x200
_IN_IGNORED: Final = 0x8000
_IN_ONLYDIR: Final = 0x1000000
_INTERESTING: Final = _IN_MOVED_FROM | _IN_MOVED_TO | _IN_CREATE | _IN_DELETE | _IN_ONLYDIR
#: struct inotify_event: watch, mask, cookie, length of the name that follows.
_EVENT: Final = struct.Struct("iIII")
_READ_BYTES: Final = 64 * 1024
#: Folders that cannot be watched because the user's limit is reached are left to polling.
_UNWATCHABLE: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ENOSPC, errno.EACCES})


class Notifier:
    """One inotify queue, and a pipe by which other threads wake the waiting one."""

    def __init__(self) -> None:
        self._wake_read, self._wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
        self._inotify = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC) if self._libc else -1
        self._closing = threading.Lock()
        self._watches: dict[int, Path] = {}
        self._poll = select.poll()
        self._poll.register(self._wake_read, select.POLLIN)
        if self._inotify >= 0:
            self._poll.register(self._inotify, select.POLLIN)

    def watch(self, folder: Path) -> bool:
        """Report names that appear in *folder* or leave it. False when that is not possible: it is not there, for one. Raises
        OSError."""
        if self._libc is None or self._inotify < 0:
            return False
        watch = self._libc.inotify_add_watch(self._inotify, os.fsencode(folder), _INTERESTING)
        if watch < 0:
            number = ctypes.get_errno()
            if number not in _UNWATCHABLE:
                raise OSError(number, os.strerror(number), str(folder))
            return False
        self._watches[watch] = folder
        return True

    def wait(self, timeout_s: float) -> set[Path]:
        """Paths that appeared or left since the last call; empty at the timeout, or when wake() was called."""
        self._poll.poll(timeout_s * 1000)
        self._drain_wakes()
        return self._read_events()

    def wake(self) -> None:
        """Make wait() return, in any thread; after close() nothing happens."""
        with self._closing, suppress(BlockingIOError):  # then enough wakes are in the pipe
            if self._wake_write >= 0:
                os.write(self._wake_write, b"w")

    def close(self) -> None:
        """Give the descriptors back."""
        with self._closing:
            for descriptor in (self._wake_read, self._wake_write, self._inotify):
                if descriptor >= 0:
                    os.close(descriptor)
            self._inotify = self._wake_read = self._wake_write = -1

    def _drain_wakes(self) -> None:
        with suppress(BlockingIOError):
            while os.read(self._wake_read, _READ_BYTES):
                pass

    def _read_events(self) -> set[Path]:
        if self._inotify < 0:
            return set()
        found: set[Path] = set()
        with suppress(BlockingIOError):
            while data := os.read(self._inotify, _READ_BYTES):
                found |= self._parse(data)
        return found

    def _parse(self, data: bytes) -> set[Path]:
        found: set[Path] = set()
        at = 0
        while at < len(data):
            watch, mask, _, length = _EVENT.unpack_from(data, at)
            name = data[at + _EVENT.size : at + _EVENT.size + length].rstrip(b"\0")
            at += _EVENT.size + length
            if mask & _IN_IGNORED:
                self._watches.pop(watch, None)
            elif watch in self._watches and name:
                found.add(self._watches[watch] / os.fsdecode(name))
        return found
