"""Stored rows → DataRow messages: in C where the extension was built, else by generated Python. The bytes are the same.

The extension (gateway/codecs/stored_rows.c) knows the common types in their common styles; a value that it does not know comes
back to the scalar codecs, and a row to the generated function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

import pyarrow as pa

from gateway.codecs.arrow_cells import DATA_ROW
from gateway.codecs.arrow_rows import ROW_BYTES_MAX
from gateway.codecs.codec import encoder
from gateway.engine.contract import BINARY, OutputStyle
from gateway.engine.row_codegen import HEAD_BYTES, CellSpec, row_encoder
from gateway.errors import ResultTooLarge
from planner import types as t
from planner.literals.date_styles import is_iso
from planner.types import column_type
from statestore import types as st
from statestore.decimals import decimal_maker
from statestore.rows import fixed, row_decoder, value_decoder
from statestore.schema import ViewSchema

try:
    from gateway.codecs.stored_rows import Encoder
except ImportError:  # it is optional: there was no C compiler
    NATIVE = False
else:
    NATIVE = True

_KEPT_MAX: Final = 1024
#: Forms of cells, as stored_rows.c has them.
_BINARY_FORMS: Final = {
    t.INT2: "2", t.INT4: "4", t.INT8: "8", t.BOOL: "1", t.FLOAT4: "G", t.FLOAT8: "F", t.DATE: "E", t.TIMESTAMP: "U",
    t.TIMESTAMPTZ: "U", t.TEXT: "r", t.VARCHAR: "r", t.BYTEA: "r",
}  # fmt: skip
_TEXT_FORMS: Final = {t.INT2: "d", t.INT4: "d", t.INT8: "d", t.BOOL: "t", t.TEXT: "r", t.VARCHAR: "r"}
_ISO_FORMS: Final = {t.DATE: "D", t.TIMESTAMP: "T"}
#: Whatever else there is: Python makes the cell.
_OTHER: Final = "o"


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


#: What a BatchSource (stream.py) reads.
Batch: TypeAlias = "pa.RecordBatch | StoredBatch"


@dataclass(frozen=True, slots=True)
class StoredBatchEncoder:
    """A BatchEncoder (arrow_rows.py) of StoredBatches."""

    made: StoredRows

    def encode(self, batch: StoredBatch) -> bytes:
        """The batch's rows, one after another."""
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
    """For columns whose stored value is the SQL value, as planner.lean sees to it.

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
    made = Encoder(schema.row_widths, cells, whole, kind)
    return StoredRows(made.one, made.all)


def _cell(data_type: st.DataType, ordinal: int, spec: CellSpec) -> tuple[int, str, str, int, Callable[[Any], bytes]]:
    """(ordinal, code, form, scale, other) as the extension takes them."""
    encode, place = encoder(spec.sql, spec.format, spec.style), fixed(data_type)
    if isinstance(data_type, st.Decimal) and place:
        make = decimal_maker(data_type.scale)
        form = _OTHER if spec.format == BINARY else "n"
        return ordinal, place[0], form, data_type.scale, lambda number: encode(make(number))
    if place:
        return ordinal, place[0], _form(spec), 0, encode
    decode = value_decoder(data_type)
    return ordinal, "s", _form(spec), 0, lambda raw: encode(decode(raw))


def _form(spec: CellSpec) -> str:
    pg, style = spec.sql.pg, spec.style
    if spec.format == BINARY:
        return _BINARY_FORMS.get(pg, _OTHER)
    if pg in _TEXT_FORMS:
        return _TEXT_FORMS[pg]
    if pg is t.FLOAT8 and style.extra_float_digits > 0:
        return "f"
    if pg is t.BYTEA and style.bytea_output == "hex":
        return "x"
    if is_iso(style.date_style):
        if pg is t.TIMESTAMPTZ and style.timezone == "UTC":
            return "Z"
        return _ISO_FORMS.get(pg, _OTHER)
    return _OTHER
