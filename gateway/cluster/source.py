"""One query over the cluster, as a source of batches: where it runs, its fragments, their rows, the merge.

1. Here. All shards that the keys leave are held at one version: what a single node does. Keyed reads find out in the event
  loop; other queries do so in a worker thread, for a list of keys may be long. If a shard goes meanwhile (`ShardNotHeld`), the
  query is spread instead, also a keyed read. So it is where a file of this node's turns out to be damaged (`ShardDamaged` is a
  ShardNotHeld) before the first rows: of what streams from here, too (`HereFirst`).
2. Whole. One other live node has everything: the query goes there as one fragment (`whole.py`), unless its rows would only be
  put together anyway (keyed reads) or it needs system tables, which only the coordinator has. Before a row was seen, a failure
  leads to 3.
3. Split by `planner.distribute.split`, run by Dispatch, put together by `merging.py`:
   - *Concat*: batches go on as they come. *MergeByKey*: all rows up to the least of the last keys that the unfinished fragments
     have sent are sorted by key, in a thread; nothing goes on before there is a stream for every shard.
   - *MergeQuery*: all fragments' rows as Arrow tables (`gather.Tables`), then DuckDB. `pull_bytes_max` bounds one query (54000),
     `pulls_bytes_max` all of them (53200). Groups of groups, up to ROWS_MAX (8,192) rows, need no DuckDB
     (`cluster/merging/grouping.py`): it takes 3 ms to plan what Arrow does in 0.4. Which merges are such is seen when the query
     is split; what values decide (NaN, infinity, overflow, a numeric as text) when they are here.
   - What is the same in every execution (fragments' texts, shards) is kept with the plan; then nothing before the first fragment
     needs a thread. The others' fragments are sent before this node's own begins.

- Back-pressure and retries (`gather.py`): a query's rows are kept back until `RELEASE_AFTER_BYTES` (8 MiB) of it have come,
  all of it, or as many as its LIMIT wants; from then on those of each fragment, until so many of its own have come, or all. A
  fragment of which no row was taken can be run again elsewhere; the whole query at another version, as long as none was taken at
  all. That matters: a node that stands still is found out after 350 ms, and by then the other replicas may have let the version
  go. Later failures are final (08006, 40001). A fragment that is ahead waits in `write()`.
- This node's own fragments (`local_fragments.py`) are planned from the split's tree: no SQL text, no parsing, no serialising.
  Those plans are kept beside the split plan, which is made once per plan of the whole query.
- Versions. A REPEATABLE READ transaction settles on a view's version at its first read, one that every shard can be read at.
  Here it is held as long as the transaction; other nodes keep it only as `keep_versions` and `keep_age_s` say, so a long
  transaction may end with 40001. `max_staleness` becomes a least version, by the view's log. `tidegate.partial_results = on`
  leaves out shards without a live node: WARNING 01000 names them.
- Ends. The token cancels Dispatch's task; that closes the connections to peers, which ends their executions.
  `statement_timeout` is also the fragments' own.
- Leaving. On SIGTERM a node says "leaving" for two heartbeats, so that others ask it last, and then drains.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from gateway.cluster.dispatching.request import DispatchResult, Unit
from gateway.cluster.fragments import WHOLE, ClusterExecution
from gateway.cluster.membership.ports import QuerySink
from gateway.cluster.merging.gather import Flow, MemoryReservation, Tables
from gateway.cluster.merging.in_order import AtHand, Concatenated, FragmentRows, InKeyOrder, LimitedRows
from gateway.cluster.merging.tables import no_rows
from gateway.cluster.recording import RecordingSink
from gateway.cluster.whole import WholeFailed, WholeHolder, run_whole
from gateway.contract.engine import QueryContext
from gateway.engine.duck.system import reads_contents
from gateway.engine.keyed.batch_source import ResultSource
from gateway.engine.keyed.lean import is_heavy, window
from gateway.engine.prepared import DISTRIBUTED, facts_of, read_of
from gateway.engine.recent import QueryRun, ViewsRead
from gateway.engine.workers import Steps
from planner.distribute.split import Concat, MergeByKey, MergeQuery
from planner.errors import Unsupported
from planner.tree.query_plan import QueryPlan
from planner.tree.values import Value
from statestore.errors import ShardNotHeld

if TYPE_CHECKING:
    from gateway.cluster.engine import ClusterEngine


class InThreads:
    """Rows of a BatchSource, read in worker threads; *steps* are the execution's."""

    def __init__(self, source: ResultSource, steps: Steps) -> None:
        self._source, self._steps = source, steps

    async def next(self) -> pa.RecordBatch | None:
        """See FragmentRows."""
        return None if self._source.ended else await self._steps.run(self._source.read)


class ClusterSource:
    """An AsyncSource (streams.py). Nothing begins before the first read()."""

    def __init__(self, engine: ClusterEngine, plan: QueryPlan, params: tuple[Value, ...], context: QueryContext) -> None:
        self._engine, self._plan, self._params, self._context = engine, plan, params, context
        self._source: ResultSource | None = None
        self._steps = Steps(engine.workers, context.cancel, self._interrupt)
        self._dispatch: asyncio.Task[DispatchResult] | None = None
        self._reservation = MemoryReservation(engine.reservations)
        self._is_distributed = False
        self._rows: FragmentRows | None = None
        self._schema: pa.Schema | None = None
        #: Splits the query, where it was to run as a whole.
        self._split: Callable[[], Awaitable[FragmentRows]] | None = None
        #: What was read on this node, once the source of that is gone.
        self._read_here = ViewsRead()
        self._deadline_s = engine.deadline_s(context)
        context.cancel.on_cancel(self._cancel)
        #: What came of the fragments, once they have ended; None where there were none.
        self.result: DispatchResult | None = None
        #: The record of the execution, for what its fragments do.
        self.run: QueryRun | None = None

    # ------------------------------------------------------------------------------------------------------------- reading

    async def read(self) -> pa.RecordBatch | None:
        """The next rows; None when there are no more. Raises the token's error soon after it is set."""
        try:
            if self._rows is None:
                self._rows = await self._start()
            batch = await self._first() if self._schema is None else await self._rows.next()
        except asyncio.CancelledError:
            self._context.cancel.check()
            raise
        if batch is None:
            self._finished()
        elif self._schema is None:
            self._schema = batch.schema
        return batch

    async def _first(self) -> pa.RecordBatch | None:
        """The first rows; from elsewhere, where it turns out that they cannot be had as they were to."""
        assert self._rows is not None
        try:
            return await self._rows.next()
        except (ShardNotHeld, WholeFailed):
            if self._split is None:
                raise
        self._rows, self._source = await self._split(), None
        return await self._rows.next()

    @property
    def schema(self) -> pa.Schema:
        """The batches' schema; only after the first read()."""
        if self._schema is None:
            self._schema = self._source.schema if self._source is not None else no_rows(self._plan.columns).schema
        return self._schema

    def views_read(self) -> ViewsRead:
        """What is read, as far as it is known."""
        here = self._read_here if self._source is None else read_of(facts_of(self._source))
        fragments = self.run.fragments if self.run is not None else []
        versions, shards = dict[str, int](), dict[str, frozenset[int]]()
        for fragment in fragments:
            versions |= {view: version.version for view, version in fragment.versions.items()}
            shards |= {view: shards.get(view, frozenset()) | numbers for view, numbers in fragment.shards.items()}
        if self.result is not None:
            versions = {view: version.version for view, version in self.result.versions.items()}
        plan = DISTRIBUTED if self._is_distributed else here.plan
        return ViewsRead(versions or here.versions, shards or here.shards, plan)

    async def close(self) -> None:
        """End what runs and give everything back. The token knows this object still, and this no versions any more."""
        await self._engine.workers.let_end(self._end(), self._steps)

    async def _end(self) -> None:
        if self._dispatch is not None and not self._dispatch.done():
            self._dispatch.cancel()
            await asyncio.wait([self._dispatch])
        try:
            await self._steps.close()
        finally:
            self._reservation.close()
            if self._source is not None:
                self._read_here = read_of(facts_of(self._source))
                self._engine.workers.dispose(self._source)
            self._source = self._rows = self._split = self._dispatch = None

    def _interrupt(self) -> None:
        if self._source is not None:
            self._source.interrupt()

    def _cancel(self) -> None:
        if self._dispatch is not None:
            self._dispatch.cancel()

    # ------------------------------------------------------------------------------------------------------------ starting

    async def _start(self) -> FragmentRows:
        plan, settings = self._plan, self._context.settings.plan
        if reads_contents(plan):
            self._context = await self._engine.with_overview(plan, self._context)
        known = self._engine.cluster_plans.known(plan)
        if known is None:
            known = await self._steps.run(lambda: self._engine.cluster_plans.of(plan, settings))
        execution = ClusterExecution(known, self._params, self._context)
        lean = plan.lean is not None and not is_heavy(plan, self._params)
        quick = lean or known.is_at_hand
        self._split = lambda: self._spread(execution, quick=quick)
        shards = execution.shards if quick else await self._steps.run(lambda: execution.shards)
        if self._engine.has_all(shards, self._context):
            with suppress(ShardNotHeld):  # of what is here, a file may turn out to be damaged
                return self._here()
        if not lean and not plan.system_reads and (found := self._engine.places(shards, self._context)):
            return await self._whole(execution, found)
        return await self._split()

    def _here(self) -> FragmentRows:
        self._source = self._engine.result_source(self._plan, self._params, self._context)
        return InThreads(self._source, self._steps)

    async def _whole(self, execution: ClusterExecution, found: list[WholeHolder]) -> FragmentRows:
        try:
            sql = await self._steps.run(execution.whole_sql)
        except Unsupported:
            # Something that only this session can answer; the merge is done here.
            return await self._spread(execution, quick=False)
        flow, make = Flow(()), partial(execution.task, WHOLE, sql, shards=execution.shards, timeout_ms=0)
        run = run_whole(self._engine.reach, found, make, self._recorded(flow), self._deadline_s)
        return Concatenated(flow, self._started(run))

    async def _spread(self, execution: ClusterExecution, *, quick: bool) -> FragmentRows:
        units = execution.units() if quick else await self._steps.run(execution.units)
        match execution.plan.split.merge:
            case Concat() as merge:
                flow = Flow(_numbers(units))
                offset, limit = window(merge, self._params)
                enough = None if limit is None else offset + limit
                return LimitedRows(Concatenated(flow, self._dispatched(units, flow), enough), offset, limit)
            case MergeByKey(descending) as merge:
                flow = Flow(_numbers(units))
                bounds = window(merge, self._params)
                rows = InKeyOrder(flow, self._dispatched(units, flow), self._steps.run, descending=descending)
                return LimitedRows(rows, *bounds)
            case MergeQuery() as merge:
                return await self._merged(execution, units, merge)

    async def _merged(self, execution: ClusterExecution, units: list[Unit], merge: MergeQuery) -> FragmentRows:
        tables = Tables(self._reservation)
        dispatch = self._dispatched(units, tables)
        await asyncio.wait([dispatch])
        self._context.cancel.check()
        self._take_result()
        parts = {fragment.slot: tables.batches(number) for number, fragment in enumerate(execution.plan.split.fragments)}
        grouping = execution.plan.grouping
        if grouping is not None and (found := grouping.grouped(*parts.values())) is not None:
            return AtHand(found)
        self._source = self._engine.merge_source(merge, execution, parts)
        return InThreads(self._source, self._steps)

    def _dispatched(self, units: list[Unit], sink: Flow | Tables) -> asyncio.Task[DispatchResult]:
        request = self._engine.request(units, self._recorded(sink), self._context, self._deadline_s)
        return self._started(self._engine.node.dispatch.run(request))

    def _recorded(self, sink: QuerySink) -> QuerySink:
        return sink if self.run is None else RecordingSink(self.run, sink)

    def _started(self, run: Coroutine[Any, Any, DispatchResult]) -> asyncio.Task[DispatchResult]:
        self._dispatch, self._is_distributed = asyncio.get_running_loop().create_task(run), True
        if self._context.cancel.reason is not None:
            self._dispatch.cancel()
        return self._dispatch

    # -------------------------------------------------------------------------------------------------------------- ending

    def _finished(self) -> None:
        if self._dispatch is not None and self._dispatch.done():
            self._take_result()

    def _take_result(self) -> None:
        """Note what came of the fragments, once. Raises what they failed with."""
        assert self._dispatch is not None
        if self.result is None:
            self.result = self._dispatch.result()
            if self.run is not None:
                self.run.retries = self.result.retries
            self._engine.dispatched(self.result, self._context)


def _numbers(units: list[Unit]) -> frozenset[int]:
    return frozenset[int]().union(*(shards for unit in units for shards in unit.shards.values()))
