"""One execution of a query as fragments: which shards each goes over, and the task for those that one node gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import pyarrow as pa

from gateway.cluster.dispatching.request import Unit
from gateway.cluster.local_fragments import PlannedTask
from gateway.cluster.plans import ClusterPlan
from gateway.cluster.whole import Place
from gateway.contract.engine import QueryContext
from planner.distribute.split import Fragment, MergeByKey
from planner.postgres.deparse import KnownValues, deparse
from planner.tree.query_plan import QueryPlan
from planner.tree.values import Value
from statestore.version_id import VersionId

Shards = Mapping[str, frozenset[int]]
#: The slot of a task that is the whole query.
WHOLE: Final = -1


@dataclass(frozen=True)
class ClusterExecution:
    """A plan with its parameters and circumstances. What is computed here takes time: a list of many keys, a long text."""

    plan: ClusterPlan
    params: tuple[Value, ...]
    context: QueryContext

    @cached_property
    def shards_by_source(self) -> Mapping[int, frozenset[int]]:
        """The shards that each scan has to read."""
        return self.plan.shards(self.params, self.context.now_us)

    @cached_property
    def shards(self) -> Shards:
        """The shards that are read of each view."""
        found: dict[str, frozenset[int]] = {}
        for scan in self.plan.scans:
            name = scan.relation.name
            found[name] = found.get(name, frozenset()) | self.shards_by_source[scan.source]
        return found

    @cached_property
    def values(self) -> KnownValues:
        """What is written into fragments' SQL."""
        return KnownValues(self.params, self.context.now_us, self.context.settings.plan)

    def units(self) -> list[Unit]:
        """The fragments that have shards to read."""
        made = (self._unit(number, fragment) for number, fragment in enumerate(self.plan.split.fragments))
        return [unit for unit in made if any(unit.shards.values())]

    def _unit(self, number: int, fragment: Fragment) -> Unit:
        numbers = frozenset[int]().union(*(self.shards_by_source[source] for source in fragment.sources))
        sql = self.plan.text_of(fragment, self.values)
        keys = isinstance(self.plan.split.merge, MergeByKey)
        return Unit(number, dict.fromkeys(fragment.views, numbers), TaskMaker(self, number, sql, keys=keys))

    def whole(self) -> TaskMaker:
        """What makes the task of the whole query. Raises Unsupported for what only this session can answer."""
        return TaskMaker(self, WHOLE, deparse(self.plan.plan.bound.query, self.values))


@dataclass(frozen=True)
class TaskMaker:
    """Makes the tasks of one fragment (a request.MakeTask), or of the whole query."""

    execution: ClusterExecution
    slot: int
    sql: str
    keys: bool = False

    def on(self, number: int, place: Place) -> PlannedTask:
        """The whole query's task for a node that has everything."""
        return self(number=number, versions=place.versions, shards=self.execution.shards, timeout_ms=0)

    def __call__(self, *, number: int, versions: Mapping[str, VersionId], shards: Shards, timeout_ms: int) -> PlannedTask:
        """See MakeTask."""
        execution = self.execution
        settings = execution.context.settings.plan
        return PlannedTask(
            number=number,
            slot=self.slot,
            sql=self.sql,
            versions=versions,
            shards=shards,
            timezone=settings.timezone,
            date_style=settings.date_style,
            interval_style=settings.interval_style,
            timeout_ms=timeout_ms,
            keys=self.keys,
            mismatch=self._mismatch,
            plan=self._plan,
            params=execution.params,
            context=execution.context,
        )

    def _mismatch(self, found: pa.Schema) -> str:
        """See FragmentTask."""
        plan = self.execution.plan
        columns = plan.plan.columns if self.slot == WHOLE else plan.split.fragments[self.slot].columns
        return plan.mismatch(self.slot, columns, found, keys=self.keys)

    def _plan(self) -> QueryPlan:
        plan = self.execution.plan
        return plan.of_fragment(plan.split.fragments[self.slot], self.execution.params)
