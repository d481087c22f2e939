"""Subqueries in expressions."""

from __future__ import annotations

from planner.lower.comparisons import Expression, compare, compare_rows, row_items
from planner.lower.state import Shown, State, every_column
from planner.postgres.functions.comparison import SYMBOLS
from planner.postgres.functions.duckdb_types import duckdb_type
from planner.postgres.functions.equal_texts import has_documents, key_of
from planner.postgres.functions.function import Lowered
from planner.postgres.functions.numeric import at_shape, widest
from planner.tree import bound as b
from planner.tree.correlation import is_correlated, outer_value
from planner.tree.types import is_record


def subquery(state: State, expr: b.Subquery, expression: Expression) -> Lowered:
    """A subquery of any kind."""
    state.correlated = state.correlated or is_correlated(expr.query)
    match expr.kind:
        case "exists":
            found = state.lower_query(state, expr.query, frozenset(), Shown.NOT)
            return Lowered(f"({'NOT ' if expr.negated else ''}EXISTS ({found.sql}))")
        case "scalar":
            return _scalar(state, expr, expression)
        case "array":
            return _array(state, expr)
        case _:
            return _quantified(state, expr, expression)


def _scalar(state: State, expr: b.Subquery, expression: Expression) -> Lowered:
    if (value := outer_value(expr.query)) is not None:
        return expression(state, value)
    found = state.lower_query(state, expr.query, every_column(expr.query), Shown.INSTEAD)
    sql, shape = f"({found.sql})", found.shapes[0]
    return Lowered(f"CAST({sql} AS {duckdb_type(expr.type.pg, shape)})", shape, text=sql) if found.shown else Lowered(sql, shape)


def _array(state: State, expr: b.Subquery) -> Lowered:
    found = state.lower_query(state, expr.query, every_column(expr.query), Shown.INSTEAD)
    shape = found.shapes[0]
    name = duckdb_type(expr.type.pg, shape)
    if not found.shown:
        return Lowered(f"COALESCE(ARRAY({found.sql}), CAST([] AS {name}))", shape)
    texts = f"COALESCE(ARRAY({found.sql}), CAST([] AS VARCHAR[]))"
    return Lowered(f"CAST({texts} AS {name})", shape, text=texts)


def _quantified(state: State, expr: b.Subquery, expression: Expression) -> Lowered:
    """operand operator ANY/ALL (query). NOT IN is a negated = ANY."""
    if expr.operand is None or expr.function is None:
        raise TypeError("ANY and ALL need an operand and an operator")
    word = "NOT " if expr.negated else ""
    if isinstance(expr.operand, b.Row) or not _is_plain(expr):
        return Lowered(f"({word}{_by_existence(state, expr, expression)})")
    operand = expression(state, expr.operand)
    found = state.lower_query(state, expr.query, every_column(expr.query), Shown.NOT)
    operand_sql, query_sql = operand.sql, found.sql
    if operand.shape is not None and found.shapes[0] is not None:
        shape = widest([operand.shape, found.shapes[0]])
        is_array = expr.operand.type.pg.is_array
        operand_sql = at_shape(operand, shape, array=is_array)
        query_sql = f"SELECT {at_shape(Lowered('q.c0', found.shapes[0]), shape, array=is_array)} AS c0 FROM ({found.sql}) AS q"
    elif (key := key_of("q.c0", expr.operand.type.pg)) != "q.c0":
        operand_sql, query_sql = key_of(operand_sql, expr.operand.type.pg), f"SELECT {key} AS c0 FROM ({found.sql}) AS q"
    return Lowered(f"({word}({operand_sql} {expr.function.name} {expr.kind.upper()} ({query_sql})))")


def _is_plain(expr: b.Subquery) -> bool:
    """May DuckDB compare the values itself?"""
    operand, function = expr.operand, expr.function
    column = expr.query.columns[0].type.pg
    return (
        operand is not None
        and function is not None
        and function.name in SYMBOLS
        and operand.type.pg is column
        and not is_record(column)
        and (function.name in ("=", "<>") or not has_documents(column))
    )


def _by_existence(state: State, expr: b.Subquery, expression: Expression) -> str:
    """Three-valued ANY/ALL from its definition: is there a row for which the comparison is true (false, for ALL), or NULL?"""
    operands = row_items(expr.operand) if expr.operand is not None else ()
    name = expr.function.name if expr.function is not None else "="
    found = state.lower_query(state, expr.query, every_column(expr.query), Shown.NOT)
    alias = f"q{state.fresh_lambda()}"
    columns = [Lowered(f"{alias}.c{i}", shape) for i, shape in enumerate(found.shapes)]
    pairs = list(zip([expression(state, o) for o in operands], columns, strict=True))
    types = [(o.type, c.type) for o, c in zip(operands, expr.query.columns, strict=True)]
    test = compare_rows(state, name, pairs, types) if name in SYMBOLS else compare(state, name, *pairs[0], types[0])
    rows = f"FROM ({found.sql}) AS {alias}"
    decisive, outcome = (f"NOT {test}", "FALSE") if expr.kind == "all" else (test, "TRUE")
    otherwise = "TRUE" if expr.kind == "all" else "FALSE"
    return (
        f"(CASE WHEN EXISTS (SELECT 1 {rows} WHERE {decisive}) THEN {outcome} "
        f"WHEN EXISTS (SELECT 1 {rows} WHERE {test} IS NULL) THEN NULL ELSE {otherwise} END)"
    )
