"""Files that commands change and a running server reads: replaced as a whole, changed by one at a time, looked at by stat()."""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from statestore.views.local_storage import sync_folder

#: A larger file is not one of users or grants.
FILE_BYTES_MAX: Final = 64 << 20
_MODE: Final = 0o600
_log = logging.getLogger("tidegate.access")

Content = TypeVar("Content")


class UnusableFile(Exception):
    """A file of users, of grants, or of a certificate that cannot be used; the message names it."""


@dataclass(frozen=True, slots=True)
class FileFound:
    """What a running server found in a file: *told* is for people; of a *bad* one the content before it holds."""

    told: str
    bad: bool = False


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


def read_file(path: Path, what: str, parse: Callable[[str], Content]) -> Content:
    """What a file of *what* says. Raises UnusableFile; FileNotFoundError if there is none."""
    try:
        if path.stat().st_size > FILE_BYTES_MAX:
            raise UnusableFile(f"{path}: too large for a file of {what}")
        return parse(path.read_text())
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UnusableFile(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise UnusableFile(f"{path}: {error}") from error


def entries(text: str) -> Iterator[tuple[int, str]]:
    """(number, line) of a file's lines behind the first that are neither empty nor comments."""
    for number, line in enumerate(text.split("\n")[1:], 2):
        if line.strip() and not line.startswith(";"):
            yield number, line.strip()


def quoted(name: str) -> str:
    """A name as such a file has it."""
    return '"{}"'.format(name.replace('"', '""'))


def unquoted(name: str) -> str:
    """The name that stands there in quotes."""
    return name[1:-1].replace('""', '"')


class WatchedFile(Generic[Content]):
    """What a running server knows of a file. One that is broken, or gone, changes nothing and is logged once."""

    def __init__(
        self, path: Path, what: str, parse: Callable[[str], Content], size: Callable[[Content], int], empty: Content, so: str
    ) -> None:
        """*empty* is what holds while there is no file, *so* says it in the log. Raises UnusableFile."""
        self._path, self._what, self._parse, self._size = path, what, parse, size
        self._seen = state_of(path)
        self._fault = ""
        try:
            self.content = read_file(path, what, parse)
        except FileNotFoundError:
            self.content = empty
            _log.warning("%s: there is no such file yet, and so %s", path, so)

    @property
    def found(self) -> FileFound:
        """What was found when it was looked at last."""
        return FileFound(self._fault or f"{self._path}: {self._size(self.content)} {self._what}", bad=bool(self._fault))

    def look(self) -> bool:
        """Has the file been read anew?"""
        seen = state_of(self._path)
        if seen == self._seen:
            return False
        self._seen = seen
        try:
            self.content = read_file(self._path, self._what, self._parse)
        except FileNotFoundError:
            return self._stays(f"{self._path} is gone")
        except UnusableFile as error:
            return self._stays(str(error))
        self._fault = ""
        _log.info("%s", self.found.told)
        return True

    def _stays(self, why: str) -> bool:
        self._fault = f"{why}; {self._what} stay as they were"
        _log.error("%s", self._fault)
        return False
