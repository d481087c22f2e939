"""A bound query → a program for the row executor, or nothing: views read by their keys, and what Python can make of few rows.

The program changes nothing about the query. It only says that every expression in it has a row form and that its shape is known:

    SELECT items FROM view JOIN … WHERE … GROUP BY … HAVING … ORDER BY … LIMIT … OFFSET …

Subqueries of FROM become part of it first (merging.py), and those of expressions have programs of their own (subqueries.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from planner.bound import Aggregate, BoundQuery, Cast, ColumnRef, Const, Expr, Param, Query, Scan, Select, SortKey
from planner.constrain.children import inside
from planner.lean import counts, is_direct
from planner.ordering import key_order
from planner.plan import PlanSettings, SourceRead
from planner.rows.expressions import Forms
from planner.rows.joins import Sources, sources_of
from planner.rows.merging import merged
from planner.rows.subqueries import lifted
from planner.walk import scans_of
from statestore.schema import ViewSchema

#: Expressions with all that is inside them. What is longer would hold up the event loop, if it were computed for many rows there.
NODES_MAX: Final = 200


@dataclass(frozen=True, slots=True, eq=False)
class RowProgram:
    """What is done with the rows of *sources*, of which there are no *conditions* where the key says all of it.

    Without sources (a SELECT without FROM) there is one row, of no columns. The values of *subqueries* are parameters, after the
    query's own, of which there are *parameters*.

    Of *distinct* items the first one is kept. With *grouped*, items, having and sort keys are over *groups* and *aggregates*.
    Without *sort*, rows come as they are to go out, read against the key's order where *descending* says so (None: in any order).
    *limit* and *offset* are Const or Param (None: none). *nodes* are its expressions with all that is inside them.
    """

    sources: Sources | None
    subqueries: tuple[RowSubquery, ...]
    parameters: int
    forms: Forms
    items: tuple[Expr, ...]
    distinct: bool
    grouped: bool
    groups: tuple[Expr, ...]
    aggregates: tuple[Aggregate, ...]
    having: Expr | None
    sort: tuple[SortKey, ...]
    descending: bool | None
    limit: Expr | None
    offset: Expr | None
    nodes: int

    @property
    def views(self) -> tuple[ViewSchema, ...]:
        """What it reads: views of its own sources, the one that is read first before the others, then those of its subqueries."""
        own = () if self.sources is None else tuple(self.sources.views.values())
        return (*own, *(view for subquery in self.subqueries for view in subquery.program.views))

    @property
    def small(self) -> tuple[bool, ...]:
        """For each of the views: is it read whole, so that it has to be small?"""
        own = () if self.sources is None else self.sources.small
        return (*own, *(small for subquery in self.subqueries for small in subquery.program.small))


@dataclass(frozen=True, slots=True, eq=False)
class RowSubquery:
    """A program whose one column is a parameter of another: all of its rows where that is *listed*, else its one row."""

    program: RowProgram
    listed: bool


def row_program(bound: BoundQuery, reads: Sequence[SourceRead], settings: PlanSettings) -> RowProgram | None:
    """The query's program; None where something in it has no row form."""
    return _program(bound.query, reads, len(bound.parameters), settings)


def _program(query: Query, reads: Sequence[SourceRead], parameters: int, settings: PlanSettings) -> RowProgram | None:
    plain = merged(query) if isinstance(query, Select) else None
    if plain is None:
        return None
    query, inner = lifted(plain, parameters)
    if not _is_plain(query) or (window := counts(query)) is None:
        return None
    subqueries = list[RowSubquery]()
    for one in inner:
        program = _program(one.query, _reads_of(one.query, reads), parameters, settings)
        if program is None or not all(map(program.forms.knows, program.items if not program.grouped else ())):
            return None
        subqueries.append(RowSubquery(program, one.listed))
    own = _reads_of(query, reads)
    if len(own) + sum(len(subquery.program.views) for subquery in subqueries) != len(reads):
        return None
    forms = Forms(settings, {read.source: read.relation.view for read in own if read.relation.view is not None})
    sources = None
    if query.from_ is not None:
        sources = sources_of(query.from_, query.where, own, forms)
        if sources is None:
            return None
        if sources.constraint.exact and not sources.lookups and not sources.spread:
            sources = replace(sources, conditions=())
    elif own or query.where is not None or query.grouped:
        return None
    tops = (*query.items, *(key.expr for key in query.order_by), *([] if query.having is None else [query.having]))
    aggregates = _distinct([e for top in tops for e in inside(top) if isinstance(e, Aggregate)])
    used = (*tops, *query.group_by, *(() if sources is None else sources.expressions))
    nodes = sum(1 for top in used for _ in inside(top))
    if nodes > NODES_MAX or not _are_known(query, sources, forms, aggregates):
        return None
    order = None
    if sources is not None and isinstance(query.from_, Scan) and not query.grouped:
        order = key_order(query.order_by, query.from_, sources.view, sources.constraint.fixed)
    return RowProgram(
        sources,
        tuple(subqueries),
        parameters,
        forms,
        query.items,
        query.distinct,
        query.grouped,
        query.group_by,
        aggregates,
        query.having,
        query.order_by if order is None else (),
        None if order is None else order.descending,
        *window,
        nodes,
    )


def _reads_of(query: Query, reads: Sequence[SourceRead]) -> list[SourceRead]:
    scanned = {scan.source for scan in scans_of(query)}
    return [read for read in reads if read.source in scanned]


def _are_known(query: Select, sources: Sources | None, forms: Forms, aggregates: tuple[Aggregate, ...]) -> bool:
    if sources is not None and not all(map(forms.knows, sources.conditions)):
        return False
    if not all(map(forms.knows, query.group_by)) or not all(map(forms.knows_aggregate, aggregates)):
        return False
    given = (*query.group_by, *aggregates) if query.grouped else None
    if query.having is not None and not forms.knows(query.having, given):
        return False
    if not all(forms.sorts(key.expr) and forms.knows(key.expr, given) for key in query.order_by):
        return False
    if query.grouped and query.distinct:
        return False
    if query.grouped:
        return all(map(forms.groups, query.group_by)) and all(forms.knows(item, given) for item in query.items)
    if query.distinct:
        return all(forms.identifies(item) and forms.knows(item) for item in query.items)
    return all((sources is not None and is_stored(item, sources.views)) or forms.knows(item) for item in query.items)


def _is_plain(query: Select) -> bool:
    """Nothing but what RowProgram has."""
    orders = (*query.group_by, *(key.expr for key in query.order_by))
    return not (query.with_ or query.distinct_on or query.grouping_sets is not None or any(map(_is_constant, orders)))


def _is_constant(expr: Expr) -> bool:
    while isinstance(expr, Cast):
        expr = expr.operand
    return isinstance(expr, Const | Param)


def _distinct(aggregates: list[Aggregate]) -> tuple[Aggregate, ...]:
    """Each once; their constants need not be hashable."""
    found: list[Aggregate] = []
    for one in aggregates:
        if one not in found:
            found.append(one)
    return tuple(found)


def is_stored(item: Expr, views: Mapping[int, ViewSchema]) -> bool:
    """Is it a column that goes out as it is stored?"""
    return isinstance(item, ColumnRef) and is_direct(views[item.source].columns[item.column].type)
