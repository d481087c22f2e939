"""A root that fsspec reaches: object stores, HDFS, memory:// in tests.

Exactly-once creation is the store's own conditional put (S3's If-None-Match, GCS's ifGenerationMatch),
which fsspec calls mode "create". A client that repeats a put whose answer was lost finds its own file in the way.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from statestore.errors import RootNotFound, StorageFull
from statestore.remote import REQUEST_S, TRANSFER_S, within
from statestore.requests import counted
from statestore.views.local_storage import room_checked

#: Where SST files wait for their upload, under the machine's folder for temporary files.
STAGING_PREFIX: Final = "tidegate-staging-"
#: An upload is slower than that only where nobody answers: for those S3's client does not heed its own deadline.
UPLOAD_BYTES_S: Final = 1 << 20
#: Reads that are made side by side: a version's files, or a log's manifests.
REQUESTS_AT_ONCE: Final = 16
#: When a file was written: in S3, Azure, GCS, memory, and HDFS in milliseconds.
_WRITTEN: Final = ("LastModified", "last_modified", "updated", "created", "modificationTime")


@dataclass(frozen=True, slots=True)
class RemoteStorage:
    """Files under *base*, a path of the fsspec file system *files*."""

    uri: str
    files: Any
    base: str
    has_folders: bool = True

    @property
    def is_local(self) -> bool:
        """False: no locks, no links."""
        return False

    @property
    def at_once(self) -> int:
        """Clients that are not asynchronous have sessions that belong to one thread."""
        return REQUESTS_AT_ONCE if self.files.async_impl else 1

    def exists(self, path: str) -> bool:
        """Whether a file of this name, which is not empty, is there."""
        with self._oserrors(path):
            if self.has_folders:
                return bool(self.files.isfile(self._full(path)))
            # One request also where there is none; isfile() would look for a folder of the name.
            with suppress(FileNotFoundError):
                return bool(self.files.cat_file(self._full(path), start=0, end=1, **self._soon))
            return False

    def size(self, path: str) -> int | None:
        """See Storage."""
        with suppress(FileNotFoundError), self._oserrors(path):
            return int(self.files.info(self._full(path), **self._soon)["size"])
        return None

    def names(self, folder: str, prefix: str = "", *, within_s: float = REQUEST_S) -> list[str]:
        """Names in *folder*; none when there is no such folder. Raises RootNotFound when even the root is gone."""
        try:
            found = self._listed(folder, prefix, within_s)
        except FileNotFoundError as error:
            if not folder and self.has_folders:
                raise RootNotFound(f"root {self.uri} is gone") from error
            if not folder:
                self.check_bucket()
            return []
        return [_last(info["name"]) for info in found]

    def entries(self, folder: str) -> list[tuple[str, int, float]]:
        """See Storage."""
        try:
            found = self._listed(folder, "", TRANSFER_S)
        except FileNotFoundError:
            return []
        return [(_last(info["name"]), int(info["size"]), _written_s(info)) for info in found if info["type"] == "file"]

    def _listed(self, folder: str, prefix: str, within_s: float) -> list[Mapping[str, Any]]:
        """What fsspec tells of each name. Raises FileNotFoundError, OSError."""
        bound = within(self.files, within_s)
        with self._oserrors(folder):
            if prefix and not self.has_folders:
                return list(self.files.find(self._full(folder), prefix=prefix, detail=True, **bound).values())
            found = self.files.ls(self._full(folder), detail=True, refresh=True, **bound)
        return [info for info in found if _last(info["name"]).startswith(prefix)]

    def read(self, path: str, *, within_s: float = REQUEST_S) -> bytes:
        """All bytes. Raises FileNotFoundError."""
        with self._oserrors(path):
            return bytes(self.files.cat_file(self._full(path), **within(self.files, within_s)))

    def create(self, path: str, data: bytes) -> None:
        """The store's conditional put. Raises FileExistsError unless what is there are the very bytes: those are of this call, for
        no two that are to be told apart are the same. OSError: whether it is there, or will be, is not known."""
        try:
            with self._writing(path) as full:
                self.files.pipe_file(full, data, mode="create", **self._soon)
        except FileExistsError:
            if self.read(path) != data:
                raise
        except OSError:
            if not self._has(path, data):
                raise

    def _has(self, path: str, data: bytes) -> bool:
        """Whether a request without an answer was carried out."""
        with suppress(OSError):
            return self.read(path) == data
        return False

    def remove(self, path: str) -> None:
        """Remove the file; nothing happens when it is not there."""
        try:
            with self._oserrors(path, "removed"):
                self.files.rm_file(self._full(path), **self._soon)
        except FileNotFoundError:
            return

    def remove_all(self, paths: Sequence[str]) -> None:
        """A thousand at a time, where the file system can. What it could not remove stays, unsaid: the next vacuum finds it."""
        if self.has_folders:
            for path in paths:
                self.remove(path)
        elif paths:
            with suppress(FileNotFoundError), self._oserrors(paths[0], "removed, and others"):
                self.files.rm([self._full(path) for path in paths], **within(self.files, TRANSFER_S))

    def stage(self, path: str) -> Path:
        """A file in a new temporary folder."""
        with room_checked(tempfile.gettempdir()):
            return Path(tempfile.mkdtemp(prefix=STAGING_PREFIX)) / path.rsplit("/", 1)[-1]

    def land(self, staged: Path, path: str) -> None:
        """Upload, then drop the staging folder."""
        enough_s = min(TRANSFER_S, REQUEST_S + staged.stat().st_size / UPLOAD_BYTES_S)
        try:
            with self._writing(path) as full:
                self.files.put_file(str(staged), full, **within(self.files, enough_s))
        finally:
            self.unstage(staged)

    def unstage(self, staged: Path) -> None:
        """Drop the staging folder."""
        shutil.rmtree(staged.parent, ignore_errors=True)

    def fetch(self, path: str, to: Path, *, link: bool = True) -> None:
        """Download. Raises FileNotFoundError."""
        with room_checked(str(to)), self._oserrors(path):
            self.files.get_file(self._full(path), str(to), **within(self.files, TRANSFER_S))

    def location(self, path: str) -> str:
        """URI of the file."""
        return f"{self.uri.rstrip('/')}/{path}"

    def check_bucket(self) -> None:
        """Raises RootNotFound where an object store has none of the name, or does not say so."""
        bucket = self.base.split("/", 1)[0]
        try:
            with self._oserrors(""):
                found = self.files.exists(bucket, **self._soon)
        except OSError as error:
            raise RootNotFound(f"root {self.uri} cannot be opened", detail=str(error)) from error
        if not found:
            hint = "create it, or check the URI"
            raise RootNotFound(f"root {self.uri} cannot be opened", detail=f"there is no bucket {bucket}", hint=hint)

    @property
    def _soon(self) -> Mapping[str, Any]:
        return within(self.files, REQUEST_S)

    def _full(self, path: str) -> str:
        return f"{self.base}/{path}" if path else self.base

    @contextmanager
    def _writing(self, path: str) -> Iterator[str]:
        full = self._full(path)
        with self._oserrors(path, "written"), room_checked(self.location(path)):
            if self.has_folders:
                self.files.makedirs(full.rsplit("/", 1)[0], exist_ok=True)
            yield full

    @contextmanager
    def _oserrors(self, path: str, done: str = "read") -> Iterator[None]:
        """File systems raise what their clients raise. Raises OSError. Each is a request that is counted."""
        try:
            with counted(self.uri):
                yield
        except TimeoutError as error:
            raise OSError(f"{self.location(path)} cannot be {done}: no answer") from error
        except (OSError, StorageFull):
            raise
        except Exception as error:
            raise OSError(f"{self.location(path)} cannot be {done}: {error!r}") from error


def _last(name: str) -> str:
    return name.rstrip("/").rsplit("/", 1)[-1]


def _written_s(info: Mapping[str, Any]) -> float:
    """File systems have their own names for it; a file of unknown age is taken for new."""
    found = next((info[name] for name in _WRITTEN if name in info), None)
    if isinstance(found, datetime):
        return found.timestamp()
    if isinstance(found, str):
        return datetime.fromisoformat(found).timestamp()
    return time.time() if found is None else float(found) / (1000 if "modificationTime" in info else 1)
