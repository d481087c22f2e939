"""Behind an operand: operators (to sqlglot, operands between plus signs), subscripts, casts, and all that ends an operand."""

from __future__ import annotations

from typing import Final

from sqlglot.tokenizer_core import TokenType as T

from planner.parse.keywords import LIST_ENDS, NEEDS_AS
from planner.parse.lexer import END, IDENT, OPERATOR, QUOTED, STRING, SYMBOL, Token
from planner.parse.sql import calls, queries, relations, windows
from planner.parse.sql.feed import Feed, Level, Stage, Want
from planner.parse.sql.lookahead import is_query
from planner.parse.sql.marks import AND, AT, CAST, COLLATE, COMPARE, IS, MATCH, NONE, OR, OTHER, Call, Operator, Selection
from planner.parse.sql.words import LIKE, SYMBOLS, qualified_operator
from planner.parse.type_names import type_name

_NEGATABLE: Final = frozenset({"between", "in", "like", "ilike", "similar"})
_INFIX: Final = _NEGATABLE | {"or", "and", "is", "isnull", "notnull", "collate", "operator"}
_NOT_ASSOCIATIVE: Final = (IS, COMPARE, MATCH)
#: What a b_expr lacks.
_NOT_IN_BETWEEN: Final = frozenset({"at", "collate", "is null"})
_CONTINUING: Final = _INFIX | {"not", "at", "escape", "within", "filter", "over"}


def go_on(feed: Feed) -> None:
    """Read what comes behind an operand."""
    token = feed.cursor.tokens[feed.cursor.at]
    if (feed.level.betweens or feed.level.repeated) and not _may_continue(token):
        feed.incomplete()
    if token.kind == SYMBOL:
        _symbol(feed, token.value)
    elif token.kind == IDENT:
        _word(feed, token.value)
    elif token.kind == OPERATOR and feed.want is Want.MORE:
        _infix(feed, Operator("op", OTHER, feed.cursor.at, "infix", token.value, pos=feed.cursor.pos))
    elif token.kind == QUOTED:
        _label(feed)
    elif token.kind == STRING and feed.closed is not None and feed.want is Want.MORE:
        calls.typed_literal(feed, feed.closed)
    else:
        feed.cursor.fail()


def _may_continue(token: Token) -> bool:
    """Can this token go on with an expression, rather than end it?"""
    if token.kind == SYMBOL:
        return token.value in SYMBOLS or token.value in ("::", "[", ".")
    return token.kind in (OPERATOR, STRING) or (token.kind == IDENT and token.value in _CONTINUING)


# --------------------------------------------------------------------------------------------------------------------- symbols


def _symbol(feed: Feed, symbol: str) -> None:
    cursor, level = feed.cursor, feed.level
    if symbol == ",":
        if level.kind == "query":
            queries.comma(feed)
        else:
            calls.comma(feed)
    elif symbol in (")", "]"):
        _close(feed)
    elif feed.want is Want.CLOSED:
        cursor.fail()
    elif symbol in SYMBOLS:
        _infix(feed, Operator("op", SYMBOLS[symbol], cursor.at, "infix", symbol, pos=cursor.pos))
    elif symbol == "::":
        _cast(feed)
    elif symbol == "[" and feed.selectable:
        call = Call("index", cursor.pos, cursor.at)
        feed.emit(T.PLUS)
        feed.name(call)
        feed.emit(T.L_PAREN)
        cursor.at += 1
        feed.open(Level("index", call, bracket="]", is_list=False))
    elif symbol == "." and feed.selectable:
        _select_field(feed)
    elif symbol == ":" and level.kind == "index" and level.call is not None and not level.call.slice:
        level.call.slice = level.call.lower = True
        cursor.at += 1
        if not cursor.is_symbol("]"):
            feed.emit(T.COMMA)
            feed.want = Want.OPERAND
    else:
        cursor.fail()


def _close(feed: Feed) -> None:
    level = feed.level
    if level.kind == "query":
        queries.close(feed)
    elif level.kind == "join":
        relations.close(feed)
    elif level.kind == "window":
        windows.close(feed)
    elif level.kind == "on":
        queries.close_distinct_on(feed)
    else:
        calls.close(feed)


def _select_field(feed: Feed) -> None:
    cursor = feed.cursor
    at, pos = cursor.at, cursor.pos
    cursor.at += 1
    found = cursor.advance().value if cursor.is_symbol("*") else cursor.label()
    after, cursor.at = cursor.at, at
    feed.emit(T.PLUS)
    feed.operand(Selection(found, pos), selectable=True)
    cursor.at = after


def _cast(feed: Feed) -> None:
    cursor = feed.cursor
    at, pos = cursor.at, cursor.pos
    cursor.at += 1
    _postfix(feed, Operator("cast", CAST, at, "postfix", type=type_name(cursor), pos=pos))


# ------------------------------------------------------------------------------------------------------------------- operators


def _infix(feed: Feed, operator: Operator, *, words: int = 1) -> None:
    """An operator of *words* tokens with an operand on either side; ANY and ALL turn the right one into a list."""
    cursor, level = feed.cursor, feed.level
    _settle(feed, operator)
    if level.betweens and operator.word == "and":
        level.betweens -= 1
    elif operator.level in (AND, OR):
        level.operators, level.escapable = 0, False
        level.pending.append(operator.level)
    else:
        feed.count_operator()
        level.betweens += operator.word == "between"
    feed.emit(T.PLUS)
    feed.atom(operator)
    feed.emit(T.PLUS)
    cursor.at += words
    feed.want = Want.OPERAND
    if (operator.word == "op" and not level.betweens and cursor.is_word("any", "some", "all")) or operator.word == "in":
        _list(feed, operator.word)
    elif operator.level not in (NONE, AND, OR):
        level.pending += (MATCH, NONE) if operator.word == "between" else (operator.level,)


def _settle(feed: Feed, operator: Operator) -> None:
    """Complete the operators that bind more tightly than this one. Refuses what may not be chained: a < b < c."""
    level = feed.level
    if operator.word == "escape":
        return
    if level.betweens and operator.word == "and":
        while level.pending.pop() != NONE:
            pass
        return
    if level.betweens and (operator.word in _NOT_IN_BETWEEN or operator.level in (OR, MATCH)):
        # Between BETWEEN and AND, a b_expr.
        _refuse(feed, operator)
    while level.pending and level.pending[-1] > operator.level:
        if level.pending.pop() == MATCH:
            level.escapable = False
    if level.pending and level.pending[-1] == operator.level:
        if operator.level in _NOT_ASSOCIATIVE:
            _refuse(feed, operator)
        level.pending.pop()


def _refuse(feed: Feed, operator: Operator) -> None:
    feed.cursor.at = operator.at
    feed.cursor.fail()


def _list(feed: Feed, word: str) -> None:
    """The parentheses behind IN, ANY or ALL."""
    cursor = feed.cursor
    kind = "in" if word == "in" else "all" if cursor.token.value == "all" else "any"
    call = Call(kind, cursor.pos, cursor.at)
    if kind != "in":
        cursor.at += 1
    if is_query(cursor):
        operands_open_query(feed, call)
        return
    feed.name(call)
    feed.emit(T.L_PAREN)
    cursor.expect_symbol("(")
    feed.open(Level(kind, call, is_list=kind == "in"))


def operands_open_query(feed: Feed, call: Call) -> None:
    """A query in the parentheses of IN, ANY or ALL."""
    call.query = True
    feed.name(call)
    feed.emit(T.L_PAREN, T.L_PAREN)
    feed.cursor.at += 1
    feed.open(Level("query", call, (T.R_PAREN, T.R_PAREN)), Want.QUERY)


def _postfix(feed: Feed, operator: Operator) -> None:
    """An operator behind its operand; the cursor is already behind it."""
    feed.count_operator()
    after, feed.cursor.at = feed.cursor.at, operator.at
    _settle(feed, operator)
    feed.emit(T.PLUS)
    feed.operand(operator)
    feed.cursor.at = after


def _word(feed: Feed, word: str) -> None:
    if _part(feed, word) or (feed.want is Want.MORE and _operator(feed, word)):
        return
    if feed.want is Want.MORE and calls.call_word(feed, word):
        return
    level = feed.level
    if level.kind in ("query", "join"):
        if queries.word(feed, word):
            return
    elif word == "order" and level.kind == "call" and level.call is not None and level.call.kind == "call" and level.sort is None:
        level.call.separators.append("order")
        feed.emit(T.ORDER_BY)
        feed.cursor.at += 1
        feed.cursor.expect_word("by")
        calls.sort_key(feed)
        return
    _label(feed)


def _part(feed: Feed, word: str) -> bool:
    """A word of the construct at hand: of CASE, of a special call, of an ORDER BY entry, of a window."""
    level = feed.level
    if level.kind == "case" and word in ("when", "then", "else", "end"):
        calls.case_word(feed, word)
    elif level.syntax == "cast" and word == "as" and level.call is not None and level.call.type is None:
        feed.cursor.at += 1
        level.call.type = type_name(feed.cursor)
        feed.want = Want.CLOSED
    elif level.syntax in ("position", "substring", "overlay", "trim") and calls.separate(feed, word):
        return True
    elif level.sort is None or not queries.sort_word(feed, word):
        return level.kind == "window" and windows.word(feed, word)
    return True


def _operator(feed: Feed, word: str) -> bool:
    """A word that is an operator, or begins one."""
    cursor, level = feed.cursor, feed.level
    if word not in _INFIX and word not in ("not", "at", "escape"):
        return False
    if level.stage is Stage.TARGETS and _is_label(feed):
        return False
    at, pos = cursor.at, cursor.pos
    if word in ("and", "or"):
        _infix(feed, Operator(word, AND if word == "and" else OR, at, pos=pos))
    elif word == "is":
        _is(feed)
    elif word in ("isnull", "notnull"):
        cursor.at += 1
        _postfix(feed, Operator("is null", IS, at, "postfix", negated=word == "notnull", pos=pos))
    elif word == "collate":
        cursor.at += 1
        collation = cursor.qualified_name()
        _postfix(feed, Operator("collate", COLLATE, at, "postfix", parts=collation, pos=pos))
    elif word == "operator":
        schema, found = qualified_operator(cursor)
        after, cursor.at = cursor.at, at
        _infix(feed, Operator("op", OTHER, at, "infix", found, schema, pos=pos), words=after - at)
    elif word == "at" and cursor.is_words("at", "time", "zone"):
        _infix(feed, Operator("at", AT, at, pos=pos), words=3)
    elif word == "escape" and level.escapable:
        level.escapable = False
        _infix(feed, Operator("escape", NONE, at, pos=pos))
    else:
        return _match(feed, word)
    return True


def _match(feed: Feed, word: str) -> bool:
    """[NOT] BETWEEN, IN, LIKE, ILIKE, SIMILAR TO."""
    cursor = feed.cursor
    at, pos = cursor.at, cursor.pos
    negated = word == "not"
    if negated:
        word = cursor.ahead().value if cursor.ahead().kind == IDENT else ""
    if word not in _NEGATABLE:
        return False
    cursor.at += negated
    if word == "similar":
        cursor.at += 1
        cursor.expect_word("to")
        cursor.at -= 2
        _infix(feed, Operator("similar", MATCH, at, negated=negated, pos=pos), words=2)
    elif word == "between":
        symmetric = cursor.ahead().kind == IDENT and cursor.ahead().value in ("symmetric", "asymmetric")
        name = cursor.ahead().value if symmetric else ""
        _infix(feed, Operator("between", MATCH, at, "infix", name, negated=negated, pos=pos), words=1 + symmetric)
    elif word == "in":
        _infix(feed, Operator("in", MATCH, at, negated=negated, pos=pos))
    else:
        _infix(feed, Operator("op", MATCH, at, "infix", LIKE[word, negated], pos=pos))
    feed.level.escapable = word in ("like", "ilike", "similar")
    return True


def _is(feed: Feed) -> None:
    cursor = feed.cursor
    at, pos = cursor.at, cursor.pos
    cursor.at += 1
    negated = cursor.take_word("not") is not None
    if cursor.take_word("distinct"):
        cursor.expect_word("from")
        after, cursor.at = cursor.at, at
        _infix(feed, Operator("is distinct", IS, at, negated=negated, pos=pos), words=after - at)
    elif feed.level.betweens:
        cursor.fail()
    else:
        test = cursor.expect_word("null", "true", "false", "unknown")
        _postfix(feed, Operator(f"is {test}", IS, at, "postfix", negated=negated, pos=pos))


# ----------------------------------------------------------------------------------------------------------------------- labels


def _is_label(feed: Feed) -> bool:
    """Is the next word one that may be a label, at the end of its entry of the select list?

    Behind an operator that binds less tightly it is an operator, as bison has it.
    """
    token, after = feed.cursor.token, feed.cursor.ahead()
    level = AND if token.value == "and" else OR if token.value == "or" else IS if token.value == "is" else MATCH
    if (
        feed.level.named
        or token.value in NEEDS_AS
        or any(held < level or held == level in _NOT_ASSOCIATIVE for held in feed.level.pending)
    ):
        return False
    if after.kind == SYMBOL:
        return after.value in (",", ")")
    return after.kind == END or (after.kind == IDENT and after.value in LIST_ENDS)


def _label(feed: Feed) -> None:
    """A name without AS: of a select list's entry, or of a table."""
    cursor, level = feed.cursor, feed.level
    token = cursor.token
    unlabelled = level.kind == "query" and level.stage is Stage.TARGETS and not level.named and feed.want is Want.MORE
    if not unlabelled or (token.kind != QUOTED and token.value in NEEDS_AS):
        cursor.fail()
    queries.label(feed)
