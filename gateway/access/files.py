"""Files that commands change and a running server reads: replaced as a whole, changed by one at a time, looked at by stat()."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from statestore.views.local_storage import sync_folder

_MODE: Final = 0o600


def state_of(path: Path) -> tuple[int, ...] | None:
    """Another value whenever the file is another one; None: it is not there."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def write_file(path: Path, text: str) -> None:
    """Replace the file, for its owner's eyes only; root leaves it to whom it belonged. Raises OSError."""
    work = path.with_name(f".{path.name}.{os.getpid()}.new")
    descriptor = os.open(work, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, _MODE)
    try:
        with os.fdopen(descriptor, "w") as file:
            if path.exists() and os.geteuid() == 0:
                owner = path.stat()
                os.fchown(descriptor, owner.st_uid, owner.st_gid)
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        os.replace(work, path)
    except BaseException:
        work.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep others from changing the file. Raises OSError."""
    descriptor = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT, _MODE)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
