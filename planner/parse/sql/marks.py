"""What sqlglot's tokens leave out of a statement's: by the number of the token that it begins at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from planner.parse.syntax import Literal, Node, TypeName

#: Levels of PostgreSQL's precedence table (gram.y), from the loosest.
NONE, OR, AND, NOT, IS, COMPARE, MATCH, OTHER, ADD, MULTIPLY, POWER, AT, COLLATE, MINUS, CAST, SELECTION = range(16)


class LeafMark(NamedTuple):
    """Constants, names, parameters and all else that is one operand to sqlglot. *end* is the token behind it."""

    node: Node
    end: int


@dataclass(frozen=True, slots=True)
class OperatorMark:
    """An operator between, in front of or behind operands. *level* is that of its precedence, *length* that in tokens.

    *word* says what it makes: "op" an OperatorCall of *name*; else the keyword it begins with.
    """

    word: str
    level: int
    length: int = 1
    name: str = ""
    schema: str | None = None
    negated: bool = False
    type: TypeName | None = None
    #: Of COLLATE.
    parts: tuple[str, ...] = ()


@dataclass(slots=True)
class CallMark:
    """A call to sqlglot. *kind* is "call" for a function's. *end* is the first token behind the opening bracket."""

    kind: str
    end: int
    name: tuple[str, ...] = ()
    #: In name(modifiers) 'literal': what looked like a call was a type.
    literal: Literal | None = None
    #: Of IN: its items, if they are all constants; *end* is behind the list.
    items: tuple[Literal, ...] = ()


class ReadMark(NamedTuple):
    """What the pass has read and sqlglot sees little of: an alias, a USING list … *end* is the token behind it."""

    value: Any
    end: int


Mark = LeafMark | OperatorMark | CallMark | ReadMark
