"""The SST files that one task (or a whole small job) writes for one version."""

from __future__ import annotations

import uuid
from types import TracebackType

from statestore.schema import ViewSchema
from statestore.views.encoding import Entries
from statestore.views.folder import ViewFolder
from statestore.views.manifest import ShardFile
from statestore.views.shard_writer import ShardWriter, WriteAttempt
from statestore.views.sst import OPTIONS, SstOptions


class VersionFiles:
    """Takes entries, each shard's in key order, shards as they come; finish() gives the files for the manifest.

    One file per shard is open at a time. As a context manager it removes all its files when the block fails.
    """

    def __init__(
        self,
        folder: ViewFolder,
        schema: ViewSchema,
        version: int,
        *,
        keep_tombstones: bool = True,
        options: SstOptions = OPTIONS,
    ) -> None:
        """Write for *version*, under names that no other attempt uses. See WriteAttempt."""
        self._attempt = WriteAttempt(folder, schema, version, uuid.uuid4().hex, keep_tombstones, options)
        self._shards: dict[int, ShardWriter] = {}

    def append(self, entries: Entries) -> None:
        """Write *entries*, at least one. Raises DuplicateKey, StorageFull; ValueError when a shard's keys do not ascend."""
        writer = self._shards.get(entries.shard)
        if writer is None:
            writer = self._shards[entries.shard] = ShardWriter(self._attempt, entries.shard)
        writer.append(entries)

    def finish(self) -> tuple[ShardFile, ...]:
        """Complete and land all files."""
        return tuple(file for writer in self._shards.values() for file in writer.finish())

    def abandon(self) -> None:
        """Remove every file written so far."""
        for writer in self._shards.values():
            writer.abandon()

    def __enter__(self) -> VersionFiles:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is not None:
            self.abandon()
