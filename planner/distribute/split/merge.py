"""The drafts made final: fragments with the columns that the merge needs, and the merge as a plan over their rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from planner.distribute.split.drafts import Draft, Drafts, RowsDraft
from planner.distribute.split.plan import FRAGMENT_SCHEMA, Fragment, FragmentRead, MergeQuery
from planner.lower import LoweredSql, lower
from planner.lower.state import column_needs
from planner.postgres.functions.function import NumericShape
from planner.prune.lean import KeyOrder
from planner.tree import bound as b
from planner.tree.catalog import ColumnDef, Relation
from planner.tree.query_plan import FirstRows, PlanSettings, QueryPlan, SystemRead
from planner.tree.types import SqlType, numeric_typmod
from planner.tree.walk import changed, columns_of, scans_of

ColumnId = tuple[int, int]


def merged(bound: b.BoundQuery, query: b.Query, drafts: Drafts, settings: PlanSettings) -> tuple[tuple[Fragment, ...], MergeQuery]:
    """The fragments and the plan of the merge *query*, whose column references mean the drafts' sources."""
    final = _Final(bound, query, settings)
    for number, draft in enumerate(drafts.all):
        final.add(f"f{number}", draft)
    return tuple(final.fragments), final.plan()


def fragment_of(
    slot: str,
    query: b.Query,
    bound: b.BoundQuery,
    settings: PlanSettings,
    first: FirstRows | None = None,
    ordered: KeyOrder | None = None,
) -> Fragment:
    """A fragment of its query; its shapes are those that DuckDB will give."""
    lowered = lower(b.BoundQuery(query, bound.parameters), settings)
    scans = [scan for scan in scans_of(query) if scan.relation.view is not None]
    return Fragment(
        slot,
        query,
        tuple(scan.source for scan in scans),
        tuple(dict.fromkeys(scan.relation.name for scan in scans)),
        query.columns,
        lowered.shapes,
        lowered.texts,
        ordered,
        first,
    )


class _Final:
    def __init__(self, bound: b.BoundQuery, query: b.Query, settings: PlanSettings) -> None:
        self._bound, self._query, self._settings = bound, query, settings
        self._needs, _ = column_needs(b.BoundQuery(query, bound.parameters))
        self._refs: dict[ColumnId, b.ColumnRef] = {(c.source, c.column): c for c in columns_of(query)}
        self._replaced: dict[ColumnId, b.ColumnRef] = {}
        self._gone: frozenset[int] = frozenset()
        self._relations: dict[int, Relation] = {}
        self.fragments: list[Fragment] = []

    def add(self, slot: str, draft: Draft) -> None:
        """Make a draft final."""
        if isinstance(draft, RowsDraft):
            refs = [self._refs[s, c] for s in sorted(draft.sources) for c in sorted(self._needs.get(s, ()))]
            query: b.Query = draft.query(refs)
            self._replaced |= {(r.source, r.column): _column(draft.source, i, query) for i, r in enumerate(refs)}
            for i in range(len(draft.parts)):
                self._replaced[draft.source, -1 - i] = _column(draft.source, len(refs) + i, query)
            self._gone |= draft.sources
        else:
            query = draft.query
        fragment = fragment_of(slot, query, self._bound, self._settings, draft.first)
        self._relations[draft.source] = relation_of(fragment)
        self.fragments.append(fragment)

    def plan(self) -> MergeQuery:
        """The merge over the fragments that were added."""
        query = changed(self._query, self._visit)
        bound = b.BoundQuery(query, self._bound.parameters, tuple(scans_of(query)))
        lowered = lower(bound, self._settings)
        reads = tuple(FragmentRead(s.name, s.scan.relation.name) for s in lowered.slots if _is_fragment(s.scan))
        return MergeQuery(self._plan(bound, lowered), reads)

    def _plan(self, bound: b.BoundQuery, lowered: LoweredSql) -> QueryPlan:
        system = (s for s in lowered.slots if not _is_fragment(s.scan))
        return QueryPlan(
            bound=bound,
            columns=self._bound.columns,
            parameters=self._bound.parameters,
            reads=(),
            system_reads=tuple(SystemRead(s.name, s.scan.relation, s.columns) for s in system),
            lean=None,
            make_rows=lambda: None,
            lower=lambda: lowered,
            catalog_generation=0,
        )

    def _visit(self, node: Any) -> Any:
        if isinstance(node, b.ColumnRef):
            found = self._replaced.get((node.source, node.column))
            # What nobody reads is not sent.
            return b.Const(None, node.type) if found is None and node.source in self._gone else found
        if isinstance(node, b.Scan) and node.source in self._relations:
            return replace(node, relation=self._relations[node.source])
        return None


def _column(source: int, at: int, query: b.Query) -> b.ColumnRef:
    return b.ColumnRef(source, at, query.columns[at].name, query.columns[at].type)


def relation_of(fragment: Fragment) -> Relation:
    """The fragment's rows as a relation."""
    columns = (
        ColumnDef(c.name, _with_shape(c.type, fragment.shapes[i]), text=i in fragment.texts) for i, c in enumerate(fragment.columns)
    )
    return Relation(FRAGMENT_SCHEMA, fragment.slot, 0, tuple(columns))


def _with_shape(sql_type: SqlType, shape: NumericShape | None) -> SqlType:
    return sql_type if shape is None else SqlType(sql_type.pg, numeric_typmod(*shape))


def _is_fragment(scan: b.Scan) -> bool:
    return scan.relation.schema == FRAGMENT_SCHEMA
