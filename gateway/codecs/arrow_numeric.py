"""numeric columns: text and binary cells from Arrow decimals, or from texts in Postgres's syntax, without a loop over rows.

Binary numeric (PostgreSQL 15, numeric_send): int16 number of base-10000 digits, int16 weight of the first one, sign word
(0x4000 for negative), display scale, then the digits, without leading and trailing zero digits.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from gateway.codecs.arrow_cells import Bytes2D, Cells, big_endian, binary_array, bytes_of, offsets_and_data, validity
from gateway.codecs.numerics import numeric_binary

_DIGITS: Final = 4  # decimal digits in one base-10000 digit
_NEGATIVE: Final = 0x4000
_PLACES: Final = np.array([1000, 100, 10, 1], np.int16)
#: Arrow writes decimals below 10 ** -6 with an exponent, which needs at least this scale.
_SCALE_WITH_EXPONENT: Final = 7


def _unscaled(array: pa.Array) -> pa.Array:
    """The same digits as an integer: decimal128 with scale 0 over the same memory."""
    return pa.Array.from_buffers(pa.decimal128(38, 0), len(array), array.buffers(), offset=array.offset)


def text(array: pa.Array) -> Cells:
    """Text, with as many fraction digits as the type's scale."""
    if array.type.scale < _SCALE_WITH_EXPONENT:
        return bytes_of(array.cast(pa.string()))
    scale = array.type.scale
    unscaled = _unscaled(array)
    digits = pc.ascii_lpad(pc.abs(unscaled).cast(pa.string()), scale + 1, "0")
    pointed = pc.utf8_replace_slice(digits, start=-scale, stop=-scale, replacement=".")
    sign = pc.if_else(pc.less(unscaled, pa.scalar(0, pa.decimal128(38, 0))), "-", "")
    return bytes_of(pc.binary_join_element_wise(sign, pointed, ""))


def binary(array: pa.Array) -> Cells:
    """Binary; the display scale is the type's scale."""
    rows, scale = len(array), array.type.scale
    unscaled = _unscaled(array)
    digits = pc.abs(unscaled).fill_null(pa.scalar(0, pa.decimal128(38, 0))).cast(pa.string())
    negative = pc.less(unscaled, pa.scalar(0, pa.decimal128(38, 0))).fill_null(False).to_numpy(zero_copy_only=False)
    return _cells(digits, scale, negative, np.full(rows, scale, np.int16), validity(array))


def binary_of_text(array: pa.Array) -> Cells:
    """Binary of numbers' texts; each shows the digits that it is written with."""
    if pc.any(pc.match_substring_regex(array, "[A-Za-z]")).as_py():  # NaN, Infinity
        values = [None if text_ is None else Decimal(text_) for text_ in array.to_pylist()]
        return pa.array([None if value is None else numeric_binary(value) for value in values], pa.binary())
    filled = array.fill_null("0")
    plain = pc.ascii_ltrim(filled, "-")
    parts = pc.split_pattern(pc.binary_join_element_wise(plain, ".", ""), ".")
    fraction = pc.list_element(parts, 1)
    scales = pc.binary_length(fraction).to_numpy(zero_copy_only=False)
    scale = int(scales.max(initial=0))
    digits = pc.binary_join_element_wise(pc.list_element(parts, 0), pc.ascii_rpad(fraction, scale, "0"), "")
    negative = pc.starts_with(filled, "-").to_numpy(zero_copy_only=False)
    return _cells(digits, scale, negative, scales.astype(np.int16), validity(array))


def _cells(digits: pa.Array, scale: int, negative: Any, shown: npt.NDArray[np.int16], valid: Any) -> pa.BinaryArray:
    """From unsigned digits, the last *scale* of which are behind the point, and the display scales."""
    groups, weight = _groups(digits, scale)
    rows = len(digits)
    filled = groups != 0
    empty = ~filled.any(axis=1)
    first = np.where(empty, 0, filled.argmax(axis=1))
    last = np.where(empty, -1, groups.shape[1] - 1 - filled[:, ::-1].argmax(axis=1))
    words = np.empty((rows, 4 + groups.shape[1]), np.int16)
    words[:, 0] = last - first + 1
    words[:, 1] = np.where(empty, 0, weight - first)
    words[:, 2] = np.where(negative, _NEGATIVE, 0)
    words[:, 3] = shown
    words[:, 4:] = groups
    return _trimmed(words, first, last, valid)


def _trimmed(words: npt.NDArray[np.int16], first: npt.NDArray[Any], last: npt.NDArray[Any], valid: Any) -> pa.BinaryArray:
    """Rows of words without the digits outside first … last; NULL rows without anything."""
    position = np.arange(words.shape[1]) - 4
    keep = (position < 0) | ((position >= first[:, None]) & (position <= last[:, None]))
    if valid is not None:
        keep &= valid[:, None]
    data = big_endian(words[keep], ">i2")
    return binary_array(data, keep.sum(axis=1) * 2, valid)


def _groups(text_: pa.Array, scale: int) -> tuple[npt.NDArray[np.int16], int]:
    """Base-10000 digits of every value, aligned at the decimal point, and the weight of the first one."""
    longest = pc.max(pc.binary_length(text_)).as_py() or 1
    fraction = -(-scale // _DIGITS) * _DIGITS
    whole = max(-(-(longest - scale) // _DIGITS) * _DIGITS, 0)
    padded = pc.ascii_rpad(pc.ascii_lpad(text_, whole + scale, "0"), whole + fraction, "0")
    offsets, data = offsets_and_data(padded)
    digits: Bytes2D = data[offsets[0] : offsets[-1]].reshape(len(text_), (whole + fraction) // _DIGITS, _DIGITS) - ord("0")
    return (digits * _PLACES).sum(axis=2, dtype=np.int16), whole // _DIGITS - 1
