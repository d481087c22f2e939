"""Where in the text an expression starts: the position Postgres reports for it (exprLocation)."""

from __future__ import annotations

from typing import Final

from planner.parse.syntax import (
    Between,
    BoolOp,
    CastExpr,
    Collate,
    Distinct,
    FieldAccess,
    In,
    IsTest,
    Literal,
    Node,
    OperatorCall,
    Quantified,
    Query,
    Subscripts,
)

#: A node for expressions that binding made up.
NOWHERE: Final = Literal("null", "", 0)


def location(node: Node | Query) -> int:
    """The position of the leftmost part of *node*."""
    while True:
        match node:
            case OperatorCall(left=None):
                return node.pos
            case OperatorCall(left=left) if left is not None:
                node = left
            case BoolOp(args=args):
                node = args[0]
            case IsTest() | Between() | In() | Quantified() | Collate() | FieldAccess() | Subscripts():
                node = node.operand
            case CastExpr():
                return min(node.pos, location(node.operand)) if node.pos else location(node.operand)
            case Distinct():
                node = node.left
            case _:
                return node.pos
