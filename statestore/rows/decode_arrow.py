"""Many rows at once into Arrow, only the columns that are asked for; no Python work per row but joining the rows.

The rows are joined with seven zero bytes in front of each, so that every UnsafeRow starts at a multiple of 8
and the whole batch is one array of words, from which NumPy gathers a column in one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa

from statestore.arrow import Int64s, arrow_type
from statestore.errors import CorruptFile, UnsupportedFormat
from statestore.rows.decode_row import not_utf8
from statestore.rows.decode_values import Paths, RowWords, field_array
from statestore.rows.layout import WORD_BYTES, null_words, widest_struct
from statestore.schema import Made, ViewSchema
from statestore.types import DataType

#: In front of each row, so that the byte behind its format byte is at a multiple of 8.
_PADDING: Final = bytes(WORD_BYTES - 1)
#: Words behind the last row: a wide decimal is read as two words even where it has one.
_TAIL_WORDS: Final = 2
#: Rows of more bytes are decoded in two halves: Arrow counts the bytes of a text column in 31 bits.
JOINED_BYTES_MAX: Final = 1 << 30


class ArrowDecoder:
    """Stored rows of one view → record batches of the columns *ordinals*, in that order. Safe to use from any thread.

    Columns that a row's own schema does not have yet are NULL in it.
    """

    def __init__(self, schema: ViewSchema, ordinals: Sequence[int]) -> None:
        self._types: tuple[DataType, ...] = tuple(c.type for c in schema.columns)
        self._ordinals = tuple(ordinals)
        self._widths = schema.row_widths
        self._state = schema.state_rows
        # The fields of a NULL struct are read from the row's own start on, whatever is there, and then masked.
        tail_words = max(_TAIL_WORDS, widest_struct(self._state.roots if self._state else self._types))
        self._tail = bytes(1 + WORD_BYTES * tail_words)
        self.arrow_schema: pa.Schema = pa.schema([pa.field(schema.columns[i].name, arrow_type(self._types[i])) for i in ordinals])

    def decode(self, values: Sequence[bytes]) -> pa.RecordBatch:
        """One record batch of all rows, in their order. Raises CorruptFile when the bytes are no rows of this view,
        UnsupportedFormat when a row schema is newer than the decoder's schema, InvalidValue when a state store's text is not UTF-8.
        """
        sizes = np.fromiter(map(len, values), np.int64, len(values))
        if len(values) > 1 and int(sizes.sum()) > JOINED_BYTES_MAX:
            half = len(values) // 2
            return pa.concat_batches([self.decode(values[:half]), self.decode(values[half:])])
        if np.any(sizes & (WORD_BYTES - 1) != 1):
            raise CorruptFile("a stored row is not one byte longer than a multiple of 8")
        words = RowWords(_PADDING.join([b"", *values, self._tail]))
        ends = np.cumsum((sizes + WORD_BYTES - 1) // WORD_BYTES)
        bases = ends - sizes // WORD_BYTES
        numbers = words.int64[bases - 1] >> 56 & 0xFF
        try:
            return self._of_any_schema(words, bases, sizes, numbers)
        except IndexError as error:
            raise CorruptFile("a stored row points outside itself", detail=str(error)) from error

    def _of_any_schema(self, words: RowWords, bases: Int64s, sizes: Int64s, numbers: Int64s) -> pa.RecordBatch:
        """Rows of one row schema at once; of several: apart, then put back in order."""
        present = np.unique(numbers).tolist() if numbers.any() else [0]
        if present[-1] >= len(self._widths):
            raise UnsupportedFormat(f"a row has row schema {present[-1]}; the view's schema here knows {len(self._widths)}")
        if len(present) == 1:
            return self._of_width(words, bases, sizes, self._widths[present[0]])
        chosen = [np.flatnonzero(numbers == number) for number in present]
        batches = [
            self._of_width(words, bases[rows], sizes[rows], self._widths[number])
            for number, rows in zip(present, chosen, strict=True)
        ]
        order = np.argsort(np.concatenate(chosen), kind="stable")
        return pa.concat_batches(batches).take(pa.array(order))

    def _of_width(self, words: RowWords, bases: Int64s, sizes: Int64s, width: int) -> pa.RecordBatch:
        count = len(bases)
        width = len(self._state.roots) if self._state else width
        if count and int(sizes.min()) < WORD_BYTES * (null_words(width) + width):
            raise CorruptFile(f"a stored row of {int(sizes.min())} bytes is too short for {width} columns")
        if self._state:
            paths = Paths(words, bases, self._state.roots)
            arrays = [_state_array(paths, self._state.paths[i], arrow_type(self._types[i])) for i in self._ordinals]
        else:
            types = self._types[:width]
            arrays = [
                field_array(words, bases, types, i, None) if i < width else pa.nulls(count, arrow_type(self._types[i]))
                for i in self._ordinals
            ]
        if not arrays:  # a batch without columns keeps its row count only this way
            return pa.RecordBatch.from_struct_array(pa.Array.from_buffers(pa.struct([]), count, [None]))
        return pa.RecordBatch.from_arrays(arrays, schema=self.arrow_schema)


def _state_array(paths: Paths, place: tuple[int, ...] | Made, wanted: pa.DataType) -> pa.Array:
    if isinstance(place, Made):
        columns = [_checked(paths.array(path)).to_pylist() for path in place.paths]
        return pa.array([place.make(*values) for values in zip(*columns, strict=True)], wanted)
    found = _checked(paths.array(place))
    return found.view(wanted) if pa.types.is_int64(found.type) and pa.types.is_timestamp(wanted) else found


def _checked(array: pa.Array) -> pa.Array:
    """*array*, whose texts nobody has looked at before. Costs 0.01 µs a row."""
    try:
        array.validate(full=True)
    except pa.ArrowInvalid as error:
        if "UTF8" in str(error):
            raise not_utf8(error) from error
        raise CorruptFile("a state store's row is damaged", detail=str(error)) from error
    return array
