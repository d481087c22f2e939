"""Window function calls: OVER, named windows, frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from planner.errors import (
    GroupingFault,
    InvalidColumnReference,
    UndefinedObject,
    Unsupported,
    WindowingFault,
    WrongObjectType,
)
from planner.parse.syntax import FrameClause, FrameEnd, FuncCall, WindowDef
from planner.postgres.bind import aggregates, sorting, whole_rows
from planner.postgres.bind.coerce import coerce, convert_args, settle, specific, type_of
from planner.postgres.bind.parts import bind, location, refuse_sets_within, resolve_function
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.casts import can_cast
from planner.postgres.functions.equal_texts import check_equality
from planner.tree.bound import Expr, Frame, FrameBound, SortKey, Window
from planner.tree.types import FLOAT4, FLOAT8, INT2, INT4, INT8, INTERVAL, UNKNOWN, PgType, SqlType, display_name

#: Offsets of any of these go with sort columns of any.
_INTEGERS: Final = frozenset({INT2, INT4, INT8})


def bind_window_call(scope: Scope, node: FuncCall, schema: str | None, name: str) -> Expr:
    """function(args) OVER … Raises Unsupported."""
    around, sets = tuple(scope.inside), scope.set_calls
    scope.inside.append("window")
    if whole_rows.takes_rows(node):
        args = tuple(whole_rows.bind_argument(scope, node, a) for a in node.args)
    else:
        args = tuple(bind(scope, a) for a in node.args)
    found = resolve_function(name, schema, [type_of(a) for a in args], node.pos)
    _check_shape(node, found.function.kind)
    refuse_sets_within(scope, sets, "window")
    _check_allowed(scope, around, node)
    converted = convert_args(scope, found, args, node.args)
    filter_ = aggregates.bind_filter(scope, node)
    if filter_ is not None and found.function.kind != "aggregate":
        raise Unsupported("FILTER is not implemented for non-aggregate window functions", position=node.pos)
    assert node.over is not None
    scope.inside[-1] = "window definition"
    definition = resolve_window(scope, node.over)
    partition_by = tuple(settle(scope, bind(scope, n), n) for n in definition.partition_by)
    for key, written in zip(partition_by, definition.partition_by, strict=True):
        check_equality(key.type.pg, location(written))
    order_by = sorting.sort_inside(scope, definition.order_by, (), ())
    scope.inside[-1] = "window frame"
    frame = _frame(scope, definition, definition.frame, order_by) if definition.frame is not None else None
    scope.inside.pop()
    scope.window_calls += 1
    return Window(found.function, converted, SqlType(found.result), partition_by, order_by, frame, filter_)


def _check_allowed(scope: Scope, around: Sequence[str], node: FuncCall) -> None:
    if "filter" in around:
        raise WindowingFault("window functions are not allowed in FILTER", position=node.pos)
    if "aggregate" in around:
        raise GroupingFault("aggregate function calls cannot contain window function calls", position=node.pos)
    if "window definition" in around or "window frame" in around:
        raise WindowingFault("window functions are not allowed in window definitions", position=node.pos)
    if "window" in around:
        raise WindowingFault("window function calls cannot be nested", position=node.pos)
    if scope.clause not in ("", "ORDER BY", "DISTINCT ON"):
        raise WindowingFault(f"window functions are not allowed in {scope.clause}", position=node.pos)


def _check_shape(node: FuncCall, kind: str) -> None:
    shown = ".".join(node.name)
    if kind not in ("window", "aggregate"):
        message = f"OVER specified, but {shown} is not a window function nor an aggregate function"
        raise WrongObjectType(message, position=node.pos)
    if node.within_group is not None:
        raise Unsupported(f"OVER is not supported for ordered-set aggregate {shown}", position=node.pos)
    if node.distinct:
        raise Unsupported("DISTINCT is not implemented for window functions", position=node.pos)
    if node.order_by:
        raise Unsupported("aggregate ORDER BY is not implemented for window functions", position=node.pos)
    if kind == "aggregate" and not node.args and not node.star:
        raise WrongObjectType(f"{shown}(*) must be used to call a parameterless aggregate function", position=node.pos)


# ------------------------------------------------------------------------------------------------------------- window definitions


def _named(scope: Scope, name: str, pos: int) -> WindowDef:
    if name not in scope.windows:
        raise UndefinedObject(f'window "{name}" does not exist', position=pos)
    return scope.windows[name]


def resolve_window(scope: Scope, definition: WindowDef) -> WindowDef:
    """OVER name is that window; a window that begins with another's name takes over its parts. Raises WindowingFault."""
    if definition.name is not None and scope.windows.get(definition.name) is not definition:
        return resolve_window(scope, _named(scope, definition.name, definition.pos))
    if definition.base is None:
        return definition
    base = resolve_window(scope, _named(scope, definition.base, definition.pos))
    if definition.partition_by:
        message = f'cannot override PARTITION BY clause of window "{definition.base}"'
        raise WindowingFault(message, position=definition.pos)
    if definition.order_by and base.order_by:
        message = f'cannot override ORDER BY clause of window "{definition.base}"'
        raise WindowingFault(message, position=definition.pos)
    if base.frame is not None:
        message = f'cannot copy window "{definition.base}" because it has a frame clause'
        raise WindowingFault(message, position=definition.pos)
    return replace(base, order_by=definition.order_by or base.order_by, frame=definition.frame, base=None)


# ------------------------------------------------------------------------------------------------------------------------ frames


def _frame(scope: Scope, definition: WindowDef, clause: FrameClause, order_by: tuple[SortKey, ...]) -> Frame:
    if clause.unit == "groups" and not order_by:
        raise WindowingFault("GROUPS mode requires an ORDER BY clause", position=definition.pos)
    start = _end(scope, definition, clause, clause.start, order_by)
    return Frame(clause.unit, start, _end(scope, definition, clause, clause.end, order_by), clause.exclude)


def _end(scope: Scope, definition: WindowDef, clause: FrameClause, end: FrameEnd, order_by: tuple[SortKey, ...]) -> FrameBound:
    if end.offset is None:
        return FrameBound(end.kind)
    before = len(scope.positions)
    offset = bind(scope, end.offset)
    if clause.unit == "range":
        converted = _range_offset(scope, definition, end, offset, order_by)
    else:
        converted = specific(scope, offset, INT8, end.offset, clause.unit.upper())
    if any(c.source in scope.sources for c, _ in scope.positions[before:]):
        message = f"argument of {clause.unit.upper()} must not contain variables"
        raise InvalidColumnReference(message, position=scope.positions[before][1])
    return FrameBound(end.kind, converted)


def _range_offset(scope: Scope, definition: WindowDef, end: FrameEnd, offset: Expr, order_by: tuple[SortKey, ...]) -> Expr:
    """The offset of RANGE is of the sort column's type, an interval for dates and times."""
    if len(order_by) != 1:
        message = "RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column"
        raise WindowingFault(message, position=definition.pos)
    key = order_by[0].expr.type.pg
    target: PgType = INTERVAL if key.category == "D" or key is INTERVAL else key
    if key.category not in ("D", "N", "T"):
        shown = display_name(key)
        raise Unsupported(f"RANGE with offset PRECEDING/FOLLOWING is not supported for column type {shown}", position=end.pos)
    assert end.offset is not None
    if type_of(offset) is not UNKNOWN and not can_cast(type_of(offset), target, "implicit"):
        target = type_of(offset)
        if not ({key, target} <= _INTEGERS or (key, target) == (FLOAT4, FLOAT8)):
            shown = f"{display_name(key)} and offset type {display_name(target)}"
            raise Unsupported(f"RANGE with offset PRECEDING/FOLLOWING is not supported for column type {shown}", position=end.pos)
    return coerce(scope, offset, target, end.offset)
