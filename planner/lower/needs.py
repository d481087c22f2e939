"""Which columns of each source a statement reads, so that scans decode no others."""

from __future__ import annotations

from collections import defaultdict

from planner.lower.state import every_column
from planner.tree import bound as b
from planner.tree.walk import operands, sources_of

Needs = dict[int, frozenset[int]]


def column_needs(query: b.BoundQuery) -> tuple[Needs, Needs]:
    """Positions of the columns that are read, per source and per WITH entry.

    Needs of inner queries follow from those of outer ones, so the walk is repeated to a fixed point.
    """
    walker = _Walker()
    while True:
        before = walker.size
        walker.query(query.query, every_column(query.query))
        if walker.size == before:
            return _frozen(walker.needs), _frozen(walker.ctes)


def _frozen(needs: dict[int, set[int]]) -> Needs:
    return {number: frozenset(columns) for number, columns in needs.items()}


class _Walker:
    """Only ever adds needs, so repeated walks end."""

    def __init__(self) -> None:
        self.needs: dict[int, set[int]] = defaultdict(set)
        self.ctes: dict[int, set[int]] = defaultdict(set)

    @property
    def size(self) -> int:
        """How much is needed so far."""
        return sum(len(c) for c in (*self.needs.values(), *self.ctes.values()))

    def query(self, query: b.Query, wanted: frozenset[int]) -> None:
        """A query of which the columns *wanted* are read."""
        if isinstance(query, b.SetOp):
            wanted = wanted if query.op == "union" and query.all else every_column(query)
            wanted |= frozenset(column for column, _, _ in query.order_by)
            self.query(query.left, wanted)
            self.query(query.right, wanted)
        else:
            self._select(query, wanted)
        for expr in (query.limit, query.offset):
            self.expression(expr)
        for cte in query.with_:
            needed = every_column(cte.query) if cte.recursive else frozenset(self.ctes[cte.cte])
            self.query(cte.query, needed)

    def _select(self, select: b.Select, wanted: frozenset[int]) -> None:
        for position, item in enumerate(select.items):
            if select.distinct or position in wanted:
                self.expression(item)
        for expr in (select.where, select.having, *select.group_by, *select.distinct_on):
            self.expression(expr)
        for key in select.order_by:
            self.expression(key.expr)
        if select.from_ is not None:
            self._from(select.from_)

    def _from(self, item: b.From) -> None:
        match item:
            case b.Join():
                self._from(item.left)
                self._from(item.right)
                self.expression(item.condition)
                if isinstance(item.right, b.FunctionScan) and item.right.each_row:
                    self._some_column(item)
            case b.Derived():
                self.query(item.query, frozenset(self.needs[item.source]))
            case b.CteRef():
                self.ctes[item.cte] |= self.needs[item.source]
            case b.FunctionScan():
                for arg in item.args:
                    self.expression(arg)
            case b.Values():
                for value in (v for row in item.rows for v in row):
                    self.expression(value)

    def _some_column(self, join: b.Join) -> None:
        """One of the left side, which the calls are tied to."""
        sources = sources_of(join.left)
        if not any(self.needs[source] for source in sources):
            self.needs[min(sources)].add(0)

    def expression(self, expr: b.Expr | None) -> None:
        """Everything that an expression reads, correlated references included."""
        if expr is None:
            return
        stack: list[b.Expr] = [expr]
        while stack:
            current = stack.pop()
            if isinstance(current, b.ColumnRef):
                self.needs[current.source].add(current.column)
            elif isinstance(current, b.Subquery):
                exists = current.kind == "exists"
                self.query(current.query, frozenset() if exists else every_column(current.query))
            stack.extend(operands(current))
