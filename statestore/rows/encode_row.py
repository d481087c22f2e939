"""One row to bytes: for single rows and as the plain twin of the vectorised encoder."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, Final

from statestore import types as st
from statestore.decimals import unscaled, unscaled_bytes
from statestore.errors import InvalidValue
from statestore.rows.layout import WIDE_DECIMAL_BYTES, WORD_BYTES, fixed, is_wide_decimal, null_words
from statestore.schema import ViewSchema

#: Writes a value of variable width: its bytes, not padded.
ValueWriter = Callable[[Any], bytes]

_LENGTH: Final = struct.Struct("<q")
_PLACE: Final = struct.Struct("<II")


def row_encoder(schema: ViewSchema) -> Callable[[Sequence[Any]], bytes]:
    """The function from the physical values of all columns to the stored row, of the newest row schema.

    ValueError when the number of values is wrong; a value that does not fit its type raises what Python raises for it.
    """
    fields = fields_writer([c.type for c in schema.columns])
    number = bytes([len(schema.row_widths) - 1])
    return lambda values: number + fields(values)


def fields_writer(types: Sequence[st.DataType]) -> ValueWriter:
    """The writer of a row or struct of *types*: UnsafeRow's bytes."""
    cells = [(_cell_writer(t), None if fixed(t) else value_writer(t), is_wide_decimal(t)) for t in types]
    nulls_bytes = WORD_BYTES * null_words(len(types))
    fixed_bytes = nulls_bytes + WORD_BYTES * len(types)

    def write(values: Sequence[Any]) -> bytes:
        nulls, words, tail, end = 0, [], [], fixed_bytes
        for i, (value, (cell, writer, is_wide)) in enumerate(zip(values, cells, strict=True)):
            data = b"" if writer is None or value is None else writer(value)
            if value is None:
                nulls |= 1 << i
                words.append(_PLACE.pack(0, end if is_wide else 0))
            else:
                words.append(cell(value) if writer is None else _PLACE.pack(len(data), end))
            tail.append(data.ljust(WIDE_DECIMAL_BYTES, b"\0") if is_wide else padded(data))
            end += len(tail[-1])
        return b"".join([nulls.to_bytes(nulls_bytes, "little"), *words, *tail])

    return write


def value_writer(data_type: st.DataType) -> ValueWriter:
    """The writer of a type of variable width."""
    match data_type:
        case st.String():
            return str.encode
        case st.Binary():
            return bytes
        case st.Struct(fields):
            return fields_writer([f.type for f in fields])
        case st.Array(element):
            return _array_writer(element)
        case st.Map(key, value):
            return _map_writer(_array_writer(key), _array_writer(value))
    assert isinstance(data_type, st.Decimal)
    scale = data_type.scale
    return lambda value: unscaled_bytes(unscaled(value, scale))


def padded(data: bytes) -> bytes:
    """*data* with zeros up to a multiple of a word."""
    return data + bytes(-len(data) % WORD_BYTES)


def _element_writer(data_type: st.DataType) -> ValueWriter:
    place = fixed(data_type)
    if place is None:
        raise TypeError(data_type)
    pack = struct.Struct(f"<{place[0]}").pack
    if isinstance(data_type, st.Decimal):
        scale = data_type.scale
        return lambda value: pack(unscaled(value, scale))
    return pack


def _cell_writer(data_type: st.DataType) -> ValueWriter:
    if not fixed(data_type):
        return bytes
    write = _element_writer(data_type)
    return lambda value: padded(write(value))


def _array_writer(element: st.DataType) -> ValueWriter:
    place = fixed(element)
    write = _element_writer(element) if place else value_writer(element)
    width = place[1] if place else WORD_BYTES

    def write_array(values: Sequence[Any]) -> bytes:
        count = len(values)
        nulls_bytes = WORD_BYTES * null_words(count)
        nulls = sum(1 << i for i, v in enumerate(values) if v is None).to_bytes(nulls_bytes, "little")
        head = _LENGTH.pack(count) + nulls
        datas = [None if v is None else write(v) for v in values]
        if place:
            return head + padded(b"".join(bytes(width) if d is None else d for d in datas))
        return head + _placed(datas, len(head) + WORD_BYTES * count)

    return write_array


def _placed(datas: Sequence[bytes | None], start: int) -> bytes:
    places, tail, end = [], [], start
    for data in datas:
        places.append(_PLACE.pack(0, 0) if data is None else _PLACE.pack(len(data), end))
        tail.append(padded(data or b""))
        end += len(tail[-1])
    return b"".join(places + tail)


def _map_writer(write_keys: ValueWriter, write_values: ValueWriter) -> ValueWriter:
    def write(pairs: Sequence[tuple[Any, Any]]) -> bytes:
        if any(k is None for k, _ in pairs):
            raise InvalidValue("a map has a NULL key")
        keys = write_keys([k for k, _ in pairs])
        return _LENGTH.pack(len(keys)) + keys + write_values([v for _, v in pairs])

    return write
