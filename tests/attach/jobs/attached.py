"""What an attachment reads of a checkpoint, in the form of Spark's own reader (truth.py)."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from statestore import types as st
from statestore.attach.attachment import Attachment
from statestore.attach.batch import AttachedBatch
from statestore.attach.files import open_checkpoint_files
from statestore.attach.options import AttachOptions
from statestore.attach.reading import SparkReading
from statestore.attach.tables import StateTable, Unreadable
from statestore.node.version import ViewVersion
from statestore.rows import ArrowDecoder
from tests.attach.jobs.truth import Rows, plain


@dataclass(frozen=True)
class Reading:
    """All batches of a checkpoint, open for reading."""

    batches: dict[int, AttachedBatch]
    tables: dict[str, StateTable]
    unreadable: tuple[Unreadable, ...]

    def version(self, table: str, batch: int) -> ViewVersion:
        """A table at a batch."""
        found = self.batches[batch].version_of(table)
        assert found is not None
        return found


@contextmanager
def reading(checkpoint: Path, work: Path, name: str = "t") -> Iterator[Reading]:
    """Attach to a checkpoint that nobody changes meanwhile."""
    spark_reading = SparkReading(name, open_checkpoint_files(str(checkpoint)), work, AttachOptions())
    try:
        attachment = Attachment(name, spark_reading, AttachOptions(), lambda: None, holding=None, clock=time.monotonic)
        attachment.refresh()
        state = attachment.state
        assert state.fault is None, state.fault
        assert state.tables is not None
        yield Reading({batch.number - 1: batch for batch in state.kept}, dict(state.tables.tables), state.unreadable)
    finally:
        spark_reading.close()


def rows_of(version: ViewVersion) -> Rows:
    """All rows of a table: (partition, values…), structs taken apart; without what Spark does not keep."""
    ordinals = version.schema.ordinals
    decoder = ArrowDecoder(version.schema, [ordinals[name] for name in kept_columns(version)])
    found: Rows = Counter()
    for shard in version.shards:
        for rows in shard.scan():
            found.update((shard.number, *row) for row in flat_rows(version, decoder.decode(rows).to_pylist()))
    return found


def kept_columns(version: ViewVersion) -> list[str]:
    """The columns that Spark keeps: without results."""
    return [column.name for column in version.schema.columns if not re.search(r"_result(_\d+)?$", column.name)]


def flat_rows(version: ViewVersion, rows: list[dict[str, Any]]) -> Iterator[tuple[Any, ...]]:
    """Rows as tuples of leaves."""
    columns = version.schema.columns
    for row in rows:
        yield tuple(leaf for column in columns if column.name in row for leaf in leaves(row[column.name], column.type))


def leaves(value: Any, data_type: st.DataType) -> Iterator[Any]:
    """A value's leaves; those of a struct that is NULL are."""
    if not isinstance(data_type, st.Struct):
        yield plain(value)
        return
    for field in data_type.fields:
        yield from leaves(None if value is None else value[field.name], field.type)
