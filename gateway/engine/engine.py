"""The engine: plans kept by text, executions on the lean path or in DuckDB. Implements contract.Engine."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from gateway.catalog.guard import check_key, denied
from gateway.catalog.lag import TopicEnds
from gateway.catalog.statistics import Numbering, Sessions, SlotRows
from gateway.catalog.status import versions_text
from gateway.codecs.arrow_rows import BatchEncoder, RowEncoder
from gateway.codecs.copy_formats import BinaryCopy, CopyEncoder, copy_encoder
from gateway.codecs.copy_text import COPY_DATA
from gateway.contract.cancel import CancelToken
from gateway.contract.engine import (
    BINARY,
    TEXT,
    CopyOutput,
    FragmentScope,
    Prepared,
    QueryContext,
    ReadSettings,
    RowBlock,
    RowStream,
)
from gateway.contract.overview import NodeRow
from gateway.contract.remote import Forwarder
from gateway.contract.turns import Turns
from gateway.engine.changes.feed import Feeds
from gateway.engine.changes.opening import open_subscription
from gateway.engine.changes.query import SubscribeQuery, Subscription
from gateway.engine.changes.stream import ChangeBatches
from gateway.engine.changes.view_changes import ViewChanges
from gateway.engine.keyed import lean
from gateway.engine.keyed.batch_source import BatchSource, ResultSource
from gateway.engine.keyed.reading import ReadFacts, check_held, check_planned
from gateway.engine.keyed.stored_rows import StoredBatchEncoder, is_native, stored_rows
from gateway.engine.options import EngineOptions
from gateway.engine.plans import Plans
from gateway.engine.prepared import PreparedQuery, class_of, facts_of, kind_of, read_of
from gateway.engine.recalling import Recalled
from gateway.engine.recent import QueryRun, RecordedStream
from gateway.engine.reg_names import NamingCopy, NamingEncoder, naming
from gateway.engine.rows.reading import is_for_rows, row_reads
from gateway.engine.scope import check_scope, has_reached, wait_until_reached
from gateway.engine.sources import Sources
from gateway.engine.stream import BatchStream, CopyStream
from gateway.engine.threaded_rows import ThreadedRows
from gateway.engine.threads.admission import Class
from gateway.engine.threads.planning import Planners
from gateway.engine.version_names import check_names
from gateway.engine.workers import Workers
from planner.errors import PermissionDenied
from planner.rows.session_values import values_of
from planner.tree.bound import OutputColumn
from planner.tree.query_plan import AccessPath, QueryPlan
from planner.tree.statement import ExplainStatement, Query, SubscribeStatement, select_of
from planner.tree.values import Value
from statestore.node import Store

_HEARTBEAT_HINT: Final = "It names all views, so it is for who may read all of them, as other nodes may."


class ReadEngine(Sources):
    """Implements contract.Engine over a node's store. Construct, use and close it in the event loop's thread."""

    def __init__(self, store: Store, options: EngineOptions | None = None, copy_folder: Path | None = None) -> None:
        """As Sources."""
        super().__init__(store, options or EngineOptions(), copy_folder)
        self.plans = Plans(self.catalog, self.options.plan_cache_bytes)
        self.workers = Workers(self.options, self.memory)
        self.planners = Planners(self.options.planning_max, self.memory.check_room)
        self.feeds = Feeds(store)
        #: This node's status for other nodes; None where there are none.
        self.heartbeat: Callable[[], str] | None = None
        self.forwarder: Forwarder | None = None

    @property
    def turns(self) -> Turns:
        """See contract.Engine."""
        return self.workers.turns

    @property
    def generation(self) -> int:
        """See contract.Engine."""
        return self.catalog.generation

    def nodes(self) -> Sequence[NodeRow]:
        """The members of the cluster, as this node sees them."""
        return ()

    def unready(self) -> str | None:
        """Why clients should ask another node, though all views are here; None where they need not. Any thread."""
        return None

    def served(self, view: str) -> tuple[int, int, str] | None:
        """See contract.Engine."""
        found = self.store.views().get(view)
        return None if found is None else (found.version, found.committed_at_us or 0, found.view_id)

    def check_versions(self, setting: str, names: Iterable[str], user: str) -> None:
        """See contract.Engine."""
        check_names(setting, names, self.store, self.catalog.state, self.catalog.guard.of(user))

    def watch_topics(self, ends: TopicEnds) -> None:
        """From now on tidegate.views says how far views are behind their topics."""
        self._tables.topic_ends = ends

    def show_sessions(self, sessions: Sessions) -> None:
        """Whom pg_stat_activity shows from now on."""
        self._tables.sessions = sessions

    def show_slots(self, slots: SlotRows, numbering: Numbering) -> None:
        """What pg_replication_slots shows from now on, and how positions count."""
        self._tables.slots, self._tables.numbering = slots, numbering

    def show(self, name: str, user: str) -> str | None:
        """See contract.Engine. Raises PermissionDenied."""
        match name.lower():
            case "tidegate.version":
                return self.versions_text(user)
            case "tidegate.heartbeat" if self.heartbeat is not None:
                if self.catalog.guard.of(user) is not None:
                    raise PermissionDenied('permission denied to examine "tidegate.heartbeat"', hint=_HEARTBEAT_HINT)
                return self.heartbeat()
        return None

    def versions_text(self, user: str) -> str:
        """The version of every view that the user may know: what SHOW tidegate.version answers."""
        views, grants = self.store.views(), self.catalog.guard.of(user)
        return versions_text(views if grants is None else {name: v for name, v in views.items() if grants.reaches(name)})

    def close(self) -> None:
        """Wait for running steps and free everything. Close all streams before."""
        self.planners.close()
        self.feeds.close()
        self.workers.close()
        self.copies.close()
        self.engine_pool.close()

    def prepare(self, statement: Query, parameter_oids: Sequence[int], settings: ReadSettings) -> PreparedQuery | SubscribeQuery:
        """See contract.Engine."""
        query = select_of(statement)
        if isinstance(statement, SubscribeStatement):
            plan = self.plans.of(query, tuple(parameter_oids), settings.plan)
            return SubscribeQuery(self, statement, plan, settings.plan, tuple(parameter_oids))
        started_s = time.perf_counter()
        if query is statement and not parameter_oids and (shared := self.plans.shared(query, settings.plan)):
            plan, constants = shared
            return PreparedQuery(self, plan, query.text, constants=constants, statement=query, trace=query.trace)
        plan = self.plans.of(query, tuple(parameter_oids), settings.plan)
        explained = statement if isinstance(statement, ExplainStatement) else None
        planning_ms = (time.perf_counter() - started_s) * 1000
        return PreparedQuery(self, plan, query.text, explained, planning_ms, tuple(parameter_oids), trace=query.trace)

    def prepare_elsewhere(
        self, statement: Query, parameter_oids: Sequence[int], settings: ReadSettings
    ) -> Callable[[CancelToken], Awaitable[PreparedQuery]] | None:
        """See contract.Engine."""
        explained = statement if isinstance(statement, ExplainStatement) else None
        query, oids = select_of(statement), tuple(parameter_oids)
        if isinstance(statement, SubscribeStatement) or not self.plans.takes_long(query, oids, settings.plan):
            return None

        async def prepared(cancel: CancelToken) -> PreparedQuery:
            plan, planning_ms = await self.plans.made_elsewhere(self.planners, query, oids, settings.plan, cancel)
            return PreparedQuery(self, plan, query.text, explained, planning_ms, trace=query.trace)

        return prepared

    def open(
        self, prepared: Prepared, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowBlock | RowStream:
        """See contract.Engine."""
        if isinstance(prepared, SubscribeQuery):
            return open_subscription(self, prepared, params, formats, context)
        if not isinstance(prepared, PreparedQuery):
            raise TypeError(f"{type(prepared).__name__} was prepared by another engine")
        context.cancel.check()
        params = prepared.constants or params
        bounds = context.settings.bounds
        if bounds is not None and bounds.exact and context.fragment is None:
            views = {read.relation.name for read in prepared.plan.reads if read.relation.view is not None}
            if missing := bounds.missing(self.store, views):
                begin = partial(self.start, prepared, params, formats, context)
                return Recalled(self.store, missing, begin, context.cancel)
        return self.start(prepared, params, formats, context)

    def changes(self, subscription: Subscription, context: QueryContext) -> ChangeBatches:
        """What a subscription is told. Raises what ViewChanges does."""
        return ViewChanges(self, subscription, context)

    def start(
        self, prepared: PreparedQuery, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowBlock | RowStream:
        """What open() does with a query that this engine prepared."""
        opened = self._open(prepared, params, formats, context)
        return opened if isinstance(opened, RowBlock) else self.recorded(opened, prepared, params, context)

    def _open(
        self, prepared: PreparedQuery, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowBlock | BatchStream | ThreadedRows:
        if context.copy is not None:
            return self._copy(prepared.plan, params, context.copy, context)
        if prepared.explained is not None:
            source = self.explain_source(prepared, params, context)
            return self._stream(source, prepared.columns, formats, context, "scans")
        if prepared.plan.lean is not None:
            return self._open_lean(prepared.plan, params, formats, context)
        otherwise = partial(self._open_general, prepared, params, formats, context)
        return self._open_rows(prepared.plan, params, formats, context, otherwise) or otherwise()

    def _open_general(
        self, prepared: PreparedQuery, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> BatchStream:
        plan = prepared.plan
        if plan.rows is not None and prepared.statement is not None and plan.taken is not None and plan.taken.folded:
            return self._open_duck(self.plans.of(prepared.statement, (), context.settings.plan), (), formats, context)
        if prepared.constants:
            self.plans.note_asked(prepared.sql, context.settings.plan)
        return self._open_duck(plan, params, formats, context)

    def _open_duck(
        self, plan: QueryPlan, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> BatchStream:
        self.counters.duckdb_queries += 1
        duck = self.duck_source(plan, params, context)
        return self._stream(duck, plan.columns, formats, context, class_of(plan, context))

    def recorded(
        self, stream: BatchStream | ThreadedRows, prepared: PreparedQuery, params: Sequence[Value], context: QueryContext
    ) -> RecordedStream:
        """The stream, as an execution that tidegate.queries shows."""
        run = self.begun(prepared, params, context)
        if isinstance(stream, ThreadedRows):
            return RecordedStream(stream, self.recent, run, lambda: read_of(stream.facts))
        return RecordedStream(stream, self.recent, run, lambda: read_of(facts_of(stream.source)))

    def begun(self, prepared: PreparedQuery, params: Sequence[Value], context: QueryContext) -> QueryRun:
        """The record of an execution."""
        given = () if prepared.constants else params
        return self.recent.begin(
            prepared.sql, kind_of(prepared, context), context, prepared.trace, prepared.planning_ms, params=given
        )

    def reached(self, scope: FragmentScope, timeout_s: float) -> Awaitable[bool] | None:
        """See contract.Engine."""
        return None if has_reached(self.store, scope) else wait_until_reached(self.store, scope, timeout_s)

    def check_granted(self, scope: FragmentScope, user: str) -> None:
        """See contract.Engine. Shards tell rows apart by the shard key; of what is not granted no version is told.

        Raises PermissionDenied."""
        grants = self.catalog.guard.of(user)
        if grants is None:
            return
        views = self.store.views()
        for view in sorted(scope.versions.keys() | scope.shards.keys()):
            if not grants.reaches(view):
                raise denied(view)
            if view in scope.shards and view in views:
                check_key(views[view].schema, views[view].schema.shard_key, grants)

    def check_scope(self, scope: FragmentScope) -> None:
        """See contract.Engine."""
        check_scope(self.store, scope)

    def _copy(self, plan: QueryPlan, params: tuple[Value, ...], output: CopyOutput, context: QueryContext) -> CopyStream:
        source: ResultSource
        if output.form.format == "binary" and context.fragment is None and (stored := self.stored_source(plan, params, context)):
            source, schema, outputs = stored
            style = context.settings.style
            rows = StoredBatchEncoder(stored_rows(schema, outputs, (BINARY,) * len(outputs), style, COPY_DATA))
            encoder: CopyEncoder = BinaryCopy(plan.columns, style, rows)
        else:
            encoder = self.copy_encoder(plan, output, context)
            source = self.result_source(plan, params, context)
        return CopyStream(source, encoder, self.workers, context.cancel, class_of(plan, context))

    def copy_encoder(self, plan: QueryPlan, output: CopyOutput, context: QueryContext) -> CopyEncoder:
        """Batches of the plan's result → COPY's messages. Raises Unsupported, UndefinedColumn."""
        if output.keys:
            self._check_keys(plan, context)
        state, style, path = self.catalog.state, context.settings.style, context.settings.plan.search_path
        encoder = copy_encoder(plan.columns, output, style)
        if output.form.format in ("text", "csv"):
            name = naming([c.type for c in plan.columns], (TEXT,) * len(plan.columns), state, context.session.user, path)
            encoder = encoder if name is None else NamingCopy(encoder, name)
        return encoder

    def _check_keys(self, plan: QueryPlan, context: QueryContext) -> None:
        """The encoded key is a read of every key column. Raises PermissionDenied."""
        grants = self.catalog.guard.of(context.session.user)
        if grants is None:
            return
        for view in (read.relation.view for read in plan.reads if read.relation.view is not None):
            check_key(view, view.key, grants)

    def _open_lean(
        self, plan: QueryPlan, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowBlock | BatchStream | ThreadedRows:
        read = plan.lean
        assert read is not None
        if lean.is_heavy(plan, params):
            return self._stream(self._late(read, params, context), plan.columns, formats, context, class_of(plan, context))
        version, keys, bounds = self._lean_read(read, params, context)
        if not lean.are_ready(version, keys):
            return self._stream(self._late(read, params, context), plan.columns, formats, context, class_of(plan, context))
        if not context.reformat:
            encode = stored_rows(version.schema, read.outputs, formats, context.settings.style).one
            rows = lean.read_now(read, version, keys, encode, bounds)
            if rows is not None:
                self.counters.lean_blocks += 1
                return RowBlock(rows)
        if self.reads_copy(plan, version, keys, bounds, context, stored=is_native(version.schema)):
            return self._open_duck(plan, params, formats, context)

        def encoder(chosen: tuple[int, ...]) -> BatchEncoder:
            return StoredBatchEncoder(stored_rows(version.schema, read.outputs, chosen, context.settings.style))

        def streamed() -> BatchStream:
            self.counters.lean_streams += 1
            kind, stored = class_of(plan, context), is_native(version.schema)
            source = lean.LeanSource(read, version, keys, bounds, context.cancel, stored=stored)
            if not stored:
                return self._stream(source, plan.columns, formats, context, kind)
            return BatchStream(source, encoder, formats, self.workers, context.cancel, kind)

        found = self._open_rows(plan, params, formats, context, streamed) if keys.access is AccessPath.RANGE else None
        return found or streamed()

    def _open_rows(
        self,
        plan: QueryPlan,
        params: tuple[Value, ...],
        formats: tuple[int, ...],
        context: QueryContext,
        otherwise: Callable[[], BatchStream],
    ) -> RowBlock | ThreadedRows | None:
        """The row executor's answer, *otherwise* where it leaves that in a worker thread; None where it has none."""
        program = plan.rows
        if program is None or context.reformat or context.fragment is not None or lean.is_heavy(plan, params):
            return None
        versions = [self.version_of(view.name, context) for view in program.views]
        for view, found in zip(program.views, versions, strict=True):
            check_planned(view, found)
        first = 0 if program.sources is None or program.sources.constraint is None else 1
        if any(len(found.held) < len(found.shards) for found in versions[first:]) or not is_for_rows(program, versions):
            return None
        reads = row_reads(program, formats, context.settings.style)
        if program.settings:
            values = values_of(program.settings, context.settings.values)
            if values is None:
                return None
            params = (*params, *values)
        keys = reads.keys(params, context.now_us)
        for found in versions[:first]:
            check_held(keys, found)
        rows = reads.rows(versions, keys, params, context.now_us)
        if rows is not None:
            self.counters.row_blocks += 1
            return RowBlock(rows)
        threaded = reads.in_thread(versions, keys, params, context.now_us)
        if threaded is None:
            return None
        read, keys = threaded
        facts = ReadFacts("", versions[0].schema.name, versions[0].version, keys, "rows")
        return ThreadedRows(read, otherwise, facts, self.workers, context.cancel, class_of(plan, context))

    def _stream(
        self,
        source: BatchSource,
        columns: tuple[OutputColumn, ...],
        formats: tuple[int, ...],
        context: QueryContext,
        kind: Class,
    ) -> BatchStream:
        encoders = self.row_encoders(columns, context)
        return BatchStream(source, encoders, formats, self.workers, context.cancel, kind)

    def row_encoders(self, columns: tuple[OutputColumn, ...], context: QueryContext) -> Callable[[tuple[int, ...]], BatchEncoder]:
        """Formats → what makes DataRow messages of the result's batches."""
        types, style, state = tuple(c.type for c in columns), context.settings.style, self.catalog.state
        path = context.settings.plan.search_path

        def encoder(chosen: tuple[int, ...]) -> BatchEncoder:
            rows, name = RowEncoder(types, chosen, style), naming(types, chosen, state, context.session.user, path)
            return rows if name is None else NamingEncoder(rows, name)

        return encoder
