"""The engine of a node in a cluster: what this node holds is answered as on a single node, everything else with the others.

start ─┬─ every shard it needs is held here at one version ──→ ReadEngine
       └─ else: ClusterSource ─┬─ the same, found out in a thread ──────→ this node's own source
                               └─ split: fragments ──Dispatch──→ nodes ──→ rows as they come | by key | DuckDB over them
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import pyarrow as pa

from gateway.cluster.dispatching.attempt import Reach
from gateway.cluster.dispatching.request import Bound, DispatchRequest, DispatchResult, Unit, bounds_of, no_task
from gateway.cluster.dispatching.version_selection import NoVersionFits, VersionSelector
from gateway.cluster.explaining import ClusterExplain
from gateway.cluster.following.changes import ClusterChanges
from gateway.cluster.fragments import ClusterExecution, Shards
from gateway.cluster.local_fragments import LocalFragments
from gateway.cluster.membership.ports import QuerySink
from gateway.cluster.merging.gather import Flow, MemoryReservations
from gateway.cluster.merging.tables import FragmentTables
from gateway.cluster.node import ClusterNode
from gateway.cluster.plans import ClusterPlans
from gateway.cluster.seeing import nodes_of, overview_of, with_contents
from gateway.cluster.source import ClusterSource
from gateway.cluster.streams import ClusterCopy, ClusterRows, HereFirst
from gateway.cluster.whole import WholeHolder, places
from gateway.contract.bounds import PARTIAL_RESULTS
from gateway.contract.engine import QueryContext, RowBlock, RowStream
from gateway.contract.overview import NodeRow, Overview
from gateway.contract.setting import timeout_s
from gateway.engine.changes.query import Subscription
from gateway.engine.changes.stream import ChangeBatches
from gateway.engine.duck.source import DuckSource
from gateway.engine.duck.system import NO_OVERVIEW, reads_contents, reads_overview
from gateway.engine.engine import ReadEngine
from gateway.engine.keyed.lean import is_heavy
from gateway.engine.options import EngineOptions
from gateway.engine.prepared import PreparedQuery, class_of
from gateway.engine.recent import RecordedStream
from gateway.engine.together import of_group, pin_name
from gateway.errors import StaleRead
from planner.distribute.split import MergeQuery
from planner.tree.query_plan import QueryPlan
from planner.tree.values import Value
from statestore.errors import ShardNotHeld, VersionNotKept, VersionNotReached
from statestore.node import Store, ViewVersion
from statestore.version_id import VersionId

#: PostgreSQL's class of warnings.
WARNING: Final = "01000"


class ClusterEngine(ReadEngine):
    """Implements contract.Engine. join() comes before the first query."""

    def __init__(self, store: Store, options: EngineOptions | None = None, copy_folder: Path | None = None) -> None:
        super().__init__(store, options, copy_folder)
        self.cluster_plans = ClusterPlans()
        self.reservations = MemoryReservations(self.options.pull_bytes_max, self.options.pulls_bytes_max)
        self.local = LocalFragments(self)
        self.node: ClusterNode
        self.reach: Reach
        self._selector: VersionSelector
        self._is_whole = False

    def join(self, node: ClusterNode) -> None:
        """Ask the others through *node*, whose runner of local fragments is this engine's."""
        self.node, self.reach = node, node.reach
        self._selector = VersionSelector(node.roster, node.reach.store)
        self.heartbeat = node.status_text

    def nodes(self) -> Sequence[NodeRow]:
        """See ReadEngine."""
        return tuple(nodes_of(self.node))

    def unready(self) -> str | None:
        """See ReadEngine: what a node lacks at its start. Later, shards that come to be placed here are others' meanwhile."""
        if self._is_whole:
            return None
        placement, name = self.node.roster.placement, self.node.roster.identity.name
        for version in self.store.views().values():
            wanted = placement.wanted(version.schema, name) if placement.members else range(version.schema.shards)
            if not version.held.issuperset(wanted):
                return "shards that are placed here are not here yet" if placement.members else "the members are not known yet"
        self._is_whole = bool(placement.members)
        return None

    # ------------------------------------------------------------------------------------------------------------- opening

    def start(
        self, prepared: PreparedQuery, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowBlock | RowStream:
        """See ReadEngine."""
        plan = prepared.plan
        if context.fragment is not None or len(params) < len(plan.parameters):
            return super().start(prepared, params, formats, context)
        if self._is_here(plan, params, context):
            # In between, the store may have gone on to a version without one of the shards.
            with suppress(ShardNotHeld):
                found = super().start(prepared, params, formats, context)
                if isinstance(found, RowBlock):
                    return found
                return HereFirst(found, lambda: self._everywhere(prepared, params, formats, context))
        return self._everywhere(prepared, params, formats, context)

    def _everywhere(
        self, prepared: PreparedQuery, params: tuple[Value, ...], formats: tuple[int, ...], context: QueryContext
    ) -> RowStream:
        plan = prepared.plan
        source: ClusterSource | ClusterExplain
        if prepared.explained is None:
            source = ClusterSource(self, plan, params, context)
        else:
            source = ClusterExplain(self, prepared, params, context)
        if context.copy is not None:
            copies = self.copy_encoder(plan, context.copy, context)
            stream: ClusterRows = ClusterCopy(source, copies, self.workers, context.cancel)
        else:
            rows = self.row_encoders(prepared.columns, context)
            stream = ClusterRows(source, rows, formats, self.workers, context.cancel, class_of(plan, context))
        source.run = self.begun(prepared, params, context)
        return RecordedStream(stream, self.recent, source.run, source.views_read)

    def changes(self, subscription: Subscription, context: QueryContext) -> ChangeBatches:
        """See ReadEngine."""
        if context.fragment is not None:
            return super().changes(subscription, context)
        return ClusterChanges(self, subscription, context)

    def selected(self, view: str, context: QueryContext) -> VersionId:
        """The version that a query which begins now reads of all shards, wherever they are. Raises StaleRead, ViewNotFound."""
        found = self._selected(view, context) if context.snapshot is None else self._pinned(view, context)
        return found.id if isinstance(found, ViewVersion) else found

    def _is_here(self, plan: QueryPlan, params: tuple[Value, ...], context: QueryContext) -> bool:
        """Can it be told at once that this node has all that the query reads?"""
        read = plan.keyed
        if read is not None:
            if is_heavy(plan, params):
                return False
            keys = read.constraint.resolve(params, context.now_us)
            return self.has_all({read.relation.name: frozenset(keys.shards)}, context)
        if not plan.reads and not plan.system_reads:
            return True
        if reads_contents(plan):
            return False
        placement = self.node.roster.placement
        if placement.replicas < len(placement.members):
            return False
        every = {r.relation.name: frozenset(range(r.relation.view.shards)) for r in plan.reads if r.relation.view is not None}
        return self.has_all(every, context)

    def overview(self, plan: QueryPlan) -> Overview:
        """See ReadEngine."""
        return overview_of(self.node) if reads_overview(plan) else NO_OVERVIEW

    async def with_overview(self, plan: QueryPlan, context: QueryContext) -> QueryContext:
        """The context with what other nodes tell of their shards."""
        return replace(context, overview=await with_contents(self.overview(plan), self.reach))

    def has_all(self, shards: Shards, context: QueryContext) -> bool:
        """Are all these shards held here, at versions that the query may read?"""
        try:
            return all(self.version_of(view, context).held >= numbers for view, numbers in shards.items())
        except StaleRead:
            return False

    def version_of(self, view: str, context: QueryContext) -> ViewVersion:
        """See ReadEngine. Raises StaleRead also where a transaction has selected a version that is not here."""
        if context.fragment is not None or context.snapshot is None:
            return super().version_of(view, context)
        found = self._pinned(view, context)
        if isinstance(found, VersionId):
            raise StaleRead(f"version {found.version} of view {view} is on other nodes only")
        return of_group(found, view)

    def _pinned(self, view: str, context: QueryContext) -> ViewVersion | VersionId:
        """The version that a REPEATABLE READ transaction reads on every node: one that all shards can be read at.

        A version that is here is kept here as long as the transaction; on other nodes it goes when it is too old for them.
        """
        assert context.snapshot is not None
        return context.snapshot.pin(pin_name(self.store, view), lambda: self._selected(view, context))

    def _selected(self, view: str, context: QueryContext) -> ViewVersion | VersionId:
        current = self.store.current(view)
        tables = [current] if current.group is None else [of_group(current, table) for table in current.group.names]
        shards = {table.schema.name: frozenset(range(len(table.shards))) for table in tables}
        units = tuple(Unit(at, {name: numbers}, no_task) for at, (name, numbers) in enumerate(shards.items()))
        bounds = bounds_of(self.store, shards, context, {})
        try:
            versions = self._selector.select(DispatchRequest(units, Flow(()), None, bounds)).versions
            found = versions[view]
            return self.store.at(view, found.version, found.committed_at_us or None, found.view_id)
        except (VersionNotKept, VersionNotReached):
            return versions[view]
        except NoVersionFits:
            # The query itself will say what is missing, or wait for it.
            return super().version_of(view, replace(context, snapshot=None))

    # ---------------------------------------------------------------------------------------------- for a running execution

    def places(self, shards: Shards, context: QueryContext) -> list[WholeHolder]:
        """Other nodes that have all these shards at versions that the query may read. Raises VersionUnavailable."""
        return places(self.reach, shards, self.bounds(shards, context))

    def merge_source(self, merge: MergeQuery, execution: ClusterExecution, parts: Mapping[str, list[pa.RecordBatch]]) -> DuckSource:
        """A merge over fragments' rows, not begun."""
        context = execution.context
        tables = FragmentTables(merge, execution.plan.split.fragments, parts)
        self.counters.duckdb_queries += 1
        return self.duck_over(tables, merge.plan, execution.params, context)

    def request(self, units: Sequence[Unit], sink: QuerySink, context: QueryContext, deadline_s: float | None) -> DispatchRequest:
        """The execution's fragments for Dispatch."""
        views = dict.fromkeys(view for unit in units for view in unit.shards)
        bounds = self.bounds(views, context)
        partial = context.settings.values.get(PARTIAL_RESULTS) == "on"
        return DispatchRequest(units, sink, deadline_s, bounds, partial=partial)

    def bounds(self, views: Iterable[str], context: QueryContext) -> dict[str, Bound]:
        """Which versions of each view the query may read, where not any. Raises VersionUnavailable."""
        pinned = {} if context.snapshot is None else {view: self.selected(view, context) for view in views}
        return bounds_of(self.store, views, context, pinned)

    def deadline_s(self, context: QueryContext) -> float | None:
        """When the execution's time is over, if it begins now; in the loop's time."""
        left_s = timeout_s(context.settings.values.get("statement_timeout", "0"))
        return None if left_s is None else asyncio.get_running_loop().time() + left_s

    def dispatched(self, result: DispatchResult, context: QueryContext) -> None:
        """All fragments of an execution have ended well."""
        for view, shards in sorted(result.missing.items()):
            numbers = ", ".join(map(str, sorted(shards)))
            context.warn(WARNING, f"rows of view {view} are missing: no live node has its shard{'s' * (len(shards) > 1)} {numbers}")
