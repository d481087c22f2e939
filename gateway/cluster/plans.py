"""Plans of queries as a cluster runs them: made when first needed, kept beside the plan of the whole query."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from planner.bound import BoundQuery, Param, Scan
from planner.constrain import Constraints
from planner.lower import lower
from planner.plan import Constraint, PlanSettings, QueryPlan
from planner.planner import assemble
from planner.split import Fragment, SplitPlan, split
from planner.split.walk import scans_of
from planner.values import Value

KEPT_MAX: Final = 1_024


@dataclass(frozen=True, slots=True)
class ClusterPlan:
    """A plan, how it is split, its scans of views, and what it says about the key of each, by the scan's source."""

    plan: QueryPlan
    settings: PlanSettings
    split: SplitPlan
    scans: tuple[Scan, ...]
    constraints: Mapping[int, Constraint]
    _of_fragments: dict[str, QueryPlan] = field(default_factory=dict)

    @classmethod
    def of(cls, plan: QueryPlan, settings: PlanSettings) -> ClusterPlan:
        """Split a plan; takes milliseconds. *settings* are those it was made with."""
        constraints = Constraints(plan.bound, settings)
        scans = tuple(scan for scan in scans_of(plan.bound.query) if scan.relation.view is not None)
        return cls(plan, settings, split(plan.bound, settings), scans, {scan.source: constraints.of(scan) for scan in scans})

    def of_fragment(self, fragment: Fragment, params: Sequence[Value]) -> QueryPlan:
        """The plan of a fragment, for this node; takes a millisecond the first time."""
        known = self._of_fragments.get(fragment.slot)
        if known is not None:
            return known
        query = fragment.query_with(params)
        bound = BoundQuery(query, self.plan.parameters, tuple(scans_of(query)))
        made = assemble(bound, lower(bound, self.settings), self.settings, self.plan.catalog_generation)
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
