"""The entry: a bound query → DuckDB SQL with a ``{slot}`` per scan and every other brace doubled."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from planner.bound import BoundQuery, OutputColumn
from planner.functions.function import NOW, Shape
from planner.lower.needs import column_needs
from planner.lower.queries import lower_query
from planner.lower.repeats import check_repeats
from planner.lower.state import Shown, Slot, State, every_column
from planner.plan import PlanSettings

_SLOT: Final = re.compile("\0(s[0-9]+)\0")


@dataclass(frozen=True, slots=True)
class LoweredSql:
    """*sql* is for str.format with a relation's name for each of *slots*; its parameters are $p1 … and, if *uses_now*, $now.

    The result's columns are called c0, c1 …; *shapes* has the (width, scale) of the numeric ones. Those whose values show different
    scales are texts instead: those at *texts*. A numeric parameter is $p1 as a DECIMAL and $p1t as it is printed.
    """

    sql: str
    slots: tuple[Slot, ...]
    uses_now: bool
    columns: tuple[OutputColumn, ...]
    shapes: tuple[Shape | None, ...]
    texts: frozenset[int] = frozenset()


def lower(query: BoundQuery, settings: PlanSettings) -> LoweredSql:
    """DuckDB SQL that answers as Postgres would. Raises Unsupported for what cannot be said in it."""
    needs, cte_needs = column_needs(query)
    state = State(settings, needs, lower_query, cte_needs=cte_needs)
    found = lower_query(state, query.query, every_column(query.query), Shown.INSTEAD)
    check_repeats(found.sql, correlated=state.correlated)
    uses_now = NOW in found.sql
    sql = found.sql.replace(NOW, "$now").replace("{", "{{").replace("}", "}}")
    return LoweredSql(_SLOT.sub(r"{\1}", sql), tuple(state.slots), uses_now, query.columns, found.shapes, frozenset(found.shown))
