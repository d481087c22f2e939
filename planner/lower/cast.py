"""Casts as DuckDB SQL."""

from __future__ import annotations

from planner.errors import Unsupported
from planner.functions.catalog import cast_of_names
from planner.functions.function import Lowered, display_name
from planner.functions.numeric import INTEGER_SHAPES, decimal
from planner.lower.types import duckdb_type
from planner.plan import PlanSettings
from planner.types import NUMERIC, SqlType


def cast_sql(operand: Lowered, source: SqlType, target: SqlType, _settings: PlanSettings) -> Lowered:
    """operand::target."""
    if source.pg is target.pg:
        return operand
    if (named := cast_of_names(operand, source.pg, target.pg)) is not None:
        return named
    if target.pg is NUMERIC and source.pg in INTEGER_SHAPES:
        shape = INTEGER_SHAPES[source.pg]
        return Lowered(f"CAST({operand.sql} AS {decimal(shape)})", shape)
    if target.pg is NUMERIC:
        raise Unsupported(f"cast from {display_name(source.pg)} to numeric")
    return Lowered(f"CAST({operand.sql} AS {duckdb_type(target.pg)})")
