"""What a Spark task does: sorted Arrow batches in, SST files of one version out, and a report of them.

A task's memory is a few Arrow batches (Spark bounds those by spark.sql.execution.arrow.maxRecordsPerBatch and
maxBytesPerBatch) and RocksDB's buffers for one file per shard; the sort before it is Spark's and spills.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

import numpy as np
import pyarrow as pa
from pyspark import TaskContext

from statestore import errors
from statestore.errors import StateStoreError
from statestore.remote import StorageOptions
from statestore.schema import ViewSchema
from statestore.views.encoding import EntryEncoder
from statestore.views.manifest import ShardFile
from statestore.views.root import open_root
from statestore.views.shard_writer import VersionFiles

#: A task's report: a row per file, of ShardFile's fields, or one row that tells its error.
REPORT_SCHEMA: Final = (
    "shard int, path string, rows long, deletes long, bytes long, checksum string, min_key binary, max_key binary, "
    "error string, message string, detail string, hint string"
)
_ARROW: Final = {"int": pa.int32(), "long": pa.int64(), "string": pa.string(), "binary": pa.binary()}
_REPORT_ARROW: Final = pa.schema([(name, _ARROW[kind]) for name, kind in map(str.split, REPORT_SCHEMA.split(", "))])
_ERRORS: Final = {cls.__name__: cls for cls in vars(errors).values() if isinstance(cls, type) and issubclass(cls, StateStoreError)}


@dataclass(frozen=True, slots=True)
class VersionTask:
    """Everything that a task needs to know; travels to the executors.

    Batches come in key order. They have the view's columns, then, if *has_deletes*, whether the row is deleted.
    *keep_tombstones* is False where the version replaces the content, so that there is nothing to delete. Shard s belongs
    to the task of partition s modulo *tasks*; a row elsewhere is refused, or two tasks would write one shard.
    """

    root_uri: str
    schema: ViewSchema
    version: int
    tasks: int
    has_deletes: bool
    keep_tombstones: bool
    storage_options: StorageOptions = field(default_factory=dict)

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """For DataFrame.mapInArrow. Errors of this package come back as a row, so that Spark does not retry them."""
        try:
            files = self._write(batches)
        except StateStoreError as error:
            row = {"error": type(error).__name__, "message": error.message, "detail": error.detail, "hint": error.hint}
            yield pa.RecordBatch.from_pylist([row], _REPORT_ARROW)
            return
        yield pa.RecordBatch.from_pylist([asdict(file) for file in files], _REPORT_ARROW)

    def _write(self, batches: Iterable[pa.RecordBatch]) -> tuple[ShardFile, ...]:
        encoder = EntryEncoder(self.schema)
        folder = open_root(self.root_uri, options=self.storage_options).folder(self.schema.name)
        with VersionFiles(folder, self.schema, self.version, keep_tombstones=self.keep_tombstones) as files:
            for batch in batches:
                self._append(files, encoder, batch)
            return files.finish()

    def _append(self, files: VersionFiles, encoder: EntryEncoder, batch: pa.RecordBatch) -> None:
        columns = len(self.schema.columns)
        rows = pa.RecordBatch.from_arrays(batch.columns[:columns], names=[c.name for c in self.schema.columns])
        shards = encoder.shards(rows)
        if self.tasks > 1 and np.any(shards % self.tasks != _partition()):
            raise StateStoreError(f"view {self.schema.name}: Spark and Tidegate disagree about the shard of a row")
        deleted = batch.column(columns).to_numpy(zero_copy_only=False).astype(np.bool_) if self.has_deletes else None
        for entries in encoder.entries(rows, shards, deleted):
            files.append(entries)


def _partition() -> int:
    """The number of the partition that the calling task works on."""
    context = TaskContext.get()
    assert context is not None, "called outside of a Spark task"
    return context.partitionId()


def read_report(rows: Sequence[Any]) -> tuple[ShardFile, ...]:
    """The files that all tasks report. Raises the first error that one of them reports, as the class it was."""
    for row in rows:
        if row.error is not None:
            raise _ERRORS[row.error](row.message, detail=row.detail, hint=row.hint)
    return tuple(_file(row) for row in rows)


def reported_files(rows: Sequence[Any]) -> tuple[ShardFile, ...]:
    """The files that tasks report, whether or not others failed."""
    return tuple(_file(row) for row in rows if row.error is None)


def _file(row: Any) -> ShardFile:
    return ShardFile(row.shard, row.path, row.rows, row.deletes, row.bytes, row.checksum, bytes(row.min_key), bytes(row.max_key))
