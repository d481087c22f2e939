"""Expressions in a query's tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from typing import Literal as OneOf

from planner.parse.syntax.calls import Conditional, FunctionCall, Grouping, ValueFunction

if TYPE_CHECKING:
    from planner.parse.syntax.queries import Query


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant as written; *text* is unescaped. For "bits" it is b or x and the digits."""

    kind: OneOf["integer", "number", "string", "bits", "bool", "null"]
    text: str
    pos: int


@dataclass(frozen=True, slots=True)
class Parameter:
    """$number."""

    number: int
    pos: int


@dataclass(frozen=True, slots=True)
class ColumnName:
    """a, t.a, s.t.a; the last part is "*" (unquoted) where *star*."""

    parts: tuple[str, ...]
    pos: int
    star: bool = False


@dataclass(frozen=True, slots=True)
class FieldAccess:
    """(operand).name; name "*" is all fields."""

    operand: Node
    name: str
    pos: int


@dataclass(frozen=True, slots=True)
class Index:
    """[lower] or [lower:upper]."""

    lower: Node | None
    upper: Node | None
    slice: bool


@dataclass(frozen=True, slots=True)
class Subscripts:
    """operand[…][…]."""

    operand: Node
    indexes: tuple[Index, ...]
    pos: int


@dataclass(frozen=True, slots=True)
class OperatorCall:
    """left op right, or op right where *left* is None. "like", "ilike" … are the operators ~~, ~~* … as in Postgres."""

    name: str
    left: Node | None
    right: Node
    pos: int
    schema: str | None = None


@dataclass(frozen=True, slots=True)
class BoolOp:
    """A chain of ANDs or of ORs."""

    op: OneOf["and", "or"]
    args: tuple[Node, ...]
    pos: int


@dataclass(frozen=True, slots=True)
class Not:
    """NOT operand."""

    operand: Node
    pos: int


@dataclass(frozen=True, slots=True)
class IsTest:
    """operand IS [NOT] NULL | TRUE | FALSE | UNKNOWN."""

    operand: Node
    test: OneOf["null", "true", "false", "unknown"]
    negated: bool
    pos: int


@dataclass(frozen=True, slots=True)
class Distinct:
    """left IS [NOT] DISTINCT FROM right."""

    left: Node
    right: Node
    negated: bool
    pos: int


@dataclass(frozen=True, slots=True)
class Between:
    """operand [NOT] BETWEEN [SYMMETRIC] low AND high."""

    operand: Node
    low: Node
    high: Node
    negated: bool
    symmetric: bool
    pos: int


@dataclass(frozen=True, slots=True)
class In:
    """operand [NOT] IN (items), or IN (query)."""

    operand: Node
    items: tuple[Node, ...]
    query: Query | None
    negated: bool
    pos: int


@dataclass(frozen=True, slots=True)
class Quantified:
    """operand op ANY | ALL (array or query)."""

    operand: Node
    op: str
    all: bool
    right: Node | Query
    pos: int


@dataclass(frozen=True, slots=True)
class CaseExpr:
    """CASE [operand] WHEN … THEN … [ELSE …] END."""

    operand: Node | None
    whens: tuple[tuple[Node, Node], ...]
    otherwise: Node | None
    pos: int
    #: Where each WHEN stands.
    when_pos: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TypeName:
    """A type as written: name parts, modifiers, number of array dimensions. *fields* of an interval ("year to month")."""

    parts: tuple[str, ...]
    modifiers: tuple[Node, ...]
    dimensions: int
    pos: int
    fields: str = ""


@dataclass(frozen=True, slots=True)
class CastExpr:
    """CAST(operand AS type), operand::type, type 'literal'."""

    operand: Node
    type: TypeName
    pos: int


@dataclass(frozen=True, slots=True)
class Collate:
    """operand COLLATE name."""

    operand: Node
    collation: tuple[str, ...]
    pos: int


@dataclass(frozen=True, slots=True)
class RowExpr:
    """(a, b) or ROW(a, b)."""

    items: tuple[Node, ...]
    pos: int


@dataclass(frozen=True, slots=True)
class ArrayLiteral:
    """ARRAY[…]; nested brackets are nested ArrayLiterals."""

    items: tuple[Node, ...]
    pos: int


@dataclass(frozen=True, slots=True)
class SubqueryExpr:
    """(query), EXISTS (query), ARRAY(query)."""

    kind: OneOf["scalar", "exists", "array"]
    query: Query
    pos: int


Node = (
    Literal | Parameter | ColumnName | FieldAccess | Subscripts | OperatorCall | BoolOp | Not | IsTest | Distinct | Between
    | In | Quantified | CaseExpr | FunctionCall | ValueFunction | Conditional | Grouping | CastExpr | Collate | RowExpr
    | ArrayLiteral | SubqueryExpr
)  # fmt: skip
