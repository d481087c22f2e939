"""ORDER BY lists and window definitions."""

from __future__ import annotations

from planner.errors import WindowingFault
from planner.parse import expressions
from planner.parse.cursor import Cursor
from planner.parse.lexer import QUOTED
from planner.parse.syntax import FrameClause, FrameEnd, Node, Sort, WindowDef


def sort_list(cursor: Cursor) -> tuple[Sort, ...]:
    """What follows ORDER BY."""
    keys = [_sort(cursor)]
    while cursor.take_symbol(","):
        keys.append(_sort(cursor))
    return tuple(keys)


def _sort(cursor: Cursor) -> Sort:
    pos = cursor.pos
    expr = expressions.expression(cursor)
    using, descending = None, False
    if cursor.take_word("using"):
        using = expressions.any_operator(cursor)
    else:
        descending = cursor.take_word("asc", "desc") == "desc"
    nulls_first = None
    if cursor.is_words("nulls", "first") or cursor.is_words("nulls", "last"):
        cursor.advance()
        nulls_first = cursor.advance().value == "first"
    return Sort(expr, descending, nulls_first, using, pos)


def window_definition(cursor: Cursor, name: str | None = None) -> WindowDef:
    """( [base] [PARTITION BY …] [ORDER BY …] [frame] )."""
    pos = cursor.pos
    cursor.expect_symbol("(")
    base = None
    if cursor.is_column_name() and (cursor.token.kind == QUOTED or not cursor.is_word("partition", "range", "rows", "groups")):
        base = cursor.column_name()
    partition_by: tuple[Node, ...] = ()
    if cursor.take_word("partition"):
        cursor.expect_word("by")
        partition_by = expressions.expression_list(cursor)
    order_by: tuple[Sort, ...] = ()
    if cursor.take_word("order"):
        cursor.expect_word("by")
        order_by = sort_list(cursor)
    frame = _frame(cursor) if cursor.is_word("rows", "range", "groups") else None
    cursor.expect_symbol(")")
    return WindowDef(base, partition_by, order_by, frame, pos, name)


def _frame(cursor: Cursor) -> FrameClause:
    pos, unit = cursor.pos, cursor.advance().value
    if cursor.take_word("between"):
        start = _frame_end(cursor)
        cursor.expect_word("and")
        end = _frame_end(cursor)
    else:
        start = _frame_end(cursor)
        end = FrameEnd("current row", None, start.pos)
    _check_frame(cursor, start, end)
    return FrameClause(unit, start, end, _exclude(cursor), pos)  # type: ignore[arg-type]


def _check_frame(cursor: Cursor, start: FrameEnd, end: FrameEnd) -> None:
    """Ends that cannot be, or come in the wrong order. (Postgres's grammar refuses them itself.)"""
    if start.kind == "unbounded following":
        raise WindowingFault("frame start cannot be UNBOUNDED FOLLOWING", position=start.pos + cursor.base)
    if end.kind == "unbounded preceding":
        raise WindowingFault("frame end cannot be UNBOUNDED PRECEDING", position=end.pos + cursor.base)
    if start.kind == "current row" and end.kind == "preceding":
        raise WindowingFault("frame starting from current row cannot have preceding rows", position=end.pos + cursor.base)
    if start.kind == "following" and end.kind in ("preceding", "current row"):
        raise WindowingFault("frame starting from following row cannot have preceding rows", position=end.pos + cursor.base)


def _frame_end(cursor: Cursor) -> FrameEnd:
    pos = cursor.pos
    if cursor.is_words("unbounded", "preceding") or cursor.is_words("unbounded", "following"):
        cursor.advance()
        return FrameEnd(f"unbounded {cursor.advance().value}", None, pos)  # type: ignore[arg-type]
    if cursor.take_words("current", "row"):
        return FrameEnd("current row", None, pos)
    offset = expressions.expression(cursor)
    return FrameEnd(cursor.expect_word("preceding", "following"), offset, pos)  # type: ignore[arg-type]


def _exclude(cursor: Cursor) -> str:
    if not cursor.take_word("exclude"):
        return ""
    if cursor.take_words("current", "row"):
        return "current row"
    if cursor.take_words("no", "others"):
        return ""
    return cursor.expect_word("group", "ties")
