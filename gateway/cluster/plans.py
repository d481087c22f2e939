"""Plans of queries as a cluster runs them: made when first needed, kept beside the plan of the whole query."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pyarrow as pa

from gateway.cluster.merging.grouping import ArrowGrouping, grouping
from gateway.codecs.copy_formats import mismatch
from planner.distribute.split import Fragment, SplitPlan, split
from planner.plan.planner import assemble
from planner.postgres.deparse import KnownValues, deparse
from planner.prune.constrain import Constraints
from planner.tree.bound import BoundQuery, OutputColumn, Param, Scan
from planner.tree.query_plan import Constraint, PlanSettings, QueryPlan
from planner.tree.values import Value
from planner.tree.walk import scans_of

KEPT_MAX: Final = 1_024


@dataclass(frozen=True, slots=True)
class ClusterPlan:
    """A plan, how it is split, its scans of views, and what it says about the key of each, by the scan's source.

    *grouping* makes the merge where that needs no DuckDB. Texts and shards that are the same in every execution are kept.
    """

    plan: QueryPlan
    settings: PlanSettings
    split: SplitPlan
    scans: tuple[Scan, ...]
    constraints: Mapping[int, Constraint]
    grouping: ArrowGrouping | None
    _texts: dict[str, str] = field(default_factory=dict)
    _shards: dict[int, frozenset[int]] = field(default_factory=dict)
    _of_fragments: dict[str, QueryPlan] = field(default_factory=dict)
    _right_schemas: dict[tuple[int, bool], pa.Schema] = field(default_factory=dict)

    @classmethod
    def of(cls, plan: QueryPlan, settings: PlanSettings) -> ClusterPlan:
        """Split a plan; takes milliseconds. *settings* are those it was made with."""
        constraints = Constraints(plan.bound, settings)
        scans = tuple(scan for scan in scans_of(plan.bound.query) if scan.relation.view is not None)
        parts = split(plan.bound, settings)
        return cls(plan, settings, parts, scans, {scan.source: constraints.of(scan) for scan in scans}, grouping(parts))

    @property
    def is_at_hand(self) -> bool:
        """Are the texts and shards of any execution known, so that nothing of it takes time?"""
        return len(self._texts) == len(self.split.fragments) and len(self._shards) == len(self.constraints)

    def shards(self, params: Sequence[Value], now_us: int) -> Mapping[int, frozenset[int]]:
        """The shards that each scan reads in an execution, by the scan's source."""
        if self._shards:
            return self._shards
        found = {source: frozenset(of.resolve(tuple(params), now_us).shards) for source, of in self.constraints.items()}
        if self.plan.is_fixed:
            self._shards.update(found)
        return found

    def text_of(self, fragment: Fragment, values: KnownValues) -> str:
        """A fragment's SQL in an execution."""
        known = self._texts.get(fragment.slot)
        if known is not None:
            return known
        query = fragment.query_with(values.params)
        text = deparse(query, values)
        if self.plan.is_fixed and text == deparse(query):  # nothing of the session is written into it
            self._texts[fragment.slot] = text
        return text

    def mismatch(self, slot: int, columns: Sequence[OutputColumn], found: pa.Schema, *, keys: bool) -> str:
        """As copy_formats.mismatch(), for what other nodes send for the fragment *slot*: the same every time."""
        known = self._right_schemas.get((slot, keys))
        if known is not None and found.equals(known):
            return ""
        wrong = mismatch(columns, found, keys=keys)
        if not wrong:
            self._right_schemas[slot, keys] = found
        return wrong

    def of_fragment(self, fragment: Fragment, params: Sequence[Value]) -> QueryPlan:
        """The plan of a fragment, for this node; takes a millisecond the first time."""
        known = self._of_fragments.get(fragment.slot)
        if known is not None:
            return known
        query = fragment.query_with(params)
        bound = BoundQuery(query, self.plan.parameters, tuple(scans_of(query)))
        made = assemble(bound, self.settings, self.plan.catalog_generation)
        first = fragment.first
        if first is None or not any(isinstance(of, Param) for of in (first.limit, first.offset)):
            self._of_fragments[fragment.slot] = made
        return made


class ClusterPlans:
    """The plans used last. Any thread; two threads may make the same one at once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, ClusterPlan] = OrderedDict()

    def known(self, plan: QueryPlan) -> ClusterPlan | None:
        """The plan's, where it was made before."""
        return self._kept.get(id(plan))

    def of(self, plan: QueryPlan, settings: PlanSettings) -> ClusterPlan:
        """The plan's. Raises PlanError."""
        found = self._kept.get(id(plan))
        if found is None:
            found = ClusterPlan.of(plan, settings)
            # The entry holds the plan, so that its id stays its own.
            self._kept[id(plan)] = found
            while len(self._kept) > KEPT_MAX:
                self._kept.popitem(last=False)
        return found
