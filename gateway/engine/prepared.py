"""A planned query, and what its executions count as. Implements contract.Prepared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gateway.contract.engine import PointReader, QueryContext, ReadSettings
from gateway.contract.remote import FORWARDED
from gateway.engine.duck.source import DuckSource
from gateway.engine.explain import output_column
from gateway.engine.keyed import lean
from gateway.engine.keyed.batch_source import BatchSource
from gateway.engine.keyed.reading import ReadFacts
from gateway.engine.recent import ViewsRead
from gateway.engine.rows.reading import is_for_rows, row_reads
from gateway.engine.threads.admission import Class
from planner.plan.planner import as_declared
from planner.rows.session_values import values_of
from planner.tree.bound import OutputColumn
from planner.tree.query_plan import AccessPath, QueryPlan
from planner.tree.statement import ExplainStatement, SelectStatement
from planner.tree.types import SqlType
from planner.tree.values import Value

if TYPE_CHECKING:
    from gateway.engine.engine import ReadEngine


@dataclass(frozen=True, slots=True)
class PreparedQuery:
    """Implements contract.Prepared. *sql* is the query's own text.

    *declared* are its parameters' types as OIDs (0: inferred). With a shared plan *constants* are values of that one's parameters,
    and *statement* is what can be planned by itself. *trace* is SelectStatement's.
    """

    engine: ReadEngine
    plan: QueryPlan
    sql: str = ""
    explained: ExplainStatement | None = None
    planning_ms: float = 0.0
    declared: tuple[int, ...] = ()
    constants: tuple[Value, ...] = ()
    statement: SelectStatement | None = None
    trace: str = ""

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        """The result's columns."""
        return self.plan.columns if self.explained is None else (output_column(self.explained),)

    @property
    def parameters(self) -> tuple[SqlType, ...]:
        """Types of $1 …"""
        return () if self.constants else as_declared(self.plan.parameters, self.declared)

    @property
    def generation(self) -> int:
        """Engine.generation at planning."""
        return self.plan.catalog_generation

    @property
    def keyed_view(self) -> str | None:
        """See contract.Prepared."""
        keyed = self.plan.keyed
        return None if keyed is None else keyed.relation.name

    @property
    def is_point(self) -> bool:
        """See contract.Prepared."""
        keyed = self.plan.keyed
        return keyed is not None and getattr(keyed.constraint, "point_key", None) is not None

    @property
    def shared(self) -> QueryPlan | None:
        """See contract.Prepared."""
        return self.plan if self.constants else None

    def point_reader(self, formats: tuple[int, ...], settings: ReadSettings, now_us: Callable[[], int]) -> PointReader | None:
        """See contract.Prepared."""
        reader, constants = self._reader(formats, settings, now_us), self.constants
        return reader if reader is None or not constants else lambda params: reader(params or constants)

    def _reader(self, formats: tuple[int, ...], settings: ReadSettings, now_us: Callable[[], int]) -> PointReader | None:
        plan, store = self.plan, self.engine.store
        if self.explained is not None or settings.bounds is not None:
            return None
        elsewhere = self.engine.forwarder is not None and settings.values.get(FORWARDED) != "on"
        point = None if plan.lean is None else lean.point_reader(plan.lean, store, formats, settings.style, elsewhere=elsewhere)
        if point is not None or plan.rows is None:
            return point
        newest = store.views()
        if not is_for_rows(plan.rows, [newest.get(view.name) for view in plan.rows.views]):
            return None
        reads, asked = row_reads(plan.rows, formats, settings.style), plan.rows.settings
        if not asked:
            return reads.point_reader(store, now_us if plan.uses_now else None, elsewhere=elsewhere)
        values = None if any(one.sets for one in asked) else values_of(asked, settings.values)
        if values is None:
            return None
        # Another node does not know the session's settings.
        reader = reads.point_reader(store, now_us if plan.uses_now else None, elsewhere=False)
        return lambda params: reader((*params, *values))


def class_of(plan: QueryPlan, context: QueryContext) -> Class:
    """What the execution counts as where not everything may run at once."""
    if context.fragment is not None:
        return "fragments"
    point_key = None if plan.lean is None else getattr(plan.lean.read.constraint, "point_key", None)
    return "scans" if point_key is None else "points"


def kind_of(prepared: PreparedQuery, context: QueryContext) -> str:
    """What tidegate.queries calls the execution."""
    if context.fragment is not None:
        return "fragment"
    if context.copy is not None:
        return "copy"
    if prepared.explained is not None:
        return "explain"
    return "catalog" if prepared.plan.system_reads and not prepared.plan.reads else "query"


#: What metrics call the ways to a view's rows, the dearest last.
_PLANS: Final = {
    AccessPath.NOTHING: "nothing", AccessPath.POINT: "point", AccessPath.MULTI_GET: "multi-get", AccessPath.RANGE: "range",
    AccessPath.SOME_SHARDS: "scan", AccessPath.ALL_SHARDS: "scan",
}  # fmt: skip
#: Over several nodes, whatever each of them does.
DISTRIBUTED: Final = "distributed"


def read_of(facts: Sequence[ReadFacts]) -> ViewsRead:
    """What has been read on this node; its plan is that of the dearest of the reads."""
    accesses, shards = {fact.keys.access for fact in facts}, dict[str, frozenset[int]]()
    for fact in facts:
        shards[fact.view] = shards.get(fact.view, frozenset()).union(fact.keys.shards)
    plan = next((name for access, name in reversed(_PLANS.items()) if access in accesses), "nothing")
    return ViewsRead({fact.view: fact.version for fact in facts}, shards, plan)


def facts_of(source: BatchSource) -> Sequence[ReadFacts]:
    """What a source reads on this node, as far as it has begun."""
    return source.facts if isinstance(source, DuckSource | lean.LeanSource | lean.LateSource) else ()
