"""Does reading a view in key order give the order that a query asks for?

Keys sort NULLS LAST; read backward they give descending order, NULLS FIRST. That is what Postgres does by default.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from planner.tree.bound import ColumnRef, Scan, SortKey
from statestore.schema import ViewSchema


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
