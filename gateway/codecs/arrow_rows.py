"""Record batches → DataRow messages, text and binary, whole columns at a time.

``RowEncoder(types, formats, style).encode(batch)`` gives the same bytes as the scalar codecs (gateway.codecs.text and .binary)
would row by row, and those of PostgreSQL 15. Columns are what lowered SQL returns (planner.lower) or what
statestore.rows.ArrowDecoder makes of a view's columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import pyarrow as pa

from gateway.codecs import arrow_arrays, arrow_binary, arrow_numeric, arrow_records, arrow_text
from gateway.codecs.arrow_cells import BATCH_BYTES_MAX, DATA_ROW, Cells, bytes_of, data_rows
from gateway.codecs.arrow_scalar import one_by_one
from gateway.engine.contract import BINARY, OutputStyle
from gateway.errors import ResultTooLarge
from planner import types as t

#: A larger row is refused. PostgreSQL's own limit is 1 GiB for the text of a row, and hexadecimal bytea is twice its value.
ROW_BYTES_MAX: Final = 1 << 29

ColumnEncoder = Callable[[pa.Array], Cells]

#: The Arrow types that the encoders of each SQL type take; other ones are cast to the first. Types not listed take any.
ARROW_TYPES: Final[dict[t.PgType, tuple[pa.DataType, ...]]] = {
    t.BOOL: (pa.bool_(),),
    t.INT2: (pa.int16(), pa.int8()),
    t.INT4: (pa.int32(),),
    t.INT8: (pa.int64(),),
    t.FLOAT4: (pa.float32(),),
    t.FLOAT8: (pa.float64(),),
    t.DATE: (pa.date32(),),
    t.TIME: (pa.time64("us"),),
    t.TIMESTAMP: (pa.timestamp("us"),),
    t.TIMESTAMPTZ: (pa.timestamp("us", "UTC"),),
    t.INTERVAL: (pa.month_day_nano_interval(),),
    t.BYTEA: (pa.binary(),),
    **dict.fromkeys((t.TEXT, t.VARCHAR, t.BPCHAR, t.NAME, t.CHAR_, t.UNKNOWN, t.JSON, t.JSONB, t.UUID, t.ACLITEM), (pa.string(),)),
}


def _fitted(array: pa.Array, pg: t.PgType) -> pa.Array:
    """The array in a type that its encoder takes."""
    wanted = ARROW_TYPES.get(pg)
    if wanted is None or array.type in wanted:
        return array
    return array.cast(wanted[0])


def binary_cells(array: pa.Array, type_: t.SqlType, style: OutputStyle) -> Cells:
    """A column's values in binary format."""
    if type_.pg.is_array and pa.types.is_list(array.type):
        return arrow_arrays.binary(array, type_, lambda values, element: binary_cells(values, element, style))
    if pa.types.is_struct(array.type):
        return arrow_records.binary(array, type_, lambda values, field: binary_cells(values, field, style))
    if type_.pg is t.NUMERIC:
        return arrow_numeric.binary(array) if pa.types.is_decimal(array.type) else arrow_numeric.binary_of_text(array)
    encode = arrow_binary.ENCODERS.get(type_.pg)
    return encode(_fitted(array, type_.pg)) if encode else one_by_one(array.to_pylist(), type_, BINARY, style)


def text_cells(array: pa.Array, type_: t.SqlType, style: OutputStyle) -> Cells:
    """A column's values in text format."""
    if type_.pg.is_array and pa.types.is_list(array.type):
        return arrow_arrays.text(array, type_, lambda values, element: text_cells(values, element, style))
    if pa.types.is_struct(array.type):
        return arrow_records.text(array, type_, lambda values, field: text_cells(values, field, style))
    if type_.pg is t.NUMERIC and pa.types.is_decimal(array.type):
        return arrow_numeric.text(array)
    if type_.pg is t.NUMERIC and pa.types.is_string(array.type):
        return bytes_of(array)
    encode = arrow_text.ENCODERS.get(type_.pg)
    return encode(_fitted(array, type_.pg), type_, style) if encode else arrow_text.text(array.cast(pa.string()), type_, style)


class BatchEncoder(Protocol):
    """Batches → messages, for one choice of formats."""

    def encode(self, batch: Any) -> bytes:
        """The batch's rows, one after another."""


class RowEncoder:
    """Encodes batches of one result. Frozen, and usable from any thread.

    *types* are the result columns', *formats* one code per column (0 text, 1 binary).
    """

    __slots__ = ("_columns", "_kind", "_style")

    def __init__(self, types: Sequence[t.SqlType], formats: Sequence[int], style: OutputStyle, kind: int = DATA_ROW) -> None:
        self._columns = tuple(zip(types, (binary_cells if f == BINARY else text_cells for f in formats), strict=True))
        self._style = style
        self._kind = kind

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """The batch's rows as DataRow messages, one after another."""
        if batch.num_rows > 1 and batch.nbytes > BATCH_BYTES_MAX:
            half = batch.num_rows // 2
            return self.encode(batch.slice(0, half)) + self.encode(batch.slice(half))
        if batch.nbytes > ROW_BYTES_MAX:
            raise ResultTooLarge("a row is too large to be sent", detail=f"The limit is {ROW_BYTES_MAX} bytes.")
        # DuckDB knows no rows without columns; lowering gives such a query a column that nobody asked for.
        columns = batch.columns if self._columns else []
        pairs = zip(self._columns, columns, strict=True)
        return data_rows([cells(array, type_, self._style) for (type_, cells), array in pairs], batch.num_rows, self._kind)
