"""The row codecs against each other: one row and vectorised, there and back, any type."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as s

from statestore import types as st
from statestore.rows import ArrowDecoder, ArrowEncoder, decode_arrow, decode_row, row_decoder, row_encoder
from tests.statestore.values import PROPERTY, canonical, column_types, from_arrow, nullable, to_arrow, view


@s.composite
def tables(draw: s.DrawFn) -> tuple[list[st.DataType], list[tuple[Any, ...]]]:
    types = [draw(s.sampled_from([st.Int(), st.String()])), *draw(s.lists(column_types(), max_size=5))]
    return types, draw(s.lists(s.tuples(*map(nullable, types)), max_size=6))


def batch_of(rows: list[tuple[Any, ...]], types: list[st.DataType]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pydict({f"c{i}": to_arrow([r[i] for r in rows], t) for i, t in enumerate(types)})


@PROPERTY
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


@PROPERTY
@given(tables(), s.integers(0, 6), s.integers(0, 6))
def test_slices_and_chunks_of_arrow_columns_encode_alike(table: Any, start: int, cut: int) -> None:
    types, rows = table
    schema = view(types)
    batch = batch_of(rows, types)
    encode = ArrowEncoder(schema).encode
    assert encode(batch.slice(start)) == encode(batch)[start:]
    assert encode(pa.Table.from_batches([batch.slice(0, cut), batch.slice(cut)])) == encode(batch)


@PROPERTY
@given(tables(), s.data())
def test_rows_of_older_schemas_lack_the_later_columns(table: Any, data: s.DataObject) -> None:
    types, rows = table
    widths = tuple(sorted(data.draw(s.sets(s.integers(1, len(types)), max_size=3)) | {len(types)}))
    schema = view(types, row_widths=widths)
    numbers = [data.draw(s.integers(0, len(widths) - 1)) for _ in rows]
    encoded = [
        row_encoder(view(types[: widths[n]], row_widths=widths[: n + 1]))(r[: widths[n]])
        for n, r in zip(numbers, rows, strict=True)
    ]
    assert [row[0] for row in encoded] == numbers
    wanted = [canonical(r[: widths[n]] + (None,) * (len(types) - widths[n])) for n, r in zip(numbers, rows, strict=True)]
    ordinals = range(len(types))
    assert [canonical(row_decoder(schema, ordinals)(row)) for row in encoded] == wanted
    batch = ArrowDecoder(schema, ordinals).decode(encoded)
    batch.validate(full=True)
    columns = [from_arrow(c, t) for c, t in zip(batch.columns, types, strict=True)]
    assert [canonical(r) for r in zip(*columns, strict=True)] == wanted


@pytest.mark.parametrize("columns", [1, 63, 64, 65, 128, 129, 300])
def test_null_bits_of_many_columns(columns: int) -> None:
    types: list[st.DataType] = [st.Int() if i % 3 else st.String() for i in range(columns)]
    row = tuple(None if i % 5 == 0 else (i if i % 3 else str(i)) for i in range(columns))
    schema = view(types, key=1)
    encoded = row_encoder(schema)(row)
    assert ArrowEncoder(schema).encode(batch_of([row], types)) == [encoded]
    last = [columns - 1, 0, columns // 2]
    assert row_decoder(schema, range(columns))(encoded) == row
    assert row_decoder(schema, last)(encoded) == tuple(row[i] for i in last)
    assert [c[0].as_py() for c in ArrowDecoder(schema, range(columns)).decode([encoded])] == list(row)


def test_a_batch_too_large_for_arrow_is_decoded_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode_arrow, "JOINED_BYTES_MAX", 100)
    types: list[st.DataType] = [st.Int(), st.String()]
    rows = [(i, "x" * i) for i in range(50)]
    schema = view(types)
    batch = ArrowDecoder(schema, [1, 0]).decode([row_encoder(schema)(row) for row in rows])
    assert [(r["c0"], r["c1"]) for r in batch.to_pylist()] == rows


def test_no_columns_still_count_the_rows() -> None:
    schema = view([st.Int()])
    assert ArrowDecoder(schema, []).decode([row_encoder(schema)((1,))] * 3).num_rows == 3
    assert row_decoder(schema, [])(row_encoder(schema)((1,))) == ()


def test_bytes_by_hand() -> None:
    schema = view([st.Int(), st.String(), st.Boolean(), st.Decimal(20, 0)])
    wanted = "00" + "0200000000000000" + "ffffffff00000000" + "0" * 16 + "0100000000000000" + "0200000028000000" + "0100" + "0" * 28
    assert row_encoder(schema)((-1, None, True, Decimal(256))).hex() == wanted
    null = "00" + "0a00000000000000" + "ffffffff00000000" + "0" * 16 + "0100000000000000" + "0000000028000000" + "0" * 32
    assert row_encoder(schema)((-1, None, True, None)).hex() == null


def test_decoders_are_compiled_once_and_not_kept_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode_row, "DECODERS_MAX", 2)
    schema = view([st.Int(), st.Int()])
    assert row_decoder(schema, [0]) is row_decoder(schema, (0,))
    assert row_decoder(schema, [1]) is not row_decoder(schema, [0])
    row_decoder(schema, [0, 1])
    assert len(schema.decoders) <= 2
    assert row_decoder(schema, [0])(row_encoder(schema)((7, 8))) == (7,)
