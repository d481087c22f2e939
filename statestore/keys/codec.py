"""KeyCodec: a view's key columns to bytes and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa

from statestore.codegen import compile_function
from statestore.errors import CorruptFile
from statestore.keys.arrow import encode_columns
from statestore.keys.reading import column_reader, sequence_reader
from statestore.keys.scalar import BASE_NAMES, column_encoder, column_expression
from statestore.schema import ViewSchema
from statestore.types import DataType


class KeyCodec:
    """The keys of one view; statestore.keys.layout says how they look.

    Values are physical values (statestore.types) of the key columns in key order, None for NULL. A value
    that does not fit its column's type (an Int of 40 bits) raises whatever Python raises for it; the caller
    compares such constants with the type's bounds first. Raises UnsupportedType when built for a key
    with a map in it. Safe to use from any thread.
    """

    encode: Callable[[Sequence[Any]], bytes]
    """The bytes of a whole key. ValueError when the number of values is wrong."""

    def __init__(self, schema: ViewSchema) -> None:
        self.types: tuple[DataType, ...] = tuple(c.type for c in schema.key_columns)
        self._key_names = schema.key
        self._columns = tuple(column_encoder(t) for t in self.types)
        self._prefixes = tuple(compile_encoder(self.types[:n]) for n in range(len(self.types) + 1))
        self._read = sequence_reader([column_reader(t) for t in self.types])
        self.encode = self._prefixes[-1]

    def encode_prefix(self, values: Sequence[Any]) -> bytes:
        """What every key starts with whose leading columns are *values* (none: ``b""``)."""
        return self._prefixes[len(values)](values)

    def column_encoder(self, position: int) -> Callable[[Any], bytes]:
        """A value of key column *position* alone → its bytes, marker included."""
        return self._columns[position]

    def decode(self, key: bytes) -> tuple[Any, ...]:
        """The values of a whole key. Raises CorruptFile when it is not one of this view.

        -0.0 comes back as 0.0 and any NaN as the usual one: take those from the row where it matters.
        """
        try:
            values, end = self._read(key, 0)
        except (IndexError, ValueError) as error:
            raise CorruptFile(f"key {key.hex()} ends inside a column") from error
        if end != len(key):
            raise CorruptFile(f"key {key.hex()} goes on after its last column")
        return tuple(values)

    def encode_arrow(self, columns: pa.RecordBatch | pa.Table | Sequence[pa.Array]) -> list[bytes]:
        """The keys of many rows: of a batch or table that has the key columns by name, or of the key columns themselves."""
        if isinstance(columns, pa.RecordBatch | pa.Table):
            columns = [columns.column(name) for name in self._key_names]
        return encode_columns(columns, self.types)


def compile_encoder(types: Sequence[DataType]) -> Callable[[Sequence[Any]], bytes]:
    """The function from values of *types* to their key bytes."""
    if not types:
        return compile_function("encode", "values", ["() = values", 'return b""'], {})
    names = dict(BASE_NAMES)
    variables = [f"v{i}" for i in range(len(types))]
    parts = [column_expression(t, v, names) for t, v in zip(types, variables, strict=True)]
    body = [f"{', '.join(variables)}, = values", f"return {' + '.join(parts)}"]
    return compile_function("encode", "values", body, names)
