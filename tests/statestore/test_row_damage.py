"""Damaged rows end in an error that says so, or in some value; never in a crash or a foreign exception."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as s

from statestore import types as st
from statestore.errors import CorruptFile, InvalidValue, UnsupportedFormat
from statestore.rows import ArrowDecoder, row_decoder, row_encoder
from tests.statestore.values import PROPERTY, column_types, nullable, view


@s.composite
def damaged(draw: s.DrawFn) -> tuple[list[st.DataType], list[bytes]]:
    """A few rows, one of them cut, or with bytes changed."""
    types = [draw(s.sampled_from([st.Int(), st.String()])), *draw(s.lists(column_types(), min_size=1, max_size=3))]
    encode = row_encoder(view(types))
    rows = [encode(draw(s.tuples(*map(nullable, types)))) for _ in range(3)]
    hit = bytearray(rows[1])
    for _ in range(draw(s.integers(1, 3))):
        hit[draw(s.integers(0, len(hit) - 1))] = draw(s.one_of(s.sampled_from([0, 1, 8, 127, 128, 255]), s.integers(0, 255)))
    rows[1] = bytes(hit[: draw(s.one_of(s.just(len(hit)), s.integers(0, len(hit))))])
    return types, rows


@settings(PROPERTY, max_examples=200)
@given(damaged())
def test_damage_is_noticed_or_harmless(case: Any) -> None:
    types, rows = case
    schema, ordinals = view(types), range(len(types))
    for row in rows:
        with suppress(CorruptFile, UnsupportedFormat):
            row_decoder(schema, ordinals)(row)
    try:
        batch = ArrowDecoder(schema, ordinals).decode(rows)
    except (CorruptFile, UnsupportedFormat):
        return
    batch.validate()
    assert batch.num_rows == len(rows)


def test_a_newer_row_schema_is_named() -> None:
    schema = view([st.Int()])
    row = b"\x01" + row_encoder(schema)((5,))[1:]
    with pytest.raises(UnsupportedFormat, match="row schema 1"):
        row_decoder(schema, [0])(row)
    with pytest.raises(UnsupportedFormat, match="row schema 1"):
        ArrowDecoder(schema, [0]).decode([row])


@pytest.mark.parametrize("row", [b"", b"\0", b"\0" * 8, b"\0" * 9, b"\0" * 16], ids=len)
def test_rows_that_are_too_short(row: bytes) -> None:
    schema = view([st.Int()])
    with pytest.raises(CorruptFile):
        row_decoder(schema, [0])(row)
    with pytest.raises(CorruptFile):
        ArrowDecoder(schema, [0]).decode([row])


def test_a_null_map_key_is_refused() -> None:
    schema = view([st.Int(), st.Map(st.Int(), st.Int())])
    row = bytearray(row_encoder(schema)((1, [(5, 6)])))
    row[1 + 8 + 2 * 8 + 8 + 8] = 1  # the first NULL bit of the array of keys
    with pytest.raises(CorruptFile, match="NULL key"):
        row_decoder(schema, [1])(bytes(row))
    with pytest.raises(CorruptFile, match="NULL key"):
        ArrowDecoder(schema, [1]).decode([bytes(row)])
    with pytest.raises(InvalidValue, match="NULL key"):
        row_encoder(schema)((1, [(None, 6)]))
