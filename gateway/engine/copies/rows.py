"""The rows of a columnar copy: a view's columns, then the encoded key and the shard's number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import duckdb
import pyarrow as pa

from gateway.contract.cancel import CancelToken
from gateway.engine.duck.arrow_source import Streamed
from gateway.engine.keyed.lean import decoder
from gateway.engine.options import SCAN_ROWS
from planner.lower.scans import duckdb_columns
from statestore.expiry import DAY_US
from statestore.node import ViewVersion
from statestore.schema import ViewSchema

#: Rows of changes that are taken over at once.
CHANGES_BATCH_ROWS: Final = 65_536
#: What a row costs in a DuckDB table besides its Arrow size: validity, segment heads, deleted rows not yet vacuumed.
ROW_OVERHEAD_BYTES: Final = 8


#: A shard, keys of it, and what each holds now: None is a key that is gone.
_Changed = tuple[int, list[bytes], list[bytes | None]]


def _extra_column(schema: ViewSchema, name: str) -> str:
    """A column name that the view does not have, in any case of letters."""
    taken = {n.lower() for n in duckdb_columns(tuple(c.name for c in schema.columns))}
    while name in taken:
        name += "_"
    return name


def named_for_duckdb(arrow: pa.Schema, schema: ViewSchema, columns: Sequence[int]) -> pa.Schema:
    """The decoded columns under the names that lowered SQL uses."""
    names = duckdb_columns(tuple(c.name for c in schema.columns))
    return pa.schema([field.with_name(names[i]) for field, i in zip(arrow, columns, strict=True)])


def key_column(schema: ViewSchema) -> str:
    """The copy's column of encoded keys."""
    return _extra_column(schema, "tidegate key")


def shard_column(schema: ViewSchema) -> str:
    """The copy's column of shard numbers."""
    return _extra_column(schema, "tidegate shard")


def kept_columns(version: ViewVersion) -> frozenset[int]:
    """Columns that a copy has, whoever asks for them: the one that rows expire by."""
    schema = version.schema
    return frozenset() if schema.expiry is None else frozenset((schema.ordinals[schema.expiry.column],))


class CopyRows:
    """Stored rows of *version* in the form of its copy. *room* is told how many bytes are needed, and by a row, and may raise."""

    def __init__(self, version: ViewVersion, columns: tuple[int, ...], room: Callable[[int, float], None]) -> None:
        self.version, self.columns = version, columns
        self.rows = 0
        #: Rows that were added, changed or have expired in the table.
        self.written = 0
        self._decoder = decoder(version.schema, columns)
        self._room = room
        self._loaded_bytes = 0
        extra = [pa.field(key_column(version.schema), pa.binary()), pa.field(shard_column(version.schema), pa.int16())]
        self.schema = pa.schema([*named_for_duckdb(self._decoder.arrow_schema, version.schema, columns), *extra])

    @property
    def row_bytes(self) -> float:
        """Estimated memory of one row."""
        return self._loaded_bytes / max(self.rows, 1) + ROW_OVERHEAD_BYTES

    def batches(self) -> Iterator[pa.RecordBatch]:
        """All rows of the shards held, as long as there is room."""
        return self._batches_of(self.version.held)

    def load(self, cursor: duckdb.DuckDBPyConnection, table: str, cancel: CancelToken) -> None:
        """Make the table of them. Raises what reading them does."""
        self._stream(cursor, f"CREATE TABLE {table} AS SELECT * FROM added", self.batches, cancel)

    def insert(self, cursor: duckdb.DuckDBPyConnection, table: str, cancel: CancelToken) -> None:
        """Put them into the table. Raises what reading them does."""
        self._stream(cursor, f"INSERT INTO {table} SELECT * FROM added", self.batches, cancel)

    def _stream(
        self, cursor: duckdb.DuckDBPyConnection, sql: str, batches: Callable[[], Iterator[pa.RecordBatch]], cancel: CancelToken
    ) -> None:
        """Have DuckDB read *batches* as the relation "added"."""
        failures: list[Exception] = []
        cursor.register("added", Streamed(self.schema, batches, failures, cancel))
        try:
            cursor.execute(sql)
        except duckdb.Error:
            if failures:
                raise failures[0] from None
            raise
        finally:
            failures.clear()  # their tracebacks hold this frame, and the rows

    def _batches_of(self, numbers: frozenset[int]) -> Iterator[pa.RecordBatch]:
        self.rows = self._loaded_bytes = 0
        for shard in (self.version.shards[number] for number in sorted(numbers)):
            for items in shard.scan_items(batch_rows=SCAN_ROWS):
                batch = self.batch(shard.number, [k for k, _ in items], [v for _, v in items])
                self.rows += batch.num_rows
                self.written += batch.num_rows
                self._loaded_bytes += batch.nbytes
                self._room(int(self.rows * self.row_bytes), self.row_bytes)
                yield batch

    def batch(self, shard: int, keys: list[bytes], values: list[bytes]) -> pa.RecordBatch:
        """Some rows of one shard."""
        decoded = self._decoder.decode(values)
        shards = pa.repeat(pa.scalar(shard, pa.int16()), len(keys))
        return pa.RecordBatch.from_arrays([*decoded.columns, pa.array(keys, pa.binary()), shards], schema=self.schema)

    def drop_shards(self, cursor: duckdb.DuckDBPyConnection, table: str, numbers: frozenset[int]) -> int:
        """Delete the rows of these shards, in the cursor's transaction; how many there were."""
        if not numbers:
            return 0
        listed = ", ".join(map(str, sorted(numbers)))
        deleted = cursor.execute(f'DELETE FROM {table} WHERE "{shard_column(self.version.schema)}" IN ({listed})').fetchall()
        return int(deleted[0][0])

    def add_shards(self, cursor: duckdb.DuckDBPyConnection, table: str, numbers: frozenset[int], cancel: CancelToken) -> int:
        """Insert the rows of these shards at this version, in the cursor's transaction; how many there are."""
        if not numbers:
            return 0
        self._stream(cursor, f"INSERT INTO {table} SELECT * FROM added", lambda: self._batches_of(numbers), cancel)
        return self.rows

    def drop_expired(self, cursor: duckdb.DuckDBPyConnection, table: str) -> int:
        """Delete the rows that have expired at this version, in the cursor's transaction; how many there were."""
        before_us = self.version.expired_before_us
        if before_us is None:
            return 0
        (ordinal,) = kept_columns(self.version)
        field = self.schema.field(self.columns.index(ordinal))
        before = before_us // DAY_US if pa.types.is_date(field.type) else before_us
        # A table of one row, because literals of times have limits of their own.
        cursor.register("expired", pa.table({"before": pa.array([before], field.type)}))
        name = field.name.replace('"', '""')
        deleted = cursor.execute(f'DELETE FROM {table} AS c USING expired WHERE c."{name}" <= expired.before').fetchall()
        self.written += int(deleted[0][0])
        return int(deleted[0][0])

    def apply_changes(
        self, cursor: duckdb.DuckDBPyConnection, table: str, after_version: int, shards: frozenset[int], cancel: CancelToken
    ) -> int | None:
        """Bring *shards* in *table* from *after_version* to this one, in the cursor's transaction; how many rows it grew by.

        None where there is no list of changes.
        """
        changes = self.version.changed_items(after_version)
        if changes is None:
            return None
        grown = 0
        # Each deletion scans all keys of the table, so shards share one.
        pending: list[_Changed] = []
        for change in (c for c in changes if c.shard in shards):
            for start in range(0, len(change.keys), CHANGES_BATCH_ROWS):
                end = start + CHANGES_BATCH_ROWS
                pending.append((change.shard, change.keys[start:end], change.values[start:end]))
                if sum(len(keys) for _, keys, _ in pending) >= CHANGES_BATCH_ROWS:
                    grown += self._replace(cursor, table, pending)
                    pending = []
        if pending:
            grown += self._replace(cursor, table, pending)
        whole = changes.unknown & shards
        grown -= self.drop_shards(cursor, table, whole)
        return grown + self.add_shards(cursor, table, whole, cancel)

    def _replace(self, cursor: duckdb.DuckDBPyConnection, table: str, changes: list[_Changed]) -> int:
        keys = pa.array([key for _, keys, _ in changes for key in keys], pa.binary())
        self.written += len(keys)
        shards = pa.array([shard for shard, keys, _ in changes for _ in keys], pa.int16())
        cursor.register("changed", pa.table({"k": keys, "s": shards}))
        # A row id of a state table means something in its own partition only.
        here = "" if self.version.schema.ordered else f' AND c."{shard_column(self.version.schema)}" = changed.s'
        sql = f'DELETE FROM {table} AS c USING changed WHERE c."{key_column(self.version.schema)}" = changed.k{here}'
        grown = -int(cursor.execute(sql).fetchall()[0][0])
        batches = []
        for shard, its_keys, values in changes:
            live = [(k, v) for k, v in zip(its_keys, values, strict=True) if v is not None]
            batches.append(self.batch(shard, [k for k, _ in live], [v for _, v in live]))
        fresh = pa.Table.from_batches(batches)
        cursor.register("fresh", fresh)
        cursor.execute(f"INSERT INTO {table} SELECT * FROM fresh")
        return grown + int(fresh.num_rows)
