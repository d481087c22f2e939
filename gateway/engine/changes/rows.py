"""Changes → the rows that a subscription gives: _version, _committed_at, _kind, the columns, and the same as they were before."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

import pyarrow as pa

from gateway.engine.changes.batch import ChangeBatch, Shared, arrow_of
from gateway.engine.keyed.lean import decoder
from gateway.engine.keyed.stored_rows import Batch, StoredBatch
from planner.errors import DuplicateColumn
from planner.tree import types as t
from planner.tree.bound import OutputColumn
from planner.tree.types import SqlType
from statestore.changes.walk import Change
from statestore.rows import row_decoder
from statestore.schema import ViewSchema
from statestore.views.manifest import Manifest

#: The columns that a subscription has of its own.
OWN_COLUMNS: Final = (
    OutputColumn("_version", SqlType(t.INT8)),
    OutputColumn("_committed_at", SqlType(t.TIMESTAMPTZ)),
    OutputColumn("_kind", SqlType(t.TEXT)),
)
#: What StoredChangeRows gives: a key, and its row as it was and as it is.
STORED_COLUMNS: Final = (
    *OWN_COLUMNS,
    *(OutputColumn(name, SqlType(t.BYTEA)) for name in ("_key", "_before", "_after")),
    OutputColumn("_row_schema", SqlType(t.INT4)),
)
_BEFORE: Final = "_before_"
_TIME: Final = pa.timestamp("us", "UTC")


def subscribed_columns(columns: Sequence[OutputColumn]) -> tuple[OutputColumn, ...]:
    """The columns of a subscription to rows with *columns*. Raises DuplicateColumn where a name is taken."""
    before = tuple(OutputColumn(f"{_BEFORE}{column.name}", column.type) for column in columns)
    own = {column.name for column in (*OWN_COLUMNS, *before)}
    if taken := next((column.name for column in columns if column.name in own), None):
        raise DuplicateColumn(
            f'column "{taken}" is one that a subscription has of its own',
            hint="Give it another name: SUBSCRIBE TO (SELECT … AS …).",
        )
    return (*OWN_COLUMNS, *columns, *before)


class ChangeRows:
    """For one schema of the view and the columns *outputs* of it. Any thread."""

    def __init__(self, schema: ViewSchema, outputs: tuple[int, ...]) -> None:
        self.schema, self.outputs = schema, outputs
        self._decoder = decoder(schema, outputs)
        # Who sees some of the columns is not told that others have changed.
        self._seen = None if set(outputs) >= set(range(len(schema.columns))) else row_decoder(schema, outputs)
        #: Of one view, all whose *like* is equal make the same of a version's changes.
        self.like: Hashable = outputs, len(schema.columns)

    def with_schema(self, schema: ViewSchema) -> ChangeRows:
        """For rows of a version with *schema*, which may have more columns."""
        return self if len(schema.columns) <= len(self.schema.columns) else ChangeRows(schema, self.outputs)

    def stored(self) -> StoredChangeRows:
        """The same as they are stored."""
        return StoredChangeRows()

    def batch(
        self, manifest: Manifest, changes: Sequence[Change], *, progress: bool, shared: Shared, whole: frozenset[int] | None
    ) -> ChangeBatch | None:
        """Those of the changes that can be seen, and the row that says that there are no more, if any: see ChangeBatch. Raises
        CorruptFile."""
        if (seen := self._seen) is not None:
            changes = [c for c in changes if c.before is None or c.after is None or seen(c.before) != seen(c.after)]
        return ChangeBatch(self, manifest, changes, progress, shared, whole) if changes or progress else None

    def of_changes(self, manifest: Manifest, changes: Sequence[Change]) -> pa.RecordBatch:
        """One row a change: as it is, or was before it went. Raises CorruptFile."""
        now = self._decoder.decode([row for change in changes if (row := change.after or change.before) is not None])
        kinds = pa.array([change.kind for change in changes], pa.string())
        was = self._decoder.decode([change.before for change in changes if change.before is not None])
        numbers = iter(range(was.num_rows))
        places = pa.array([None if change.before is None else next(numbers) for change in changes], pa.int64())
        return _batch(manifest, kinds, [*now.columns, *(column.take(places) for column in was.columns)])

    def of_rows(self, manifest: Manifest | None, rows: Batch) -> pa.RecordBatch:
        """All rows of a version, as insertions."""
        assert isinstance(rows, pa.RecordBatch), "they are decoded"
        count = rows.num_rows
        kinds = pa.array(["insert"] * count, pa.string())
        return _batch(manifest, kinds, [*rows.columns, *(pa.nulls(count, column.type) for column in rows.columns)])

    def progress(self, manifest: Manifest | None) -> pa.RecordBatch:
        """One row that says that no more comes of a version or an earlier one."""
        none = [pa.nulls(1, field.type) for field in self._decoder.arrow_schema]
        return _batch(manifest, pa.array(["progress"]), [*none, *none])

    @property
    def arrow_schema(self) -> pa.Schema:
        """The batches'."""
        return self.progress(None).schema


class StoredChangeRows:
    """As ChangeRows, for who decodes rows itself: STORED_COLUMNS, of which the last is the row schema that the version has."""

    like: Final = "stored"
    arrow_schema: Final = pa.schema(
        [("c0", pa.int64()), ("c1", _TIME), ("c2", pa.string()), *((f"c{n}", pa.binary()) for n in (3, 4, 5)), ("c6", pa.int32())]
    )

    def with_schema(self, schema: ViewSchema) -> StoredChangeRows:
        """Rows of any schema."""
        return self

    def stored(self) -> StoredChangeRows:
        """They are."""
        return self

    def batch(
        self, manifest: Manifest, changes: Sequence[Change], *, progress: bool, shared: Shared, whole: frozenset[int] | None
    ) -> pa.RecordBatch | None:
        """See ChangeRows."""
        return arrow_of(self, manifest, changes, progress=progress) if changes or progress else None

    def of_changes(self, manifest: Manifest, changes: Sequence[Change]) -> pa.RecordBatch:
        """One row a change."""
        kinds = pa.array([change.kind for change in changes], pa.string())
        stored = [pa.array(column, pa.binary()) for column in zip(*changes, strict=True)]
        return _batch(manifest, kinds, [*stored, pa.array([manifest.row_schema] * len(changes), pa.int32())])

    def of_rows(self, manifest: Manifest | None, rows: Batch) -> pa.RecordBatch:
        """All rows of a version, as insertions, without their keys: these are in the rows."""
        assert isinstance(rows, StoredBatch), "they are read as they are stored"
        count, row_schema = len(rows.rows), 0 if manifest is None else manifest.row_schema
        stored = [pa.array([b""] * count, pa.binary()), pa.nulls(count, pa.binary()), pa.array(rows.rows, pa.binary())]
        return _batch(manifest, pa.array(["insert"] * count, pa.string()), [*stored, pa.array([row_schema] * count, pa.int32())])

    def progress(self, manifest: Manifest | None) -> pa.RecordBatch:
        """See ChangeRows."""
        return _batch(
            manifest, pa.array(["progress"]), [pa.nulls(1, type_) for type_ in self.arrow_schema.types[len(OWN_COLUMNS) :]]
        )


def _batch(manifest: Manifest | None, kinds: pa.Array, columns: list[pa.Array]) -> pa.RecordBatch:
    count = len(kinds)
    version, at_us = (0, None) if manifest is None else (manifest.version, manifest.committed_at_us)
    own = [pa.array([version] * count, pa.int64()), pa.array([at_us] * count, _TIME), kinds]
    return pa.RecordBatch.from_arrays([*own, *columns], [f"c{n}" for n in range(3 + len(columns))])
