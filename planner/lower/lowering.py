"""The entry: a bound query → DuckDB SQL with a ``{slot}`` per scan and every other brace doubled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planner.lower.queries import lower_query
from planner.lower.repeats import check_repeats
from planner.lower.state import ScanSlot, Shown, State, column_needs, every_column
from planner.postgres.functions.function import NOW, NumericShape
from planner.postgres.functions.prelude import telling
from planner.tree.bound import BoundQuery, OutputColumn
from planner.tree.query_plan import PlanSettings
from planner.tree.types import INTERVAL, PgType

_SLOT: Final = re.compile("\0(s[0-9]+|query)\0")


@dataclass(frozen=True, slots=True)
class LoweredSql:
    """*sql* is for str.format with a relation's name for each of *slots*, and ``{query}`` for the number that Python functions are
    told (NULL where nobody stops them); its parameters are $p1 … and, if *uses_now*, $now.

    The result's columns are called c0, c1 …; *shapes* has the (width, scale) of the numeric ones. Those whose values show different
    scales are texts instead: those at *texts*. A numeric parameter is $p1 as a DECIMAL and $p1t as it is printed.
    """

    sql: str
    slots: tuple[ScanSlot, ...]
    uses_now: bool
    columns: tuple[OutputColumn, ...]
    shapes: tuple[NumericShape | None, ...]
    texts: frozenset[int] = frozenset()


def _sent(sql: str, columns: Sequence[OutputColumn]) -> str:
    """The query around *sql* that refuses intervals which Arrow, with its nanoseconds, would send as others."""
    if not any(INTERVAL in (c.type.pg, c.type.pg.element) for c in columns):
        return sql
    outputs = ", ".join(_column_sent(f"o.c{i}", c.type.pg) + f" AS c{i}" for i, c in enumerate(columns))
    return f"SELECT {outputs} FROM ({sql}) AS o"


def _column_sent(name: str, pg: PgType) -> str:
    if pg is INTERVAL:
        return f"pg_interval_sent({name})"
    return f"list_transform({name}, lambda i: pg_interval_sent(i))" if pg.element is INTERVAL else name


def lower(query: BoundQuery, settings: PlanSettings) -> LoweredSql:
    """DuckDB SQL that answers as Postgres would. Raises Unsupported for what cannot be said in it."""
    needs, cte_needs = column_needs(query)
    state = State(settings, needs, lower_query, cte_needs=cte_needs)
    found = lower_query(state, query.query, every_column(query.query), Shown.INSTEAD)
    check_repeats(found.sql, correlated=state.correlated)
    uses_now = NOW in found.sql
    sql = telling(_sent(found.sql, query.columns), "\0query\0").replace(NOW, "$now").replace("{", "{{").replace("}", "}}")
    return LoweredSql(_SLOT.sub(r"{\1}", sql), tuple(state.slots), uses_now, query.columns, found.shapes, frozenset(found.shown))
