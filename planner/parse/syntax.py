"""What a query's text says, before any name is looked up: the tree that parsing hands to binding.

It follows PostgreSQL's raw parse tree: constructs that Postgres's grammar turns into function calls (EXTRACT, TRIM, AT TIME
ZONE …) are FunctionCalls here too. Every *pos* is the 1-based character offset in the statement's text that Postgres would
point at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from typing import Literal as OneOf


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
    query: QueryNode | None
    negated: bool
    pos: int


@dataclass(frozen=True, slots=True)
class Quantified:
    """operand op ANY | ALL (array or query)."""

    operand: Node
    op: str
    all: bool
    right: Node | QueryNode
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
    query: QueryNode
    pos: int


# ---------------------------------------------------------------------------------------------------------------- calls and windows


@dataclass(frozen=True, slots=True)
class Sort:
    """One ORDER BY entry. *using* is the operator of USING."""

    expr: Node
    descending: bool
    nulls_first: bool | None
    using: str | None
    pos: int


@dataclass(frozen=True, slots=True)
class FrameEnd:
    """One end of a window frame."""

    kind: OneOf["unbounded preceding", "preceding", "current row", "following", "unbounded following"]
    offset: Node | None
    pos: int


@dataclass(frozen=True, slots=True)
class FrameClause:
    """ROWS | RANGE | GROUPS …"""

    unit: OneOf["rows", "range", "groups"]
    start: FrameEnd
    end: FrameEnd
    exclude: OneOf["", "current row", "group", "ties"]
    pos: int


@dataclass(frozen=True, slots=True)
class WindowDef:
    """A window: OVER (…), an entry of WINDOW, or OVER *name*. *base* is the name that a definition begins with."""

    base: str | None
    partition_by: tuple[Node, ...]
    order_by: tuple[Sort, ...]
    frame: FrameClause | None
    pos: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class FuncCall:
    """name(args …) with all that may follow it. *over* with a name is OVER name."""

    name: tuple[str, ...]
    args: tuple[Node, ...]
    pos: int
    star: bool = False
    distinct: bool = False
    variadic: bool = False
    order_by: tuple[Sort, ...] = ()
    within_group: tuple[Sort, ...] | None = None
    filter: Node | None = None
    over: WindowDef | None = None
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueFunction:
    """CURRENT_DATE, CURRENT_TIMESTAMP(3), CURRENT_USER …: functions without parentheses; *name* in lower case."""

    name: str
    precision: int | None
    pos: int


@dataclass(frozen=True, slots=True)
class Conditional:
    """COALESCE, GREATEST, LEAST, NULLIF."""

    kind: OneOf["coalesce", "greatest", "least", "nullif"]
    args: tuple[Node, ...]
    pos: int


@dataclass(frozen=True, slots=True)
class Grouping:
    """GROUPING(args)."""

    args: tuple[Node, ...]
    pos: int


Node = (
    Literal | Parameter | ColumnName | FieldAccess | Subscripts | OperatorCall | BoolOp | Not | IsTest | Distinct | Between
    | In | Quantified | CaseExpr | FuncCall | ValueFunction | Conditional | Grouping | CastExpr | Collate | RowExpr
    | ArrayLiteral | SubqueryExpr
)  # fmt: skip


# ----------------------------------------------------------------------------------------------------------------------------- FROM


@dataclass(frozen=True, slots=True)
class Alias:
    """AS name(columns)."""

    name: str
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """TABLESAMPLE method(arguments) [REPEATABLE (seed)]. *pos* is the method's."""

    method: tuple[str, ...]
    args: tuple[Node, ...]
    seed: Node | None
    pos: int


@dataclass(frozen=True, slots=True)
class TableName:
    """[schema.]name [AS alias] [TABLESAMPLE …]."""

    parts: tuple[str, ...]
    alias: Alias | None
    pos: int
    sample: Sample | None = None


@dataclass(frozen=True, slots=True)
class SubqueryFrom:
    """[LATERAL] (query) AS alias."""

    query: QueryNode
    alias: Alias
    lateral: bool
    pos: int


@dataclass(frozen=True, slots=True)
class ColumnDefinition:
    """A column of a function's result, as its caller declares it."""

    name: str
    type: TypeName
    pos: int


#: The name of a call that is ROWS FROM (…); no text can have it.
ROWS_FROM: Final = "\0rows from"


@dataclass(frozen=True, slots=True)
class FunctionFrom:
    """[LATERAL] function(…) [WITH ORDINALITY] [AS alias]; ROWS FROM (…) is a call of that name."""

    call: Node
    alias: Alias | None
    ordinality: bool
    lateral: bool
    pos: int
    definitions: tuple[ColumnDefinition, ...] = ()


@dataclass(frozen=True, slots=True)
class JoinFrom:
    """left … JOIN right. *using* is None without USING."""

    kind: OneOf["inner", "left", "right", "full", "cross"]
    left: FromNode
    right: FromNode
    condition: Node | None
    using: tuple[str, ...] | None
    natural: bool
    pos: int
    alias: Alias | None = None
    using_alias: str | None = None


FromNode = TableName | SubqueryFrom | FunctionFrom | JoinFrom


# -------------------------------------------------------------------------------------------------------------------------- queries


@dataclass(frozen=True, slots=True)
class Target:
    """One entry of the select list."""

    expr: Node
    label: str | None
    pos: int


@dataclass(frozen=True, slots=True)
class GroupingSets:
    """ROLLUP(…), CUBE(…), GROUPING SETS(…); an item of ROLLUP and CUBE is one expression or a row of them."""

    kind: OneOf["rollup", "cube", "sets", "empty"]
    items: tuple[Node | GroupingSets, ...]
    pos: int


@dataclass(frozen=True, slots=True)
class SelectCore:
    """SELECT … without what may follow a set operation. *distinct* is () for DISTINCT, its expressions for DISTINCT ON."""

    targets: tuple[Target, ...]
    pos: int
    distinct: tuple[Node, ...] | None = None
    from_: tuple[FromNode, ...] = ()
    where: Node | None = None
    group_by: tuple[Node | GroupingSets, ...] = ()
    group_distinct: bool = False
    having: Node | None = None
    windows: tuple[WindowDef, ...] = ()


@dataclass(frozen=True, slots=True)
class ValuesCore:
    """VALUES (…), (…)."""

    rows: tuple[tuple[Node, ...], ...]
    pos: int


@dataclass(frozen=True, slots=True)
class SetOperation:
    """left UNION | INTERSECT | EXCEPT [ALL] right."""

    op: OneOf["union", "intersect", "except"]
    all: bool
    left: QueryNode
    right: QueryNode
    pos: int


@dataclass(frozen=True, slots=True)
class WithEntry:
    """name(columns) AS [[NOT] MATERIALIZED] (query)."""

    name: str
    columns: tuple[str, ...]
    query: QueryNode
    materialized: bool | None
    pos: int


@dataclass(frozen=True, slots=True)
class QueryNode:
    """[WITH …] body [ORDER BY …] [LIMIT …] [OFFSET …]. *pos* is where the body starts."""

    body: SelectCore | ValuesCore | SetOperation
    pos: int
    with_: tuple[WithEntry, ...] = ()
    recursive: bool = False
    order_by: tuple[Sort, ...] = ()
    limit: Node | None = None
    offset: Node | None = None
    with_ties: bool = False
