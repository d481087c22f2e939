"""Keys: byte order is SQL order, keys read back, the vectorised encoder gives the same bytes."""

from __future__ import annotations

import functools
import math
import random
from decimal import Decimal
from typing import Any

import psycopg
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as s

from statestore import types as st
from statestore.errors import CorruptFile, InvalidSchema, UnsupportedType
from statestore.keys import NULL_COLUMN, KeyCodec, successor
from tests.plugins.scale import seed_for
from tests.statestore.values import PROPERTY, canonical, nullable, orderable_types, to_arrow, view


def compare(a: Any, b: Any) -> int:
    """Postgres's order of two values: NULLS LAST, NaN above everything, text by code points, then shorter first."""
    if a is None or b is None:
        return (a is None) - (b is None)
    if isinstance(a, float) and (a != a or b != b):
        return (a != a) - (b != b)
    if isinstance(a, str):
        a, b = [ord(c) for c in a], [ord(c) for c in b]
    if isinstance(a, list | tuple):
        return next((order for order in map(compare, a, b) if order), (len(a) > len(b)) - (len(a) < len(b)))
    return (a > b) - (a < b)


def codec_of(types: list[st.DataType]) -> KeyCodec:
    return KeyCodec(view(types, key=len(types)))


@s.composite
def keys(draw: s.DrawFn) -> tuple[list[st.DataType], list[tuple[Any, ...]]]:
    """Types of a composite key and a few keys; later ones share columns with earlier ones, so that ties are common."""
    types = draw(s.lists(orderable_types(), min_size=1, max_size=4))
    rows: list[tuple[Any, ...]] = draw(s.lists(s.tuples(*map(nullable, types)), min_size=1, max_size=4))
    mixed = s.tuples(*(s.sampled_from([r[i] for r in rows]) for i in range(len(types))))
    return types, rows + draw(s.lists(mixed, max_size=3))


@PROPERTY
@given(keys())
def test_byte_order_is_sql_order(case: tuple[list[st.DataType], list[tuple[Any, ...]]]) -> None:
    types, rows = case
    encoded = [codec_of(types).encode(row) for row in rows]
    for a, key_a in zip(rows, encoded, strict=True):
        for b, key_b in zip(rows, encoded, strict=True):
            assert (key_a > key_b) - (key_a < key_b) == compare(a, b), (a, b)


@PROPERTY
@given(keys())
def test_keys_read_back_and_encode_alike_from_arrow(case: tuple[list[st.DataType], list[tuple[Any, ...]]]) -> None:
    types, rows = case
    codec = codec_of(types)
    encoded = [codec.encode(row) for row in rows]
    assert [canonical(codec.decode(key)) for key in encoded] == [canonical(positive_zeros(row)) for row in rows]
    columns = [to_arrow([r[i] for r in rows], t) for i, t in enumerate(types)]
    assert codec.encode_arrow(columns) == encoded
    assert codec.encode_arrow([c.slice(1) for c in columns]) == encoded[1:]
    table = pa.table({f"c{i}": c for i, c in enumerate(columns)})
    assert codec.encode_arrow(pa.concat_tables([table.slice(0, 2), table.slice(2)]).columns) == encoded


def positive_zeros(value: Any) -> Any:
    match value:
        case float():
            return value + 0.0
        case list() | tuple():
            return type(value)(map(positive_zeros, value))
    return value


@PROPERTY
@given(keys())
def test_prefixes_and_columns_are_parts_of_the_key(case: tuple[list[st.DataType], list[tuple[Any, ...]]]) -> None:
    types, rows = case
    codec = codec_of(types)
    for row in rows:
        key = codec.encode(row)
        assert b"".join(codec.column_encoder(i)(v) for i, v in enumerate(row)) == key
        for n in range(len(types) + 1):
            assert key.startswith(codec.encode_prefix(row[:n]))


@PROPERTY
@given(keys(), s.data())
def test_the_range_of_a_prefix_holds_exactly_the_keys_that_share_it(case: Any, data: s.DataObject) -> None:
    types, rows = case
    codec = codec_of(types)
    n = data.draw(s.integers(1, len(types)))
    low = codec.encode_prefix(rows[0][:n])
    high = successor(low)
    assert high is not None
    for row in rows:
        assert (low <= codec.encode(row) < high) == (compare(row[:n], rows[0][:n]) == 0)


@given(s.binary(max_size=4), s.binary(max_size=5))
@example(b"\xff\xff", b"")
@example(b"a\xff", b"b")
@example(b"", b"")
def test_successor_is_the_least_string_above_all_extensions(prefix: bytes, other: bytes) -> None:
    above = successor(prefix)
    if above is None:
        assert not prefix.strip(b"\xff")
        assert other.startswith(prefix) or other < prefix
    else:
        assert (prefix <= other < above) == other.startswith(prefix)


@pytest.mark.parametrize(
    ("data_type", "value", "wanted"),
    [
        (st.Boolean(), True, "01 01"),
        (st.Byte(), -128, "01 00"),
        (st.Short(), 1, "01 8001"),
        (st.Int(), -1, "01 7fffffff"),
        (st.Long(), 2**63 - 1, "01 ffffffffffffffff"),
        (st.Date(), 0, "01 80000000"),
        (st.Timestamp(), -1, "01 7fffffffffffffff"),
        (st.YearMonthInterval(), 14, "01 8000000e"),
        (st.Float(), 1.0, "01 bf800000"),
        (st.Float(), -1e-60, "01 80000000"),
        (st.Double(), -0.0, "01 8000000000000000"),
        (st.Double(), -1.0, "01 400fffffffffffff"),
        (st.Double(), math.inf, "01 fff0000000000000"),
        (st.Double(), math.nan, "01 fff8000000000000"),
        (st.Decimal(5, 2), Decimal("1.00"), "01 8000000000000064"),
        (st.Decimal(20, 2), Decimal("-0.01"), "01 7fffffffffffffffffffffffffffffff"),
        (st.String(), "a\0b", "01 61 00ff 62 00"),
        (st.Binary(), b"", "01 00"),
        (st.Array(st.Byte()), [0, None], "01 0180 02 00"),
        (st.Struct((st.Field("x", st.Byte()),)), (0,), "01 0180"),
        (st.String(), None, "02"),
    ],
)
def test_bytes_by_hand(data_type: st.DataType, value: Any, wanted: str) -> None:
    codec = codec_of([data_type])
    assert codec.encode([value]) == bytes.fromhex(wanted)
    assert codec.column_encoder(0)(value) == bytes.fromhex(wanted)


def test_null_is_one_byte_whatever_the_type() -> None:
    assert codec_of([st.String(), st.Decimal(38, 2)]).encode((None, None)) == NULL_COLUMN * 2


def test_a_wrong_number_of_values_is_refused() -> None:
    codec = codec_of([st.Int(), st.Int()])
    with pytest.raises(ValueError, match="unpack"):
        codec.encode((1,))
    with pytest.raises(ValueError, match="unpack"):
        codec.encode((1, 2, 3))


def test_a_map_inside_a_key_is_refused() -> None:
    with pytest.raises((UnsupportedType, InvalidSchema)):
        codec_of([st.Array(st.Map(st.Int(), st.Int()))])


@given(s.binary(max_size=12))
def test_foreign_bytes_raise_or_are_the_key_of_what_they_decode_to(data: bytes) -> None:
    codec = codec_of([st.String(), st.Array(st.Short())])
    try:
        values = codec.decode(data)
    except CorruptFile:
        return
    assert codec.encode(values) == data


PG_COLUMNS: list[tuple[str, st.DataType, list[Any]]] = [
    ("bool", st.Boolean(), [False, True]),
    ("int8", st.Long(), [-(2**63), -1, 0, 1, 255, 256, 2**63 - 1]),
    ("float8", st.Double(), [-math.inf, -1.5, -5e-324, -0.0, 0.0, 5e-324, 2.5, math.inf, math.nan]),
    ("numeric", st.Decimal(38, 2), [Decimal(n).scaleb(-2) for n in (-(10**25), -129, -1, 0, 1, 128, 10**25)]),
    ('text COLLATE "C"', st.String(), ["", "\x01", "a", "a\x01", "aa", "b", "é", "\uffff", "\U0001f600"]),
    ("bytea", st.Binary(), [b"", b"\0", b"\0\0", b"\0\x01", b"\0\xff", b"\x01", b"\xff"]),
    ("int4[]", st.Array(st.Int()), [[], [1], [1, 2], [None], [1, None], [-1]]),
    ('text[] COLLATE "C"', st.Array(st.String()), [[], ["a"], ["a", "b"], ["ab"], [None], ["a", None]]),
]


@pytest.mark.postgres
def test_postgres_sorts_as_the_bytes_do(postgres_dsn: str) -> None:
    seed = seed_for("keys")
    chosen = random.Random(seed)
    rows = [tuple(chosen.choice([None, *values]) for _, _, values in PG_COLUMNS) for _ in range(300)]
    names = [f"c{i}" for i in range(len(PG_COLUMNS))]
    columns = ", ".join(f"{n} {c[0]}" for n, c in zip(names, PG_COLUMNS, strict=True))
    with psycopg.connect(postgres_dsn) as connection:
        connection.execute(f"CREATE TEMPORARY TABLE k (id int, {columns})")
        with connection.cursor() as cursor:
            marks = ", ".join(["%s"] * (len(names) + 1))
            cursor.executemany(f"INSERT INTO k VALUES ({marks})", [(i, *row) for i, row in enumerate(rows)])
        for _ in range(20):
            key = chosen.sample(range(len(names)), 3)
            codec = codec_of([PG_COLUMNS[i][1] for i in key])
            order = ", ".join(names[i] for i in key)
            wanted = [i for (i,) in connection.execute(f"SELECT id FROM k ORDER BY {order}, id")]
            encoded = [(codec.encode([row[i] for i in key]), n) for n, row in enumerate(rows)]
            assert [n for _, n in sorted(encoded)] == wanted, order


def test_the_reference_order_is_an_order() -> None:
    values = [None, math.nan, 1.0, -0.0, 0.0, -math.inf]
    assert sorted(values, key=functools.cmp_to_key(compare)) == [-math.inf, -0.0, 0.0, 1.0, values[1], None]
