"""Record batches to stored rows, many at once: the bytes that statestore.rows.encode_row gives, by vectorised work.

Everything in an UnsafeRow starts at a multiple of 8, so a batch is encoded into one array of words: first
each column says how many words its values take, then it is told where they go.

- Spark cannot hand a year-month interval to `mapInArrow` (pyarrow does not know Arrow's YEAR_MONTH; the worker dies of `KeyError:
  21`). The writer casts such columns to months first (`cast(… as array<interval month>)`, then `cast(… as array<int>)`, nested
  alike); the encoders take int32 for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from statestore import types as st
from statestore.arrow import Bools, Int64s, list_parts, ragged_positions, sliced, standard, struct_fields, valid_mask
from statestore.rows.encode_leaves import ColumnPlan, Sparse, TextPlan, WideDecimalPlan, checked_text, fixed_values
from statestore.rows.layout import WIDE_DECIMAL_BYTES, WORD_BYTES, fixed, is_wide_decimal, null_words
from statestore.schema import ViewSchema


class ArrowEncoder:
    """Record batches of a view's columns → stored rows of its newest row schema. Safe to use from any thread."""

    def __init__(self, schema: ViewSchema) -> None:
        self._names = [c.name for c in schema.columns]
        self._types = [c.type for c in schema.columns]
        self._format = np.array([len(schema.row_widths) - 1 << 56], np.uint64).view(np.int64)

    def encode(self, batch: pa.RecordBatch | pa.Table) -> list[bytes]:
        """One stored row per row of *batch*, which has all columns by name, of what standard() takes.

        Raises InvalidValue for values that their column cannot hold, KeyError for a missing column.
        """
        fields = FieldsPlan([batch.column(n) for n in self._names], self._types, batch.num_rows)
        ends = np.cumsum(fields.words + 1)
        bases = ends - fields.words
        out = np.zeros(int(ends[-1]) if len(ends) else 0, np.int64)
        out[bases - 1] = self._format
        fields.write(out, bases)
        return sliced(out.view(np.uint8), bases * WORD_BYTES - 1, ends * WORD_BYTES)


def plan_value(column: pa.Array | pa.ChunkedArray, data_type: st.DataType) -> ColumnPlan:
    """The plan of values of variable width."""
    array = standard(column, data_type)
    valid = valid_mask(array)
    return _plan_dense(array, data_type) if valid is None else Sparse(_plan_dense(array.drop_null(), data_type), valid)


def _plan_dense(array: pa.Array, data_type: st.DataType) -> ColumnPlan:
    match data_type:
        case st.String():
            return TextPlan(checked_text(array))
        case st.Binary():
            return TextPlan(array)
        case st.Struct(fields):
            return FieldsPlan(struct_fields(array, data_type), [f.type for f in fields], len(array))
        case st.Array(element):
            return _plan_elements(*list_parts(array), array.values, element)
        case st.Map():
            return MapPlan(array, data_type)
    assert is_wide_decimal(data_type)
    return WideDecimalPlan(array)


def _place_words(plan: ColumnPlan, offsets: Int64s) -> Int64s:
    """The words that say where a plan's values are: sizes, and *offsets*, in words; 0 where NULL."""
    places = plan.sizes | offsets * WORD_BYTES << 32
    return places if plan.valid is None else np.where(plan.valid, places, 0)


@dataclass(frozen=True, slots=True)
class _Field:
    """A column of rows or structs: its numbers, or the plan of values of variable width."""

    valid: Bools | None
    numbers: npt.NDArray[Any] | None
    plan: ColumnPlan | None
    is_wide_decimal: bool

    @property
    def words(self) -> Int64s | int:
        """Words behind the fields' own."""
        if self.is_wide_decimal:
            return WIDE_DECIMAL_BYTES // WORD_BYTES
        return self.plan.words if self.plan else 0


def _field(column: pa.Array | pa.ChunkedArray, data_type: st.DataType) -> _Field:
    if fixed(data_type):
        array = standard(column, data_type)
        return _Field(valid_mask(array), fixed_values(array, data_type), None, False)
    plan = plan_value(column, data_type)
    return _Field(plan.valid, None, plan, is_wide_decimal(data_type))


class FieldsPlan:
    """Rows, or structs without NULLs: NULL bits, a word for each field, values of variable width."""

    valid: Bools | None = None

    def __init__(self, columns: Sequence[Any], types: Sequence[st.DataType], count: int) -> None:
        self._null_words = null_words(len(types))
        self._fields = [_field(c, t) for c, t in zip(columns, types, strict=True)]
        self.words = np.full(count, self._null_words + len(types), np.int64)
        for field in self._fields:
            self.words += field.words
        self.sizes = self.words * WORD_BYTES

    def write(self, out: Int64s, dest: Int64s) -> None:
        """Write the rows."""
        cursor = dest + (self._null_words + len(self._fields))
        for i, field in enumerate(self._fields):
            at = dest + (self._null_words + i)
            if field.plan is None:
                assert field.numbers is not None
                out[at] = field.numbers
            else:
                places = _place_words(field.plan, cursor - dest)
                out[at] = (cursor - dest) * WORD_BYTES << 32 | field.plan.sizes if field.is_wide_decimal else places
                field.plan.write(out, cursor)
            cursor = cursor + field.words
            if field.valid is not None:
                out[dest[~field.valid] + i // 64] |= np.uint64(1 << i % 64).view(np.int64)


def _plan_elements(starts: Int64s, lengths: Int64s, child: pa.Array, element: st.DataType) -> ArrayPlan | PlacedArrayPlan:
    values = child.take(pa.array(ragged_positions(starts, lengths)))
    return ArrayPlan(lengths, values, element) if fixed(element) else PlacedArrayPlan(lengths, values, element)


class _Elements:
    """What all arrays have: number of elements and NULL bits in front of the elements."""

    valid: Bools | None = None

    def __init__(self, lengths: Int64s, element_valid: Bools | None) -> None:
        self._lengths = lengths
        self._element_valid = element_valid
        self._head = 1 + (lengths + 63) // 64
        self._positions = ragged_positions(np.zeros(len(lengths), np.int64), lengths)

    def _write_head(self, out: Int64s, dest: Int64s) -> Int64s:
        """Write everything in front of the elements; returns the word where each element's array's elements start."""
        out[dest] = self._lengths
        if self._element_valid is not None:
            nulls = np.flatnonzero(~self._element_valid)
            words = np.repeat(dest, self._lengths)[nulls] + 1 + (self._positions[nulls] >> 6)
            bits = np.left_shift(np.uint64(1), (self._positions[nulls] & 63).astype(np.uint64)).view(np.int64)
            np.bitwise_or.at(out, words, bits)
        return np.repeat(dest + self._head, self._lengths)


class ArrayPlan(_Elements):
    """Arrays, themselves not NULL, of numbers."""

    def __init__(self, lengths: Int64s, values: pa.Array, element: st.DataType) -> None:
        array = standard(values, element)
        super().__init__(lengths, valid_mask(array))
        self._numbers = fixed_values(array, element)
        self.words = self._head + (lengths * self._numbers.itemsize + WORD_BYTES - 1) // WORD_BYTES
        self.sizes = self.words * WORD_BYTES

    def write(self, out: Int64s, dest: Int64s) -> None:
        """Write the arrays."""
        starts = self._write_head(out, dest)
        per_word = WORD_BYTES // self._numbers.itemsize
        out.view(self._numbers.dtype)[starts * per_word + self._positions] = self._numbers


class PlacedArrayPlan(_Elements):
    """Arrays, themselves not NULL, of values of variable width."""

    def __init__(self, lengths: Int64s, values: pa.Array, element: st.DataType) -> None:
        self._plan = plan_value(values, element)
        super().__init__(lengths, self._plan.valid)
        ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(self._plan.words)])
        bounds = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        # Where each element's words start, counted from its own array's first element's words.
        self._within = ends[:-1] - np.repeat(ends[bounds[:-1]], lengths)
        self.words = self._head + lengths + ends[bounds[1:]] - ends[bounds[:-1]]
        self.sizes = self.words * WORD_BYTES

    def write(self, out: Int64s, dest: Int64s) -> None:
        """Write the arrays."""
        starts = self._write_head(out, dest)
        cursor = starts + np.repeat(self._lengths, self._lengths) + self._within
        out[starts + self._positions] = _place_words(self._plan, cursor - np.repeat(dest, self._lengths))
        self._plan.write(out, cursor)


class MapPlan:
    """Maps without NULLs: the size of the keys' array, that array, the values' array."""

    valid: Bools | None = None

    def __init__(self, array: pa.Array, data_type: st.Map) -> None:
        self._keys = _plan_elements(*list_parts(array), array.keys, data_type.key)
        self._values = _plan_elements(*list_parts(array), array.items, data_type.value)
        self.words = 1 + self._keys.words + self._values.words
        self.sizes = self.words * WORD_BYTES

    def write(self, out: Int64s, dest: Int64s) -> None:
        """Write the maps."""
        out[dest] = self._keys.sizes
        self._keys.write(out, dest + 1)
        self._values.write(out, dest + 1 + self._keys.words)
