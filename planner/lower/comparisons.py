"""Comparisons of rows and lists, element by element with the operators that the elements' types choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from planner.lower.state import State
from planner.postgres.functions.chains import chain
from planner.postgres.functions.equal_texts import key_of
from planner.postgres.functions.function import LowerContext, Lowered
from planner.postgres.functions.numeric import cast, widest
from planner.postgres.functions.registry import resolve_operator
from planner.postgres.functions.row_values import compare_records
from planner.tree import bound as b
from planner.tree.types import SqlType, is_record

Expression = Callable[[State, b.Expr], Lowered]
ROW_OPERATORS: Final = frozenset({"=", "<>", "<", "<=", ">", ">=", "is_distinct", "is_not_distinct"})


def compare(state: State, operator: str, left: Lowered, right: Lowered, types: tuple[SqlType, SqlType]) -> str:
    """left operator right, for lowered operands."""
    if is_record(types[0].pg) and is_record(types[1].pg):
        return compare_values(operator, left, right, types[0])
    function = resolve_operator(operator, types[0].pg, types[1].pg).function
    context = LowerContext(state.settings, types, SqlType(function.result), constants=(None, None))
    if isinstance(function.lower, str):
        return context.fill(function.lower, [left.sql, right.sql])
    return function.lower(context, (left, right)).sql


def compare_values(operator: str, left: Lowered, right: Lowered, sql_type: SqlType) -> str:
    """A comparison of two records of one type."""
    word = {"is_distinct": "IS DISTINCT FROM", "is_not_distinct": "IS NOT DISTINCT FROM"}.get(operator, operator)
    return compare_records(word, left.sql, right.sql, sql_type.pg)


def row_items(expr: b.Expr) -> tuple[b.Expr, ...]:
    """The items of a Row; anything else is a row of one."""
    return expr.items if isinstance(expr, b.Row) else (expr,)


def rows(state: State, expr: b.Call, expression: Expression) -> Lowered:
    """(a, b) operator (c, d)."""
    left, right = (row_items(a) for a in expr.args)
    pairs = list(zip(left, right, strict=True))
    lowered = [(expression(state, x), expression(state, y)) for x, y in pairs]
    types = [(x.type, y.type) for x, y in pairs]
    return Lowered(compare_rows(state, expr.name, lowered, types))


def compare_rows(
    state: State, operator: str, pairs: Sequence[tuple[Lowered, Lowered]], types: Sequence[tuple[SqlType, SqlType]]
) -> str:
    """Rows of the same length: equal if all are; ordered by the first pair that differs. NULLs as Postgres has them."""

    def each(symbol: str) -> list[str]:
        return [compare(state, symbol, x, y, t) for (x, y), t in zip(pairs, types, strict=True)]

    match operator:
        case "=":
            return f"({' AND '.join(each('='))})"
        case "<>":
            return f"({' OR '.join(each('<>'))})"
        case "is_distinct" | "is_not_distinct":
            keys = [(key_of(x.sql, t.pg), key_of(y.sql, u.pg)) for (x, y), (t, u) in zip(pairs, types, strict=True)]
            word, join = ("IS DISTINCT FROM", " OR ") if operator == "is_distinct" else ("IS NOT DISTINCT FROM", " AND ")
            return f"({join.join(f'({x} {word} {y})' for x, y in keys)})"
    strict = each(operator[0])
    equal = each("=")
    found = each(operator)[-1]
    for i in range(len(pairs) - 2, -1, -1):
        found = f"({strict[i]} OR ({equal[i]} AND {found}))"
    return found


def in_list(state: State, expr: b.InList, expression: Expression) -> Lowered:
    """operand [NOT] IN (items)."""
    word = "NOT " if expr.negated else ""
    if isinstance(expr.operand, b.Row):
        return _rows_in_list(state, expr, expression)
    operand = expression(state, expr.operand)
    items = [expression(state, i) for i in expr.items]
    if _needs_operator(expr):
        tests = [compare(state, "=", operand, i, (expr.operand.type, item.type)) for i, item in zip(items, expr.items, strict=True)]
        return Lowered(f"({word}({' OR '.join(tests)}))")
    if operand.shape is not None:
        shape = widest([s.shape for s in (operand, *items) if s.shape is not None])
        operand, items = Lowered(cast(operand, shape)), [Lowered(cast(i, shape)) for i in items]
    keys = [key_of(i.sql, e.type.pg) for i, e in zip(items, expr.items, strict=True)]
    return Lowered(f"({key_of(operand.sql, expr.operand.type.pg)} {word}IN ({', '.join(keys)}))")


def _needs_operator(expr: b.InList) -> bool:
    """Are the types such that DuckDB's own IN would compare otherwise?"""
    return any(i.type.pg is not expr.operand.type.pg or i.type.pg.name == "bpchar" for i in expr.items)


def _rows_in_list(state: State, expr: b.InList, expression: Expression) -> Lowered:
    operands = [(expression(state, o), o.type) for o in row_items(expr.operand)]
    tests = []
    for item in expr.items:
        values = [(expression(state, v), v.type) for v in row_items(item)]
        pairs = list(zip(operands, values, strict=True))
        tests.append(compare_rows(state, "=", [(o[0], v[0]) for o, v in pairs], [(o[1], v[1]) for o, v in pairs]))
    return Lowered(f"({'NOT ' if expr.negated else ''}({chain('OR', tests)}))")
