"""A query without its constants, so that queries which differ in constants only can share one plan.

    template("SELECT b FROM t WHERE a = 5 AND x = 'y'")
        → Template("SELECT b FROM t WHERE a = $1 AND x = $2", ((23, "5"), (0, "y")))

Only constants that a comparison compares with are taken out: as parameters they are typed just as they would be as constants.
Whoever uses the template turns the values into the parameters' types (planner.literals), and on any PlanError plans the original
text instead, which then fails with the right words at the right position, or succeeds (GROUP BY a = 5 with SELECT a = 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planner.errors import PlanError
from planner.parse.keywords import words
from planner.parse.lexer import END, IDENT, INTEGER, PARAM, STRING, SYMBOL, Token, tokenize
from planner.types import INT4, INT8

#: Longer texts are seldom repeated with other constants, and cost more to look at than they gain.
TEXT_CHARACTERS_MAX: Final = 4096
_COMPARISONS: Final = frozenset({"=", "<", ">", "<=", ">=", "<>"})
_ENDS: Final = frozenset({")", ";"})
_END_WORDS: Final = words("and or group having order limit offset")
_INT4_DIGITS: Final = 9
_INT8_DIGITS: Final = 18


@dataclass(frozen=True, slots=True)
class Template:
    """*text* has $1, $2 … where *values* stood: (declared type OID, or 0 to infer it, and the constant's text)."""

    text: str
    values: tuple[tuple[int, str], ...]

    @property
    def parameter_types(self) -> tuple[int, ...]:
        """The declared type OIDs."""
        return tuple(oid for oid, _ in self.values)


def template(text: str) -> Template | None:
    """The template of a single SELECT; None for anything else, and where there is nothing to take out."""
    if len(text) > TEXT_CHARACTERS_MAX:
        return None
    try:
        tokens = tokenize(text)
    except PlanError:
        return None
    if tokens[0].kind != IDENT or tokens[0].value != "select" or not _is_single(tokens):
        return None
    parts: list[str] = []
    values: list[tuple[int, str]] = []
    done = 0
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        oid = _declared(before, token, after)
        if oid is not None:
            values.append((oid, token.value))
            parts += [text[done : token.start], f"${len(values)}"]
            done = token.end
    return Template("".join([*parts, text[done:]]), tuple(values)) if values else None


def _is_single(tokens: Sequence[Token]) -> bool:
    """One statement, with at most a semicolon behind it, and without parameters of its own."""
    return all(t.kind != PARAM for t in tokens) and all(t.kind != SYMBOL or t.value != ";" for t in tokens[:-2])


def _declared(before: Token, token: Token, after: Token) -> int | None:
    """The type that a constant is taken out with; None if it stays."""
    if token.kind not in (INTEGER, STRING) or before.kind != SYMBOL or before.value not in _COMPARISONS or not _ends(after):
        return None
    if token.kind == STRING:
        return 0
    digits = token.end - token.start
    if digits > _INT8_DIGITS:
        return None
    return INT4.oid if digits <= _INT4_DIGITS else INT8.oid


def _ends(after: Token) -> bool:
    """Is the constant all of the comparison's right side?"""
    if after.kind == SYMBOL:
        return after.value in _ENDS
    return after.kind == END or (after.kind == IDENT and after.value in _END_WORDS)
