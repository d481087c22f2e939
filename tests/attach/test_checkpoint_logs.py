"""Offset log and commit log: what each version says, and what is not one."""

from __future__ import annotations

import json

import pytest

from statestore.attach.checkpoint.logs import numbered, parse_commit, parse_offsets
from statestore.attach.checkpoint.model import SourceOffset
from statestore.errors import CorruptFile, UnsupportedFormat

METADATA = json.dumps({"batchWatermarkMs": 1767226020000, "batchTimestampMs": 5, "conf": {"spark.sql.shuffle.partitions": "7"}})
KAFKA = '{"trades":{"0":17,"1":4}}'


def test_version_1_has_a_line_for_each_source() -> None:
    found = parse_offsets(f"v1\n{METADATA}\n{KAFKA}\n-\n3".encode(), "f")
    assert (found.watermark_ms, found.conf) == (1767226020000, {"spark.sql.shuffle.partitions": "7"})
    assert found.sources == (SourceOffset("0", {"trades": {"0": 17, "1": 4}}), SourceOffset("1", None), SourceOffset("2", 3))


def test_version_2_names_the_sources() -> None:
    found = parse_offsets(f"v2\n{METADATA}\norders:{KAFKA}\n1:-".encode(), "f")
    assert found.sources == (SourceOffset("orders", {"trades": {"0": 17, "1": 4}}), SourceOffset("1", None))


def test_old_entries_have_no_metadata() -> None:
    found = parse_offsets(b"v1\n\n0", "f")
    assert (found.watermark_ms, dict(found.conf), found.sources) == (0, {}, (SourceOffset("0", 0),))


def test_line_ends_of_other_alphabets_end_no_line() -> None:
    assert parse_offsets('v1\n{}\n"a\u2028b\x85"'.encode(), "f").sources == (SourceOffset("0", "a\u2028b\x85"),)


def test_commits_of_all_versions() -> None:
    assert parse_commit(b'v1\n{"nextBatchWatermarkMs":12}', "f") is None
    assert parse_commit(b"v1", "f") is None
    two = parse_commit(b'v2\n{"nextBatchWatermarkMs":12,"stateUniqueIds":{"0":[["a","b"],["c","d"]],"10":[["e"]]}}', "f")
    assert two == {0: (("a", "b"), ("c", "d")), 10: (("e",),)}
    assert parse_commit(b'v2\n{"nextBatchWatermarkMs":12}', "f") is None
    assert parse_commit(b'v3\n{"stateUniqueIds":{"0":[["a"]]},"sinkMetadataMap":{}}', "f") == {0: (("a",),)}


@pytest.mark.parametrize("parse", [parse_offsets, parse_commit])
def test_newer_versions_are_refused(parse: object) -> None:
    assert callable(parse)
    with pytest.raises(UnsupportedFormat, match="commits/5 has format version 9") as caught:
        parse(b"v9\n{}", "commits/5")
    assert caught.value.hint is not None


@pytest.mark.parametrize(
    "data", [b"", b"\n{}", b"1\n{}", b"v\n{}", b"v0\n{}", b"v-1\n{}", b"v1.5\n{}", b"\xff\xfe", b"v1\n{", b"v1\n[]", b"v1\nnull"]
)
@pytest.mark.parametrize("parse", [parse_offsets, parse_commit])
def test_damage_names_the_file(parse: object, data: bytes) -> None:
    assert callable(parse)
    with pytest.raises(CorruptFile, match="offsets/5"):
        parse(data, "offsets/5")


@pytest.mark.parametrize("data", [b'v1\n{"conf":[]}', b'v1\n{"conf":{"spark.sql.shuffle.partitions":7}}'])
def test_damaged_offsets(data: bytes) -> None:
    with pytest.raises(CorruptFile, match="offsets/5"):
        parse_offsets(data, "offsets/5")


@pytest.mark.parametrize("end", ["\n", "\n\n", "\r\n", "\n  \n"])
@pytest.mark.parametrize(("version", "line"), [(1, KAFKA), (2, f"0:{KAFKA}")])
def test_an_editors_newline_at_the_end_is_no_source(version: int, line: str, end: str) -> None:
    found = parse_offsets(f"v{version}\n{METADATA}\n{line}{end}".encode(), "f")
    assert found.sources == (SourceOffset("0", {"trades": {"0": 17, "1": 4}}),)
    assert found.conf == {"spark.sql.shuffle.partitions": "7"}


@pytest.mark.parametrize(
    ("data", "sources"),
    [
        (b"v1\n{}\n{", (SourceOffset("0", None),)),
        (b"v1\n{}\nposition 7 of a source that writes no JSON\n5", (SourceOffset("0", None), SourceOffset("1", 5))),
        (b"v2\n{}\nno name", (SourceOffset("0", None),)),
        (b"v2\n{}\norders:{", (SourceOffset("orders", None),)),
    ],
)
def test_what_only_the_source_understands_is_passed_over(data: bytes, sources: tuple[SourceOffset, ...]) -> None:
    assert parse_offsets(data, "f").sources == sources


def test_a_watermark_that_is_none_is_passed_over() -> None:
    assert parse_offsets(b'v1\n{"batchWatermarkMs":"12"}', "f").watermark_ms == 0


@pytest.mark.parametrize(
    "ids", ["[]1", '"a"', '[["a"]]', '{"x":[["a"]]}', '{"0":"a"}', '{"0":[[null]]}', '{"0":[null]}', '{"0":[[1]]}']
)
def test_damaged_commits(ids: str) -> None:
    with pytest.raises(CorruptFile, match="commits/5"):
        parse_commit(f'v2\n{{"stateUniqueIds":{ids}}}'.encode(), "commits/5")


def test_batches_are_plain_numbers() -> None:
    names = ["10", "9", ".10.crc", ".11.6c1e.tmp", "_tmp", "11.compact", "-1", "٣", "metadata"]
    assert numbered(names) == (9, 10)
