"""Predicates: AND, OR, NOT, IS …, IS DISTINCT FROM and BETWEEN."""

from __future__ import annotations

from collections.abc import Sequence

from planner.errors import SyntaxFault
from planner.parse.syntax import Between, BoolOp, ColumnName, Distinct, IsTest, Node, Not
from planner.postgres.bind import fields, whole_rows
from planner.postgres.bind.coerce import coerce, condition, is_null_literal, type_of, untouched
from planner.postgres.bind.logic import BOOLEAN, both, either, every, is_null, negate, syntax
from planner.postgres.bind.operators import compare_rows, comparison
from planner.postgres.bind.parts import bind, resolve_operator
from planner.postgres.bind.scope import Scope
from planner.tree.bound import Call, Const, Expr, Row


def bind_bool_op(scope: Scope, node: BoolOp) -> Expr:
    """A chain of ANDs or ORs."""
    word = node.op.upper()
    args = tuple(condition(scope, bind(scope, a), a, word) for a in node.args)
    return Call(syntax(node.op), args, BOOLEAN)


def bind_not(scope: Scope, node: Not) -> Expr:
    """NOT operand."""
    return negate(condition(scope, bind(scope, node.operand), node.operand, "NOT"))


def bind_is_test(scope: Scope, node: IsTest) -> Expr:
    """IS NULL, IS TRUE …"""
    operand = bind(scope, node.operand)
    if node.test == "null":
        if (fields := _row_fields(scope, node.operand, operand)) is not None:
            return _row_is_null(fields, negated=node.negated)
        found = is_null(untouched(scope, operand, node.operand))
    else:
        word = f"IS {'NOT ' if node.negated else ''}{node.test.upper()}"
        found = Call(syntax(f"is_{node.test}"), (condition(scope, operand, node.operand, word),), BOOLEAN)
    return negate(found) if node.negated else found


def _row_fields(scope: Scope, node: Node, operand: Expr) -> Sequence[Expr] | None:
    """The fields of a row or record that are known."""
    if isinstance(node, ColumnName) and (item := whole_rows.row_of(scope, node)) is not None:
        return [c.expr for c in item.columns]
    if isinstance(operand, Row):
        return operand.items
    return [fields.field(operand, i) for i in range(len(operand.type.pg.fields))] or None


def _row_is_null(items: Sequence[Expr], *, negated: bool) -> Expr:
    """A row IS NULL when all its fields are, IS NOT NULL when none is."""
    tests = tuple(negate(is_null(i)) if negated else is_null(i) for i in items)
    return every(tests) if tests else Const(value=True, type=BOOLEAN)


def bind_distinct(scope: Scope, node: Distinct) -> Expr:
    """IS [NOT] DISTINCT FROM."""
    left, right = bind(scope, node.left), bind(scope, node.right)
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
    operand = bind(scope, node.operand)
    low, high = bind(scope, node.low), bind(scope, node.high)
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
