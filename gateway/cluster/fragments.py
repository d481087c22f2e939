"""One execution of a query as fragments: which shards each goes over, and the task for those that one node gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

import pyarrow as pa

from gateway.cluster.dispatching.request import Unit
from gateway.cluster.local_fragments import PlannedTask
from gateway.cluster.plans import ClusterPlan
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
        make = partial(self.task, number, self.plan.text_of(fragment, self.values))
        return Unit(number, dict.fromkeys(fragment.views, numbers), make)

    def whole_sql(self) -> str:
        """The whole query. Raises Unsupported for what only this session can answer."""
        return deparse(self.plan.plan.bound.query, self.values)

    def task(
        self, slot: int, sql: str, *, number: int, versions: Mapping[str, VersionId], shards: Shards, timeout_ms: int
    ) -> PlannedTask:
        """The task of one fragment, or of the WHOLE query: see MakeTask."""
        settings = self.context.settings.plan
        return PlannedTask(
            number=number,
            slot=slot,
            sql=sql,
            versions=versions,
            shards=shards,
            timezone=settings.timezone,
            date_style=settings.date_style,
            interval_style=settings.interval_style,
            timeout_ms=timeout_ms,
            keys=self._keys(slot),
            mismatch=partial(self._mismatch, slot),
            plan=partial(self._plan, slot),
            params=self.params,
            context=self.context,
        )

    def _keys(self, slot: int) -> bool:
        return slot != WHOLE and isinstance(self.plan.split.merge, MergeByKey)

    def _mismatch(self, slot: int, found: pa.Schema) -> str:
        """See FragmentTask."""
        columns = self.plan.plan.columns if slot == WHOLE else self.plan.split.fragments[slot].columns
        return self.plan.mismatch(slot, columns, found, keys=self._keys(slot))

    def _plan(self, slot: int) -> QueryPlan:
        return self.plan.of_fragment(self.plan.split.fragments[slot], self.params)
