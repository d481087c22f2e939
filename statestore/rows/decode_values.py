"""The columns, fields and elements inside joined UnsafeRows, as Arrow arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from statestore import types as st
from statestore.arrow import NUMPY_TYPES, Bools, Int64s, arrow_type, months_to_arrow, ragged_positions, validity_buffer
from statestore.errors import CorruptFile
from statestore.rows.layout import WORD_BYTES, fixed, null_words

_SIZE_MASK: Final = 0xFFFFFFFF


class RowWords:
    """Joined rows as words and as bytes."""

    def __init__(self, data: bytes) -> None:
        self.buffer = pa.py_buffer(data)
        self.bytes = len(data)
        self.int64: Int64s = np.frombuffer(data, np.int64)

    @cached_property
    def as_type(self) -> dict[str, npt.NDArray[Any]]:
        """Views of the words, by struct code."""
        return {code: self.int64.view(dtype) for code, dtype in NUMPY_TYPES.items()}


def field_array(words: RowWords, bases: Int64s, types: Sequence[st.DataType], i: int, parent: Bools | None) -> pa.Array:
    """Field *i* of the rows or structs of *types* that start at the words *bases*; NULL where *parent* is False."""
    valid = _valid(words, bases, i, parent)
    cells = words.int64[bases + (null_words(len(types)) + i)]
    place = fixed(types[i])
    if place:
        dtype = NUMPY_TYPES[place[0]]
        values = cells.astype(f"i{place[1]}").view(dtype)
        return _fixed_array(values, types[i], valid)
    return _placed_array(words, bases, cells, types[i], valid)


def _valid(words: RowWords, bases: Int64s, i: int, parent: Bools | None) -> Bools | None:
    null_bits = words.int64[bases + i // 64] >> (i % 64) & 1
    if not null_bits.any():
        return parent
    valid: Bools = null_bits == 0
    return valid if parent is None else parent & valid


class Paths:
    """Fields at any depth of rows of *roots*; each struct on the way is found once."""

    def __init__(self, words: RowWords, bases: Int64s, roots: Sequence[st.DataType]) -> None:
        self._words = words
        self._structs: dict[tuple[int, ...], tuple[Int64s, Sequence[st.DataType], Bools | None]] = {(): (bases, roots, None)}

    def array(self, path: tuple[int, ...]) -> pa.Array:
        """The field at *path*, NULL where it or a struct around it is."""
        bases, types, valid = self._struct(path[:-1])
        return field_array(self._words, bases, types, path[-1], valid)

    def _struct(self, path: tuple[int, ...]) -> tuple[Int64s, Sequence[st.DataType], Bools | None]:
        if path not in self._structs:
            bases, types, parent = self._struct(path[:-1])
            kind = types[path[-1]]
            assert isinstance(kind, st.Struct)
            valid = _valid(self._words, bases, path[-1], parent)
            cells = self._words.int64[bases + (null_words(len(types)) + path[-1])]
            starts, _ = _places(self._words, bases, cells, valid)
            self._structs[path] = (_words_of(starts), [f.type for f in kind.fields], valid)
        return self._structs[path]


def _fixed_array(values: npt.NDArray[Any], data_type: st.DataType, valid: Bools | None) -> pa.Array:
    match data_type:
        case st.Boolean():
            data = np.packbits(values.view(np.bool_) if values.max(initial=0) <= 1 else values != 0, bitorder="little")
        case st.YearMonthInterval():
            return months_to_arrow(values, valid)
        case st.Decimal():
            return _decimal_array(values, values >> 63, data_type, valid)
        case _:
            data = np.ascontiguousarray(values)
    return pa.Array.from_buffers(arrow_type(data_type), len(values), [validity_buffer(valid), pa.py_buffer(data)])


def _decimal_array(low: Int64s, high: Int64s, data_type: st.DataType, valid: Bools | None) -> pa.Array:
    data = np.stack([low, high], axis=1)
    return pa.Array.from_buffers(arrow_type(data_type), len(low), [validity_buffer(valid), pa.py_buffer(data)])


def _placed_array(words: RowWords, anchors: Int64s, cells: Int64s, data_type: st.DataType, valid: Bools | None) -> pa.Array:
    """Values whose sizes and offsets from the words *anchors* are in *cells*."""
    starts, sizes = _places(words, anchors, cells, valid)
    match data_type:
        case st.String() | st.Binary():
            return _text_array(words, starts, sizes, data_type, valid)
        case st.Decimal():
            return _wide_decimal_array(words, starts, sizes, data_type, valid)
    bases = _words_of(starts)
    match data_type:
        case st.Struct(fields):
            types = [f.type for f in fields]
            children = [field_array(words, bases, types, i, valid) for i in range(len(types))]
            return pa.Array.from_buffers(arrow_type(data_type), len(cells), [validity_buffer(valid)], children=children)
        case st.Array(element):
            offsets, child = _elements(words, bases, element, valid)
        case st.Map():
            offsets, child = _entries(words, bases, data_type, valid)
    buffers = [validity_buffer(valid), pa.py_buffer(offsets.astype(np.int32))]
    return pa.Array.from_buffers(arrow_type(data_type), len(cells), buffers, children=[child])


def _places(words: RowWords, anchors: Int64s, cells: Int64s, valid: Bools | None) -> tuple[Int64s, Int64s]:
    """First bytes and sizes of what *cells* point to: of a NULL its anchor and 0."""
    if valid is not None:
        cells = np.where(valid, cells, 0)
    sizes = cells & _SIZE_MASK
    starts = anchors * WORD_BYTES + (cells >> 32)
    if len(cells) and (int((starts + sizes).max()) > words.bytes or int(cells.min()) < 0):
        raise CorruptFile("a stored row points outside itself")
    return starts, sizes


def _words_of(starts: Int64s) -> Int64s:
    if np.any(starts & (WORD_BYTES - 1)):
        raise CorruptFile("a nested value in a stored row does not start at a word")
    return starts // WORD_BYTES


def _text_array(words: RowWords, starts: Int64s, sizes: Int64s, data_type: st.DataType, valid: Bools | None) -> pa.Array:
    """Arrow itself copies the texts: they are every other element of an array whose others are the gaps between them."""
    count = len(starts)
    kind = arrow_type(data_type)
    if not count:
        return pa.array([], kind)
    ends = starts + sizes
    if not sizes.all():  # an empty text's or a NULL's own place may be anywhere
        furthest = np.maximum.accumulate(np.where(sizes == 0, 0, ends))
        starts, ends = (np.where(sizes == 0, furthest, places) for places in (starts, ends))
    offsets = np.empty(2 * count, np.int32)
    offsets[0::2], offsets[1::2] = starts, ends
    if np.any(offsets[1:] < offsets[:-1]):
        raise CorruptFile("the texts of a stored row lie one over the other")
    spread = pa.Array.from_buffers(kind, 2 * count - 1, [None, pa.py_buffer(offsets), words.buffer])
    texts = spread.take(pa.array(np.arange(0, 2 * count, 2)))
    if valid is None:
        return texts
    return pa.Array.from_buffers(kind, count, [validity_buffer(valid), *texts.buffers()[1:]])


def _wide_decimal_array(words: RowWords, starts: Int64s, sizes: Int64s, data_type: st.DataType, valid: Bools | None) -> pa.Array:
    """Big-endian two's complement of 1 to 16 bytes → two words: read 16 bytes, then shift the superfluous ones out."""
    at = starts // WORD_BYTES
    if np.any(sizes > 2 * WORD_BYTES):
        raise CorruptFile("a decimal in a stored row has more than 16 bytes")
    high, low = words.int64[at].byteswap(), words.int64[at + 1].byteswap()
    shift = (2 * WORD_BYTES - np.where(sizes == 0, 2 * WORD_BYTES, sizes)) * 8
    far = shift >= 64
    near = np.where(far, 0, shift)
    carried = np.where(near == 0, 0, high << ((64 - near) & 63))
    shifted_low = (low.view(np.uint64) >> near.astype(np.uint64)).view(np.int64) | carried
    low = np.where(far, high >> (shift & 63), shifted_low)
    high = np.where(far, high >> 63, high >> near)
    return _decimal_array(low, high, data_type, valid)


def _elements(words: RowWords, bases: Int64s, element: st.DataType, valid: Bools | None) -> tuple[Int64s, pa.Array]:
    """Offsets and elements of the arrays that start at the words *bases*."""
    counts = words.int64[bases]
    if valid is not None:
        counts = np.where(valid, counts, 0)
    if len(counts) and (int(counts.min()) < 0 or int(counts.max()) > words.bytes or int(counts.sum()) > words.bytes):
        raise CorruptFile("an array in a stored row is longer than the row")
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    positions = ragged_positions(np.zeros(len(counts), np.int64), counts)
    anchors = np.repeat(bases, counts)
    null_bits = words.int64[anchors + 1 + (positions >> 6)] >> (positions & 63) & 1
    present = null_bits == 0 if null_bits.any() else None
    firsts = np.repeat(bases + 1 + (counts + 63) // 64, counts)
    if place := fixed(element):
        code, width = place
        values = words.as_type[code][firsts * (WORD_BYTES // width) + positions]
        return offsets, _fixed_array(values, element, present)
    return offsets, _placed_array(words, anchors, words.int64[firsts + positions], element, present)


def _entries(words: RowWords, bases: Int64s, data_type: st.Map, valid: Bools | None) -> tuple[Int64s, pa.Array]:
    keys_size = words.int64[bases] if valid is None else np.where(valid, words.int64[bases], 0)
    offsets, keys = _elements(words, bases + 1, data_type.key, valid)
    value_offsets, values = _elements(words, bases + 1 + keys_size // WORD_BYTES, data_type.value, valid)
    if not np.array_equal(offsets, value_offsets):
        raise CorruptFile("a map in a stored row has more keys than values or the reverse")
    if keys.null_count:  # Arrow ends the process when it sees one
        raise CorruptFile("a map in a stored row has a NULL key")
    kind = arrow_type(data_type)
    entry = pa.struct([kind.key_field, kind.item_field])
    return offsets, pa.Array.from_buffers(entry, len(keys), [None], children=[keys, values])
