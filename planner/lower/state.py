"""What is known while one statement is being lowered; which columns of each source it reads, so that scans decode no others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Literal

from planner.postgres.functions.function import Lowered, NumericShape
from planner.tree import bound as b
from planner.tree.bound import Expr, Query, Scan
from planner.tree.query_plan import PlanSettings
from planner.tree.walk import operands, sources_of


@dataclass(frozen=True, slots=True)
class LoweredQuery:
    """SQL of a query (no parentheses) whose columns are named c0, c1 …; *shapes* of its numeric columns by position.

    *shown* says what of a numeric column its shape does not: see Shown.
    """

    sql: str
    shapes: tuple[NumericShape | None, ...]
    shown: dict[int, What] = field(default_factory=dict)


class Shown(Enum):
    """What becomes of numeric columns whose values show different scales (planner.postgres.functions.display).

    BESIDE adds a column x0, x1 … with the scales or texts; INSTEAD puts the texts in the columns' own places.
    """

    NOT = "not"
    BESIDE = "beside"
    INSTEAD = "instead"


#: No statement has so many sources.
MADE_SOURCES: Final = 1_000_000
#: What a column x0, x1 … holds.
What = Literal["scale", "text"]


@dataclass(frozen=True, slots=True)
class ScanSlot:
    """``{name}`` in the SQL stands for the rows of *scan*, of which the columns at *columns* are read (ascending)."""

    name: str
    scan: Scan
    columns: tuple[int, ...]


def slot_of(item: Scan, number: int, needed: frozenset[int]) -> ScanSlot:
    """The slot of a statement's scan *number*, from 0, of which these columns are needed."""
    return ScanSlot(f"s{number}", item, tuple(sorted(needed)))


@dataclass(slots=True)
class State:
    """*needs* maps a source to the columns of it that anything reads. *shapes* holds those of numeric columns of sources.

    *shown* tells which of them have a column x0, x1 … beside them. *groups* are the keys of the SELECT that is being lowered, and
    their SQL: DuckDB knows a key again by its text, in which lambdas have names.
    """

    settings: PlanSettings
    needs: dict[int, frozenset[int]]
    lower_query: Callable[[State, Query, frozenset[int], Shown], LoweredQuery]
    shapes: dict[tuple[int, int], NumericShape] = field(default_factory=dict)
    shown: dict[tuple[int, int], What] = field(default_factory=dict)
    cte_needs: dict[int, frozenset[int]] = field(default_factory=dict)
    cte_shapes: dict[int, tuple[NumericShape | None, ...]] = field(default_factory=dict)
    cte_shown: dict[int, dict[int, What]] = field(default_factory=dict)
    groups: tuple[tuple[Expr, Lowered], ...] = ()
    slots: list[ScanSlot] = field(default_factory=list)
    #: The source of the SELECT at hand whose rows are those that are stored, each there once: the only one.
    scanned: set[int] = field(default_factory=set)
    lambdas: int = 0
    #: The last source that is not in the bound query, but made here.
    made_source: int = MADE_SOURCES
    #: Does any subquery refer to a query around it?
    correlated: bool = False
    #: Length of what has been lowered of the parts of the expression at hand.
    characters: int = 0

    def fresh_lambda(self) -> str:
        """A lambda parameter's name that nothing else has."""
        self.lambdas += 1
        return f"e{self.lambdas}"

    def fresh_source(self) -> int:
        """The number of a source that is not in the bound query."""
        self.made_source += 1
        return self.made_source

    def needed(self, source: int) -> frozenset[int]:
        """Positions of the source's columns that are read."""
        return self.needs.get(source, frozenset())

    def probe(self) -> State:
        """A copy to lower something with just to see its shapes."""
        return replace(
            self,
            shapes=dict(self.shapes),
            shown=dict(self.shown),
            cte_shapes=dict(self.cte_shapes),
            cte_shown=dict(self.cte_shown),
            slots=[],
        )

    def set_shapes(self, source: int, shapes: tuple[NumericShape | None, ...], shown: dict[int, What] | None = None) -> None:
        """Record the shapes of a source's columns."""
        for column, what in (shown or {}).items():
            self.shown[source, column] = what
        for column, shape in enumerate(shapes):
            if shape is not None:
                self.shapes[source, column] = shape


def every_column(query: Query) -> frozenset[int]:
    """All column positions of a query."""
    return frozenset(range(len(query.columns)))


# ----------------------------------------------------------------------------------------------- columns that are read

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
