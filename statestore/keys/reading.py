"""Keys read back into values: the inverse of statestore.keys.codec, for metadata, tests and operators."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final

from statestore import types as st
from statestore.decimals import from_unscaled
from statestore.errors import CorruptFile, UnsupportedType
from statestore.keys.layout import NULL_COLUMN, WIDE_DECIMAL_BYTES

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
