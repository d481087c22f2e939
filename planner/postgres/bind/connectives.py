"""AND, OR, NOT, IS: the boolean connectives and tests."""

from __future__ import annotations

from collections.abc import Sequence

from planner.parse.syntax import BoolOp, ColumnName, IsTest, Node, Not
from planner.postgres.bind import fields, whole_rows
from planner.postgres.bind.coerce import condition, untouched
from planner.postgres.bind.logic import BOOLEAN, every, is_null, negate, syntax
from planner.postgres.bind.parts import bind
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
