"""SQL of a value's text: what a cast to text gives, and what the type's output function prints."""

from __future__ import annotations

from planner.errors import Unsupported
from planner.postgres.functions import display
from planner.postgres.functions.duckdb_types import duckdb_type
from planner.postgres.functions.function import Lowered
from planner.postgres.functions.reg_names import cast_of_names
from planner.postgres.functions.row_values import fields_of, unless_null
from planner.postgres.functions.zone import zone_literal
from planner.postgres.literals.date_styles import is_iso
from planner.tree import types as t
from planner.tree.query_plan import PlanSettings
from planner.tree.types import BOOL, BPCHAR, PgType, display_name, is_record


def output_text(operand: Lowered, pg: PgType, settings: PlanSettings) -> str:
    """As the type's output function prints it: unlike a cast, t and f for booleans and blanks kept for char(n)."""
    if is_record(pg):
        return record_text(operand, pg, settings)
    if pg is BOOL:
        return f"CASE WHEN {operand.sql} THEN 't' WHEN NOT {operand.sql} THEN 'f' END"
    return operand.sql if pg is BPCHAR else text_of(operand, pg, settings)


def record_text(record: Lowered, composite: PgType, settings: PlanSettings) -> str:
    """SQL of a record as record_out prints it."""
    texts = [output_text(value, pg, settings) for value, pg in fields_of(record, composite)]
    return unless_null(record, f"pg_record_text(CAST([{', '.join(texts)}] AS VARCHAR[]))")


def text_of(operand: Lowered, source: PgType, settings: PlanSettings) -> str:
    """The value in Postgres's output syntax (booleans as true and false, as their cast has it). Raises Unsupported."""
    sql = operand.sql
    for name, setting in settings.unusual_texts:
        if name == source.name:
            raise Unsupported(
                f"text of {display_name(source)} inside a query is not supported under this {setting}",
                hint=f"RESET {setting}, or select the value itself: results are printed as the setting says.",
            )
    if (named := cast_of_names(operand, source, t.TEXT)) is not None:
        return named.sql
    match source.name:
        case "bpchar":
            return f"rtrim({sql}, ' ')"
        case "float4" | "float8":
            return f"py_{source.name}_text({sql})"
        case "date" | "timestamp" | "timestamptz":
            return _text_of_moment(sql, source.name, settings)
        case "interval":
            return f"pg_interval_text({sql}, '{settings.interval_style}')"
        case "time":
            return f"CAST({sql} AS VARCHAR)"
        case "bytea":
            return f"py_bytea_text({sql})"
        case "int2vector" | "oidvector":
            return f"array_to_string(CAST({sql} AS VARCHAR[]), ' ')"
    if t.is_record(source):
        return record_text(operand, source, settings)
    if source.element is not None:
        return _array_text(operand, source.element, settings)
    if source is t.NUMERIC:
        return display.text_of(operand)
    return sql if duckdb_type(source, operand.shape) == "VARCHAR" else f"CAST({sql} AS VARCHAR)"


def _text_of_moment(sql: str, name: str, settings: PlanSettings) -> str:
    zone = f", {zone_literal(settings.timezone)}" if name == "timestamptz" else ""
    if is_iso(settings.date_style):
        return f"pg_{name}_text({sql}{zone})"
    return f"pg_{name}_styled({sql}{zone}, '{settings.date_style}')"


def _array_text(operand: Lowered, element: PgType, settings: PlanSettings) -> str:
    if element is t.NUMERIC:
        return f"pg_array_text({display.text_of(operand, array=True)})"
    item = text_of(Lowered("e", operand.shape), element, settings)
    if element is t.BOOL:
        item = "CASE WHEN e THEN 't' ELSE 'f' END"
    return f"pg_array_text(list_transform({operand.sql}, lambda e: {item}))"
