"""Reads the entries of an SST file, tombstones included, which RocksDB's own iterators never show.

The format is RocksDB's block-based table as statestore.views and Spark's state stores write it (format versions 2 to 5, binary
search index):

    file     data blocks, filter, index block, properties, metaindex, footer
    block    entries, restart offsets (4 bytes each), their count (4 bytes; high bit: a hash index stands before it);
             stored as: bytes, 1 byte compression kind, 4 bytes checksum
    entry    varint shared, varint unshared, varint value length, unshared key bytes, value
    key      user key, then 8 bytes: sequence << 8 | kind (0 a tombstone, 1 a value), little-endian
    index    entries whose value is the handle of a data block; from format version 4 on without the value length, and
             behind a restart point only the difference of the sizes (zigzag), as the blocks are neighbours
    footer   53 bytes: checksum kind, the handles of metaindex and index, padding, 4 bytes version, 8 bytes magic
    handle   varint offset, varint size

Source: "Rocksdb BlockBasedTable Format" and "Data Block Hash Index" in RocksDB's wiki, "Format Version 4" in its blog.
A test compares what is read here with what RocksDB returns.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

import pyarrow as pa

from statestore.errors import CorruptFile, UnsupportedFormat

_MAGIC: Final = 0x88E241B785F4CFF7
_FOOTER_BYTES: Final = 53
_FOOTER_END: Final = struct.Struct("<IQ")
_VERSIONS: Final = range(2, 6)
_DELTA_INDEX_VERSION: Final = 4
_TRAILER_BYTES: Final = 5
_COUNT: Final = struct.Struct("<I")
_SEQUENCE_AND_KIND_BYTES: Final = 8
_KIND_DELETE: Final = 0
_KIND_VALUE: Final = 1
#: Kinds of compression that are read; those but snappy put the size (a varint) before the bytes.
_SNAPPY: Final = 1
_CODECS: Final = {_SNAPPY: "snappy", 4: "lz4_raw", 5: "lz4_raw", 7: "zstd"}
#: The block of a file that deletes ranges of keys.
_RANGE_DELETIONS: Final = b"rocksdb.range_del"
_LOW_BITS: Final = 0x7F
_MORE_BIT: Final = 0x80

Handle = tuple[int, int]


def read_entries(data: bytes, name: str) -> tuple[list[bytes], list[bytes | None]]:
    """Keys of the file in order, and the value of each; None is a tombstone.

    Raises CorruptFile naming *name*, UnsupportedFormat for tables of other kinds.
    """
    keys: list[bytes] = []
    values: list[bytes | None] = []
    try:
        for handle in _data_handles(data, name):
            _read_block(_block(data, handle, name), keys, values, name)
    except (IndexError, struct.error) as error:
        raise CorruptFile(f"{name} is corrupt", detail=f"its blocks do not add up: {error}") from error
    return keys, values


def read_keys(data: bytes, name: str) -> set[bytes]:
    """The user keys of all entries: values, tombstones, merge operands.

    Raises CorruptFile naming *name*, UnsupportedFormat for tables of other kinds and for those that delete ranges of keys.
    """
    keys: set[bytes] = set()
    try:
        if _RANGE_DELETIONS in _meta_names(data, name):
            raise UnsupportedFormat(f"{name} deletes ranges of keys")
        for handle in _data_handles(data, name):
            _read_block_keys(_block(data, handle, name), keys)
    except (IndexError, struct.error) as error:
        raise CorruptFile(f"{name} is corrupt", detail=f"its blocks do not add up: {error}") from error
    return keys


def _data_handles(data: bytes, name: str) -> Iterator[Handle]:
    """Where the data blocks are, by the index."""
    version, _, index = _footer(data, name)
    return _read_index(_block(data, index, name), delta=version >= _DELTA_INDEX_VERSION)


def _meta_names(data: bytes, name: str) -> Iterator[bytes]:
    """The names of the file's other blocks."""
    _, metaindex, _ = _footer(data, name)
    block = _block(data, metaindex, name)
    end, _ = _entries_end(block)
    at = 0
    key = b""
    while at < end:
        shared, at = _varint(block, at)
        unshared, at = _varint(block, at)
        length, at = _varint(block, at)
        key = key[:shared] + block[at : at + unshared]
        at += unshared + length
        yield key


def _footer(data: bytes, name: str) -> tuple[int, Handle, Handle]:
    """Format version, and where metaindex and index are."""
    version, magic = _FOOTER_END.unpack_from(data, len(data) - _FOOTER_END.size)
    if magic != _MAGIC:
        raise CorruptFile(f"{name} is corrupt", detail="no SST file: its magic number is wrong")
    if version not in _VERSIONS:
        raise UnsupportedFormat(f"{name} is an SST file of format version {version}; 2 to 5 can be read")
    at = len(data) - _FOOTER_BYTES + 1
    numbers = []
    for _ in range(4):
        number, at = _varint(data, at)
        numbers.append(number)
    return version, (numbers[0], numbers[1]), (numbers[2], numbers[3])


def _read_index(block: bytes, *, delta: bool) -> Iterator[Handle]:
    end, restarts = _entries_end(block)
    at, offset, size = 0, 0, 0
    while at < end:
        full = at in restarts or not delta
        _, at = _varint(block, at)
        unshared, at = _varint(block, at)
        if not delta:
            _, at = _varint(block, at)
        at += unshared
        if full:
            offset, at = _varint(block, at)
            size, at = _varint(block, at)
        else:
            offset += size + _TRAILER_BYTES
            difference, at = _varint(block, at)
            size += (difference >> 1) ^ -(difference & 1)
        yield offset, size


def _read_block(block: bytes, keys: list[bytes], values: list[bytes | None], name: str) -> None:
    """The hot loop: about 0.6 µs an entry."""
    end, _ = _entries_end(block)
    at = 0
    key = b""
    while at < end:
        shared, unshared, length = block[at], block[at + 1], block[at + 2]
        if (shared | unshared | length) & _MORE_BIT:
            shared, at = _varint(block, at)
            unshared, at = _varint(block, at)
            length, at = _varint(block, at)
        else:
            at += 3
        value_at = at + unshared
        key = key[:shared] + block[at:value_at]
        at = value_at + length
        kind = key[-_SEQUENCE_AND_KIND_BYTES]
        if kind > _KIND_VALUE:
            raise UnsupportedFormat(f"{name} holds an entry of kind {kind}")
        keys.append(key[:-_SEQUENCE_AND_KIND_BYTES])
        values.append(block[value_at:at] if kind else None)


def _read_block_keys(block: bytes, keys: set[bytes]) -> None:
    """About 0.3 µs an entry."""
    end, _ = _entries_end(block)
    at = 0
    key = b""
    while at < end:
        shared, unshared, length = block[at], block[at + 1], block[at + 2]
        if (shared | unshared | length) & _MORE_BIT:
            shared, at = _varint(block, at)
            unshared, at = _varint(block, at)
            length, at = _varint(block, at)
        else:
            at += 3
        key = key[:shared] + block[at : at + unshared]
        at += unshared + length
        keys.add(key[:-_SEQUENCE_AND_KIND_BYTES])


def _entries_end(block: bytes) -> tuple[int, frozenset[int]]:
    """Where a block's entries end, and its restart points."""
    (count,) = _COUNT.unpack_from(block, len(block) - _COUNT.size)
    if count >> 31:
        raise UnsupportedFormat("an SST file has blocks with a hash index")
    end = len(block) - _COUNT.size * (count + 1)
    return end, frozenset(struct.unpack_from(f"<{count}I", block, end))


def _block(data: bytes, handle: Handle, name: str) -> bytes:
    """The block's bytes, decompressed."""
    offset, size = handle
    stored = data[offset : offset + size]
    kind = data[offset + size]
    if kind == 0:
        return stored
    if kind not in _CODECS:
        raise UnsupportedFormat(f"{name} is compressed by kind {kind}")
    full_size, at = _varint(stored, 0)
    return bytes(pa.decompress(stored if kind == _SNAPPY else stored[at:], full_size, _CODECS[kind], asbytes=True))


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """The number at *at*, and where it ends."""
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & _LOW_BITS) << shift
        if byte < _MORE_BIT:
            return number, at
        shift += 7
