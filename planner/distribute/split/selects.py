"""Every SELECT of a statement takes its own step: parts of the answer, first rows, groups, or rows from the nodes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from planner.distribute.split.colocated import Equalities
from planner.distribute.split.distributable import all_pushable, can_travel
from planner.distribute.split.drafts import Drafts, RowsDraft, outputs_of
from planner.distribute.split.grouped import split_groups
from planner.distribute.split.plan import Strategy
from planner.distribute.split.pregrouped import group_before
from planner.distribute.split.pull import Puller
from planner.distribute.split.spread import is_local, is_row_wise, spread_of, spread_of_query, windows_of
from planner.distribute.split.topk import added_up, first_of
from planner.lower import lower
from planner.prune.constrain.contexts import all_true, conjuncts
from planner.tree import bound as b
from planner.tree.query_plan import PlanSettings
from planner.tree.walk import changed, next_source, sources_of


class Splitter:
    """Splits one statement; *strategy* is that of its outermost SELECT."""

    def __init__(self, bound: b.BoundQuery, query: b.Query, settings: PlanSettings) -> None:
        self._parameters, self._settings = bound.parameters, settings
        self.drafts = Drafts(next_source(query))
        self.strategy: Strategy = "rows"
        self._outermost = isinstance(query, b.Select)
        self._puller = Puller(self.drafts, self.query)
        self._split: list[tuple[b.Subquery, b.Subquery]] = []

    def query(self, query: b.Query) -> b.Query:
        """The query for the merge, with fragments in place of what nodes do."""
        if isinstance(query, b.SetOp):
            found: b.Query = replace(query, left=self.query(query.left), right=self.query(query.right))
        else:
            found = self._select(query)
        return replace(
            found,
            limit=self._inside(found.limit),
            offset=self._inside(found.offset),
            with_=tuple(replace(cte, query=self.query(cte.query)) for cte in query.with_),
        )

    def _inside(self, node: Any) -> Any:
        """Expressions with the queries inside them split."""

        def visit(part: Any) -> Any:
            if not isinstance(part, b.Subquery):
                return None
            # What ORDER BY or GROUP BY has of the select list stays the same as there.
            found = next((made for known, made in self._split if known == part), None)
            if found is None:
                found = replace(part, operand=self._inside(part.operand), query=self.query(part.query))
                self._split.append((part, found))
            return found

        return changed(node, visit)

    def _select(self, select: b.Select) -> b.Select:
        outermost, self._outermost = self._outermost, False
        strategy, found = self._step(select)
        if outermost:
            self.strategy = strategy
        return replace(
            found,
            items=self._inside(found.items),
            from_=None if found.from_ is None else self._inside_from(found.from_),
            where=self._inside(found.where),
            group_by=self._inside(found.group_by),
            having=self._inside(found.having),
            distinct_on=self._inside(found.distinct_on),
            order_by=self._inside(found.order_by),
        )

    def _inside_from(self, item: b.From) -> b.From:
        """Subqueries in conditions and arguments; derived tables have been split."""
        match item:
            case b.Join():
                left, right = self._inside_from(item.left), self._inside_from(item.right)
                return replace(item, left=left, right=right, condition=self._inside(item.condition))
            case b.FunctionScan():
                return replace(item, args=self._inside(item.args))
            case b.Values():
                return replace(item, rows=self._inside(item.rows))
        return item

    def _step(self, select: b.Select) -> tuple[Strategy, b.Select]:
        core = replace(select, order_by=(), limit=None, offset=None, with_=())
        if not select.with_ and self._is_whole(core, select):
            return self._rows(self._around(select))
        if not self._is_spread(select) or select.from_ is None:
            return self._rows(select)
        if select.grouped:
            grouped = split_groups(select, self.drafts, self._texts)
            return ("aggregate", grouped) if grouped is not None else self._rows(select)
        if select.distinct and self._can_be_distinct(select):
            return "distinct", self._distinct(select)
        return self._rows(select)

    def _is_spread(self, select: b.Select) -> bool:
        """Can nodes evaluate its FROM and WHERE?"""
        if select.from_ is None:
            return False
        found = spread_of(select.from_, Equalities().also(select.where))
        own = sources_of(select.from_)
        return found is not None and found.sharding is not None and all(is_local(c, own, found) for c in conjuncts(select.where))

    def _is_whole(self, core: b.Select, select: b.Select) -> bool:
        """Does every node answer its part of the SELECT, but for order and limit? Plain rows are cut first, then projected."""
        if is_row_wise(core) and (select.order_by or select.limit is not None):
            return False
        keys = [key.expr for key in select.order_by]
        if core.distinct_on or (keys and core.distinct and not all(key in core.items for key in keys)):
            return False
        found = spread_of_query(replace(core, items=(*core.items, *keys)) if not core.distinct else core)
        return found is not None and found.sharding is not None

    def _around(self, select: b.Select) -> b.Select:
        """SELECT over a derived table that is all of it but order and limit."""
        items = list(select.items)
        for key in select.order_by:
            if key.expr not in items:
                items.append(key.expr)
        core = replace(select, items=tuple(items), columns=outputs_of(items), order_by=(), limit=None, offset=None)
        source = self.drafts.new_source()
        refs = b.column_refs(source, core.columns)
        order = tuple(replace(key, expr=refs[items.index(key.expr)]) for key in select.order_by)
        derived = b.Derived(source, core, f"q{source}", core.columns)
        return b.Select(
            refs[: len(select.items)],
            select.columns,
            derived,
            order_by=order,
            limit=select.limit,
            offset=select.offset,
        )

    # ------------------------------------------------------------------------------------------------------------------- distinct

    def _can_be_distinct(self, select: b.Select) -> bool:
        own = frozenset() if select.from_ is None else sources_of(select.from_)
        return not windows_of(select) and all_pushable(select.items, own) and all(map(can_travel, select.items))

    def _distinct(self, select: b.Select) -> b.Select:
        """Duplicates are removed twice; all sort keys are outputs, as Postgres demands."""
        first = first_of(select)
        fragment = replace(
            select,
            columns=outputs_of(select.items),
            with_=(),
            order_by=select.order_by if first else (),
            limit=None if first is None else added_up(first),
            offset=None,
        )
        scan = self.drafts.built(fragment, first)
        refs = b.column_refs(scan.source, fragment.columns)
        order = tuple(replace(key, expr=refs[select.items.index(key.expr)]) for key in select.order_by)
        return replace(select, items=refs, from_=scan, where=None, order_by=order)

    # ----------------------------------------------------------------------------------------------------------------------- rows

    def _rows(self, select: b.Select) -> tuple[Strategy, b.Select]:
        if select.from_ is None:
            return "rows", select
        item, left = self._puller.pull(select.from_, tuple(conjuncts(select.where)))
        found = replace(select, from_=item, where=all_true(left))
        draft = self.drafts.of(item)
        if isinstance(draft, RowsDraft) and not left and not select.grouped:
            return self._cut(draft, select), found
        return "rows", group_before(found, self.drafts, self._texts) if found.grouped else found

    def _cut(self, draft: RowsDraft, select: b.Select) -> Strategy:
        """Let the fragment give no more rows than can matter."""
        keys = [key.expr for key in select.order_by]
        if select.distinct or windows_of(select) or not all_pushable((*keys, *select.distinct_on), draft.sources):
            return "rows"
        first = first_of(select)
        if first is None and not select.distinct_on:
            return "rows"
        draft.first, draft.order_by, draft.distinct_on = first, select.order_by, select.distinct_on
        return "distinct" if first is None else "top-k"

    def _texts(self, query: b.Query) -> frozenset[int]:
        return lower(b.BoundQuery(query, self._parameters), self._settings).texts
