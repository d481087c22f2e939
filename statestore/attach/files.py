"""The files of a checkpoint, on a local disk or behind fsspec. Only ever read.

Paths are relative to the checkpoint, with forward slashes; "" is its own folder. Spark writes each file aside and
renames it into place, so a name that is there has all its bytes, and deletes old ones at any time.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol
from urllib.parse import unquote, urlsplit

from statestore.errors import CorruptFile, RootNotFound
from statestore.remote import OBJECT_SCHEMES, WEBHDFS, StorageOptions, open_file_system
from statestore.requests import counted
from statestore.views.local_storage import LocalStorage, room_checked

_US_PER_S: Final = 1_000_000
_NS_PER_US: Final = 1_000
#: fsspec's names of stores that are there as a whole or not: what they do not find was moved or deleted.
_WITHOUT_MOUNTS: Final = OBJECT_SCHEMES | {WEBHDFS, "hdfs", "adl", "oss", "memory"}


class CheckpointFiles(Protocol):
    """A checkpoint's files. Nothing is looked at before the first call; a checkpoint that does not exist yet has no names."""

    @property
    def uri(self) -> str:
        """What open_checkpoint_files opens again, in any process."""
        ...

    @property
    def is_local(self) -> bool:
        """Whether the files are in a file system of this machine."""
        ...

    def exists(self) -> bool:
        """Whether the checkpoint's own folder is there. A store without folders has it once there is a file in it. Raises OSError
        where that is not known."""
        ...

    def holder(self) -> object:
        """What the checkpoint lies on, or did: while it is the same, a file that is not found is not there, and not out of reach.
        None where that cannot be told. Raises OSError.
        """
        ...

    def names(self, folder: str) -> list[str]:
        """Plain names in *folder*, sorted; none where there is no such folder."""
        ...

    def sizes(self, folder: str) -> Mapping[str, int]:
        """Bytes of each file, not folder, in *folder*; empty where there is no such folder."""
        ...

    def read(self, path: str) -> bytes:
        """All bytes. Raises FileNotFoundError."""
        ...

    def size(self, path: str) -> int:
        """Bytes. Raises FileNotFoundError."""
        ...

    def modified_us(self, path: str) -> int:
        """When the file got its bytes, in microseconds since 1970. Raises FileNotFoundError."""
        ...

    def place(self, path: str, target: Path) -> None:
        """Make *target*, which must not exist and whose folder must, the file's bytes, whatever happens to the file later:
        a hard link where possible, else a copy. Raises FileNotFoundError and StorageFull, and then there is no target.
        """
        ...

    def location(self, path: str) -> str:
        """Where the file is, for people: an absolute path or a URI."""
        ...


def open_checkpoint_files(uri: str, options: StorageOptions | None = None) -> CheckpointFiles:
    """The files under a local path, a file: URI, or a URI that fsspec knows, with *options* for its file system.

    Raises RootNotFound for a URI of no known kind.
    """
    parts = urlsplit(uri)
    if parts.scheme == "file":
        if parts.netloc not in ("", "localhost"):
            raise RootNotFound(
                f"checkpoint {uri} names the host {parts.netloc!r}", hint="a local file URI has three slashes: file:///path"
            )
        return LocalFiles(Path(unquote(parts.path)).absolute())
    if "://" not in uri:
        return LocalFiles(Path(uri).expanduser().absolute())
    return RemoteFiles(uri, *open_file_system(uri, options or {}, "checkpoint"))


def _checked(path: str) -> str:
    """Names come out of the checkpoint's own files; none of them may lead out of it."""
    if (".." in path and ".." in path.split("/")) or path.startswith("/"):
        raise CorruptFile(f"a checkpoint's file names {path!r}, which is outside of the checkpoint")
    return path


@contextmanager
def _made_whole(target: Path) -> Iterator[None]:
    """Around what makes *target*, which must not exist; and does not if something is raised."""
    if target.exists():
        raise FileExistsError(str(target))
    try:
        yield
    except BaseException:
        target.unlink(missing_ok=True)
        raise


@dataclass(frozen=True, slots=True)
class LocalFiles:
    """Files under *folder*, which need not exist."""

    is_local: ClassVar[bool] = True
    folder: Path

    @property
    def uri(self) -> str:
        """The folder's absolute path."""
        return str(self.folder)

    def exists(self) -> bool:
        """Is it a folder?"""
        try:
            return stat.S_ISDIR(os.stat(self.folder).st_mode)
        except (FileNotFoundError, NotADirectoryError):
            return False

    def holder(self) -> object:
        """The device of the nearest folder that is there: another one's where a file system is not mounted now."""
        folder = Path(os.path.realpath(self.folder))
        for above in (folder, *folder.parents):
            with suppress(FileNotFoundError, NotADirectoryError):
                return os.stat(above).st_dev
        return None

    def names(self, folder: str) -> list[str]:
        """Plain names in *folder*, sorted; none where there is no such folder."""
        try:
            return sorted(os.listdir(self.folder / _checked(folder)))
        except (FileNotFoundError, NotADirectoryError):
            return []

    def sizes(self, folder: str) -> Mapping[str, int]:
        """Bytes of each file in *folder*."""
        found: dict[str, int] = {}
        for name in self.names(folder):
            try:
                status = os.stat(self.folder / folder / name)
            except FileNotFoundError:
                continue  # Spark has deleted it since the listing
            if stat.S_ISREG(status.st_mode):
                found[name] = status.st_size
        return found

    def read(self, path: str) -> bytes:
        """All bytes. Raises FileNotFoundError."""
        return (self.folder / _checked(path)).read_bytes()

    def size(self, path: str) -> int:
        """Bytes. Raises FileNotFoundError."""
        return os.stat(self.folder / _checked(path)).st_size

    def modified_us(self, path: str) -> int:
        """The file's mtime."""
        return os.stat(self.folder / _checked(path)).st_mtime_ns // _NS_PER_US

    def place(self, path: str, target: Path) -> None:
        """A hard link on the same disk, else a copy."""
        with _made_whole(target):
            LocalStorage(self.folder).fetch(_checked(path), target)

    def location(self, path: str) -> str:
        """Absolute path."""
        return str(self.folder / path)


@dataclass(frozen=True, slots=True)
class RemoteFiles:
    """Files under *base*, a path of the fsspec file system *system*: no links, no notifications."""

    is_local: ClassVar[bool] = False
    uri: str
    system: Any
    base: str

    def exists(self) -> bool:
        """Asked anew, as names() is."""
        self.system.invalidate_cache(self.base)
        try:
            with counted(self.uri):
                return bool(self.system.info(self.base)["type"] == "directory")
        except (FileNotFoundError, NotADirectoryError):
            return False

    def holder(self) -> object:
        """The store's kind, where it has no disks that may be mounted or not."""
        names = self.system.protocol
        return next((name for name in ([names] if isinstance(names, str) else names) if name in _WITHOUT_MOUNTS), None)

    def names(self, folder: str) -> list[str]:
        """Plain names in *folder*, sorted; none where there is no such folder."""
        return sorted(_last(str(entry["name"])) for entry in self._entries(folder))

    def sizes(self, folder: str) -> Mapping[str, int]:
        """Bytes of each file in *folder*: one listing."""
        return {_last(str(entry["name"])): int(entry["size"]) for entry in self._entries(folder) if entry["type"] == "file"}

    def read(self, path: str) -> bytes:
        """All bytes. Raises FileNotFoundError."""
        with counted(self.uri):
            return bytes(self.system.cat_file(self._full(path)))

    def size(self, path: str) -> int:
        """Bytes. Raises FileNotFoundError."""
        with counted(self.uri):
            return int(self.system.info(self._full(path))["size"])

    def modified_us(self, path: str) -> int:
        """When the store says that the file was made."""
        with counted(self.uri):
            return int(self.system.modified(self._full(path)).timestamp() * _US_PER_S)

    def place(self, path: str, target: Path) -> None:
        """A download."""
        with _made_whole(target), room_checked(str(target)), counted(self.uri):
            self.system.get_file(self._full(path), str(target))

    def location(self, path: str) -> str:
        """URI of the file."""
        return f"{self.uri.rstrip('/')}/{path}"

    def _entries(self, folder: str) -> list[dict[str, Any]]:
        try:
            with counted(self.uri):
                return list(self.system.ls(self._full(folder), detail=True, refresh=True))
        except (FileNotFoundError, NotADirectoryError):
            return []

    def _full(self, path: str) -> str:
        return f"{self.base}/{_checked(path)}" if path else self.base


def _last(name: str) -> str:
    return name.rstrip("/").rsplit("/", 1)[-1]
