"""A bound query → a program for the row executor, or nothing: one view read by its key, and what Python can make of few rows.

The program changes nothing about the query. It only says that every expression in it has a row form and that its shape is known:

    SELECT items FROM view WHERE … GROUP BY … HAVING … ORDER BY … LIMIT … OFFSET …
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from planner.bound import Aggregate, BoundQuery, ColumnRef, Expr, Scan, Select, SortKey
from planner.constrain import KeyConstraint
from planner.constrain.children import inside
from planner.lean import counts, is_direct
from planner.ordering import key_order
from planner.plan import Access, PlanSettings, SourceRead
from planner.rows.expressions import Forms
from statestore.schema import ViewSchema

#: Expressions with all that is inside them. What is longer would hold up the event loop, if it were computed for many rows there.
NODES_MAX: Final = 200
_KEYED: Final = (Access.NOTHING, Access.POINT, Access.MULTI_GET, Access.RANGE)


@dataclass(frozen=True, slots=True, eq=False)
class RowProgram:
    """What is done with the rows of *read*: *where* is None where the key says all of it.

    With *grouped*, items, having and sort keys are over *groups* and
    *aggregates*. Without *sort*, rows come as they are to go out, read against the key's order where *descending* says so (None:
    in any order). *limit* and *offset* are Const or Param (None: none).
    """

    read: SourceRead
    constraint: KeyConstraint
    view: ViewSchema
    forms: Forms
    where: Expr | None
    items: tuple[Expr, ...]
    grouped: bool
    groups: tuple[Expr, ...]
    aggregates: tuple[Aggregate, ...]
    having: Expr | None
    sort: tuple[SortKey, ...]
    descending: bool | None
    limit: Expr | None
    offset: Expr | None


def row_program(bound: BoundQuery, read: SourceRead, settings: PlanSettings) -> RowProgram | None:
    """The query's program; None where something in it has no row form."""
    query, constraint, view = bound.query, read.constraint, read.relation.view
    if not isinstance(query, Select) or not isinstance(constraint, KeyConstraint) or view is None or not view.ordered:
        return None
    scan, window = query.from_, counts(query)
    if not isinstance(scan, Scan) or window is None or not _is_plain(query) or constraint.expected_access() not in _KEYED:
        return None
    forms = Forms(settings)
    where = None if constraint.exact else query.where
    tops = (*query.items, *(key.expr for key in query.order_by), *([] if query.having is None else [query.having]))
    aggregates = _distinct([e for top in tops for e in inside(top) if isinstance(e, Aggregate)])
    if not _are_known(query, where, view, forms, aggregates):
        return None
    order = None if query.grouped else key_order(query.order_by, scan, view, constraint.fixed)
    used = (*tops, *query.group_by, *([] if where is None else [where]))
    if sum(1 for top in used for _ in inside(top)) > NODES_MAX:
        return None
    return RowProgram(
        read,
        constraint,
        view,
        forms,
        where,
        query.items,
        query.grouped,
        query.group_by,
        aggregates,
        query.having,
        query.order_by if order is None else (),
        None if order is None else order.descending,
        *window,
    )


def _are_known(query: Select, where: Expr | None, view: ViewSchema, forms: Forms, aggregates: tuple[Aggregate, ...]) -> bool:
    if where is not None and not forms.knows(where):
        return False
    if not all(map(forms.knows, query.group_by)) or not all(map(forms.knows_aggregate, aggregates)):
        return False
    given = (*query.group_by, *aggregates) if query.grouped else None
    if query.having is not None and not forms.knows(query.having, given):
        return False
    if not all(forms.sorts(key.expr) and forms.knows(key.expr, given) for key in query.order_by):
        return False
    if query.grouped:
        return all(map(forms.sorts, query.group_by)) and all(forms.knows(item, given) for item in query.items)
    return all(is_stored(item, view) or forms.knows(item) for item in query.items)


def _is_plain(query: Select) -> bool:
    """Nothing but what RowProgram has."""
    return not (query.with_ or query.distinct or query.distinct_on or query.grouping_sets is not None)


def _distinct(aggregates: list[Aggregate]) -> tuple[Aggregate, ...]:
    """Each once; their constants need not be hashable."""
    found: list[Aggregate] = []
    for one in aggregates:
        if one not in found:
            found.append(one)
    return tuple(found)


def is_stored(item: Expr, view: ViewSchema) -> bool:
    """Is it a column that goes out as it is stored?"""
    return isinstance(item, ColumnRef) and is_direct(view.columns[item.column].type)
