"""Window functions over rows that are found before: they are columns of a table (tables.py), and the query is over that.

SELECT order_id, amount - lag(amount) OVER (ORDER BY placed) FROM orders WHERE customer = $1 ORDER BY 1
SELECT c1, c2 - c0 FROM (lag(c2) OVER (ORDER BY c3), order_id, amount, placed FROM orders WHERE customer = $1) ORDER BY 1
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final

from planner.rows.expressions import Forms, each_once
from planner.rows.gathering import GATHERING
from planner.rows.kinds import INT, kind_of
from planner.tree.bound import (
    Aggregate,
    Cast,
    ColumnRef,
    Const,
    Cte,
    CteRef,
    Expr,
    Frame,
    OutputColumn,
    Param,
    Query,
    Select,
    SortKey,
    Subquery,
    Window,
)
from planner.tree.correlation import is_correlated
from planner.tree.query_plan import PlanSettings
from planner.tree.types import BOOL, SqlType
from planner.tree.walk import changed, inside, next_source, nodes_in, with_parts

#: More of them are DuckDB's.
WINDOWS_MAX: Final = 8
#: By the place of the argument that says how many rows, or which one; the others are values.
_COUNTED: Final = {"ntile": 0, "nth_value": 1, "lag": 1, "lead": 1}
_PLAIN: Final = frozenset({*_COUNTED, "row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "first_value", "last_value"})


@dataclass(frozen=True, slots=True)
class Windowed:
    """The rows of *query*, each behind what *windows* are for it. Their arguments and keys are the query's columns, by place."""

    query: Select
    windows: tuple[Window, ...]


def with_windows_as_tables(query: Query, settings: PlanSettings) -> tuple[Query, Mapping[int, Windowed]]:
    """The query in which SELECTs with window functions are over tables in which these are columns; CteRefs of such numbers name
    them. Those with others than these functions stay as they are."""
    if not any(isinstance(node, Window) for node in nodes_in(query)):
        return query, {}
    sources = count(next_source(query))
    entries = count(1 + max((node.cte for node in nodes_in(query) if isinstance(node, Cte)), default=0))
    tables = dict[int, Windowed]()

    def visit(node: Any) -> Any:
        if not isinstance(node, Select) or not _windows_of(node) or is_correlated(node):
            return None
        source, entry = next(sources), next(entries)
        query = with_parts(node, visit)
        made = _over_windows(query, source, Forms(settings, {source: None}), entry)
        if made is None:
            return query
        tables[entry] = made[1]
        return made[0]

    return changed(query, visit), tables


def _tops(query: Select) -> tuple[Expr, ...]:
    return (*query.items, *query.distinct_on, *(key.expr for key in query.order_by))


def _windows_of(query: Select) -> tuple[Window, ...]:
    return each_once(e for top in _tops(query) for e in inside(top) if isinstance(e, Window))


def _over_windows(query: Select, source: int, forms: Forms, entry: int) -> tuple[Select, Windowed] | None:
    """The SELECT over the table, and this."""
    windows = _windows_of(query)
    if len(windows) > WINDOWS_MAX or any(isinstance(e, Subquery) for top in _tops(query) for e in inside(top)):
        return None
    columns = _Columns(source, query, len(windows))
    made = tuple(map(columns.window, windows))
    if not all(_is_known(window, forms) for window in made):
        return None
    outputs = (query.items, query.distinct_on, query.order_by)
    items, distinct_on, order_by = changed(outputs, columns.visit(windows))
    inner = columns.exprs or [Const(True, SqlType(BOOL))]
    given = tuple(OutputColumn("", expr.type) for expr in (*made, *inner))
    rows = Select(
        tuple(inner),
        given[len(made) :],
        query.from_,
        query.where,
        grouped=query.grouped,
        group_by=query.group_by,
        grouping_sets=query.grouping_sets,
        having=query.having,
    )
    outer = Select(
        items,
        query.columns,
        CteRef(source, entry, "", given),
        distinct=query.distinct,
        distinct_on=distinct_on,
        order_by=order_by,
        limit=query.limit,
        offset=query.offset,
        with_=query.with_,
    )
    return outer, Windowed(rows, made)


class _Columns:
    """What the windows and the query over them need of the rows: the table's columns behind those of the windows."""

    def __init__(self, source: int, query: Select, before: int) -> None:
        self._source, self._query, self._before = source, query, before
        self.exprs: list[Expr] = []

    def place(self, expr: Expr) -> ColumnRef:
        """The column that is the expression."""
        if expr not in self.exprs:
            self.exprs.append(expr)
        return ColumnRef(self._source, self._before + self.exprs.index(expr), "", expr.type)

    def window(self, window: Window) -> Window:
        """The same over the table."""
        counted = _COUNTED.get(window.function.name)
        args = (_number(arg) if at == counted else self.place(arg) for at, arg in enumerate(window.args))
        keys = (SortKey(self.place(key.expr), key.descending, key.nulls_first) for key in window.order_by)
        return replace(
            window,
            args=tuple(args),
            partition_by=tuple(map(self.place, window.partition_by)),
            order_by=tuple(keys),
            filter=None if window.filter is None else self.place(window.filter),
            frame=_with_numbers(window.frame),
        )

    def visit(self, windows: tuple[Window, ...]) -> Any:
        """For `changed`: what the query over the table has for a part of the query."""

        def visit(node: Any) -> Any:
            if isinstance(node, Window):
                return ColumnRef(self._source, windows.index(node), "", node.type)
            is_whole = isinstance(node, ColumnRef | Aggregate) or (self._query.grouped and node in self._query.group_by)
            return self.place(node) if is_whole else None

        return visit


def _with_numbers(frame: Frame | None) -> Frame | None:
    if frame is None:
        return None
    start, end = (one if one.offset is None else replace(one, offset=_number(one.offset)) for one in (frame.start, frame.end))
    return replace(frame, start=start, end=end)


def _number(expr: Expr) -> Expr:
    """An integer without the casts that keep it."""
    while isinstance(expr, Cast) and kind_of(expr.type.pg) == kind_of(expr.operand.type.pg) == INT:
        if expr.type.pg.length < expr.operand.type.pg.length:
            break
        expr = expr.operand
    return expr


def _is_number(expr: Expr) -> bool:
    return isinstance(expr, Const | Param) and kind_of(expr.type.pg) == INT


def _is_known(window: Window, forms: Forms) -> bool:
    keys = (*window.partition_by, *(key.expr for key in window.order_by))
    if not all(map(forms.sorts, keys)) or not _has_known_frame(window.frame):
        return False
    name, counted = window.function.name, _COUNTED.get(window.function.name)
    if window.function.kind == "aggregate":
        is_interval = any(kind_of(arg.type.pg) == "interval" for arg in window.args)
        return name not in GATHERING and not is_interval and forms.knows_aggregate(aggregate_of(window))
    values = [arg for at, arg in enumerate(window.args) if at != counted]
    numbers = [arg for at, arg in enumerate(window.args) if at == counted]
    return name in _PLAIN and all(map(forms.knows, values)) and all(map(_is_number, numbers))


def _has_known_frame(frame: Frame | None) -> bool:
    if frame is None:
        return True
    offsets = [end.offset for end in (frame.start, frame.end) if end.offset is not None]
    return not frame.exclude and (not offsets or (frame.unit == "rows" and all(map(_is_number, offsets))))


def aggregate_of(window: Window) -> Aggregate:
    """What is computed of each frame."""
    return Aggregate(window.function, window.args, window.type, filter=window.filter)
