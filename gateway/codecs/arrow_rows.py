"""Record batches → DataRow messages, text and binary: in C where the extension was built, else whole columns at a time.

``RowEncoder(types, formats, style).encode(batch)`` gives the same bytes as the scalar codecs (gateway.codecs.codec)
would row by row, and those of PostgreSQL 15. Columns are what lowered SQL returns (planner.lower) or what
statestore.rows.ArrowDecoder makes of a view's columns.

The extension (batch_rows.c) writes what it knows by its type (codec.py). It is given the cells of all other columns, and of those
in which it meets a value that it does not know.

Python's columns: each column becomes cells (a matrix of bytes, or a binary array), and one `binary_join_element_wise` over
header, length words and cells makes the messages, which then lie back to back in Arrow's own buffer. Text of floats is Arrow's in
[1e-4, 1e10) and the scalar codec's elsewhere, because exponents begin at other sizes; 1e23 and its like need one more digit in
Postgres. Time zones: the offset is looked up once per UTC day that occurs (`arrow_zones.py`). The tests compare every type with
PostgreSQL 15, both formats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import pyarrow as pa

from gateway.codecs import arrow_binary, arrow_nested, arrow_numeric, arrow_text
from gateway.codecs.arrow_cells import BATCH_BYTES_MAX, DATA_ROW, Cells, bytes_of, data_rows, one_by_one, to_binary
from gateway.codecs.codec import arrow_types, column_layout, layout
from gateway.contract.engine import BINARY, OutputStyle
from gateway.errors import ResultTooLarge
from planner.postgres.literals.date_styles import is_iso
from planner.tree import types as t

try:
    from gateway.codecs import native
except ImportError:  # it is optional: there was no C compiler
    NATIVE = False
else:
    NATIVE = True

#: A larger row is refused. PostgreSQL's own limit is 1 GiB for the text of a row, and hexadecimal bytea is twice its value.
ROW_BYTES_MAX: Final = 1 << 29


def _fitted(array: pa.Array, pg: t.PgType) -> pa.Array:
    """The array in a type that its encoder takes."""
    wanted = arrow_types(pg)
    return array if not wanted or array.type in wanted else array.cast(wanted[0])


def binary_cells(array: pa.Array, type_: t.SqlType, style: OutputStyle) -> Cells:
    """A column's values in binary format."""
    if type_.pg.is_array and pa.types.is_list(array.type):
        return arrow_nested.array_binary(array, type_, lambda values, element: binary_cells(values, element, style))
    if pa.types.is_struct(array.type):
        return arrow_nested.record_binary(array, type_, lambda values, field: binary_cells(values, field, style))
    if type_.pg is t.NUMERIC:
        return arrow_numeric.binary(array) if pa.types.is_decimal(array.type) else arrow_numeric.binary_of_text(array)
    encode = arrow_binary.ENCODERS.get(type_.pg)
    return encode(_fitted(array, type_.pg)) if encode else one_by_one(array.to_pylist(), type_, BINARY, style)


def text_cells(array: pa.Array, type_: t.SqlType, style: OutputStyle) -> Cells:
    """A column's values in text format."""
    if type_.pg.is_array and pa.types.is_list(array.type):
        return arrow_nested.array_text(array, type_, lambda values, element: text_cells(values, element, style))
    if pa.types.is_struct(array.type):
        return arrow_nested.record_text(array, type_, lambda values, field: text_cells(values, field, style))
    if type_.pg is t.NUMERIC and pa.types.is_decimal(array.type):
        return arrow_numeric.text(array)
    if type_.pg is t.NUMERIC and pa.types.is_string(array.type):
        return bytes_of(array)
    encode = arrow_text.ENCODERS.get(type_.pg)
    return encode(_fitted(array, type_.pg), type_, style) if encode else arrow_text.text(array.cast(pa.string()), type_, style)


def has_more(batch: pa.RecordBatch, limit_bytes: int) -> bool:
    """Has the batch more bytes than that? What lies below a slice takes half as long to tell as what of it is the slice's, 3 µs a
    column. Column by column, because of buffers that several share each has its own part of the message."""
    below: int = sum([column.get_total_buffer_size() for column in batch.columns])
    return below > limit_bytes and bool(batch.nbytes > limit_bytes)


class BatchEncoder(Protocol):
    """Batches → messages, for one choice of formats."""

    def encode(self, batch: Any) -> bytes:
        """The batch's rows, one after another."""


class NativeColumns:
    """What the extension needs to know of the columns of one result. *write*: (array, layouts) → messages, or a column's number."""

    __slots__ = ("_forced", "_formats", "_style", "_types", "_write")

    def __init__(
        self,
        types: Sequence[t.SqlType],
        formats: Sequence[int],
        style: OutputStyle,
        write: Callable[[object, bytes], bytes | int],
        forced: Sequence[bool] = (),
    ) -> None:
        """Values of the *forced* columns stand in quotes in csv."""
        self._types, self._formats, self._style, self._write = types, formats, style, write
        self._forced = forced or (False,) * len(types)

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """The batch's rows."""
        # DuckDB knows no rows without columns; lowering gives such a query a column that nobody asked for.
        found = batch.columns[: len(self._types)]
        columns, layouts = list(found), [self._layout(i, array.type) for i, array in enumerate(found)]
        made = [(i, self._is_zoned(i)) for i, layout_ in enumerate(layouts) if not layout_]
        while True:
            for i, is_zoned in made:
                if is_zoned:
                    instants = arrow_text.zoned(_fitted(found[i], t.TIMESTAMPTZ), self._style)
                    columns[i], layouts[i] = instants, layout("z", "z", forced=self._forced[i])
                else:
                    columns[i], layouts[i] = self._cells(i, found[i]), layout("s", "r", forced=self._forced[i])
            if made:
                batch = pa.RecordBatch.from_arrays(columns, [""] * len(columns))
            written = self._write(batch.__arrow_c_array__()[1], b"".join(layouts))
            if isinstance(written, bytes):
                return written
            made = [(written, False)]

    def _is_zoned(self, index: int) -> bool:
        """Are they instants in a zone's local time, which the extension writes once it is told the offsets?"""
        is_instant = self._types[index].pg is t.TIMESTAMPTZ and self._formats[index] != BINARY
        return is_instant and is_iso(self._style.date_style)

    def _layout(self, index: int, found: pa.DataType) -> bytes:
        return column_layout(found, self._types[index].pg, self._formats[index], self._style, forced=self._forced[index])

    def _cells(self, index: int, array: pa.Array) -> pa.BinaryArray:
        made = binary_cells if self._formats[index] == BINARY else text_cells
        return to_binary(made(array, self._types[index], self._style)).cast(pa.binary())


class RowEncoder:
    """Encodes batches of one result. Frozen, and usable from any thread.

    *types* are the result columns', *formats* one code per column (0 text, 1 binary).
    """

    __slots__ = ("_columns", "_kind", "_native", "_style")

    def __init__(self, types: Sequence[t.SqlType], formats: Sequence[int], style: OutputStyle, kind: int = DATA_ROW) -> None:
        self._columns = tuple(zip(types, (binary_cells if f == BINARY else text_cells for f in formats), strict=True))
        self._style = style
        self._kind = kind
        self._native = NativeColumns(types, formats, style, lambda a, layouts: native.rows(a, layouts, kind)) if NATIVE else None

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """The batch's rows as DataRow messages, one after another. Raises ResultTooLarge."""
        if has_more(batch, BATCH_BYTES_MAX):
            if batch.num_rows > 1:
                half = batch.num_rows // 2
                return self.encode(batch.slice(0, half)) + self.encode(batch.slice(half))
            if batch.nbytes > ROW_BYTES_MAX:
                raise ResultTooLarge("a row is too large to be sent", detail=f"The limit is {ROW_BYTES_MAX} bytes.")
        if self._native is not None:
            return self._native.encode(batch)
        columns = batch.columns if self._columns else []
        pairs = zip(self._columns, columns, strict=True)
        return data_rows([cells(array, type_, self._style) for (type_, cells), array in pairs], batch.num_rows, self._kind)
