"""Rows whose columns are fields of structs at any depth, as Spark's state stores keep them: both decoders against plain Python."""

from __future__ import annotations

import struct
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as s

from statestore import types as st
from statestore.errors import CorruptFile, InvalidValue, UnsupportedFormat
from statestore.rows import ArrowDecoder, row_decoder, row_encoder
from statestore.rows.encode_row import fields_writer
from statestore.schema import Column, HashPartitioning, StateRows, ViewSchema
from tests.statestore.values import PROPERTY, canonical, column_types, from_arrow, nullable, values_of, view

Path = tuple[int, ...]


def state_schema(roots: tuple[st.DataType, ...], paths: tuple[Path, ...]) -> ViewSchema:
    columns = tuple(Column(f"c{i}", type_at(roots, path)) for i, path in enumerate(paths))
    return ViewSchema("v", columns, (), (), HashPartitioning(1), (len(columns),), state_rows=StateRows(roots, paths))


def type_at(types: tuple[st.DataType, ...], path: Path) -> st.DataType:
    found = types[path[0]]
    if len(path) == 1:
        return found
    assert isinstance(found, st.Struct)
    return type_at(tuple(f.type for f in found.fields), path[1:])


def value_at(values: Any, path: Path) -> Any:
    for number in path:
        values = None if values is None else values[number]
    return values


def all_paths(types: tuple[st.DataType, ...]) -> list[Path]:
    found: list[Path] = []
    for i, data_type in enumerate(types):
        found.append((i,))
        if isinstance(data_type, st.Struct):
            found += [(i, *path) for path in all_paths(tuple(f.type for f in data_type.fields))]
    return found


def stored(roots: tuple[st.DataType, ...], values: tuple[Any, ...]) -> bytes:
    return b"\0" + fields_writer(roots)(values)


def struct_of(*types: st.DataType) -> st.Struct:
    return st.Struct(tuple(st.Field(f"f{i}", t) for i, t in enumerate(types)))


@s.composite
def stores(draw: s.DrawFn) -> tuple[tuple[st.DataType, ...], list[tuple[Any, ...]], tuple[Path, ...]]:
    key = struct_of(*draw(s.lists(column_types(), max_size=3)))
    value = struct_of(*draw(s.lists(s.one_of(column_types(), s.builds(struct_of, column_types())), min_size=1, max_size=4)))
    roots: tuple[st.DataType, ...] = (key, value, *draw(s.lists(column_types(), max_size=1)))
    rows = draw(s.lists(s.tuples(values_of(key), values_of(value), *map(nullable, roots[2:])), max_size=5))
    paths = draw(s.lists(s.sampled_from(all_paths(roots)), min_size=1, max_size=6, unique=True))
    return roots, rows, tuple(paths)


@settings(PROPERTY, max_examples=30)
@given(stores(), s.randoms())
def test_both_decoders_find_fields_at_any_depth(store: Any, random: Any) -> None:
    roots, rows, paths = store
    schema = state_schema(roots, paths)
    encoded = [stored(roots, row) for row in rows]
    ordinals = random.sample(range(len(paths)), random.randint(0, len(paths)))
    wanted = [canonical(tuple(value_at(row, paths[i]) for i in ordinals)) for row in rows]
    decode = row_decoder(schema, ordinals)
    assert [canonical(decode(row)) for row in encoded] == wanted
    decoded = ArrowDecoder(schema, ordinals).decode(encoded)
    decoded.validate(full=True)
    assert decoded.num_rows == len(rows)
    columns = [from_arrow(decoded.column(j), schema.columns[i].type) for j, i in enumerate(ordinals)]
    assert [canonical(tuple(c[n] for c in columns)) for n in range(len(rows))] == wanted


def test_a_field_of_a_null_struct_is_null() -> None:
    inner = struct_of(st.Long(), st.String())
    roots = (struct_of(inner, st.Int()),)
    schema = state_schema(roots, ((0, 0, 0), (0, 0, 1), (0, 1), (0, 0)))
    rows = [stored(roots, row) for row in ((((7, "a"), 1),), ((None, 2),), (((None, None), None),))]
    wanted = [(7, "a", 1, (7, "a")), (None, None, 2, None), (None, None, None, (None, None))]
    assert [row_decoder(schema, range(4))(row) for row in rows] == wanted
    batch = ArrowDecoder(schema, range(4)).decode(rows)
    assert batch.column(0).to_pylist() == [7, None, None]
    assert batch.column(1).to_pylist() == ["a", None, None]
    assert batch.column(3).to_pylist() == [{"f0": 7, "f1": "a"}, None, {"f0": None, "f1": None}]


def test_the_fields_of_a_null_struct_that_is_wider_than_its_row() -> None:
    """Nothing is there to be read for them, in state rows as in others."""
    wide = struct_of(*[st.Long()] * 200)
    plain = view([st.Int(), wide])
    row = row_encoder(plain)((1, None))
    assert ArrowDecoder(plain, [0, 1]).decode([row]).column(1).to_pylist() == [None]
    lists = view([st.Int(), st.Array(wide)])
    assert ArrowDecoder(lists, [1]).decode([row_encoder(lists)((1, [None, None]))]).column(0).to_pylist() == [[None, None]]
    roots = (struct_of(st.Int(), wide),)
    state = state_schema(roots, ((0, 0), (0, 1, 199)))
    row = stored(roots, ((1, None),))
    assert ArrowDecoder(state, [0, 1]).decode([row]).to_pydict() == {"c0": [1], "c1": [None]}
    assert row_decoder(state, [0, 1])(row) == (1, None)


def test_a_row_put_together_by_hand() -> None:
    """Format byte; NULL bits; size and offset of the key, then of the value, counted from the NULL bits; key; value."""
    key = struct.pack("<QII8s", 0, 2, 16, b"ab")
    value = struct.pack("<QqI4x", 2, 5, 0)
    row = b"\0" + struct.pack("<QIIII", 0, len(key), 24, len(value), 24 + len(key)) + key + value
    schema = state_schema((struct_of(st.String()), struct_of(st.Long(), st.Int())), ((0, 0), (1, 0), (1, 1)))
    assert row_decoder(schema, [0, 1, 2])(row) == ("ab", 5, None)
    assert ArrowDecoder(schema, [2, 0, 1]).decode([row, row]).to_pydict() == {"c2": [None] * 2, "c0": ["ab"] * 2, "c1": [5] * 2}


@settings(PROPERTY, max_examples=30)
@given(stores(), s.data())
def test_damaged_rows_end_in_an_error_or_in_other_values(store: Any, data: Any) -> None:
    roots, rows, paths = store
    if not rows:
        return
    schema = state_schema(roots, paths)
    row = bytearray(stored(roots, rows[0]))
    for _ in range(data.draw(s.integers(1, 3))):
        row[data.draw(s.integers(0, len(row) - 1))] = data.draw(s.integers(0, 255))
    damaged = bytes(row[: data.draw(s.integers(0, len(row)))])
    for decode in (row_decoder(schema, range(len(paths))), lambda one: ArrowDecoder(schema, range(len(paths))).decode([one])):
        try:
            found = decode(damaged)
        except (CorruptFile, InvalidValue, UnsupportedFormat):
            continue
        if isinstance(found, pa.RecordBatch):
            found.validate(full=True)


def test_a_format_byte_that_is_not_known() -> None:
    roots = (struct_of(st.Long()),)
    schema = state_schema(roots, ((0, 0),))
    row = b"\1" + stored(roots, ((7,),))[1:]
    with pytest.raises(UnsupportedFormat):
        row_decoder(schema, [0])(row)
    with pytest.raises(UnsupportedFormat):
        ArrowDecoder(schema, [0]).decode([row])


@pytest.mark.parametrize("bad", [b"\xff", b"caf\xe9", b"\xed\xa0\x80", b"\xc0\x80", b"\xf5\x80\x80\x80"])
@pytest.mark.parametrize("nested", [False, True])
def test_text_that_is_not_utf8(bad: bytes, nested: bool) -> None:
    """Spark keeps it when a job casts bytes to text."""
    kind: st.DataType = st.Array(st.String()) if nested else st.String()
    binary: st.DataType = st.Array(st.Binary()) if nested else st.Binary()
    row = stored((struct_of(st.Int(), binary),), ((1, [b"fine", bad] if nested else bad),))
    schema = state_schema((struct_of(st.Int(), kind),), ((0, 0), (0, 1)))
    with pytest.raises(InvalidValue, match="not UTF-8"):
        row_decoder(schema, [1])(row)
    with pytest.raises(InvalidValue, match="not UTF-8"):
        ArrowDecoder(schema, [1]).decode([row])
    assert row_decoder(schema, [0])(row) == (1,)
    assert ArrowDecoder(schema, [0]).decode([row]).to_pydict() == {"c0": [1]}
