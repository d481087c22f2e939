"""The output syntax of a value of any type, for functions that print their arguments. Lowering's casts tell it how."""

from __future__ import annotations

from planner.postgres.functions.function import Lowered
from planner.tree.query_plan import PlanSettings
from planner.tree.types import BOOL, BPCHAR, PgType, is_record


def output_text(operand: Lowered, pg: PgType, settings: PlanSettings) -> str:
    """As the type's output function prints it: unlike a cast, t and f for booleans and blanks kept for char(n)."""
    from planner.postgres.functions.cast_lowering import text_of

    if is_record(pg):
        from planner.postgres.functions.row_values import record_text

        return record_text(operand, pg, settings)
    if pg is BOOL:
        return f"CASE WHEN {operand.sql} THEN 't' WHEN NOT {operand.sql} THEN 'f' END"
    return operand.sql if pg is BPCHAR else text_of(operand, pg, settings)
