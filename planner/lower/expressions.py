"""Expressions as DuckDB SQL. Every column is qualified, so that DuckDB never takes a name for a SELECT alias."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from planner.errors import InvalidFrameOffset, NullNotAllowed, TooComplex, Unsupported
from planner.lower import arrays, comparisons, subqueries
from planner.lower.constants import constant, parameter
from planner.lower.filtered import filtered_args, of_filtered
from planner.lower.in_order import condition, in_order, is_connective
from planner.lower.showing import direction, shown_column
from planner.lower.state import State
from planner.postgres.functions.cast_lowering import cast_sql
from planner.postgres.functions.display import shown
from planner.postgres.functions.duckdb_types import duckdb_type, is_numeric
from planner.postgres.functions.equal_texts import has_documents, key_of
from planner.postgres.functions.faults import fault
from planner.postgres.functions.function import Function, LowerContext, Lowered, NumericShape, Part
from planner.postgres.functions.numeric import at_shape, widest
from planner.postgres.functions.row_values import check_distinct, keys_of
from planner.postgres.literals import parse_text
from planner.tree import bound as b
from planner.tree.types import BOOL, FLOAT4, FLOAT8, INTERVAL, TEXT, SqlType, is_record
from planner.tree.values import Value

#: How long the SQL of an expression may be that has the SQL of its parts more than once. Inside each other such expressions grow
#: exponentially, and DuckDB takes some seconds for so much.
REPEATED_CHARACTERS_MAX: Final = 1 << 19
#: An expression that is so many times as long as its parts together repeats them.
_REPEATING: Final = 1.5


def expression(state: State, expr: b.Expr) -> Lowered:
    """DuckDB SQL of a bound expression, of exactly the DuckDB type that belongs to its SQL type. Raises TooComplex."""
    for key, known in state.groups:
        if key == expr:
            return replace(known, parts=None)
    around, state.characters = state.characters, 0
    found = _expression(state, expr)
    size = sum(len(part) for part in (found.sql, found.text, found.scale) if part)
    if size > REPEATED_CHARACTERS_MAX and state.characters and size > _REPEATING * state.characters:
        raise TooComplex("expressions are nested too deeply in functions that use an argument more than once")
    state.characters = around + size
    return found


def _expression(state: State, expr: b.Expr) -> Lowered:
    match expr:
        case b.Const(value, sql_type):
            return constant(value, sql_type)
        case b.Param(index, sql_type):
            return parameter(index, sql_type)
        case b.ColumnRef(source, column):
            sql = f"t{source}.c{column}"
            if expr.type.pg is TEXT and source in state.scanned:
                return Lowered(sql, parts=(Part(sql, sql, TEXT, stored=True),))
            found = Lowered(sql, state.shapes.get((source, column)))
            return shown_column(found, state.shown.get((source, column)), f"t{source}.x{column}")
        case b.Call():
            return _call(state, expr)
        case b.Cast(b.Const(Decimal() as value, _), SqlType(pg=pg)) if pg in (FLOAT4, FLOAT8):
            # Numeric constants may be far larger than a DECIMAL on their way to a float: 1e308::float8.
            return constant(parse_text(str(value), SqlType(pg), state.settings), SqlType(pg))
        case b.Cast(operand, sql_type):
            return cast_sql(expression(state, operand), operand.type, sql_type, state.settings)
        case b.Case():
            return _case(state, expr)
        case b.Aggregate():
            return _aggregate(state, expr)
        case b.Window():
            return _window(state, expr)
        case b.Row(items):
            # It is only compared.
            return Lowered(f"ROW({', '.join(key_of(expression(state, i).sql, i.type.pg) for i in items)})")
        case b.InList():
            return comparisons.in_list(state, expr, expression)
        case b.AnyAll():
            return arrays.any_all(state, expr, expression)
        case b.ArrayExpr():
            return arrays.array(state, expr, expression)
        case b.Subscript():
            return arrays.subscript(state, expr, expression)
        case b.Subquery():
            return subqueries.subquery(state, expr, expression)


def call(state: State, function: Function, args: Sequence[b.Expr], result: SqlType, **context: str) -> Lowered:
    """A call's SQL; *context* is what LowerContext has for aggregates and windows."""
    lowered = tuple(expression(state, a) for a in args)
    if context.get("distinct"):
        if function.name == "count" and len(args) == 1 and has_documents(args[0].type.pg):
            lowered = (Lowered(key_of(lowered[0].sql, args[0].type.pg)),)
        else:
            for value, arg in zip(lowered, args, strict=True):
                check_distinct(value, arg.type)
    constants = tuple(constant_value(a) for a in args)
    from_zero = tuple(map(arrays.counts_from_zero, args))
    fixed = tuple(map(_is_fixed, args))
    where = LowerContext(state.settings, tuple(a.type for a in args), result, constants, from_zero, fixed, **context)
    if not isinstance(function.lower, str):
        return _typed(function.lower(where, lowered), result)
    shape = next((a.shape for a in lowered if a.shape is not None), None) if is_numeric(result.pg) else None
    return _typed(Lowered(where.fill(function.lower, [a.sql for a in lowered]), shape), result)


def constant_value(expr: b.Expr) -> Value:
    """The value of a constant, also under a cast to its own type or a minus; None for other expressions."""
    match expr:
        case b.Const(value):
            return value
        case b.Cast(operand, sql_type) if operand.type.pg.category == sql_type.pg.category == "S":
            return constant_value(operand)
        case b.Call(args=(operand,)) if expr.name == "-":
            value = constant_value(operand)
            return -value if isinstance(value, int) else None
    return None


def _is_fixed(expr: b.Expr) -> bool:
    match expr:
        case b.Const() | b.Param():
            return True
        case b.Cast(operand):
            return _is_fixed(operand)
        case b.Call(args=args):
            return expr.function.volatility != "volatile" and all(map(_is_fixed, args))
    return False


def _typed(found: Lowered, result: SqlType) -> Lowered:
    if result.pg is BOOL or found.sql.startswith("CAST(") or result.pg.category == "P":
        return found
    return replace(found, sql=f"CAST({found.sql} AS {duckdb_type(result.pg, found.shape)})")


def condition_sql(state: State, expr: b.Expr) -> str:
    """SQL of a condition of WHERE, HAVING, ON or CASE."""
    return condition(state, expr, lambda part: expression(state, part).sql)


def _call(state: State, expr: b.Call) -> Lowered:
    if is_connective(expr):
        return Lowered(in_order(expr, [expression(state, arg).sql for arg in expr.args]))
    if len(expr.args) == 2 and all(isinstance(a, b.Row) for a in expr.args) and expr.name in comparisons.ROW_OPERATORS:
        return comparisons.rows(state, expr, expression)
    if len(expr.args) == 2 and all(is_record(a.type.pg) for a in expr.args) and expr.name in comparisons.ROW_OPERATORS:
        left, right = (expression(state, a) for a in expr.args)
        return Lowered(comparisons.compare_values(expr.name, left, right, expr.args[0].type))
    return call(state, expr.function, expr.args, expr.type)


def _case(state: State, expr: b.Case) -> Lowered:
    results = [expression(state, r) for _, r in expr.whens]
    if expr.otherwise is not None:
        results.append(expression(state, expr.otherwise))
    shape = common(results)
    conditions = [condition_sql(state, c) for c, _ in expr.whens]
    written = [at_shape(r, shape, array=expr.type.pg.is_array) for r in results]
    arms = [f"WHEN {c} THEN {r}" for c, r in zip(conditions, written, strict=False)]
    tail = f" ELSE {written[-1]}" if expr.otherwise is not None else ""
    found = _typed(Lowered(f"(CASE {' '.join(arms)}{tail} END)", shape), expr.type)
    return shown(found, list(zip([*conditions, None], results, strict=False)), array=expr.type.pg.is_array)


def common(items: Sequence[Lowered]) -> NumericShape | None:
    """The shape that numerics of one construct share; None for other types."""
    shapes = [i.shape for i in items if i.shape is not None]
    return widest(shapes) if shapes else None


# ------------------------------------------------------------------------------------------------------- aggregates and windows


def sort_keys(state: State, keys: Sequence[b.SortKey]) -> str:
    """An ORDER BY list."""
    return ", ".join(sort_key(expression(state, k.expr), k) for k in keys)


def sort_key(value: Lowered, key: b.SortKey) -> str:
    """An entry of one; a record's fields are as many, of which a NULL is above all else."""
    if not is_record(key.expr.type.pg):
        return f"({key_of(value.sql, key.expr.type.pg)}){direction(key.descending, key.nulls_first)}"
    nulls_first = key.descending if value.fields is not None else key.nulls_first
    return ", ".join(f"({k.sql}){direction(key.descending, nulls_first)}" for k in keys_of(value, key.expr.type.pg))


def group_keys(state: State, exprs: Sequence[b.Expr]) -> list[str]:
    """What rows are grouped by."""
    return [key.sql for e in exprs for key in keys_of(expression(state, e), e.type.pg)]


def _filter(state: State, condition: b.Expr | None) -> str:
    return "" if condition is None else f" FILTER (WHERE {expression(state, condition).sql})"


def _aggregate(state: State, expr: b.Aggregate) -> Lowered:
    groups, state.groups = state.groups, ()
    try:
        return _aggregate_of_rows(state, expr)
    finally:
        state.groups = groups


def _aggregate_of_rows(state: State, expr: b.Aggregate) -> Lowered:
    expr = of_filtered(expr)
    args = (*expr.args, *(k.expr for k in expr.order_by)) if expr.within_group else expr.args
    order = f" ORDER BY {sort_keys(state, expr.order_by)}" if expr.order_by else ""
    distinct = "DISTINCT " if expr.distinct else ""
    return call(state, expr.function, args, expr.type, distinct=distinct, order=order, suffix=_filter(state, expr.filter))


def _window(state: State, expr: b.Window) -> Lowered:
    parts = []
    if expr.partition_by:
        parts.append("PARTITION BY " + ", ".join(group_keys(state, expr.partition_by)))
    if expr.order_by:
        parts.append("ORDER BY " + sort_keys(state, expr.order_by))
    if expr.frame is not None:
        parts.append(frame_sql(expr.frame, lambda offset: expression(state, offset).sql))
    suffix = f"{_filter(state, expr.filter)} OVER ({' '.join(parts)})"
    return call(state, expr.function, filtered_args(expr), expr.type, suffix=suffix)


# --------------------------------------------------------------------------------------------------- frames of windows

_INFINITE = "RANGE with an infinite offset is not supported"


def frame_sql(frame: b.Frame, written: Callable[[b.Expr], str]) -> str:
    """ROWS, RANGE or GROUPS BETWEEN … AND …. Raises Unsupported for RANGE with an infinite offset."""
    start, end = (_bound(frame.unit, bound, which, written) for which, bound in (("starting", frame.start), ("ending", frame.end)))
    exclude = f" EXCLUDE {frame.exclude.upper()}" if frame.exclude else ""
    return f"{frame.unit.upper()} BETWEEN {start} AND {end}{exclude}"


def _bound(unit: str, bound: b.FrameBound, which: str, written: Callable[[b.Expr], str]) -> str:
    if bound.offset is None:
        return bound.kind.upper()
    return f"{_checked(unit, bound.offset, which, written(bound.offset))} {bound.kind.upper()}"


def _checked(unit: str, offset: b.Expr, which: str, sql: str) -> str:
    """The offset, or an error."""
    if isinstance(offset, b.Const) and isinstance(offset.value, int) and offset.value >= 0:
        return sql
    is_float = offset.type.pg in (FLOAT4, FLOAT8)
    negative = f"frame {which} offset must not be negative"
    if unit == "range":
        negative = "invalid preceding or following size in window function"
    zero = "to_days(0)" if offset.type.pg is INTERVAL else "0"
    tests = [
        (f"{sql} IS NULL", fault(NullNotAllowed, f"frame {which} offset must not be null")),
        (f"{sql} < {zero}{f' OR isnan({sql})' if is_float else ''}", fault(InvalidFrameOffset, negative)),
    ]
    if is_float:
        if isinstance(offset, b.Const) and offset.value == float("inf"):
            raise Unsupported(_INFINITE, hint="UNBOUNDED PRECEDING and UNBOUNDED FOLLOWING are.")
        tests.append((f"isinf({sql})", fault(Unsupported, _INFINITE)))
    return f"(CASE {' '.join(f'WHEN {test} THEN {error}' for test, error in tests)} ELSE {sql} END)"
