"""KeyCodec: a view's key columns to bytes, and back for metadata, tests and operators."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, Final

import pyarrow as pa

from statestore import types as st
from statestore.codegen import compile_function
from statestore.decimals import from_unscaled, unscaled
from statestore.errors import CorruptFile, UnsupportedType
from statestore.keys.arrow import encode_columns
from statestore.keys.layout import NAN_DOUBLE, NAN_FLOAT, NULL_COLUMN, TERMINATOR, VALUE_MARKER, WIDE_DECIMAL_BYTES
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

    def encode_arrow(self, columns: Sequence[pa.Array | pa.ChunkedArray]) -> list[bytes]:
        """The keys of many rows, of which these are the key columns. Raises InvalidValue for values of other types."""
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


# ---------------------------------------------------------------------------------------------------------- one column
# Its bytes of one key: encoders for each type, as Python expressions for compiling and as functions.

_INTEGER_CODES: Final = {1: "B", 2: "H", 4: "I", 8: "Q"}
_pack_float: Final = struct.Struct(">f").pack
_pack_double: Final = struct.Struct(">d").pack
_from_bytes: Final = int.from_bytes

#: What the expressions of column_expression refer to, besides encoders of their own.
BASE_NAMES: Final[dict[str, Any]] = {
    "NULL": NULL_COLUMN,
    "TRUE": b"\x01\x01",
    "FALSE": b"\x01\x00",
    **{f"pack_{width}": struct.Struct(f">B{code}").pack for width, code in _INTEGER_CODES.items()},
}
_TEXT: Final = r'b"\x01" + {value}.replace(b"\0", b"\0\xff") + b"\0"'


def column_expression(data_type: st.DataType, variable: str, names: dict[str, Any]) -> str:
    """A Python expression for the bytes of the column value in *variable*; adds what it refers to to *names*.

    Raises UnsupportedType for types without an order.
    """
    return f"(NULL if {variable} is None else {_value_expression(data_type, variable, names)})"


def column_encoder(data_type: st.DataType) -> Callable[[Any], bytes]:
    """The function from a column's value (None is NULL) to its bytes. Raises UnsupportedType for types without an order."""
    names = dict(BASE_NAMES)
    expression = column_expression(data_type, "value", names)
    return compile_function("encode_column", "value", [f"return {expression}"], names)


def _value_expression(data_type: st.DataType, variable: str, names: dict[str, Any]) -> str:
    match data_type:
        case st.Boolean():
            return f"TRUE if {variable} else FALSE"
        case st.String():
            return _TEXT.format(value=f"{variable}.encode()")
        case st.Binary():
            return _TEXT.format(value=variable)
    if width := st.integer_bytes(data_type):
        return f"pack_{width}(1, {variable} + {1 << (8 * width - 1)})"
    name = f"encode_{variable}"
    names[name] = _value_encoder(data_type)
    return f"{name}({variable})"


def _value_encoder(data_type: st.DataType) -> Callable[[Any], bytes]:
    match data_type:
        case st.Float():
            return encode_float
        case st.Double():
            return encode_double
        case st.Decimal(precision, scale):
            width = 8 if precision <= st.DECIMAL_PRECISION_LONG_MAX else WIDE_DECIMAL_BYTES
            bias = 1 << (8 * width - 1)
            return lambda value: VALUE_MARKER + (unscaled(value, scale) + bias).to_bytes(width, "big")
        case st.Array(element):
            encode = column_encoder(element)
            return lambda value: VALUE_MARKER + b"".join(map(encode, value)) + TERMINATOR
        case st.Struct(fields):
            encoders = [column_encoder(f.type) for f in fields]
            return lambda value: VALUE_MARKER + b"".join([e(v) for e, v in zip(encoders, value, strict=True)])
    raise UnsupportedType(f"{type(data_type).__name__} cannot be part of a key: it has no order")


def encode_double(value: float) -> bytes:
    """The marked bytes of a Double."""
    if value != value:
        return b"\x01" + NAN_DOUBLE.to_bytes(8, "big")
    bits = _from_bytes(_pack_double(value + 0.0), "big")  # + 0.0 turns -0.0 into 0.0
    return b"\x01" + (bits ^ 0xFFFFFFFFFFFFFFFF if bits >> 63 else bits | 0x8000000000000000).to_bytes(8, "big")


def encode_float(value: float) -> bytes:
    """The marked bytes of a Float."""
    if value != value:
        return b"\x01" + NAN_FLOAT.to_bytes(4, "big")
    bits = _from_bytes(_pack_float(value + 0.0), "big")
    # A double too small for 32 bits may become -0.0 only now.
    return b"\x01" + (bits ^ 0xFFFFFFFF if bits > 0x80000000 else bits | 0x80000000).to_bytes(4, "big")


# ------------------------------------------------------------------------------------------------------------- reading

#: Reads a value at a position of a key: (value, position behind it).
Reader = Callable[[bytes, int], tuple[Any, int]]

_NULL: Final = NULL_COLUMN[0]
_ESCAPE: Final = 0xFF


def column_reader(data_type: st.DataType) -> Reader:
    """The reader of a whole column: marker and value."""
    read_value = _value_reader(data_type)

    def read(key: bytes, at: int) -> tuple[Any, int]:
        marker = key[at]
        if marker == _NULL:
            return None, at + 1
        if marker != 1:
            raise CorruptFile(f"key {key.hex()} has the byte {marker:02x} where a column starts, at {at}")
        return read_value(key, at + 1)

    return read


def _value_reader(data_type: st.DataType) -> Reader:
    if width := st.integer_bytes(data_type):
        return _integer_reader(width)
    match data_type:
        case st.Boolean():
            return lambda key, at: (key[at] == 1, at + 1)
        case st.Float():
            return _float_reader(4, ">f")
        case st.Double():
            return _float_reader(8, ">d")
        case st.Decimal(precision, scale):
            return _decimal_reader(8 if precision <= st.DECIMAL_PRECISION_LONG_MAX else WIDE_DECIMAL_BYTES, scale)
        case st.String():
            return _read_text
        case st.Binary():
            return _read_binary
        case st.Array(element):
            return _array_reader(column_reader(element))
        case st.Struct(fields):
            return sequence_reader([column_reader(f.type) for f in fields])
    raise UnsupportedType(f"{type(data_type).__name__} cannot be part of a key: it has no order")


def sequence_reader(readers: list[Reader]) -> Reader:
    """Reads columns one after the other into a tuple."""

    def read(key: bytes, at: int) -> tuple[Any, int]:
        values = []
        for reader in readers:
            value, at = reader(key, at)
            values.append(value)
        return tuple(values), at

    return read


def _take(key: bytes, at: int, width: int) -> bytes:
    if at + width > len(key):
        raise CorruptFile(f"key {key.hex()} ends inside a column")
    return key[at : at + width]


def _integer_reader(width: int) -> Reader:
    bias = 1 << (8 * width - 1)
    return lambda key, at: (int.from_bytes(_take(key, at, width), "big") - bias, at + width)


def _decimal_reader(width: int, scale: int) -> Reader:
    read_integer = _integer_reader(width)

    def read(key: bytes, at: int) -> tuple[Any, int]:
        number, end = read_integer(key, at)
        return from_unscaled(number, scale), end

    return read


def _float_reader(width: int, code: str) -> Reader:
    sign, mask = 1 << (8 * width - 1), (1 << (8 * width)) - 1

    def read(key: bytes, at: int) -> tuple[Any, int]:
        bits = int.from_bytes(_take(key, at, width), "big")
        bits = bits ^ sign if bits & sign else bits ^ mask
        return struct.unpack(code, bits.to_bytes(width, "big"))[0], at + width

    return read


def _read_binary(key: bytes, at: int) -> tuple[bytes, int]:
    end = key.index(0, at)
    while end + 1 < len(key) and key[end + 1] == _ESCAPE:
        end = key.index(0, end + 2)
    return key[at:end].replace(b"\0\xff", b"\0"), end + 1


def _read_text(key: bytes, at: int) -> tuple[str, int]:
    value, end = _read_binary(key, at)
    return value.decode(), end


def _array_reader(read_element: Reader) -> Reader:
    def read(key: bytes, at: int) -> tuple[list[Any], int]:
        values = []
        while key[at] != 0:
            value, at = read_element(key, at)
            values.append(value)
        return values, at + 1

    return read
