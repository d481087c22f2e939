"""Texts that differ in constants only: once one of them has been parsed, the others need not be.

    SELECT b FROM t WHERE a = 5 AND x = 'y' ORDER BY 2  →  SELECT b FROM t WHERE a = <NUL>i AND x = <NUL>s ORDER BY 2

A text is cut at whatever looks like a constant, without a look at comments or quotes. Which of these are *free*, so that the text
is parsed alike with any other of the kind, is read off the tree of one such text: the operands of comparisons, arithmetic, IN,
BETWEEN, LIMIT and OFFSET. All else has to be the same, character by character, so the next free constant begins in the same state
of the lexer, and ends where it is cut.

ParseCache has the texts that were parsed before, for all sessions, as drivers and dashboards send the same ones over and over: of a
text that is like one of them the tree is made when it is wanted. sqlcommenter's comment behind a text, which names another trace
each time, is taken off before.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Final
from urllib.parse import unquote

from planner.parse import parse
from planner.parse.syntax import Between, CastExpr, In, Literal, Node, OperatorCall, QueryNode
from planner.tree.statement import Constants, SelectStatement, Statement
from planner.tree.walk import nodes

#: Longer texts are seldom repeated with other constants.
TEXT_CHARACTERS_MAX: Final = 4096
COMPARISONS: Final = frozenset({"=", "<", ">", "<=", ">=", "<>"})
ARITHMETIC: Final = frozenset({"+", "-", "*", "/", "%", "||"})
#: Digits that belong to no name, parameter or other number, with a sign; a string without prefix. Even parts are what lies between.
_CONSTANT: Final = re.compile(r"(?<![\w.$&'])(-?\d{1,18}(?:\.\d{1,18})?|'(?:[^'\\]|'')*+')(?![\w.'])")
_INT4_DIGITS: Final = 9
_INT4_END: Final = 2**31


@dataclass(frozen=True, slots=True)
class Template:
    """Where a statement begins in texts that are alike, how many characters come after it, and its free constants' numbers."""

    offset: int
    after: int
    free: tuple[int, ...]

    def constants(self, parts: Sequence[str]) -> Constants:
        """Those of one of the texts, cut up."""
        starts = [0, *accumulate(map(len, parts))]
        positions = tuple(starts[2 * i + 1] - self.offset + 1 for i in self.free)
        return Constants(template_of(parts, self.free), tuple(parts[2 * i + 1] for i in self.free), positions, self.free)


def cut(text: str) -> list[str] | None:
    """The text in parts, of which each second one looks like a constant; None where it is too long."""
    return _CONSTANT.split(text) if len(text) <= TEXT_CHARACTERS_MAX and "\0" not in text else None


def template_of(parts: Sequence[str], free: Sequence[int] | None = None) -> str:
    """The text with the kinds of its *free* constants (None: of all) in their place. No text has NULs of its own."""
    made = list(parts)
    for i in range(len(parts) // 2) if free is None else free:
        made[2 * i + 1] = f"\0{kind_of(parts[2 * i + 1])}"
    return "".join(made)


def kind_of(constant: str) -> str:
    """s (string), i (int4), b (int8) or n (numeric), behind its sign: -5::int8 is no constant of a type as 5::int8 is."""
    if constant[0] == "'":
        return "s"
    sign = "-" if constant[0] == "-" else ""
    if "." in constant:
        return f"{sign}n"
    return f"{sign}i" if len(constant) <= _INT4_DIGITS or -_INT4_END <= int(constant) < _INT4_END else f"{sign}b"


def plain(constant: str) -> str:
    """A constant's text, without quotes."""
    return constant[1:-1].replace("''", "'") if constant[0] == "'" else constant


def template(text: str, parts: Sequence[str], statements: Sequence[Statement]) -> Template | None:
    """What the parsed text has in common with others; None where nothing is free, or it is no single query."""
    (statement, *others) = statements
    if others or len(parts) == 1 or not isinstance(statement, SelectStatement):
        return None
    literals = {node.pos + statement.offset: node.text for node in _operands(statement.tree)}
    starts = [0, *accumulate(map(len, parts))]
    free = (i for i in range(len(parts) // 2) if literals.get(starts[2 * i + 1] + 1) == plain(parts[2 * i + 1]))
    found = Template(statement.offset, len(text) - statement.offset - len(statement.text), tuple(free))
    return found if found.free else None


def _operands(tree: object) -> Iterator[Literal]:
    """Literals that something is compared or computed with, or that count rows; also with a type, as in date '2020-01-01'."""
    operands: list[Node | None] = []
    for node in nodes(tree):
        match node:
            case OperatorCall(name=name, left=left, right=right) if name in COMPARISONS or name in ARITHMETIC:
                operands += (left, right)
            case In(items=items):
                operands += items
            case Between(low=low, high=high):
                operands += (low, high)
            case QueryNode(limit=limit, offset=offset, with_ties=False):
                operands += (limit, offset)
    for operand in operands:
        literal = operand.operand if isinstance(operand, CastExpr) else operand
        if isinstance(literal, Literal) and literal.kind in ("integer", "number", "string"):
            yield literal


# --------------------------------------------------------------------------------------- texts that were parsed before

TEXTS_MAX: Final = 2_000
#: Longer texts are rarely sent twice and cost the most to keep.
KEPT_CHARACTERS_MAX: Final = 10_000
#: Pairs key='value', values percent-encoded (sqlcommenter's specification). Text that ends with */ has a comment or an error there.
_PAIRS: Final = r"(?:[^*/'\\]|'[^*/'\\]*')*"
_COMMENT: Final = re.compile(rf"\s*/\*{_PAIRS}\btraceparent='([0-9A-Fa-f%-]{{1,100}})'{_PAIRS}\*/\s*;?\s*\Z")
_COMMENT_CHARACTERS_MAX: Final = 1_000


class ParseCache:
    """Least recently used texts are forgotten first. Statements are immutable and may be shared. For the event loop's thread;
    *parser* is for any."""

    def __init__(self, parser: Callable[[str], list[Statement]] = parse) -> None:
        self.parser = parser
        self._known: OrderedDict[str, list[Statement]] = OrderedDict()
        #: The numbers of free constants by the text without any constants; what is known of texts without the free ones.
        self._free: dict[str, tuple[int, ...]] = {}
        self._templates: dict[str, Template] = {}

    def parse(self, sql: str) -> list[Statement]:
        """The text's statements; raises what planner.parse does."""
        found = self._known.get(sql)
        if found is not None:
            self._known.move_to_end(sql)
            return found
        tail = sql[-_COMMENT_CHARACTERS_MAX:]
        if "traceparent=" in tail and (comment := _COMMENT.search(tail)):
            trace = unquote(comment[1])
            alone = self.parse(sql[: len(sql) - len(comment[0])])
            return [replace(one, trace=trace) if isinstance(one, SelectStatement) else one for one in alone]
        parts = cut(sql)
        statement = None if parts is None else self._alike(sql, parts)
        statements: list[Statement] = self.parser(sql) if statement is None else [statement]
        self.keep(sql, statements)
        if parts is not None and statement is None and (made := template(sql, parts, statements)):
            self._learn(parts, made)
        return statements

    def _alike(self, sql: str, parts: Sequence[str]) -> SelectStatement | None:
        """The text's statement, if another of its template was parsed."""
        free = self._free.get(template_of(parts))
        found = None if free is None else self._templates.get(template_of(parts, free))
        if found is None:
            return None
        text = sql[found.offset : len(sql) - found.after]
        return SelectStatement(text, partial(self._tree, sql), found.offset, found.constants(parts))

    def _tree(self, sql: str) -> object:
        (statement,) = self.parser(sql)
        assert isinstance(statement, SelectStatement), "texts of one template are alike"
        return statement.tree

    def _learn(self, parts: Sequence[str], made: Template) -> None:
        if len(self._templates) >= TEXTS_MAX:
            self._free.clear()
            self._templates.clear()
        self._free[template_of(parts)] = made.free
        self._templates[template_of(parts, made.free)] = made

    def knows(self, sql: str) -> bool:
        """Is there nothing left to parse?"""
        return sql in self._known

    def keep(self, sql: str, statements: list[Statement]) -> None:
        """Remember what the parser made of the text."""
        if len(sql) <= KEPT_CHARACTERS_MAX:
            self._known[sql] = statements
            if len(self._known) > TEXTS_MAX:
                self._known.popitem(last=False)
