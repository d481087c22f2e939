"""What stands in FROM and is no view, as a table whose rows are found before (program.py): UNION, VALUES, unnest, window functions.

    SELECT a FROM v WHERE k = 1 UNION SELECT b FROM w WHERE k = 2 ORDER BY 1
    SELECT DISTINCT c0 FROM (SELECT a FROM v WHERE k = 1 UNION ALL SELECT b FROM w WHERE k = 2) ORDER BY c0

VALUES and the elements of arrays are one row, of all their expressions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain, count
from typing import Any, TypeAlias

from planner.postgres.bind import logic
from planner.postgres.functions.registry import resolve_function
from planner.rows import series
from planner.rows.windows import Windowed
from planner.tree.bound import (
    Aggregate,
    ColumnRef,
    Const,
    Derived,
    Expr,
    From,
    FunctionScan,
    OutputColumn,
    Query,
    Select,
    SetOp,
    SortKey,
    Values,
    Window,
    column_refs,
)
from planner.tree.types import BOOL
from planner.tree.walk import changed, next_source, nodes_in, with_parts

#: What has rows without being read.
Table: TypeAlias = Query | Values | FunctionScan | Windowed


class Gives(Enum):
    """What of its queries' rows a table has, or a parameter is."""

    VALUE = "the one column of its one row"
    LIST = "the one column of all rows"
    ROWS = "all columns of all rows"
    CUT = "rows of so many columns as its one row is cut into"
    ELEMENTS = "the elements of the arrays in its one row, side by side; with a column more their numbers"
    SERIES = "what is between the values of its one row"


@dataclass(frozen=True, slots=True)
class TableRows:
    """Queries whose rows, one behind the other, a table has, of *width* columns; before them, what *windows* are for each."""

    queries: tuple[Query, ...]
    gives: Gives
    width: int
    windows: tuple[Window, ...] = ()


def rows_of(table: Table) -> TableRows:
    """The queries that give them."""
    match table:
        case Values(rows=rows, columns=columns):
            return TableRows((_row(tuple(chain.from_iterable(rows))),), Gives.CUT, len(columns))
        case FunctionScan(function=function, args=args) if function.name == series.NAME:
            return TableRows((_row(args),), Gives.SERIES, 1)
        case FunctionScan(args=args, columns=columns):
            return TableRows((_row(args),), Gives.ELEMENTS, len(columns))
        case Windowed(query, windows):
            return TableRows((query,), Gives.ROWS, len(query.columns), windows)
        case _:
            return TableRows(tuple(_selects(table)), Gives.ROWS, len(table.columns))


def is_table(node: From | None) -> bool:
    """Are they rows of values, an array's elements or a series?"""
    if isinstance(node, FunctionScan):
        if node.each_row:
            return False
        if node.function.name == series.NAME:
            return node.function.args[0] in series.TYPES and not node.ordinality
        return node.function.name == "unnest"
    return isinstance(node, Values)


def _row(items: tuple[Expr, ...]) -> Select:
    return Select(items, tuple(OutputColumn("", item.type) for item in items))


def _selects(table: Query) -> Iterator[Query]:
    if isinstance(table, SetOp) and _is_bare(table) and table.all:
        yield from _selects(table.left)
        yield from _selects(table.right)
    else:
        yield table


def with_unions_as_tables(query: Query) -> Query:
    """The query in which UNION, INTERSECT and EXCEPT are nothing but UNION ALL of Selects, in FROM; INTERSECT ALL and EXCEPT ALL
    stay where they are."""
    if not any(isinstance(node, SetOp) for node in nodes_in(query)):
        return query
    numbers = count(next_source(query))

    def visit(node: Any) -> Any:
        if not isinstance(node, SetOp):
            return None
        if node.op != "union":
            return None if node.all else _compared(with_parts(node, visit), next(numbers))
        first, *others = (changed(part, visit) for part in _parts(node, all_=node.all))
        rows = first
        for other in others:
            rows = SetOp("union", True, rows, other, node.columns)
        rest = replace(node, limit=changed(node.limit, visit), offset=changed(node.offset, visit), with_=changed(node.with_, visit))
        return replace(_over(rest, rows, next(numbers)), distinct=not node.all)

    return changed(query, visit)


def _over(node: SetOp, rows: Query, source: int) -> Select:
    """SELECT of the set operation's columns FROM *rows*, in its order and within its limits."""
    items = column_refs(source, node.columns)
    return Select(
        items,
        node.columns,
        Derived(source, rows, node.op, rows.columns),
        order_by=tuple(SortKey(items[column], *way) for column, *way in node.order_by),
        limit=node.limit,
        offset=node.offset,
        with_=node.with_,
    )


def _compared(node: SetOp, source: int) -> Query:
    """INTERSECT and EXCEPT: groups of both sides' equal rows, those that the right side has among others, or none of."""
    if not isinstance(node.left, Select) or not isinstance(node.right, Select):
        return node
    columns, flag = (*node.columns, OutputColumn("", logic.BOOLEAN)), ColumnRef(source, len(node.columns), "", logic.BOOLEAN)
    left, right = (
        replace(side, items=(*side.items, Const(is_right, logic.BOOLEAN)), columns=columns)
        for side, is_right in ((node.left, False), (node.right, True))
    )
    some, every = (
        Aggregate(resolve_function(name, "pg_catalog", [BOOL]).function, (flag,), logic.BOOLEAN) for name in ("bool_or", "bool_and")
    )
    kept = logic.negate(some) if node.op == "except" else logic.every([some, logic.negate(every)])
    made = _over(node, SetOp("union", True, left, right, columns), source)
    return replace(made, grouped=True, group_by=made.items, having=kept)


def _parts(node: SetOp, *, all_: bool) -> Iterator[Query]:
    """What is put together; of UNION, in which equal rows are one anyway, UNIONs inside as well."""
    for side in (node.left, node.right):
        if isinstance(side, SetOp) and _is_bare(side) and (side.all or not all_):
            yield from _parts(side, all_=all_)
        else:
            yield side


def _is_bare(node: SetOp) -> bool:
    return node.op == "union" and not (node.order_by or node.with_) and node.limit is node.offset is None
