"""How values without parts go into UnsafeRow words, many at once: numbers, texts, wide decimals."""

from __future__ import annotations

from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from statestore import types as st
from statestore.arrow import Bools, Int64s, decimal_words, numbers, ragged_positions, text_bytes
from statestore.errors import InvalidValue
from statestore.rows.layout import WORD_BYTES

#: Keeps the low n bytes of a word, for n = 0 (a full word) to 7.
_LOW_BYTES: Final = np.array([-1, *[(1 << 8 * n) - 1 for n in range(1, WORD_BYTES)]], np.int64)


class ColumnPlan(Protocol):
    """What a column of variable width will write."""

    @property
    def valid(self) -> Bools | None:
        """True where there is a value; None when there is one everywhere."""

    @property
    def sizes(self) -> Int64s:
        """Bytes of each value; 0 where NULL."""

    @property
    def words(self) -> Int64s:
        """Words of each value; 0 where NULL."""

    def write(self, out: Int64s, dest: Int64s) -> None:
        """Write each value from the word dest[i] of *out* on, which is all zeros there."""


class Sparse:
    """A plan for the values that are there, as a plan for all values."""

    def __init__(self, plan: ColumnPlan, valid: Bools) -> None:
        self._plan = plan
        self.valid: Bools | None = valid
        self.sizes = _spread(plan.sizes, valid)
        self.words = _spread(plan.words, valid)

    def write(self, out: Int64s, dest: Int64s) -> None:
        """Write the values that are there."""
        self._plan.write(out, dest[self.valid])


def _spread(values: Int64s, valid: Bools) -> Int64s:
    spread = np.zeros(len(valid), np.int64)
    spread[valid] = values
    return spread


def fixed_values(array: pa.Array, data_type: st.DataType) -> npt.NDArray[Any]:
    """The values of a fixed-width type as unsigned integers of its own width, 0 where NULL."""
    values = np.ascontiguousarray(numbers(array, data_type))
    return values.view(f"u{values.itemsize}")


class TextPlan:
    """Texts and binaries without NULLs."""

    valid: Bools | None = None

    def __init__(self, array: pa.Array) -> None:
        offsets, data = text_bytes(array)
        self._starts, self._data = offsets[:-1], data
        self.sizes = np.diff(offsets)
        self.words = (self.sizes + WORD_BYTES - 1) // WORD_BYTES

    def write(self, out: Int64s, dest: Int64s) -> None:
        """Copy the texts word by word: unaligned reads, and the bytes behind a text's end masked off."""
        padded = np.concatenate([self._data, np.zeros(WORD_BYTES, np.uint8)])
        unaligned = np.ndarray(len(self._data) + 1, "<i8", padded, strides=(1,))
        values = unaligned[self._sources()]
        lasts = (np.cumsum(self.words) - 1)[self.sizes > 0]
        values[lasts] &= _LOW_BYTES[self.sizes[self.sizes > 0] & (WORD_BYTES - 1)]
        out[ragged_positions(dest, self.words)] = values

    def _sources(self) -> Int64s:
        within = ragged_positions(np.zeros(len(self.words), np.int64), self.words)
        return np.repeat(self._starts, self.words) + WORD_BYTES * within


def checked_text(array: pa.Array) -> pa.Array:
    """*array*, a string array. Raises InvalidValue when a text in it is not UTF-8, which Spark does not check itself."""
    try:
        array.validate(full=True)
    except pa.ArrowInvalid as error:
        raise InvalidValue(
            "a string column holds bytes that are not UTF-8",
            detail=str(error),
            hint="in Spark, validate_utf8 or make_valid_utf8 finds or repairs them",
        ) from error
    return array


class WideDecimalPlan:
    """Decimals of more than 18 digits without NULLs."""

    valid: Bools | None = None

    def __init__(self, array: pa.Array) -> None:
        words = decimal_words(array)
        self._low, self._high = words[:, 0], words[:, 1]
        self.sizes = minimal_bytes(self._low, self._high)
        self.words = (self.sizes + WORD_BYTES - 1) // WORD_BYTES

    def write(self, out: Int64s, dest: Int64s) -> None:
        """Shift the superfluous leading bytes out, then write big-endian."""
        shift = (2 * WORD_BYTES - self.sizes) * 8
        far = shift >= 64
        near = np.where(far, 0, shift)
        carried = np.where(near == 0, 0, _shifted_right(self._low, 64 - near))
        out[dest] = np.where(far, self._low << (shift & 63), self._high << near | carried).byteswap()
        second = self.words == 2
        out[dest[second] + 1] = (self._low << near)[second].byteswap()


def _shifted_right(values: Int64s, bits: Int64s) -> Int64s:
    return (values.view(np.uint64) >> (bits & 63).astype(np.uint64)).view(np.int64)


def minimal_bytes(low: Int64s, high: Int64s) -> Int64s:
    """Fewest bytes of two's complement that hold the 128-bit numbers."""
    negative = high >> 63
    magnitude_high, magnitude_low = high ^ negative, (low ^ negative).view(np.uint64)
    sizes = np.ones(len(low), np.int64)
    for size in range(1, WORD_BYTES + 1):
        sizes += (magnitude_high != 0) | (magnitude_low >= np.uint64(1 << (8 * size - 1)))
    for size in range(1, WORD_BYTES):
        sizes += magnitude_high >= np.int64(1 << (8 * size - 1))
    return sizes
