"""Where the rows of a select list's set-returning calls come in: PostgreSQL's order, said by lateral joins and derived tables.

Before grouping those that are grouped by, before windows those of the windows' keys. All others come last: behind groups and
windows, and behind ORDER BY and DISTINCT ON where no sort key needs them. Nothing behind binding knows of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from planner.errors import Unsupported
from planner.postgres.bind.parts import set_calls_of
from planner.postgres.bind.row_numbers import numbered
from planner.postgres.bind.scope import Scope, TableCall
from planner.postgres.bind.table_calls import together
from planner.tree.bound import (
    ColumnRef,
    Const,
    Derived,
    Expr,
    From,
    FunctionScan,
    Join,
    JoinKind,
    OutputColumn,
    Select,
    SetOp,
    SortKey,
    Subquery,
    Window,
)
from planner.tree.outputs import Outputs
from planner.tree.types import INT8, SqlType
from planner.tree.walk import Visit, changed, columns_in, columns_of, is_of_groups, nodes_in, sources_of, with_outputs

_INT8: Final = SqlType(INT8)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Advancing:
    """Calls that advance together, whose columns are those of *source*."""

    source: int
    calls: tuple[TableCall, ...]

    @property
    def scan(self) -> FunctionScan:
        """Their rows, for each row of the rest of FROM."""
        columns = tuple(c for call in self.calls for c in call.columns)
        function = self.calls[0].function if len(self.calls) == 1 else together(self.calls, columns)
        args = tuple(a for c in self.calls for a in c.args)
        return FunctionScan(self.source, function, args, function.name, columns, each_row=True)

    def changed(self, visit: Visit) -> Advancing:
        """The same, *visit* applied to their arguments."""
        return replace(self, calls=tuple(replace(call, args=changed(call.args, visit)) for call in self.calls))

    def gives(self, expr: Expr) -> bool:
        """Is the expression made of their columns?"""
        return any(c.source == self.source for c in columns_in(expr))


#: Calls that come before grouping, and calls that come after it and after windows.
Levels = tuple[Advancing | None, Advancing | None]


def levels(scope: Scope, outputs: T, groups: list[Expr], *, grouped: bool) -> tuple[T, Levels]:
    """The calls in *groups*, or without such in the windows' keys, come before them, all others last: *outputs* and *groups*, in
    place, with the columns of each.

    A call that also stands outside of its key is called again for each group, as in PostgreSQL. Raises Unsupported.
    """
    if scope.table_source is None:
        return outputs, (None, None)
    windows = [part for part in nodes_in(outputs, (Select, SetOp)) if isinstance(part, Window)]
    keys = tuple(groups) if grouped else tuple(key for window in windows for key in _keys(window))
    below, of_rows = _advancing(scope, keys)
    above, of_groups = _advancing(scope, changed(outputs, lambda part: Const(None, part.type) if part in keys else None))
    known = changed(keys, of_rows)
    found = changed(outputs, lambda part: known[keys.index(part)] if part in keys else of_groups(part))
    if above is not None and any(above.gives(part) for part in nodes_in(found) if isinstance(part, Window)):
        message = "set-returning functions in window definitions of a grouped query are not supported"
        raise Unsupported(message, position=scope.set_pos)
    if grouped:
        groups[:] = known
    return found, (below, above)


def _keys(window: Window) -> Iterator[Expr]:
    yield from window.partition_by
    yield from (key.expr for key in window.order_by)


def _advancing(scope: Scope, part: object) -> tuple[Advancing | None, Visit]:
    """The calls whose columns *part* has, and what makes their columns of those."""
    calls: list[TableCall] = []
    columns: dict[int, int] = {}
    for call in set_calls_of(scope, columns_of(part)):
        calls.append(replace(call, first=len(columns)))
        columns |= {column: len(columns) + at for at, column in enumerate(call.places)}
    source = scope.context.new_source() if calls else 0

    def visit(node: Any) -> Any:
        if isinstance(node, ColumnRef) and node.source == scope.table_source:
            return replace(node, source=source, column=columns[node.column])
        return None

    return Advancing(source, tuple(calls)) if calls else None, visit


def with_table_calls(scope: Scope, select: Select, calls: Levels) -> Select:
    """Each row joined to what the set-returning calls give for it, before grouping and last, before or after ORDER BY."""
    below, above = calls
    if below is not None:
        select, below = _over_kept_rows(scope, select, below)
        select = replace(select, from_=_joined(select.from_, below.scan))
    if above is None:
        return select
    if select.grouped or scope.window_calls:
        select, above = _over_rows(scope, select, above)
    if select.order_by and not select.distinct and not any(above.gives(key.expr) for key in select.order_by):
        return _expanded_last(scope, select, above.scan)
    select, above = _over_kept_rows(scope, select, above)
    return replace(select, from_=_joined(select.from_, above.scan))


def _joined(from_: From | None, calls: FunctionScan) -> From:
    return calls if from_ is None else Join(JoinKind.CROSS, from_, calls, None, lateral=True)


def _over_kept_rows(scope: Scope, select: Select, calls: Advancing) -> tuple[Select, Advancing]:
    """*select* FROM the rows that its WHERE keeps, as a derived table, and *calls* in terms of that: of others they may fail."""
    if select.where is None or not any(map(_may_fail, calls.calls)):
        return select, calls
    own, outputs = _own(select), Outputs(scope.context.new_source())

    def visit(node: Any) -> Any:
        return outputs.column(node) if isinstance(node, ColumnRef) and node.source in own else None

    outer, found = changed(replace(select, from_=None, where=None), visit), calls.changed(visit)
    return replace(outer, from_=_rows(outputs, Select((), (), select.from_, select.where))), found


def _own(select: Select) -> frozenset[int]:
    return frozenset() if select.from_ is None else sources_of(select.from_)


def _may_fail(call: TableCall) -> bool:
    return any(columns_in(a) for a in call.args) and not (call.function.name == "unnest" and isinstance(call.args[0], ColumnRef))


def _rows(outputs: Outputs, inner: Select) -> Derived:
    """*inner* with these items, as a derived table."""
    items = tuple(outputs.items) or (Const(0, _INT8),)
    columns = tuple(OutputColumn(f"c{i}", item.type) for i, item in enumerate(items))
    return Derived(outputs.source, replace(inner, items=items, columns=columns), "rows", columns)


def _over_rows(scope: Scope, select: Select, calls: Advancing) -> tuple[Select, Advancing]:
    """*select* FROM its groups, or its rows with their windows, as a derived table; and *calls* in terms of that."""
    own, outputs = _own(select), Outputs(scope.context.new_source())

    def of_rows(node: Any) -> Any:
        is_column = isinstance(node, ColumnRef) and node.source in own
        return outputs.column(node) if is_column or node in select.group_by else None

    def visit(node: Any) -> Any:
        if isinstance(node, Subquery) and node not in select.group_by:
            # Aggregates and window functions inside its query are its own.
            return replace(node, operand=changed(node.operand, visit), query=changed(node.query, of_rows))
        return outputs.column(node) if is_of_groups(node) or isinstance(node, Window) else of_rows(node)

    outer = with_outputs(replace(select, having=None), visit)
    above = calls.changed(visit)
    inner = Select((), (), select.from_, select.where, select.group_by, select.grouping_sets, select.grouped, select.having)
    return replace(outer, from_=_rows(outputs, inner), where=None, group_by=(), grouping_sets=None, grouped=False), above


def _expanded_last(scope: Scope, select: Select, calls: FunctionScan) -> Select:
    """*select*, whose FROM is still to be joined to *calls*, with these rows for each of its sorted ones.

    Where no sort key needs their rows, PostgreSQL sorts first, takes DISTINCT ON's first rows, and then lets each row have the
    calls' rows in their own order (make_sort_input_target). Everything behind binding sees a join with a derived table whose rows
    are numbered in the query's order.
    """
    from_ = select.from_
    if from_ is None:
        return replace(select, from_=calls, order_by=())
    own = sources_of(from_)
    columns = list(dict.fromkeys(c for c in columns_of((select.items, calls.args)) if c.source in own))
    places = [(at, key.descending, key.nulls_first) for at, key in enumerate(select.order_by, len(columns))]
    rows, offered, _ = numbered(scope, _sorted_rows(select, from_, columns), places)

    def visit(part: Any) -> Any:
        return offered[columns.index(part)] if isinstance(part, ColumnRef) and part in columns else None

    ordinal = OutputColumn("ordinality", _INT8)
    scan = replace(calls, args=changed(calls.args, visit), columns=(*calls.columns, ordinal), ordinality=True)
    order = (offered[-1], ColumnRef(scan.source, len(calls.columns), "ordinality", _INT8))
    return replace(
        select,
        items=changed(select.items, visit),
        from_=Join(JoinKind.CROSS, rows, scan, None, lateral=True),
        where=None,
        distinct_on=(),
        order_by=tuple(SortKey(ref, descending=False, nulls_first=False) for ref in order),
    )


def _sorted_rows(select: Select, from_: From, columns: Sequence[ColumnRef]) -> Select:
    """The rows, DISTINCT ON's first ones, and beside the columns their sort keys."""
    items: tuple[Expr, ...] = (*columns, *(key.expr for key in select.order_by))
    outputs = tuple(OutputColumn(f"c{i}", item.type) for i, item in enumerate(items))
    order_by = select.order_by if select.distinct_on else ()
    return Select(items, outputs, from_, select.where, distinct_on=select.distinct_on, order_by=order_by)
