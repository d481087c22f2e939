"""A root on a local disk: durable by fsync, exactly-once creation by a hard link."""

from __future__ import annotations

import errno
import os
import shutil
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import Final

from statestore.errors import RootNotFound, StorageFull

#: Names that start so are files being written; nothing reads them.
TEMPORARY_PREFIX: Final = ".tmp-"
_READ_BYTES: Final = 1 << 16

_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
#: What RocksDB says then: strerror(ENOSPC) and strerror(EDQUOT).
NO_ROOM_WORDS: Final = ("No space left on device", "Disk quota exceeded")
_NO_LINKS: Final = frozenset({errno.EXDEV, errno.EPERM, errno.EMLINK, errno.ENOTSUP})


def storage_full(place: str, detail: str) -> StorageFull:
    """The error for a disk without room at *place*."""
    return StorageFull(f"no room left to write {place}", detail=detail, hint="free some space; nothing of this write is visible")


@contextmanager
def room_checked(place: str, full: Callable[[str, str], StorageFull] = storage_full) -> Iterator[None]:
    """Raises StorageFull in place of the operating system's "no room"; *full* words it, of *place* and what the system says."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise full(place, str(error)) from error
        raise


@dataclass(frozen=True, slots=True)
class LocalStorage:
    """Files under the folder *root*, which exists."""

    root: Path

    @property
    def uri(self) -> str:
        """The root's absolute path."""
        return str(self.root)

    @property
    def is_local(self) -> bool:
        """True."""
        return True

    @property
    def at_once(self) -> int:
        """One: to open a file is no waiting."""
        return 1

    def exists(self, path: str) -> bool:
        """Whether a file of this name is there."""
        return (self.root / path).is_file()

    def size(self, path: str) -> int | None:
        """See Storage."""
        with suppress(FileNotFoundError):
            return (self.root / path).stat().st_size
        return None

    def names(self, folder: str, prefix: str = "", *, within_s: float = 0) -> list[str]:
        """Names in *folder* without those of files being written. Raises RootNotFound when even the root is gone."""
        return [name for name in self._all_names(folder) if name.startswith(prefix) and not name.startswith(TEMPORARY_PREFIX)]

    def entries(self, folder: str) -> list[tuple[str, int, float]]:
        """See Storage; those that are being written, too."""
        found = []
        for name in self._all_names(folder):
            with suppress(FileNotFoundError):
                status = (self.root / folder / name).stat()
                if S_ISREG(status.st_mode):
                    found.append((name, status.st_size, status.st_mtime))
        return found

    def temporary_names(self, folder: str) -> list[str]:
        """Names in *folder* of files that are being written, or were when their writer died."""
        return [name for name in self._all_names(folder) if name.startswith(TEMPORARY_PREFIX)]

    def _all_names(self, folder: str) -> list[str]:
        try:
            return os.listdir(self.root / folder)
        except (FileNotFoundError, NotADirectoryError) as error:
            self._check_root(error)
            return []

    def _check_root(self, error: OSError) -> None:
        if not self.root.is_dir():
            raise RootNotFound(f"root {self.root} is gone") from error

    def read(self, path: str, *, within_s: float = 0) -> bytes:
        """All bytes. Raises FileNotFoundError; RootNotFound when even the root is gone."""
        place = self.location(path)
        try:
            # Few calls: after each another thread may have the interpreter.
            descriptor = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError as error:
            self._check_root(error)
            raise
        try:
            return _rest_of(descriptor)
        except OSError as error:
            error.filename = place  # a folder, or a disk that cannot read it
            raise
        finally:
            os.close(descriptor)

    def create(self, path: str, data: bytes) -> None:
        """Write aside, then link: the name appears once, with all bytes, or never. Raises FileExistsError."""
        final = self.root / path
        with room_checked(str(final)):
            self._make_folder(final.parent)
            temporary = final.parent / f"{TEMPORARY_PREFIX}{uuid.uuid4().hex}"
            try:
                _write_durably(temporary, data)
                os.link(temporary, final)
            finally:
                temporary.unlink(missing_ok=True)
            sync_folder(final.parent)

    def remove(self, path: str) -> None:
        """Remove the file; nothing happens when it is not there."""
        (self.root / path).unlink(missing_ok=True)

    def remove_all(self, paths: Sequence[str]) -> None:
        """See Storage."""
        for path in paths:
            self.remove(path)

    def stage(self, path: str) -> Path:
        """The final place itself: nobody looks at a file that no manifest names."""
        final = self.root / path
        with room_checked(str(final)):
            self._make_folder(final.parent)
        return final

    def land(self, staged: Path, path: str) -> None:
        """Make the name durable; the writer of the bytes has synced those, unless they get another name."""
        final = self.root / path
        with room_checked(str(staged)):
            if staged != final:
                sync(staged)
                os.replace(staged, final)
            sync_folder(final.parent)

    def unstage(self, staged: Path) -> None:
        """Nothing: only the file itself was made."""

    def fetch(self, path: str, to: Path, *, link: bool = True) -> None:
        """Hard link on the same disk, else a copy."""
        source = self.root / path
        with room_checked(str(to)):
            try:
                if link:
                    os.link(source, to)
                    return
            except OSError as error:
                if error.errno not in _NO_LINKS:
                    raise
            shutil.copyfile(source, to)

    def location(self, path: str) -> str:
        """Absolute path."""
        return str(self.root / path)

    def _make_folder(self, folder: Path) -> None:
        """Make *folder* and its missing parents below the root, each name durable."""
        if folder.is_dir():
            return
        self._make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def _rest_of(descriptor: int) -> bytes:
    pieces = []
    while piece := os.read(descriptor, _READ_BYTES):
        pieces.append(piece)
    return b"".join(pieces)


def _write_durably(path: Path, data: bytes) -> None:
    with open(path, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Names in a folder survive a power cut only after this."""
    sync(folder)


def sync(path: Path) -> None:
    """What has been written to a file survives a power cut only after this. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
