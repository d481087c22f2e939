"""Bound conditions written as SQL, every constant with its type."""

from __future__ import annotations

from typing import Any

from planner.postgres.literals import format_text
from planner.tree import bound as b
from planner.tree.query_plan import PlanSettings
from planner.tree.types import SqlType

_SUFFIX = {"is_null": "IS NULL", "is_unknown": "IS UNKNOWN", "is_true": "IS TRUE", "is_false": "IS FALSE"}
_INFIX = {"is_distinct": "IS DISTINCT FROM", "is_not_distinct": "IS NOT DISTINCT FROM", "like": "LIKE"}


def literal(value: Any, sql_type: SqlType) -> str:
    """A constant in Postgres's own output syntax."""
    name = sql_type.pg.name
    spelled = f"{name[1:]}[]" if name.startswith("_") else name
    if value is None:
        return f"NULL::{spelled}"
    text = format_text(value, sql_type, PlanSettings())
    return f"'{text.replace(chr(39), chr(39) * 2)}'::{spelled}"


def render(expr: b.Expr, params: tuple[Any, ...]) -> str:
    """The condition; parameters become constants."""
    match expr:
        case b.Const(value, sql_type):
            return literal(value, sql_type)
        case b.Param(index, sql_type):
            return literal(params[index], sql_type)
        case b.ColumnRef():
            return expr.name
        case b.Cast(operand, to):
            return f"({render(operand, params)})::{to.pg.name}"
        case b.Row(items):
            return f"({', '.join(render(i, params) for i in items)})"
        case b.InList(operand, items, negated):
            listed = ", ".join(render(i, params) for i in items)
            return f"({render(operand, params)} {'NOT ' if negated else ''}IN ({listed}))"
        case b.AnyAll():
            test = f"{render(expr.operand, params)} {expr.function.name} {'ALL' if expr.all else 'ANY'}"
            return f"({test} ({render(expr.array, params)}))"
        case b.Call():
            return _call(expr, [render(a, params) for a in expr.args])
    raise AssertionError(expr)


def _call(expr: b.Call, args: list[str]) -> str:
    name = expr.name
    match name:
        case "and" | "or":
            return f"({f' {name.upper()} '.join(args)})"
        case "not":
            return f"(NOT {args[0]})"
        case "date_trunc" | "starts_with":
            return f"{name}({', '.join(args)})"
    if name in _SUFFIX:
        return f"({args[0]} {_SUFFIX[name]})"
    return f"({args[0]} {_INFIX.get(name, name)} {args[1]})"
