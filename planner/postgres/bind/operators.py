"""Operators and comparisons, of rows and of bit strings too.

Bit strings are there as clients make them of masks: ``(x::bit(8) & B'00010000') = B'00010000'``, ``(x::bit(7) & b'0000100')::int``.
There is no type bit. Strings of one length are equal as the whole numbers are that they write, and their operators are those of
numbers: so comparisons of such strings are bound as those of int8, and what casts one to a number as that number. What has other
lengths, or is anything else of type bit, is refused by its type.
"""

from __future__ import annotations

from typing import Final

from planner.errors import DatatypeMismatch, SyntaxFault, UndefinedFunction, Unsupported
from planner.parse.syntax import CastExpr, Literal, Node, OperatorCall, RowExpr, SubqueryExpr, TypeName
from planner.postgres.bind import fields
from planner.postgres.bind.coerce import coerce, type_of
from planner.postgres.bind.logic import BOOLEAN, negate
from planner.postgres.bind.parts import NOWHERE, bind, resolve_operator
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.comparison import SYMBOLS
from planner.postgres.functions.registry import Resolution
from planner.tree.bound import Call, Const, Expr, OutputColumn, Row
from planner.tree.types import BOOL, INT4, INT8, RECORD, PgType, SqlType, display_name, is_record

#: Operators that the bound query writes as the negation of another.
_NEGATIONS: Final = {"<>": "=", "!~~": "~~", "!~~*": "~~*"}


def bind_operator(scope: Scope, node: OperatorCall) -> Expr:
    """left op right. Raises UndefinedFunction."""
    if node.schema not in (None, "pg_catalog"):
        raise _unknown_schema(scope, node)
    if node.left is not None and isinstance(node.left, RowExpr) and node.name in SYMBOLS:
        return _bind_row_operator(scope, node, node.left)
    if _compares_bits(node):
        return apply(scope, node.name, *_sides_as_numbers(scope, node), node)
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


# --------------------------------------------------------------------------------------------------------- bit strings

#: Operators that make a bit string of two, and those that say whether two are the same.
_MAKING_BITS: Final = ("&", "|", "#")
_COMPARING_BITS: Final = ("=", "<>")
#: Longer ones are no int8, or a negative one.
_BITS_MAX: Final = 62
#: By the letter in front: the base of a literal's digits, and how many bits one of them is.
_BIT_DIGITS: Final = {"b": (2, 1, "01"), "x": (16, 4, "0123456789abcdefABCDEF")}
#: How many bits are never too many for a number, nor make it negative.
_NUMBER_BITS: Final = {INT4: 31, INT8: _BITS_MAX}
_INT8: Final = SqlType(INT8)


def _compares_bits(node: OperatorCall) -> bool:
    """Is this a comparison of bit strings of one length?"""
    if node.name not in _COMPARING_BITS or node.left is None:
        return False
    length = _bits_of(node.right)
    return length is not None and _bits_of(node.left) == length


def _sides_as_numbers(scope: Scope, node: OperatorCall) -> tuple[Expr, Expr]:
    """Both as numbers. Raises Unsupported for what is made of no whole number."""
    assert node.left is not None
    return _bits_as_number(scope, node.left), _bits_as_number(scope, node.right)


def bits_as_number(scope: Scope, node: CastExpr, target: PgType) -> Expr | None:
    """The operand of a cast to *target*; None where it is no bit string, or one that may be too long for that."""
    length = _bits_of(node.operand) if target in _NUMBER_BITS else None
    return _bits_as_number(scope, node.operand) if length is not None and length <= _NUMBER_BITS[target] else None


def _bits_of(node: Node) -> int | None:
    if not isinstance(node, OperatorCall):
        return _bits_of_one(node)
    if node.name not in _MAKING_BITS or node.left is None or node.schema not in (None, "pg_catalog"):
        return None
    length = _bits_of_one(node.right)
    return length if length is not None and _bits_of_one(node.left) == length else None


def _bits_of_one(node: Node) -> int | None:
    """Of a literal, or of what is cast to bit(n)."""
    match node:
        case Literal("bits", text):
            _, size, digits = _BIT_DIGITS[text[0]]
            length = len(text[1:]) * size if not text[1:].strip(digits) else 0
        case CastExpr(_, TypeName(("bit",) | ("pg_catalog", "bit"), (Literal("integer", count),), 0)):
            length = int(count)
        case _:
            return None
    return length if 1 <= length <= _BITS_MAX else None


def _bits_as_number(scope: Scope, node: Node) -> Expr:
    if isinstance(node, OperatorCall):
        assert node.left is not None
        return _int8_call(node.name, _bits_as_number(scope, node.left), _bits_as_number(scope, node.right))
    if isinstance(node, Literal):
        base, _, _ = _BIT_DIGITS[node.text[0]]
        return Const(int(node.text[1:], base), _INT8)
    assert isinstance(node, CastExpr)
    operand = bind(scope, node.operand)
    if type_of(operand) not in (INT4, INT8):
        raise Unsupported("type bit is not supported", position=node.type.pos)
    # The lowest bits of a number are its bit string, whatever its sign.
    mask = Const((1 << (_bits_of_one(node) or 0)) - 1, _INT8)
    return _int8_call("&", coerce(scope, operand, INT8, node.operand), mask)


def _int8_call(op: str, left: Expr, right: Expr) -> Expr:
    return Call(resolve_operator(op, INT8, INT8).function, (left, right), _INT8)
