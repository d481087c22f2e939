"""Operators, connectives and tests: a + b, a AND b, a IS NOT NULL, a BETWEEN b AND c."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from planner.errors import PlanError, Unsupported
from planner.postgres.bind.parts import resolve_operator
from planner.postgres.deparse import spelling
from planner.postgres.deparse.piece import Piece, Precedence, Variants, choose
from planner.postgres.deparse.writer import Writer
from planner.postgres.functions.function import Function
from planner.postgres.functions.registry import Resolution
from planner.tree import bound as b
from planner.tree.types import BOOL, PgType

_LEVELS: Final = {
    **dict.fromkeys(("=", "<>", "<", "<=", ">", ">="), Precedence.COMPARISON),
    **dict.fromkeys(("like", "ilike", "not_like", "not_ilike"), Precedence.LIKE),
    **dict.fromkeys(("+", "-"), Precedence.SUM),
    **dict.fromkeys(("*", "/", "%"), Precedence.PRODUCT),
    "^": Precedence.POWER,
}
#: How operators are written whose names are words.
WORDS: Final = {"like": "LIKE", "ilike": "ILIKE", "not_like": "NOT LIKE", "not_ilike": "NOT ILIKE"}
#: What not(…) of an operator is written as.
_NEGATED: Final = {"=": "<>", "like": "not_like", "ilike": "not_ilike"}
_TESTS: Final = {
    "is_null": ("IS NULL", "IS NOT NULL"), "is_true": ("IS TRUE", "IS NOT TRUE"), "is_false": ("IS FALSE", "IS NOT FALSE"),
    "is_unknown": ("IS UNKNOWN", "IS NOT UNKNOWN"),
}  # fmt: skip
_BETWEEN: Final = {("and", ">=", "<="): "BETWEEN", ("or", "<", ">"): "NOT BETWEEN"}


def is_operator(expr: b.Call) -> bool:
    """Is it written with operators or words, not as name(…)?"""
    return expr.function.operator or expr.function.schema == "syntax"


def call(writer: Writer, expr: b.Call) -> Piece:
    """An operator or syntax over its operands. Raises Unsupported."""
    if expr.function.operator:
        return _operator(writer, expr, expr.name)
    match expr.name:
        case "and" | "or":
            return _between(writer, expr) or _chain(writer, expr)
        case "not":
            return _not(writer, expr)
        case "is_distinct" | "is_not_distinct":
            return _distinct(writer, expr)
        case name if name in _TESTS:
            return _test(writer, expr, _TESTS[name][0])
        case "field" | "row_document":
            raise Unsupported("a row's field, or a row as a value, has no text of its own")
        case "limit" | "offset":
            raise Unsupported("LIMIT and OFFSET that are conditions on rows' numbers have no text of their own")
        case "tablesample":
            raise Unsupported("a sample is taken where the rows of all nodes come together")
        case name:
            return _conditional(writer, expr, name)


# ---------------------------------------------------------------------------------------------------------------- operators


def resolved(name: str, types: Sequence[PgType]) -> Resolution | None:
    """The operator that these operands choose, None where there is none."""
    try:
        return resolve_operator(name, types[0] if len(types) == 2 else None, types[-1])
    except PlanError:
        return None


def chooses(function: Function, name: str, wanted: Sequence[PgType]) -> Callable[[tuple[PgType, ...]], bool]:
    """Do operands of these types choose *function*, converted to the *wanted* types? *name* is how it is written; where that
    is the negation of the function's own, binding looks the positive one up with the types found."""

    def fits(types: tuple[PgType, ...]) -> bool:
        found = resolved(name, types)
        if found is None or tuple(found.args) != tuple(wanted):
            return False
        if name == function.name:
            return found.function is function
        positive = resolved(function.name, found.args)
        return positive is not None and positive.function is function

    return fits


def _operator(writer: Writer, expr: b.Call, name: str) -> Piece:
    if len(expr.args) == 2 and isinstance(expr.args[0], b.Row) and isinstance(expr.args[1], b.Row):
        left, right = rows(writer, name, expr.args[0], expr.args[1])
    else:
        pieces = spelling.chosen(writer, expr.args, chooses(expr.function, name, [a.type.pg for a in expr.args]))
        if len(pieces) == 1:
            return _prefix(writer, expr, pieces[0])
        left, right = pieces
    level = _LEVELS.get(name, Precedence.OPERATOR)
    chained = level not in (Precedence.COMPARISON, Precedence.LIKE)
    written = left.at(level) if chained else left.above(level)
    return Piece(f"{written} {WORDS.get(name, name)} {right.above(level)}", level, expr.type.pg)


def _prefix(writer: Writer, expr: b.Call, operand: Piece) -> Piece:
    if expr.name in ("+", "-"):
        # A sign in front of a bare number would become part of it.
        if isinstance(writer.known(expr.args[0]), b.Const):
            operand = spelling.quoted_constant(writer, expr.args[0])
        shown = operand.at(Precedence.SIGN)
        return Piece(f"{expr.name}{f'({shown})' if shown.startswith(('-', '+')) else shown}", Precedence.SIGN, expr.type.pg)
    return Piece(f"{expr.name} {operand.at(Precedence.OPERATOR)}", Precedence.OPERATOR, expr.type.pg)


def rows(writer: Writer, name: str, left: b.Row, right: b.Row) -> tuple[Piece, Piece]:
    """Both rows of a comparison, each pair of fields as its own comparison would be."""
    lefts, rights = [], []
    for a, c in zip(left.items, right.items, strict=True):
        one, other = spelling.chosen(writer, (a, c), converts(name, a.type.pg, c.type.pg))
        lefts.append(one)
        rights.append(other)
    return spelling.row(lefts, left.type.pg), spelling.row(rights, right.type.pg)


def converts(name: str, *wanted: PgType) -> Callable[[tuple[PgType, ...]], bool]:
    """Does the operator convert operands of given types to the *wanted* ones?"""

    def fits(types: tuple[PgType, ...]) -> bool:
        found = resolved(name, types)
        return found is not None and tuple(found.args) == wanted

    return fits


# -------------------------------------------------------------------------------------------------------------- connectives


def _chain(writer: Writer, expr: b.Call) -> Piece:
    level = Precedence.AND if expr.name == "and" else Precedence.OR
    word = f" {expr.name.upper()} "
    return Piece(word.join(spelling.exact(writer, a).above(level) for a in expr.args), level, BOOL)


def _between(writer: Writer, expr: b.Call) -> Piece | None:
    """x >= a AND x <= b is x BETWEEN a AND b."""
    match expr.args:
        case (b.Call(args=(x, low)) as above, b.Call(args=(same, high)) as below) if x == same and not _is_const(writer, x):
            word = _BETWEEN.get((expr.name, above.name, below.name))
        case _:
            return None
    if word is None or isinstance(x, b.Row) or not (above.function.operator and below.function.operator):
        return None
    return _bounds(writer, word, (above, below), (x, low, high))


def _bounds(writer: Writer, word: str, tests: tuple[b.Call, b.Call], operands: tuple[b.Expr, b.Expr, b.Expr]) -> Piece | None:
    options = [spelling.variants(writer, o) for o in operands]
    x, low, high = (o.type.pg for o in operands)
    first = chooses(tests[0].function, tests[0].name, (x, low))
    second = chooses(tests[1].function, tests[1].name, (x, high))
    pieces = choose(options, lambda types: first((types[0], types[1])) and second((types[0], types[2])))
    if pieces is None:
        return None
    operand, lower, upper = (p.above(Precedence.LIKE) for p in pieces)
    return Piece(f"{operand} {word} {lower} AND {upper}", Precedence.LIKE, BOOL)


def _is_const(writer: Writer, expr: b.Expr) -> bool:
    return isinstance(writer.known(expr), b.Const)


def _not(writer: Writer, expr: b.Call) -> Piece:
    inner = expr.args[0]
    if isinstance(inner, b.Call):
        if inner.function.operator and inner.name in _NEGATED and (found := _negated(writer, inner)) is not None:
            return found
        if inner.function.schema == "syntax" and inner.name in _TESTS:
            return _test(writer, inner, _TESTS[inner.name][1])
    operand = spelling.exact(writer, inner)
    return Piece(f"NOT {operand.above(Precedence.LIKE)}", Precedence.NOT, BOOL)


def _negated(writer: Writer, inner: b.Call) -> Piece | None:
    """not(a = b) as a <> b, where that binds back to it."""
    name = _NEGATED[inner.name]
    if isinstance(inner.args[0], b.Row) is not isinstance(inner.args[1], b.Row):
        return None
    if not isinstance(inner.args[0], b.Row):
        types = tuple(a.type.pg for a in inner.args)
        if not chooses(inner.function, name, types)(types):
            return None
    return _operator(writer, inner, name)


# -------------------------------------------------------------------------------------------------------------------- tests


def _test(writer: Writer, expr: b.Call, words: str) -> Piece:
    operand = spelling.settled(writer, expr.args[0])
    return Piece(f"{operand.at(Precedence.OPERATOR)} {words}", Precedence.IS, BOOL)


def _distinct(writer: Writer, expr: b.Call) -> Piece:
    options = [_never_null(writer, a) for a in expr.args]
    left, right = choose(options, converts("=", *(a.type.pg for a in expr.args))) or [o[-1] for o in options]
    words = "IS DISTINCT FROM" if expr.name == "is_distinct" else "IS NOT DISTINCT FROM"
    return Piece(f"{left.at(Precedence.OPERATOR)} {words} {right.at(Precedence.OPERATOR)}", Precedence.IS, BOOL)


def _never_null(writer: Writer, expr: b.Expr) -> Variants:
    """Beside a bare NULL, IS DISTINCT FROM would become IS NOT NULL."""
    options = spelling.variants(writer, expr)
    return options[-1:] if options[0].sql == "NULL" else options


# ---------------------------------------------------------------------------------------------------- COALESCE and its like


def _conditional(writer: Writer, expr: b.Call, name: str) -> Piece:
    if name == "nullif":
        args = spelling.chosen(writer, expr.args, converts("=", *(a.type.pg for a in expr.args)))
    elif name == "grouping":
        args = [spelling.exact(writer, a) for a in expr.args]
    else:
        args = spelling.shared(writer, expr.args, expr.type.pg)
    return Piece(f"{name.upper()}({', '.join(a.sql for a in args)})", Precedence.PRIMARY, expr.type.pg, name)
