"""The Python data source behind read(): some shards of one version of a view, an input partition each.

Spark makes it in a process of its own and sends it to the tasks, so all that it knows is in one option, as JSON (Pinned).
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyspark.sql import types as spark_types
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from statestore.changes.pinned import PinnedVersion, shard_at
from statestore.node.shard import Range
from statestore.reader.arrow import SparkDecoder
from statestore.reader.pruning import ShardRange
from statestore.remote import StorageOptions
from statestore.schema import ViewSchema
from statestore.views.folder import ViewFolder
from statestore.views.root import open_root

#: The option that has it all. Its name makes Spark's own messages leave the value out: credentials of the root may be in it.
OPTION: Final = "tidegate.secret"


@dataclass(frozen=True, slots=True)
class Pinned:
    """A version of a view, where it is, and what is read of it."""

    root_uri: str
    at: PinnedVersion
    parts: tuple[ShardRange, ...]
    storage_options: StorageOptions = field(default_factory=dict)

    def to_option(self) -> str:
        """For OPTION."""
        at = [self.at.version, self.at.view_id, self.at.schema.to_json()]
        parts = [(part.shard, part.keys.lower.hex(), part.keys.upper and part.keys.upper.hex()) for part in self.parts]
        return json.dumps([self.root_uri, at, parts, dict(self.storage_options)])

    @classmethod
    def from_option(cls, text: str) -> Pinned:
        """Inverse of to_option."""
        root_uri, (version, view_id, schema), parts, storage_options = json.loads(text)
        ranges = (Range(bytes.fromhex(lower), upper and bytes.fromhex(upper)) for _, lower, upper in parts)
        read = tuple(ShardRange(part[0], keys) for part, keys in zip(parts, ranges, strict=True))
        return cls(root_uri, PinnedVersion(version, view_id, ViewSchema.from_json(schema)), read, storage_options)

    def folder(self) -> ViewFolder:
        """The view's folder. Raises RootNotFound."""
        return open_root(self.root_uri, options=self.storage_options).folder(self.at.schema.name)


@dataclass
class ShardPartition(InputPartition):
    """One task's part."""

    part: ShardRange


class ViewSource(DataSource):
    """See the module."""

    @classmethod
    def name(cls) -> str:
        """For spark.read.format()."""
        return "tidegate"

    def reader(self, schema: spark_types.StructType) -> DataSourceReader:
        """*schema* is read()'s."""
        return ViewReader(Pinned.from_option(self.options[OPTION]))


class ViewReader(DataSourceReader):
    """Reads what it is told to. It is not asked to prune: see statestore.reader.filters."""

    def __init__(self, pinned: Pinned) -> None:
        self._pinned = pinned

    def partitions(self) -> list[ShardPartition]:
        """One for each shard that can have rows."""
        return [ShardPartition(part) for part in self._pinned.parts]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of one shard, in key order. Where there is no partition Spark asks for one of its own, which has none."""
        if not isinstance(partition, ShardPartition):
            return
        part, at = partition.part, self._pinned.at
        decoder = SparkDecoder(at.schema)
        shard = shard_at(self._pinned.folder(), at, part.shard, part.keys, local_folder(part.shard))
        for rows in shard.scan(part.keys.lower, part.keys.upper):
            yield decoder.decode(rows)


def local_folder(shard: int) -> Path:
    """Where a task may keep files of *shard*: one of Spark's local folders, which Spark removes when the executor ends."""
    named = [place for place in os.environ.get("SPARK_LOCAL_DIRS", "").split(",") if place]
    return Path(named[shard % len(named)] if named else tempfile.gettempdir())


def storage_options_json(options: Any) -> dict[str, Any]:
    """*options* as they get to the tasks. Raises ValueError for what JSON has no form for."""
    try:
        return dict(json.loads(json.dumps(dict(options))))
    except TypeError as error:
        raise ValueError(f"storage_options: {error}; the tasks get them as JSON") from error
