"""The framings and records of logs, written here as Spark's classes write them, and read back: whole, cut, and damaged."""

from __future__ import annotations

import random
import struct

import pyarrow as pa
import pytest

from statestore.attach.checkpoint.model import CODEC_KEY
from statestore.attach.providers.codec import decompression
from statestore.attach.providers.records import DELETE, DELETE_RANGE, MERGE, PUT, Ancestor, ChangelogReader, Record
from statestore.attach.providers.values import merge_delimiter, unwrapping
from statestore.errors import CorruptFile, UnsupportedFormat
from tests.attach.store_folder import kinds_log, lineage_text, lz4_stream, plain_log, sized, text
from tests.plugins.scale import seed_for

CODECS = ("lz4", "zstd", "snappy")


def snappy_stream(data: bytes, block_bytes: int = 64) -> bytes:
    out = [struct.pack(">8sii", b"\x82SNAPPY\x00", 1, 1)]
    for start in range(0, len(data), block_bytes):
        packed = pa.compress(data[start : start + block_bytes], "snappy", asbytes=True)
        out.append(struct.pack(">i", len(packed)) + packed)
    return b"".join(out)


def stream(codec: str, data: bytes) -> bytes:
    match codec:
        case "lz4":
            return lz4_stream(data, 64)
        case "snappy":
            return snappy_stream(data)
        case _:
            return bytes(pa.compress(data, "zstd", asbytes=True))


ANCESTORS = (Ancestor(3, "0b7c"), Ancestor(4, "9e11"))
PLAIN: list[Record] = [(PUT, b"a", b"1"), (DELETE, b"b", b""), (PUT, b"", b""), (PUT, b"k" * 300, b"v" * 5000)]
KINDS: list[Record] = [*PLAIN, (MERGE, b"a", b"2"), (DELETE_RANGE, b"c", b"d")]
LOGS = {
    "v1": (plain_log(PLAIN), PLAIN, None),
    "v2": (text("v2") + kinds_log(KINDS), KINDS, None),
    "v3": (text("v3") + lineage_text(ANCESTORS) + plain_log(PLAIN), PLAIN, ANCESTORS),
    "v4": (text("v4") + lineage_text(ANCESTORS) + kinds_log(KINDS), KINDS, ANCESTORS),
    "v4 without ancestors": (text("v4") + lineage_text(()) + kinds_log([]), [], ()),
    "v1 without records": (plain_log([]), [], None),
}


def reader(data: bytes, *, piece: int = 7) -> ChangelogReader:
    pieces = [data[start : start + piece] for start in range(0, len(data), piece)]
    return ChangelogReader(pieces, "5.changelog", row_checksums=False)


def records(log: ChangelogReader) -> list[Record]:
    return [record for batch in log for record in batch]


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("size", [0, 1, 63, 64, 5000])
def test_a_stream_is_read_back(codec: str, size: int) -> None:
    data = (b"state store " * (size // 12 + 1))[:size] if size != 64 else random.Random(7).randbytes(64)
    assert b"".join(decompression({CODEC_KEY: codec})(stream(codec, data), "f")) == data


def test_lz4_is_what_spark_takes_by_itself() -> None:
    assert b"".join(decompression({})(stream("lz4", b"abc"), "f")) == b"abc"


def test_a_codec_may_be_named_by_its_class() -> None:
    conf = {CODEC_KEY: "org.apache.spark.io.ZStdCompressionCodec"}
    assert b"".join(decompression(conf)(stream("zstd", b"abc"), "f")) == b"abc"


@pytest.mark.parametrize("codec", ["lzf", "brotli"])
def test_other_codecs_are_named(codec: str) -> None:
    with pytest.raises(UnsupportedFormat, match=codec):
        decompression({CODEC_KEY: codec})


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("log", LOGS)
def test_a_cut_file_is_corrupt_wherever_it_is_cut(codec: str, log: str) -> None:
    data = stream(codec, LOGS[log][0])
    end_marker = 21 if codec == "lz4" else 0
    for length in sorted({0, 1, *random.Random(3).sample(range(len(data) - end_marker), 8), len(data) - end_marker - 1}):
        pieces = decompression({CODEC_KEY: codec})(data[:length], "5.changelog")
        with pytest.raises(CorruptFile, match=r"5\.changelog"):
            records(ChangelogReader(pieces, "5.changelog", row_checksums=False))


@pytest.mark.parametrize("codec", CODECS)
def test_garbage_is_corrupt(codec: str) -> None:
    seed = seed_for("providers formats")
    chance = random.Random(seed)
    for _ in range(50):
        garbage = chance.randbytes(200)
        with pytest.raises((CorruptFile, UnsupportedFormat)):
            records(ChangelogReader(decompression({CODEC_KEY: codec})(garbage, "f"), "f", row_checksums=False))


def test_lz4_blocks_have_checksums() -> None:
    data = lz4_stream(random.Random(5).randbytes(640), 64)
    for at in range(21, 21 + 64):
        damaged = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(CorruptFile, match="checksum"):
            list(decompression({})(damaged, "f"))


@pytest.mark.parametrize("piece", [1, 7, 100_000])
@pytest.mark.parametrize("log", LOGS)
def test_logs_of_every_version_are_read(log: str, piece: int) -> None:
    data, expected, lineage = LOGS[log]
    found = reader(data, piece=piece)
    assert found.lineage == lineage
    assert records(found) == expected


@pytest.mark.parametrize("log", LOGS)
def test_a_log_without_its_end_is_corrupt(log: str) -> None:
    data = LOGS[log][0]
    for length in range(len(data)):
        with pytest.raises(CorruptFile):
            records(reader(data[:length], piece=1000))


def test_a_log_of_a_newer_version_is_named() -> None:
    with pytest.raises(UnsupportedFormat, match="v5"):
        reader(text("v5") + kinds_log(KINDS))


@pytest.mark.parametrize(
    "body",
    [
        b"\x07" + sized(b"key") + sized(b"value") + b"\x00",
        b"\x01\xff\xff\xff\xfe" + b"\x00" * 20,
        b"\x10" + sized(b"key") + sized(b"value") + b"\x00",
        b"\x01" + sized(b"key") + b"\xff\xff\xff\xff\x00",
    ],
    ids=["kind", "key size", "deletion with a value", "value without a size"],
)
def test_records_that_make_no_sense_are_corrupt(body: bytes) -> None:
    with pytest.raises(CorruptFile):
        records(reader(text("v2") + body))


@pytest.mark.parametrize("lineage", ["{", "[1]", '[{"version": 1}]', "null"])
def test_a_lineage_that_makes_no_sense_is_corrupt(lineage: str) -> None:
    with pytest.raises(CorruptFile):
        reader(text("v4") + text(lineage) + kinds_log([]))


def test_row_checksums_are_left_out() -> None:
    crc = b"\x01\x02\x03\x04"
    written: list[Record] = [(PUT, b"key", crc + b"value"), (DELETE, crc + b"gone", b"")]
    log = ChangelogReader([plain_log(written)], "f", row_checksums=True, values_checked=True)
    assert records(log) == [(PUT, b"key", b"value"), (DELETE, b"gone", b"")]


@pytest.mark.parametrize("delimiter", [b",", b""])
def test_checksums_within_values_are_left_out(delimiter: bytes) -> None:
    parts = [b"one", b"", b"three,3"]
    stored = delimiter.join(b"crc!" + struct.pack("<i", len(part)) + part for part in parts)
    assert unwrapping(delimiter, "f")(stored) == delimiter.join(parts)


@pytest.mark.parametrize("stored", [b"abc", b"crc!\x04\x00\x00\x00abc", b"crc!\xff\xff\xff\xffabc"])
def test_checked_values_that_do_not_add_up_are_corrupt(stored: bytes) -> None:
    with pytest.raises(CorruptFile):
        unwrapping(b",", "f")(stored)


def test_the_delimiter_is_that_of_the_merge_operators_version() -> None:
    key = "spark.sql.streaming.stateStore.rocksdb.mergeOperatorVersion"
    assert [merge_delimiter(conf) for conf in ({}, {key: "1"}, {key: "2"})] == [b",", b",", b""]
    with pytest.raises(UnsupportedFormat, match="3"):
        merge_delimiter({key: "3"})
