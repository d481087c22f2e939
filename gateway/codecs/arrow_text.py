"""Arrow columns as cells of Postgres's text format, mostly without a loop over rows.

What Arrow's own casts write differently from PostgreSQL 15 is mended here: 't' and 'f'; NaN and Infinity; floats outside
[1e-4, 1e10), where the two begin exponents at different sizes; trailing zeros of seconds; years outside 1 … 9999; the session's
time zone. Values that stay (few, in practice) go one by one through the scalar codec.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from gateway.codecs.arrow_binary import INTERVAL_DTYPE, infinite, numbers
from gateway.codecs.arrow_cells import (
    Cells,
    FixedCells,
    binary_array,
    bytes_of,
    cell_lengths,
    masked,
    offsets_and_data,
    one_by_one,
    validity,
)
from gateway.codecs.arrow_zones import zone_offsets
from gateway.contract.engine import TEXT, OutputStyle
from planner.postgres.literals.date_styles import is_iso
from planner.postgres.literals.zones import format_offset
from planner.tree import types as t
from planner.tree.calendar import DAY_US, PYTHON_END_DAYS, PYTHON_END_US, PYTHON_MIN_DAYS, PYTHON_MIN_US
from planner.tree.values import Interval

_FIXED_NOTATION_MIN: Final = 1e-4
#: Arrow writes floats with an exponent from 1e10 on; Postgres from 1e15 (float8) and 1e6 (float4).
_FIXED_NOTATION_END: Final = {t.FLOAT8: 1e10, t.FLOAT4: 1e6}

TextEncoder = Callable[[pa.Array, t.SqlType, OutputStyle], Cells]


def _mended(cells: pa.Array, odd: npt.NDArray[np.bool_], values: list[Any], type_: t.SqlType, style: OutputStyle) -> pa.Array:
    """*cells* with the *odd* ones replaced by the scalar codec's."""
    return pc.replace_with_mask(bytes_of(cells), pa.array(odd), one_by_one(values, type_, TEXT, style))


def boolean(array: pa.Array, _type: t.SqlType, _style: OutputStyle) -> Cells:
    """t and f."""
    letters = np.where(pc.fill_null(array, False).to_numpy(zero_copy_only=False), ord("t"), ord("f")).astype(np.uint8)
    return FixedCells(letters.reshape(-1, 1), validity(array))


def integer(array: pa.Array, _type: t.SqlType, _style: OutputStyle) -> Cells:
    """Any integer."""
    return bytes_of(array.cast(pa.string()))


def floating(array: pa.Array, type_: t.SqlType, style: OutputStyle) -> Cells:
    """The shortest text that reads back the same; as many digits as asked for where extra_float_digits <= 0."""
    values = numbers(array, np.float64 if array.type == pa.float64() else np.float32)
    size = np.abs(values)
    with np.errstate(invalid="ignore"):
        plain = (size == 0) | ((size >= _FIXED_NOTATION_MIN) & (size < _FIXED_NOTATION_END[type_.pg]))
    odd = ~plain if style.extra_float_digits > 0 else np.ones(len(values), np.bool_)
    if (valid := validity(array)) is not None:
        odd &= valid
    cells = bytes_of(array.cast(pa.string()))
    return _mended(cells, odd, values[odd].tolist(), type_, style) if odd.any() else cells


def text(array: pa.Array, _type: t.SqlType, _style: OutputStyle) -> Cells:
    """Text, json, uuid: as they are."""
    return bytes_of(array)


_HEX: Final = np.frombuffer(b"".join(b"%02x" % i for i in range(256)), np.uint16)


def bytea(array: pa.Array, type_: t.SqlType, style: OutputStyle) -> Cells:
    r"""\x and two hexadecimal digits a byte."""
    if style.bytea_output != "hex":
        return one_by_one(array.to_pylist(), type_, TEXT, style)
    offsets, data = offsets_and_data(array)
    digits = _HEX[data[offsets[0] : offsets[-1]]]
    cells = binary_array(digits.view(np.uint8), np.maximum(cell_lengths(array), 0) * 2, validity(array))
    return pc.binary_join_element_wise(pa.scalar(b"\\x"), cells, b"")


def _by_distinct(
    array: pa.Array, type_: t.SqlType, style: OutputStyle, numbered: npt.NDArray[Any], values_of: Callable[[Any], list[Any]]
) -> Cells:
    """Each distinct one of the array's numbers once by the scalar codec, which takes what *values_of* makes of them."""
    distinct, place = np.unique(numbered, return_inverse=True)
    return masked(one_by_one(values_of(distinct), type_, TEXT, style).take(pa.array(place.reshape(-1))), array)


def _styled(array: pa.Array, type_: t.SqlType, style: OutputStyle, numbered: npt.NDArray[Any]) -> Cells:
    """Dates and times under a DateStyle that is not ISO's."""
    return _by_distinct(array, type_, style, numbered, lambda distinct: infinite(distinct).tolist())


def date(array: pa.Array, type_: t.SqlType, style: OutputStyle) -> Cells:
    """ISO date, or as DateStyle has it."""
    days = numbers(array, np.int32)
    if not is_iso(style.date_style):
        return _styled(array, type_, style, days)
    odd = (days < PYTHON_MIN_DAYS) | (days >= PYTHON_END_DAYS)
    return _datetimes(array, odd, days, type_, style)


def _datetimes(
    array: pa.Array, odd: npt.NDArray[np.bool_], values: npt.NDArray[Any], type_: t.SqlType, style: OutputStyle
) -> pa.Array:
    """Arrow's text of dates and times without trailing zeros of a fraction; odd years by the scalar codec."""
    if (valid := validity(array)) is not None:
        odd = odd & valid
    if odd.any():
        array = pc.if_else(pa.array(odd), pa.scalar(None, array.type), array)
    cells = array.cast(pa.string())
    if not pa.types.is_date(array.type):
        cells = pc.ascii_rtrim(pc.ascii_rtrim(cells, "0"), ".")
    return _mended(cells, odd, infinite(values[odd]).tolist(), type_, style) if odd.any() else bytes_of(cells)


def _odd_years(micros: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    # A day of margin on both ends: a zone may move an instant into the next year.
    return (micros < PYTHON_MIN_US + DAY_US) | (micros >= PYTHON_END_US - DAY_US)


def timestamp(array: pa.Array, type_: t.SqlType, style: OutputStyle) -> Cells:
    """ISO date and time, or as DateStyle has it."""
    micros = numbers(array, np.int64)
    if not is_iso(style.date_style):
        return _styled(array, type_, style, micros)
    return _datetimes(_retyped(array, pa.timestamp("us")), _odd_years(micros), micros, type_, style)


def timestamptz(array: pa.Array, type_: t.SqlType, style: OutputStyle) -> Cells:
    """ISO date and time in the session's zone, with the offset, or as DateStyle has it."""
    micros = numbers(array, np.int64)
    if not is_iso(style.date_style):
        return _styled(array, type_, style, micros)
    odd, offsets_s = _offsets(micros, style)
    local = pa.Array.from_buffers(
        pa.timestamp("us"), len(array), [_bitmap(array), pa.py_buffer(micros + np.where(odd, 0, offsets_s * 1_000_000))]
    )
    known, place = np.unique(offsets_s, return_inverse=True)
    suffix = pa.array([format_offset(int(o)).encode() for o in known], pa.binary()).take(pa.array(place.reshape(-1)))
    suffix = pc.if_else(pa.array(odd), pa.scalar(b"", pa.binary()), suffix)
    cells = _datetimes(local, odd, micros, type_, style)
    return pc.binary_join_element_wise(cells, suffix, b"")


def _offsets(micros: npt.NDArray[np.int64], style: OutputStyle) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """Which instants are of odd years, and the offsets of the others in the session's zone, in seconds."""
    odd = _odd_years(micros)
    return odd, zone_offsets(style.timezone).offsets_s(np.where(odd, 0, micros) // 1_000_000)


def zoned(array: pa.Array, style: OutputStyle) -> pa.Array:
    """Local microseconds and the offset in seconds of each instant, 16 bytes together, as the extension takes them.

    Instants of odd years are further away than it knows any.
    """
    micros = numbers(array, np.int64)
    odd, offsets_s = _offsets(micros, style)
    pairs = np.stack((np.where(odd, np.iinfo(np.int64).max, micros + offsets_s * 1_000_000), offsets_s), axis=1)
    return pa.Array.from_buffers(pa.decimal128(38, 0), len(array), [_bitmap(array), pa.py_buffer(np.ascontiguousarray(pairs))])


def _bitmap(array: pa.Array) -> pa.Buffer | None:
    valid = validity(array)
    return None if valid is None else pa.py_buffer(np.packbits(valid, bitorder="little"))


def _retyped(array: pa.Array, type_: pa.DataType) -> pa.Array:
    return pa.Array.from_buffers(type_, len(array), array.buffers(), offset=array.offset)


def time(array: pa.Array, type_: t.SqlType, style: OutputStyle) -> Cells:
    """HH:MM:SS and the fraction. 24:00:00, which Arrow does not know, by the scalar codec."""
    micros = numbers(array, np.int64)
    return _datetimes(_retyped(array, pa.time64("us")), micros >= DAY_US, micros, type_, style)


def interval(array: pa.Array, type_: t.SqlType, style: OutputStyle) -> Cells:
    """Each distinct interval once by the scalar codec."""
    return _by_distinct(array, type_, style, numbers(array, INTERVAL_DTYPE), _intervals)


def _intervals(distinct: npt.NDArray[Any]) -> list[Interval]:
    return [Interval(months, days, nanos // 1000) for months, days, nanos in distinct.tolist()]


ENCODERS: Final[dict[t.PgType, TextEncoder]] = {
    t.BOOL: boolean,
    **dict.fromkeys((t.INT2, t.INT4, t.INT8, t.OID), integer),
    **dict.fromkeys((t.FLOAT4, t.FLOAT8), floating),
    t.BYTEA: bytea,
    t.DATE: date,
    t.TIME: time,
    t.TIMESTAMP: timestamp,
    t.TIMESTAMPTZ: timestamptz,
    t.INTERVAL: interval,
    **dict.fromkeys((t.TEXT, t.VARCHAR, t.BPCHAR, t.NAME, t.CHAR_, t.UNKNOWN, t.JSON, t.JSONB, t.UUID, t.ACLITEM), text),
}
