"""A piece of SQL: its text, how tightly it binds, and the type that binding its text alone would find.

Most expressions can be written in more than one way: a literal with or without its type, a conversion that binding adds by
itself written out or not. `variants` elsewhere gives all of them, the plainest first; the last always binds to the very type.
*choose* takes the plainest combination that binds to what it was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import product
from typing import Final

from planner.tree.types import PgType


class Precedence(IntEnum):
    """Postgres's precedences, loosest first."""

    OR = 1
    AND = 2
    NOT = 3
    IS = 4
    COMPARISON = 5
    LIKE = 6
    OPERATOR = 7
    SUM = 8
    PRODUCT = 9
    POWER = 10
    AT = 11
    SIGN = 13
    SUBSCRIPT = 14
    CAST = 15
    PRIMARY = 16


@dataclass(frozen=True, slots=True)
class Piece:
    """*pg* is UNKNOWN for a literal that waits for its use. *label* is what an output column would be called without AS,
    None where it says nothing; a *weak* one (a type's name) gives way to CASE's and casts' own."""

    sql: str
    level: Precedence
    pg: PgType
    label: str | None = None
    weak: bool = False

    def at(self, level: Precedence) -> str:
        """The text where something of at least *level* is needed."""
        return self.sql if self.level >= level else f"({self.sql})"

    def above(self, level: Precedence) -> str:
        """The text where something tighter than *level* is needed."""
        return self.sql if self.level > level else f"({self.sql})"


Variants = tuple[Piece, ...]
#: So many combinations are tried one by one; beyond that only the plainest and the exact one are.
_TRIED_MAX: Final = 64


def choose(options: Sequence[Variants], fits: Callable[[tuple[PgType, ...]], bool]) -> list[Piece] | None:
    """The plainest combination whose types *fits*; None where there is none."""
    for combination in _combinations(options):
        if fits(tuple(p.pg for p in combination)):
            return list(combination)
    return None


def _combinations(options: Sequence[Variants]) -> Sequence[tuple[Piece, ...]]:
    total = 1
    for variants in options:
        total *= len(variants)
        if total > _TRIED_MAX:
            return [tuple(v[0] for v in options), tuple(v[-1] for v in options)]
    by_cost = sorted(product(*(range(len(v)) for v in options)), key=lambda at: (sum(at), at[::-1]))
    return [tuple(v[i] for v, i in zip(options, at, strict=True)) for at in by_cost]
