"""The words of a query in their order: WITH, SELECT, FROM … WINDOW, set operations, ORDER BY, LIMIT."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.errors import ReadOnly, TooComplex
from planner.parse.keywords import LIST_ENDS
from planner.parse.lexer import END, SYMBOL
from planner.parse.limits import CHAIN_MAX
from planner.parse.sql import calls, ctes, relations, tails
from planner.parse.sql.feed import Feed, Level, Stage, Want
from planner.parse.sql.lookahead import opens
from planner.parse.sql.marks import Call, Head, Leaf
from planner.parse.sql.words import any_operator
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
        inner = Level("query", operation=level.operation, leaf=level.leaf, tail=["inner"])
        level.operation, level.leaf = 0, None
        feed.open(inner, Want.QUERY)
    elif cursor.is_word("select"):
        _select(feed)
    elif cursor.is_word("values"):
        _values(feed)
    elif cursor.is_word("table"):
        _table(feed)
    elif cursor.is_word("with") and level.stage is Stage.START and not (level.operations or level.named):
        ctes.begin(feed)
    elif cursor.is_word(*_WRITES):
        raise ReadOnly(f"cannot execute {cursor.token.value.upper()}: tidegate is read-only", position=cursor.token.start + 1)
    else:
        cursor.fail()


def _head(feed: Feed, head: Head) -> None:
    level = feed.level
    head.operation, level.operation = level.operation, 0
    head.leaf, level.leaf = level.leaf, None
    level.head = head
    feed.atom(head)


def _select(feed: Feed) -> None:
    """SELECT [ALL | DISTINCT [ON (…)]]; sqlglot gets a first entry of the list that says where."""
    cursor, level = feed.cursor, feed.level
    head = Head("select", cursor.pos)
    feed.emit(T.SELECT)
    cursor.at += 1
    level.stage, level.targets, level.conditions, level.joins = Stage.TARGETS, head.targets, 0, 0
    if not cursor.take_word("all") and cursor.take_word("distinct"):
        feed.emit(T.DISTINCT)
        if cursor.take_word("on"):
            feed.emit(T.ON)
            cursor.expect_symbol("(")
            feed.emit(T.L_PAREN)
            feed.open(Level("on", Call("on", cursor.pos, cursor.at)))
            level.head = head
            return
        _head(feed, head)
    else:
        _head(feed, head)
        token = cursor.token
        if token.kind == END or (token.kind == SYMBOL and token.value in (";", ")")) or cursor.is_word(*LIST_ENDS):
            feed.want, level.named = Want.CLOSED, True
            return
    _target(feed)


def close_distinct_on(feed: Feed) -> None:
    """) of DISTINCT ON (…)."""
    cursor = feed.cursor
    cursor.expect_symbol(")")
    feed.emit(T.R_PAREN)
    cursor.at -= 1
    feed.levels.pop()
    assert feed.level.head is not None
    _head(feed, feed.level.head)
    cursor.at += 1
    _target(feed)


def _target(feed: Feed) -> None:
    level = feed.level
    feed.emit(T.COMMA)
    level.named = False
    feed.new_expression()
    if level.targets is not None:
        level.targets.append(feed.cursor.pos)
    feed.want = Want.TARGET


def star(feed: Feed) -> None:
    """* as an entry of the select list."""
    cursor = feed.cursor
    feed.operand(ColumnName(("*",), cursor.pos, True))
    feed.want = Want.CLOSED
    cursor.at += 1


def label(feed: Feed) -> None:
    """The label of an entry of the select list, AS or not."""
    cursor = feed.cursor
    pos = cursor.pos
    feed.name(ColumnName((cursor.label(),), pos))
    feed.want, feed.level.named = Want.CLOSED, True


def _values(feed: Feed) -> None:
    """VALUES goes to sqlglot as a SELECT of its rows."""
    cursor, level = feed.cursor, feed.level
    head = Head("values", cursor.pos)
    feed.emit(T.SELECT)
    cursor.at += 1
    level.stage, level.named, level.targets = Stage.BODY, True, None
    _head(feed, head)
    _row(feed)


def _row(feed: Feed) -> None:
    cursor = feed.cursor
    feed.emit(T.COMMA)
    call = Call("values", cursor.pos, cursor.at)
    feed.name(call)
    cursor.expect_symbol("(")
    feed.emit(T.L_PAREN)
    feed.open(Level("paren", call))


def _table(feed: Feed) -> None:
    """TABLE goes to sqlglot as a SELECT without a list."""
    cursor, level = feed.cursor, feed.level
    feed.emit(T.SELECT)
    head = Head("table", cursor.pos)
    cursor.at += 1
    _head(feed, head)
    level.stage, level.targets, level.named = Stage.BODY, None, True
    cursor.take_word("only")
    feed.emit(T.FROM)
    relations.table(feed, Leaf(cursor.pos))
    feed.want = Want.CLOSED


# ------------------------------------------------------------------------------------------------------------------- going on


def comma(feed: Feed) -> None:
    """, in a query."""
    cursor, level = feed.cursor, feed.level
    feed.new_expression()
    if level.stage is Stage.TARGETS and level.targets:
        cursor.at += 1
        _target(feed)
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
        _row(feed)
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
    if found == "as" and level.stage is Stage.TARGETS and not level.named and feed.want is Want.MORE:
        feed.emit(T.ALIAS)
        cursor.at += 1
        label(feed)
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
    from planner.parse.sql import windows

    cursor = feed.cursor
    pos = cursor.pos
    feed.name(ColumnName((cursor.column_name(),), pos))
    feed.emit(T.ALIAS)
    cursor.expect_word("as")
    windows.define(feed)


def group_item(feed: Feed) -> None:
    """ROLLUP (…), CUBE (…), GROUPING SETS (…), () or an expression."""
    from planner.parse.sql import operands

    cursor = feed.cursor
    if cursor.is_word("rollup", "cube") and opens(cursor):
        call = Call(cursor.token.value, cursor.pos, cursor.at)
        feed.name(call)
        cursor.at += 2
        feed.emit(T.L_PAREN)
        feed.open(Level("rollup", call))
    elif cursor.is_words("grouping", "sets"):
        call = Call("sets", cursor.pos, cursor.at)
        feed.name(call)
        cursor.at += 2
        cursor.expect_symbol("(")
        feed.emit(T.L_PAREN)
        feed.open(Level("sets", call), Want.GROUP)
    elif cursor.is_symbol("(") and cursor.ahead().kind == SYMBOL and cursor.ahead().value == ")":
        feed.name(Call("empty", cursor.pos, cursor.at))
        feed.emit(T.L_PAREN, T.R_PAREN)
        cursor.at += 2
        feed.want = Want.CLOSED
    else:
        operands.operand(feed)


def sort_word(feed: Feed, found: str) -> bool:
    """ASC, DESC, USING operator, NULLS FIRST | LAST behind an ORDER BY entry."""
    cursor, key = feed.cursor, feed.level.sort
    assert key is not None
    if found in ("asc", "desc", "using") and feed.want is Want.MORE:
        cursor.at += 1
        key.descending = found == "desc"
        key.using = any_operator(cursor) if found == "using" else None
    elif cursor.is_words("nulls", "first") or cursor.is_words("nulls", "last"):
        if key.nulls_first is not None:
            return False
        key.nulls_first = cursor.ahead().value == "first"
        cursor.at += 2
    else:
        return False
    feed.want = Want.CLOSED
    return True


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
    elif level.tail[:1] == ["inner"]:
        outer.stage, outer.targets, outer.inner, feed.want = Stage.BODY, [], tails.tail_of(level), Want.CLOSED
    elif outer.stage is Stage.WITH:
        ctes.entered(feed)
    else:
        relations.behind_query(feed, level.subquery, level.head)
