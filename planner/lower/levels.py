"""SELECTs in steps, each FROM the one before, where DuckDB does not take them as they are.

- An aggregate or a window function inside a subquery would be the subquery's; and a subquery is what becomes of many a function of
  the catalog, and of an operand of ANY and ALL: pg_relation_size(max(id)), row_number() OVER ()::oid::regclass, … ANY (SELECT …).
- What may fail, as a division does, is volatile: windows are not partitioned or ordered by that, and it is never the same as
  itself, as array_agg(DISTINCT a / b ORDER BY a / b) needs it; nor is a subquery, as one in GROUP BY has to be.
- So are random() and gen_random_uuid(). As in Postgres, a window's key that they draw is the same draw elsewhere in the SELECT.
- What a window is partitioned or ordered by has no window functions for DuckDB, not in its subqueries either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from planner.lower.filtered import of_filtered
from planner.lower.repeats import brings_errors, brings_subqueries
from planner.tree import bound as b
from planner.tree.outputs import Outputs
from planner.tree.types import NAMED_NUMBERS, is_record
from planner.tree.walk import changed, inside, is_of_groups, nodes_in


class Step(Enum):
    """What an inner SELECT computes, besides columns that are needed."""

    ROWS = "arguments of aggregates with DISTINCT, and subqueries that are grouped by"
    GROUPS = "groups, aggregates and HAVING"
    KEYS = "what windows are partitioned and ordered by, and their frames' offsets"
    WINDOWS = "window functions"


_PLAIN: Final = (b.ColumnRef, b.Const, b.Param)


def steps(select: b.Select, kept: frozenset[int], lowered: Callable[[b.Expr], str]) -> list[Step]:
    """Inner SELECTs that are needed, in their order. Of its items there are those at *kept*."""
    items = (item for i, item in enumerate(select.items) if i in kept)
    outputs = [*items, *select.distinct_on, *(key.expr for key in select.order_by)]
    windows = [e for e in outputs if any(isinstance(part, b.Window) for part in inside(e))]
    grouped = [e for e in (*outputs, select.having) if e is not None and any(map(is_of_groups, inside(e)))]

    def looks_up(expr: b.Expr) -> bool:
        return _may_look_up(expr) and brings_subqueries(lowered(expr))

    def is_volatile(expr: b.Expr) -> bool:
        return draws(expr) or brings_errors(lowered(expr))

    def varies(expr: b.Expr) -> bool:
        return is_volatile(expr) or looks_up(expr)

    rows = any(map(looks_up, select.group_by)) or any(varies(arg) for e in grouped for arg in _distinct_arguments(e))
    hidden = any(map(looks_up, windows))
    keys = any(_has_window(key) or is_volatile(key) for e in windows for key in _keys(e))
    groups = select.grouped and (hidden or keys or any(map(looks_up, grouped)))
    needed = {Step.ROWS: rows, Step.GROUPS: groups, Step.KEYS: keys, Step.WINDOWS: hidden}
    return [step for step, is_needed in needed.items() if is_needed]


def _distinct_arguments(expr: b.Expr) -> Iterator[b.Expr]:
    for part in inside(expr):
        if isinstance(part, b.Aggregate) and part.distinct:
            yield from (arg for arg in part.args if not isinstance(arg, _PLAIN))


def _may_look_up(expr: b.Expr) -> bool:
    """May its SQL have subqueries? Looking at it is far quicker than making the SQL."""
    return any(isinstance(part, b.Subquery) or _is_of_catalog(part) for part in inside(expr))


def _is_of_catalog(part: b.Expr) -> bool:
    """Objects are printed by their names, and functions that ask for them are stable."""
    pg = part.type.pg
    named = pg if pg.element is None else pg.element
    return named in NAMED_NUMBERS or is_record(named) or (isinstance(part, b.Call) and part.function.volatility != "immutable")


def draws(expr: b.Expr) -> bool:
    """Is it another value each time that it is computed? (Functions of syntax are called volatile for other reasons.)"""
    calls = (part.function for part in nodes_in(expr) if isinstance(part, b.Call))
    return any(function.volatility == "volatile" and function.schema == "pg_catalog" for function in calls)


def _has_window(expr: b.Expr) -> bool:
    """Has a subquery in it window functions of its own?"""
    return any(isinstance(part, b.Window) for part in nodes_in(expr))


def _keys(expr: b.Expr) -> Iterator[b.Expr]:
    for part in inside(expr):
        if isinstance(part, b.Window):
            keys = (*part.partition_by, *(key.expr for key in part.order_by), *_offsets(part))
            yield from (key for key in keys if not isinstance(key, _PLAIN))


def _offsets(window: b.Window) -> Iterator[b.Expr]:
    if window.frame is not None:
        yield from (end.offset for end in (window.frame.start, window.frame.end) if end.offset is not None)


def in_two(step: Step, select: b.Select, kept: frozenset[int], own: frozenset[int], source: int) -> tuple[b.Select, b.Select]:
    """The inner SELECT, with FROM and all, whose sources are *own*; and the outer one, which is FROM the inner one as *source*.

    Items that are not at *kept* are NULL.
    """
    of_rows = step is Step.ROWS
    outputs = Outputs(source)
    groups = tuple(key for key in select.group_by if not of_rows or _may_look_up(key))
    keys = [key for e in (*select.items, *select.distinct_on, *(k.expr for k in select.order_by)) for key in _keys(e)]
    drawn = tuple(filter(draws, keys)) if step is Step.KEYS else ()
    found = _Visitor(step, outputs, own, groups, drawn)
    outer = replace(
        select,
        items=tuple(changed(e, found.visit) if i in kept else b.Const(None, e.type) for i, e in enumerate(select.items)),
        group_by=changed(select.group_by, found.visit),
        having=changed(select.having, found.visit),
        distinct_on=changed(select.distinct_on, found.visit),
        order_by=changed(select.order_by, found.visit),
        where=None,
    )
    items = tuple(outputs.items)
    columns = tuple(b.OutputColumn(f"c{i}", item.type) for i, item in enumerate(items))
    if of_rows:
        return b.Select(items, columns, select.from_, select.where), outer
    inner = replace(select, items=items, columns=columns, having=None, distinct=False, distinct_on=(), order_by=())
    return inner, replace(outer, where=outer.having, having=None, group_by=(), grouping_sets=None, grouped=False)


@dataclass(frozen=True, slots=True)
class _Visitor:
    """Makes what the outer SELECT has, and gathers what it needs of the inner one; *groups* and *drawn* are among that."""

    step: Step
    outputs: Outputs
    own: frozenset[int]
    groups: tuple[b.Expr, ...]
    drawn: tuple[b.Expr, ...]

    def visit(self, node: Any) -> Any:
        """What the outer SELECT has for it."""
        if node in self.drawn:
            return self.outputs.column(node)
        if isinstance(node, b.Subquery) and node not in self.groups:
            # Aggregates and window functions inside its query are its own.
            return replace(node, operand=changed(node.operand, self.visit), query=changed(node.query, self._of_rows))
        if self.step is Step.ROWS:
            return self._with_arguments(node) if isinstance(node, b.Aggregate) and node.distinct else self._of_rows(node)
        if self.step is Step.KEYS and isinstance(node, b.Window):
            return self._with_keys(node)
        computed = is_of_groups(node) if self.step is Step.GROUPS else isinstance(node, b.Window)
        return self.outputs.column(node) if computed else self._of_rows(node)

    def _with_arguments(self, aggregate: b.Aggregate) -> b.Aggregate:
        aggregate = of_filtered(aggregate)
        return replace(
            aggregate,
            args=tuple(map(self._argument, aggregate.args)),
            order_by=tuple(replace(key, expr=self._argument(key.expr)) for key in aggregate.order_by),
            filter=changed(aggregate.filter, self.visit),
        )

    def _argument(self, expr: b.Expr) -> b.Expr:
        return expr if isinstance(expr, (b.Const, b.Param)) else self.outputs.column(expr)

    def _with_keys(self, window: b.Window) -> b.Window:
        return replace(
            window,
            args=changed(window.args, self.visit),
            filter=changed(window.filter, self.visit),
            partition_by=tuple(self.outputs.column(key) for key in window.partition_by),
            order_by=tuple(replace(key, expr=self.outputs.column(key.expr)) for key in window.order_by),
            frame=changed(window.frame, self._with_offset),
        )

    def _with_offset(self, node: Any) -> Any:
        computed = isinstance(node, b.FrameBound) and node.offset is not None
        return replace(node, offset=self._argument(node.offset)) if computed else None

    def _of_rows(self, node: Any) -> Any:
        is_column = isinstance(node, b.ColumnRef) and node.source in self.own
        return self.outputs.column(node) if is_column or node in self.groups else None
