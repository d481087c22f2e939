"""Expressions as SQL: one function per kind of node, each giving all spellings of it, the plainest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from planner.postgres.deparse import calls, membership, operators
from planner.postgres.deparse.literals import constant
from planner.postgres.deparse.piece import Piece, Precedence, Variants, choose
from planner.postgres.deparse.spelling import WRITERS, common, exact, row, settled, shared, text, variants
from planner.postgres.deparse.words import type_label, type_name
from planner.postgres.deparse.writer import Writer
from planner.tree import bound as b
from planner.tree.types import ARRAY_OF, INT4, NAMED_NUMBERS, TEXT, UNKNOWN, SqlType

#: The upper end of a slice that is left open.
_NO_UPPER: Final = 2**31 - 1


def _const(_writer: Writer, expr: b.Const) -> Variants:
    return constant(expr)


def _param(_writer: Writer, expr: b.Param) -> Variants:
    return (Piece(f"${expr.index + 1}", Precedence.PRIMARY, expr.type.pg),)


def _column(writer: Writer, expr: b.ColumnRef) -> Variants:
    return (Piece(writer.column(expr), Precedence.PRIMARY, expr.type.pg, writer.column_name(expr)),)


def _cast(writer: Writer, expr: b.Cast) -> Variants:
    operand = _operand_of_cast(writer, expr)
    label = operand.label if operand.label is not None and not operand.weak else None
    written = Piece(
        f"{operand.at(Precedence.CAST)}::{type_name(expr.type)}",
        Precedence.CAST,
        expr.type.pg,
        label or type_label(expr.type.pg),
        weak=label is None,
    )
    return (operand, written) if expr.implicit and expr.type.typmod == -1 else (written,)


def _operand_of_cast(writer: Writer, expr: b.Cast) -> Piece:
    inner = variants(writer, expr.operand)
    if expr.type.pg in NAMED_NUMBERS and inner[0].pg is UNKNOWN and isinstance(expr.operand, b.Const):
        # Binding leaves such names to execution, as text.
        return inner[0] if not str(expr.operand.value).isdigit() else inner[-1]
    return inner[-1]


def _case(writer: Writer, expr: b.Case) -> Variants:
    otherwise = [] if expr.otherwise is None else [expr.otherwise]
    results = shared(writer, [*otherwise, *(then for _, then in expr.whens)], expr.type.pg)
    last = results.pop(0) if otherwise else None
    parts = [
        f" WHEN {text(writer, condition)} THEN {then.sql}" for (condition, _), then in zip(expr.whens, results, strict=True)
    ]  # fmt: skip
    end = f" ELSE {last.sql}" if last is not None else ""
    label = last.label if last is not None and not last.weak else None
    return (Piece(f"CASE{''.join(parts)}{end} END", Precedence.PRIMARY, expr.type.pg, label or "case", weak=label is None),)


def _row(writer: Writer, expr: b.Row) -> Variants:
    return (row([settled(writer, i) for i in expr.items], expr.type.pg),)


def _array(writer: Writer, expr: b.ArrayExpr) -> Variants:
    element = expr.type.pg.element
    options = [variants(writer, i) for i in expr.items]
    plain = choose(options, lambda types: common(types) is element) if expr.items and expr.type.typmod == -1 else None
    if plain is None or any(i.type.pg.is_array for i in expr.items):
        return (_typed_array(writer, expr),)
    written = Piece(_listed(plain), Precedence.PRIMARY, expr.type.pg, "array")
    natural = [o[0] for o in options]
    shown = common([p.pg for p in natural])
    if shown in (None, element, TEXT) or not all(isinstance(i, b.Const) for i in expr.items):
        return (written,)
    # Numbers that the use of the array widens.
    assert shown is not None
    return Piece(_listed(natural), Precedence.PRIMARY, ARRAY_OF[shown], "array"), written


def _typed_array(writer: Writer, expr: b.ArrayExpr) -> Piece:
    """ARRAY[…]::type[] converts each item."""
    element = SqlType(expr.type.pg.element or UNKNOWN, expr.type.typmod)
    items = [_item(writer, i, element, expr.type) for i in expr.items]
    return Piece(f"{_listed(items)}::{type_name(expr.type)}", Precedence.CAST, expr.type.pg, "array")


def _item(writer: Writer, item: b.Expr, element: SqlType, array: SqlType) -> Piece:
    item = writer.known(item)
    if isinstance(item, b.ArrayExpr) and item.type == array:
        return Piece(_listed([_item(writer, i, element, array) for i in item.items]), Precedence.PRIMARY, array.pg)
    if isinstance(item, b.Cast) and item.type == element:
        return exact(writer, item.operand)
    if isinstance(item, b.Const) and variants(writer, item)[0].pg is UNKNOWN:
        return variants(writer, item)[0]
    return exact(writer, item)


def _listed(items: Sequence[Piece]) -> str:
    return f"ARRAY[{', '.join(i.sql for i in items)}]"


def _subscript(writer: Writer, expr: b.Subscript) -> Variants:
    operand = exact(writer, expr.operand)
    bare = isinstance(writer.known(expr.operand), (b.ColumnRef, b.Param))
    index = _index(writer, expr.lower)
    if expr.upper is not None:
        is_open = isinstance(expr.upper, b.Const) and expr.upper.value == _NO_UPPER
        index += ":" if is_open else f":{_index(writer, expr.upper)}"
    written = operand.sql if bare else f"({operand.sql})"
    return (Piece(f"{written}[{index}]", Precedence.SUBSCRIPT, expr.type.pg, operand.label, operand.weak),)


def _index(writer: Writer, expr: b.Expr) -> str:
    options = variants(writer, expr)
    return (options[0] if options[0].pg is INT4 else options[-1]).sql


def _subquery(writer: Writer, expr: b.Subquery) -> Variants:
    return (membership.subquery(writer, expr),)


def _scalar(writer: Writer, expr: b.Call) -> Variants:
    if expr.name == "jsonb_order":
        return variants(writer, expr.args[0])
    return (operators.call(writer, expr) if operators.is_operator(expr) else calls.call(writer, expr),)


def _one(write: Callable[[Writer, Any], Piece]) -> Callable[[Writer, Any], Variants]:
    return lambda writer, expr: (write(writer, expr),)


WRITERS.update(
    {
        b.Const: _const,
        b.Param: _param,
        b.ColumnRef: _column,
        b.Call: _scalar,
        b.Cast: _cast,
        b.Case: _case,
        b.Row: _row,
        b.InList: _one(membership.in_list),
        b.AnyAll: _one(membership.any_all),
        b.ArrayExpr: _array,
        b.Subscript: _subscript,
        b.Subquery: _subquery,
        b.Aggregate: _one(calls.aggregate),
        b.Window: _one(calls.window),
    }
)
