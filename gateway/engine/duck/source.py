"""A query that DuckDB runs, as a source of Arrow batches."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import duckdb
import pyarrow as pa

from gateway.contract.cancel import CancelToken
from gateway.engine.duck import wide_rows
from gateway.engine.duck.faults import is_short_of_room, query_out_of_memory, translated
from gateway.engine.duck.isolated_instances import EnginePool, IsolatedInstance, NeedsIsolation
from gateway.engine.duck.parameters import parameters
from gateway.engine.duck.ready import ReadyQuery
from gateway.engine.duck.system import SystemReads
from gateway.engine.duck.watch import Watched
from gateway.engine.functions import signals
from gateway.engine.functions.large_results import LARGE_RESULTS
from gateway.engine.functions.processes import Calls
from gateway.engine.keyed.reading import ReadFacts
from gateway.engine.options import BATCH_ROWS, CHUNK_BYTES, PART_ROWS
from gateway.engine.threads.garbage import full_collections_put_off
from gateway.engine.threads.planning import LONG_CHARACTERS
from planner.errors import OutOfMemory
from planner.tree.query_plan import QueryPlan
from planner.tree.values import Value
from statestore.errors import CorruptFile
from statestore.node import ViewVersion


class Relations:
    """What a query reads but for system tables: views (ViewReads), or rows that came from other nodes, which only open() knows."""

    def __init__(self) -> None:
        #: How views were read, after open().
        self.facts: list[ReadFacts] = []
        #: What made DuckDB's reading fail, where it was not DuckDB. To be cleared: tracebacks hold what reads, and that holds this.
        self.failures: list[Exception] = []

    @property
    def versions(self) -> dict[str, ViewVersion]:
        """The views' versions when the execution was made."""
        return {}

    def lost(self, error: Exception) -> bool:
        """Did DuckDB fail because a columnar copy's file is damaged? Then that has been given up, and open() does without it."""
        return False

    def ready(self, plan: QueryPlan) -> ReadyQuery | None:
        """The plan as an earlier execution left it, if that read the same; then there is nothing to open."""
        return None

    def made_ready(
        self, plan: QueryPlan, cursor: duckdb.DuckDBPyConnection, relation: Any, calls: Calls | None
    ) -> ReadyQuery | None:
        """What has been opened and bound, for a later execution; None where it would not see the same."""
        return None

    def keep(self, query: ReadyQuery) -> None:
        """Keep what ready() or made_ready() gave, after its rows were read to the end."""

    def open(self, cursor: duckdb.DuckDBPyConnection, *, apart: bool = False) -> dict[str, str]:
        """A relation's SQL for each slot. *apart* is where no columnar copies are; it may be opened there later than here."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class DuckQuery:
    """All that one execution needs."""

    plan: QueryPlan
    params: tuple[Value, ...]
    now_us: int
    views: Relations
    system: SystemReads
    cancel: CancelToken


class DuckSource:
    """A BatchSource (batch_source.py). It begins in the common DuckDB; its first read() there may raise NeedsIsolation."""

    def __init__(self, engine_pool: EnginePool, query: DuckQuery) -> None:
        self._engine_pool, self._query = engine_pool, query
        self._instance: IsolatedInstance | None = None
        self._cursor: duckdb.DuckDBPyConnection | None = None
        self._calls: Calls | None = None
        self._interrupting = threading.Lock()
        self._ready: ReadyQuery | None = None
        self._reader: pa.RecordBatchReader | None = None
        self._watched: Watched | None = None
        self._schema: pa.Schema | None = None
        self._movable = len(engine_pool.instances) > 0
        self._ended = False
        self._part_rows = PART_ROWS if any(column.type.pg.length < 0 for column in query.plan.columns) else BATCH_ROWS

    @property
    def schema(self) -> pa.Schema:
        """See ResultSource (batch_source.py)."""
        assert self._schema is not None, "not read yet"
        return self._schema

    @property
    def versions(self) -> dict[str, ViewVersion]:
        """The views' versions when the execution was made."""
        return self._query.views.versions

    @property
    def facts(self) -> list[ReadFacts]:
        """How the views were read, once reading has begun."""
        return self._query.views.facts

    def read(self) -> pa.RecordBatch | None:
        """See BatchSource. Raises CorruptFile, and what the cancel and the query's faults are to the client."""
        self._query.cancel.check()
        try:
            if self._schema is None:
                batch = self._first()
            else:
                batch = None if self._ended else self._next()
            if self._ended:
                self._give_back()
            return batch
        except (duckdb.Error, OSError, pa.ArrowException) as error:
            try:
                self._query.cancel.check()
                if self._query.views.lost(error):
                    raise CorruptFile(
                        "a columnar copy on this node's disk is corrupt", hint="Run the query again: it has been given up."
                    ) from error
                failures = self._query.views.failures
                raise failures[0] if failures else self._fault(error) from error
            finally:
                self._query.views.failures.clear()

    def _first(self) -> pa.RecordBatch | None:
        """The first rows. None have been given so far, so the query may begin anew elsewhere."""
        try:
            self._reader = self._start()
            first = self._next()
        except (duckdb.Error, OSError, pa.ArrowException) as error:
            suspected = self._unwatched()
            if self._query.views.lost(error):
                self._close_cursor()
                return self._first()
            if not self._query.views.failures and self._movable and (suspected or is_short_of_room(error)):
                raise self._needs_isolation() from error
            raise
        if self._unwatched():
            raise self._needs_isolation()
        self._movable = False
        return first

    def _next(self) -> pa.RecordBatch | None:
        """As many rows as are one chunk, of few that are wide: nobody knows how wide before they are there."""
        assert self._reader is not None, "not begun"
        self._schema = self._reader.schema
        parts: list[pa.RecordBatch] = []
        rows = size = 0
        while rows < BATCH_ROWS and size < CHUNK_BYTES and not self._ended:
            try:
                part = self._reader.read_next_batch()
            except StopIteration:
                self._ended = True
            else:
                parts.append(part)
                rows += part.num_rows
                size += part.nbytes
        if len(parts) < 2:
            return parts[0] if parts else None
        return pa.concat_batches(parts)

    @property
    def ended(self) -> bool:
        """See BatchSource."""
        return self._ended

    def interrupt(self) -> None:
        """See BatchSource."""
        with self._interrupting, suppress(duckdb.ConnectionException):  # it leaves an instance, or for one, at this moment
            if self._cursor is not None:
                self._stop(self._cursor, self._calls)

    def _stop(self, cursor: duckdb.DuckDBPyConnection, calls: Calls | None) -> None:
        cursor.interrupt()
        if calls is not None:
            self._engine_pool.functions.stop(calls)

    def close(self) -> None:
        """See BatchSource."""
        self._unwatched()
        self._leave()

    def _give_back(self) -> None:
        """All rows have been read."""
        ready, self._ready = self._ready, None
        if ready is None:
            self._leave()
            return
        with self._interrupting:  # from now on it is somebody else's
            self._cursor = self._reader = None
            self._end_calls()
        self._query.views.keep(ready)

    def _start(self) -> pa.RecordBatchReader:
        query = self._query
        ready = self._ready = None if self._instance is not None else query.views.ready(query.plan)
        if ready is not None:
            self._cursor, self._calls = ready.cursor, ready.calls
            query.cancel.check()
            self._watch(ready.cursor)
            return ready.relation.to_arrow_reader(self._part_rows)
        duck, system = self._engine_pool.common, query.system
        if self._instance is not None:
            duck, tables = self._instance.open()
            system = replace(system, tables=tables)
        cursor = self._cursor = duck.cursor()
        relations = system.open(cursor, query.plan) | query.views.open(cursor, apart=self._instance is not None)
        if query.plan.calls_functions:
            self._calls = self._engine_pool.functions.begin()
        sql = query.plan.sql(relations, None if self._calls is None else self._calls.number)
        if LARGE_RESULTS.is_short:
            sql = wide_rows.bounded(sql, query.plan)
        # It must not be done twice.
        self._movable = self._movable and signals.NAME not in sql
        has_variables = system.set_variables(cursor, sql)
        params = parameters(sql, query.params, query.plan.parameters, query.now_us)
        query.cancel.check()
        if len(sql) <= LONG_CHARACTERS:
            relation = cursor.sql(sql, params=params)
            if self._instance is None and not has_variables and query.plan.is_fixed and not query.plan.system_reads:
                self._ready = query.views.made_ready(query.plan, cursor, relation, self._calls)
        else:
            with full_collections_put_off():  # DuckDB's client makes objects of all tokens
                relation = cursor.sql(sql, params=params)
        self._watch(cursor)
        return relation.to_arrow_reader(self._part_rows)

    # ------------------------------------------------------------------------------------------------------------- moving

    def move_to(self, instance: IsolatedInstance) -> None:
        """Begin there. Between two read()s, the first of which has raised NeedsIsolation."""
        self._instance = instance

    def _watch(self, cursor: duckdb.DuckDBPyConnection) -> None:
        if self._movable and self._instance is None and self._engine_pool.watch is not None:
            self._watched = self._engine_pool.watch.enter(partial(self._stop, cursor, self._calls))

    def _unwatched(self) -> bool:
        """Whether it was stopped, because it may be greedy."""
        watched, self._watched = self._watched, None
        if watched is None or self._engine_pool.watch is None:
            return False
        self._engine_pool.watch.leave(watched)
        return watched.suspected

    def _needs_isolation(self) -> NeedsIsolation:
        """Gives back what was taken in the common DuckDB."""
        self._movable = self._ended = False
        self._ready = self._schema = None
        self._close_cursor()
        return NeedsIsolation(self, self._engine_pool.instances)

    def _leave(self) -> None:
        """Give back what was taken, then the instance if there is one."""
        instance, self._instance = self._instance, None
        self._close_cursor()
        if instance is not None:
            self._engine_pool.instances.leave(instance)

    def _close_cursor(self) -> None:
        cursor, self._cursor, self._reader = self._cursor, None, None
        if cursor is not None:
            cursor.close()
        self._end_calls()

    def _end_calls(self) -> None:
        calls, self._calls = self._calls, None
        if calls is not None:
            self._engine_pool.functions.ended(calls)

    def _fault(self, error: Exception) -> Exception:
        fault = translated(error)
        if isinstance(fault, OutOfMemory) and self._instance is not None:
            return query_out_of_memory(self._engine_pool.query_bytes)
        return fault
