"""The words of a query in their order: WITH, SELECT, FROM … WINDOW, set operations, ORDER BY, LIMIT."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.errors import ReadOnly, TooComplex
from planner.parse.limits import CHAIN_MAX
from planner.parse.sql import calls, ctes, relations, selects, tails, windows
from planner.parse.sql.feed import Feed, Level, Stage, Want
from planner.parse.syntax import ColumnName

_SET_OPERATIONS: Final = {"union": T.UNION, "intersect": T.INTERSECT, "except": T.EXCEPT}
_WRITES: Final = ("insert", "update", "delete", "merge")
_CLAUSES: Final = {
    "from": (T.FROM, Stage.FROM), "where": (T.WHERE, Stage.WHERE), "group": (T.GROUP_BY, Stage.GROUP),
    "having": (T.HAVING, Stage.HAVING), "window": (T.WINDOW, Stage.WINDOW),
}  # fmt: skip


def begin(feed: Feed) -> None:
    """What a query starts with."""
    cursor, level = feed.cursor, feed.level
    if cursor.is_symbol("("):
        feed.emit(T.L_PAREN)
        cursor.at += 1
        inner = Level("query", operation=level.operation, leaf=level.leaf, nested=True)
        level.operation, level.leaf = 0, None
        feed.open(inner, Want.QUERY)
    elif cursor.is_word("select"):
        selects.select(feed)
    elif cursor.is_word("values"):
        selects.values(feed)
    elif cursor.is_word("table"):
        selects.table(feed)
    elif cursor.is_word("with") and level.stage is Stage.START and not (level.operations or level.with_):
        ctes.begin(feed)
    elif cursor.is_word(*_WRITES):
        raise ReadOnly(f"cannot execute {cursor.token.value.upper()}: tidegate is read-only", position=cursor.token.start + 1)
    else:
        cursor.fail()


def comma(feed: Feed) -> None:
    """, in a query."""
    cursor, level = feed.cursor, feed.level
    feed.new_expression()
    if level.stage is Stage.TARGETS and level.targets:
        cursor.at += 1
        selects.target(feed)
    elif level.stage is Stage.FROM and not level.conditions:
        feed.emit(T.COMMA)
        cursor.at += 1
        level.joins = 0
        feed.want = Want.TABLE
    elif level.stage is Stage.GROUP:
        feed.emit(T.COMMA)
        cursor.at += 1
        feed.want = Want.GROUP
    elif level.stage is Stage.BODY and level.head is not None and level.head.kind == "values":
        cursor.at += 1
        selects.row(feed)
    elif level.stage is Stage.ORDER:
        feed.emit(T.COMMA)
        cursor.at += 1
        calls.sort_key(feed)
    elif level.stage is Stage.WINDOW:
        feed.emit(T.COMMA)
        cursor.at += 1
        named_window(feed)
    elif level.stage is Stage.WITH:
        feed.emit(T.COMMA)
        cursor.at += 1
        ctes.entry(feed)
    else:
        tails.comma(feed)


def word(feed: Feed, found: str) -> bool:
    """A word that goes on with the query, or with its FROM."""
    cursor, level = feed.cursor, feed.level
    if found == "as" and level.stage is Stage.TARGETS and not level.labelled and feed.want is Want.MORE:
        feed.emit(T.ALIAS)
        cursor.at += 1
        selects.label(feed)
        return True
    if (level.kind == "join" or level.stage is Stage.FROM) and relations.word(feed, found):
        return True
    if level.kind == "join" or level.conditions:
        return False
    if found == "into" and level.stage is Stage.TARGETS:
        raise ReadOnly("cannot execute SELECT INTO: tidegate is read-only", position=cursor.token.start + 1)
    if found in _CLAUSES:
        return _clause(feed, found)
    if found in _SET_OPERATIONS and level.stage.value <= Stage.BODY.value:
        _set_operation(feed, found)
        return True
    return level.stage is not Stage.WITH and tails.word(feed, found)


def _clause(feed: Feed, found: str) -> bool:
    kind, stage = _CLAUSES[found]
    cursor, level = feed.cursor, feed.level
    if not Stage.WITH.value < level.stage.value < stage.value or (found == "from" and level.stage is not Stage.TARGETS):
        return False
    level.stage = stage
    feed.new_expression()
    feed.emit(kind)
    cursor.at += 1
    if found == "group":
        cursor.expect_word("by")
        if cursor.take_word("distinct", "all") == "distinct" and level.head is not None:
            level.head.group_distinct = True
        feed.want = Want.GROUP
    elif found == "window":
        named_window(feed)
    else:
        feed.want = Want.TABLE if found == "from" else Want.OPERAND
    return True


def _set_operation(feed: Feed, found: str) -> None:
    cursor, level = feed.cursor, feed.level
    level.operations += 1
    if level.operations > CHAIN_MAX:
        raise TooComplex(f"{CHAIN_MAX} set operations may stand in a row", position=cursor.token.start + 1)
    feed.emit(_SET_OPERATIONS[found])
    level.operation = cursor.pos
    cursor.at += 1
    if cursor.take_word("all", "distinct") == "all":
        feed.emit(T.ALL)
    level.stage = Stage.START
    feed.new_expression()
    level.head, level.inner, feed.want = None, frozenset(), Want.QUERY


def named_window(feed: Feed) -> None:
    """name AS (…) of WINDOW."""
    cursor = feed.cursor
    pos = cursor.pos
    feed.name(ColumnName((cursor.column_name(),), pos))
    feed.emit(T.ALIAS)
    cursor.expect_word("as")
    windows.define(feed)


def close(feed: Feed) -> None:
    """) of a query."""
    cursor, level = feed.cursor, feed.level
    if len(feed.levels) == 1 or not cursor.is_symbol(")") or level.conditions or level.stage is Stage.WITH:
        cursor.fail()
    feed.emit(*level.closing)
    cursor.at += 1
    feed.levels.pop()
    outer = feed.level
    if level.call is not None:
        feed.more(selectable=level.call.kind == "query")
    elif level.nested:
        outer.stage, outer.targets, outer.inner, feed.want = Stage.BODY, [], tails.tail_of(level), Want.CLOSED
    elif outer.stage is Stage.WITH:
        ctes.entered(feed)
    else:
        relations.behind_query(feed, level.subquery, level.head)
