"""Spark's Murmur3 over Arrow columns, vectorised: statestore.sharding.murmur3 for many rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from statestore import types as st
from statestore.arrow import Int64s, decimal_words, list_parts, numbers, standard, struct_fields, text_bytes, valid_mask
from statestore.decimals import unscaled_bytes
from statestore.errors import UnsupportedType
from statestore.sharding.murmur3 import SEED, hash_bytes

Hashes = npt.NDArray[np.uint32]

_U32: Final = np.uint32
#: Longer texts are hashed one at a time: mmh3 is faster there than a NumPy step for every word.
VECTORISED_BYTES_MAX: Final = 64


def murmur3_arrow(columns: Sequence[pa.Array | pa.ChunkedArray], types: Sequence[st.DataType]) -> npt.NDArray[np.int32]:
    """Spark's ``hash(columns…)`` of each row; at least one column."""
    hashes = np.full(len(columns[0]), SEED, _U32)
    for column, data_type in zip(columns, types, strict=True):
        hashes = _fold(column, data_type, hashes)
    return hashes.view(np.int32)


def _fold(column: pa.Array | pa.ChunkedArray, data_type: st.DataType, seeds: Hashes) -> Hashes:
    """Each row's hash after this column; *seeds* where it is NULL."""
    array = standard(column, data_type)
    valid = valid_mask(array)
    if valid is None:
        return _fold_dense(array, data_type, seeds)
    folded = seeds.copy()
    folded[valid] = _fold_dense(array.drop_null(), data_type, seeds[valid])
    return folded


def _fold_dense(array: pa.Array, data_type: st.DataType, seeds: Hashes) -> Hashes:
    match data_type:
        case st.Array(element):
            return _fold_elements(array, element, seeds)
        case st.Struct(fields):
            for column, field in zip(struct_fields(array, data_type), fields, strict=True):
                seeds = _fold(column, field.type, seeds)
            return seeds
        case st.Map():
            raise UnsupportedType("Map cannot be part of a shard key")
        case st.String() | st.Binary():
            return _hash_texts(*text_bytes(array), seeds)
        case st.Decimal(precision) if precision > st.DECIMAL_PRECISION_LONG_MAX:
            return _hash_wide_decimals(array, seeds)
    return _hash_numbers(numbers(array, data_type), seeds)


def _hash_numbers(values: npt.NDArray[Any], seeds: Hashes) -> Hashes:
    if values.dtype.kind == "f":
        values = np.where(np.isnan(values), values.dtype.type(np.nan), values + values.dtype.type(0))
        values = np.ascontiguousarray(values).view(np.int32 if values.itemsize == 4 else np.int64)
    if values.itemsize < 8:
        return _finished(_step(seeds, values.astype(np.int32).view(_U32)), _U32(4))
    words = np.ascontiguousarray(values).view(np.uint64)
    low, high = words.astype(_U32), (words >> np.uint64(32)).astype(_U32)
    return _finished(_step(_step(seeds, low), high), _U32(8))


def _step(h: Hashes, word: npt.NDArray[np.uint32]) -> Hashes:
    k = word * _U32(0xCC9E2D51)
    k = (k << _U32(15) | k >> _U32(17)) * _U32(0x1B873593)
    h = h ^ k
    return (h << _U32(13) | h >> _U32(19)) * _U32(5) + _U32(0xE6546B64)


def _finished(h: Hashes, sizes: Any) -> Hashes:
    h = h ^ sizes
    h = (h ^ h >> _U32(16)) * _U32(0x85EBCA6B)
    h = (h ^ h >> _U32(13)) * _U32(0xC2B2AE35)
    return h ^ h >> _U32(16)


def _hash_texts(offsets: Int64s, data: npt.NDArray[np.uint8], seeds: Hashes) -> Hashes:
    starts, sizes = offsets[:-1], np.diff(offsets)
    hashes = seeds.copy()
    short = np.flatnonzero(sizes <= VECTORISED_BYTES_MAX)
    hashes[short] = _hash_short(starts[short], sizes[short], data, seeds[short])
    for row in np.flatnonzero(sizes > VECTORISED_BYTES_MAX).tolist():
        hashes[row] = hash_bytes(data[offsets[row] : offsets[row + 1]].tobytes(), int(seeds[row]))
    return hashes


def _hash_short(starts: Int64s, sizes: Int64s, data: npt.NDArray[np.uint8], seeds: Hashes) -> Hashes:
    """Step by step: all first words, all second words …, then the bytes behind each text's last whole word."""
    hashes = seeds.copy()
    padded = np.concatenate([data, np.zeros(4, np.uint8)])
    unaligned = np.ndarray(len(data) + 1, "<u4", padded, strides=(1,))
    for at in range(0, int(sizes.max(initial=0)) - 3, 4):
        rows = np.flatnonzero(sizes >= at + 4)
        hashes[rows] = _step(hashes[rows], unaligned[starts[rows] + at])
    whole_bytes, rest = sizes & -4, sizes & 3
    for behind in range(3):
        rows = np.flatnonzero(rest > behind)
        tail = padded[(starts + whole_bytes)[rows] + behind]
        hashes[rows] = _step(hashes[rows], tail.view(np.int8).astype(np.int32).view(_U32))
    return _finished(hashes, sizes.astype(_U32))


def _hash_wide_decimals(array: pa.Array, seeds: Hashes) -> Hashes:
    texts = [unscaled_bytes((high << 64) | (low & 0xFFFFFFFFFFFFFFFF)) for low, high in decimal_words(array).tolist()]
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum([len(t) for t in texts], dtype=np.int64)])
    return _hash_texts(offsets, np.frombuffer(b"".join(texts), np.uint8), seeds)


def _fold_elements(array: pa.Array, element: st.DataType, seeds: Hashes) -> Hashes:
    starts, lengths = list_parts(array)
    hashes = seeds.copy()
    for position in range(int(lengths.max(initial=0))):
        rows = np.flatnonzero(lengths > position)
        elements = array.values.take(pa.array(starts[rows] + position))
        hashes[rows] = _fold(elements, element, hashes[rows])
    return hashes
