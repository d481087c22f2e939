"""Expressions: one function per kind of node, chosen by type."""

from __future__ import annotations

from typing import Final

from planner.errors import DatatypeMismatch, IndeterminateType, SyntaxFault, Unsupported
from planner.parse import syntax as s
from planner.postgres.bind import calls, fields, logic, membership, operators, predicates, whole_rows
from planner.postgres.bind.coerce import coerce, common, condition, explicit_cast, settle, type_of
from planner.postgres.bind.constants import bind_literal
from planner.postgres.bind.parts import BINDERS, bind, location, refuse_set, refuse_sets_in, resolve_operator
from planner.postgres.bind.scope import Scope
from planner.postgres.bind.type_names import array_of, bind_type
from planner.postgres.functions.casts import can_cast
from planner.postgres.functions.equal_texts import check_order
from planner.tree.bound import ArrayExpr, Call, Case, Const, Expr, Subscript
from planner.tree.types import ARRAY_OF, INT4, JSONB, TEXT, UNKNOWN, VECTORS, SqlType, display_name
from planner.tree.types import array_of as array_type

_COLLATIONS: Final = frozenset({"default", "C", "POSIX", "ucs_basic"})


def _column(scope: Scope, node: s.ColumnName) -> Expr:
    if node.star:
        # Where no list of columns can stand, t.* is the row.
        item = whole_rows.row_of(scope, node)
        if item is None:
            raise SyntaxFault('row expansion via "*" is not supported here', position=node.pos)
        return whole_rows.value(scope, item, node)
    return fields.bind_column(scope, node)


# --------------------------------------------------------------------------------------------------------------- CASE and its like


def _case(scope: Scope, node: s.CaseExpr) -> Expr:
    sets = scope.set_calls
    conditions = [_when(scope, node.operand, when, pos) for (when, _), pos in zip(node.whens, node.when_pos, strict=True)]
    result_nodes = [then for _, then in node.whens]
    results = [bind(scope, n) for n in result_nodes]
    otherwise = bind(scope, node.otherwise) if node.otherwise is not None else None
    # The ELSE branch comes first in Postgres's choice of a type.
    ordered = [*([otherwise] if otherwise is not None else []), *results]
    nodes = [*([node.otherwise] if node.otherwise is not None else []), *result_nodes]
    converted, result = common(scope, ordered, nodes, "CASE")
    refuse_sets_in(scope, sets, "CASE")
    thens = converted[1:] if otherwise is not None else converted
    return Case(tuple(zip(conditions, thens, strict=True)), converted[0] if otherwise is not None else None, result)


def _when(scope: Scope, operand: s.Node | None, when: s.Node, pos: int) -> Expr:
    if operand is None:
        return condition(scope, bind(scope, when), when, "CASE/WHEN")
    # Postgres gives the operand its final type before comparing, so a literal is text.
    left = settle(scope, bind(scope, operand), operand)
    right = bind(scope, when)
    refuse_set(scope, right, "CASE/WHEN", pos)
    return predicates.comparison_or_rows(scope, "=", left, right, (operand, when), pos)


def _conditional(scope: Scope, node: s.Conditional) -> Expr:
    sets = scope.set_calls
    args = [bind(scope, a) for a in node.args]
    if node.kind == "nullif":
        return _nullif(scope, node, args)
    converted, result = common(scope, args, node.args, node.kind.upper())
    if node.kind == "coalesce":
        refuse_sets_in(scope, sets, "COALESCE")
    else:
        check_order(result.pg, node.pos)
    return Call(logic.syntax(node.kind), converted, result)


def _nullif(scope: Scope, node: s.Conditional, args: list[Expr]) -> Expr:
    """NULLIF(a, b) compares by `=` and gives a's type, converted as the comparison needs it."""
    found = resolve_operator("=", type_of(args[0]), type_of(args[1]), node.pos)
    left = coerce(scope, args[0], found.args[0], node.args[0])
    right = coerce(scope, args[1], found.args[1], node.args[1])
    return Call(logic.syntax("nullif"), (left, right), left.type)


# -------------------------------------------------------------------------------------------------------------- casts, collations


def _cast(scope: Scope, node: s.CastExpr) -> Expr:
    target = bind_type(node.type)
    if isinstance(node.operand, s.ArrayLiteral) and target.pg.element is not None:
        return _array(scope, node.operand, target)
    operand = operators.bits_as_number(scope, node, target.pg) or bind(scope, node.operand)
    return explicit_cast(scope, operand, target, node.operand, node.pos or node.type.pos)


def _collate(scope: Scope, node: s.Collate) -> Expr:
    operand = bind(scope, node.operand)
    *schema, name = node.collation
    if schema not in ([], ["pg_catalog"]) or name not in _COLLATIONS:
        shown = ".".join(node.collation)
        raise Unsupported(f'collation "{shown}" is not supported', position=node.pos, hint="Text is compared byte by byte.")
    if type_of(operand) is UNKNOWN:
        return coerce(scope, operand, TEXT, node.operand)
    if type_of(operand).category != "S" and type_of(operand).element is None:
        message = f"collations are not supported by type {display_name(type_of(operand))}"
        raise DatatypeMismatch(message, position=node.pos)
    return operand


# -------------------------------------------------------------------------------------------------------------- rows, arrays


def _array(scope: Scope, node: s.ArrayLiteral, target: SqlType | None = None) -> Expr:
    """ARRAY[…]; *target* is the array type of the cast around it."""
    if target is not None and target.pg.element is not None:
        return _typed_array(scope, node, target)
    if not node.items:
        hint = "Explicitly cast to the desired type, for example ARRAY[]::integer[]."
        raise IndeterminateType("cannot determine type of empty array", position=node.pos, hint=hint)
    items = [bind(scope, i) for i in node.items]
    if any(isinstance(i, s.ArrayLiteral) or t.element for i, t in zip(node.items, map(type_of, items), strict=True)):
        converted, result = common(scope, items, node.items, "ARRAY")
        return ArrayExpr(converted, result)
    converted, element = common(scope, items, node.items, "ARRAY")
    return ArrayExpr(converted, SqlType(array_of(element.pg, node.pos), element.typmod))


def _typed_array(scope: Scope, node: s.ArrayLiteral, target: SqlType) -> Expr:
    element = SqlType(target.pg.element or UNKNOWN, target.typmod)
    items = tuple(
        _array(scope, i, target) if isinstance(i, s.ArrayLiteral) else explicit_cast(scope, bind(scope, i), element, i, i.pos)
        for i in node.items
    )
    return ArrayExpr(items, target)


def _subscripts(scope: Scope, node: s.Subscripts) -> Expr:
    operand = bind(scope, node.operand)
    pg = type_of(operand)
    if pg is JSONB:
        return _json_subscripts(scope, operand, node)
    if pg.element is None:
        message = f"cannot subscript type {display_name(pg)} because it does not support subscripting"
        raise DatatypeMismatch(message, position=location(node.operand))
    if any(i.slice for i in node.indexes):
        return _slice(scope, operand, node)
    if len(node.indexes) > 1:
        raise Unsupported("subscripts of arrays of several dimensions are not supported", position=node.pos)
    index = _index(scope, node.indexes[0].lower)
    return Subscript(operand, index, None, SqlType(pg.element, operand.type.typmod))


def _slice(scope: Scope, operand: Expr, node: s.Subscripts) -> Expr:
    if len(node.indexes) > 1:
        raise Unsupported("slices of arrays of several dimensions are not supported", position=node.pos)
    index = node.indexes[0]
    lower = _index(scope, index.lower) if index.lower is not None else Const(0, SqlType(INT4))
    upper = _index(scope, index.upper) if index.upper is not None else Const(2**31 - 1, SqlType(INT4))
    pg = type_of(operand)
    # int2vector and oidvector give arrays of their elements; below 0 there is nothing.
    sliced = ARRAY_OF[pg.element] if pg in VECTORS and pg.element else pg
    return Subscript(operand, lower, upper, SqlType(sliced, operand.type.typmod))


def _index(scope: Scope, node: s.Node | None) -> Expr:
    if node is None:
        raise SyntaxFault("array subscript must have type integer")
    expr = bind(scope, node)
    if type_of(expr) is not UNKNOWN and not can_cast(type_of(expr), INT4, "assignment"):
        raise DatatypeMismatch("array subscript must have type integer", position=location(node))
    return coerce(scope, expr, INT4, node, "assignment")


def _json_subscripts(scope: Scope, operand: Expr, node: s.Subscripts) -> Expr:
    """jsonb['key'][1] is jsonb #> ARRAY['key', '1']."""
    path = tuple(_json_key(scope, index, node) for index in node.indexes)
    texts = array_type(TEXT) or TEXT
    found = resolve_operator("#>", JSONB, texts, node.pos)
    return Call(found.function, (operand, ArrayExpr(path, SqlType(texts))), SqlType(found.result))


def _json_key(scope: Scope, index: s.Index, node: s.Subscripts) -> Expr:
    if index.slice or index.lower is None:
        raise DatatypeMismatch("jsonb subscript does not support slices", position=node.pos)
    key = bind(scope, index.lower)
    pg = type_of(key)
    wanted = TEXT if pg is UNKNOWN else next((pg for pg in (INT4, TEXT) if can_cast(type_of(key), pg, "implicit")), None)
    if wanted is None:
        hint = "jsonb subscript must be coercible to either integer or text."
        message = f"subscript type {display_name(pg)} is not supported"
        raise DatatypeMismatch(message, position=location(index.lower), hint=hint)
    return explicit_cast(scope, coerce(scope, key, wanted, index.lower), SqlType(TEXT), index.lower, node.pos)


BINDERS.update(
    {
        s.Literal: lambda _, node: bind_literal(node),
        s.Parameter: lambda scope, node: scope.context.parameter(node.number),
        s.ColumnName: _column,
        s.OperatorCall: operators.bind_operator,
        s.BoolOp: predicates.bind_bool_op,
        s.Not: predicates.bind_not,
        s.IsTest: predicates.bind_is_test,
        s.Distinct: predicates.bind_distinct,
        s.Between: predicates.bind_between,
        s.In: membership.bind_in,
        s.Quantified: membership.bind_quantified,
        s.CaseExpr: _case,
        s.Conditional: _conditional,
        s.CastExpr: _cast,
        s.Collate: _collate,
        s.RowExpr: fields.bind_row,
        s.ArrayLiteral: _array,
        s.Subscripts: _subscripts,
        s.FieldAccess: fields.bind_field,
        s.FuncCall: calls.bind_call,
        s.ValueFunction: calls.bind_value_function,
        s.Grouping: calls.bind_grouping,
        s.SubqueryExpr: membership.bind_subquery,
    }
)
