"""Values to Avro rows, for the keys that rows are looked up by; statestore.attach.tables.avro has the layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from statestore import types as st
from statestore.attach.tables.avro import DOUBLE, FLOAT, NULL_BRANCH, VALUE_BRANCH, decimal_bytes, is_nested
from statestore.attach.tables.layout import SCHEMA_ID_BYTES
from statestore.decimals import unscaled
from statestore.errors import UnsupportedType

Writer = Callable[[Any], bytes]


class NotAKey(ValueError):
    """A value that no key of Spark's can have: a NULL element, for which its Avro has no bytes; a part of a millisecond."""


def row_to_avro(data_type: st.Struct, number: int | None) -> Writer:
    """The function from a tuple of values to an Avro row, of schema *number* if numbers are written. It raises NotAKey."""
    head = b"" if number is None else number.to_bytes(SCHEMA_ID_BYTES, "little")
    write = _fields_writer(data_type.fields)
    return lambda values: head + write(values)


def _number_bytes(value: int) -> bytes:
    rest = value << 1 ^ value >> 63
    out = bytearray()
    while rest & ~0x7F:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    return bytes(out)


def _writer(data_type: st.DataType) -> Writer:
    match data_type:
        case _ if st.integer_bytes(data_type):
            return _number_bytes
        case st.Boolean():
            return lambda value: b"\1" if value else b"\0"
        case st.Float():
            return FLOAT.pack
        case st.Double():
            return DOUBLE.pack
        case st.String():
            return lambda value: _sized(value.encode())
        case st.Binary():
            return _sized
        case st.Decimal(precision, scale):
            size = decimal_bytes(precision)
            return lambda value: unscaled(value, scale).to_bytes(size, "big", signed=True)
        case st.Struct(fields):
            return _fields_writer(fields)
        case st.Array(element):
            write = _element_writer(element)
            return lambda values: _block([write(v) for v in values])
    raise UnsupportedType(f"{type(data_type).__name__} cannot be part of an Avro key here")


def _sized(data: bytes) -> bytes:
    return _number_bytes(len(data)) + data


def _block(items: Sequence[bytes]) -> bytes:
    return b"".join([_number_bytes(len(items)), *items, b"\0"]) if items else b"\0"


def _element_writer(data_type: st.DataType) -> Writer:
    if is_nested(data_type):
        return _nullable_writer(data_type)
    write = _writer(data_type)

    def write_element(value: Any) -> bytes:
        if value is None:
            raise NotAKey("an Avro array of Spark's holds no NULL")
        return write(value)

    return write_element


def _nullable_writer(data_type: st.DataType) -> Writer:
    write = _writer(data_type)
    null, head = _number_bytes(NULL_BRANCH), _number_bytes(VALUE_BRANCH)
    return lambda value: null if value is None else head + write(value)


def _fields_writer(fields: Sequence[st.Field]) -> Writer:
    writers = [_nullable_writer(f.type) for f in fields]
    return lambda values: b"".join(write(value) for write, value in zip(writers, values, strict=True))
