"""The rows of a query's views, put where DuckDB finds them: small ones as Arrow tables, whole views as columnar copies.

One query sees one version of a view, in all references to it. Where any reference needs a copy, the version that the copy stands at
counts, and nothing of the view is read before that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import duckdb
import pyarrow as pa

from gateway.contract.cancel import CancelToken
from gateway.engine.copies.copies import Copies
from gateway.engine.copies.files import is_damage
from gateway.engine.copies.rows import key_column, named_for_duckdb, shard_column
from gateway.engine.copies.state import OpenCopy, Wanted
from gateway.engine.duck.arrow_source import Streamed
from gateway.engine.duck.ready import ReadyQuery, Standing
from gateway.engine.duck.source import Relations
from gateway.engine.functions.processes import Calls
from gateway.engine.keyed.lean import ANEW_MAX, decoder, window
from gateway.engine.keyed.reading import ReadFacts, Values, check_held, prepare, pruned, read_window, within
from gateway.engine.options import PRUNED_BYTES_MAX, PRUNED_ROWS_MAX
from gateway.engine.together import members
from planner.tree.query_plan import AccessPath, KeySet, QueryPlan, SourceRead
from planner.tree.values import Value
from statestore.errors import VersionNotKept
from statestore.node import ViewVersion
from statestore.node.portions import bytes_of_rows
from statestore.schema import ViewSchema

#: Key ranges that are written into SQL; of more, only their shards are.
RANGES_IN_SQL_MAX: Final = 32
_WHOLE: Final = (AccessPath.SOME_SHARDS, AccessPath.ALL_SHARDS)
_COPIED: Final = "columnar copy"


@dataclass(frozen=True, slots=True)
class Execution:
    """What one execution's reads depend on. *versions* holds each view's version; *pinned* views must be read at exactly that.

    Of views in *shards* only these are read. *again* chooses the versions once more, where other ones will do.
    """

    params: tuple[Value, ...]
    now_us: int
    versions: dict[str, ViewVersion]
    pinned: bool
    cancel: CancelToken
    shards: Mapping[str, frozenset[int]] = field(default_factory=dict)
    again: Callable[[], dict[str, ViewVersion]] | None = None


class _TooManyRows(Exception):
    """A pruned read is long enough for a copy to be cheaper."""


class ViewReads(Relations):
    """The references of one execution, in a worker thread."""

    def __init__(self, reads: Sequence[SourceRead], copies: Copies, execution: Execution) -> None:
        super().__init__()
        self._reads, self._copies, self._execution = reads, copies, execution
        self._keys: dict[str, KeySet] = {}
        self._epoch = -1
        self._apart = False

    @property
    def versions(self) -> dict[str, ViewVersion]:
        """See Relations."""
        return self._execution.versions

    def lost(self, error: Exception) -> bool:
        """See Relations."""
        copied = {facts.view for facts in self.facts if facts.way == _COPIED}
        return is_damage(error) and self._copies.lose(copied, error)

    def ready(self, plan: QueryPlan) -> ReadyQuery | None:
        """See Relations."""
        found = self._copies.take_ready(plan, Standing.of(self._execution.versions, self._execution.shards))
        if found is not None:
            self.facts = list(found.facts)
        return found

    def made_ready(
        self, plan: QueryPlan, cursor: duckdb.DuckDBPyConnection, relation: Any, calls: Calls | None
    ) -> ReadyQuery | None:
        """See Relations."""
        facts, versions = tuple(self.facts), self._execution.versions
        if not facts or any(f.way != _COPIED or f.version != versions[f.view].version for f in facts):
            return None
        return ReadyQuery(plan, Standing.of(versions, self._execution.shards), cursor, relation, facts, self._epoch, calls)

    def keep(self, query: ReadyQuery) -> None:
        """See Relations."""
        self._copies.ready.keep(query)

    def open(self, cursor: duckdb.DuckDBPyConnection, *, apart: bool = False) -> dict[str, str]:
        """A relation's SQL for each slot. Begins a transaction on *cursor* where copies are read; *apart* there are none.

        Where Spark has just deleted a batch that was to be read, and it need not be that one, another one is read.
        """
        self._apart = apart
        self.failures.clear()
        for _ in range(ANEW_MAX if self._execution.again is not None else 0):
            try:
                return self._open(cursor)
            except VersionNotKept:
                assert self._execution.again is not None, "that is why there are several tries"
                self._execution = replace(self._execution, versions=self._execution.again())
        return self._open(cursor)

    def _open(self, cursor: duckdb.DuckDBPyConnection) -> dict[str, str]:
        # Here and not earlier: a list of a hundred thousand keys takes its time, which is not the event loop's.
        self._keys = {r.slot: self._resolved(r) for r in self._reads}
        scanned = {r.relation.name for r in self._reads if self._is_scan(r)}
        while True:
            self.facts = []
            opened = self._open_copies(cursor, scanned)
            try:
                return {r.slot: self._relation(cursor, r, opened) for r in self._reads}
            except (_TooManyRows, VersionNotKept) as stopped:
                if scanned and not self._apart:
                    cursor.execute("ROLLBACK")
                if isinstance(stopped, VersionNotKept):
                    raise
                scanned.add(str(stopped))

    def _is_scan(self, read: SourceRead) -> bool:
        """Is a copy what it reads?"""
        keys, view = self._keys[read.slot], read.relation.name
        if self._apart or keys.access not in _WHOLE or self._bounds(read) is not None:
            return False
        version = self._execution.versions[view]
        return version.schema.ordered or self._copies.is_worth(view, len(keys.shards) / max(len(version.held), 1))

    def _resolved(self, read: SourceRead) -> KeySet:
        execution, view = self._execution, read.relation.name
        keys = within(read.constraint.resolve(execution.params, execution.now_us), execution.shards.get(view))
        check_held(keys, execution.versions[view])
        return keys

    def _open_copies(self, cursor: duckdb.DuckDBPyConnection, scanned: set[str]) -> dict[str, OpenCopy | None]:
        if self._apart or not scanned:
            return dict.fromkeys(scanned)
        self._epoch = self._copies.ready.epoch
        versions, pinned = self._execution.versions, self._execution.pinned
        # A copy may have gone on to a later batch, and then all tables of that query would have to.
        joined = members(versions)
        wanted = [Wanted(versions[v], self._columns_of(v), pinned or v in joined) for v in scanned]
        opened = self._copies.open(cursor, wanted, self._execution.cancel)
        return {view: opened.get(view) for view in scanned}

    def _columns_of(self, view: str) -> frozenset[int]:
        return frozenset(c for r in self._reads if r.relation.name == view for c in r.columns)

    def _bounds(self, read: SourceRead) -> tuple[int, int] | None:
        """(offset, limit) where only so few first rows matter that reading them beats a copy."""
        if read.first is None:
            return None
        offset, limit = window(read.first, self._execution.params)
        return None if limit is None or offset + limit > PRUNED_ROWS_MAX else (offset, limit)

    def _relation(self, cursor: duckdb.DuckDBPyConnection, read: SourceRead, opened: dict[str, OpenCopy | None]) -> str:
        view, keys = read.relation.name, self._keys[read.slot]
        copy = opened.get(view)
        version = copy.version if copy else self._execution.versions[view]
        long = keys.access is AccessPath.RANGE and view in opened
        if (keys.access in _WHOLE or long) and self._bounds(read) is None:
            return (
                self._from_copy(read, keys, copy)
                if copy and copy.shards.issuperset(keys.shards)
                else self._from_stream(cursor, read, keys, version)
            )
        return self._from_rows(cursor, read, keys, version)

    def _from_rows(self, cursor: duckdb.DuckDBPyConnection, read: SourceRead, keys: KeySet, version: ViewVersion) -> str:
        bounds, descending = self._bounds(read), read.first.descending if read.first else None

        def rows() -> Values:
            most = None if bounds is None else sum(bounds)
            return read_window(version, pruned(keys, version), 0, most, descending=descending if bounds else None)

        values: list[bytes] = []
        size = 0
        for batch in rows():
            self._execution.cancel.check()
            values += batch
            size += bytes_of_rows(batch)
            if bounds is None and keys.access is AccessPath.RANGE and len(values) > PRUNED_ROWS_MAX:
                raise _TooManyRows(read.relation.name)
            if size > PRUNED_BYTES_MAX:
                return self._stream(cursor, read, keys, version, rows)
        decode = _Decoder(version.schema, read)
        cursor.register(read.slot, pa.Table.from_batches([decode.batch(values)]))
        self._note(read, keys, version, "rows", len(values), size)
        return read.slot

    def _from_copy(self, read: SourceRead, keys: KeySet, copy: OpenCopy) -> str:
        self._note(read, keys, copy.version, _COPIED)
        condition = _condition(keys, copy, scoped=read.relation.name in self._execution.shards)
        return copy.table if condition is None else f"(SELECT * FROM {copy.table} WHERE {condition})"

    def _from_stream(self, cursor: duckdb.DuckDBPyConnection, read: SourceRead, keys: KeySet, version: ViewVersion) -> str:
        prepare(version, keys)
        return self._stream(cursor, read, keys, version, lambda: read_window(version, keys, 0, None, descending=None))

    def _stream(
        self, cursor: duckdb.DuckDBPyConnection, read: SourceRead, keys: KeySet, version: ViewVersion, rows: Callable[[], Values]
    ) -> str:
        """*rows* are read as DuckDB asks for them."""
        decode = _Decoder(version.schema, read)
        streamed = Streamed(
            decode.schema, lambda: map(decode.batch, rows()), self.failures, self._execution.cancel, self._copies.check_room
        )
        cursor.register(read.slot, streamed)
        self._note(read, keys, version, "stream")
        return read.slot

    def _note(
        self, read: SourceRead, keys: KeySet, version: ViewVersion, way: str, rows: int | None = None, bytes_: int | None = None
    ) -> None:
        expired = version.expired_before_us
        self.facts.append(ReadFacts(read.slot, read.relation.name, version.version, keys, way, rows, bytes_, expired))


class _Decoder:
    """Stored rows → batches of the columns that a read needs, under DuckDB's names."""

    def __init__(self, schema: ViewSchema, read: SourceRead) -> None:
        columns = read.columns or (0,)  # at least one, because an Arrow table without columns has no rows
        self._decoder = decoder(schema, columns)
        self.schema = named_for_duckdb(self._decoder.arrow_schema, schema, columns)

    def batch(self, values: list[bytes]) -> pa.RecordBatch:
        """Some rows."""
        return pa.RecordBatch.from_arrays(self._decoder.decode(values).columns, schema=self.schema)


def _condition(keys: KeySet, copy: OpenCopy, *, scoped: bool) -> str | None:
    """The KeySet as a condition on a copy's key and shard columns; None where it is everything.

    The keys of ranges lie in no other shards than theirs, unless a fragment's scope has left shards out.
    """
    schema = copy.version.schema
    by_range = keys.access is AccessPath.RANGE and len(keys.ranges) <= RANGES_IN_SQL_MAX
    parts = []
    if by_range:
        key = f'"{key_column(schema)}"'
        parts.append(f"({' OR '.join(_range_condition(key, r.lower, r.upper) for r in keys.ranges)})")
    if (scoped or not by_range) and not copy.shards.issubset(keys.shards):
        parts.append(f'"{shard_column(schema)}" IN ({", ".join(map(str, keys.shards))})')
    return " AND ".join(parts) or None


def _range_condition(key: str, lower: bytes, upper: bytes | None) -> str:
    above = f"{key} >= unhex('{lower.hex()}')"
    return above if upper is None else f"({above} AND {key} < unhex('{upper.hex()}'))"
