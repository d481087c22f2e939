"""Arrow's side of the column types: which Arrow type each has, and the numbers and bytes inside an Arrow array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from statestore import types as st
from statestore.errors import InvalidValue

Int64s = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

#: NumPy's view of values, by their struct code; a Boolean is a byte here and a bit in Arrow.
NUMPY_TYPES: Final[dict[str, Any]] = {
    "?": np.uint8, "b": np.int8, "h": np.int16, "i": np.int32, "q": np.int64, "f": np.float32, "d": np.float64,
}  # fmt: skip
#: The layout of one month_day_nano_interval.
_MONTH_DAY_NANO: Final = np.dtype([("months", "<i4"), ("days", "<i4"), ("nanos", "<i8")])


def arrow_type(data_type: st.DataType) -> pa.DataType:
    """The Arrow type under which a column leaves statestore. Everything nested is nullable, map keys excepted."""
    match data_type:
        case st.Atomic():
            return data_type.record.arrow
        case st.Decimal(precision, scale):
            return pa.decimal128(precision, scale)
        case st.Array(element):
            return pa.list_(arrow_type(element))
        case st.Map(key, value):
            return pa.map_(arrow_type(key), arrow_type(value))
        case st.Struct(fields):
            return pa.struct([pa.field(f.name, arrow_type(f.type)) for f in fields])


def standard(column: pa.Array | pa.ChunkedArray, data_type: st.DataType) -> pa.Array:
    """*column* as one array: of exactly arrow_type(*data_type*), or a list, map or struct array with children of any kind.

    Takes what means the same (dictionaries, large strings, another time zone, a narrower decimal, months as
    int32, no type at all) and raises InvalidValue where a value would change.
    """
    array = whole(column)
    match data_type:
        case st.Array() | st.Map():
            return array if pa.types.is_list(array.type) or pa.types.is_map(array.type) else _cast_list(array, data_type)
        case st.Struct():
            return array if pa.types.is_struct(array.type) else _cast(array, arrow_type(data_type))
        case st.YearMonthInterval() if pa.types.is_int32(array.type):
            return months_to_arrow(_frombuffer(array.buffers()[1], np.int32)[array.offset :][: len(array)], valid_mask(array))
    wanted = arrow_type(data_type)
    return array if array.type == wanted else _cast(array, wanted)


def _cast_list(array: pa.Array, data_type: st.Array | st.Map) -> pa.Array:
    """Not of list views: what pyarrow 26 makes of them is not valid."""
    kind = array.type
    if pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return _cast(array, pa.list_(kind.value_type))
    if pa.types.is_null(kind):
        return _cast(array, arrow_type(data_type))
    raise InvalidValue(f"Arrow {kind} values cannot be stored as {arrow_type(data_type)}")


def _cast(array: pa.Array, wanted: pa.DataType) -> pa.Array:
    try:
        return array.cast(wanted)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise InvalidValue(f"Arrow {array.type} values cannot be stored as {wanted}", detail=str(error)) from error


def whole(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    """One array of all chunks."""
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks or [pa.nulls(0, column.type)])


def valid_mask(array: pa.Array) -> Bools | None:
    """True where there is a value; None when there is one everywhere."""
    if not array.null_count:
        return None
    bitmap = array.buffers()[0]
    if bitmap is None:  # an array of type null has no bitmap
        return np.zeros(len(array), np.bool_)
    return _bits(bitmap, array.offset, len(array))


def _bits(buffer: pa.Buffer, offset: int, length: int) -> Bools:
    first = offset // 8
    packed = np.frombuffer(buffer, np.uint8)[first : (offset + length + 7) // 8]
    skipped = offset - first * 8
    return np.unpackbits(packed, bitorder="little")[skipped : skipped + length].view(np.bool_)


def numbers(array: pa.Array, data_type: st.DataType) -> npt.NDArray[Any]:
    """The values of a fixed-width type as NUMPY_TYPES says (a Decimal of <= 18 digits: int64, unscaled), 0 where NULL."""
    values = _raw_numbers(array, data_type)
    valid = valid_mask(array)
    return values if valid is None else np.where(valid, values, values.dtype.type(0))


def _raw_numbers(array: pa.Array, data_type: st.DataType) -> npt.NDArray[Any]:
    buffer, start, length = array.buffers()[1], array.offset, len(array)
    match data_type:
        case st.Boolean():
            return _bits(buffer, start, length).view(np.uint8) if length else np.empty(0, np.uint8)
        case st.Decimal():
            return decimal_words(array)[:, 0]
        case st.YearMonthInterval():
            return _frombuffer(buffer, _MONTH_DAY_NANO)[start : start + length]["months"]
        case st.Atomic():
            return _frombuffer(buffer, NUMPY_TYPES[data_type.record.code])[start : start + length]
    raise TypeError(data_type)


def _frombuffer(buffer: pa.Buffer | None, dtype: Any) -> npt.NDArray[Any]:
    return np.empty(0, dtype) if buffer is None else np.frombuffer(buffer, dtype)


def decimal_words(array: pa.Array) -> Int64s:
    """The 128-bit unscaled numbers of a decimal128 array as (low, high) words."""
    words = _frombuffer(array.buffers()[1], np.int64).reshape(-1, 2)
    chosen: Int64s = words[array.offset : array.offset + len(array)]
    return chosen


def text_bytes(array: pa.Array) -> tuple[Int64s, npt.NDArray[np.uint8]]:
    """A string or binary array's n + 1 offsets and its data. NULLs may have bytes."""
    _, offsets, data = array.buffers()
    positions = _frombuffer(offsets, np.int32)[array.offset : array.offset + len(array) + 1].astype(np.int64)
    return (positions if len(positions) else np.zeros(1, np.int64)), _frombuffer(data, np.uint8)


def validity_buffer(valid: Bools | None) -> pa.Buffer | None:
    """Arrow's validity bitmap."""
    return None if valid is None else pa.py_buffer(np.packbits(valid, bitorder="little"))


def months_to_arrow(months: npt.NDArray[np.int32], valid: Bools | None) -> pa.Array:
    """Numbers of months as a month_day_nano_interval array."""
    intervals = np.zeros(len(months), _MONTH_DAY_NANO)
    intervals["months"] = months
    return pa.Array.from_buffers(pa.month_day_nano_interval(), len(months), [validity_buffer(valid), pa.py_buffer(intervals)])


def list_parts(array: pa.Array) -> tuple[Int64s, Int64s]:
    """Where each list or map starts in the child array, and how long it is: 0 for NULL."""
    ends = _frombuffer(array.buffers()[1], np.int32)[array.offset : array.offset + len(array) + 1].astype(np.int64)
    lengths = np.diff(ends) if len(array) else np.zeros(0, np.int64)
    valid = valid_mask(array)
    return ends[: len(array)], lengths if valid is None else np.where(valid, lengths, 0)


def struct_fields(array: pa.Array, data_type: st.Struct) -> Sequence[pa.Array]:
    """A struct array's fields in the order of *data_type*. InvalidValue when it does not have exactly those."""
    wanted = [f.name for f in data_type.fields]
    names = [f.name for f in array.type.fields]
    if sorted(names) != sorted(wanted):
        raise InvalidValue(f"Arrow {array.type} values came where a struct of {', '.join(wanted)} was declared")
    return [array.field(i if names[i] == name else name) for i, name in enumerate(wanted)]


def ragged_positions(starts: Int64s, lengths: Int64s) -> Int64s:
    """starts[0], starts[0] + 1, … (lengths[0] of them), starts[1], …"""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    firsts: Int64s = np.repeat(starts - (ends - lengths), lengths)
    return firsts + np.arange(total, dtype=np.int64)


def sliced(data: npt.NDArray[np.uint8], starts: Int64s, ends: Int64s) -> list[bytes]:
    """data[starts[i]:ends[i]] for every i; the slices ascend and do not overlap.

    Arrow makes the bytes objects, in a fraction of the time that Python's slices take: the data is read as a binary array in
    which every second element is a gap.
    """
    count = len(starts)
    if not count:
        return []
    offsets = np.empty(2 * count, np.int64)
    offsets[0::2], offsets[1::2] = starts, ends
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(data)]
    both = pa.Array.from_buffers(pa.large_binary(), 2 * count - 1, buffers).to_numpy(zero_copy_only=False)
    slices: list[bytes] = both[0::2].tolist()
    return slices
