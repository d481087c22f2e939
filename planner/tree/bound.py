"""The bound query: every name resolved, every expression typed, every function looked up.

It is what binding makes of sqlglot's tree and what all later stages read: constraining to keys, lowering to DuckDB,
EXPLAIN. Frozen; nothing here knows sqlglot. Implicit casts are explicit Cast nodes, BETWEEN is two comparisons under
"and", `<>` is not(=), `x IS NOT NULL` is not(is_null). Functions and operators are both Call.

A *source* is one relation in one FROM; its number is unique in the whole statement, so a ColumnRef needs no scope, also
where a subquery refers to an outer query.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Literal

from planner.tree.types import SqlType
from planner.tree.values import Value, is_same

if TYPE_CHECKING:
    from planner.postgres.functions.registry import Function
    from planner.tree.catalog import ColumnDef, Relation


# ---------------------------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True, eq=False, unsafe_hash=True)
class Const:
    """A literal; *value* is physical (planner.tree.values) for *type*.

    *position* is where the literal stands in the statement's text, if this is what it means there, of whatever type; else 0.
    Equal ones are shown alike, too.
    """

    value: Value
    type: SqlType
    position: int = field(default=0, compare=False, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and self.type == other.type and is_same(self.value, other.value)


@dataclass(frozen=True, slots=True)
class Param:
    """$(index+1)."""

    index: int
    type: SqlType


@dataclass(frozen=True, slots=True)
class ColumnRef:
    """Column *column* (0-based position in the source's columns) of source *source*."""

    source: int
    column: int
    name: str
    type: SqlType


@dataclass(frozen=True, slots=True)
class Call:
    """A scalar function or operator. *function* knows its name ("=", "and", "lower" …) and how DuckDB spells it.

    "and" and "or" take two or more arguments: a chain of a thousand ORs is one node, not a tree a thousand levels deep.
    """

    function: Function
    args: tuple[Expr, ...]
    type: SqlType

    @property
    def name(self) -> str:
        """Postgres's name of it: "=", "<", "+", "and", "or", "not", "is_null", "like", "lower" …"""
        return self.function.name

    @property
    def is_grouping(self) -> bool:
        """Is it GROUPING(…)? Its arguments are names of groups, and it belongs to its SELECT as aggregates do."""
        return self.function.schema == "syntax" and self.function.name == "grouping"


@dataclass(frozen=True, slots=True)
class Cast:
    """operand::type. *implicit* casts were added by binding."""

    operand: Expr
    type: SqlType
    implicit: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """CASE WHEN condition THEN result … ELSE otherwise END (simple CASE has been made searched)."""

    whens: tuple[tuple[Expr, Expr], ...]
    otherwise: Expr | None
    type: SqlType


@dataclass(frozen=True, slots=True)
class Row:
    """(a, b, …). Comparisons of rows stay Compare-like Calls over Row ("=", "<", …)."""

    items: tuple[Expr, ...]
    type: SqlType


@dataclass(frozen=True, slots=True)
class InList:
    """operand [NOT] IN (items). operand may be a Row, then each item is one. All items have been cast to one type."""

    operand: Expr
    items: tuple[Expr, ...]
    negated: bool
    type: SqlType


@dataclass(frozen=True, slots=True)
class AnyAll:
    """operand <function> ANY/ALL (array expression)."""

    operand: Expr
    function: Function
    array: Expr
    all: bool
    type: SqlType


@dataclass(frozen=True, slots=True)
class ArrayExpr:
    """ARRAY[…]."""

    items: tuple[Expr, ...]
    type: SqlType


@dataclass(frozen=True, slots=True)
class Subscript:
    """array[index] (1-based), or array[lower:upper] when *upper* is set."""

    operand: Expr
    lower: Expr
    upper: Expr | None
    type: SqlType


@dataclass(frozen=True, slots=True)
class Subquery:
    """A query as an expression. "any"/"all" carry the operand (a Row where several columns are compared) and the operator."""

    kind: Literal["scalar", "exists", "any", "all", "array"]
    query: Query
    type: SqlType
    operand: Expr | None = None
    function: Function | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class SortKey:
    """One ORDER BY entry; nulls_first is already resolved (Postgres: last for ascending, first for descending)."""

    expr: Expr
    descending: bool
    nulls_first: bool


@dataclass(frozen=True, slots=True)
class Aggregate:
    """An aggregate call; count(*) has no args. *within_group* marks percentile_cont and its like."""

    function: Function
    args: tuple[Expr, ...]
    type: SqlType
    distinct: bool = False
    filter: Expr | None = None
    order_by: tuple[SortKey, ...] = ()
    within_group: bool = False


@dataclass(frozen=True, slots=True)
class FrameBound:
    """One end of a window frame."""

    kind: Literal["unbounded preceding", "preceding", "current row", "following", "unbounded following"]
    offset: Expr | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """ROWS/RANGE/GROUPS BETWEEN start AND end [EXCLUDE …]."""

    unit: Literal["rows", "range", "groups"]
    start: FrameBound
    end: FrameBound
    exclude: Literal["", "current row", "group", "ties"] = ""


@dataclass(frozen=True, slots=True)
class Window:
    """function(args) OVER (…); the function is a window function or an aggregate."""

    function: Function
    args: tuple[Expr, ...]
    type: SqlType
    partition_by: tuple[Expr, ...] = ()
    order_by: tuple[SortKey, ...] = ()
    frame: Frame | None = None
    filter: Expr | None = None


Expr = (
    Const | Param | ColumnRef | Call | Cast | Case | Row | InList | AnyAll | ArrayExpr | Subscript | Subquery | Aggregate | Window
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------ relations


@dataclass(frozen=True, slots=True)
class Scan:
    """A view or a system table in FROM. (Columns are the relation's.)"""

    source: int
    relation: Relation
    alias: str


@dataclass(frozen=True, slots=True)
class CteRef:
    """A reference to WITH entry *cte* (its number is unique in the statement)."""

    source: int
    cte: int
    alias: str
    columns: tuple[OutputColumn, ...]


@dataclass(frozen=True, slots=True)
class Derived:
    """(SELECT …) AS alias(names)."""

    source: int
    query: Query
    alias: str
    columns: tuple[OutputColumn, ...]
    lateral: bool = False


@dataclass(frozen=True, slots=True)
class FunctionScan:
    """generate_series(…), unnest(…) … in FROM [WITH ORDINALITY]."""

    source: int
    function: Function
    args: tuple[Expr, ...]
    alias: str
    columns: tuple[OutputColumn, ...]
    ordinality: bool = False
    #: Of a select list: its rows follow one another for each row of the rest of FROM.
    each_row: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Values:
    """(VALUES …) AS alias(names)."""

    source: int
    rows: tuple[tuple[Expr, ...], ...]
    alias: str
    columns: tuple[OutputColumn, ...]


class JoinKind(Enum):
    """How two relations are joined."""

    INNER = "inner"
    LEFT = "left"
    RIGHT = "right"
    FULL = "full"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class Join:
    """left JOIN right ON condition; USING and NATURAL have become conditions."""

    kind: JoinKind
    left: From
    right: From
    condition: Expr | None
    lateral: bool = False


From = Scan | CteRef | Derived | FunctionScan | Values | Join


# -------------------------------------------------------------------------------------------------------------------- queries


@dataclass(frozen=True, slots=True)
class OutputColumn:
    """A column of a result. *origin* = (relation oid, attnum) where it is a plain column of a relation, else (0, 0)."""

    name: str
    type: SqlType
    origin: tuple[int, int] = (0, 0)


def column_refs(source: int, columns: Iterable[OutputColumn | ColumnDef]) -> tuple[ColumnRef, ...]:
    """References to all the columns of a source."""
    return tuple(ColumnRef(source, i, c.name, c.type) for i, c in enumerate(columns))


@dataclass(frozen=True, slots=True)
class Select:
    """One SELECT. *items* are the output expressions in order, names in *columns*.

    *grouping_sets* index into *group_by*; None is a plain GROUP BY. *grouped* is true where rows are aggregated, even
    without GROUP BY. A bare VALUES is a Select over Values.
    """

    items: tuple[Expr, ...]
    columns: tuple[OutputColumn, ...]
    from_: From | None = None
    where: Expr | None = None
    group_by: tuple[Expr, ...] = ()
    grouping_sets: tuple[tuple[int, ...], ...] | None = None
    grouped: bool = False
    having: Expr | None = None
    distinct: bool = False
    distinct_on: tuple[Expr, ...] = ()
    order_by: tuple[SortKey, ...] = ()
    limit: Expr | None = None
    offset: Expr | None = None
    with_: tuple[Cte, ...] = ()


@dataclass(frozen=True, slots=True)
class SetOp:
    """left UNION/INTERSECT/EXCEPT [ALL] right; sort keys are (result column, descending, nulls_first)."""

    op: Literal["union", "intersect", "except"]
    all: bool
    left: Query
    right: Query
    columns: tuple[OutputColumn, ...]
    order_by: tuple[tuple[int, bool, bool], ...] = ()
    limit: Expr | None = None
    offset: Expr | None = None
    with_: tuple[Cte, ...] = ()


@dataclass(frozen=True, slots=True)
class Cte:
    """One WITH entry."""

    cte: int
    name: str
    query: Query
    columns: tuple[OutputColumn, ...]
    recursive: bool = False
    materialized: bool | None = None


Query = Select | SetOp


@dataclass(frozen=True, slots=True)
class DefinitionUse:
    """A reference to a view defined by SQL, in whose place its query stands.

    *inside* are the sources of that query, *columns* the view's columns as what refers to them names them: (source, column).
    """

    relation: Relation
    inside: range
    columns: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class BoundQuery:
    """A whole statement: its query and the types of its parameters, all inferred.

    *scans* and *uses* are in the order in which they were met; what definitions refer to is no part of *uses*.
    """

    query: Query
    parameters: tuple[SqlType, ...]
    scans: tuple[Scan, ...] = field(default=())
    uses: tuple[DefinitionUse, ...] = ()

    @property
    def columns(self) -> tuple[OutputColumn, ...]:
        """The result's columns."""
        return self.query.columns
