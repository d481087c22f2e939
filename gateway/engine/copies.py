"""Columnar copies of views: one in-memory DuckDB table per view that is scanned whole, brought along version by version.

A copy is made at the first full scan. Before each later one it is brought to the newest version in one transaction: rows whose
keys changed are deleted and inserted anew. A query reads it inside a transaction that began while the copy stood at its version, so
later versions do not show. Copies live within a budget; the one that was not used for longest goes first.
"""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import duckdb

from gateway.engine.arrow_source import Streamed
from gateway.engine.cancel import CancelToken
from gateway.engine.copy_rows import CopyRows
from gateway.engine.ready import ReadyQueries, ReadyQuery, Standing
from planner.plan import QueryPlan
from statestore.node import ViewVersion
from statestore.types import Map, Struct

#: A view that did not fit is tried again when its files have shrunk to this part.
TRY_AGAIN_AT: Final = 0.8
#: A read of this share of a view's shards, or of less, reads those alone; so many times, as long as there is no copy.
SHARE_MAX: Final = 0.25
PART_READS_MAX: Final = 3
#: How often a query that waits for another one's making of a copy looks whether it was cancelled.
LOOK_AT_TOKEN_S: Final = 0.05


class _TooLarge(Exception):
    """The copy would not fit the budget; the view is streamed instead."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A full scan to come: *columns* of the view at *version*, at exactly that version if *pinned*, else at least."""

    version: ViewVersion
    columns: frozenset[int]
    pinned: bool


@dataclass(frozen=True, slots=True)
class OpenCopy:
    """A copy as one query's transaction sees it: the rows of *shards* at *version*."""

    table: str
    version: ViewVersion
    shards: frozenset[int]


@dataclass(slots=True)
class CopyCounters:
    """For operators and tests."""

    built: int = 0
    advanced: int = 0
    evicted: int = 0
    too_large: int = 0


@dataclass(eq=False, slots=True)
class _Copy:
    """One view's copy; everything is guarded by *lock*. *table* is "" while there is none.

    The version is not held: it would keep files on the node's disk that the store has no more use for.
    """

    lock: threading.Lock = field(default_factory=threading.Lock)
    table: str = ""
    number: int = 0
    incarnation: int = 0
    held: Callable[[], ViewVersion | None] = field(default=lambda: None)
    columns: tuple[int, ...] = ()
    shards: frozenset[int] = frozenset()
    rows: int = 0
    row_bytes: float = 0.0
    too_large_bytes: int | None = None
    part_reads: int = 0

    @property
    def bytes(self) -> int:
        """Estimated memory."""
        return int(self.rows * self.row_bytes)

    def stands_at(self, version: ViewVersion) -> None:
        """From now on the table holds this version, all shards of it that the node holds."""
        self.number, self.incarnation, self.held = version.version, version.incarnation, weakref.ref(version)
        self.shards = version.held


class Copies:
    """All copies of a node. Every method may be called from any worker thread."""

    def __init__(self, database: duckdb.DuckDBPyConnection, budget_bytes: int, current: Callable[[str], ViewVersion]) -> None:
        self._database = database
        self._budget_bytes = budget_bytes
        self._current = current
        self._guard = threading.Lock()
        self._copies: OrderedDict[str, _Copy] = OrderedDict()
        self._numbers = count(1)
        self.counters = CopyCounters()
        self.ready = ReadyQueries()

    @property
    def bytes(self) -> int:
        """Estimated memory of all copies."""
        with self._guard:
            return sum(c.bytes for c in self._copies.values())

    def open(self, cursor: duckdb.DuckDBPyConnection, wanted: Sequence[Wanted], cancel: CancelToken) -> dict[str, OpenCopy]:
        """Begin a transaction on *cursor* that sees each wanted view's copy at one version. *wanted* has a view once.

        A view whose copy cannot serve (too large, or pinned to a version that the copy has passed) is missing in the result.
        Raises the token's error while it waits for another query's making of a copy, or makes one.
        """
        opened: dict[str, OpenCopy] = {}
        with ExitStack() as locks:
            for want in sorted(wanted, key=lambda w: w.version.schema.name):  # one order for all: no deadlock
                name = want.version.schema.name
                copy = self._copy(name)
                while not copy.lock.acquire(timeout=LOOK_AT_TOKEN_S):
                    cancel.check()
                locks.callback(copy.lock.release)
                version = self._prepare(copy, want, cancel)
                if version is not None:
                    opened[name] = OpenCopy(copy.table, version, copy.shards)
            cursor.execute("BEGIN TRANSACTION")
            for item in opened.values():
                # DuckDB's snapshot begins with the first look at the database: now, while no copy can move.
                cursor.execute(f"SELECT 1 FROM {item.table} LIMIT 0")
        return opened

    def take_ready(self, plan: QueryPlan, standing: Standing) -> ReadyQuery | None:
        """A query that sees copies so, as if it had opened them now."""
        found = self.ready.take(plan, standing)
        if found is not None:
            for view in standing.views:
                self._copy(view)
        return found

    def is_worth(self, view: str, share: float) -> bool:
        """Is a copy better for a read of this share of the shards held? Where there is none, the first few reads of a small share
        are not what one is made for: each partition of a state table has to be opened."""
        copy = self._copy(view)
        if not copy.table and share <= SHARE_MAX:
            copy.part_reads += 1
            return copy.part_reads > PART_READS_MAX
        return True

    def serves(self, version: ViewVersion, columns: frozenset[int], *, pinned: bool) -> bool:
        """Should all rows at a version, or at a newer one unless *pinned*, come out of the copy? Where there is none, the first few
        such reads are not what one is made for: their rows are wanted once. It waits for nobody, so open() may find otherwise."""
        copy = self._copy(version.schema.name)
        if copy.incarnation == version.incarnation:
            if copy.table and columns.issubset(copy.columns):
                return not pinned or copy.number <= version.version
            if copy.too_large_bytes is not None:
                return False
        copy.part_reads += 1
        return copy.part_reads > PART_READS_MAX

    def _copy(self, view: str) -> _Copy:
        with self._guard:
            copy = self._copies.setdefault(view, _Copy())
            self._copies.move_to_end(view)
            return copy

    def _prepare(self, copy: _Copy, want: Wanted, cancel: CancelToken) -> ViewVersion | None:
        """Bring the copy to where the query can use it; the version it is at then, None where that cannot be."""
        version = want.version
        if version.incarnation < copy.incarnation:
            return None  # the view has been made anew since the query began
        if copy.incarnation < version.incarnation:
            self._drop(copy)
            copy.incarnation, copy.too_large_bytes = version.incarnation, None
        if copy.table and copy.number > version.version:
            newer = None if want.pinned else copy.held() or self._current(version.schema.name)
            if newer is None or newer.incarnation != version.incarnation:
                return None
            version = newer
        if not copy.table or not want.columns <= set(copy.columns):
            return self._build(copy, version, want.columns, cancel)
        # A version may be the copy's and yet hold other shards: those it has dropped may stay until the copy moves.
        if copy.number < version.version or not version.held <= copy.shards:
            return self._advance(copy, version, cancel)
        return version

    def _build(self, copy: _Copy, version: ViewVersion, columns: frozenset[int], cancel: CancelToken) -> ViewVersion | None:
        if copy.too_large_bytes is not None and version.bytes > copy.too_large_bytes * TRY_AGAIN_AT:
            return None
        needed = tuple(sorted(columns | set(copy.columns)))
        flat = {i for i, c in enumerate(version.schema.columns) if not isinstance(c.type, Map | Struct)}
        self._drop(copy)
        # All columns save a rebuilding when the next query needs another one; where they do not fit, those that are needed.
        for choice in dict.fromkeys((tuple(sorted(flat.union(needed))), needed)):
            try:
                self._fill(copy, version, choice, cancel)
            except _TooLarge:
                continue
            copy.too_large_bytes = None
            self.counters.built += 1
            return version
        copy.too_large_bytes = version.bytes
        self.counters.too_large += 1
        return None

    def _fill(self, copy: _Copy, version: ViewVersion, columns: tuple[int, ...], cancel: CancelToken) -> None:
        table = f"copy_{next(self._numbers)}"
        rows = CopyRows(version, columns, self._make_room)
        source = Streamed(rows.schema, rows.batches, cancel)
        with self._database.cursor() as cursor:
            cursor.register("rows", source)
            try:
                cursor.execute(f"CREATE TABLE {table} AS SELECT * FROM rows")
            except duckdb.Error:
                if source.error is not None:
                    raise source.error from None
                raise
        copy.table, copy.columns, copy.rows, copy.row_bytes = table, columns, rows.rows, rows.row_bytes
        copy.stands_at(version)

    def _advance(self, copy: _Copy, version: ViewVersion, cancel: CancelToken) -> ViewVersion | None:
        try:
            grown = self._move(copy, version, cancel)
        except _TooLarge:
            grown = None
        if grown is None:
            return self._build(copy, version, frozenset(copy.columns), cancel)
        copy.rows += grown
        copy.stands_at(version)
        self.counters.advanced += 1
        return version

    def _move(self, copy: _Copy, version: ViewVersion, cancel: CancelToken) -> int | None:
        """Bring the table to the version in one transaction; how many rows it grew by, None where there is no list of changes."""
        rows = CopyRows(version, copy.columns, self._make_room)
        with self._database.cursor() as cursor:
            cursor.execute("BEGIN TRANSACTION")
            grown = -rows.drop_shards(cursor, copy.table, copy.shards - version.held)
            if copy.number < version.version:
                changed = rows.apply_changes(cursor, copy.table, copy.number, copy.shards & version.held, cancel)
                if changed is None:
                    return None
                grown += changed
            grown += rows.add_shards(cursor, copy.table, version.held - copy.shards, cancel)
            cursor.execute("COMMIT")
        self.ready.give_up()
        return grown

    def _make_room(self, needed_bytes: int) -> None:
        """Evict until *needed_bytes* fit beside the other copies. Raises _TooLarge."""
        while self.bytes + needed_bytes > self._budget_bytes:
            if needed_bytes > self._budget_bytes or not self._evict_one():
                raise _TooLarge

    def _evict_one(self) -> bool:
        with self._guard:
            candidates = [c for c in self._copies.values() if c.table]
        for victim in candidates:
            # Copies that a query is about to use, this thread's among them, are locked.
            if victim.lock.acquire(blocking=False):
                try:
                    if victim.table:
                        self._drop(victim)
                        self.counters.evicted += 1
                        return True
                finally:
                    victim.lock.release()
        return False

    def _drop(self, copy: _Copy) -> None:
        """Queries that read the table go on reading it: their transaction still sees it."""
        if copy.table:
            with self._database.cursor() as cursor:
                cursor.execute(f"DROP TABLE {copy.table}")
            self.ready.give_up()
        copy.table, copy.columns, copy.shards, copy.rows = "", (), frozenset(), 0
