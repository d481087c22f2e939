"""Where in the text an expression starts: the position Postgres reports for it (exprLocation)."""

from __future__ import annotations

from typing import Final

from planner.parse import syntax as s

#: A node for expressions that binding made up.
NOWHERE: Final = s.Literal("null", "", 0)


def location(node: s.Node | s.QueryNode) -> int:
    """The position of the leftmost part of *node*."""
    while True:
        match node:
            case s.OperatorCall(left=None):
                return node.pos
            case s.OperatorCall(left=left) if left is not None:
                node = left
            case s.BoolOp(args=args):
                node = args[0]
            case s.IsTest() | s.Between() | s.In() | s.Quantified() | s.Collate() | s.FieldAccess() | s.Subscripts():
                node = node.operand
            case s.CastExpr():
                return min(node.pos, location(node.operand)) if node.pos else location(node.operand)
            case s.Distinct():
                node = node.left
            case _:
                return node.pos
