"""Undoes the compression of logs, deltas and snapshots: the framings that Spark's codecs write.

    lz4      blocks: "LZ4Block", 1 byte kind and size limit, 4 bytes stored size, 4 bytes size, 4 bytes checksum (all
             little-endian), the bytes. Kind 10 is stored as it is, 20 is raw LZ4; the limit is 1 << (10 + low bits). The
             checksum is 28 bits of xxHash32 with a seed of its own. A block of size 0 ends the stream.
    zstd     frames
    snappy   "\\x82SNAPPY\\0", two versions of 4 bytes, then chunks: 4 bytes big-endian stored size, raw snappy

Source: lz4-java's LZ4BlockOutputStream, snappy-java's SnappyOutputStream. All is handed over in pieces, so that a big
snapshot is never in memory decompressed.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import pyarrow as pa
import xxhash

from statestore.attach.checkpoint.model import CODEC_DEFAULT, CODEC_KEY
from statestore.errors import CorruptFile, UnsupportedFormat

#: Bytes that are decompressed at once where the framing leaves the choice.
_PIECE_BYTES: Final = 1 << 20

_LZ4_MAGIC: Final = b"LZ4Block"
_LZ4_HEADER: Final = struct.Struct("<8sBiiI")
_LZ4_STORED: Final = 0x10
_LZ4_COMPRESSED: Final = 0x20
_LZ4_KIND: Final = 0xF0
_LZ4_LEVEL: Final = 0x0F
_LZ4_LEAST_LEVEL: Final = 10
_LZ4_SEED: Final = 0x9747B28C
_LZ4_CHECKSUM_BITS: Final = 0x0FFFFFFF

_SNAPPY_MAGIC: Final = b"\x82SNAPPY\x00"
_SNAPPY_HEADER_BYTES: Final = 16
_SNAPPY_CHUNK: Final = struct.Struct(">i")
#: snappy-java's greatest block is 32 MiB by far; Spark's default is 32 KiB.
_SNAPPY_CHUNK_BYTES_MAX: Final = 64 << 20

_CLASSES: Final = {
    "org.apache.spark.io.lz4compressioncodec": "lz4",
    "org.apache.spark.io.zstdcompressioncodec": "zstd",
    "org.apache.spark.io.snappycompressioncodec": "snappy",
    "org.apache.spark.io.lzfcompressioncodec": "lzf",
}

Decompress = Callable[[bytes, str], Iterator[bytes]]


def decompression(conf: Mapping[str, str]) -> Decompress:
    """The function that yields a file's bytes decompressed; its second argument names the file.

    Raises UnsupportedFormat for a codec that cannot be read; the function raises CorruptFile.
    """
    codec = conf.get(CODEC_KEY, CODEC_DEFAULT).lower()
    codec = _CLASSES.get(codec, codec)
    if codec not in _DECOMPRESS:
        raise UnsupportedFormat(
            f"state that is compressed with {codec} cannot be read; {', '.join(_DECOMPRESS)} can",
            hint=f"set {CODEC_KEY} to one of these before the job's next start",
        )
    return _DECOMPRESS[codec]


def _lz4(data: bytes, name: str) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        if len(data) - at < _LZ4_HEADER.size:
            raise _corrupt(name, "it ends within a block's header")
        magic, token, stored, size, checksum = _LZ4_HEADER.unpack_from(data, at)
        at += _LZ4_HEADER.size
        if magic != _LZ4_MAGIC:
            raise _corrupt(name, "a block does not start with LZ4Block")
        if not 0 <= size <= 1 << (_LZ4_LEAST_LEVEL + (token & _LZ4_LEVEL)) or not 0 <= stored <= len(data) - at:
            raise _corrupt(name, "a block is longer than the file")
        if size:
            yield _lz4_block(data[at : at + stored], token & _LZ4_KIND, size, checksum, name)
        at += stored


def _lz4_block(stored: bytes, kind: int, size: int, checksum: int, name: str) -> bytes:
    if kind == _LZ4_STORED:
        block = stored
    elif kind == _LZ4_COMPRESSED:
        block = _decompressed(stored, size, "lz4_raw", name)
    else:
        raise _corrupt(name, f"a block of kind {kind:#x}")
    if len(block) != size or xxhash.xxh32_intdigest(block, _LZ4_SEED) & _LZ4_CHECKSUM_BITS != checksum:
        raise _corrupt(name, "a block's checksum is wrong")
    return block


def _zstd(data: bytes, name: str) -> Iterator[bytes]:
    if not data:
        return
    try:
        with pa.CompressedInputStream(pa.BufferReader(data), "zstd") as stream:
            while piece := stream.read(_PIECE_BYTES):
                yield piece
    except OSError as error:
        raise _corrupt(name, str(error)) from error


def _snappy(data: bytes, name: str) -> Iterator[bytes]:
    if not data.startswith(_SNAPPY_MAGIC):
        raise _corrupt(name, "it does not start as a snappy stream")
    at = _SNAPPY_HEADER_BYTES
    while at < len(data):
        if data.startswith(_SNAPPY_MAGIC, at):
            at += _SNAPPY_HEADER_BYTES
            continue
        if len(data) - at < _SNAPPY_CHUNK.size:
            raise _corrupt(name, "it ends within a chunk's size")
        (stored,) = _SNAPPY_CHUNK.unpack_from(data, at)
        at += _SNAPPY_CHUNK.size
        if not 0 < stored <= len(data) - at:
            raise _corrupt(name, "a chunk is longer than the file")
        chunk = data[at : at + stored]
        yield _decompressed(chunk, _snappy_size(chunk, name), "snappy", name)
        at += stored


def _snappy_size(chunk: bytes, name: str) -> int:
    """The size that raw snappy begins with, a varint."""
    size = 0
    for place, byte in enumerate(chunk[:5]):
        size |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            if size > _SNAPPY_CHUNK_BYTES_MAX:
                break
            return size
    raise _corrupt(name, "a chunk's size makes no sense")


def _decompressed(stored: bytes, size: int, codec: str, name: str) -> bytes:
    try:
        return bytes(pa.decompress(stored, size, codec, asbytes=True))
    except (OSError, ValueError) as error:
        raise _corrupt(name, str(error)) from error


def _corrupt(name: str, detail: str) -> CorruptFile:
    return CorruptFile(f"{name} is corrupt", detail=detail)


_DECOMPRESS: Final[Mapping[str, Decompress]] = {"lz4": _lz4, "zstd": _zstd, "snappy": _snappy}
