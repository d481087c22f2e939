"""The keys that are read out of SST files are those that RocksDB shows."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rocksdict import BlockBasedOptions, DBCompressionType, Options, Rdict, WriteBatch

from statestore.errors import CorruptFile, UnsupportedFormat
from statestore.node.sst_reader import read_keys

ENTRIES = 3000


def open_database(path: Path, compression: DBCompressionType, format_version: int = 5) -> Rdict:
    """With Spark's block size and format version, unless told otherwise."""
    options = Options(raw_mode=True)
    options.create_if_missing(True)
    options.set_compression_type(compression)
    table = BlockBasedOptions()
    table.set_block_size(4096)
    table.set_format_version(format_version)
    table.set_bloom_filter(10, False)
    options.set_block_based_table_factory(table)
    return Rdict(str(path), options, {"default": options})


def only_file(path: Path) -> bytes:
    (file,) = path.glob("*.sst")
    return file.read_bytes()


@pytest.mark.parametrize("name", ["none", "lz4", "zstd", "snappy"])
def test_all_keys_are_read(name: str, tmp_path: Path) -> None:
    chance = random.Random(4)
    database = open_database(tmp_path / "db", getattr(DBCompressionType, name)())
    entries = {
        chance.randbytes(chance.choice((0, 1, 8, 40, 300))): chance.randbytes(chance.choice((0, 9, 500))) for _ in range(ENTRIES)
    }
    batch = WriteBatch(raw_mode=True)
    for key, value in entries.items():
        batch.put(key, value)
    gone = list(entries)[::7]
    for key in gone:
        batch.delete(key)
    batch.delete(b"never there")
    database.write(batch)
    database.flush()
    shown = set(database.keys())
    assert shown == entries.keys() - set(gone)
    found = read_keys(only_file(tmp_path / "db"), "f")
    database.close()
    # Tombstones stay until the last level is compacted.
    assert found == entries.keys() | {b"never there"}


def test_a_file_that_deletes_ranges_is_named(tmp_path: Path) -> None:
    database = open_database(tmp_path / "db", DBCompressionType.lz4())
    for i in range(10):
        database.put(b"%d" % i, b"v")
    database.delete_range(b"3", b"5")
    database.flush()
    with pytest.raises(UnsupportedFormat, match="ranges"):
        read_keys(only_file(tmp_path / "db"), "f")
    database.close()


def test_a_newer_format_is_named(tmp_path: Path) -> None:
    database = open_database(tmp_path / "db", DBCompressionType.lz4(), 6)
    database.put(b"k", b"v")
    database.flush()
    with pytest.raises(UnsupportedFormat, match="version 6"):
        read_keys(only_file(tmp_path / "db"), "f")
    database.close()


def test_what_is_no_file_of_this_kind_is_corrupt() -> None:
    with pytest.raises(CorruptFile):
        read_keys(b"x" * 100, "f")
    with pytest.raises(CorruptFile):
        read_keys(b"", "f")
