"""The keys of many rows at once, from Arrow columns: each column becomes a binary array of its bytes, and those are joined."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from statestore import types as st
from statestore.arrow import (
    Bools,
    decimal_words,
    list_parts,
    numbers,
    ragged_positions,
    sliced,
    standard,
    struct_fields,
    text_bytes,
    valid_mask,
)
from statestore.errors import UnsupportedType
from statestore.keys.layout import ESCAPED_ZERO, NAN_DOUBLE, NAN_FLOAT, NULL_COLUMN, TERMINATOR, VALUE_MARKER

_SIGN_64: Final = np.uint64(1 << 63)


def encode_columns(columns: Sequence[pa.Array | pa.ChunkedArray], types: Sequence[st.DataType]) -> list[bytes]:
    """The keys whose columns are *columns*, of *types*; the same bytes as one row at a time gives."""
    keys = _joined([encode_column(c, t) for c, t in zip(columns, types, strict=True)])
    offsets, data = text_bytes(keys)
    return sliced(data, offsets[:-1], offsets[1:])


def encode_column(column: pa.Array | pa.ChunkedArray, data_type: st.DataType) -> pa.Array:
    """Each value's bytes in a key, marker included, as a binary array without NULLs. Raises UnsupportedType for maps."""
    array = standard(column, data_type)
    match data_type:
        case st.Array(element):
            return _arrays(array, element)
        case st.Struct(fields):
            markers = pa.repeat(_constant(VALUE_MARKER), len(array))
            parts = [encode_column(c, f.type) for c, f in zip(struct_fields(array, data_type), fields, strict=True)]
            return _null_where(array, _joined([markers, *parts]))
        case st.Map():
            raise UnsupportedType("Map cannot be part of a key: it has no order")
        case st.String() | st.Binary():
            return _texts(array)
    return _fixed(_ordered_bytes(array, data_type), valid_mask(array))


def _joined(parts: Sequence[pa.Array | pa.Scalar]) -> pa.Array:
    return parts[0] if len(parts) == 1 else pc.binary_join_element_wise(*parts, _constant(b""))


@cache
def _constant(value: bytes) -> pa.Scalar:
    """Not made where the module is loaded: with its first value Arrow imports pandas."""
    return pa.scalar(value, pa.binary())


def _null_where(array: pa.Array, encoded: pa.Array) -> pa.Array:
    if not array.null_count:
        return encoded
    return pc.if_else(array.is_valid(), encoded, _constant(NULL_COLUMN))


def _texts(array: pa.Array) -> pa.Array:
    values = array.cast(pa.binary())
    offsets, data = text_bytes(values)
    if not data[offsets[0] : offsets[-1]].all():
        values = pc.replace_substring(values, b"\x00", ESCAPED_ZERO)
    encoded = pc.binary_join_element_wise(_constant(VALUE_MARKER), values, _constant(TERMINATOR), _constant(b""))
    return pc.coalesce(encoded, _constant(NULL_COLUMN)) if array.null_count else encoded


def _arrays(array: pa.Array, element: st.DataType) -> pa.Array:
    starts, lengths = list_parts(array)
    elements = encode_column(array.values.take(pa.array(ragged_positions(starts, lengths))), element)
    # An element's bytes are at least one, so the joined text of a list is where its elements' bytes are.
    ends = np.concatenate([[0], np.cumsum(lengths)])
    offsets, data = text_bytes(elements)
    inner = pa.Array.from_buffers(pa.binary(), len(array), [None, pa.py_buffer(offsets[ends].astype(np.int32)), pa.py_buffer(data)])
    joined = _joined([_constant(VALUE_MARKER), inner, _constant(TERMINATOR)])
    return _null_where(array, joined)


def _fixed(values: npt.NDArray[np.uint8], valid: Bools | None) -> pa.Array:
    count, width = values.shape
    cells = np.empty((count, width + 1), np.uint8)
    cells[:, 0] = VALUE_MARKER[0]
    cells[:, 1:] = values
    if valid is None:
        offsets = np.arange(0, (count + 1) * (width + 1), width + 1, dtype=np.int32)
        return pa.Array.from_buffers(pa.binary(), count, [None, pa.py_buffer(offsets), pa.py_buffer(cells)])
    cells[~valid, 0] = NULL_COLUMN[0]
    kept = np.ones(cells.shape, np.bool_)
    kept[~valid, 1:] = False
    offsets = np.concatenate([[0], np.cumsum(np.where(valid, width + 1, 1))]).astype(np.int32)
    return pa.Array.from_buffers(pa.binary(), count, [None, pa.py_buffer(offsets), pa.py_buffer(cells[kept])])


def _ordered_bytes(array: pa.Array, data_type: st.DataType) -> npt.NDArray[np.uint8]:
    match data_type:
        case st.Boolean():
            return numbers(array, data_type).reshape(-1, 1)
        case st.Float():
            return _big_endian(_ordered_floats(numbers(array, data_type), np.uint32, NAN_FLOAT))
        case st.Double():
            return _big_endian(_ordered_floats(numbers(array, data_type), np.uint64, NAN_DOUBLE))
        case st.Decimal(precision):
            if precision > st.DECIMAL_PRECISION_LONG_MAX:
                low, high = decimal_words(array).view(np.uint64).T
                return np.hstack([_big_endian(high ^ _SIGN_64), _big_endian(low)])
            return _big_endian(numbers(array, data_type).astype(np.int64).view(np.uint64) ^ _SIGN_64)
    width = st.integer_bytes(data_type)
    unsigned = np.dtype(f"u{width}")
    bits = np.ascontiguousarray(numbers(array, data_type)).view(unsigned)
    return _big_endian(bits ^ unsigned.type(1 << (8 * width - 1)))


def _ordered_floats(values: npt.NDArray[Any], unsigned: Any, nan: int) -> npt.NDArray[Any]:
    sign = unsigned(1 << (8 * values.itemsize - 1))
    bits = (values + values.dtype.type(0)).view(unsigned)  # + 0 turns -0.0 into 0.0
    ordered: npt.NDArray[Any] = np.where(bits & sign, ~bits, bits | sign)
    ordered[np.isnan(values)] = nan
    return ordered


def _big_endian(values: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    width = values.dtype.itemsize
    return values.astype(values.dtype.newbyteorder(">")).view(np.uint8).reshape(-1, width)
