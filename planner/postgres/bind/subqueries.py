"""Subqueries as expressions."""

from __future__ import annotations

from planner.errors import SyntaxFault, Unsupported, WrongObjectType
from planner.parse.syntax import Node, RowExpr, SubqueryExpr
from planner.parse.syntax import Query as QueryNode
from planner.postgres.bind.coerce import coerce, type_of
from planner.postgres.bind.converting import convert_columns
from planner.postgres.bind.operators import check_records
from planner.postgres.bind.parts import bind, bind_query
from planner.postgres.bind.resolution import resolve_operator
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.function import Function
from planner.tree.bound import Expr, Query, Row, Subquery
from planner.tree.types import BOOL, RECORD, SqlType, array_of, display_name, is_record


def bind_subquery(scope: Scope, node: SubqueryExpr) -> Expr:
    """(query), EXISTS (query), ARRAY(query)."""
    query = bind_query(scope, node.query)
    if node.kind == "exists":
        return Subquery("exists", query, SqlType(BOOL))
    if len(query.columns) != 1:
        raise SyntaxFault("subquery must return only one column", position=node.pos)
    column = query.columns[0].type
    if node.kind == "scalar":
        return Subquery("scalar", query, column)
    if column.pg.is_array:
        raise Unsupported("an array of arrays from a subquery is not supported", position=node.pos)
    array = array_of(column.pg)
    if array is None:
        raise Unsupported(f"could not find array type for data type {display_name(column.pg)}", position=node.pos)
    return Subquery("array", query, SqlType(array, column.typmod))


def bind_subquery_operand(scope: Scope, op: str, operand_node: Node, node: QueryNode, pos: int) -> tuple[Query, Expr, Function]:
    """What IN (query) and op ANY (query) compare: the query with converted columns, the converted operand, the operator."""
    query = bind_query(scope, node)
    operand = bind(scope, operand_node)
    row = operand if isinstance(operand, Row) and isinstance(operand_node, RowExpr) else None
    items = row.items if row is not None else (operand,)
    if len(items) < len(query.columns):
        raise SyntaxFault("subquery has too many columns", position=pos)
    if len(items) > len(query.columns):
        raise SyntaxFault("subquery has too few columns", position=pos)
    pairs = [resolve_operator(op, type_of(i), c.type.pg, pos) for i, c in zip(items, query.columns, strict=True)]
    if any(p.result is not BOOL for p in pairs):
        raise WrongObjectType("row comparison operator must yield type boolean", position=pos)
    for item, column in zip(items, query.columns, strict=True):
        check_records(item, column, pos)
    query = convert_columns(
        scope, query, [c.type if is_record(p.args[1]) else SqlType(p.args[1]) for p, c in zip(pairs, query.columns, strict=True)]
    )
    converted = tuple(coerce(scope, i, p.args[0], operand_node) for i, p in zip(items, pairs, strict=True))
    if row is not None and len(items) > 1:
        return query, Row(converted, SqlType(RECORD)), pairs[0].function
    return query, converted[0], pairs[0].function
