"""Hashes and shards without Spark: published values, scalar against vectorised, ranges."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as s

from statestore import types as st
from statestore.errors import UnsupportedType
from statestore.keys import KeyCodec
from statestore.schema import Column, HashPartitioning, Partitioning, RangePartitioning, ViewSchema
from statestore.sharding import shard_function, shards_of_arrow
from statestore.sharding.murmur3_arrow import VECTORISED_BYTES_MAX, murmur3_arrow
from tests.statestore.values import PROPERTY, murmur3, nullable, orderable_types, to_arrow


def sharded(types: list[st.DataType], partitioning: Partitioning) -> ViewSchema:
    columns = tuple(Column(f"c{i}", t) for i, t in enumerate(types))
    names = tuple(c.name for c in columns)
    return ViewSchema("v", columns, names, names, partitioning, (len(columns),))


@s.composite
def shard_keys(draw: s.DrawFn) -> tuple[list[st.DataType], list[tuple[Any, ...]]]:
    types = draw(s.lists(orderable_types(), min_size=1, max_size=3))
    return types, draw(s.lists(s.tuples(*map(nullable, types)), min_size=1, max_size=6))


def test_the_example_of_sparks_manual() -> None:
    """https://spark.apache.org/docs/latest/api/sql/#hash: SELECT hash('Spark', array(123), 2)."""
    types: list[st.DataType] = [st.String(), st.Array(st.Int()), st.Int()]
    assert murmur3(["Spark", [123], 2], types) == -1321691492


def test_null_leaves_the_hash_as_it_is() -> None:
    assert murmur3([None, None], [st.Int(), st.String()]) == 42
    assert murmur3([None, "x"], [st.Int(), st.String()]) == murmur3(["x"], [st.String()])


@PROPERTY
@given(shard_keys(), s.sampled_from([1, 2, 3, 8, 100, 4096]))
def test_scalar_and_vectorised_shards_agree(case: Any, shards: int) -> None:
    types, rows = case
    schema = sharded(types, HashPartitioning(shards))
    columns = [to_arrow([r[i] for r in rows], t) for i, t in enumerate(types)]
    hashes = [murmur3(row, types) for row in rows]
    assert murmur3_arrow(columns, types).tolist() == hashes
    assert [shard_function(schema)(row) for row in rows] == [h % shards for h in hashes]
    found = shards_of_arrow(schema, columns)
    assert found.dtype == np.int32
    assert found.tolist() == [h % shards for h in hashes]
    assert shards_of_arrow(schema, pa.table({f"c{i}": c for i, c in enumerate(columns)}).columns).tolist() == found.tolist()


@PROPERTY
@given(shard_keys(), s.data())
def test_ranges_split_where_they_say(case: Any, data: s.DataObject) -> None:
    types, rows = case
    codec = KeyCodec(sharded(types, HashPartitioning(1)))
    keys = [codec.encode(row) for row in rows]
    splits = tuple(sorted(data.draw(s.sets(s.one_of(s.sampled_from(keys), s.binary(max_size=5))))))
    schema = sharded(types, RangePartitioning(splits))
    wanted = [bisect_right(splits, key) for key in keys]
    assert [shard_function(schema)(row) for row in rows] == wanted
    columns = [to_arrow([r[i] for r in rows], t) for i, t in enumerate(types)]
    assert shards_of_arrow(schema, columns).tolist() == wanted
    for key, shard in zip(keys, wanted, strict=True):
        assert shard == 0 or splits[shard - 1] <= key
        assert shard == len(splits) or key < splits[shard]


def test_only_the_shard_key_counts() -> None:
    columns = (Column("a", st.Int()), Column("k", st.String()), Column("m", st.Long()))
    schema = ViewSchema("v", columns, ("k", "m"), ("k",), HashPartitioning(16), (3,))
    table = pa.table({"m": [1, 2], "k": ["x", "x"], "a": [5, 6]})
    assert shards_of_arrow(schema, [table.column("k")]).tolist() == [murmur3(["x"], [st.String()]) % 16] * 2
    with pytest.raises(ValueError, match="unpack"):
        shard_function(schema)(("x", 1))


@pytest.mark.parametrize("size", [*range(VECTORISED_BYTES_MAX - 5, VECTORISED_BYTES_MAX + 6), 70_001, 200_003])
def test_long_texts_hash_as_short_ones_do(size: int) -> None:
    texts = ["é" * (size // 2) + "x" * (size % 2), "y" * size, None, ""]
    wanted = [murmur3([t], [st.String()]) for t in texts]
    assert murmur3_arrow([pa.array(texts)], [st.String()]).tolist() == wanted
    assert wanted[:2] == [plain_murmur3(t.encode()) for t in texts[:2] if t]


def plain_murmur3(data: bytes) -> int:
    """Spark's Murmur3_x86_32.hashUnsafeBytes, written down word by word."""

    def rotated(value: int, bits: int) -> int:
        return (value << bits | value >> (32 - bits)) & 0xFFFFFFFF

    words = [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data) // 4 * 4, 4)]
    words += [(b - 256 if b > 127 else b) & 0xFFFFFFFF for b in data[len(data) // 4 * 4 :]]
    h = 42
    for word in words:
        h ^= rotated(word * 0xCC9E2D51 & 0xFFFFFFFF, 15) * 0x1B873593 & 0xFFFFFFFF
        h = (rotated(h, 13) * 5 + 0xE6546B64) & 0xFFFFFFFF
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    h ^= h >> 16
    return h - 2**32 if h >= 2**31 else h


def test_a_map_has_no_hash() -> None:
    with pytest.raises(UnsupportedType):
        murmur3([[(1, 2)]], [st.Map(st.Int(), st.Int())])
    with pytest.raises(UnsupportedType):
        murmur3_arrow([to_arrow([[(1, 2)]], st.Map(st.Int(), st.Int()))], [st.Map(st.Int(), st.Int())])
