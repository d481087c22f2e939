"""Subqueries made one SELECT with the query around them, where that says the same: plain ones of FROM, WITH entries, EXISTS.

    SELECT upper(n) FROM (SELECT note AS n, quantity AS q FROM orders WHERE customer = $1) s WHERE q > 3
    SELECT upper(note) FROM orders WHERE customer = $1 AND quantity > 3

What is over a subquery's columns is put over the expressions that they stand for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from planner.bound import (
    Aggregate,
    Call,
    ColumnRef,
    Const,
    Cte,
    CteRef,
    Derived,
    From,
    Join,
    JoinKind,
    Query,
    Select,
    Subquery,
)
from planner.constrain.conjuncts import all_true
from planner.functions.registry import resolve_function, resolve_operator
from planner.lean import counts
from planner.types import BOOL, INT8, SqlType
from planner.walk import changed, nodes_in

#: Of a query's expressions. Each level may name the columns of the one inside twice, and so be twice as large.
NODES_MAX: Final = 1_000
_INNER: Final = (JoinKind.INNER, JoinKind.CROSS)


def merged(query: Select) -> Select | None:
    """The query without such subqueries; None where one of them stays."""
    query = _existing(query) or query
    if not any(isinstance(node, Derived | CteRef) for node in _relations(query.from_)):
        return query
    entries = {entry.cte: entry for entry in nodes_in(query) if isinstance(entry, Cte)}
    named = Counter(node.cte for node in nodes_in(query) if isinstance(node, CteRef))
    once = {number: entry.query for number, entry in entries.items() if named[number] == 1 and not entry.recursive}
    return _merged(query, once)


def _existing(query: Select) -> Select | None:
    """SELECT EXISTS (SELECT … FROM …) as one SELECT."""
    match query:
        case Select(items=(Subquery("exists", Select() as inner, negated=False),), from_=None, where=None, limit=None, offset=None):
            plain = not (query.distinct or query.order_by or query.with_ or query.grouped)
            made = existing(inner) if plain and inner.from_ is not None else None
            return None if made is None else replace(made, columns=query.columns)
    return None


def existing(inner: Select) -> Select | None:
    """A SELECT of whether there are more than no rows of *inner*; None where that takes more than counting them."""
    window = counts(inner)
    if inner.grouped or inner.distinct or inner.distinct_on or inner.with_ or window is None:
        return None
    limit, offset = window
    if offset is not None or (limit is not None and not (isinstance(limit, Const) and limit.value)):
        return None
    count = Aggregate(resolve_function("count", None, []).function, (), SqlType(INT8))
    more = resolve_operator(">", INT8, INT8).function
    item = Call(more, (count, Const(0, SqlType(INT8))), SqlType(BOOL))
    return replace(inner, items=(item,), grouped=True, order_by=(), limit=None)


def _relations(from_: From | None) -> Iterator[From | None]:
    if isinstance(from_, Join):
        yield from _relations(from_.left)
        yield from _relations(from_.right)
    else:
        yield from_


def _merged(query: Select, entries: Mapping[int, Query]) -> Select | None:
    query = replace(query, with_=())
    while (found := next(_subqueries(query.from_, entries), None)) is not None:
        source, inner = found
        merged_inner = _merged(inner, entries)
        made = None if merged_inner is None else _with(query, source, merged_inner)
        if made is None:
            return None
        query = made
    return query


def _subqueries(from_: From | None, entries: Mapping[int, Query]) -> Iterator[tuple[int, Select]]:
    """Those of FROM, with the numbers of their sources; not those whose rows an outer join may leave out."""
    match from_:
        case Derived(source, Select() as query, lateral=False):
            yield source, query
        case CteRef(source, cte) if isinstance(entry := entries.get(cte), Select):
            yield source, entry
        case Join(kind, left, right):
            if kind in (*_INNER, JoinKind.LEFT):
                yield from _subqueries(left, entries)
            if kind in _INNER:
                yield from _subqueries(right, entries)


def _with(outer: Select, source: int, inner: Select) -> Select | None:
    """*outer* with the subquery of that source made part of it; None where that would say something else."""
    if inner.from_ is None or inner.distinct or inner.distinct_on or inner.grouping_sets is not None:
        return None

    def visit(node: Any) -> Any:
        if isinstance(node, Derived | CteRef) and node.source == source:
            return inner.from_
        if isinstance(node, ColumnRef) and node.source == source:
            return inner.items[node.column]
        return None

    alone = isinstance(outer.from_, Derived | CteRef)
    if inner.order_by and (not alone or outer.grouped or outer.distinct):
        return None  # who gathers an ordered subquery's rows gets them in that order
    made = changed(outer, visit)
    if next(islice(nodes_in(_expressions(made)), NODES_MAX, None), None) is not None:
        return None
    if inner.limit is not None or inner.offset is not None:
        # The rows are chosen before anything is done with them.
        others = (outer.where, outer.limit, outer.offset, *outer.order_by, *outer.distinct_on)
        if not alone or outer.grouped or outer.distinct or any(other is not None for other in others):
            return None
        return replace(inner, items=made.items, columns=made.columns)
    if not inner.grouped:
        return replace(made, where=all_true((inner.where, made.where)), order_by=made.order_by or inner.order_by)
    if not alone or outer.grouped or outer.distinct or outer.distinct_on:
        return None
    return replace(
        inner,
        items=made.items,
        columns=made.columns,
        having=all_true((inner.having, made.where)),
        order_by=made.order_by or inner.order_by,
        limit=made.limit,
        offset=made.offset,
    )


def _expressions(query: Select) -> tuple[Any, ...]:
    return (query.items, query.where, query.group_by, query.having, query.order_by)
