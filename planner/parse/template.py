"""Texts that differ in constants only: once one of them has been parsed, the others need not be.

    SELECT b FROM t WHERE a = 5 AND x = 'y' ORDER BY 2  →  SELECT b FROM t WHERE a = <NUL>i AND x = <NUL>s ORDER BY 2

A text is cut at whatever looks like a constant, without a look at comments or quotes. Which of these are *free*, so that the text
is parsed alike with any other of the kind, is read off the tree of one such text: the operands of comparisons, arithmetic, IN,
BETWEEN, LIMIT and OFFSET. All else has to be the same, character by character, so the next free constant begins in the same state
of the lexer, and ends where it is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

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
