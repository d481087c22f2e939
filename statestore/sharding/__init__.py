"""Which shard a row belongs to: by hash as Spark partitions, or by range of the shard key."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from statestore.codegen import compile_function, tuple_of
from statestore.keys.arrow import encode_columns
from statestore.keys.codec import compile_encoder
from statestore.schema import RangePartitioning, ViewSchema
from statestore.sharding.murmur3 import SEED, hasher
from statestore.sharding.murmur3_arrow import murmur3_arrow
from statestore.types import DataType

#: 2**32: what turns a hash's unsigned bits into Java's int.
_WRAP = 1 << 32


def shard_function(schema: ViewSchema) -> Callable[[Sequence[Any]], int]:
    """The function from the physical values of the shard key (None is NULL) to the number of the shard.

    ValueError when the number of values is wrong. Any thread may call it.
    """
    types = shard_key_types(schema)
    if isinstance(schema.partitioning, RangePartitioning):
        encode, splits = compile_encoder(types), schema.partitioning.splits
        return lambda values: bisect_right(splits, encode(values))
    return _hash_function(types, schema.shards)


def _hash_function(types: Sequence[DataType], shards: int) -> Callable[[Sequence[Any]], int]:
    variables = [f"v{i}" for i in range(len(types))]
    names: dict[str, Any] = {f"hash{i}": hasher(t) for i, t in enumerate(types)}
    body = [f"{tuple_of(variables)} = values", f"h = {SEED}"]
    body += [f"if {v} is not None: h = hash{i}({v}, h)" for i, v in enumerate(variables)]
    # Spark's pmod of the signed hash: what signing subtracts is taken off modulo the shards.
    body += [f"return (h - {_WRAP} if h >> 31 else h) % {shards}"]
    return compile_function("shard_of", "values", body, names)


def shards_of_arrow(schema: ViewSchema, columns: Sequence[pa.Array | pa.ChunkedArray]) -> npt.NDArray[np.int32]:
    """The shard of every row, of which these are the shard key's columns. Raises InvalidValue for values of other types."""
    types = shard_key_types(schema)
    if isinstance(schema.partitioning, RangePartitioning):
        splits = schema.partitioning.splits
        keys = encode_columns(columns, types)
        return np.fromiter((bisect_right(splits, key) for key in keys), np.int32, len(keys))
    return np.mod(murmur3_arrow(columns, types), np.int32(schema.shards))


def shard_key_types(schema: ViewSchema) -> tuple[DataType, ...]:
    """Types of the shard key's columns."""
    return tuple(c.type for c in schema.key_columns[: len(schema.shard_key)])
