"""The row codecs against each other: one row and vectorised, there and back, any type."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as s

from statestore import types as st
from statestore.errors import CorruptFile, InvalidValue, UnsupportedFormat
from statestore.rows import ArrowDecoder, ArrowEncoder, row_decoder, row_encoder
from statestore.rows.decode_arrow import JOINED_BYTES_MAX
from tests.statestore.values import canonical, column_types, from_arrow, nullable, to_arrow, view


@s.composite
def tables(draw: s.DrawFn) -> tuple[list[st.DataType], list[tuple[Any, ...]]]:
    types = [draw(s.sampled_from([st.Int(), st.String()])), *draw(s.lists(column_types(), max_size=5))]
    return types, draw(s.lists(s.tuples(*map(nullable, types)), max_size=6))


def batch_of(rows: list[tuple[Any, ...]], types: list[st.DataType]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pydict({f"c{i}": to_arrow([r[i] for r in rows], t) for i, t in enumerate(types)})


@settings(deadline=None)
@given(tables(), s.randoms())
def test_all_codecs_agree(table: tuple[list[st.DataType], list[tuple[Any, ...]]], random: Any) -> None:
    types, rows = table
    schema = view(types)
    encoded = [row_encoder(schema)(row) for row in rows]
    assert ArrowEncoder(schema).encode(batch_of(rows, types)) == encoded
    ordinals = random.sample(range(len(types)), random.randint(0, len(types)))
    decode = row_decoder(schema, ordinals)
    wanted = [canonical(tuple(row[i] for i in ordinals)) for row in rows]
    assert [canonical(decode(row)) for row in encoded] == wanted
    decoded = ArrowDecoder(schema, ordinals).decode(encoded)
    decoded.validate(full=True)
    assert decoded.num_rows == len(rows)
    columns = [from_arrow(decoded.column(j), types[i]) for j, i in enumerate(ordinals)]
    assert [canonical(tuple(c[n] for c in columns)) for n in range(len(rows))] == wanted


@settings(deadline=None)
@given(tables(), s.integers(0, 6), s.integers(0, 6))
def test_slices_and_chunks_of_arrow_columns_encode_alike(table: Any, start: int, cut: int) -> None:
    types, rows = table
    schema = view(types)
    batch = batch_of(rows, types)
    encode = ArrowEncoder(schema).encode
    assert encode(batch.slice(start)) == encode(batch)[start:]
    assert encode(pa.Table.from_batches([batch.slice(0, cut), batch.slice(cut)])) == encode(batch)
