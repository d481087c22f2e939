"""What the tokens given to sqlglot stand for.

A token's text is the number of its mark; whatever sqlglot makes of the token, its text leads back to the mark.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal as OneOf

from sqlglot.tokenizer_core import Token

from planner.parse.syntax import ColumnDefinition, ColumnName, Literal, Node, TypeName

#: Levels of PostgreSQL's precedence table (gram.y), from the loosest.
NONE, OR, AND, NOT, IS, COMPARE, MATCH, OTHER, ADD, MULTIPLY, POWER, AT, COLLATE, MINUS, CAST, SELECTION = range(16)


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator between, in front of or behind operands. *at* is its token; *level* that of its precedence.

    *word* says what it makes: "op" an OperatorCall of *name*; else the keyword it begins with.
    """

    word: str
    level: int
    at: int
    fix: OneOf["prefix", "infix", "postfix"] = "infix"
    name: str = ""
    schema: str | None = None
    negated: bool = False
    type: TypeName | None = None
    #: Of COLLATE.
    parts: tuple[str, ...] = ()
    pos: int = 0


@dataclass(frozen=True, slots=True)
class Selection:
    """.name behind an operand that is more than a name."""

    name: str
    pos: int


@dataclass(slots=True)
class Call:
    """Parentheses or brackets of any kind: each goes to sqlglot as a call. *kind* is "call" for a function's."""

    kind: str
    pos: int
    at: int
    name: tuple[str, ...] = ()
    star: bool = False
    distinct: bool = False
    variadic: bool = False
    named: list[str] = field(default_factory=list)
    #: Where the first named argument and the ORDER BY stand.
    named_pos: int = 0
    order_pos: int = 0
    #: The words and commas between the arguments: trim(a FROM b) has ["from"].
    separators: list[str] = field(default_factory=list)
    #: Tokens of the separators.
    separated_at: list[int] = field(default_factory=list)
    #: BOTH, LEADING, TRAILING of TRIM.
    side: str = "both"
    type: TypeName | None = None
    ordinality: bool = False
    definitions: list[ColumnDefinition] = field(default_factory=list)
    precision: int | None = None
    #: Where each WHEN of a CASE stands.
    when_pos: list[int] = field(default_factory=list)
    #: Of ARRAY[…]: are its items arrays in brackets of their own?
    nested: bool = False
    #: In a subscript: [lower:upper], and whether there is a lower bound.
    slice: bool = False
    lower: bool = False
    #: Of IN: its items, if they are all constants. Of IN, ANY and ALL: is it a query?
    items: tuple[Node, ...] = ()
    query: bool = False
    #: Is it the row behind OVERLAPS?
    overlapped: bool = False
    #: Of a function in FROM.
    leaf: Leaf | None = None
    #: Of TABLESAMPLE, whose method this calls.
    table: Table | None = None
    #: In name(modifiers) 'literal': what looked like a call was a type.
    literal: Literal | None = None


@dataclass(slots=True)
class Head:
    """The beginning of SELECT, VALUES or TABLE."""

    kind: OneOf["select", "values", "table"]
    pos: int
    #: Where each entry of the select list starts.
    targets: list[int] = field(default_factory=list)
    #: The set operation whose right operand begins here.
    operation: int = 0
    leaf: Leaf | None = None
    group_distinct: bool = False


@dataclass(slots=True)
class Leaf:
    """A table, function or subquery in FROM. *join* is where the join stands whose right side begins here."""

    pos: int
    lateral: bool = False
    join: int = 0


@dataclass(slots=True)
class Table:
    """A table's name in FROM. *alias*: sqlglot's tokens of it, where TABLESAMPLE follows."""

    leaf: Leaf
    name: ColumnName
    alias: list[Token] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Unconditional:
    """Stands for the condition of CROSS JOIN and NATURAL JOIN: sqlglot would give them an outer join's ON."""

    natural: bool


@dataclass(slots=True)
class Using:
    """Stands first in USING (…)."""

    alias: str | None = None


@dataclass(slots=True)
class SortKey:
    """Stands in front of each ORDER BY entry."""

    pos: int
    descending: bool = False
    nulls_first: bool | None = None
    using: str | None = None


@dataclass(slots=True)
class Window:
    """Stands first in a window's parentheses. *ends* are the frame's: what they are and where."""

    pos: int
    base: str | None = None
    unit: str = ""
    between: bool = False
    frame_pos: int = 0
    ends: list[tuple[str, int]] = field(default_factory=list)
    exclude: str = ""


@dataclass(slots=True)
class Limit:
    """Stands in front of the expression of a LIMIT or OFFSET."""

    pos: int
    with_ties: bool = False


Mark = Node | Operator | Selection | Call | Head | Table | Unconditional | Using | SortKey | Window | Limit
