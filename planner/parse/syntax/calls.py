"""Calls of functions in a query's tree, with all that may follow one; and orders and windows, which queries have as well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from typing import Literal as OneOf

if TYPE_CHECKING:
    from planner.parse.syntax.expressions import Node


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
class FunctionCall:
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
