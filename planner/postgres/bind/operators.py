"""Operators and comparisons, of rows too."""

from __future__ import annotations

from typing import Final

from planner.errors import DatatypeMismatch, SyntaxFault, UndefinedFunction, Unsupported
from planner.parse.syntax import Node, OperatorCall, RowExpr, SubqueryExpr
from planner.postgres.bind import bits, fields
from planner.postgres.bind.coerce import coerce, type_of
from planner.postgres.bind.location import NOWHERE
from planner.postgres.bind.logic import BOOLEAN, negate
from planner.postgres.bind.parts import bind
from planner.postgres.bind.resolution import Resolution, resolve_operator
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.comparison import SYMBOLS
from planner.tree.bound import Call, Expr, OutputColumn, Row
from planner.tree.types import BOOL, RECORD, SqlType, display_name, is_record

#: Operators that the bound query writes as the negation of another.
_NEGATIONS: Final = {"<>": "=", "!~~": "~~", "!~~*": "~~*"}


def bind_operator(scope: Scope, node: OperatorCall) -> Expr:
    """left op right. Raises UndefinedFunction."""
    if node.schema not in (None, "pg_catalog"):
        raise _unknown_schema(scope, node)
    if node.left is not None and isinstance(node.left, RowExpr) and node.name in SYMBOLS:
        return _bind_row_operator(scope, node, node.left)
    if bits.compares(node):
        return apply(scope, node.name, *bits.sides(scope, node), node)
    chain = _left_chain(node)
    left = bind(scope, chain[0].left) if chain[0].left is not None else None
    for link in chain:
        right = bind(scope, link.right)
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
    types = [display_name(type_of(bind(scope, n))) for n in (node.left, node.right) if n is not None]
    shown = f"{node.schema}.{node.name}".join(types) if len(types) == 2 else f"{node.schema}.{node.name} {types[0]}"
    return UndefinedFunction(f"operator does not exist: {shown}", position=node.pos)


def apply(scope: Scope, op: str, left: Expr | None, right: Expr, node: OperatorCall) -> Expr:
    """The call of an operator with bound operands. Raises UndefinedFunction."""
    both_written = isinstance(node.left, RowExpr) and isinstance(node.right, RowExpr)
    if isinstance(left, Row) and isinstance(right, Row) and both_written and op in SYMBOLS:
        return compare_rows(scope, op, left, right, node.pos)
    if (
        left is not None
        and not is_record(type_of(left))
        and isinstance(node.right, RowExpr)
        and isinstance(right, Row)
        and op in SYMBOLS
    ):
        raise UndefinedFunction(no_operator(left, op, right), position=node.pos)
    found = resolve_operator(op, type_of(left) if left is not None else None, type_of(right), node.pos)
    operands = (right,) if left is None else (left, right)
    nodes = (node.right,) if node.left is None else (node.left, node.right)
    return operator_call(scope, op, found, operands, nodes)


def no_operator(left: Expr, op: str, right: Expr) -> str:
    """Postgres's message for a missing operator."""
    return f"operator does not exist: {display_name(type_of(left))} {op} {display_name(type_of(right))}"


def operator_call(scope: Scope, op: str, found: Resolution, operands: tuple[Expr, ...], nodes: tuple[Node, ...]) -> Expr:
    """The resolved operator over its converted operands; `<>` becomes not(=) and so on."""
    if len(operands) > 1 and found.args == (RECORD, RECORD):
        check_records(operands[0], operands[1], nodes[0].pos)
    args = tuple(coerce(scope, e, t, n) for e, t, n in zip(operands, found.args, nodes, strict=True))
    if op in _NEGATIONS and len(args) == 2:
        positive = resolve_operator(_NEGATIONS[op], found.args[0], found.args[1])
        return negate(Call(positive.function, args, SqlType(positive.result)))
    return Call(found.function, args, SqlType(found.result))


def check_records(left: Expr | OutputColumn, right: Expr | OutputColumn, pos: int) -> None:
    """Raise DatatypeMismatch for records that PostgreSQL would not compare; it finds out with the first pair of them."""
    one, other = left.type.pg.fields, right.type.pg.fields
    if not (is_record(left.type.pg) and is_record(right.type.pg)) or not (one and other):
        return
    for number, ((_, a), (_, b)) in enumerate(zip(one, other, strict=False), 1):
        if a != b and not (is_record(a) and is_record(b)):
            message = f"cannot compare dissimilar column types {display_name(a)} and {display_name(b)} at record column {number}"
            raise DatatypeMismatch(message)
    if len(one) != len(other):
        raise DatatypeMismatch("cannot compare record types with different numbers of columns")


def comparison(scope: Scope, op: str, left: Expr, right: Expr, nodes: tuple[Node, Node], pos: int) -> Expr:
    """left op right for an operator that must be boolean. Raises DatatypeMismatch."""
    found = resolve_operator(op, type_of(left), type_of(right), pos)
    if found.result is not BOOL:
        raise DatatypeMismatch(f"operator {op} does not give a boolean", position=pos)
    return operator_call(scope, op, found, (left, right), nodes)


# -------------------------------------------------------------------------------------------------------------------------- rows


def _bind_row_operator(scope: Scope, node: OperatorCall, row: RowExpr) -> Expr:
    left = fields.bind_row(scope, row)
    if isinstance(node.right, SubqueryExpr) and node.right.kind == "scalar":
        raise Unsupported("comparing a row with a subquery of one row is not supported", position=node.pos, hint="Use IN.")
    right = bind(scope, node.right)
    if not isinstance(right, Row):
        return apply(scope, node.name, left, right, node)
    return compare_rows(scope, node.name, left, right, node.pos)


def compare_rows(scope: Scope, op: str, left: Row, right: Row, pos: int) -> Expr:
    """(a, b) op (c, d), with each pair converted as its own comparison would be. Raises SyntaxFault, Unsupported."""
    if len(left.items) != len(right.items):
        raise SyntaxFault("unequal number of entries in row expressions", position=pos)
    if not left.items:
        raise Unsupported("cannot compare rows of zero length", position=pos)
    pairs = [resolve_operator(op, type_of(a), type_of(b), pos) for a, b in zip(left.items, right.items, strict=True)]
    lefts = tuple(coerce(scope, a, p.args[0], None) for a, p in zip(left.items, pairs, strict=True))
    rights = tuple(coerce(scope, b, p.args[1], None) for b, p in zip(right.items, pairs, strict=True))
    if len(pairs) == 1:
        return operator_call(scope, op, pairs[0], (lefts[0], rights[0]), (NOWHERE, NOWHERE))
    positive = _NEGATIONS.get(op, op)
    function = resolve_operator(positive, RECORD, RECORD, pos).function
    found = Call(function, (Row(lefts, SqlType(RECORD)), Row(rights, SqlType(RECORD))), BOOLEAN)
    return found if positive == op else negate(found)
