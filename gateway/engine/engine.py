"""The engine: plans kept by text, executions on the lean path or in DuckDB. Implements contract.Engine."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from gateway.catalog.lag import TopicEnds
from gateway.catalog.live import LiveCatalog
from gateway.catalog.overview import Overview, alone
from gateway.catalog.status import versions_text
from gateway.codecs.arrow_rows import RowEncoder
from gateway.codecs.copy_formats import CopyEncoder, copy_encoder
from gateway.engine import lean
from gateway.engine.admission import Class
from gateway.engine.cancel import CancelToken
from gateway.engine.contract import (
    TEXT,
    CopyOutput,
    FragmentScope,
    PointReader,
    Prepared,
    QueryContext,
    ReadSettings,
    RowBlock,
    RowStream,
)
from gateway.engine.copies import Copies
from gateway.engine.duck import Duck
from gateway.engine.duck_source import DuckQuery, DuckSource, Relations
from gateway.engine.explain import ExplainQuery, ExplainSource, output_column
from gateway.engine.options import EngineOptions
from gateway.engine.planning import Planners, is_costly
from gateway.engine.reading import ReadFacts, pruned, widened, within
from gateway.engine.recent import Recent, RecordedStream
from gateway.engine.reg_names import NamedCopy, naming, with_names
from gateway.engine.remote import FORWARDED, Forwarder
from gateway.engine.scope import check_scope, has_reached, scoped_version, wait_until_reached
from gateway.engine.stream import ArrowStream, BatchEncoder, BatchSource, CopyStream, ResultSource
from gateway.engine.system import NO_OVERVIEW, SystemReads, SystemTables, reads_overview
from gateway.engine.views_read import Execution, ViewReads
from gateway.engine.workers import Workers
from gateway.errors import StaleRead
from planner.bound import OutputColumn
from planner.cache import PlanCache, PlanKey
from planner.errors import Unsupported
from planner.plan import Access, KeySet, LeanRead, PlanSettings, QueryPlan
from planner.planner import plan_query
from planner.statement import ExplainStatement, SelectStatement
from planner.types import SqlType
from planner.values import Value
from statestore.node import LocalStore, ViewVersion

#: How often a long statement is planned because the catalog has changed meanwhile.
PLANNING_ATTEMPTS: Final = 3


@dataclass(slots=True)
class EngineCounters:
    """What has happened since the start."""

    lean_blocks: int = 0
    lean_streams: int = 0
    duckdb_queries: int = 0
    rows_streamed: int = 0


@dataclass(frozen=True, slots=True)
class PreparedQuery:
    """Implements contract.Prepared. *sql* is the query's own text."""

    engine: ReadEngine
    plan: QueryPlan
    sql: str = ""
    explained: ExplainStatement | None = None
    planning_ms: float = 0.0

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        """The result's columns."""
        return self.plan.columns if self.explained is None else (output_column(self.explained),)

    @property
    def parameters(self) -> tuple[SqlType, ...]:
        """Types of $1 …"""
        return self.plan.parameters

    @property
    def generation(self) -> int:
        """Engine.generation at planning."""
        return self.plan.catalog_generation

    @property
    def keyed_view(self) -> str | None:
        """See contract.Prepared."""
        return None if self.plan.lean is None else self.plan.lean.read.relation.name

    def point_reader(self, formats: tuple[int, ...], settings: ReadSettings) -> PointReader | None:
        """See contract.Prepared."""
        if self.plan.lean is None or self.explained is not None or settings.bounds is not None:
            return None
        elsewhere = self.engine.forwarder is not None and settings.values.get(FORWARDED) != "on"
        return lean.point_reader(self.plan.lean, self.engine.store, formats, settings.style, elsewhere=elsewhere)


class ReadEngine:
    """Implements contract.Engine over a node's store. Construct, use and close it in the event loop's thread."""

    def __init__(self, store: LocalStore, options: EngineOptions | None = None) -> None:
        self.store = store
        self.options = options or EngineOptions()
        self.catalog = LiveCatalog(store)
        self.counters = EngineCounters()
        self.plans: PlanCache[QueryPlan] = PlanCache()
        self.workers = Workers(self.options)
        self.planners = Planners()
        #: This node's status for other nodes; None where there are none.
        self.heartbeat: Callable[[], str] | None = None
        self.forwarder: Forwarder | None = None
        self.recent = Recent()
        self._duck = Duck(self.options)
        self._tables = SystemTables(self._duck.database)
        self.copies = Copies(self._duck.database, self.options.copy_bytes, store.current)

    @property
    def generation(self) -> int:
        """See contract.Engine."""
        return self.catalog.generation

    def served(self, view: str) -> tuple[int, int] | None:
        """See contract.Engine."""
        found = self.store.views().get(view)
        return None if found is None else (found.version, found.committed_at_us or 0)

    def watch_topics(self, ends: TopicEnds) -> None:
        """From now on tidegate.views says how far views are behind their topics."""
        self._tables.topic_ends = ends

    def show(self, name: str) -> str | None:
        """See contract.Engine."""
        match name.lower():
            case "tidegate.version":
                return self.versions_text()
            case "tidegate.heartbeat":
                return None if self.heartbeat is None else self.heartbeat()
        return None

    def versions_text(self) -> str:
        """Every view's version: what SHOW tidegate.version answers."""
        return versions_text(self.store.views())

    def close(self) -> None:
        """Wait for running steps and free everything. Close all streams before."""
        self.planners.close()
        self.workers.close()
        self._duck.close()

    def prepare(
        self, statement: SelectStatement | ExplainStatement, parameter_oids: Sequence[int], settings: ReadSettings
    ) -> PreparedQuery:
        """See contract.Engine."""
        query = statement.query if isinstance(statement, ExplainStatement) else statement
        started_s = time.perf_counter()
        plan = self._plan(query, tuple(parameter_oids), settings.plan)
        if isinstance(statement, ExplainStatement):
            return PreparedQuery(self, plan, query.text, statement, (time.perf_counter() - started_s) * 1000)
        return PreparedQuery(self, plan, query.text)

    def prepare_elsewhere(
        self, statement: SelectStatement | ExplainStatement, parameter_oids: Sequence[int], settings: ReadSettings
    ) -> Callable[[CancelToken], Awaitable[PreparedQuery]] | None:
        """See contract.Engine."""
        query = statement.query if isinstance(statement, ExplainStatement) else statement
        if not is_costly(query.text) or PlanKey(query.text, tuple(parameter_oids), settings.plan, self.generation) in self.plans:
            return None
        return partial(self._prepare_elsewhere, statement, query, tuple(parameter_oids), settings.plan)

    async def _prepare_elsewhere(
        self,
        statement: SelectStatement | ExplainStatement,
        query: SelectStatement,
        parameter_oids: tuple[int, ...],
        settings: PlanSettings,
        cancel: CancelToken,
    ) -> PreparedQuery:
        for _ in range(PLANNING_ATTEMPTS):
            # The catalog changes under the loop's thread only; its states never do.
            state, started_s = self.catalog.state, time.perf_counter()
            plan = await self.planners.run(partial(plan_query, query, state, parameter_oids, settings), cancel)
            planning_ms = (time.perf_counter() - started_s) * 1000
            self.plans.put(PlanKey(query.text, parameter_oids, settings, plan.catalog_generation), plan)
            if plan.catalog_generation == self.generation:
                explained = statement if isinstance(statement, ExplainStatement) else None
                return PreparedQuery(self, plan, query.text, explained, planning_ms)
        raise StaleRead("views came and went while the statement was planned", hint="Try again.")

    def _plan(self, query: SelectStatement, parameter_oids: tuple[int, ...], settings: PlanSettings) -> QueryPlan:
        key = PlanKey(query.text, parameter_oids, settings, self.generation)
        plan = self.plans.get(key)
        if plan is None:
            plan = plan_query(query, self.catalog, parameter_oids, settings)
            self.plans.put(key, plan)
        return plan

    def open(
        self, prepared: Prepared, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowBlock | RowStream:
        """See contract.Engine."""
        if not isinstance(prepared, PreparedQuery):
            raise TypeError(f"{type(prepared).__name__} was prepared by another engine")
        context.cancel.check()
        return self.start(prepared, params, formats, context)

    def start(
        self, prepared: PreparedQuery, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowBlock | RowStream:
        """What open() does with a query that this engine prepared."""
        opened = self._open(prepared, params, formats, context)
        return opened if isinstance(opened, RowBlock) else self.recorded(opened, prepared, context)

    def _open(
        self, prepared: PreparedQuery, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowBlock | ArrowStream:
        if context.copy is not None:
            return self._copy(prepared.plan, params, context.copy, context)
        if prepared.explained is not None:
            source = self.explain_source(prepared, params, context)
            return self._stream(source, prepared.columns, formats, context, "scans")
        if prepared.plan.lean is not None:
            return self._open_lean(prepared.plan, params, formats, context)
        self.counters.duckdb_queries += 1
        duck = self.duck_source(prepared.plan, params, context)
        return self._stream(duck, prepared.columns, formats, context, class_of(prepared.plan, context))

    def recorded(self, stream: ArrowStream, prepared: PreparedQuery, context: QueryContext) -> RecordedStream:
        """The stream, as an execution that tidegate.queries shows."""
        run = self.recent.begin(prepared.sql, kind_of(prepared, context), context)
        return RecordedStream(stream, self.recent, run, lambda: versions_read(stream.source))

    def reached(self, scope: FragmentScope, timeout_s: float) -> Awaitable[bool] | None:
        """See contract.Engine."""
        return None if has_reached(self.store, scope) else wait_until_reached(self.store, scope, timeout_s)

    def check_scope(self, scope: FragmentScope) -> None:
        """See contract.Engine."""
        check_scope(self.store, scope)

    def _copy(self, plan: QueryPlan, params: tuple[Value, ...], output: CopyOutput, context: QueryContext) -> CopyStream:
        encoder = self.copy_encoder(plan, output, context)
        source = self.result_source(plan, params, context)
        return CopyStream(source, encoder, self.workers, context.cancel, self._count_rows, class_of(plan, context))

    def copy_encoder(self, plan: QueryPlan, output: CopyOutput, context: QueryContext) -> CopyEncoder:
        """Batches of the plan's result → COPY's messages. Raises Unsupported, UndefinedColumn."""
        state, style = self.catalog.state, context.settings.style
        encoder = copy_encoder(plan.columns, output, style)
        if output.form.format in ("text", "csv"):
            name = naming([c.type for c in plan.columns], (TEXT,) * len(plan.columns), state)
            encoder = encoder if name is None else NamedCopy(encoder, name)
        return encoder

    def result_source(self, plan: QueryPlan, params: tuple[Value, ...], context: QueryContext) -> ResultSource:
        """An execution as Arrow batches, not begun; read it with Steps (workers.py). QueryContext.copy says if keys are wanted."""
        with_keys = context.copy is not None and context.copy.keys
        if plan.lean is not None and not with_keys and context.fragment is None and lean.is_heavy(plan, params):
            return self._late(plan.lean, params, context)
        if plan.lean is not None:
            version, keys, bounds = self._lean_read(plan.lean, params, context)
            # Whole shards in no order come ten times as fast out of the columnar copy, which other fragments want as well.
            whole = keys.access in (Access.SOME_SHARDS, Access.ALL_SHARDS) and plan.lean.descending is None and bounds == (0, None)
            if with_keys or context.fragment is None or not whole:
                self.counters.lean_streams += 1
                return lean.LeanSource(plan.lean, version, keys, bounds, context.cancel, with_keys=with_keys)
        if with_keys:
            raise Unsupported("COPY keys available only for keyed reads of one view")
        self.counters.duckdb_queries += 1
        return self.duck_source(plan, params, context)

    def explain_source(self, prepared: PreparedQuery, params: tuple[Value, ...], context: QueryContext) -> ExplainSource:
        """An execution of EXPLAIN on this node alone, not begun."""
        plan, statement = prepared.plan, prepared.explained
        assert statement is not None
        duck = self.duck_source(plan, params, context)

        def run() -> tuple[BatchSource, Callable[[], list[ReadFacts]]]:
            if plan.lean is None:
                return duck, lambda: duck.facts
            version, keys, bounds = self._lean_read(plan.lean, params, context)
            source = lean.LeanSource(plan.lean, version, keys, bounds, context.cancel)
            return source, lambda: source.facts

        return ExplainSource(ExplainQuery(statement, plan, prepared.planning_ms, params, context.now_us, duck.versions, run))

    def _lean_read(
        self, read: LeanRead, params: tuple[Value, ...], context: QueryContext
    ) -> tuple[ViewVersion, KeySet, tuple[int, int | None]]:
        version = self.version_of(read.read.relation.name, context)
        return version, _lean_keys(read, version, params, context), lean.window(read, params)

    def _late(self, read: LeanRead, params: tuple[Value, ...], context: QueryContext) -> lean.LateSource:
        version, bounds = self.version_of(read.read.relation.name, context), lean.window(read, params)

        def make() -> lean.LeanSource:
            return lean.LeanSource(read, version, _lean_keys(read, version, params, context), bounds, context.cancel)

        self.counters.lean_streams += 1
        return lean.LateSource(make)

    def _open_lean(
        self, plan: QueryPlan, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowBlock | ArrowStream:
        read = plan.lean
        assert read is not None
        if lean.is_heavy(plan, params):
            return self._stream(self._late(read, params, context), plan.columns, formats, context, class_of(plan, context))
        version, keys, bounds = self._lean_read(read, params, context)
        if not context.reformat:
            encode = lean.row_function(version.schema, read.outputs, formats, context.settings.style)
            rows = lean.read_now(read, version, keys, encode, bounds)
            if rows is not None:
                self.counters.lean_blocks += 1
                return RowBlock(rows)
        self.counters.lean_streams += 1
        source = lean.LeanSource(read, version, keys, bounds, context.cancel)
        return self._stream(source, plan.columns, formats, context, class_of(plan, context))

    def version_of(self, view: str, context: QueryContext) -> ViewVersion:
        """The version at which this execution reads the view. Raises ViewNotFound, ShardRestoring, StaleRead, FragmentRefused."""
        if context.fragment is not None:
            return scoped_version(self.store, view, context.fragment)
        if context.snapshot is None:
            return self._choose(view, context)
        return widened(context.snapshot.pin(view, lambda: self._choose(view, context)), self.store)

    def _choose(self, view: str, context: QueryContext) -> ViewVersion:
        bounds = context.settings.bounds
        return self.store.current(view) if bounds is None else bounds.choose(self.store, view, context.now_us)

    def duck_source(self, plan: QueryPlan, params: tuple[Value, ...], context: QueryContext) -> DuckSource:
        """An execution in DuckDB, not begun."""
        names = {r.relation.name for r in plan.reads}
        versions = {name: self.version_of(name, context) for name in sorted(names)}
        bounds = context.settings.bounds
        pinned = context.snapshot is not None or context.fragment is not None or (bounds is not None and bounds.exact)
        shards = {} if context.fragment is None else context.fragment.shards
        execution = Execution(params, context.now_us, versions, pinned, context.cancel, shards)
        return self.duck_over(ViewReads(plan.reads, self.copies, execution), plan, params, context)

    def duck_over(self, relations: Relations, plan: QueryPlan, params: tuple[Value, ...], context: QueryContext) -> DuckSource:
        """An execution in DuckDB over *relations* and system tables, not begun."""
        state, settings = self.catalog.state, context.settings
        overview = context.overview or self.overview(plan)
        versions = self.store.views()
        system = SystemReads(self._tables, state, self.store, versions, settings, context.session, overview, self.recent)
        return DuckSource(self._duck, DuckQuery(plan, params, context.now_us, relations, system, context.cancel))

    def overview(self, plan: QueryPlan) -> Overview:
        """What the plan's system tables show of the nodes, as this one knows them."""
        return alone(sum(v.schema.shards for v in self.store.views().values())) if reads_overview(plan) else NO_OVERVIEW

    def _stream(
        self,
        source: BatchSource,
        columns: tuple[OutputColumn, ...],
        formats: tuple[int, ...],
        context: QueryContext,
        kind: Class,
    ) -> ArrowStream:
        encoders = self.row_encoders(columns, context)
        return ArrowStream(source, encoders, formats, self.workers, context.cancel, self._count_rows, kind)

    def row_encoders(self, columns: tuple[OutputColumn, ...], context: QueryContext) -> Callable[[tuple[int, ...]], BatchEncoder]:
        """Formats → what makes DataRow messages of the result's batches."""
        types, style = tuple(c.type for c in columns), context.settings.style
        return with_names(lambda chosen: RowEncoder(types, chosen, style), types, self.catalog.state)

    def _count_rows(self, rows: int) -> None:
        self.counters.rows_streamed += rows


def _lean_keys(read: LeanRead, version: ViewVersion, params: tuple[Value, ...], context: QueryContext) -> KeySet:
    keys = read.read.constraint.resolve(params, context.now_us)
    if context.fragment is not None:
        keys = within(keys, context.fragment.shards.get(read.read.relation.name))
    return pruned(keys, version)


def class_of(plan: QueryPlan, context: QueryContext) -> Class:
    """What the execution counts as where not everything may run at once."""
    if context.fragment is not None:
        return "fragments"
    point_key = None if plan.lean is None else getattr(plan.lean.read.constraint, "point_key", None)
    return "scans" if point_key is None else "points"


def kind_of(prepared: PreparedQuery, context: QueryContext) -> str:
    """What tidegate.queries calls the execution."""
    if context.fragment is not None:
        return "fragment"
    if context.copy is not None:
        return "copy"
    return "query" if prepared.explained is None else "explain"


def versions_read(source: BatchSource) -> dict[str, int]:
    """The versions of views that a source reads on this node, as far as it has begun."""
    return {f.view: f.version for f in source.facts} if isinstance(source, DuckSource | lean.LeanSource | lean.LateSource) else {}
