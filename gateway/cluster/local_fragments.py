"""Runs fragments on this node for queries of its own: as a peer would, but without SQL text, sockets and serialised rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from gateway.cluster.membership.ports import FragmentOutcome, FragmentSink, FragmentTask
from gateway.codecs.copy_formats import ArrowRows
from gateway.contract.cancel import CancelReason, CancelToken
from gateway.contract.engine import CopyOutput, FragmentScope, QueryContext
from gateway.engine.keyed.batch_source import ResultSource
from gateway.engine.options import VERSION_WAIT_S
from gateway.engine.scope import check_scope, has_reached, wait_until_reached
from gateway.engine.workers import Steps
from gateway.errors import FragmentRefused
from planner.tree.query_plan import QueryPlan
from planner.tree.statement import CopyForm
from planner.tree.values import Value
from statestore.errors import CorruptFile, ShardNotHeld, VersionNotKept

if TYPE_CHECKING:
    from gateway.engine.engine import ReadEngine

_ARROW: Final = CopyForm("arrow")


@dataclass(frozen=True, slots=True)
class PlannedTask(FragmentTask):
    """A fragment, and what a run on this node needs besides: its plan and the query's circumstances."""

    plan: Callable[[], QueryPlan] = field(kw_only=True)
    params: tuple[Value, ...] = field(kw_only=True)
    context: QueryContext = field(kw_only=True)


class LocalFragments:
    """Implements ports.FragmentRunner."""

    def __init__(self, engine: ReadEngine) -> None:
        self._engine = engine

    async def run(self, task: FragmentTask, deadline_s: float | None, sink: FragmentSink) -> FragmentOutcome:
        """See FragmentRunner. Dispatch sees to the deadline. Raises FragmentRefused."""
        assert isinstance(task, PlannedTask)
        store, scope = self._engine.store, FragmentScope(task.versions, task.shards)
        if not has_reached(store, scope):
            await wait_until_reached(store, scope, VERSION_WAIT_S)
        check_scope(store, scope)
        try:
            return await self._run(task, scope, sink)
        except (ShardNotHeld, CorruptFile) as error:
            raise FragmentRefused("not held", error.message) from error
        except VersionNotKept as error:
            raise FragmentRefused("not kept", error.message) from error

    async def _run(self, task: PlannedTask, scope: FragmentScope, sink: FragmentSink) -> FragmentOutcome:
        plan, context, token = task.plan(), task.context, CancelToken()
        output = CopyOutput(_ARROW, keys=task.keys)
        circumstances = QueryContext(context.now_us, context.settings, token, context.session, copy=output, fragment=scope)
        source = self._engine.result_source(plan, task.params, circumstances)
        steps = Steps(self._engine.workers, token, source.interrupt)
        rows = _FittedRows(source, plan, keys=task.keys)
        total = size_bytes = 0
        try:
            while (batch := await steps.run(rows.read)) is not None:
                if batch.num_rows:
                    total, size_bytes = total + batch.num_rows, size_bytes + batch.nbytes
                    await sink.write(batch)
                if source.ended:
                    break
            return FragmentOutcome(total, size_bytes)
        finally:
            token.cancel(CancelReason.USER)
            await steps.close()
            self._engine.workers.dispose(source)


class _FittedRows:
    """A source's batches as a peer would send them, in a worker thread."""

    def __init__(self, source: ResultSource, plan: QueryPlan, *, keys: bool) -> None:
        self._source, self._plan, self._keys = source, plan, keys
        self._rows: ArrowRows | None = None

    def read(self) -> pa.RecordBatch | None:
        batch = self._source.read()
        if batch is None:
            return None
        if self._rows is None:
            self._rows = ArrowRows(self._plan.columns, batch.schema, keys=self._keys)
        return self._rows.fitted(batch)
