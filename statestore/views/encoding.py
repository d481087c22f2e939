"""Arrow rows of a view → what its SST files hold: shard, key and value of each row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from statestore.keys import KeyCodec
from statestore.rows import ArrowEncoder
from statestore.schema import ViewSchema
from statestore.sharding import shards_of_arrow


@dataclass(frozen=True, slots=True)
class ShardEntries:
    """Some rows of one shard, in key order. A value of None deletes the key."""

    shard: int
    keys: list[bytes]
    values: list[bytes | None]


class EntryEncoder:
    """Encodes batches that have the view's columns, in the view's order."""

    def __init__(self, schema: ViewSchema) -> None:
        """Raises UnsupportedType for a key that has no order."""
        self._schema = schema
        self._keys = KeyCodec(schema)
        self._rows = ArrowEncoder(schema)
        self._shard_key = [schema.ordinals[name] for name in schema.shard_key]
        self._key = schema.key_ordinals

    def shards(self, batch: pa.RecordBatch) -> npt.NDArray[np.int32]:
        """The shard of each row."""
        return shards_of_arrow(self._schema, [batch.column(i) for i in self._shard_key])

    def keys(self, batch: pa.RecordBatch) -> list[bytes]:
        """The key bytes of each row."""
        return self._keys.encode_arrow([batch.column(i) for i in self._key])

    def values(self, batch: pa.RecordBatch, deleted: npt.NDArray[np.bool_] | None) -> list[bytes | None]:
        """The value bytes of each row; None where *deleted*."""
        values: list[bytes | None] = list(self._rows.encode(batch))
        if deleted is not None:
            for i in np.flatnonzero(deleted).tolist():
                values[i] = None
        return values

    def entries(
        self, batch: pa.RecordBatch, shards: npt.NDArray[np.int32], deleted: npt.NDArray[np.bool_] | None = None
    ) -> Iterator[ShardEntries]:
        """Entries of a batch, shard by shard, each shard's in the order of its rows. *shards* are those of the rows."""
        order = np.argsort(shards, kind="stable")
        rows = batch.take(pa.array(order))
        keys, values = self.keys(rows), self.values(rows, None if deleted is None else deleted[order])
        for start, end in _runs(shards[order]):
            yield ShardEntries(int(shards[order[start]]), keys[start:end], values[start:end])


def _runs(shards: npt.NDArray[np.int32]) -> Iterator[tuple[int, int]]:
    """Start and end of each run of one shard."""
    if len(shards):
        yield from pairwise([0, *(np.flatnonzero(np.diff(shards)) + 1).tolist(), len(shards)])
