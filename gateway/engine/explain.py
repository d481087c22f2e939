"""EXPLAIN and EXPLAIN ANALYZE as executions: one text column, a row per line (or one JSON document)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

import pyarrow as pa

from gateway.access.grants import UserGrants
from gateway.engine.keyed.batch_source import BatchSource
from gateway.engine.keyed.reading import ReadFacts
from gateway.engine.sizes import sizes_of
from planner.plan.explain import ExplainedRead, Facts, explain, explain_json
from planner.tree.bound import OutputColumn
from planner.tree.query_plan import QueryPlan
from planner.tree.statement import ExplainExecuteStatement, ExplainStatement
from planner.tree.types import JSON, TEXT, SqlType
from planner.tree.values import Value
from statestore.node import ViewVersion

_LABEL: Final = "QUERY PLAN"


def output_column(statement: ExplainStatement | ExplainExecuteStatement) -> OutputColumn:
    """The result's only column."""
    return OutputColumn(_LABEL, SqlType(JSON if statement.format == "json" else TEXT))


@dataclass(eq=False)
class ExplainSource:
    """A BatchSource (batch_source.py) of the lines of one execution. *run* makes the query's own source, and gives its facts after
    it was read. *grants* are what the user may read, where that is not everything."""

    statement: ExplainStatement
    plan: QueryPlan
    planning_ms: float
    params: tuple[Value, ...]
    now_us: int
    versions: dict[str, ViewVersion]
    run: Callable[[], tuple[BatchSource, Callable[[], list[ReadFacts]]]]
    grants: UserGrants | None = None
    _running: BatchSource | None = field(default=None, init=False)
    _measured: Callable[[], list[ReadFacts]] = field(default=list, init=False)
    _done: bool = field(default=False, init=False)

    def read(self) -> pa.RecordBatch | None:
        """See BatchSource."""
        if self._done:
            return None
        costs = self.statement.costs
        facts = Facts(self._reads(), verbose=self.statement.verbose, planning_ms=self.planning_ms, costs=costs)
        if self.statement.analyze:
            facts = self._analyzed(facts)
        self._done = True
        return rendered(self.statement, self.plan, self.params, self.now_us, facts)

    def _reads(self) -> dict[str, ExplainedRead]:
        has_costs = self.statement.costs
        sizes = sizes_of(self.plan, self.params, self.now_us, self.versions, self.grants) if has_costs else {}
        versions = {r.slot: self.versions[r.relation.name] for r in self.plan.reads}
        return {slot: ExplainedRead(v.version, sizes.get(slot), v.expired_before_us) for slot, v in versions.items()}

    def _analyzed(self, facts: Facts) -> Facts:
        if self._running is None:
            self._running, self._measured = self.run()
        source = self._running
        started_s = time.perf_counter()
        rows = 0
        while (batch := source.read()) is not None:
            rows += batch.num_rows
        took_ms = (time.perf_counter() - started_s) * 1000
        found = {f.slot: replace(facts.reads[f.slot], **_told(f, self.grants)) for f in self._measured()}
        return replace(facts, reads={**facts.reads, **found}, rows=rows, execution_ms=took_ms)

    @property
    def ended(self) -> bool:
        """See BatchSource."""
        return self._done

    def interrupt(self) -> None:
        """See BatchSource."""
        if self._running is not None:
            self._running.interrupt()

    def close(self) -> None:
        """See BatchSource."""
        if self._running is not None:
            self._running.close()


def _told(facts: ReadFacts, grants: UserGrants | None) -> dict[str, Any]:
    """Rows as they are stored have all columns: how long they are is told to who may read all of them, how many to who may some."""
    rows = facts.rows if grants is None or grants.reaches(facts.view) else None
    size = facts.bytes if grants is None or grants.allows_whole(facts.view) else None
    return {"version": facts.version, "rows": rows, "bytes": size, "expired_before_us": facts.expired_before_us}


def rendered(statement: ExplainStatement, plan: QueryPlan, values: tuple[Value, ...], now_us: int, facts: Facts) -> pa.RecordBatch:
    """The result's rows. Without *values* the parameters of the plan are shown as $1 …"""
    params = values if len(values) == len(plan.parameters) else None
    if statement.format == "json":
        lines = [explain_json(plan, params, now_us, facts)]
    else:
        lines = explain(plan, params, now_us, facts)
    return pa.record_batch({"c0": pa.array(lines, pa.string())})
