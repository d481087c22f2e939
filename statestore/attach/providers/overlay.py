"""Applies logs to a state: in memory while that is little, else in a database of the state's own.

- Folding: an overlay has at most `OVERLAY_BYTES_MAX` (2 MiB, counting 200 bytes an entry, some 7,000 entries). What is more
  goes into a *private* database: a folder with links to the same SST files, opened for writing, without a write-ahead log, closed
  and opened read-only. So a state's memory is bounded whatever the snapshot's distance or size, and disk holds only what the logs
  changed, LZ4-compressed. 16 files on level 0 start a compaction, which is waited for.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Self

from rocksdict import Rdict, WriteBatch, WriteOptions

from statestore.attach.providers.database import LEVEL0_FILES_COMPACT, Databases, StateBase, link_database
from statestore.attach.providers.records import DELETE, DELETE_RANGE, MERGE, PUT, Record
from statestore.node.native import native
from statestore.node.shard import BATCH_ROWS

#: What an overlay may take, its dict included.
OVERLAY_BYTES_MAX: Final = 2 << 20
#: Two bytes objects and their place in the dict.
ENTRY_OVERHEAD_BYTES: Final = 200

#: Key to value; None is deleted. Never changed once a state has it.
Entries = dict[bytes, bytes | None]

_LEVEL0_FILES: Final = "rocksdb.num-files-at-level0"
_UNFLUSHED: Final = "rocksdb.num-immutable-mem-table"
_ERRORS: Final = "rocksdb.background-errors"
_COMPACTION_WAIT_S: Final = 30.0
_POLL_S: Final = 0.002


def overlay_bytes(entries: Entries) -> int:
    """What *entries* take in memory."""
    payload = sum(len(key) + (len(value) if value else 0) for key, value in entries.items())
    return payload + len(entries) * ENTRY_OVERHEAD_BYTES


class Overlaying:
    """One state in the making: *base* and *entries* are what it starts from, and are left as they are."""

    def __init__(self, databases: Databases, base: StateBase | None, entries: Entries, delimiter: bytes, name: str) -> None:
        self._databases = databases
        self._base = base
        self._delimiter = delimiter
        self._name = name
        self._entries = dict(entries)
        self._bytes = overlay_bytes(entries)
        #: Values that are being appended to: parts, the one from before first.
        self._appended: dict[bytes, list[bytes]] = {}
        self._folder: Path | None = None
        self._private: Rdict | None = None

    def apply(self, batches: Iterable[list[Record]]) -> None:
        """Apply a log. Raises what reading it raises, StorageFull, CorruptFile."""
        for batch in batches:
            for start in range(0, len(batch), BATCH_ROWS):
                self._apply_some(batch[start : start + BATCH_ROWS])
                if self._bytes > OVERLAY_BYTES_MAX:
                    self._shrink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the private database, unless finish() has given it away."""
        if self._private is not None:
            with native(self._name):
                self._private.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def finish(self) -> tuple[StateBase | None, Entries, int]:
        """What the state is made of: a database, and entries over it that take so many bytes."""
        self._settle()
        if self._private is None or self._folder is None:
            return self._base, self._entries, overlay_bytes(self._entries)
        self._write()
        private, self._private = self._private, None
        with native(self._name):
            _flush(private)
            _wait_for_compaction(private)
            private.close()
        made = self._databases.freeze(self._folder, self._name)
        self._folder = None
        return made, {}, 0

    def _apply_some(self, records: list[Record]) -> None:
        entries, appended, size = self._entries, self._appended, 0
        for kind, key, value in records:
            size += len(key) + len(value) + ENTRY_OVERHEAD_BYTES
            if kind == MERGE:
                self._append(key, value)
                continue
            if kind == DELETE_RANGE:
                self._delete_range(key, value)
                continue
            if appended:
                appended.pop(key, None)
            if kind == PUT:
                entries[key] = value
            elif kind == DELETE:
                self._delete(key)
        self._bytes += size

    def _append(self, key: bytes, value: bytes) -> None:
        parts = self._appended.get(key)
        if parts is None:
            before = self._entries[key] if key in self._entries else self._below(key)
            parts = self._appended[key] = [] if before is None else [before]
        parts.append(value)

    def _delete(self, key: bytes) -> None:
        if self._base is None and self._private is None:
            self._entries.pop(key, None)
        else:
            self._entries[key] = None

    def _delete_range(self, lower: bytes, upper: bytes) -> None:
        self._settle()
        if self._private is not None:
            self._write()
            with native(self._name):
                batch = WriteBatch(raw_mode=True)
                batch.delete_range(lower, upper)
                self._private.write(batch, _unlogged())
            return
        gone = [key for key in self._entries if lower <= key < upper]
        if self._base is not None:
            for items in self._base.shard.scan_items(lower, upper):
                gone.extend(key for key, _ in items)
        for key in gone:
            self._delete(key)
        self._bytes += len(gone) * ENTRY_OVERHEAD_BYTES

    def _below(self, key: bytes) -> bytes | None:
        """What the database holds for *key*."""
        if self._private is not None:
            with native(self._name):
                found: bytes | None = self._private.get(key)
                return found
        return self._base.shard.get(key) if self._base is not None else None

    def _settle(self) -> None:
        """Make one value of each list of parts."""
        for key, parts in self._appended.items():
            self._entries[key] = self._delimiter.join(parts)
        self._appended.clear()

    def _shrink(self) -> None:
        """So far everything was counted as if it were a new key."""
        self._settle()
        self._bytes = overlay_bytes(self._entries)
        if self._bytes > OVERLAY_BYTES_MAX // 2:
            self._write()

    def _write(self) -> None:
        private = self._private or self._open()
        options = _unlogged()
        entries = list(self._entries.items())
        with native(self._name):
            for start in range(0, len(entries), BATCH_ROWS):
                batch = WriteBatch(raw_mode=True)
                for key, value in entries[start : start + BATCH_ROWS]:
                    if value is None:
                        batch.delete(key)
                    else:
                        batch.put(key, value)
                private.write(batch, options)
        self._entries.clear()
        self._bytes = 0

    def _open(self) -> Rdict:
        self._folder = self._databases.new_folder()
        if self._base is not None:
            link_database(self._base.folder, self._folder)
        self._private = self._databases.open_private(self._folder)
        return self._private


def _flush(private: Rdict) -> None:
    """In RocksDB's own threads: a flush that is waited for there holds Python's global lock until it is done."""
    private.flush(False)
    while private.property_int_value(_UNFLUSHED):
        if private.property_int_value(_ERRORS):
            private.flush()  # raises what went wrong
        time.sleep(_POLL_S)


def _wait_for_compaction(private: Rdict) -> None:
    """Many files on level 0 make every read slower; compaction merges them, in threads of RocksDB's own, too."""
    deadline = time.monotonic() + _COMPACTION_WAIT_S
    while (private.property_int_value(_LEVEL0_FILES) or 0) >= LEVEL0_FILES_COMPACT and time.monotonic() < deadline:
        time.sleep(_POLL_S)


def _unlogged() -> WriteOptions:
    options = WriteOptions()
    options.disable_wal = True
    return options
