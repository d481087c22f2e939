"""Stored rows → DataRow messages: in C where the extension was built, else by generated Python. The bytes are the same.

The extension (gateway/codecs/stored_rows.c) knows the common types in their common styles; a value that it does not know comes
back to the scalar codecs, and a row to the generated function.

- Stored rows become DataRows in one step (`engine/keyed/stored_rows.py`), by the C extension (`codecs/native.c`,
  `stored_rows.c`) where it was built: 20 rows of 7 columns in 3 µs instead of 200, `SELECT *` in a quarter of the time. It is
  optional: it knows the common types in their common styles, hands every other value to the scalar codecs and every row that it
  does not understand to the generated Python (`engine/keyed/row_codegen.py`, after `statestore/rows/decode_row.py`), which is
  also what does it all where there is no extension. `tests/gateway/test_stored_rows.py` compares the two. State tables are always
  Python's: their texts may be no UTF-8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

import pyarrow as pa

from gateway.codecs.arrow_cells import DATA_ROW
from gateway.codecs.arrow_rows import ROW_BYTES_MAX
from gateway.codecs.codec import OTHER, cell_form, encoder
from gateway.contract.engine import BINARY, OutputStyle
from gateway.engine.keyed.row_codegen import HEAD_BYTES, CellSpec, row_encoder
from gateway.errors import ResultTooLarge
from planner.tree.types import column_type
from statestore import types as st
from statestore.decimals import decimal_maker
from statestore.rows import fixed, row_decoder, value_decoder
from statestore.schema import ViewSchema

try:
    from gateway.codecs.native import StoredRowEncoder
except ImportError:  # it is optional: there was no C compiler
    NATIVE = False
else:
    NATIVE = True

_KEPT_MAX: Final = 1024


@dataclass(frozen=True, slots=True)
class StoredRows:
    """*one*: a stored row → its message. *all*: several → their messages, one behind the other."""

    one: Callable[[bytes], bytes]
    all: Callable[[Sequence[bytes]], bytes]


@dataclass(frozen=True, slots=True)
class StoredBatch:
    """Stored rows as a batch of a stream, of so many columns."""

    rows: list[bytes]
    num_columns: int

    @property
    def num_rows(self) -> int:
        """How many there are."""
        return len(self.rows)

    @property
    def nbytes(self) -> int:
        """Bytes of all of them."""
        return sum(map(len, self.rows))

    def slice(self, start: int, count: int) -> StoredBatch:
        """*count* of them, from *start* on."""
        return self if count == len(self.rows) else StoredBatch(self.rows[start : start + count], self.num_columns)


#: What a BatchSource (batch_source.py) reads.
Batch: TypeAlias = "pa.RecordBatch | StoredBatch"


@dataclass(frozen=True, slots=True)
class StoredBatchEncoder:
    """A BatchEncoder (arrow_rows.py) of StoredBatches."""

    made: StoredRows

    def encode(self, batch: StoredBatch) -> bytes:
        """The batch's rows, one after another. Raises ResultTooLarge."""
        if batch.nbytes > ROW_BYTES_MAX and max(map(len, batch.rows)) > ROW_BYTES_MAX:
            raise ResultTooLarge("a row is too large to be sent", detail=f"The limit is {ROW_BYTES_MAX} bytes.")
        return self.made.all(batch.rows)


def is_native(schema: ViewSchema) -> bool:
    """Does the extension read them? A state table's texts may be no UTF-8, which the decoder finds."""
    return NATIVE and schema.state_rows is None


@lru_cache(_KEPT_MAX)
def stored_rows(
    schema: ViewSchema, outputs: tuple[int, ...], formats: tuple[int, ...], style: OutputStyle, kind: int = DATA_ROW
) -> StoredRows:
    """For columns whose stored value is the SQL value, as planner.prune.lean sees to it.

    *kind* is the message's letter: DATA_ROW, or COPY_DATA (whose binary rows are the same); 0 leaves out the message's head.
    """
    specs = tuple(CellSpec(column_type(schema.columns[i].type), f, style) for i, f in zip(outputs, formats, strict=True))
    decode, encode = row_decoder(schema, outputs), row_encoder(specs)
    whole: Callable[[bytes], bytes] = lambda row: encode(decode(row))  # noqa: E731
    if not kind:
        whole = lambda row: encode(decode(row))[HEAD_BYTES:]  # noqa: E731
    elif kind != DATA_ROW:
        whole = lambda row: bytes((kind,)) + encode(decode(row))[1:]  # noqa: E731
    if not is_native(schema):
        return StoredRows(whole, lambda rows: b"".join(map(whole, rows)))
    cells = tuple(_cell(schema.columns[i].type, i, spec) for i, spec in zip(outputs, specs, strict=True))
    made = StoredRowEncoder(schema.row_widths, cells, whole, kind)
    return StoredRows(made.one, made.all)


def _cell(data_type: st.DataType, ordinal: int, spec: CellSpec) -> tuple[int, str, str, int, Callable[[Any], bytes]]:
    """(ordinal, code, form, scale, other) as the extension takes them."""
    encode, place = encoder(spec.sql, spec.format, spec.style), fixed(data_type)
    form = cell_form(spec.sql.pg, spec.format, spec.style)
    if isinstance(data_type, st.Decimal) and place:
        make = decimal_maker(data_type.scale)
        return ordinal, place[0], OTHER if spec.format == BINARY else "n", data_type.scale, lambda number: encode(make(number))
    if place:
        return ordinal, place[0], form, 0, encode
    decode = value_decoder(data_type)
    if not isinstance(data_type, st.String | st.Binary):
        form = OTHER
    return ordinal, "s", form, 0, lambda raw: encode(decode(raw))
