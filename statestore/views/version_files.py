"""The SST files that one task (or a whole small job) writes for one version."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from itertools import pairwise, starmap
from operator import eq
from types import TracebackType

from statestore.errors import DuplicateKey
from statestore.schema import ViewSchema
from statestore.views.checksum import file_checksum
from statestore.views.encoding import Entries
from statestore.views.folder import ViewFolder
from statestore.views.key_text import key_text
from statestore.views.manifest import ShardFile
from statestore.views.orphans import file_path
from statestore.views.sst import OPTIONS, SstFile, SstOptions


@dataclass(slots=True)
class _Open:
    """The file being written."""

    shard: int
    path: str
    sst: SstFile


class VersionFiles:
    """Takes entries in order of shard, then key; cuts them into files; finish() gives those for the manifest.

    Two equal entries of one key count once; two different ones raise DuplicateKey. As a context manager it removes all its
    files when the block fails.
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
        """Write for *version*, under names that no other attempt uses.

        Without *keep_tombstones*, deletions are checked and then left out: the version replaces all there was.
        """
        self._keep_tombstones = keep_tombstones
        self._folder = folder
        self._schema = schema
        self._version = version
        self._options = options
        self._writer = uuid.uuid4().hex
        self._open: _Open | None = None
        self._last: tuple[int, bytes, bytes | None] | None = None
        self._done: list[ShardFile] = []
        self._parts = 0

    def append(self, entries: Entries) -> None:
        """Write *entries*. Raises DuplicateKey, StorageFull; ValueError when shards or keys do not ascend."""
        entries = self._without_repeats(entries)
        if not entries.keys:
            return
        self._last = (entries.shard, entries.keys[-1], entries.values[-1])
        if not self._keep_tombstones and None in entries.values:
            entries = _only_rows(entries)
        if entries.keys:
            self._write(entries)

    def _write(self, entries: Entries) -> None:
        if self._open and (self._open.shard != entries.shard or self._open.sst.size_bytes >= self._options.file_bytes_max):
            self._close_file()
        if self._open is None:
            self._open = self._new_file(entries.shard)
        self._open.sst.append(entries.keys, entries.values)

    def finish(self) -> tuple[ShardFile, ...]:
        """Complete and land the last file; all the files."""
        if self._open:
            self._close_file()
        return tuple(self._done)

    def abandon(self) -> None:
        """Remove every file written so far."""
        if self._open:
            self._open.sst.abandon()
            self._open = None
        for file in self._done:
            self._folder.storage.remove(f"{self._folder.name}/{file.path}")
        self._done.clear()

    def __enter__(self) -> VersionFiles:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is not None:
            self.abandon()

    def _new_file(self, shard: int) -> _Open:
        path = file_path(shard, self._version, self._writer, self._parts)
        self._parts += 1
        return _Open(shard, path, SstFile(self._folder.storage.stage(f"{self._folder.name}/{path}"), self._options))

    def _close_file(self) -> None:
        opened = self._open
        assert opened is not None
        opened.sst.finish()
        file = _described(opened)
        self._folder.storage.land(opened.sst.path, f"{self._folder.name}/{opened.path}")
        self._open = None
        self._done.append(file)

    def _without_repeats(self, entries: Entries) -> Entries:
        keys, values = entries.keys, entries.values
        if self._last and self._last[0] == entries.shard and keys and self._last[1] == keys[0]:
            keys, values = [self._last[1], *keys], [self._last[2], *values]
        elif not any(starmap(eq, pairwise(keys))):
            return entries
        kept = [i for i in range(1, len(keys)) if not self._is_repeat(keys, values, i)]
        if len(keys) == len(entries.keys):
            kept.insert(0, 0)
        return Entries(entries.shard, [keys[i] for i in kept], [values[i] for i in kept])

    def _is_repeat(self, keys: list[bytes], values: list[bytes | None], i: int) -> bool:
        if keys[i] != keys[i - 1]:
            return False
        if values[i] == values[i - 1]:
            return True
        both = "a row and its deletion" if None in (values[i], values[i - 1]) else "two different rows"
        raise DuplicateKey(
            f"view {self._schema.name}: one batch holds {both} for the key {key_text(self._schema, keys[i])}",
            hint="keep one row per key before publishing, for example with an aggregation or max_by, or add a column to the key",
        )


def _only_rows(entries: Entries) -> Entries:
    kept = [i for i, value in enumerate(entries.values) if value is not None]
    return Entries(entries.shard, [entries.keys[i] for i in kept], [entries.values[i] for i in kept])


def _described(opened: _Open) -> ShardFile:
    sst = opened.sst
    assert sst.min_key is not None
    return ShardFile(
        shard=opened.shard,
        path=opened.path,
        rows=sst.rows,
        deletes=sst.deletes,
        bytes=sst.path.stat().st_size,
        checksum=file_checksum(sst.path),
        min_key=sst.min_key,
        max_key=sst.max_key,
    )
