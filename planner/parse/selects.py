"""SELECT's own clauses, up to WINDOW (simple_select)."""

from __future__ import annotations

from planner.errors import ReadOnly
from planner.parse import expressions
from planner.parse.clauses import window_definition
from planner.parse.cursor import Cursor
from planner.parse.keywords import LIST_ENDS, NEEDS_AS
from planner.parse.lexer import IDENT, QUOTED, SYMBOL
from planner.parse.relations import from_list
from planner.parse.syntax import ColumnName, GroupingSets, Node, SelectCore, Target, WindowDef


def select(cursor: Cursor, pos: int) -> SelectCore:
    """What follows the word SELECT, which stands at *pos*."""
    distinct = _distinct(cursor)
    targets = _targets(cursor, may_be_empty=distinct is None)
    if cursor.is_word("into"):
        raise ReadOnly("cannot execute SELECT INTO: tidegate is read-only", position=cursor.token.start + 1)
    from_ = from_list(cursor) if cursor.take_word("from") else ()
    where = expressions.expression(cursor) if cursor.take_word("where") else None
    group_by, group_distinct = _group_by(cursor)
    having = expressions.expression(cursor) if cursor.take_word("having") else None
    windows = _windows(cursor) if cursor.take_word("window") else ()
    return SelectCore(targets, pos, distinct, from_, where, group_by, group_distinct, having, windows)


def _distinct(cursor: Cursor) -> tuple[Node, ...] | None:
    if cursor.take_word("all"):
        return None
    if not cursor.take_word("distinct"):
        return None
    if not cursor.take_word("on"):
        return ()
    cursor.expect_symbol("(")
    found = expressions.expression_list(cursor)
    cursor.expect_symbol(")")
    return found


def _targets(cursor: Cursor, may_be_empty: bool) -> tuple[Target, ...]:
    token = cursor.token
    ends = token.kind == "end" or (token.kind == SYMBOL and token.value in (";", ")"))
    starts_clause = token.kind == IDENT and token.value in LIST_ENDS
    if may_be_empty and (ends or starts_clause):
        return ()
    targets = [_target(cursor)]
    while cursor.take_symbol(","):
        targets.append(_target(cursor))
    return tuple(targets)


def _target(cursor: Cursor) -> Target:
    pos = cursor.pos
    if cursor.take_symbol("*"):
        return Target(ColumnName(("*",), pos, True), None, pos)
    expr = expressions.target(cursor)
    if cursor.take_word("as"):
        return Target(expr, cursor.label(), pos)
    token = cursor.token
    if token.kind == QUOTED or (token.kind == IDENT and token.value not in NEEDS_AS):
        return Target(expr, cursor.advance().value, pos)
    return Target(expr, None, pos)


def _group_by(cursor: Cursor) -> tuple[tuple[Node | GroupingSets, ...], bool]:
    if not cursor.take_word("group"):
        return (), False
    cursor.expect_word("by")
    distinct = cursor.take_word("distinct", "all") == "distinct"
    items = [_group_item(cursor)]
    while cursor.take_symbol(","):
        items.append(_group_item(cursor))
    return tuple(items), distinct


def _group_item(cursor: Cursor) -> Node | GroupingSets:
    pos = cursor.pos
    opens = cursor.ahead().kind == SYMBOL and cursor.ahead().value == "("
    if cursor.is_word("rollup", "cube") and opens:
        kind = cursor.advance().value
        cursor.expect_symbol("(")
        items: tuple[Node | GroupingSets, ...] = expressions.expression_list(cursor)
        cursor.expect_symbol(")")
        return GroupingSets("rollup" if kind == "rollup" else "cube", items, pos)
    if cursor.take_words("grouping", "sets"):
        return GroupingSets("sets", _grouping_set_items(cursor), pos)
    if cursor.is_symbol("(") and cursor.ahead().kind == SYMBOL and cursor.ahead().value == ")":
        cursor.at += 2
        return GroupingSets("empty", (), pos)
    return expressions.expression(cursor)


def _grouping_set_items(cursor: Cursor) -> tuple[Node | GroupingSets, ...]:
    cursor.expect_symbol("(")
    cursor.enter()
    items = [_group_item(cursor)]
    while cursor.take_symbol(","):
        items.append(_group_item(cursor))
    cursor.depth -= 1
    cursor.expect_symbol(")")
    return tuple(items)


def _windows(cursor: Cursor) -> tuple[WindowDef, ...]:
    found = []
    while True:
        name = cursor.column_name()
        cursor.expect_word("as")
        found.append(window_definition(cursor, name))
        if not cursor.take_symbol(","):
            return tuple(found)
