"""Bit strings as clients make them of masks: ``(x::bit(8) & B'00010000') = B'00010000'``, ``(x::bit(7) & b'0000100')::int``.

There is no type bit. Strings of one length are equal as the whole numbers are that they write, and their operators are those of
numbers: so comparisons of such strings are bound as those of int8, and what casts one to a number as that number. What has other
lengths, or is anything else of type bit, is refused by its type.
"""

from __future__ import annotations

from typing import Final

from planner.errors import Unsupported
from planner.parse.syntax import CastExpr, Literal, Node, OperatorCall, TypeName
from planner.postgres.bind.coerce import coerce, type_of
from planner.postgres.bind.parts import bind
from planner.postgres.bind.resolution import resolve_operator
from planner.postgres.bind.scope import Scope
from planner.tree.bound import Call, Const, Expr
from planner.tree.types import INT4, INT8, PgType, SqlType

#: Operators that make a bit string of two, and those that say whether two are the same.
_MAKING: Final = ("&", "|", "#")
_COMPARING: Final = ("=", "<>")
#: Longer ones are no int8, or a negative one.
_LENGTH_MAX: Final = 62
#: By the letter in front: the base of a literal's digits, and how many bits one of them is.
_DIGITS: Final = {"b": (2, 1, "01"), "x": (16, 4, "0123456789abcdefABCDEF")}
#: How many bits are never too many for a number, nor make it negative.
_LENGTHS: Final = {INT4: 31, INT8: _LENGTH_MAX}
_INT8: Final = SqlType(INT8)


def compares(node: OperatorCall) -> bool:
    """Is this a comparison of bit strings of one length?"""
    if node.name not in _COMPARING or node.left is None:
        return False
    length = _length(node.right)
    return length is not None and _length(node.left) == length


def sides(scope: Scope, node: OperatorCall) -> tuple[Expr, Expr]:
    """Both as numbers. Raises Unsupported for what is made of no whole number."""
    assert node.left is not None
    return _number(scope, node.left), _number(scope, node.right)


def as_number(scope: Scope, node: CastExpr, target: PgType) -> Expr | None:
    """The operand of a cast to *target*; None where it is no bit string, or one that may be too long for that."""
    length = _length(node.operand) if target in _LENGTHS else None
    return _number(scope, node.operand) if length is not None and length <= _LENGTHS[target] else None


def _length(node: Node) -> int | None:
    if not isinstance(node, OperatorCall):
        return _length_of_one(node)
    if node.name not in _MAKING or node.left is None or node.schema not in (None, "pg_catalog"):
        return None
    length = _length_of_one(node.right)
    return length if length is not None and _length_of_one(node.left) == length else None


def _length_of_one(node: Node) -> int | None:
    """Of a literal, or of what is cast to bit(n)."""
    match node:
        case Literal("bits", text):
            _, size, digits = _DIGITS[text[0]]
            length = len(text[1:]) * size if not text[1:].strip(digits) else 0
        case CastExpr(_, TypeName(("bit",) | ("pg_catalog", "bit"), (Literal("integer", count),), 0)):
            length = int(count)
        case _:
            return None
    return length if 1 <= length <= _LENGTH_MAX else None


def _number(scope: Scope, node: Node) -> Expr:
    if isinstance(node, OperatorCall):
        assert node.left is not None
        return _call(node.name, _number(scope, node.left), _number(scope, node.right))
    if isinstance(node, Literal):
        base, _, _ = _DIGITS[node.text[0]]
        return Const(int(node.text[1:], base), _INT8)
    assert isinstance(node, CastExpr)
    operand = bind(scope, node.operand)
    if type_of(operand) not in (INT4, INT8):
        raise Unsupported("type bit is not supported", position=node.type.pos)
    # The lowest bits of a number are its bit string, whatever its sign.
    mask = Const((1 << (_length_of_one(node) or 0)) - 1, _INT8)
    return _call("&", coerce(scope, operand, INT8, node.operand), mask)


def _call(op: str, left: Expr, right: Expr) -> Expr:
    return Call(resolve_operator(op, INT8, INT8).function, (left, right), _INT8)
