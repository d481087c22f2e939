"""Queries in a query's tree: FROM, the select list, set operations, WITH."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from typing import Literal as OneOf

from planner.parse.syntax.calls import Sort, WindowDef
from planner.parse.syntax.expressions import Node, TypeName

# ----------------------------------------------------------------------------------------------------------------------- FROM


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

    query: Query
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


# -------------------------------------------------------------------------------------------------------------------- queries


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
    left: Query
    right: Query
    pos: int


@dataclass(frozen=True, slots=True)
class WithEntry:
    """name(columns) AS [[NOT] MATERIALIZED] (query)."""

    name: str
    columns: tuple[str, ...]
    query: Query
    materialized: bool | None
    pos: int


@dataclass(frozen=True, slots=True)
class Query:
    """[WITH …] body [ORDER BY …] [LIMIT …] [OFFSET …]. *pos* is where the body starts."""

    body: SelectCore | ValuesCore | SetOperation
    pos: int
    with_: tuple[WithEntry, ...] = ()
    recursive: bool = False
    order_by: tuple[Sort, ...] = ()
    limit: Node | None = None
    offset: Node | None = None
    with_ties: bool = False
