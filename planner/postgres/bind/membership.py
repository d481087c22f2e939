"""Subqueries as expressions; IN, ANY and ALL, over lists, arrays and subqueries."""

from __future__ import annotations

from typing import Final

from planner.errors import SyntaxFault, UndefinedFunction, Unsupported, WrongObjectType
from planner.parse.syntax import In, Node, Quantified, QueryNode, RowExpr, SubqueryExpr
from planner.postgres.bind.coerce import coerce, common_or_none, type_of
from planner.postgres.bind.converting import convert_columns
from planner.postgres.bind.logic import BOOLEAN, both, either
from planner.postgres.bind.operators import check_records, comparison, no_operator
from planner.postgres.bind.parts import bind, bind_query, resolve_operator
from planner.postgres.bind.scope import Scope
from planner.postgres.bind.type_names import array_of
from planner.postgres.functions.function import Function
from planner.tree.bound import AnyAll, Expr, InList, Query, Row, Subquery
from planner.tree.types import BOOL, RECORD, UNKNOWN, PgType, SqlType, display_name, is_record
from planner.tree.types import array_of as array_type


def bind_in(scope: Scope, node: In) -> Expr:
    """operand [NOT] IN (…)."""
    if node.query is not None:
        return _in_query(scope, node, node.query)
    operand = bind(scope, node.operand)
    items = tuple(bind(scope, i) for i in node.items)
    if isinstance(operand, Row):
        return _in_rows(scope, operand, items, node)
    target = common_or_none([type_of(operand), *{type_of(i): None for i in items}])
    if target is None:
        return _in_pairs(scope, operand, items, node)
    found = resolve_operator("=", type_of(operand) if len(items) == 1 else _known(operand, target), target, node.pos)
    wanted = found.args[1]
    converted = tuple(i if i.type.pg is wanted else coerce(scope, i, wanted, n) for i, n in zip(items, node.items, strict=True))
    return InList(coerce(scope, operand, found.args[0], node.operand), converted, node.negated, BOOLEAN)


def _known(operand: Expr, target: PgType) -> PgType:
    return target if type_of(operand) is UNKNOWN else type_of(operand)


def _in_pairs(scope: Scope, operand: Expr, items: tuple[Expr, ...], node: In) -> Expr:
    """Without a common type each item is compared by itself."""
    op = "<>" if node.negated else "="
    tests = tuple(
        comparison(scope, op, operand, i, (node.operand, n), node.pos) for i, n in zip(items, node.items, strict=True)
    )  # fmt: skip
    if len(tests) == 1:
        return tests[0]
    return both(*tests) if node.negated else either(*tests)


def _in_rows(scope: Scope, operand: Row, items: tuple[Expr, ...], node: In) -> Expr:
    rows = [i for i in items if isinstance(i, Row)]
    if len(rows) != len(items):
        raise UndefinedFunction(no_operator(operand, "=", next(i for i in items if not isinstance(i, Row))), position=node.pos)
    if any(len(r.items) != len(operand.items) for r in rows):
        raise SyntaxFault("unequal number of entries in row expressions", position=node.pos)
    targets = [_column_of_rows(operand.items[i], [r.items[i] for r in rows], node) for i in range(len(operand.items))]
    left = tuple(coerce(scope, e, t[0], None) for e, t in zip(operand.items, targets, strict=True))
    right = tuple(
        Row(tuple(coerce(scope, e, t[1], None) for e, t in zip(r.items, targets, strict=True)), SqlType(RECORD)) for r in rows
    )  # fmt: skip
    return InList(Row(left, SqlType(RECORD)), right, node.negated, BOOLEAN)


def _column_of_rows(operand: Expr, items: list[Expr], node: In) -> tuple[PgType, PgType]:
    """The types that one position of (a, b) IN ((…), …) is compared in."""
    target = common_or_none([type_of(operand), *{type_of(i): None for i in items}])
    if target is None:
        found = resolve_operator("=", type_of(operand), type_of(items[0]), node.pos)
    else:
        found = resolve_operator("=", _known(operand, target), target, node.pos)
    return found.args[0], found.args[1]


def _in_query(scope: Scope, node: In, query: QueryNode) -> Expr:
    found, left, function = bind_subquery_operand(scope, "=", node.operand, query, node.pos)
    return Subquery("any", found, BOOLEAN, left, function, node.negated)


# ---------------------------------------------------------------------------------------------------------------------- ANY, ALL


def bind_quantified(scope: Scope, node: Quantified) -> Expr:
    """operand op ANY | ALL (…)."""
    if isinstance(node.right, QueryNode):
        found, left, function = bind_subquery_operand(scope, node.op, node.operand, node.right, node.pos)
        return Subquery("all" if node.all else "any", found, BOOLEAN, left, function)
    operand = bind(scope, node.operand)
    array = bind(scope, node.right)
    return _any_all(scope, node, operand, array, node.right)


#: Operators and ALL that find one value among many at once.
_LOOKED_UP: Final = frozenset({("=", False), ("<>", True)})


def _any_all(scope: Scope, node: Quantified, operand: Expr, array: Expr, array_node: Node) -> Expr:
    source = type_of(array)
    if source is UNKNOWN:
        element = UNKNOWN
    elif source.element is None:
        raise WrongObjectType("op ANY/ALL (array) requires array on right side", position=node.pos)
    else:
        element = source.element
    found = resolve_operator(node.op, type_of(operand), element, node.pos)
    if found.result is not BOOL:
        raise WrongObjectType("op ANY/ALL (array) requires operator to yield boolean", position=node.pos)
    left = coerce(scope, operand, found.args[0], node.operand)
    target = array_of(found.args[1], node.pos)
    if source.element is not found.args[1]:
        array = coerce(scope, array, target, array_node)
    elif isinstance(array, Subquery) and array.kind == "array" and (node.op, node.all) in _LOOKED_UP:
        # The same as IN: the array would be looked through for each row.
        return Subquery("all" if node.all else "any", array.query, BOOLEAN, left, found.function)
    return AnyAll(left, found.function, array, node.all, BOOLEAN)


# ------------------------------------------------------------------------------------------------------------ subqueries


def bind_subquery(scope: Scope, node: SubqueryExpr) -> Expr:
    """(query), EXISTS (query), ARRAY(query). Raises SyntaxFault, Unsupported."""
    query = bind_query(scope, node.query)
    if node.kind == "exists":
        return Subquery("exists", query, BOOLEAN)
    if len(query.columns) != 1:
        raise SyntaxFault("subquery must return only one column", position=node.pos)
    column = query.columns[0].type
    if node.kind == "scalar":
        return Subquery("scalar", query, column)
    if column.pg.is_array:
        raise Unsupported("an array of arrays from a subquery is not supported", position=node.pos)
    array = array_type(column.pg)
    if array is None:
        raise Unsupported(f"could not find array type for data type {display_name(column.pg)}", position=node.pos)
    return Subquery("array", query, SqlType(array, column.typmod))


def bind_subquery_operand(scope: Scope, op: str, operand_node: Node, node: QueryNode, pos: int) -> tuple[Query, Expr, Function]:
    """What IN (query) and op ANY (query) compare: the query with converted columns, the converted operand, the operator.

    Raises SyntaxFault, WrongObjectType.
    """
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
