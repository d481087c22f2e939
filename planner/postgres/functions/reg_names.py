"""Names and numbers of objects: regclass, regtype and their like as text, and text as these. Macros: catalog_macros.py."""

from __future__ import annotations

from planner.postgres.functions.function import Lowered
from planner.tree.types import NAMED_NUMBERS, REGCLASS, REGTYPE, TEXT, VARCHAR, PgType


def cast_of_names(operand: Lowered, source: PgType, target: PgType) -> Lowered | None:
    """Casts between text and regclass, regtype …; None for all others."""
    if source in NAMED_NUMBERS and target.category == "S":
        return Lowered(_shown(source, operand.sql))
    if source.element in NAMED_NUMBERS and target.category == "S":
        return Lowered(f"pg_array_text({each(operand.sql, _shown(source.element, 'e'))})")
    if target in NAMED_NUMBERS and source.category in "SX":
        # From text there is a function to regclass, which knows no numbers; all else goes the way of input.
        is_function = target is REGCLASS and source in (TEXT, VARCHAR)
        return Lowered(f"tg_text_regclass({operand.sql})" if is_function else _read(target, operand.sql))
    return None


def object_of_parameter(name: str, pg: PgType) -> Lowered | None:
    """A parameter of type regclass, regtype …: its value is a number, or a name to look up. None for other types."""
    if pg.element in NAMED_NUMBERS:
        return Lowered(each(f"CAST({name} AS VARCHAR[])", _read(pg.element, "e")))
    return Lowered(_read(pg, f"CAST({name} AS VARCHAR)")) if pg in NAMED_NUMBERS else None


def _shown(pg: PgType, sql: str) -> str:
    return f"tg_{pg.name}_text({sql})"


def _read(pg: PgType, sql: str) -> str:
    """Names of which there are none are errors."""
    return f"py_type_number(CAST({sql} AS VARCHAR), TRUE)" if pg is REGTYPE else f"tg_{pg.name}({sql})"


def each(array: str, item: str) -> str:
    """The list with *item* of each e: a lambda's body could not look into relations."""
    of_items = f"(SELECT list({item} ORDER BY i) FROM (SELECT unnest({array}) AS e, generate_subscripts({array}, 1) AS i))"
    return f"CASE WHEN {array} IS NOT NULL THEN coalesce({of_items}, []) END"
