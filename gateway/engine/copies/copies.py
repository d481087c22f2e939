"""Columnar copies of views: one DuckDB table per view that is scanned whole, brought along version by version.

A copy is made at the first full scan. Before each later one it is brought to the newest version in one transaction: rows whose
keys changed are deleted and inserted anew, and those that have expired are deleted. A query reads it inside a transaction that
began while the copy stood at its version, so later versions do not show. Copies live in memory within a budget; the one that was
not used for longest goes first. A view that does not fit gets a file (files.py), which is made in the background, while
queries stream the view from its shards.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import count
from time import monotonic
from typing import Final

import duckdb

from gateway.contract.cancel import CancelToken
from gateway.engine.copies import memory as copy_memory
from gateway.engine.copies.files import CopyFile, CopyFiles
from gateway.engine.copies.maker import CopyMaker
from gateway.engine.copies.rows import CopyRows, kept_columns
from gateway.engine.copies.state import Copy, CopyCounters, CopyTooLarge, OpenCopy, Wanted, content_of, is_of
from gateway.engine.duck.arrow_source import STREAMING_TAKES
from gateway.engine.duck.ready import ReadyQueries, ReadyQuery, Standing
from gateway.engine.functions.large_results import LARGE_RESULTS
from planner.tree.query_plan import QueryPlan
from statestore.errors import CorruptFile, ShardDamaged, StateStoreError, VersionNotKept
from statestore.node import ViewVersion
from statestore.node.portions import PORTION_BYTES
from statestore.types import Map, Struct

_log: Final = logging.getLogger(__name__)

#: A view that did not fit is tried again when its files have shrunk to this part.
TRY_AGAIN_AT: Final = 0.8
#: A read of this share of a view's shards, or of less, reads those alone; so many times, as long as there is no copy.
SHARE_MAX: Final = 0.25
PART_READS_MAX: Final = 3
#: How often a query that waits for another one's making of a copy looks whether it was cancelled.
LOOK_AT_TOKEN_S: Final = 0.05
#: A file is brought along over so many versions at most; from further behind it is made anew.
FILE_STEPS_MAX: Final = 1_000
#: Of one view no two files are begun within this time.
FILE_EVERY_S: Final = 600.0


class Copies:
    """All copies of a node. Every method may be called from any worker thread."""

    def __init__(
        self,
        database: duckdb.DuckDBPyConnection,
        budget_bytes: int,
        current: Callable[[str], ViewVersion],
        files: CopyFiles | None = None,
        check_room: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Without *files*, a view that does not fit *budget_bytes* has no copy. *check_room* raises OutOfMemory where so many bytes
        are not to be had."""
        self.check_room = check_room
        self._database, self._files = database, files
        self.maker = None if files is None else CopyMaker(database, files)
        self._budget_bytes = budget_bytes
        self._current = current
        self._guard = threading.Lock()
        self._copies: OrderedDict[str, Copy] = OrderedDict()
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
            while (lost := self._begin(cursor, opened)) is not None:
                del opened[lost]
        return opened

    def _begin(self, cursor: duckdb.DuckDBPyConnection, opened: dict[str, OpenCopy]) -> str | None:
        """Begin the transaction; a view whose file turns out to be damaged, which is then gone."""
        cursor.execute("BEGIN TRANSACTION")
        for name, item in opened.items():
            try:
                # DuckDB's snapshot begins with the first look at the database: now, while no copy can move.
                cursor.execute(f"SELECT 1 FROM {item.table} LIMIT 0")
            except duckdb.Error as error:
                copy = self._copy(name)
                if copy.file is None:
                    raise
                cursor.execute("ROLLBACK")
                self._lose(copy, error)
                return name
        return None

    def lose(self, views: Iterable[str], error: Exception) -> bool:
        """Give up the files of these views, which a query found damaged; whether there was one."""
        found = False
        for copy in map(self._copy, views):
            with copy.lock:
                if copy.file is not None:
                    self._lose(copy, error)
                    found = True
        return found

    def close(self) -> None:
        """Make no more. After all queries have ended."""
        if self.maker is not None:
            self.maker.close()
        self.ready.give_up()

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

    def _copy(self, view: str) -> Copy:
        with self._guard:
            copy = self._copies.setdefault(view, Copy())
            self._copies.move_to_end(view)
            return copy

    def _prepare(self, copy: Copy, want: Wanted, cancel: CancelToken) -> ViewVersion | None:
        """Bring the copy to where the query can use it; the version it is at then, None where that cannot be."""
        version = want.version
        if version.incarnation < copy.incarnation:
            return None  # the view has been made anew since the query began
        if copy.incarnation < version.incarnation:
            self._drop(copy)
            copy.incarnation, copy.too_large_bytes = version.incarnation, None
        if not copy.table and not copy.looked:
            copy.looked = True
            self._take_over(copy, version)
        if copy.table and copy.number > version.version:
            newer = None if want.pinned else copy.held() or self._current(version.schema.name)
            if newer is None or newer.incarnation != version.incarnation:
                return None
            version = newer
        columns = want.columns | kept_columns(version)
        if not copy.table or not columns <= set(copy.columns):
            return self._build(copy, version, columns, cancel)
        # A version may be the copy's and yet hold other shards: those it has dropped may stay until the copy moves.
        if copy.number < version.version or not version.held <= copy.shards:
            return self._advance(copy, version, cancel)
        return version

    def _build(self, copy: Copy, version: ViewVersion, columns: frozenset[int], cancel: CancelToken) -> ViewVersion | None:
        needed = tuple(sorted(columns | set(copy.columns)))
        flat = {i for i, c in enumerate(version.schema.columns) if not isinstance(c.type, Map | Struct)}
        # All columns save a rebuilding when the next query needs another one; where they do not fit, those that are needed.
        choices = list(dict.fromkeys((tuple(sorted(flat.union(needed))), needed)))
        if copy.too_large_bytes is not None and version.bytes > copy.too_large_bytes * TRY_AGAIN_AT:
            self._make_file(copy, version, choices[0])
            return None
        self._drop(copy)
        for choice in choices if self._files is None else choices[:1]:
            try:
                self._fill(copy, version, choice, cancel)
            except CopyTooLarge:
                continue
            copy.too_large_bytes = None
            self.counters.built += 1
            return version
        copy.too_large_bytes = version.bytes
        self.counters.too_large += 1
        self._make_file(copy, version, choices[0])
        return None

    def _fill(self, copy: Copy, version: ViewVersion, columns: tuple[int, ...], cancel: CancelToken) -> None:
        name, is_large = f"copy_{next(self._numbers)}", version.bytes >= copy_memory.COMPRESSED_BYTES_MIN
        rows = CopyRows(version, columns, self._make_room)
        with self._database.cursor() as cursor:
            if is_large:
                copy.table, copy.database = copy_memory.make(cursor, name, rows, cancel), name
            else:
                rows.load(cursor, name, cancel)
                copy.table, copy.database = name, ""
        copy.changed = 0
        copy.columns, copy.rows, copy.row_bytes = columns, rows.rows, rows.row_bytes
        copy.stands_at(version)

    def _advance(self, copy: Copy, version: ViewVersion, cancel: CancelToken) -> ViewVersion | None:
        grown = None
        try:
            if copy.file is None or version.version - copy.number <= FILE_STEPS_MAX:
                grown = self._move(copy, version, cancel)
        except (CopyTooLarge, duckdb.Error) as error:
            if copy.file is not None:
                self._lose(copy, error)
                return None
            if isinstance(error, duckdb.Error):
                raise
        if grown is None:
            return self._build(copy, version, frozenset(copy.columns), cancel)
        copy.rows += grown
        copy.stands_at(version)
        self.counters.advanced += 1
        return version

    def _move(self, copy: Copy, version: ViewVersion, cancel: CancelToken) -> int | None:
        """Bring the table to the version in one transaction; how many rows it grew by, None where there is no list of changes."""
        rows = CopyRows(version, copy.columns, self._make_room if copy.file is None else self._check_disk)
        with self._database.cursor() as cursor:
            cursor.execute("BEGIN TRANSACTION")
            grown = -rows.drop_shards(cursor, copy.table, copy.shards - version.held)
            if copy.number < version.version:
                changed = self._changed(copy, rows, cursor, cancel)
                if changed is None:
                    return None
                grown += changed
            grown += rows.add_shards(cursor, copy.table, version.held - copy.shards, cancel)
            grown -= rows.drop_expired(cursor, copy.table)
            if copy.file is not None:
                self._check_disk(0)
                copy.file.write_content(cursor, content_of(version, copy.columns, copy.rows + grown))
            cursor.execute("COMMIT")
            self.ready.give_up()
            copy.changed += rows.written
            if copy.database and copy.changed > copy_memory.CHANGED_SHARE * copy.rows:
                copy_memory.compress(cursor, copy.database)
                copy.changed = 0
        return grown

    @staticmethod
    def _changed(copy: Copy, rows: CopyRows, cursor: duckdb.DuckDBPyConnection, cancel: CancelToken) -> int | None:
        try:
            return rows.apply_changes(cursor, copy.table, copy.number, copy.shards & rows.version.held, cancel)
        except ShardDamaged:
            raise
        except VersionNotKept:
            return None  # vacuum deletes what has changed
        except CorruptFile as error:
            _log.warning("the copy of view %s is made anew: %s", rows.version.schema.name, error)
            return None  # a file of the log has gone bad since this node took it

    # -------------------------------------------------------------------------------------------------------------- files

    def _take_over(self, copy: Copy, version: ViewVersion) -> None:
        """Go on with an earlier process's file, if it holds a version of this view."""
        found = None if self._files is None else self._files.find(version.schema.name, partial(is_of, version, FILE_STEPS_MAX))
        if found is not None:
            file, content = found
            self._stand_on(copy, file, content.columns, content.rows, version)
            copy.number, copy.held, copy.shards = content.version, lambda: None, frozenset(content.shards)
            self.counters.files_taken_over += 1

    def _make_file(self, copy: Copy, version: ViewVersion, columns: tuple[int, ...]) -> None:
        """Have a file made, if that may be; until it is there the view is streamed."""
        if self._files is None or self.maker is None or monotonic() < copy.not_before_s or version.bytes > self._files.bytes_max:
            return
        rows = CopyRows(version, columns, self._check_disk)
        if self.maker.begin(rows, partial(self._take_file, copy, rows)):
            copy.not_before_s = monotonic() + FILE_EVERY_S

    def _take_file(self, copy: Copy, rows: CopyRows, file: CopyFile) -> None:
        """In the maker's thread: the rows are in the file."""
        with copy.lock:
            if copy.incarnation != rows.version.incarnation:
                raise StateStoreError("the view has been made anew")
            self._check_disk(0)
            self._drop(copy)
            self._stand_on(copy, file, rows.columns, rows.rows, rows.version)
            self.counters.files_made += 1

    def _stand_on(self, copy: Copy, file: CopyFile, columns: tuple[int, ...], rows: int, version: ViewVersion) -> None:
        copy.file, copy.table, copy.columns, copy.rows = file, file.table, columns, rows
        copy.too_large_bytes = version.bytes
        copy.stands_at(version)

    def _lose(self, copy: Copy, error: Exception) -> None:
        _log.warning("the copy in %s is given up: %s", copy.file.path if copy.file else copy.table, error)
        self._drop(copy)

    def _check_disk(self, _: int, row_bytes: float = 0) -> None:
        """Evict until the files take no more than they may. Raises CopyTooLarge, OutOfMemory."""
        self._check_rows(row_bytes)
        while self._files is not None and not self._files.have_room():
            if not self._evict_one(in_files=True):
                raise CopyTooLarge("copy_file_bytes is not enough for it")

    # --------------------------------------------------------------------------------------------------------------- room

    def _check_rows(self, row_bytes: float) -> None:
        """A table gives 2,048 rows at a time, however wide, shards a portion of few bytes. Raises CopyTooLarge, OutOfMemory."""
        if row_bytes > LARGE_RESULTS.row_bytes_max:
            raise CopyTooLarge("its rows are too wide for the memory that there is")
        self.check_room(STREAMING_TAKES * PORTION_BYTES)

    def _make_room(self, needed_bytes: int, row_bytes: float = 0) -> None:
        """Evict until *needed_bytes* fit beside the other copies. Raises CopyTooLarge, OutOfMemory."""
        self._check_rows(row_bytes)
        while self.bytes + needed_bytes > self._budget_bytes:
            if needed_bytes > self._budget_bytes or not self._evict_one(in_files=False):
                raise CopyTooLarge

    def _evict_one(self, *, in_files: bool) -> bool:
        with self._guard:
            candidates = [c for c in self._copies.values() if c.table and (c.file is not None) == in_files]
        for victim in candidates:
            # Copies that a query is about to use, this thread's among them, are locked.
            if victim.lock.acquire(blocking=False):
                try:
                    if victim.table and (victim.file is not None) == in_files:
                        self._drop(victim)
                        self.counters.evicted += 1
                        return True
                finally:
                    victim.lock.release()
        return False

    def _drop(self, copy: Copy) -> None:
        """Queries that read the table go on reading it: their transaction still sees it."""
        if copy.file is not None:
            assert self._files is not None, "it is one of them"
            self.ready.give_up()
            self._files.remove(copy.file)
        elif copy.table:
            with self._database.cursor() as cursor:
                if copy.database:
                    copy_memory.drop(cursor, copy.database)
                else:
                    cursor.execute(f"DROP TABLE {copy.table}")
            self.ready.give_up()
        copy.table, copy.file, copy.database, copy.columns, copy.shards, copy.rows = "", None, "", (), frozenset(), 0
