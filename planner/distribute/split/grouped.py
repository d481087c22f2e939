"""A grouped SELECT in two steps: groups of each fragment, and at the coordinator the groups of those groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from planner.distribute.split.distributable import can_travel, has_columns, pushable
from planner.distribute.split.drafts import COUNT_OF_ROWS, Drafts, Texts, outputs_of
from planner.distribute.split.partial import Partial, needs_distinct, partial
from planner.tree import bound as b
from planner.tree.outputs import Outputs
from planner.tree.walk import changed, columns_of, inside, select_expressions, sources_of, with_outputs


def split_groups(select: b.Select, drafts: Drafts, texts: Texts) -> b.Select | None:
    """The SELECT for the merge, over a new fragment; None where it takes the rows themselves.

    Its FROM and WHERE can be evaluated by the nodes.
    """
    if select.from_ is None or not _keys_fit(select):
        return None
    own = sources_of(select.from_)
    outputs = Outputs(drafts.next_source)
    keys = [outputs.column(key) if has_columns(key) else key for key in select.group_by]
    steps = _Steps(outputs, own)
    if not all(steps.add(aggregate) for aggregate in _aggregates(select)) or not _can_group(select, own):
        return None
    fragment = _fragment(select, outputs.items or [COUNT_OF_ROWS])
    if steps.fixed and steps.fixed & texts(fragment):
        return None
    merged = _merged(select, keys, steps)
    if any(c.source in own for c in columns_of((merged.items, merged.having, merged.order_by, merged.distinct_on))):
        return None
    return replace(merged, from_=drafts.built(fragment), where=None)


def _keys_fit(select: b.Select) -> bool:
    """Constants cannot be keys of a fragment: GROUP BY 'x' over no rows gives no group, no GROUP BY gives one."""
    constant = [not has_columns(key) for key in select.group_by]
    return not any(constant) or (select.grouping_sets is None and not all(constant))


def _can_group(select: b.Select, own: frozenset[int]) -> bool:
    return all(can_travel(key) and pushable(key, own) for key in select.group_by)


def _aggregates(select: b.Select) -> list[b.Aggregate]:
    found: list[b.Aggregate] = []
    for top in select_expressions(select):
        found += [e for e in inside(top) if isinstance(e, b.Aggregate) and e not in found]
    return found


class _Steps:
    """What becomes of each aggregate."""

    def __init__(self, outputs: Outputs, own: frozenset[int]) -> None:
        self._outputs, self._own = outputs, own
        self._combined: list[tuple[b.Aggregate, b.Expr]] = []
        self.fixed: frozenset[int] = frozenset()

    def add(self, aggregate: b.Aggregate) -> bool:
        """Find the steps of one more; False where there are none."""
        if not pushable(aggregate, self._own, aggregates=True) or not all(map(can_travel, aggregate.args)):
            return False
        if needs_distinct(aggregate):
            self._combined.append((aggregate, self._over_keys(aggregate)))
            return True
        steps = partial(aggregate)
        if steps is not None:
            self._combined.append((aggregate, self._over_parts(steps)))
        return steps is not None

    def of(self, aggregate: b.Aggregate) -> b.Expr:
        """The aggregate as the merge has it."""
        return next(combined for known, combined in self._combined if known == aggregate)

    def _over_parts(self, steps: Partial) -> b.Expr:
        columns = [self._outputs.column(part) for part in steps.parts]
        if steps.fixed:
            self.fixed |= {c.column for c in columns}
        return steps.combined(columns)

    def _over_keys(self, aggregate: b.Aggregate) -> b.Aggregate:
        """The arguments become keys of the fragment."""

        def key(expr: b.Expr) -> b.Expr:
            return self._outputs.column(expr) if has_columns(expr) else expr

        order = tuple(replace(k, expr=key(k.expr)) for k in aggregate.order_by)
        condition = None if aggregate.filter is None else key(aggregate.filter)
        return replace(aggregate, args=tuple(map(key, aggregate.args)), order_by=order, filter=condition)


def _fragment(select: b.Select, items: Sequence[b.Expr]) -> b.Select:
    keys = tuple(item for item in items if not isinstance(item, b.Aggregate))
    return b.Select(tuple(items), outputs_of(items), select.from_, select.where, group_by=keys, grouped=True)


def _merged(select: b.Select, keys: Sequence[b.Expr], steps: _Steps) -> b.Select:
    """The SELECT with its keys and aggregates made of the fragment's columns. WHERE stays in the fragment."""
    known = list(zip(select.group_by, keys, strict=True))

    def key_only(node: Any) -> Any:
        return next((column for key, column in known if key == node), None)

    def visit(node: Any) -> Any:
        if isinstance(node, b.Aggregate):
            return steps.of(node)
        if isinstance(node, b.Subquery):
            # A count(*) inside a subquery is its own.
            return replace(node, operand=changed(node.operand, visit), query=changed(node.query, key_only))
        return key_only(node)

    return replace(with_outputs(select, visit), group_by=tuple(keys))
