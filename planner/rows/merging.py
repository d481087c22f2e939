"""Subqueries made one SELECT with the query around them, where that says the same: plain ones of FROM, WITH entries, EXISTS.
Of others in FROM the rows are found first, see WithEntries, tables.py and program.py.

    SELECT upper(n) FROM (SELECT note AS n, quantity AS q FROM orders WHERE customer = $1) s WHERE q > 3
    SELECT upper(note) FROM orders WHERE customer = $1 AND quantity > 3

What is over a subquery's columns is put over the expressions that they stand for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any, Final

from planner.prune.constrain.contexts import all_true, conjuncts
from planner.rows.tables import Table, is_table
from planner.rows.windows import Windowed
from planner.tree import bound as b
from planner.tree.walk import changed, nodes_in

#: Of a query's expressions. Each level may name the columns of the one inside twice, and so be twice as large.
NODES_MAX: Final = 1_000
_INNER: Final = (b.JoinKind.INNER, b.JoinKind.CROSS)


class WithEntries:
    """WITH entries of a whole statement, by their numbers: all that are not recursive, and which of them are named once.

    Among them are the *tables* that CteRefs name as well.
    """

    def __init__(self, statement: b.Query, tables: Mapping[int, Windowed]) -> None:
        self._tables = tables
        self._queries = (statement, *(table.query for table in tables.values()))

    @cached_property
    def all(self) -> Mapping[int, Table]:
        """See the class."""
        found = {node.cte: node.query for node in nodes_in(self._queries) if isinstance(node, b.Cte) and not node.recursive}
        return {**found, **self._tables}

    @cached_property
    def once(self) -> Mapping[int, Table]:
        """See the class."""
        named = Counter(node.cte for node in nodes_in(self._queries) if isinstance(node, b.CteRef))
        return {number: query for number, query in self.all.items() if named[number] == 1}


def merged(query: b.Select, entries: WithEntries) -> tuple[b.Select, tuple[Table, ...]] | None:
    """The query without such subqueries, and the tables of FROM that stay, each once: a CteRef names them by their place in these.

    A table may name columns of what stands before it. None where a WITH entry is recursive.
    """
    query = _with_keys_first(query)
    if isinstance(query.from_, b.FunctionScan) and query.from_.each_row:
        query = replace(query, from_=replace(query.from_, each_row=False))  # there are no other rows
    if query.with_:
        query = replace(query, with_=())
    if not any(isinstance(node, b.Derived | b.CteRef) or is_table(node) for node in _relations(query.from_)):
        return query, ()
    made = _merged(query, entries.once)
    tables = list[Table]()
    from_ = _with_tables(made.from_, entries.all, tables)
    return None if from_ is None else (replace(made, from_=from_), tuple(tables))


def _with_tables(from_: b.From | None, entries: Mapping[int, Table], tables: list[Table]) -> b.From | None:
    """FROM with a CteRef for each table, which comes to *tables*; None where there are others than those."""
    match from_:
        case b.Derived(source, inner, alias, columns):
            return b.CteRef(source, _place(inner, tables), alias, columns)
        case b.CteRef(cte=cte) if cte in entries:
            return replace(from_, cte=_place(entries[cte], tables))
        case b.Values(source, _, alias, columns) | b.FunctionScan(source, _, _, alias, columns) if is_table(from_):
            return b.CteRef(source, _place(from_, tables), alias, columns)
        case b.Join(left=left, right=right):
            one, other = _with_tables(left, entries, tables), _with_tables(right, entries, tables)
            return None if one is None or other is None else replace(from_, left=one, right=other)
        case b.CteRef():
            return None
    return from_


def _place(query: Table, tables: list[Table]) -> int:
    """Of a table among the others. One that is there is run once for all that name it."""
    found = next((place for place, known in enumerate(tables) if known is query), len(tables))
    if found == len(tables):
        tables.append(query)
    return found


def _relations(from_: b.From | None) -> Iterator[b.From | None]:
    if isinstance(from_, b.Join):
        yield from _relations(from_.left)
        yield from _relations(from_.right)
    else:
        yield from_


def _merged(query: b.Select, entries: Mapping[int, Table]) -> b.Select:
    query, staying = replace(query, with_=()), set[int]()
    while (found := next((one for one in _subqueries(query.from_, entries) if one[0] not in staying), None)) is not None:
        source, inner = found
        inner = _merged(inner, entries)
        made = _with(query, source, inner)
        if made is None:
            staying.add(source)
            made = _with_conditions_inside(query, source, inner)
        query = made
    return _with_keys_first(query)


def _with_keys_first(query: b.Select) -> b.Select:
    """HAVING's conditions on the groups' keys are conditions on rows, as for PostgreSQL, which computes them with WHERE's."""
    if query.having is None or not query.group_by or query.grouping_sets is not None:
        return query
    parts = conjuncts(query.having)
    of_groups = [part for part in parts if any(isinstance(node, b.Aggregate) for node in nodes_in(part))]
    of_rows = [part for part in parts if part not in of_groups]
    return replace(query, where=all_true((query.where, *of_rows)), having=all_true(of_groups))


def _with_conditions_inside(outer: b.Select, source: int, inner: b.Select) -> b.Select:
    """*outer* over the subquery, which has the conditions on nothing but its columns where that says the same.

    PostgreSQL puts them there as well, and so computes them of rows that the subquery's own conditions leave out.
    """
    chosen = inner.limit is not None or inner.offset is not None or inner.distinct_on or inner.grouping_sets is not None
    if outer.where is not None and not chosen:

        def visit(node: Any) -> Any:
            return inner.items[node.column] if isinstance(node, b.ColumnRef) else None

        parts = conjuncts(outer.where)
        own = [part for part in parts if {node.source for node in nodes_in(part) if isinstance(node, b.ColumnRef)} == {source}]
        inside = [changed(part, visit) for part in own]
        if inner.grouped:
            inner = replace(inner, having=all_true((inner.having, *inside)))
        else:
            inner = replace(inner, where=all_true((inner.where, *inside)))
        outer = replace(outer, where=all_true(part for part in parts if part not in own))
    return replace(outer, from_=_staying(outer.from_, source, inner))


def _staying(from_: b.From | None, source: int, inner: b.Query) -> b.From:
    """FROM with *inner* as the subquery of that source."""

    def visit(node: Any) -> Any:
        if isinstance(node, b.Derived | b.CteRef):
            return b.Derived(source, inner, node.alias, node.columns) if node.source == source else node
        return None

    found = changed(from_, visit)
    assert found is not None, "has the subquery"
    return found


def _subqueries(from_: b.From | None, entries: Mapping[int, Table]) -> Iterator[tuple[int, b.Select]]:
    """Those of FROM, with the numbers of their sources; not those whose rows an outer join may leave out."""
    match from_:
        case b.Derived(source, b.Select() as query, lateral=False):
            yield source, query
        case b.CteRef(source, cte) if isinstance(entry := entries.get(cte), b.Select):
            yield source, entry
        case b.Join(kind, left, right):
            if kind in (*_INNER, b.JoinKind.LEFT):
                yield from _subqueries(left, entries)
            if kind in _INNER:
                yield from _subqueries(right, entries)


def _with(outer: b.Select, source: int, inner: b.Select) -> b.Select | None:
    """*outer* with the subquery of that source made part of it; None where that would say something else."""
    if inner.from_ is None or inner.distinct or inner.distinct_on or inner.grouping_sets is not None:
        return None

    def visit(node: Any) -> Any:
        if isinstance(node, b.Derived | b.CteRef) and node.source == source:
            return inner.from_
        if isinstance(node, b.ColumnRef) and node.source == source:
            return inner.items[node.column]
        return None

    alone = isinstance(outer.from_, b.Derived | b.CteRef)
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


def _expressions(query: b.Select) -> tuple[Any, ...]:
    return (query.items, query.where, query.group_by, query.having, query.order_by)
