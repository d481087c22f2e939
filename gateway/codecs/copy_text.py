"""Record batches → the rows of COPY's text and csv formats, in C or whole columns at a time. Source: PostgreSQL 15, copyto.c.

Each row is a CopyData message of its own, as PostgreSQL sends them, and so is the line of column names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from gateway.codecs.arrow_cells import (
    BATCH_BYTES_MAX,
    big_endian,
    binary_array,
    cell_lengths,
    fixed_binary,
    offsets_and_data,
    to_binary,
    validity,
)
from gateway.codecs.arrow_rows import NATIVE, NativeColumns, has_more, text_cells
from gateway.contract.engine import TEXT, OutputStyle
from gateway.errors import ResultTooLarge
from planner.errors import UndefinedColumn
from planner.tree.bound import OutputColumn
from planner.tree.statement import CopyForm

if NATIVE:
    from gateway.codecs import native

#: CopyData's message type.
COPY_DATA: Final = ord("d")
#: A larger row is refused, more rows are halved: escapes may double the text, which may be twice the value.
COPY_ROW_BYTES_MAX: Final = BATCH_BYTES_MAX
_LETTERS: Final = {"\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t", "\v": "v"}

#: What the texts of numbers, moments and booleans have in them.
_OF_NUMBERS: Final = frozenset("0123456789+-.: aefintyINT")

ByteMap = npt.NDArray[np.uint8]


def _escape_map(pairs: dict[str, str]) -> ByteMap:
    """byte → what stands behind the escape character in its place; 0: the byte as it is."""
    table = np.zeros(256, np.uint8)
    for byte, written in pairs.items():
        table[ord(byte)] = ord(written)
    return table


class _Specials:
    """Where the bytes of a column stand that are not written as they are."""

    def __init__(self, array: pa.BinaryArray, table: ByteMap) -> None:
        offsets, data = offsets_and_data(array)
        self._valid = validity(array)
        self._offsets = offsets - offsets[0]
        self.data = data[offsets[0] : offsets[-1]]
        self.written = table[self.data]
        self.at = np.flatnonzero(self.written)

    def counts(self) -> npt.NDArray[np.int64]:
        """How many each value has."""
        before: npt.NDArray[np.int64] = np.searchsorted(self.at, self._offsets)
        return before[1:] - before[:-1]

    def escaped(self, escape: str) -> pa.BinaryArray:
        """The column with *escape* in front of each, which then is written as the table says."""
        out = np.insert(self.data, self.at, ord(escape))
        out[self.at + np.arange(1, len(self.at) + 1)] = self.written[self.at]
        return binary_array(out, np.diff(self._offsets) + self.counts(), self._valid)


def _lines(columns: Sequence[pa.BinaryArray], delimiter: bytes, rows: int) -> bytes:
    """CopyData messages of the rows; nothing in *columns* is NULL."""
    line = pc.binary_join_element_wise(*columns, delimiter) if columns else pa.repeat(b"", rows)
    header = np.empty((rows, 5), np.uint8)
    header[:, 0] = COPY_DATA
    header[:, 1:] = big_endian(cell_lengths(line) + 5, ">i4")
    offsets, data = offsets_and_data(pc.binary_join_element_wise(fixed_binary(header), line, pa.scalar(b"\n", pa.binary()), b""))
    return data[offsets[0] : offsets[-1]].tobytes()


class TextCopy:
    """COPY's text format. One for one result, used by one thread at a time."""

    def __init__(self, columns: Sequence[OutputColumn], form: CopyForm, style: OutputStyle) -> None:
        self._columns, self._form, self._style = columns, form, style
        self._delimiter = form.delimiter.encode()
        letters = {c: c for c in ("\\", form.delimiter)} | _LETTERS
        self._table = _escape_map(letters)
        self._native = self._lines("\\", 0, self._table, _escape_map({})) if NATIVE else None

    def _lines(self, escape: str, quote: int, written: ByteMap, special: ByteMap, forced: Sequence[bool] = ()) -> NativeColumns:
        """The extension's way to the same; csv has a *quote*, and puts values with *special* bytes in it."""
        null, delimiter = self._form.null, ord(self._form.delimiter)
        tables = written.tobytes(), special.tobytes()
        # In csv a number may look as NULL does.
        is_odd = not _OF_NUMBERS.isdisjoint(f"{self._form.delimiter}{escape}{chr(quote)}") or bool(quote and null)
        settings = null.encode(), delimiter, ord(escape), quote, *tables, is_odd
        types = [c.type for c in self._columns]
        return NativeColumns(types, (TEXT,) * len(types), self._style, lambda a, found: native.lines(a, found, *settings), forced)

    def begin(self, schema: pa.Schema) -> bytes:
        """The line of names, if there is one."""
        if not self._form.header:
            return b""
        names = [self._header_cell(pa.array([c.name.encode()], pa.binary()), i) for i, c in enumerate(self._columns)]
        return _lines(names, self._delimiter, 1)

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """The batch's rows. Raises ResultTooLarge."""
        if has_more(batch, COPY_ROW_BYTES_MAX):
            if batch.num_rows == 1:
                raise ResultTooLarge("a row is too large to be copied", detail=f"The limit is {COPY_ROW_BYTES_MAX} bytes.")
            half = batch.num_rows // 2
            return self.encode(batch.slice(0, half)) + self.encode(batch.slice(half))
        if self._native is not None:
            return self._native.encode(batch)
        arrays = batch.columns if self._columns else []
        cells = [
            self._cell(to_binary(text_cells(array, column.type, self._style)).cast(pa.binary()), i)
            for i, (array, column) in enumerate(zip(arrays, self._columns, strict=True))
        ]
        return _lines(cells, self._delimiter, batch.num_rows)

    def end(self) -> bytes:
        """Nothing."""
        return b""

    def _header_cell(self, array: pa.BinaryArray, index: int) -> pa.BinaryArray:
        return self._cell(array, index)

    def _cell(self, array: pa.BinaryArray, index: int) -> pa.BinaryArray:
        specials = _Specials(array, self._table)
        escaped = specials.escaped("\\") if len(specials.at) else array
        return pc.fill_null(escaped, self._form.null.encode())


class CsvCopy(TextCopy):
    """COPY's csv format."""

    def __init__(self, columns: Sequence[OutputColumn], form: CopyForm, style: OutputStyle) -> None:
        """Raises UndefinedColumn for a column of FORCE_QUOTE that there is not."""
        super().__init__(columns, form, style)
        self._quote = pa.scalar(form.quote.encode(), pa.binary())
        self._doubled = _escape_map({form.quote: form.quote, form.escape: form.escape})
        self._special = _escape_map({c: c for c in (form.delimiter, form.quote, "\n", "\r")})
        names = [c.name for c in columns]
        missing = [name for name in form.force_quote or () if name not in names]
        if missing:
            raise UndefinedColumn(f'column "{missing[0]}" does not exist')
        self._forced = [form.force_quote is None or name in form.force_quote for name in names]
        if NATIVE:
            self._native = self._lines(form.escape, ord(form.quote), self._doubled, self._special, self._forced)

    def _header_cell(self, array: pa.BinaryArray, index: int) -> pa.BinaryArray:
        return self._quoted(array, forced=False)

    def _cell(self, array: pa.BinaryArray, index: int) -> pa.BinaryArray:
        return pc.fill_null(self._quoted(array, forced=self._forced[index]), self._form.null.encode())

    def _quoted(self, array: pa.BinaryArray, *, forced: bool) -> pa.BinaryArray:
        wanted = np.ones(len(array), bool) if forced else self._needs_quotes(array)
        if not wanted.any():
            return array
        doubled = _Specials(array, self._doubled)
        inside = doubled.escaped(self._form.escape) if len(doubled.at) else array
        quoted = pc.binary_join_element_wise(self._quote, inside, self._quote, b"")
        return pc.if_else(pa.array(wanted), quoted, array)

    def _needs_quotes(self, array: pa.BinaryArray) -> npt.NDArray[np.bool_]:
        wanted: npt.NDArray[np.bool_] = _Specials(array, self._special).counts() > 0
        # A value that reads as NULL does, and a line that would end the data for a client that reads as psql does.
        look_alikes = [self._form.null.encode(), *([b"\\."] if len(self._columns) == 1 else [])]
        same: npt.NDArray[np.bool_] = pc.is_in(array, value_set=pa.array(look_alikes, pa.binary())).to_numpy(zero_copy_only=False)
        return wanted | same
