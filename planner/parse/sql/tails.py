"""What may follow a whole query: ORDER BY, LIMIT, OFFSET, FETCH, FOR."""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType as T

from planner.errors import ReadOnly, SyntaxFault
from planner.parse.lexer import IDENT, INTEGER, NUMBER, SYMBOL
from planner.parse.sql import calls, operands
from planner.parse.sql.feed import Feed, Level, Stage, Want
from planner.parse.sql.marks import Limit
from planner.parse.syntax import Literal


def word(feed: Feed, found: str) -> bool:
    """Take a clause of the tail."""
    cursor, level = feed.cursor, feed.level
    if found == "order" and level.stage.value < Stage.ORDER.value:
        cursor.at += 1
        cursor.expect_word("by")
        feed.emit(T.ORDER_BY)
        _start(feed, Stage.ORDER, "order")
        calls.sort_key(feed)
        _refuse_second(feed, "ORDER BY")
        return True
    clause = "limit" if found == "fetch" else found
    if clause not in ("limit", "offset", "for"):
        # OFFSET n ROWS
        if found in ("row", "rows") and level.tail[-1:] == ["offset"] and feed.want is Want.MORE and _is_operand(level):
            cursor.at += 1
            feed.want = Want.CLOSED
            return True
        return level.tail[-1:] == ["fetch"] and found in ("row", "rows") and _fetched(feed)
    if clause in level.tail or (clause == "limit" and "fetch" in level.tail):
        return False
    _start(feed, Stage.TAIL, found)
    {"limit": _limit, "fetch": _fetch, "offset": _offset, "for": _locking}[found](feed)
    return True


def _start(feed: Feed, stage: Stage, clause: str) -> None:
    level = feed.level
    level.tail.append(clause)
    level.stage, level.sort = stage, None
    feed.new_expression()


def _refuse_second(feed: Feed, clause: str) -> None:
    """(SELECT … LIMIT 1) LIMIT 2; Postgres complains when the clause's first expression is complete."""
    if clause in feed.level.inner and not feed.level.operations:
        feed.level.repeated = feed.cursor.error(f"multiple {clause} clauses not allowed", feed.cursor.pos)


def tail_of(level: Level) -> frozenset[str]:
    """The clauses that a query in parentheses has already."""
    names = {"order": "ORDER BY", "limit": "LIMIT", "fetch": "LIMIT", "offset": "OFFSET"}
    own = frozenset(names[clause] for clause in level.tail if clause in names)
    return own | (level.inner if not level.operations else frozenset())


def _limit(feed: Feed) -> None:
    cursor = feed.cursor
    feed.emit(T.LIMIT)
    cursor.at += 1
    pos = cursor.pos
    _limit_mark(feed)
    if cursor.take_word("all"):
        feed.operand(Literal("null", "", pos))
        feed.want = Want.CLOSED
    else:
        feed.want = Want.OPERAND


def _limit_mark(feed: Feed) -> Limit:
    limit = Limit(feed.cursor.pos)
    _refuse_second(feed, "OFFSET" if feed.level.tail[-1] == "offset" else "LIMIT")
    feed.atom(limit)
    feed.emit(T.PLUS)
    return limit


def _offset(feed: Feed) -> None:
    feed.emit(T.OFFSET)
    feed.cursor.at += 1
    _limit_mark(feed)
    feed.want = Want.OPERAND
    if feed.cursor.ahead(2).value in ("row", "rows"):
        _signed(feed)


def _is_operand(level: Level) -> bool:
    """Is the expression one without operators?"""
    return not level.operators and not level.pending


def _signed(feed: Feed) -> None:
    """+ or - in front of a number of rows, the one operator that may stand there."""
    cursor = feed.cursor
    if cursor.token.kind == SYMBOL and cursor.token.value in ("+", "-") and cursor.ahead().kind in (INTEGER, NUMBER):
        operands.operand(feed)
        operands.operand(feed)
        feed.new_expression()


def comma(feed: Feed) -> None:
    """LIMIT a, b is another database's."""
    cursor, level = feed.cursor, feed.level
    if level.tail[-1:] == ["limit"]:
        at = cursor.at
        depth = 0
        while depth or not cursor.is_word("limit"):
            cursor.at -= 1
            depth += cursor.is_symbol(")") - cursor.is_symbol("(")
        start, cursor.at = cursor.pos, at
        raise cursor.error("LIMIT #,# syntax is not supported", start, hint="Use separate LIMIT and OFFSET clauses.")
    cursor.fail()


def _fetch(feed: Feed) -> None:
    """FETCH FIRST n ROWS ONLY goes to sqlglot as LIMIT n."""
    cursor = feed.cursor
    feed.emit(T.LIMIT)
    cursor.at += 1
    pos = cursor.pos
    cursor.expect_word("first", "next")
    feed.level.limit = _limit_mark(feed)
    feed.want = Want.OPERAND
    if cursor.is_word("row", "rows") and cursor.ahead().kind == IDENT and cursor.ahead().value in ("only", "with"):
        feed.operand(Literal("integer", "1", pos))
        _fetched(feed)
    elif cursor.is_symbol("+") or cursor.is_symbol("-"):
        _signed(feed)
        if feed.want is Want.OPERAND:
            cursor.advance()
            cursor.fail()


def _fetched(feed: Feed) -> bool:
    """ROWS ONLY | ROWS WITH TIES."""
    cursor, level = feed.cursor, feed.level
    cursor.at += 1
    if not cursor.take_word("only"):
        cursor.expect_word("with")
        cursor.expect_word("ties")
        assert level.limit is not None
        level.limit.with_ties = True
        if "order" not in level.tail and "ORDER BY" not in level.inner and level.repeated is None:
            level.repeated = SyntaxFault("WITH TIES cannot be specified without ORDER BY clause")
    level.tail.append("fetched")
    feed.want = Want.CLOSED
    return True


def _locking(feed: Feed) -> None:
    """FOR UPDATE and its like write; FOR READ ONLY says what is always so."""
    cursor = feed.cursor
    words = ["FOR"]
    pos = cursor.token.start + 1
    cursor.at += 1
    if not cursor.is_word("update", "no", "share", "key"):
        cursor.expect_word("read")
        cursor.expect_word("only")
        feed.want = Want.CLOSED
        return
    while (found := cursor.take_word("no", "key", "update", "share")) is not None:
        words.append(found.upper())
    raise ReadOnly(f"cannot execute SELECT {' '.join(words)}: tidegate is read-only", position=pos)
