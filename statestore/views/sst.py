"""SST files: the RocksDB files that a version adds, written in key order and ready to ingest.

A file's key is statestore.keys's bytes, its value statestore.rows's; a tombstone deletes the key.

- SST files: 16 KiB blocks, lz4, 10-bit bloom filters, cut at 256 MiB (`statestore.views.sst.SstOptions`). Two attempts give
  different bytes for the same rows (RocksDB writes an id and the time), so a checksum identifies an attempt, not its rows.
  RocksDB deletes the file when finishing it fails.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, starmap
from operator import lt
from pathlib import Path
from typing import Final, Literal

from rocksdict import BlockBasedOptions, DBCompressionType, Options, SstFileWriter

from statestore.errors import StateStoreError
from statestore.views.local_storage import NO_ROOM_WORDS, storage_full


@dataclass(frozen=True, slots=True)
class SstOptions:
    """How SST files are built. Changing a value changes new files only: RocksDB reads all of them.

    block_bytes: RocksDB's unit of reading; 16 KiB halves a scan's overhead against its default of 4, and costs a cached
        point read little. bloom_bits: 10 bits a key let 1% of misses through. table_format: 5, the filter's newer layout.
    compression: lz4 costs a reader next to nothing; zstd saves a fifth to a third of the space for a third of the speed.
    file_bytes_max: a larger shard is cut into several files, so that a node can fetch and verify one at a time.
    """

    block_bytes: int = 16 * 1024
    restart_interval: int = 16
    bloom_bits: float = 10.0
    table_format: int = 5
    compression: Literal["lz4", "zstd", "none"] = "lz4"
    file_bytes_max: int = 256 * 1024 * 1024


OPTIONS: Final = SstOptions()
#: Of what is kept for readers of old versions only.
PAST_OPTIONS: Final = SstOptions(compression="zstd")


@cache
def _rocksdb_options(options: SstOptions) -> Options:
    table = BlockBasedOptions()
    table.set_block_size(options.block_bytes)
    table.set_block_restart_interval(options.restart_interval)
    table.set_bloom_filter(options.bloom_bits, block_based=False)
    table.set_format_version(options.table_format)
    built = Options(raw_mode=True)
    built.set_block_based_table_factory(table)
    built.set_compression_type(getattr(DBCompressionType, options.compression)())
    return built


@contextmanager
def _rocksdb_errors(path: Path) -> Iterator[None]:
    """The one place that knows rocksdict's errors, which are bare Exceptions told apart by their text."""
    try:
        yield
    except Exception as error:
        if any(words in str(error) for words in NO_ROOM_WORDS):
            raise storage_full(str(path), str(error)) from error
        raise StateStoreError(f"{path} cannot be written", detail=str(error)) from error


class SstFile:
    """One file being written. Entries come in strictly ascending key order, over all calls."""

    def __init__(self, path: Path, options: SstOptions = OPTIONS) -> None:
        """Start the file at *path*, whose folder exists."""
        self.path = path
        self.rows = 0
        self.deletes = 0
        self.min_key: bytes | None = None
        self.max_key = b""
        with _rocksdb_errors(path):
            self._writer = SstFileWriter(_rocksdb_options(options))
            self._writer.open(str(path))

    @property
    def size_bytes(self) -> int:
        """Bytes written so far; the last block is not in it."""
        return int(self._writer.file_size())

    def append(self, keys: Sequence[bytes], values: Sequence[bytes | None]) -> None:
        """Add entries; a value of None is a tombstone. Raises StorageFull; ValueError when the keys do not ascend."""
        if not keys:
            return
        self._check_order(keys)
        with _rocksdb_errors(self.path):
            deletes = self._write(keys, values)
        self.deletes += deletes
        self.rows += len(keys) - deletes

    def finish(self) -> None:
        """Close the file; its bytes are on disk afterwards (RocksDB syncs it)."""
        with _rocksdb_errors(self.path):
            self._writer.finish()

    def abandon(self) -> None:
        """Close and remove the file, whatever state it is in."""
        # The writer holds the file open, and its space with it, until it is collected: not as long as a traceback lives.
        self.__dict__.pop("_writer", None)
        self.path.unlink(missing_ok=True)

    def _check_order(self, keys: Sequence[bytes]) -> None:
        if (self.min_key is not None and keys[0] <= self.max_key) or not all(starmap(lt, pairwise(keys))):
            raise ValueError(f"keys for {self.path} do not ascend")
        if self.min_key is None:
            self.min_key = keys[0]
        self.max_key = keys[-1]

    def _write(self, keys: Sequence[bytes], values: Sequence[bytes | None]) -> int:
        """Returns the number of tombstones."""
        if None not in values:
            # The whole batch without a Python frame per row: 6 million rows a second.
            deque(map(self._writer.__setitem__, keys, values), maxlen=0)
            return 0
        deletes = 0
        for key, value in zip(keys, values, strict=True):
            if value is None:
                del self._writer[key]
                deletes += 1
            else:
                self._writer[key] = value
        return deletes
