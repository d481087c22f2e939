"""Operators, comparisons, IN, BETWEEN, ANY/ALL, and the boolean connectives."""

from __future__ import annotations

from functools import cache
from typing import Final

from planner.bind import expressions
from planner.bind.coerce import coerce, common_or_none, condition, is_null_literal, type_of, untouched
from planner.bind.location import location
from planner.bind.resolution import Resolution, resolve_operator
from planner.bind.scope import Scope
from planner.bind.subqueries import bind_subquery_operand
from planner.bound import AnyAll, Call, Const, Expr, InList, Row, Subquery
from planner.errors import DatatypeMismatch, SyntaxFault, UndefinedFunction, Unsupported, WrongObjectType
from planner.functions.function import Function, display_name
from planner.functions.registry import builtin
from planner.parse.syntax import Between, BoolOp, Distinct, In, IsTest, Node, Not, OperatorCall, Quantified, Query, RowExpr
from planner.types import BOOL, RECORD, UNKNOWN, PgType, SqlType

BOOLEAN: Final = SqlType(BOOL)
_COMPARISONS: Final = frozenset({"=", "<>", "<", "<=", ">", ">="})
#: Operators that the bound query writes as the negation of another.
_NEGATIONS: Final = {"<>": "=", "!~~": "~~", "!~~*": "~~*"}


@cache
def syntax(name: str) -> Function:
    """The Function behind a piece of syntax."""
    return builtin(name)


def negate(expr: Expr) -> Expr:
    """NOT expr."""
    return Call(syntax("not"), (expr,), BOOLEAN)


def both(*args: Expr) -> Expr:
    """args[0] AND args[1] …"""
    return Call(syntax("and"), args, BOOLEAN)


def either(*args: Expr) -> Expr:
    """args[0] OR args[1] …"""
    return Call(syntax("or"), args, BOOLEAN)


def is_null(expr: Expr) -> Expr:
    """expr IS NULL."""
    return Call(syntax("is_null"), (expr,), BOOLEAN)


# ---------------------------------------------------------------------------------------------------------------- connectives


def bind_bool_op(scope: Scope, node: BoolOp) -> Expr:
    """A chain of ANDs or ORs."""
    word = node.op.upper()
    args = tuple(condition(scope, expressions.bind(scope, a), a, word) for a in node.args)
    return Call(syntax(node.op), args, BOOLEAN)


def bind_not(scope: Scope, node: Not) -> Expr:
    """NOT operand."""
    return negate(condition(scope, expressions.bind(scope, node.operand), node.operand, "NOT"))


def bind_is_test(scope: Scope, node: IsTest) -> Expr:
    """IS NULL, IS TRUE …"""
    operand = expressions.bind(scope, node.operand)
    if node.test == "null":
        if isinstance(operand, Row):
            return _row_is_null(operand, negated=node.negated)
        found = is_null(untouched(scope, operand, node.operand))
    else:
        word = f"IS {'NOT ' if node.negated else ''}{node.test.upper()}"
        found = Call(syntax(f"is_{node.test}"), (condition(scope, operand, node.operand, word),), BOOLEAN)
    return negate(found) if node.negated else found


def _row_is_null(row: Row, *, negated: bool) -> Expr:
    """A row IS NULL when all its fields are, IS NOT NULL when none is."""
    tests = tuple(negate(is_null(i)) if negated else is_null(i) for i in row.items)
    if len(tests) == 1:
        return tests[0]
    return both(*tests) if tests else Const(value=True, type=BOOLEAN)


# ----------------------------------------------------------------------------------------------------------------- operators


def bind_operator(scope: Scope, node: OperatorCall) -> Expr:
    """left op right."""
    if node.schema not in (None, "pg_catalog"):
        raise _unknown_schema(scope, node)
    if node.left is not None and isinstance(node.left, RowExpr) and node.name in _COMPARISONS:
        return _bind_row_operator(scope, node, node.left)
    chain = _left_chain(node)
    left = expressions.bind(scope, chain[0].left) if chain[0].left is not None else None
    for link in chain:
        right = expressions.bind(scope, link.right)
        left = apply(scope, link.name, left, right, link)
    assert left is not None
    return left


def _left_chain(node: OperatorCall) -> list[OperatorCall]:
    """a || b || c as its two calls from left to right, so that a long chain does not recurse."""
    chain = [node]
    while isinstance(inner := chain[-1].left, OperatorCall) and inner.schema is None and not isinstance(inner.left, RowExpr):
        chain.append(inner)
    return chain[::-1]


def _unknown_schema(scope: Scope, node: OperatorCall) -> UndefinedFunction:
    types = [display_name(type_of(expressions.bind(scope, n))) for n in (node.left, node.right) if n is not None]
    shown = f"{node.schema}.{node.name}".join(types) if len(types) == 2 else f"{node.schema}.{node.name} {types[0]}"
    return UndefinedFunction(f"operator does not exist: {shown}", position=node.pos)


def apply(scope: Scope, op: str, left: Expr | None, right: Expr, node: OperatorCall) -> Expr:
    """The call of an operator with bound operands."""
    if isinstance(left, Row) and isinstance(right, Row) and op in _COMPARISONS:
        return compare_rows(scope, op, left, right, node.pos)
    if left is not None and isinstance(node.right, RowExpr) and isinstance(right, Row) and op in _COMPARISONS:
        raise UndefinedFunction(_no_operator(left, op, right), position=node.pos)
    found = resolve_operator(op, type_of(left) if left is not None else None, type_of(right), node.pos)
    operands = (right,) if left is None else (left, right)
    nodes = (node.right,) if node.left is None else (node.left, node.right)
    return operator_call(scope, op, found, operands, nodes)


def _no_operator(left: Expr, op: str, right: Expr) -> str:
    return f"operator does not exist: {display_name(type_of(left))} {op} {display_name(type_of(right))}"


def operator_call(scope: Scope, op: str, found: Resolution, operands: tuple[Expr, ...], nodes: tuple[Node, ...]) -> Expr:
    """The resolved operator over its converted operands; `<>` becomes not(=) and so on."""
    args = tuple(coerce(scope, e, t, n) for e, t, n in zip(operands, found.args, nodes, strict=True))
    if op in _NEGATIONS and len(args) == 2:
        positive = resolve_operator(_NEGATIONS[op], found.args[0], found.args[1])
        return negate(Call(positive.function, args, SqlType(positive.result)))
    return Call(found.function, args, SqlType(found.result))


def comparison(scope: Scope, op: str, left: Expr, right: Expr, nodes: tuple[Node, Node], pos: int) -> Expr:
    """left op right for an operator that must be boolean."""
    found = resolve_operator(op, type_of(left), type_of(right), pos)
    if found.result is not BOOL:
        raise DatatypeMismatch(f"operator {op} does not give a boolean", position=pos)
    return operator_call(scope, op, found, (left, right), nodes)


# ---------------------------------------------------------------------------------------------------------------------- rows


def _bind_row_operator(scope: Scope, node: OperatorCall, row: RowExpr) -> Expr:
    left = expressions.bind_row(scope, row)
    if isinstance(node.right, expressions.SubqueryExpr) and node.right.kind == "scalar":
        return _row_against_query(scope, node, left, row)
    right = expressions.bind(scope, node.right)
    if not isinstance(right, Row):
        return apply(scope, node.name, left, right, node)
    return compare_rows(scope, node.name, left, right, node.pos)


def _row_against_query(scope: Scope, node: OperatorCall, left: Row, row: RowExpr) -> Expr:
    """(a, b) = (SELECT x, y …) holds as a quantified comparison over at most one row."""
    raise Unsupported("comparing a row with a subquery of one row is not supported", position=node.pos, hint="Use IN.")


def compare_rows(scope: Scope, op: str, left: Row, right: Row, pos: int) -> Expr:
    """(a, b) op (c, d), with each pair converted as its own comparison would be."""
    if len(left.items) != len(right.items):
        raise SyntaxFault("unequal number of entries in row expressions", position=pos)
    if not left.items:
        raise Unsupported("cannot compare rows of zero length", position=pos)
    pairs = [resolve_operator(op, type_of(a), type_of(b), pos) for a, b in zip(left.items, right.items, strict=True)]
    lefts = tuple(coerce(scope, a, p.args[0], None) for a, p in zip(left.items, pairs, strict=True))
    rights = tuple(coerce(scope, b, p.args[1], None) for b, p in zip(right.items, pairs, strict=True))
    if len(pairs) == 1:
        return operator_call(scope, op, pairs[0], (lefts[0], rights[0]), (expressions.NOWHERE, expressions.NOWHERE))
    positive = _NEGATIONS.get(op, op)
    function = resolve_operator(positive, RECORD, RECORD, pos).function
    found = Call(function, (Row(lefts, left.type), Row(rights, right.type)), BOOLEAN)
    return found if positive == op else negate(found)


# ----------------------------------------------------------------------------------------------------------- DISTINCT, BETWEEN


def bind_distinct(scope: Scope, node: Distinct) -> Expr:
    """IS [NOT] DISTINCT FROM."""
    left, right = expressions.bind(scope, node.left), expressions.bind(scope, node.right)
    if is_null_literal(left) or is_null_literal(right):
        other, other_node = (left, node.left) if is_null_literal(right) else (right, node.right)
        test = is_null(untouched(scope, other, other_node))
        return test if node.negated else negate(test)
    if isinstance(left, Row) and isinstance(right, Row):
        return _distinct_rows(scope, left, right, node)
    return _distinct(scope, left, right, node)


def _distinct(scope: Scope, left: Expr, right: Expr, node: Distinct) -> Expr:
    found = resolve_operator("=", type_of(left), type_of(right), node.pos)
    args = (coerce(scope, left, found.args[0], node.left), coerce(scope, right, found.args[1], node.right))
    return Call(syntax("is_not_distinct" if node.negated else "is_distinct"), args, BOOLEAN)


def _distinct_rows(scope: Scope, left: Row, right: Row, node: Distinct) -> Expr:
    if len(left.items) != len(right.items):
        raise SyntaxFault("unequal number of entries in row expressions", position=node.pos)
    parts = tuple(_distinct(scope, a, b, node) for a, b in zip(left.items, right.items, strict=True))
    return both(*parts) if node.negated else either(*parts)


def bind_between(scope: Scope, node: Between) -> Expr:
    """BETWEEN as two comparisons; NOT BETWEEN as two others."""
    operand = expressions.bind(scope, node.operand)
    low, high = expressions.bind(scope, node.low), expressions.bind(scope, node.high)
    found = _between(scope, operand, (low, node.low), (high, node.high), node)
    if not node.symmetric:
        return found
    swapped = _between(scope, operand, (high, node.high), (low, node.low), node)
    return both(found, swapped) if node.negated else either(found, swapped)


def _between(scope: Scope, operand: Expr, low: tuple[Expr, Node], high: tuple[Expr, Node], node: Between) -> Expr:
    above, below = ("<", ">") if node.negated else (">=", "<=")
    first = comparison_or_rows(scope, above, operand, low[0], (node.operand, low[1]), node.pos)
    second = comparison_or_rows(scope, below, operand, high[0], (node.operand, high[1]), node.pos)
    return either(first, second) if node.negated else both(first, second)


def comparison_or_rows(scope: Scope, op: str, left: Expr, right: Expr, nodes: tuple[Node, Node], pos: int) -> Expr:
    """A comparison of scalars or of rows."""
    if isinstance(left, Row) and isinstance(right, Row):
        return compare_rows(scope, op, left, right, pos)
    return comparison(scope, op, left, right, nodes, pos)


# ------------------------------------------------------------------------------------------------------------------------ IN


def bind_in(scope: Scope, node: In) -> Expr:
    """operand [NOT] IN (…)."""
    if node.query is not None:
        return _in_query(scope, node, node.query)
    operand = expressions.bind(scope, node.operand)
    items = tuple(expressions.bind(scope, i) for i in node.items)
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
        raise UndefinedFunction(_no_operator(operand, "=", next(i for i in items if not isinstance(i, Row))), position=node.pos)
    if any(len(r.items) != len(operand.items) for r in rows):
        raise SyntaxFault("unequal number of entries in row expressions", position=node.pos)
    targets = [_column_of_rows(operand.items[i], [r.items[i] for r in rows], node) for i in range(len(operand.items))]
    left = tuple(coerce(scope, e, t[0], None) for e, t in zip(operand.items, targets, strict=True))
    right = tuple(
        Row(tuple(coerce(scope, e, t[1], None) for e, t in zip(r.items, targets, strict=True)), r.type) for r in rows
    )  # fmt: skip
    return InList(Row(left, operand.type), right, node.negated, BOOLEAN)


def _column_of_rows(operand: Expr, items: list[Expr], node: In) -> tuple[PgType, PgType]:
    """The types that one position of (a, b) IN ((…), …) is compared in."""
    target = common_or_none([type_of(operand), *{type_of(i): None for i in items}])
    if target is None:
        found = resolve_operator("=", type_of(operand), type_of(items[0]), node.pos)
    else:
        found = resolve_operator("=", _known(operand, target), target, node.pos)
    return found.args[0], found.args[1]


def _in_query(scope: Scope, node: In, query: Query) -> Expr:
    operand = expressions.bind(scope, node.operand)
    found, left, function = bind_subquery_operand(scope, "=", operand, node.operand, query, node.pos)
    return Subquery("any", found, BOOLEAN, left, function, node.negated)


# ------------------------------------------------------------------------------------------------------------------- ANY, ALL


def bind_quantified(scope: Scope, node: Quantified) -> Expr:
    """operand op ANY | ALL (…)."""
    operand = expressions.bind(scope, node.operand)
    if isinstance(node.right, Query):
        found, left, function = bind_subquery_operand(scope, node.op, operand, node.operand, node.right, node.pos)
        return Subquery("all" if node.all else "any", found, BOOLEAN, left, function)
    array = expressions.bind(scope, node.right)
    return _any_all(scope, node, operand, array, node.right)


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
    target = expressions.array_of(found.args[1], node.pos)
    if source.element is not found.args[1]:
        array = coerce(scope, array, target, array_node)
    return AnyAll(left, found.function, array, node.all, BOOLEAN)


def row_position(node: Node) -> int:
    """Where an operand starts."""
    return location(node)
