"""State schema files: three versions, Java's text, and damage."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as hs

from statestore.attach.checkpoint.java import JavaReader, modified_utf8
from statestore.attach.checkpoint.model import (
    ColumnFamily,
    PrefixScan,
    RangeScan,
    TimestampPostfix,
    TimestampPrefix,
    Unkept,
    WholeKey,
    unkept,
)
from statestore.attach.checkpoint.schemas import SchemaFile, merged, parse_schema_file
from statestore.errors import CorruptFile, StateStoreError, UnsupportedFormat
from statestore.types import Array, Boolean, Field, Long, String, Struct
from tests.attach.checkpoint_folder import KEY, VALUE, chunked, family, schema_file, schema_file_3, write_utf

KEY_STRUCT = Struct((Field("k", String(), True),))
VALUE_STRUCT = Struct((Field("count", Long(), False),))


def parse(data: bytes, prefix_columns: int = 0) -> SchemaFile:
    return parse_schema_file(data, "_metadata/schema", prefix_columns)


def of(*fields: tuple[str, Any]) -> dict[str, Any]:
    return {"type": "struct", "fields": [{"name": n, "type": t, "nullable": True, "metadata": {}} for n, t in fields]}


def only(found: SchemaFile) -> ColumnFamily:
    assert len(found.families) == 1
    return found.families[0]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        # DataInput's documentation: NUL takes two bytes, a supplementary character two surrogates of three bytes each.
        (b"\xc0\x80", "\0"),
        (b"a\xc0\x80b", "a\0b"),
        (b"\xc3\xa9", "é"),
        (b"\xe2\x82\xac", "€"),
        (b"\xed\xa0\x81\xed\xb0\x80", "\U00010400"),
        (b"\xed\xa0\xbd\xed\xb8\x80!", "\U0001f600!"),
    ],
)
def test_javas_text(data: bytes, text: str) -> None:
    assert modified_utf8(data) == text


@pytest.mark.parametrize("data", [b"\xed\xa0\x81", b"\xff", b"\xc3", b"\xed\xb0\x80\xed\xa0\x81"])
def test_what_is_no_text_of_javas(data: bytes) -> None:
    with pytest.raises(ValueError):
        modified_utf8(data)


@given(hs.text(), hs.integers(1, 7))
def test_text_survives_chunks_cut_anywhere_even_inside_a_character(text: str, size: int) -> None:
    units = text.encode("utf-16-be")
    parts = [units[i : i + 2 * size].decode("utf-16-be", "surrogatepass") for i in range(0, len(units), 2 * size)]
    data = struct.pack(">i", len(parts)) + b"".join(write_utf(p) for p in parts)
    assert JavaReader(data, "f").chunked_text() == text


@pytest.mark.parametrize("version", [1, 2])
def test_one_family_of_versions_1_and_2(version: int) -> None:
    found = parse(schema_file(version))
    assert not found.column_families
    assert only(found) == ColumnFamily(
        "default", KEY_STRUCT, VALUE_STRUCT, WholeKey(), key_schemas={0: KEY_STRUCT}, value_schemas={0: VALUE_STRUCT}
    )
    assert only(parse(schema_file(version), prefix_columns=1)).key_encoding == PrefixScan(1)


def test_a_schema_of_more_than_64_kib() -> None:
    wide = of(*((f"a column with a name that is rather long, number {i}", "long") for i in range(1500)))
    assert len(json.dumps(wide)) > 2 * 65535
    assert len(only(parse(schema_file(2, value=wide))).value.fields) == 1500
    assert len(only(parse(schema_file(2, value=wide, chunk=1000))).value.fields) == 1500


def test_families_of_version_3() -> None:
    encodings = {
        "a": ({"keyStateEncoderType": "NoPrefixKeyStateEncoderSpec"}, WholeKey()),
        "b": ({"keyStateEncoderType": "PrefixKeyScanStateEncoderSpec", "numColsPrefixKey": 2}, PrefixScan(2)),
        "c": ({"keyStateEncoderType": "RangeKeyScanStateEncoderSpec", "orderingOrdinals": [0, 2]}, RangeScan((0, 2))),
        "d": ({"keyStateEncoderType": "TimestampAsPrefixKeyStateEncoderSpec"}, TimestampPrefix()),
        "$e": ({"keyStateEncoderType": "TimestampAsPostfixKeyStateEncoderSpec"}, TimestampPostfix()),
    }
    found = parse(schema_file_3(*(family(name, encoding=spec) for name, (spec, _) in encodings.items())))
    assert found.column_families
    assert {f.name: f.key_encoding for f in found.families} == {name: encoding for name, (_, encoding) in encodings.items()}
    assert all((f.key, f.value) == (KEY_STRUCT, VALUE_STRUCT) for f in found.families)


def test_schema_numbers_of_a_map() -> None:
    found = only(parse(schema_file_3(family("m", user_key=KEY, value_id=3))))
    assert (found.key_schema_id, dict(found.value_schemas)) == (0, {3: VALUE_STRUCT})


def test_schemas_that_evolved_are_all_known() -> None:
    old = parse(schema_file_3(family("s", value_id=0), family("gone")))
    new = parse(schema_file_3(family("s", value=of(("count", "long"), ("sum", "long")), value_id=1)))
    found = only(merged((old, new)))
    both = Struct((Field("count", Long()), Field("sum", Long())))
    assert found.value == both
    assert found.value_schemas == {0: VALUE_STRUCT, 1: both}


def test_void_is_a_boolean_that_is_null_and_a_users_type_is_what_is_stored() -> None:
    user = {"type": "udt", "class": "org.apache.spark.ml.linalg.VectorUDT", "sqlType": of(("size", "integer"), ("type", "byte"))}
    spec = of(("__dummy__", "void"), ("v", user), ("many", {"type": "array", "elementType": "void", "containsNull": True}))
    found = only(parse(schema_file(2, value=spec)))
    assert found.unreadable is None
    assert found.value.fields[0] == Field("__dummy__", Boolean(), True)
    assert isinstance(found.value.fields[1].type, Struct)
    assert [f.name for f in found.value.fields[1].type.fields] == ["size", "type"]
    assert found.value.fields[2].type == Array(Boolean(), True)


@pytest.mark.parametrize("kind", ["variant", "time(6)", "interval", "geometry(4326)"])
def test_a_type_that_is_not_kept_makes_its_family_unreadable_where_it_is_in_the_key(kind: str) -> None:
    inside = of(("n", "long"), ("a", kind))
    for key in (of(("a", kind)), of(("k", "long"), ("place", inside))):
        found = parse(schema_file_3(family("bad", key=key), family("good")))
        bad, good = found.families
        assert bad.unreadable is not None
        assert kind in bad.unreadable
        assert good.unreadable is None


def test_a_type_that_is_not_kept_is_a_field_of_its_own_in_values() -> None:
    many = {"type": "array", "elementType": of(("v", "variant")), "containsNull": True}
    found = only(parse(schema_file(2, value=of(("a", "variant"), ("n", "long"), ("s", of(("v", "variant"), ("m", many)))))))
    assert found.unreadable is None
    alone, number, whole = found.value.fields
    assert isinstance(alone.type, Unkept)
    assert "variant" in alone.type.reason
    assert number == Field("n", Long())
    assert isinstance(whole.type, Struct)
    assert [isinstance(f.type, Unkept) for f in whole.type.fields] == [True, True]
    assert unkept(whole.type) == alone.type.reason
    assert unkept(number.type) is None


def test_a_collation_is_refused_in_keys_alone() -> None:
    """Spark writes its name into the field's metadata; the type is a string."""
    collated = {"name": "k", "type": "string", "nullable": True, "metadata": {"__COLLATIONS": {"k": "icu.UNICODE_CI"}}}
    struct_of = {"type": "struct", "fields": [collated]}
    assert "collation" in (only(parse(schema_file(2, key=struct_of))).unreadable or "")
    assert only(parse(schema_file(2, value=struct_of))).unreadable is None


def test_a_newer_version_is_refused() -> None:
    with pytest.raises(UnsupportedFormat, match="_metadata/schema has format version 4"):
        parse(write_utf("v4") + chunked("{}"))


WHOLE = {
    "version 1": schema_file(1),
    "version 2": schema_file(2),
    "version 3": schema_file_3(family("a", user_key=KEY), family("b")),
}


@pytest.mark.parametrize("whole", WHOLE.values(), ids=WHOLE)
def test_a_file_that_ends_early_is_refused_wherever_it_ends(whole: bytes) -> None:
    for length in range(len(whole)):
        with pytest.raises(CorruptFile, match="_metadata/schema"):
            parse(whole[:length])
    with pytest.raises(CorruptFile, match="_metadata/schema"):
        parse(whole + b"\0")


@pytest.mark.parametrize("whole", WHOLE.values(), ids=WHOLE)
def test_a_wrong_byte_anywhere_is_found_or_changes_only_a_name(whole: bytes) -> None:
    for at in range(len(whole)):
        for flip in (0x01, 0x80):
            damaged = whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1 :]
            try:
                found = parse(damaged)
            except StateStoreError as error:
                assert "_metadata/schema" in error.message  # noqa: PT017
            else:
                assert found.families


@pytest.mark.parametrize(
    "spec",
    [
        {},
        {"keyStateEncoderType": "SomeNewEncoderSpec"},
        {"keyStateEncoderType": "PrefixKeyScanStateEncoderSpec"},
        {"keyStateEncoderType": "RangeKeyScanStateEncoderSpec", "orderingOrdinals": "0"},
    ],
)
def test_an_unknown_key_encoding_is_refused(spec: Any) -> None:
    with pytest.raises(CorruptFile, match="key encoding"):
        parse(schema_file_3(family("a", encoding=spec)))


@pytest.mark.parametrize(
    "spec",
    ['"long"', "[]", "1", '{"type":"struct"}', '{"type":"struct","fields":[{"name":"a"}]}', '{"type":"struct","fields":[1]}'],
)
def test_a_schema_that_is_none_is_refused(spec: str) -> None:
    with pytest.raises(CorruptFile, match="_metadata/schema"):
        parse(write_utf("v2") + chunked(spec) + chunked(json.dumps(VALUE)))


def test_counts_are_bounded_by_the_file() -> None:
    for count in (-1, 1 << 30, 0):
        with pytest.raises(CorruptFile):
            parse(write_utf("v3") + struct.pack(">i", count))
