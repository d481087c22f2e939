"""The words of a query: WITH, SELECT, VALUES … WINDOW, set operations, ORDER BY, LIMIT."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.errors import ReadOnly, TooComplex, Unsupported
from planner.parse.keywords import LIST_ENDS
from planner.parse.lexer import END, IDENT
from planner.parse.limits import CHAIN_MAX
from planner.parse.sql import brackets, relations, windows
from planner.parse.sql.feed import Bracket, Expected, Feed
from planner.parse.sql.marks import CallMark, ReadMark
from planner.parse.sql.words import JOINS, any_operator
from planner.parse.syntax import Literal

#: All EXCEPT to sqlglot, whose subqueries for what binds more tightly look like others, and to which UNION ( may be a call.
_SET_OPERATIONS: Final = frozenset({"union", "intersect", "except"})
_WRITES: Final = frozenset({"insert", "update", "delete", "merge"})
_CLAUSES: Final = {"from": T.FROM, "where": T.WHERE, "group": T.GROUP_BY, "having": T.HAVING, "window": T.WINDOW}
_SELECTS: Final = frozenset({"select", "from", "where", "group", "having", "window", "body", "values"})


def begin(feed: Feed) -> None:
    """What a query starts with. Raises ReadOnly for what writes."""
    cursor = feed.cursor
    if cursor.is_symbol("("):
        feed.bracket(Bracket("query", "operand"), Expected.QUERY)
    elif cursor.is_word("select"):
        _select(feed)
    elif cursor.is_word("values"):
        feed.take(T.SELECT)
        feed.level.clause = "values"
        _row(feed)
    elif cursor.is_word("table"):
        _table(feed)
    elif cursor.is_word("with") and not feed.level.clause:
        feed.level.clause = "with"
        feed.take(T.WITH)
        if cursor.ahead().value not in ("as", "(") and cursor.take_word("recursive"):
            feed.emit(T.RECURSIVE)
        _with_entry(feed)
    elif cursor.is_word(*_WRITES):
        raise ReadOnly(f"cannot execute {cursor.token.value.upper()}: tidegate is read-only", position=cursor.token.start + 1)
    else:
        cursor.fail()


def _select(feed: Feed) -> None:
    cursor, level = feed.cursor, feed.level
    feed.take(T.SELECT)
    level.clause = "select"
    feed.begin_expression()
    if not cursor.take_word("all") and cursor.take_word("distinct"):
        feed.emit(T.DISTINCT)
        if cursor.take_word("on"):
            feed.emit(T.ON)
            feed.bracket(Bracket("list", "on"))
        return
    token = cursor.token
    if token.kind == END or cursor.is_symbol(")") or (token.kind == IDENT and token.value in LIST_ENDS):
        feed.want = Expected.CLOSED


def _row(feed: Feed) -> None:
    """One row of VALUES. sqlglot, which wraps VALUES into queries, gets a SELECT of calls."""
    cursor = feed.cursor
    feed.name(CallMark("values", cursor.at + 1), cursor.at)
    feed.bracket(Bracket("list", "values"))


def _table(feed: Feed) -> None:
    """TABLE name goes to sqlglot as a SELECT without a list."""
    cursor = feed.cursor
    feed.take(T.SELECT, T.FROM)
    feed.level.clause = "body"
    cursor.take_word("only")
    relations.table(feed)
    feed.want = Expected.CLOSED


def _with_entry(feed: Feed) -> None:
    """name (columns) AS [[NOT] MATERIALIZED] (."""
    cursor, at = feed.cursor, feed.cursor.at
    name = cursor.column_name()
    columns = cursor.name_list() if cursor.is_symbol("(") else ()
    cursor.expect_word("as")
    materialized = False if cursor.take_words("not", "materialized") else True if cursor.take_word("materialized") else None
    feed.name(ReadMark((name, columns, materialized), cursor.at), at)
    feed.emit(T.ALIAS)
    feed.bracket(Bracket("query", "cte"), Expected.QUERY)


def behind(feed: Feed, level: Bracket) -> None:
    """Behind a query in parentheses: an entry of WITH, or all or an operand of the query around it. Raises Unsupported."""
    cursor, outer = feed.cursor, feed.level
    if level.role == "operand":
        outer.clause, feed.want = "body", Expected.CLOSED
    elif cursor.is_word("search", "cycle"):
        raise Unsupported(f"{cursor.token.value.upper()} in WITH is not supported", position=cursor.token.start + 1)
    elif cursor.take_symbol(","):
        feed.emit(T.COMMA)
        _with_entry(feed)
    else:
        feed.want = Expected.QUERY


# ----------------------------------------------------------------------------------------------------------------------- clauses


def comma(feed: Feed) -> None:
    """A comma in a query. Raises SyntaxFault where there is none."""
    cursor, level = feed.cursor, feed.level
    clause = level.clause
    feed.new_expression()
    if clause == "limit" and level.tail[-1] == "limit":
        depth, at = 0, cursor.at
        while depth or not cursor.is_word("limit"):
            cursor.at -= 1
            depth += cursor.is_symbol(")") - cursor.is_symbol("(")
        start, cursor.at = cursor.pos, at
        raise cursor.error("LIMIT #,# syntax is not supported", start, hint="Use separate LIMIT and OFFSET clauses.")
    if clause not in ("select", "from", "group", "order", "values", "window", "partition") or level.conditions:
        cursor.fail()
    feed.take(T.COMMA)
    if clause == "values":
        _row(feed)
    elif clause == "window" and level.kind == "query":
        windows.named(feed)
    else:
        level.joins = 0
        feed.want = Expected.TABLE if clause == "from" else Expected.OPERAND


def label(feed: Feed) -> None:
    """The label of an entry of the select list, AS or not."""
    cursor = feed.cursor
    feed.name(None, cursor.at)
    cursor.label()
    feed.new_expression()
    feed.want = Expected.CLOSED


def word(feed: Feed, found: str) -> bool:
    """A word that goes on with the query, or with its FROM. Raises ReadOnly for SELECT INTO and FOR UPDATE."""
    cursor, level = feed.cursor, feed.level
    if level.clause == "order" and _sort_word(feed, found):
        return True
    if level.clause == "from" and (found in JOINS or found in ("on", "using")):
        relations.word(feed, found)
        return True
    if level.kind in ("list", "from") and level.role in brackets.MAY_BE_QUERIES and level.holds_query(cursor.at):
        level.kind, level.clause = "query", "body"
    if level.kind != "query":
        return False
    if found == "as" and level.clause == "select" and feed.want is Expected.MORE:
        feed.take(T.ALIAS)
        label(feed)
    elif found == "into" and level.clause == "select":
        raise ReadOnly("cannot execute SELECT INTO: tidegate is read-only", position=cursor.token.start + 1)
    elif found in _CLAUSES and level.clause in _SELECTS:
        _clause(feed, found)
    elif found in _SET_OPERATIONS and level.clause in _SELECTS:
        _set_operation(feed, found)
    else:
        return _tail(feed, found)
    return True


def _clause(feed: Feed, found: str) -> None:
    cursor, level = feed.cursor, feed.level
    end(feed)
    feed.take(_CLAUSES[found])
    level.clause = found
    feed.want = Expected.TABLE if found == "from" else Expected.OPERAND
    if found == "group":
        cursor.expect_word("by")
        cursor.take_word("distinct", "all")
    elif found == "window":
        windows.named(feed)


def _set_operation(feed: Feed, found: str) -> None:
    cursor, level = feed.cursor, feed.level
    end(feed)
    level.operations += 1
    if level.operations > CHAIN_MAX:
        raise TooComplex(f"{CHAIN_MAX} set operations may stand in a row", position=cursor.token.start + 1)
    feed.take(T.EXCEPT)
    cursor.take_word("all", "distinct")
    level.clause = "operation"
    feed.want = Expected.QUERY


def _sort_word(feed: Feed, found: str) -> bool:
    """ASC, DESC, USING operator, NULLS FIRST | LAST behind an ORDER BY entry: read off the statement's own tokens."""
    cursor = feed.cursor
    if found == "using":
        cursor.at += 1
        any_operator(cursor)
    elif found in ("asc", "desc"):
        feed.take(T.DESC if found == "desc" else T.ASC)
    elif cursor.is_words("nulls", "first") or cursor.is_words("nulls", "last"):
        cursor.at += 2
    else:
        return False
    feed.want = Expected.CLOSED
    return True


# -------------------------------------------------------------------------------------------------------------------------- tail


def _tail(feed: Feed, found: str) -> bool:
    """ORDER BY, LIMIT, OFFSET, FETCH, FOR."""
    cursor, level = feed.cursor, feed.level
    if level.clause in ("with", "operation", ""):
        return False
    if found == "order" and not level.tail:
        end(feed)
        feed.take(T.ORDER_BY)
        cursor.expect_word("by")
        level.tail.append("order")
        level.clause = "order"
        feed.want = Expected.OPERAND
    elif found in ("row", "rows") and level.clause == "limit":
        _rows(feed)
    elif found == "for":
        end(feed)
        _locking(feed)
    elif found in ("limit", "offset", "fetch") and ("limit" if found == "fetch" else found) not in level.tail:
        _limit(feed, found)
    else:
        return False
    return True


def _limit(feed: Feed, found: str) -> None:
    """LIMIT and OFFSET, which sqlglot tries as aliases first, with all that is in them, are together one FETCH (…, …)."""
    cursor, level = feed.cursor, feed.level
    if level.clause == "limit":
        feed.emit(T.COMMA)
        feed.new_expression()
    else:
        end(feed)
        feed.emit(T.FETCH, T.L_PAREN)
    level.clause = "limit"
    level.tail.append("offset" if found == "offset" else "limit")
    cursor.at += 1
    at, pos = cursor.at, cursor.pos
    feed.want = Expected.OPERAND
    if found == "limit" and cursor.take_word("all"):
        feed.operand(Literal("null", "", pos), at)
        feed.want = Expected.CLOSED
    elif found == "fetch":
        level.tail[-1:] = ["limit", "fetch"]
        cursor.expect_word("first", "next")
        if cursor.is_word("row", "rows") and cursor.ahead().value in ("only", "with"):
            feed.operand(Literal("integer", "1", pos), at)


def _rows(feed: Feed) -> None:
    """OFFSET n ROWS, FETCH FIRST n ROWS ONLY | WITH TIES."""
    cursor = feed.cursor
    cursor.at += 1
    if feed.level.tail[-1] == "fetch" and not cursor.take_word("only"):
        cursor.expect_words("with", "ties")
    feed.want = Expected.CLOSED


def end(feed: Feed) -> None:
    """The end of a clause, or of all of a bracket."""
    level = feed.level
    if level.conditions:
        feed.cursor.fail()
    if level.clause == "limit":
        if level.tail[-1] == "fetch" and feed.cursor.tokens[feed.cursor.at - 1].value not in ("only", "ties"):
            feed.cursor.fail()
        feed.emit(T.R_PAREN)
    if level.clause in ("with", "operation") or feed.want not in (Expected.MORE, Expected.CLOSED):
        feed.cursor.fail()
    feed.new_expression()


def _locking(feed: Feed) -> None:
    """FOR UPDATE and its like write; FOR READ ONLY says what is always so."""
    cursor = feed.cursor
    spoken = ["FOR"]
    position = cursor.token.start + 1
    cursor.at += 1
    if not cursor.is_word("update", "no", "share", "key"):
        cursor.expect_words("read", "only")
        feed.level.clause, feed.level.tail = "body", [*feed.level.tail, "for"]
        return
    while (found := cursor.take_word("no", "key", "update", "share")) is not None:
        spoken.append(found.upper())
    raise ReadOnly(f"cannot execute SELECT {' '.join(spoken)}: tidegate is read-only", position=position)
