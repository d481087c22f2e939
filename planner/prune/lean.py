"""Recognising queries, or parts of them, that need no more than a keyed read of one view.

A LeanRead is SELECT of plain columns FROM one view, WHERE exact, ORDER BY what reading the key forward or backward gives, LIMIT
and OFFSET a constant or parameter. Key columns with one value may be missing from ORDER BY or stand anywhere in it; after the
last key column nothing is left to sort; NULLS FIRST or LAST may differ from the key's where the column has no NULLs. Columns
whose SQL value is not the stored value (jsonb of maps and structs, intervals) are left to row programs and DuckDB.
`SourceRead.first` is the same knowledge for any other SELECT with LIMIT over one view, also inside a larger query: the read may
stop after limit + offset rows in key order; DuckDB still sorts and cuts.

Keys sort NULLS LAST; read backward they give descending order, NULLS FIRST. That is what Postgres does by default.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from planner.prune.constrain import Constraints, KeyConstraint
from planner.prune.constrain.constraining import view_of
from planner.tree.bound import BoundQuery, Call, Cast, ColumnRef, Const, Expr, Param, Query, Scan, Select, SortKey, Window
from planner.tree.query_plan import FirstRows, LeanRead, SourceRead
from planner.tree.types import INT2, INT4, INT8, sql_value
from planner.tree.walk import inside
from statestore import types as st
from statestore.schema import ViewSchema


def lean_read(bound: BoundQuery, read: SourceRead, constraint: KeyConstraint) -> LeanRead | None:
    """The query as one keyed read: plain columns of one view, exact WHERE, key order, LIMIT and OFFSET known beforehand.

    None where it takes more than that. Columns whose SQL value is not the stored value (jsonb, intervals) take more.
    """
    query = bound.query
    scan = lean_scan(query)
    if scan is None or not isinstance(query, Select) or not constraint.exact:
        return None
    view = view_of(scan)
    outputs = _outputs(query, scan, view)
    order = key_order(query.order_by, scan, view, constraint.fixed)
    if outputs is None or order is None:
        return None
    return LeanRead(read, outputs, order.descending, _count(query.limit), _count(query.offset))


def lean_scan(query: Query) -> Scan | None:
    """The view of which the query may be one keyed read, as far as can be told before its conditions are looked at."""
    scan = plain_scan(query)
    if scan is None or not isinstance(query, Select) or query.with_ or counts(query) is None:
        return None
    return None if _outputs(query, scan, view_of(scan)) is None else scan


def plain_scan(query: Query) -> Scan | None:
    """The view that a SELECT reads row by row: no grouping, DISTINCT, windows or functions that return sets."""
    if not isinstance(query, Select) or not isinstance(query.from_, Scan) or query.from_.relation.view is None:
        return None
    return query.from_ if _is_row_by_row(query) else None


def _is_row_by_row(query: Select) -> bool:
    if query.grouped or query.distinct or query.distinct_on or query.having is not None:
        return False
    tops = (*query.items, *(key.expr for key in query.order_by))
    return not any(_breaks_rows(e) for top in tops for e in inside(top))


def _breaks_rows(expr: Expr) -> bool:
    return isinstance(expr, Window) or (isinstance(expr, Call) and expr.function.kind == "table")


def _outputs(query: Select, scan: Scan, view: ViewSchema) -> tuple[int, ...] | None:
    columns = [i.column for i in query.items if isinstance(i, ColumnRef) and i.source == scan.source]
    if len(columns) < len(query.items) or not all(is_direct(view.columns[c].type) for c in columns):
        return None
    return tuple(columns)


def is_direct(data_type: st.DataType) -> bool:
    """Is the stored value the SQL value?"""
    if isinstance(data_type, st.Array):
        return not isinstance(data_type.element, st.Array) and is_direct(data_type.element)
    return not isinstance(data_type, st.Map | st.Struct) and sql_value(data_type) is None


def counts(query: Select) -> tuple[Const | Param | None, Const | Param | None] | None:
    """LIMIT and OFFSET as constants and parameters; None where they are more than that."""
    limit, offset = _count(query.limit), _count(query.offset)
    known = (limit is None) == (query.limit is None) and (offset is None) == (query.offset is None)
    return (limit, offset) if known else None


def _count(of: Expr | None) -> Const | Param | None:
    """LIMIT or OFFSET where it is a constant or a parameter."""
    while isinstance(of, Cast) and of.operand.type.pg in (INT2, INT4, INT8) and of.type.pg in (INT4, INT8):
        of = of.operand
    return of if isinstance(of, Const | Param) else None


def first_rows(query: Select, constraint: KeyConstraint) -> FirstRows | None:
    """How few rows a SELECT with LIMIT over one view has to see, whatever its outputs are; None: all."""
    scan = plain_scan(query)
    limit = _count(query.limit)
    if scan is None or limit is None or not constraint.exact or counts(query) is None:
        return None
    order: KeyOrder | None = key_order(query.order_by, scan, view_of(scan), constraint.fixed)
    return None if order is None else FirstRows(limit, _count(query.offset), order.descending)


def with_first_rows(read: SourceRead, scan: Scan, constraints: Constraints) -> SourceRead:
    """The read with its row bound, where the SELECT right above the scan has one, or one around it that lets every row through.

    LIMIT hides all conditions further out.
    """
    inner: Select | None = None
    for select in constraints.selects_over(scan):
        if inner is not None and select.where is not None:
            return read
        inner = inner or select
        if select.limit is not None:
            constraint = constraints.of_where(scan, inner)
            first = first_rows(select, constraint) if inner is select else _any_rows(select, constraint)
            return read if first is None else replace(read, constraint=constraint, first=first)
        if select.offset is not None or select.order_by or not _is_row_by_row(select):
            return read
    return read


def _any_rows(query: Select, constraint: KeyConstraint) -> FirstRows | None:
    """As first_rows(), for a SELECT around a subquery: whichever rows come first will do."""
    limit = _count(query.limit)
    if limit is None or query.order_by or not _is_row_by_row(query) or not constraint.exact or counts(query) is None:
        return None
    return FirstRows(limit, _count(query.offset), None)


# ----------------------------------------------------------------------------------------------------------- key order


@dataclass(frozen=True, slots=True)
class KeyOrder:
    """Key order serves. *descending* None: the rows may come in any order."""

    descending: bool | None


def key_order(order_by: Sequence[SortKey], scan: Scan, view: ViewSchema, fixed: Collection[int]) -> KeyOrder | None:
    """How to read the key so that rows come as ORDER BY says; None where no way does.

    *fixed* are key positions with one value in all rows: those may be missing from ORDER BY, or stand anywhere in it.
    Expressions may fail, so they are computed even where they sort nothing.
    """
    if not all(isinstance(sort.expr, ColumnRef) for sort in order_by):
        return None
    if not view.ordered:
        return _unordered(order_by, scan, view, fixed)
    position = 0
    descending: bool | None = None
    for sort in order_by:
        at = _key_position(sort, scan, view)
        if at in fixed:
            continue
        while position in fixed:
            position += 1
        if position == len(view.key):
            # Every key column is settled, so no two rows are equal so far and the rest sorts nothing.
            break
        if at != position or not _is_natural(sort, view, position) or descending not in (None, sort.descending):
            return None
        descending = sort.descending
        position += 1
    return KeyOrder(descending)


def _unordered(order_by: Sequence[SortKey], scan: Scan, view: ViewSchema, fixed: Collection[int]) -> KeyOrder | None:
    """Any order serves where no two rows differ in what ORDER BY names; else none does."""
    single = bool(view.key) and len(fixed) == len(view.key)
    return KeyOrder(None) if single or all(_key_position(sort, scan, view) in fixed for sort in order_by) else None


def _key_position(sort: SortKey, scan: Scan, view: ViewSchema) -> int:
    """The key position of a plain key column; -1 for anything else."""
    expr = sort.expr
    if not isinstance(expr, ColumnRef) or expr.source != scan.source or expr.column not in view.key_ordinals:
        return -1
    return view.key_ordinals.index(expr.column)


def _is_natural(sort: SortKey, view: ViewSchema, position: int) -> bool:
    """NULLs last ascending, first descending; no matter where there are none."""
    return sort.nulls_first == sort.descending or not view.key_columns[position].nullable
