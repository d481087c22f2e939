"""Walks a whole statement and gathers, for every scan of a view, the contexts in which its rows are used."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.prune.constrain.contexts import NO_CONTEXT, ColumnId, ConditionContext, conjuncts
from planner.prune.constrain.rejecting import Side, effective_kind
from planner.tree import bound as b
from planner.tree.types import BOOL, SqlType
from planner.tree.walk import from_expressions, inside, select_expressions, sources_of

#: A WITH query that is used in more places than this is read without regard to where.
_CONTEXTS_MAX: Final = 16


@dataclass(frozen=True, slots=True)
class Gathered:
    """By each scan's source: its contexts (a row matters if it does in any of them). By each scan's and derived table's: the SELECT
    whose whole FROM it is, and the derived table that this SELECT makes, if it makes one."""

    contexts: Mapping[int, Sequence[ConditionContext]]
    selects: Mapping[int, b.Select]
    derived: Mapping[int, int]


def gather(bound: b.BoundQuery) -> Gathered:
    """Walk the statement."""
    walk = _Gathering()
    walk.query(bound.query, NO_CONTEXT, None)
    return Gathered(walk.scans, walk.selects, walk.derived)


class _Gathering:
    def __init__(self) -> None:
        self.scans: dict[int, list[ConditionContext]] = defaultdict(list)
        self.selects: dict[int, b.Select] = {}
        self.derived: dict[int, int] = {}
        self._uses: dict[int, list[tuple[ConditionContext, int]]] = defaultdict(list)

    def query(self, query: b.Query, context: ConditionContext, source: int | None) -> None:
        """A query whose result is *source* outside (None: nothing refers to it by name)."""
        self._body(query, context, source)
        for cte in reversed(query.with_):
            self._cte(cte)

    def _body(self, query: b.Query, context: ConditionContext, source: int | None) -> None:
        if isinstance(query, b.Select):
            self._select(query, context, source)
        else:
            self._set_operation(query, context, source)

    def _set_operation(self, query: b.SetOp, context: ConditionContext, source: int | None) -> None:
        """A condition on the result may be applied to both sides, whatever the operation; unless rows are counted off."""
        limited = query.limit is not None or query.offset is not None
        for side in (query.left, query.right):
            self.query(side, context, None if limited else source)
        self._expressions([e for e in (query.limit, query.offset) if e is not None], NO_CONTEXT)

    def _select(self, select: b.Select, context: ConditionContext, source: int | None) -> None:
        aliases: dict[ColumnId, b.Expr] = {}
        if source is not None:
            aliases = {(source, at): item for at, item in visible_items(select).items()}
        conditions = [*conjuncts(select.where), *_group_conditions(select)]
        inner = context.named(aliases).where(with_implied(conditions))
        if isinstance(select.from_, b.Scan | b.Derived):
            self.selects[select.from_.source] = select
        if select.from_ is not None:
            self._from(select.from_, inner)
        where = [] if select.where is None else [select.where]
        self._expressions([*where, *select_expressions(select)], inner)

    def _expressions(self, expressions: Iterable[b.Expr], context: ConditionContext) -> None:
        """The subqueries inside expressions that are worked out for rows of *context*."""
        for top in expressions:
            for expr in inside(top):
                if isinstance(expr, b.Subquery):
                    self.query(expr.query, _inside(expr.query, context), None)

    def _from(self, of: b.From, context: ConditionContext) -> None:
        match of:
            case b.Scan():
                self.scans[of.source].append(context)
            case b.CteRef():
                self._uses[of.cte].append((context, of.source))
            case b.Derived():
                if isinstance(of.query, b.Select) and isinstance(of.query.from_, b.Scan | b.Derived):
                    self.derived[of.query.from_.source] = of.source
                self.query(of.query, context, of.source)
            case b.Join():
                self._join(of, context)
            case _:
                self._expressions(from_expressions(of), NO_CONTEXT)

    def _join(self, join: b.Join, context: ConditionContext) -> None:
        left, right = (Side(sources_of(side), context.aliases) for side in (join.left, join.right))
        on = with_implied(list(conjuncts(join.condition)))
        match effective_kind(join, context):
            case b.JoinKind.INNER | b.JoinKind.CROSS:
                left_context = right_context = context.where(on)
            case b.JoinKind.LEFT:
                left_context, right_context = context, right.hidden(context).where(on)
            case b.JoinKind.RIGHT:
                left_context, right_context = left.hidden(context).where(on), context
            case b.JoinKind.FULL:
                left_context = right_context = left.hidden(right.hidden(context))
        self._from(join.left, left_context)
        self._from(join.right, right_context)
        self._expressions([] if join.condition is None else [join.condition], NO_CONTEXT)

    def _cte(self, cte: b.Cte) -> None:
        uses = self._uses.pop(cte.cte, [])
        if cte.recursive or not uses or len(uses) > _CONTEXTS_MAX:
            self.query(cte.query, NO_CONTEXT, None)
            self._uses.pop(cte.cte, None)
            return
        for context, source in uses:
            self.query(cte.query, context, source)


def _inside(query: b.Query, context: ConditionContext) -> ConditionContext:
    """What holds for a subquery's own rows. Which of its result's rows are equal to one outside says nothing about the rows of its
    FROM where it counts rows off, or groups them: SELECT k … ORDER BY v LIMIT 3 needs all of them."""
    if not isinstance(query, b.Select) or query.from_ is None or len(visible_items(query)) == len(query.items):
        return context
    return context.without(sources_of(query.from_))


def _group_conditions(select: b.Select) -> Iterable[b.Expr]:
    """HAVING holds for every row of a group that is kept, as far as it speaks of grouping columns."""
    if select.group_by and select.grouping_sets is None:
        return conjuncts(select.having)
    return ()


# ---------------------------------------------------------------------------------------------------------- subqueries
# What a true EXISTS or IN says outside the subquery: for some row inside, the inner conditions hold together with ours.


def with_implied(conditions: Sequence[b.Expr]) -> list[b.Expr]:
    """The conditions and all that follows from the positive subqueries among them."""
    found: list[b.Expr] = []
    pending = list(conditions)
    while pending:
        condition = pending.pop()
        found.append(condition)
        if isinstance(condition, b.Subquery) and not condition.negated:
            pending += _implied(condition)
    return found


def _implied(subquery: b.Subquery) -> Iterator[b.Expr]:
    query = subquery.query
    if not isinstance(query, b.Select) or (query.grouped and not query.group_by) or isinstance(query.from_, b.Values):
        # An aggregate over no rows still gives a row. Values have no key to say anything about.
        return
    if subquery.kind == "exists":
        yield from inner_conditions(query)
    elif subquery.kind == "any" and subquery.function is not None and subquery.function.name == "=":
        yield from inner_conditions(query)
        yield from _pairs(subquery, query)


def _pairs(subquery: b.Subquery, query: b.Select) -> Iterator[b.Expr]:
    operand, function = subquery.operand, subquery.function
    operands = operand.items if isinstance(operand, b.Row) else [operand]
    for outer, inner in zip(operands, query.items, strict=False):
        if outer is not None and function is not None:
            yield b.Call(function, (outer, inner), SqlType(BOOL))


def inner_conditions(query: b.Select) -> Iterator[b.Expr]:
    """Conditions that hold for the rows of FROM that a SELECT uses: WHERE, and ON of inner joins."""
    yield from conjuncts(query.where)
    if query.from_ is not None:
        yield from _join_conditions(query.from_)


def _join_conditions(of: b.From) -> Iterator[b.Expr]:
    if isinstance(of, b.Join) and of.kind in (b.JoinKind.INNER, b.JoinKind.CROSS):
        yield from conjuncts(of.condition)
        yield from _join_conditions(of.left)
        yield from _join_conditions(of.right)


# ------------------------------------------------------------------------------------ filtered before instead of after


def visible_items(select: b.Select) -> dict[int, b.Expr]:
    """Output position → expression inside, for outputs on which a condition may drop rows inside already.

    LIMIT and OFFSET hide all; DISTINCT ON, GROUP BY and window functions hide what is not part of their grouping.
    """
    if select.limit is not None or select.offset is not None:
        return {}
    return {at: item for at, item in enumerate(select.items) if _is_visible(item, select)}


def _is_visible(item: b.Expr, select: b.Select) -> bool:
    if select.distinct_on and item not in select.distinct_on:
        return False
    if select.grouped and not _is_grouped_by(item, select):
        return False
    return all(item in window.partition_by for window in _windows(select))


def _is_grouped_by(item: b.Expr, select: b.Select) -> bool:
    if item not in select.group_by:
        return False
    at = select.group_by.index(item)
    return select.grouping_sets is None or all(at in grouping for grouping in select.grouping_sets)


def _windows(select: b.Select) -> list[b.Window]:
    return [e for top in select_expressions(select) for e in inside(top) if isinstance(e, b.Window)]
