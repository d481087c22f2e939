"""What is known while one statement is being lowered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Literal

from planner.postgres.functions.function import Lowered, NumericShape
from planner.tree.bound import Expr, Query, Scan
from planner.tree.query_plan import PlanSettings


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
