"""What executions read on this node, as sources that have not begun: keyed reads, DuckDB, EXPLAIN over either.

An execution sees one version of each view, the one that version_of() tells; a node of a cluster has rules of its own for it.

- Tables of one attachment are read at one batch (`engine/together.py`): the one that was asked for of any of them, else the
  newest that was seen; a Snapshot pins the group. Their copies are pinned as soon as a query names two of them, because a copy
  may have gone on; a query that lost this race streams. VersionSelector and `whole.places` choose one version for all views of a
  `HeldView.group`. Rows and bytes of their shards are shown once something has counted or opened them.
- Pruned reads under DuckDB become Arrow tables: points, ranges up to `PRUNED_ROWS_MAX` (20,000) rows, the first rows that a
  LIMIT leaves. A longer range is cheaper as a condition on the copy's key column, so the query starts over with the copy.
- Whole reads in no order (`Sources.reads_copy`), without a LIMIT, come out of the view's columnar copy where one stands, or
  where such reads of the view come again and again (`PART_READS_MAX`): then they are an execution in DuckDB. Read once, a view
  does not displace the dashboards' copies: it streams from the shards, as do views that do not fit and versions that the copy has
  passed. COPY does the same. Rows of many columns always stream where they are read as they are stored (not for COPY as text):
  a million values take 65 ms out of the copy and 100 from the shards where 6 make a row, 130 and 65 where 20 do, 350 and 40 where
  300 do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from gateway.catalog.live import LiveCatalog
from gateway.contract.bounds import widened
from gateway.contract.counts import Counts
from gateway.contract.engine import QueryContext
from gateway.contract.overview import Overview, alone
from gateway.engine.copies.copies import Copies
from gateway.engine.copies.files import CopyFiles
from gateway.engine.duck.isolated_instances import EnginePool
from gateway.engine.duck.source import DuckQuery, DuckSource, Relations
from gateway.engine.duck.system import NO_OVERVIEW, SystemReads, reads_overview
from gateway.engine.explain import ExplainSource
from gateway.engine.keyed import lean
from gateway.engine.keyed.batch_source import BatchSource, ResultSource
from gateway.engine.keyed.reading import ReadFacts, check_planned, pruned, within
from gateway.engine.keyed.stored_rows import is_native
from gateway.engine.options import EngineOptions
from gateway.engine.prepared import PreparedQuery
from gateway.engine.recent import Recent
from gateway.engine.scope import scoped_version
from gateway.engine.threads.governor import MemoryGovernor
from gateway.engine.threads.heaps import resident_bytes
from gateway.engine.together import of_group, pin_name, together
from gateway.engine.views_read import Execution, ViewReads
from planner.errors import Unsupported
from planner.postgres.functions.catalog_macros import OLDEST
from planner.tree.query_plan import AccessPath, KeySet, LeanRead, QueryPlan
from planner.tree.values import Value
from statestore.node import Store, ViewVersion
from statestore.schema import ViewSchema
from statestore.version_id import VersionId

#: Rows of more columns come faster as they are stored, which the extension reads, than out of the columnar copy.
_COPIED_COLUMNS_MAX: Final = 12


@dataclass(slots=True)
class EngineCounters:
    """What has happened since the start."""

    lean_blocks: int = 0
    row_blocks: int = 0
    lean_streams: int = 0
    duckdb_queries: int = 0


class Sources:
    """Makes them over the node's store."""

    def __init__(self, store: Store, options: EngineOptions, copy_folder: Path | None = None) -> None:
        """*copy_folder* is for the copies of views that do not fit the memory for copies; None: they have none."""
        copy_folder = copy_folder if options.copy_file_bytes else None
        self.store = store
        self.options = options
        self.catalog = LiveCatalog(store)
        self.counters = EngineCounters()
        self.counts = Counts()
        self.recent = Recent(self.counts)
        self.memory = MemoryGovernor(
            options.process_bytes_max, lambda: resident_bytes() + self.engine_pool.functions.resident_bytes()
        )
        self.engine_pool = EnginePool(options, copy_folder, self.memory.check_room)
        self.signals, self._tables = self.engine_pool.common.signals, self.engine_pool.tables
        database = self.engine_pool.common.database
        files = None if copy_folder is None else CopyFiles(database, copy_folder, options.copy_file_bytes)
        self.copies = Copies(database, options.copy_bytes, store.current, files, self.memory.check_room)

    def version_of(self, view: str, context: QueryContext) -> ViewVersion:
        """The version at which this execution reads the view. Raises ViewNotFound, ShardRestoring, StaleRead, FragmentRefused."""
        if context.fragment is not None:
            return scoped_version(self.store, view, context.fragment)
        if context.snapshot is None:
            return self._choose(view, context)
        pinned = context.snapshot.pin(pin_name(self.store, view), lambda: self._choose(view, context))
        return widened(of_group(pinned, view), self.store)

    def selected(self, view: str, context: QueryContext) -> VersionId:
        """The version that a query which begins now reads, a REPEATABLE READ transaction from then on. Raises as version_of()."""
        return self.version_of(view, context).id

    def versions_of(self, views: Iterable[str], context: QueryContext) -> dict[str, ViewVersion]:
        """version_of() each of the views, at one version where they move together."""
        return together({view: self.version_of(view, context) for view in sorted(views)}, context.settings.bounds)

    def _choose(self, view: str, context: QueryContext) -> ViewVersion:
        bounds = context.settings.bounds
        return self.store.current(view) if bounds is None else bounds.choose(self.store, view, context.now_us)

    def duck_source(self, plan: QueryPlan, params: tuple[Value, ...], context: QueryContext) -> DuckSource:
        """An execution in DuckDB, not begun."""
        names = {r.relation.name for r in plan.reads}
        pinned = self._is_pinned(context)
        shards = {} if context.fragment is None else context.fragment.shards
        again = None if pinned else partial(self.versions_of, names, context)
        versions = self.versions_of(names, context)
        for read in plan.reads:
            check_planned(read.relation.view, versions[read.relation.name])
        execution = Execution(params, context.now_us, versions, pinned, context.cancel, shards, again)
        return self.duck_over(ViewReads(plan.reads, self.copies, execution), plan, params, context)

    def _is_pinned(self, context: QueryContext) -> bool:
        """Will only a certain version do?"""
        bounds = context.settings.bounds
        return context.snapshot is not None or context.fragment is not None or (bounds is not None and bounds.exact)

    def duck_over(self, relations: Relations, plan: QueryPlan, params: tuple[Value, ...], context: QueryContext) -> DuckSource:
        """An execution in DuckDB over *relations* and system tables, not begun."""
        state, settings = self.catalog.state, context.settings
        overview = context.overview or self.overview(plan)
        versions = self.store.views()
        grants = self.catalog.guard.of(settings.plan.user)
        session, guarding = context.session, self.catalog.guard.grants
        if context.snapshot is not None and OLDEST in plan.duckdb_sql:
            # A stream that begins at this position is to go on from what the transaction reads later.
            for view in state.views:
                if view.is_published and view.name in versions:
                    self.selected(view.name, context)
        system = SystemReads(
            self._tables,
            state,
            self.store,
            versions,
            settings,
            session,
            overview,
            self.recent,
            grants,
            guarding=guarding,
            snapshot=context.snapshot,
        )
        return DuckSource(self.engine_pool, DuckQuery(plan, params, context.now_us, relations, system.seen(), context.cancel))

    def overview(self, plan: QueryPlan) -> Overview:
        """What the plan's system tables show of the nodes, as this one knows them."""
        return alone(sum(v.schema.shards for v in self.store.views().values())) if reads_overview(plan) else NO_OVERVIEW

    def result_source(self, plan: QueryPlan, params: tuple[Value, ...], context: QueryContext) -> ResultSource:
        """An execution as Arrow batches, not begun; read it with Steps (workers.py). QueryContext.copy says if keys are wanted.

        Raises Unsupported.
        """
        with_keys = context.copy is not None and context.copy.keys
        late = plan.lean is not None and (lean.is_heavy(plan, params) or not lean.is_ordered(plan.lean))
        if plan.lean is not None and not with_keys and context.fragment is None and late:
            return self._late(plan.lean, params, context)
        if plan.lean is not None and not (with_keys and not lean.has_key(plan.lean)):
            version, keys, bounds = self._lean_read(plan.lean, params, context)
            if with_keys or not self.reads_copy(plan, version, keys, bounds, context):
                self.counters.lean_streams += 1
                return lean.LeanSource(plan.lean, version, keys, bounds, context.cancel, with_keys=with_keys)
        if with_keys:
            raise Unsupported("COPY keys available only for keyed reads of one view that has a key")
        self.counters.duckdb_queries += 1
        return self.duck_source(plan, params, context)

    def reads_copy(
        self,
        plan: QueryPlan,
        version: ViewVersion,
        keys: KeySet,
        bounds: tuple[int, int | None],
        context: QueryContext,
        *,
        stored: bool = False,
    ) -> bool:
        """Is a keyed read one of whole shards in no order, which come several times as fast out of the columnar copy?

        Not where columns are many and rows would be read as they are *stored*, for stored_rows(), and not through Arrow. A
        fragment always takes them from there, because other fragments want the copy as well.
        """
        assert plan.lean is not None, "it is a keyed read"
        if (
            keys.access not in (AccessPath.SOME_SHARDS, AccessPath.ALL_SHARDS)
            or plan.lean.descending is not None
            or bounds != (0, None)
        ):
            return False
        if context.fragment is not None:
            return True
        if keys.access is AccessPath.SOME_SHARDS or not lean.is_ordered(plan.lean):
            return False
        if stored and len(plan.lean.outputs) > _COPIED_COLUMNS_MAX:
            return False
        return self.copies.serves(version, frozenset(plan.lean.read.columns), pinned=self._is_pinned(context))

    def stored_source(
        self, plan: QueryPlan, params: tuple[Value, ...], context: QueryContext
    ) -> tuple[lean.LeanSource, ViewSchema, tuple[int, ...]] | None:
        """A keyed read's rows as they are stored, for stored_rows(), with the view and the columns; None of other queries."""
        read = plan.lean
        if read is None or lean.is_heavy(plan, params) or not lean.is_ordered(read):
            return None
        version, keys, bounds = self._lean_read(read, params, context)
        if not is_native(version.schema) or self.reads_copy(plan, version, keys, bounds, context, stored=True):
            return None
        self.counters.lean_streams += 1
        return lean.LeanSource(read, version, keys, bounds, context.cancel, stored=True), version.schema, read.outputs

    def explain_source(self, prepared: PreparedQuery, params: tuple[Value, ...], context: QueryContext) -> ExplainSource:
        """An execution of EXPLAIN on this node alone, not begun."""
        plan, statement = prepared.plan, prepared.explained
        assert statement is not None
        duck = self.duck_source(plan, params, context)

        def run() -> tuple[BatchSource, Callable[[], list[ReadFacts]]]:
            if plan.lean is None:
                return duck, lambda: duck.facts
            version, keys, bounds = self._lean_read(plan.lean, params, context)
            if self.reads_copy(plan, version, keys, bounds, context, stored=is_native(version.schema)):
                return duck, lambda: duck.facts
            source = lean.LeanSource(plan.lean, version, keys, bounds, context.cancel)
            return source, lambda: source.facts

        grants = self.catalog.guard.of(context.settings.plan.user)
        return ExplainSource(statement, plan, prepared.planning_ms, params, context.now_us, duck.versions, run, grants)

    def _lean_read(
        self, read: LeanRead, params: tuple[Value, ...], context: QueryContext
    ) -> tuple[ViewVersion, KeySet, tuple[int, int | None]]:
        version = self.version_of(read.read.relation.name, context)
        check_planned(read.read.relation.view, version)
        return version, _lean_keys(read, version, params, context), lean.window(read, params)

    def _late(self, read: LeanRead, params: tuple[Value, ...], context: QueryContext) -> lean.LateSource:
        name = read.read.relation.name
        chosen, bounds = [self.version_of(name, context)], lean.window(read, params)
        pinned = self._is_pinned(context)

        def make() -> lean.LeanSource:
            version = chosen.pop() if chosen else self.version_of(name, context)
            return lean.LeanSource(read, version, _lean_keys(read, version, params, context), bounds, context.cancel)

        self.counters.lean_streams += 1
        return lean.LateSource(make, anew=not pinned)


def _lean_keys(read: LeanRead, version: ViewVersion, params: tuple[Value, ...], context: QueryContext) -> KeySet:
    keys = read.read.constraint.resolve(params, context.now_us)
    if context.fragment is not None:
        keys = within(keys, context.fragment.shards.get(read.read.relation.name))
    return pruned(keys, version)
