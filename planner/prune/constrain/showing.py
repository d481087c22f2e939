"""Key conditions in SQL terms, for EXPLAIN."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from planner.postgres.literals import format_text
from planner.prune.constrain.formula import Formula
from planner.prune.keyspace.column_set import BOTTOM, NULLS, TOP, ColumnSet, Range
from planner.prune.keyspace.key_column import KeyColumn
from planner.tree.query_plan import PlanSettings
from planner.tree.types import FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC, sql_value
from statestore.errors import CorruptFile

#: So many alternatives, and so many values of a list, are shown.
SHOWN_MAX: Final = 5
_BARE: Final = frozenset({INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC})


def show_formula(formula: Formula) -> str:
    """The conditions as they were written, parameters as $1."""
    return _alternatives([" AND ".join(box[at].text for at in sorted(box)) for box in formula.boxes])


def show_sets(boxes: Sequence[Mapping[int, ColumnSet]], columns: Sequence[KeyColumn], settings: PlanSettings) -> str:
    """The conditions as they are read from the store, with every value known."""
    return _alternatives([_show_box(box, columns, settings) for box in boxes])


def _alternatives(shown: Sequence[str]) -> str:
    if not shown:
        return "false"
    if len(shown) == 1:
        return shown[0]
    more = f" OR … {len(shown) - SHOWN_MAX} more" if len(shown) > SHOWN_MAX else ""
    return " OR ".join(f"({s})" for s in shown[:SHOWN_MAX]) + more


def _show_box(box: Mapping[int, ColumnSet], columns: Sequence[KeyColumn], settings: PlanSettings) -> str:
    single = []
    for column in columns:
        of = box.get(column.position)
        if of is None or of.ranges or len(of.points) != 1 or None in of.points.values():
            break
        single.append((column, next(iter(of.points.values()))))
    parts = [_show_row(single, settings)] if single else []
    parts += [_show_set(columns[at], box[at], settings) for at in sorted(box) if at >= len(single)]
    return " AND ".join(parts)


def _show_row(single: Sequence[tuple[KeyColumn, Any]], settings: PlanSettings) -> str:
    """(a, b) = (1, 2)"""
    names = ", ".join(column.name for column, _ in single)
    values = ", ".join(show_value(column, value, settings) for column, value in single)
    return f"{names} = {values}" if len(single) == 1 else f"({names}) = ({values})"


def _show_set(column: KeyColumn, of: ColumnSet, settings: PlanSettings) -> str:
    of = column.tightened(of)
    values = [value for _, value in sorted(of.points.items()) if value is not None]
    parts = [(lower, _show_range(column, (lower, upper), settings)) for lower, upper in of.ranges if lower < NULLS]
    if values:
        parts.append((min(of.points), _show_values(column, values, settings)))
    if of.holds(NULLS):
        parts.append((NULLS, f"{column.name} IS NULL"))
    shown = [text for _, text in sorted(parts)]
    if len(shown) == 1:
        return shown[0]
    more = f" OR … {len(shown) - SHOWN_MAX} more" if len(shown) > SHOWN_MAX else ""
    return f"({' OR '.join(shown[:SHOWN_MAX])}{more})"


def _show_values(column: KeyColumn, values: Sequence[Any], settings: PlanSettings) -> str:
    if len(values) == 1:
        return f"{column.name} = {show_value(column, values[0], settings)}"
    more = f", … {len(values) - SHOWN_MAX} more" if len(values) > SHOWN_MAX else ""
    return f"{column.name} IN ({', '.join(show_value(column, v, settings) for v in values[:SHOWN_MAX])}{more})"


def _show_range(column: KeyColumn, of: Range, settings: PlanSettings) -> str:
    """A range without its NULL."""
    lower, upper = of
    parts = []
    if lower != BOTTOM:
        parts.append(_show_bound(column, lower, (">=", ">"), settings))
    if upper not in (NULLS, TOP):
        parts.append(_show_bound(column, upper, ("<", "<="), settings))
    return " AND ".join(parts) or f"{column.name} IS NOT NULL"


def _show_bound(column: KeyColumn, bound: bytes, operators: tuple[str, str], settings: PlanSettings) -> str:
    """A bound is a value's bytes (first operator), just above a value (second), or a text prefix."""
    if column.line.is_whole(bound):
        try:
            return f"{column.name} {operators[0]} {show_value(column, column.decode(bound), settings)}"
        except (CorruptFile, UnicodeDecodeError):
            pass
    if bound.endswith(TOP) and column.line.is_whole(bound[:-1]):
        return f"{column.name} {operators[1]} {show_value(column, column.decode(bound[:-1]), settings)}"
    return f"{column.name} {operators[0]} '{bound[1:].decode(errors='backslashreplace')}'"


def show_value(column: KeyColumn, value: Any, settings: PlanSettings) -> str:
    """A physical value of the column as a literal."""
    if (convert := sql_value(column.type)) is not None:
        value = convert(value)
    if isinstance(value, bool):
        return str(value).lower()
    text = format_text(value, column.sql_type, settings)
    return text if column.sql_type.pg in _BARE else "'" + text.replace("'", "''") + "'"
