"""Values as JSON text, for to_json and what is built on it."""

from __future__ import annotations

from planner import types as t
from planner.functions import display
from planner.functions.function import Lowered
from planner.functions.output import output_text
from planner.plan import PlanSettings
from planner.types import PgType


def json_of(operand: Lowered, pg: PgType, settings: PlanSettings) -> str:
    """SQL of a value's JSON; NULL stays NULL. Numbers and booleans are bare, arrays are lists, all else is a string."""
    sql = operand.sql
    # A row comes as its document.
    if pg in (t.JSON, t.JSONB, t.RECORD):
        return sql
    if pg is t.BOOL:
        return f"CAST({sql} AS VARCHAR)"
    if pg.element is not None:
        if pg.element is t.NUMERIC:
            return f"pg_json_list({display.text_of(operand, array=True)})"
        inner = json_of(Lowered("j", operand.shape), pg.element, settings)
        return f"pg_json_list(list_transform({sql}, lambda j: {inner}))"
    written = output_text(operand, pg, settings)
    if pg in (t.FLOAT4, t.FLOAT8):
        return f"CASE WHEN isfinite({sql}) THEN {written} ELSE '\"' || {written} || '\"' END"
    if pg.category == "N":
        return written
    if pg in (t.TIMESTAMP, t.TIMESTAMPTZ):
        return f"pg_json_timestamp({written})"
    return f"py_json_string({written})"
