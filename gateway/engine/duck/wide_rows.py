"""Rows of a result that are too large to be made at once, where a process may have little memory.

DuckDB counts what its values take. But rows may share one: a scalar subquery's text of 6 MB stands in all 2,048 rows of a vector,
and takes 6 MB. Only Arrow's form has it as often as it is there, and that nobody counts: 12 GB. So the rows of a vector tell what
they have together before they leave DuckDB, those of at least WIDE_BYTES: what is narrow pays some 30 ns a row. Rows that stand in
one view as they are share nothing, and come in portions of few bytes (statestore/node/portions.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import duckdb
import pyarrow.compute as pc

from gateway.engine.functions.large_results import LARGE_RESULTS
from planner.errors import PlanError
from planner.postgres.functions.faults import marked
from planner.tree.bound import ColumnRef, OutputColumn, Scan, Select
from planner.tree.query_plan import QueryPlan
from planner.tree.types import BYTEA, NUMERIC, PgType

NAME: Final = "tg_rows"
#: A vector of narrower ones has 8 MiB at most.
WIDE_BYTES: Final = 1 << 12
#: Of an element of an array that is no text.
_ELEMENT_BYTES: Final = 16


def install(database: duckdb.DuckDBPyConnection) -> None:
    """What bounded() has called. With side effects, or DuckDB asks once for all rows that share their values."""
    database.create_function(NAME, _told, ["BIGINT"], "BIGINT", type="arrow", null_handling="special", side_effects=True)


def _told(lengths: Any) -> Any:
    try:
        LARGE_RESULTS.rows(pc.sum(lengths).as_py())
    except PlanError as error:
        raise marked(error) from error
    return lengths


def bounded(sql: str, plan: QueryPlan) -> str:
    """*sql* of the plan, whose rows tell what they have together. Its columns are called c0, c1 …"""
    query, columns = plan.bound.query, plan.columns
    if isinstance(query, Select) and isinstance(query.from_, Scan) and all(isinstance(item, ColumnRef) for item in query.items):
        return sql
    found = _terms(columns)
    if not found:
        return sql
    total, last = " + ".join(f"coalesce({term}, 0)" for term in found.values()), next(reversed(found))
    told = f"CASE WHEN {total} >= {WIDE_BYTES} THEN {NAME}({total}) IS NULL ELSE false END"
    return f"SELECT * REPLACE (CASE WHEN {told} THEN NULL ELSE o.{last} END AS {last}) FROM ({sql}) AS o"


def _terms(columns: Sequence[OutputColumn]) -> dict[str, str]:
    """The bytes that a row has in each column whose values may be large."""
    terms = {f"c{i}": _bytes_of(f"o.c{i}", column.type.pg) for i, column in enumerate(columns)}
    return {name: term for name, term in terms.items() if term is not None}


def _bytes_of(value: str, pg: PgType) -> str | None:
    if pg.element is not None:
        element = None if pg.element is NUMERIC else _bytes_of("e", pg.element)
        if element is None:
            return f"{_ELEMENT_BYTES} * len({value})"
        return f"CAST(list_sum(list_transform({value}, lambda e: {element})) AS BIGINT)"
    if pg.fields:
        parts = [_bytes_of(f"struct_extract_at({value}, {i})", field) for i, (_, field) in enumerate(pg.fields, 1)]
        return " + ".join(f"coalesce({part}, 0)" for part in parts if part is not None) or None
    if pg is BYTEA:
        return f"octet_length({value})"
    return f"strlen({value})" if pg.length == -1 and pg is not NUMERIC and pg.duckdb == "VARCHAR" else None
