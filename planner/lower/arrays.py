"""Array constructors, subscripts and ANY/ALL over arrays. Arrays are DuckDB lists: one dimension, lower bound 1."""

from __future__ import annotations

from dataclasses import replace

from planner.errors import Unsupported
from planner.lower.comparisons import Expression, compare
from planner.lower.state import State
from planner.postgres.functions import display
from planner.postgres.functions.duckdb_types import duckdb_type, is_numeric
from planner.postgres.functions.function import Lowered, NumericShape
from planner.postgres.functions.numeric import cast, widest
from planner.tree import bound as b
from planner.tree.types import VECTORS, SqlType


def array(state: State, expr: b.ArrayExpr, expression: Expression) -> Lowered:
    """ARRAY[…]. Raises Unsupported for more than one dimension."""
    if any(i.type.pg.is_array for i in expr.items):
        raise Unsupported("arrays of more than one dimension are not supported in expressions")
    items = [expression(state, i) for i in expr.items]
    shapes = [i.shape for i in items if i.shape is not None]
    shape = widest(shapes) if shapes else NumericShape(1, 0) if is_numeric(expr.type.pg) else None
    written = [i.sql if shape is None else cast(i, shape) for i in items]
    found = Lowered(f"CAST([{', '.join(written)}] AS {duckdb_type(expr.type.pg, shape)})", shape)
    if shape is None or all(display.is_fixed(i) and i.shape is not None and i.shape.scale == shape.scale for i in items):
        return found
    return replace(found, text=f"CAST([{', '.join(map(display.text_of, items))}] AS VARCHAR[])")


def subscript(state: State, expr: b.Subscript, expression: Expression) -> Lowered:
    """array[i], NULL outside its bounds; array[lower:upper]."""
    operand, lower = expression(state, expr.operand), expression(state, expr.lower)
    # DuckDB would count negative subscripts from the end.
    shift = " + 1::BIGINT" if counts_from_zero(expr.operand) else ""
    if expr.upper is None:
        return _of_list(operand, "pg_element(", f", {lower.sql}{shift})")
    return _of_list(operand, "pg_slice(", f", {lower.sql}{shift}, {expression(state, expr.upper).sql}{shift})")


def counts_from_zero(expr: b.Expr) -> bool:
    """Is 0 the first subscript of an array? So it is of int2vector and oidvector, and of what they are cast to."""
    while isinstance(expr, b.Cast) and expr.type.pg.is_array:
        expr = expr.operand
    return expr.type.pg in VECTORS


def _of_list(operand: Lowered, before: str, behind: str) -> Lowered:
    text = None if operand.text is None else f"{before}{operand.text}{behind}"
    return Lowered(f"{before}{operand.sql}{behind}", operand.shape, text=text)


def any_all(state: State, expr: b.AnyAll, expression: Expression) -> Lowered:
    """operand operator ANY/ALL (array), three-valued."""
    operand, elements = expression(state, expr.operand), expression(state, expr.array)
    element_type = SqlType(expr.array.type.pg.element or expr.array.type.pg)
    name = state.fresh_lambda()
    element = Lowered(name, elements.shape)
    test = _test(state, expr, operand, element, element_type)
    quantifier = "pg_all" if expr.all else "pg_any"
    return Lowered(f"{quantifier}(list_transform({elements.sql}, lambda {name}: {test}))")


def _test(state: State, expr: b.AnyAll, operand: Lowered, element: Lowered, element_type: SqlType) -> str:
    return compare(state, expr.function.name, operand, element, (expr.operand.type, element_type))
