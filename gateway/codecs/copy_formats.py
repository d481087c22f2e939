"""COPY's binary format, Arrow's stream format, and which encoder a COPY takes."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any, Final, Protocol

import pyarrow as pa

from gateway.codecs.arrow_rows import BatchEncoder, RowEncoder
from gateway.codecs.codec import arrow_types
from gateway.codecs.copy_text import COPY_DATA, CsvCopy, TextCopy
from gateway.contract.engine import BINARY, CopyOutput, OutputStyle
from planner.errors import Unsupported
from planner.tree.bound import OutputColumn
from planner.tree.types import NUMERIC, SqlType, is_record

#: The column that KEYS adds.
KEY_COLUMN: Final = "__key"
#: Of names in an error.
_SHOWN_MAX: Final = 100
_FRAME: Final = Struct("!BI")
#: PGCOPY, flags, length of the header's extension.
_SIGNATURE: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_TRAILER: Final = b"\xff\xff"
#: The end-of-stream marker of Arrow's stream format.
END_OF_STREAM: Final = b"\xff\xff\xff\xff\0\0\0\0"


class CopyEncoder(Protocol):
    """One result → CopyData messages. begin(), then encode() for each batch, then end()."""

    def begin(self, schema: pa.Schema) -> bytes:
        """What stands before the rows; *schema* is the batches'."""

    def encode(self, batch: Any) -> bytes:
        """The batch's rows."""

    def end(self) -> bytes:
        """What stands behind the rows."""


def copy_data(payload: bytes | memoryview) -> bytes:
    """A CopyData message."""
    return b"".join((_FRAME.pack(COPY_DATA, len(payload) + 4), payload))


class BinaryCopy:
    """COPY's binary format: the rows of DataRow, after a header that shares the first row's message (as PostgreSQL sends it)."""

    def __init__(self, columns: Sequence[OutputColumn], style: OutputStyle, rows: BatchEncoder | None = None) -> None:
        """*rows* makes CopyData of other batches than Arrow's."""
        self._encoder = rows or RowEncoder([c.type for c in columns], (BINARY,) * len(columns), style, COPY_DATA)
        self._head = _SIGNATURE

    def begin(self, schema: pa.Schema) -> bytes:
        """Nothing yet."""
        return b""

    def encode(self, batch: Any) -> bytes:
        """See CopyEncoder."""
        rows = self._encoder.encode(batch)
        if not self._head or not rows:
            return rows
        head, self._head = self._head, b""
        _, length = _FRAME.unpack_from(rows)
        return _FRAME.pack(COPY_DATA, length + len(head)) + head + rows[_FRAME.size :]

    def end(self) -> bytes:
        """See CopyEncoder."""
        return copy_data(self._head + _TRAILER)


class ArrowRows:
    """Batches of one result in the form in which they go to other nodes.

    Columns have the query's names, and the Arrow type that belongs to their SQL type however the rows were read.
    """

    def __init__(self, columns: Sequence[OutputColumn], found: pa.Schema, *, keys: bool) -> None:
        """*found* is the schema of the batches as they were read."""
        # Asking a schema for its types makes them all anew, and one type too many where there are keys.
        fields = [pa.field(c.name, _arrow_type(c.type, type_)) for c, type_ in zip(columns, found.types, strict=False)]
        self.schema = pa.schema([*fields, *([pa.field(KEY_COLUMN, pa.binary(), nullable=False)] if keys else [])])

    def fitted(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch under the schema."""
        pairs = zip(batch.columns, self.schema.types, strict=True)
        arrays = [array if array.type == wanted else array.cast(wanted) for array, wanted in pairs]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)


def mismatch(columns: Sequence[OutputColumn], found: pa.Schema, *, keys: bool) -> str:
    """Why rows of a schema cannot be rows that ArrowRows made of these columns; empty where they can."""
    names = [*(c.name for c in columns), *([KEY_COLUMN] if keys else [])]
    if found.names != names:
        return f"columns {', '.join(found.names)[:_SHOWN_MAX]} for {', '.join(names)[:_SHOWN_MAX]}"
    for column, one, wanted in zip(columns, found.types, ArrowRows(columns, found, keys=keys).schema.types, strict=False):
        is_number = pa.types.is_decimal(one) or pa.types.is_string(one)
        if one != wanted or (column.type.pg is NUMERIC and not is_number):
            return f"column {column.name} as {one}"
    return ""


class ArrowCopy:
    """Arrow's stream format, one message of it per CopyData: the schema, record batches, the end-of-stream marker."""

    def __init__(self, columns: Sequence[OutputColumn], *, keys: bool) -> None:
        if not columns:
            raise Unsupported("a query without columns cannot be copied in format arrow")
        if any(is_record(c.type.pg.element or c.type.pg) for c in columns):
            raise Unsupported("records cannot be copied in format arrow")
        self._columns, self._keys = columns, keys
        self._rows = ArrowRows((), pa.schema([]), keys=False)

    def begin(self, schema: pa.Schema) -> bytes:
        """See CopyEncoder."""
        self._rows = ArrowRows(self._columns, schema, keys=self._keys)
        return copy_data(self._rows.schema.serialize())

    def encode(self, batch: pa.RecordBatch) -> bytes:
        """See CopyEncoder."""
        return copy_data(self._rows.fitted(batch).serialize())

    def end(self) -> bytes:
        """See CopyEncoder."""
        return copy_data(END_OF_STREAM)


def _arrow_type(type_: SqlType, found: pa.DataType) -> pa.DataType:
    """The type that values of an SQL type leave in; those of numeric, json … are found as they leave."""
    if type_.pg.element is not None and pa.types.is_list(found):
        return pa.list_(_arrow_type(SqlType(type_.pg.element), found.value_type))
    wanted = arrow_types(type_.pg)
    return wanted[0] if wanted else found


def copy_encoder(columns: Sequence[OutputColumn], output: CopyOutput, style: OutputStyle) -> CopyEncoder:
    """The encoder for one result. Raises Unsupported, UndefinedColumn."""
    if output.keys and output.form.format != "arrow":
        raise Unsupported("COPY keys available only in ARROW mode")
    match output.form.format:
        case "arrow":
            return ArrowCopy(columns, keys=output.keys)
        case "binary":
            return BinaryCopy(columns, style)
        case "csv":
            return CsvCopy(columns, output.form, style)
    return TextCopy(columns, output.form, style)
