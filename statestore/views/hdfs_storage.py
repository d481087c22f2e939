"""A root in HDFS, by WebHDFS: without a JVM. In place of a conditional put stands renaming, which replaces nothing."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from statestore.remote import REQUEST_S
from statestore.views.local_storage import TEMPORARY_PREFIX
from statestore.views.remote_storage import RemoteStorage


@dataclass(frozen=True, slots=True)
class HdfsStorage(RemoteStorage):
    """*files* is fsspec's webhdfs."""

    def names(self, folder: str, prefix: str = "", *, within_s: float = REQUEST_S) -> list[str]:
        """See RemoteStorage; without those of files being written."""
        return [
            name for name in RemoteStorage.names(self, folder, prefix, within_s=within_s) if not name.startswith(TEMPORARY_PREFIX)
        ]

    def create(self, path: str, data: bytes) -> None:
        """See RemoteStorage. The namenode answers whether it has renamed; nobody sees a file before all of it is written. Raises
        FileExistsError, OSError."""
        folder, slash, name = path.rpartition("/")
        aside = f"{folder}{slash}{TEMPORARY_PREFIX}{name}-{uuid.uuid4().hex}"
        with self._writing(path) as full:
            self.files.pipe_file(self._full(aside), data)
            renamed = self.files._call("RENAME", method="put", path=self._full(aside), destination=full).json()["boolean"]
        if renamed:
            return
        self.remove(aside)
        if self.read(path) != data:
            raise FileExistsError(self.location(path))
