"""The SST files that one attempt of a task, or of a whole small job, writes for one version, shard by shard."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from itertools import pairwise, starmap
from operator import eq
from types import TracebackType
from typing import Any

from statestore.errors import DuplicateKey
from statestore.keys import KeyCodec
from statestore.schema import ViewSchema
from statestore.types import Atomic, DataType
from statestore.views.checksum import file_checksum
from statestore.views.encoding import ShardEntries
from statestore.views.folder import ViewFolder
from statestore.views.manifest import ShardFile
from statestore.views.orphans import file_path
from statestore.views.sst import OPTIONS, SstFile, SstOptions


@dataclass(frozen=True, slots=True)
class WriteAttempt:
    """What all files of one attempt share. *writer*: hexadecimal, unique to it; that of a base has "base-" in front.

    Without *keep_tombstones*, deletions are checked and then left out: the version replaces all there was.
    """

    folder: ViewFolder
    schema: ViewSchema
    version: int
    writer: str
    keep_tombstones: bool
    options: SstOptions


class ShardWriter:
    """Takes one shard's entries in key order and cuts them into files of limited size.

    Two equal entries of one key count once; two different ones raise DuplicateKey.
    """

    def __init__(self, attempt: WriteAttempt, shard: int) -> None:
        """No file is made before the first entry."""
        self._attempt = attempt
        self._shard = shard
        self._path = ""
        self._sst: SstFile | None = None
        self._last: tuple[bytes, bytes | None] | None = None
        self._done: list[ShardFile] = []

    def append(self, entries: ShardEntries) -> None:
        """Write *entries*, at least one. Raises DuplicateKey, StorageFull; ValueError when keys do not ascend."""
        entries = self._without_repeats(entries)
        if not entries.keys:
            return
        self._last = (entries.keys[-1], entries.values[-1])
        if not self._attempt.keep_tombstones and None in entries.values:
            entries = _only_rows(entries)
        if entries.keys:
            self._write(entries)

    def finish(self) -> list[ShardFile]:
        """Complete and land the last file; all the files."""
        self._close_file()
        return self._done

    def abandon(self) -> None:
        """Remove every file written so far."""
        storage, view = self._attempt.folder.storage, self._attempt.folder.name
        if self._sst:
            self._sst.abandon()
            storage.unstage(self._sst.path)
        for file in self._done:
            storage.remove(f"{view}/{file.path}")

    def _write(self, entries: ShardEntries) -> None:
        if self._sst and self._sst.size_bytes >= self._attempt.options.file_bytes_max:
            self._close_file()
        if self._sst is None:
            self._path = file_path(self._shard, self._attempt.version, self._attempt.writer, len(self._done))
            self._sst = SstFile(self._attempt.folder.storage.stage(self._place()), self._attempt.options)
        self._sst.append(entries.keys, entries.values)

    def _close_file(self) -> None:
        if self._sst is None:
            return
        self._sst.finish()
        file = self._described(self._sst)
        self._attempt.folder.storage.land(self._sst.path, self._place())
        self._sst = None
        self._done.append(file)

    def _place(self) -> str:
        return f"{self._attempt.folder.name}/{self._path}"

    def _described(self, sst: SstFile) -> ShardFile:
        assert sst.min_key is not None
        return ShardFile(
            shard=self._shard,
            path=self._path,
            rows=sst.rows,
            deletes=sst.deletes,
            bytes=sst.path.stat().st_size,
            checksum=file_checksum(sst.path),
            min_key=sst.min_key,
            max_key=sst.max_key,
        )

    def _without_repeats(self, entries: ShardEntries) -> ShardEntries:
        """*entries* less those that repeat the one before."""
        keys, values = entries.keys, entries.values
        if self._last and self._last[0] == keys[0]:
            keys, values = [self._last[0], *keys], [self._last[1], *values]
        elif not any(starmap(eq, pairwise(keys))):
            return entries
        kept = [i for i in range(1, len(keys)) if not self._is_repeat(keys, values, i)]
        if len(keys) == len(entries.keys):
            kept.insert(0, 0)
        return ShardEntries(entries.shard, [keys[i] for i in kept], [values[i] for i in kept])

    def _is_repeat(self, keys: list[bytes], values: list[bytes | None], i: int) -> bool:
        if keys[i] != keys[i - 1]:
            return False
        if values[i] == values[i - 1]:
            return True
        schema = self._attempt.schema
        both = "a row and its deletion" if None in (values[i], values[i - 1]) else "two different rows"
        raise DuplicateKey(
            f"view {schema.name}: one batch holds {both} for the key {key_text(schema, keys[i])}",
            hint="keep one row per key before publishing, for example with an aggregation or max_by, or add a column to the key",
        )


def _only_rows(entries: ShardEntries) -> ShardEntries:
    kept = [i for i, value in enumerate(entries.values) if value is not None]
    return ShardEntries(entries.shard, [entries.keys[i] for i in kept], [entries.values[i] for i in kept])


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

    def append(self, entries: ShardEntries) -> None:
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


# ----------------------------------------------------------------------------------------------------- keys for people


def key_text(schema: ViewSchema, key: bytes) -> str:
    """For example ``(origin='JFK', hour_start=2013-07-01 05:00:00+00:00)``."""
    values = KeyCodec(schema).decode(key)
    return "(" + ", ".join(f"{c.name}={_value_text(c.type, v)}" for c, v in zip(schema.key_columns, values, strict=True)) + ")"


def _value_text(data_type: DataType, value: Any) -> str:
    if value is None:
        return "NULL"
    try:
        return data_type.record.text(value) if isinstance(data_type, Atomic) else repr(value)
    except OverflowError:
        # Outside the years 1 to 9999 of Python's dates.
        return str(value)
