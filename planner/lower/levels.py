"""SELECTs in steps, each FROM the one before, where DuckDB does not take them as they are.

- An aggregate or a window function inside a subquery would be the subquery's; and a subquery is what becomes of many a function of
  the catalog, and of an operand of ANY and ALL: pg_relation_size(max(id)), row_number() OVER ()::oid::regclass, … ANY (SELECT …).
- What may fail, as a division does, is volatile, and windows are not partitioned or ordered by that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from planner import bound as b
from planner.constrain.children import inside
from planner.lower.repeats import brings_errors, brings_subqueries
from planner.types import NAMED_NUMBERS, is_record
from planner.walk import changed


class Step(Enum):
    """What an inner SELECT computes, besides columns that are needed."""

    GROUPS = "groups, aggregates and HAVING"
    KEYS = "what windows are partitioned and ordered by"
    WINDOWS = "window functions"


def steps(select: b.Select, kept: frozenset[int], lowered: Callable[[b.Expr], str]) -> list[Step]:
    """Inner SELECTs that are needed, in their order. Of its items there are those at *kept*."""
    items = (item for i, item in enumerate(select.items) if i in kept)
    outputs = [*items, *select.distinct_on, *(key.expr for key in select.order_by)]
    windows = [e for e in outputs if _has(e, b.Window)]
    grouped = [e for e in (*outputs, select.having) if e is not None and _has(e, b.Aggregate)] if select.grouped else []
    hidden = any(_may_look_up(e) and brings_subqueries(lowered(e)) for e in windows)
    keys = any(brings_errors(lowered(key)) for e in windows for key in _keys(e))
    if not (hidden or keys or any(_may_look_up(e) and brings_subqueries(lowered(e)) for e in grouped)):
        return []
    return [Step.GROUPS] * select.grouped + [Step.KEYS] * keys + [Step.WINDOWS] * hidden


def _may_look_up(expr: b.Expr) -> bool:
    """May its SQL have subqueries? Looking at it is far quicker than making the SQL."""
    return any(isinstance(part, b.Subquery) or _is_of_catalog(part) for part in inside(expr))


def _is_of_catalog(part: b.Expr) -> bool:
    """Objects are printed by their names, and functions that ask for them are stable."""
    pg = part.type.pg
    named = pg if pg.element is None else pg.element
    return named in NAMED_NUMBERS or is_record(named) or (isinstance(part, b.Call) and part.function.volatility != "immutable")


def _has(expr: b.Expr, kind: type[b.Aggregate | b.Window]) -> bool:
    return any(isinstance(part, kind) for part in inside(expr))


def _keys(expr: b.Expr) -> Iterator[b.Expr]:
    for part in inside(expr):
        if isinstance(part, b.Window):
            keys = (*part.partition_by, *(key.expr for key in part.order_by))
            yield from (key for key in keys if not isinstance(key, b.ColumnRef))


def in_two(step: Step, select: b.Select, kept: frozenset[int], own: frozenset[int], source: int) -> tuple[b.Select, b.Select]:
    """The inner SELECT, with FROM and all, whose sources are *own*; and the outer one, which is FROM the inner one as *source*.

    Items that are not at *kept* are NULL.
    """
    found = _Outputs(step, source, own, select.group_by)
    outer = b.Select(
        tuple(changed(e, found.visit) if i in kept else b.Const(None, e.type) for i, e in enumerate(select.items)),
        select.columns,
        where=changed(select.having, found.visit),
        distinct=select.distinct,
        distinct_on=changed(select.distinct_on, found.visit),
        order_by=changed(select.order_by, found.visit),
    )
    items = tuple(found.items)
    columns = tuple(b.OutputColumn(f"c{i}", item.type) for i, item in enumerate(items))
    return replace(select, items=items, columns=columns, having=None, distinct=False, distinct_on=(), order_by=()), outer


@dataclass
class _Outputs:
    """*items* are what the outer SELECT needs of the inner one. *groups* are columns where there are groups."""

    step: Step
    source: int
    own: frozenset[int]
    groups: tuple[b.Expr, ...]

    def __post_init__(self) -> None:
        self.items: list[b.Expr] = []

    def visit(self, node: Any) -> Any:
        """What the outer SELECT has for it."""
        if isinstance(node, b.Subquery):
            # Aggregates and window functions inside its query are its own.
            return replace(node, operand=changed(node.operand, self.visit), query=changed(node.query, self._of_rows))
        if self.step is Step.KEYS and isinstance(node, b.Window):
            return self._with_keys(node)
        is_group = isinstance(node, b.Aggregate) or (isinstance(node, b.Call) and node.is_grouping)
        computed = is_group if self.step is Step.GROUPS else isinstance(node, b.Window)
        return self._column(node) if computed else self._of_rows(node)

    def _with_keys(self, window: b.Window) -> b.Window:
        return replace(
            window,
            args=changed(window.args, self.visit),
            filter=changed(window.filter, self.visit),
            partition_by=tuple(self._column(key) for key in window.partition_by),
            order_by=tuple(replace(key, expr=self._column(key.expr)) for key in window.order_by),
        )

    def _of_rows(self, node: Any) -> Any:
        is_column = isinstance(node, b.ColumnRef) and node.source in self.own
        return self._column(node) if is_column or node in self.groups else None

    def _column(self, expr: b.Expr) -> b.ColumnRef:
        if expr not in self.items:
            self.items.append(expr)
        at = self.items.index(expr)
        return b.ColumnRef(self.source, at, f"c{at}", expr.type)
