"""EXPLAIN [ANALYZE] of queries that other nodes have a part in."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from gateway.cluster.dispatching.attempt import Reach
from gateway.cluster.dispatching.coverage import Cell, Coverage, SelectedVersions, assign, cells_of
from gateway.cluster.dispatching.request import DispatchRequest, Unit
from gateway.cluster.dispatching.version_selection import NoVersionFits, VersionSelector
from gateway.cluster.fragments import WHOLE, ClusterExecution
from gateway.cluster.merging.gather import Flow
from gateway.cluster.seeing import overview_of, with_contents
from gateway.cluster.source import ClusterSource
from gateway.contract.engine import QueryContext
from gateway.engine.explain import ExplainSource, rendered
from gateway.engine.prepared import DISTRIBUTED, PreparedQuery
from gateway.engine.recent import FragmentRun, QueryRun, ViewsRead
from gateway.engine.sizes import sizes_of
from gateway.engine.workers import Steps
from planner.errors import Unsupported
from planner.plan.explain import Distribution, ExplainedRead, Facts, ReadSize, TaskFacts
from planner.tree.query_plan import QueryPlan, SourceRead
from planner.tree.values import Value
from statestore.version_id import VersionId

if TYPE_CHECKING:
    from gateway.cluster.engine import ClusterEngine


class ClusterExplain:
    """A streams.AsyncSource of EXPLAIN's lines. *run* is the record of this execution."""

    def __init__(self, engine: ClusterEngine, prepared: PreparedQuery, params: tuple[Value, ...], context: QueryContext) -> None:
        assert prepared.explained is not None
        self._engine, self._prepared, self._params, self._context = engine, prepared, params, context
        self._statement, self._plan = prepared.explained, prepared.plan
        self._steps = Steps(engine.workers, context.cancel, self._interrupt)
        self._local: ExplainSource | None = None
        self._running: ClusterSource | None = None
        self._schema: pa.Schema | None = None
        self._sizes: dict[str, ReadSize] = {}
        self.run: QueryRun | None = None

    async def read(self) -> pa.RecordBatch | None:
        """See AsyncSource."""
        if self._schema is not None:
            return None
        batch = await self._read()
        self._schema = batch.schema
        return batch

    @property
    def schema(self) -> pa.Schema:
        """See AsyncSource."""
        assert self._schema is not None, "not read yet"
        return self._schema

    async def close(self) -> None:
        """See AsyncSource."""
        if self._running is not None:
            await self._running.close()
        await self._steps.close()
        if self._local is not None:
            self._engine.workers.submit(self._local.close)
            self._local = None

    def views_read(self) -> ViewsRead:
        """What ANALYZE has read; the plan is that of what is explained."""
        read = ViewsRead() if self._running is None else self._running.views_read()
        return replace(read, plan=DISTRIBUTED if self._local is None else "nothing")

    def _interrupt(self) -> None:
        if self._local is not None:
            self._local.interrupt()

    # ------------------------------------------------------------------------------------------------------------ describing

    async def _read(self) -> pa.RecordBatch:
        execution = await self._steps.run(self._execution)
        if self._engine.has_all(execution.shards, self._context):
            return await self._here()
        costs = self._statement.costs
        facts = Facts(verbose=self._statement.verbose, planning_ms=self._prepared.planning_ms, costs=costs)
        self._sizes = await self._expected() if costs else {}
        facts = await self._analyzed(facts, execution) if self._statement.analyze else await self._previewed(facts, execution)
        return rendered(self._statement, self._plan, self._params, self._context.now_us, facts)

    async def _expected(self) -> dict[str, ReadSize]:
        """What is to be read, by what this node has and what the others tell of their shards."""
        engine, context = self._engine, self._context
        overview = await with_contents(overview_of(engine.node), engine.reach)
        versions, now_us = engine.store.views(), context.now_us
        grants = engine.catalog.guard.of(context.settings.plan.user)
        return await self._steps.run(lambda: sizes_of(self._plan, self._params, now_us, versions, grants, overview))

    def _execution(self) -> ClusterExecution:
        found = ClusterExecution(
            self._engine.cluster_plans.of(self._plan, self._context.settings.plan), self._params, self._context
        )
        _ = found.shards
        return found

    async def _here(self) -> pa.RecordBatch:
        """As on a single node."""
        self._local = self._engine.explain_source(self._prepared, self._params, self._context)
        batch = await self._steps.run(self._local.read)
        assert batch is not None
        return batch

    async def _previewed(self, facts: Facts, execution: ClusterExecution) -> Facts:
        if not self._plan.system_reads and self._plan.lean is None:
            places = self._engine.places(execution.shards, self._context)
            if places and (sql := await self._steps.run(lambda: _whole_sql(execution))) is not None:
                task = self._task(WHOLE, places[0].node, sql, execution.shards)
                versions = {view: v.version for view, v in places[0].versions.items()}
                return self._with(facts, Distribution(execution.plan.split, [task], versions, whole=True))
        units = await self._steps.run(execution.units)
        planned, found = preview(self._engine.reach, self._engine.request(units, Flow(()), self._context, None))
        versions = {view: v.version for view, v in found.items()}
        tasks = [
            self._task(units[p.unit].slot, p.node, units[p.unit].make(number=1, versions={}, shards={}, timeout_ms=0).sql, p.shards)
            for p in planned
        ]
        return self._with(facts, Distribution(execution.plan.split, tasks, versions))

    async def _analyzed(self, facts: Facts, execution: ClusterExecution) -> Facts:
        source = self._running = ClusterSource(self._engine, self._plan, self._params, self._context)
        source.run = self.run
        begun_s, rows = time.perf_counter(), 0
        while (batch := await source.read()) is not None:
            rows += batch.num_rows
        took_ms = (time.perf_counter() - begun_s) * 1000
        ran = [] if self.run is None else [f for f in self.run.fragments if f.state != "given up"]
        found = source.result
        spread = Distribution(
            execution.plan.split,
            [self._ran(f) for f in ran],
            source.views_read().versions,
            retries=0 if self.run is None else len(self.run.fragments) - len(ran),
            restarts=None if found is None else found.restarts,
            missing=None if found is None else found.missing,
            whole=any(f.slot == WHOLE for f in ran),
        )
        return replace(self._with(facts, spread), rows=rows, execution_ms=took_ms)

    def _with(self, facts: Facts, found: Distribution) -> Facts:
        reads = {r.slot: self._facts(r, found.versions.get(r.relation.name)) for r in self._plan.reads}
        return replace(facts, reads=reads, distribution=found)

    def _facts(self, read: SourceRead, version: int | None) -> ExplainedRead:
        """What has expired is told where this node has the version, too."""
        newest = self._engine.store.views().get(read.relation.name)
        kept = () if newest is None else self._engine.store.versions(read.relation.name)
        expired = next((v.expired_before_us for v in reversed(kept) if v.version == version), None)
        return ExplainedRead(version, self._sizes.get(read.slot), expired)

    def _ran(self, run: FragmentRun) -> TaskFacts:
        task = self._task(run.slot, run.node, run.sql, run.shards)
        return replace(task, rows=run.rows, bytes=run.bytes, time_ms=run.elapsed_ms)

    def _task(self, slot: int, node: str, sql: str, shards: Mapping[str, frozenset[int]]) -> TaskFacts:
        return TaskFacts(max(slot, 0), self._named(node), sql, shards, _totals(self._plan))

    def _named(self, node: str) -> str:
        roster = self._engine.reach.roster
        if node == NOBODY:
            return "none: no live node has these shards"
        peer = roster.peer(node)
        address = roster.identity.address if node == roster.identity.name else None if peer is None else peer.address
        return node if address is None else f"{node} at {address}"


def _whole_sql(execution: ClusterExecution) -> str | None:
    try:
        return execution.whole_sql()
    except Unsupported:
        return None


def _totals(plan: QueryPlan) -> dict[str, int]:
    return {r.relation.name: r.relation.view.shards for r in plan.reads if r.relation.view is not None}


# ------------------------------------------------------------------------------------------------------------- preview
# Where the fragments of a query would run now: what Dispatch would begin with.

#: Stands for the node of shards that no live node can serve.
NOBODY: Final = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """A fragment and the node it would go to. *unit* is the unit's index in the request."""

    unit: int
    node: str
    shards: Mapping[str, frozenset[int]]


def preview(reach: Reach, request: DispatchRequest) -> tuple[list[Planned], Mapping[str, VersionId]]:
    """The fragments, and the versions of the views; this node's own where there are none that all nodes can serve."""
    selected = _selected(reach, request)
    coverage = Coverage(reach.roster, request.units, selected)
    found: list[Planned] = []
    for index, unit in enumerate(request.units):
        nodes = {cell: coverage.nodes(cell) for cell in cells_of(request.units) if cell.unit == index}
        given = assign({cell: names for cell, names in nodes.items() if names}, reach.roster.identity.name, reach.roster.rank)
        lost = [cell for cell, names in nodes.items() if not names]
        found += [_planned(index, unit, node, cells) for node, cells in given.items()]
        found += [_planned(index, unit, NOBODY, lost)] if lost else []
    return found, selected.versions


def _selected(reach: Reach, request: DispatchRequest) -> SelectedVersions:
    try:
        return VersionSelector(reach.roster, reach.store).select(request)
    except NoVersionFits:
        views = dict.fromkeys(view for unit in request.units for view in unit.shards)
        held = {view: reach.store.view(view) for view in views}
        return SelectedVersions({view: h.status.current for view, h in held.items() if h is not None})


def _planned(index: int, unit: Unit, node: str, cells: Sequence[Cell]) -> Planned:
    numbers = frozenset(cell.shard for cell in cells)
    return Planned(index, node, {view: numbers & wanted for view, wanted in unit.shards.items()})
