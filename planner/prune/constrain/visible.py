"""Which columns of a SELECT may be filtered before instead of after it."""

from __future__ import annotations

from planner.tree.bound import Expr, Select, Window
from planner.tree.children import inside, select_expressions


def visible_items(select: Select) -> dict[int, Expr]:
    """Output position → expression inside, for outputs on which a condition may drop rows inside already.

    LIMIT and OFFSET hide all; DISTINCT ON, GROUP BY and window functions hide what is not part of their grouping.
    """
    if select.limit is not None or select.offset is not None:
        return {}
    return {at: item for at, item in enumerate(select.items) if _is_visible(item, select)}


def _is_visible(item: Expr, select: Select) -> bool:
    if select.distinct_on and item not in select.distinct_on:
        return False
    if select.grouped and not _is_grouped_by(item, select):
        return False
    return all(item in window.partition_by for window in _windows(select))


def _is_grouped_by(item: Expr, select: Select) -> bool:
    if item not in select.group_by:
        return False
    at = select.group_by.index(item)
    return select.grouping_sets is None or all(at in grouping for grouping in select.grouping_sets)


def _windows(select: Select) -> list[Window]:
    return [e for top in select_expressions(select) for e in inside(top) if isinstance(e, Window)]
