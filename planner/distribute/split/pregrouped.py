"""Aggregates over a join that nodes cannot make: one side is grouped before it is sent, by all that is needed of it besides.

    SELECT a.name, sum(f.delay) FROM flights f JOIN airports a ON a.faa = f.dest GROUP BY a.name

needs of flights one row per dest, with its sum. A row of the join then stands for as many as were grouped: sums and counts of
the parts come out the same, however often a group finds partners. What sees every row (count, sum …) must be about that one
side, and no outer join may make up rows for it; DISTINCT, min and max may be about any.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from planner.distribute.split.distributable import can_travel, pushable
from planner.distribute.split.drafts import Drafts, RowsDraft, Texts
from planner.distribute.split.partial import is_idempotent, partial
from planner.tree import bound as b
from planner.tree import types as t
from planner.tree.bound import JoinKind
from planner.tree.walk import changed, columns_of, inside, is_volatile, nodes_in, select_expressions, with_outputs

#: Types whose equal values are the same in every respect.
_TELLING: Final = (
    t.BOOL, t.INT2, t.INT4, t.INT8, t.TEXT, t.VARCHAR, t.BYTEA, t.DATE, t.TIME, t.TIMESTAMP, t.TIMESTAMPTZ,
)  # fmt: skip


def group_before(select: b.Select, drafts: Drafts, texts: Texts) -> b.Select:
    """The grouped SELECT of a merge over fewer rows, where that can be; else as it is."""
    if any(is_volatile(node) for node in nodes_in(select)):
        return select
    aggregates = [e for top in select_expressions(select) for e in inside(top) if isinstance(e, b.Aggregate)]
    candidates = [draft for draft in _kept(select.from_, drafts) if not (draft.first or draft.distinct_on)]
    for draft in sorted(candidates, key=lambda d: -_columns_aggregated(aggregates, d)):
        found = _grouped(select, aggregates, draft, texts)
        if found is not None:
            return found
    return select


def _kept(item: b.From | None, drafts: Drafts) -> Iterator[RowsDraft]:
    """The fragments in FROM for which no join makes up rows."""
    match item:
        case b.Join(kind):
            if kind not in (JoinKind.RIGHT, JoinKind.FULL):
                yield from _kept(item.left, drafts)
            if kind not in (JoinKind.LEFT, JoinKind.FULL):
                yield from _kept(item.right, drafts)
        case b.Scan():
            if isinstance(draft := drafts.of(item), RowsDraft):
                yield draft


def _columns_aggregated(aggregates: list[b.Aggregate], draft: RowsDraft) -> int:
    return sum(column.source in draft.sources for column in columns_of(tuple(aggregates)))


def _grouped(select: b.Select, aggregates: list[b.Aggregate], draft: RowsDraft, texts: Texts) -> b.Select | None:
    parts: list[b.Aggregate] = []
    fixed: list[int] = []
    combined: list[tuple[b.Aggregate, b.Expr]] = []
    for aggregate in aggregates:
        steps = partial(aggregate) if _is_about(aggregate, draft) else None
        if steps is not None:
            at = len(parts)
            parts += steps.parts
            fixed += range(at, len(parts)) if steps.fixed else ()
            combined.append((aggregate, steps.combined([_part(draft, at + i, p) for i, p in enumerate(steps.parts)])))
        elif not (aggregate.distinct or is_idempotent(aggregate)):
            return None
    if fixed and texts(replace(draft, parts=tuple(parts), grouped=True).query(())) & frozenset(fixed):
        return None
    found = _with_combined(select, combined)
    if _is_keyed(draft, found) or not _tell_groups(draft, found):
        return None
    draft.parts, draft.grouped = tuple(parts), True
    return found


def _is_about(aggregate: b.Aggregate, draft: RowsDraft) -> bool:
    return pushable(aggregate, draft.sources, aggregates=True) and all(map(can_travel, aggregate.args))


def _part(draft: RowsDraft, index: int, part: b.Aggregate) -> b.ColumnRef:
    """A part's column; its position among the fragment's is not known yet."""
    return b.ColumnRef(draft.source, -1 - index, f"p{index}", part.type)


def _is_keyed(draft: RowsDraft, select: b.Select) -> bool:
    """Is the whole key of its view needed? Then no two rows would be grouped."""
    view = draft.from_.relation.view if isinstance(draft.from_, b.Scan) else None
    needed = {column.column for column in columns_of(select) if column.source in draft.sources}
    return view is not None and bool(view.key) and needed.issuperset(view.key_ordinals)


def _tell_groups(draft: RowsDraft, select: b.Select) -> bool:
    """Are equal values of the needed columns the same in every respect? 0.0 and -0.0 are not, nor 1 day and 24 hours."""
    return all(_is_one_of_its_kind(column.type) for column in columns_of(select) if column.source in draft.sources)


def _is_one_of_its_kind(sql_type: t.SqlType) -> bool:
    pg = sql_type.pg.element or sql_type.pg
    return pg in _TELLING or (pg is t.NUMERIC and sql_type.typmod >= 0)


def _with_combined(select: b.Select, combined: list[tuple[b.Aggregate, b.Expr]]) -> b.Select:
    def visit(node: Any) -> Any:
        if isinstance(node, b.Aggregate):
            return next((made for known, made in combined if known == node), node)
        if isinstance(node, b.Subquery):
            # A count(*) inside a subquery is its own.
            return replace(node, operand=changed(node.operand, visit))
        return None

    return with_outputs(select, visit)
