"""IN, ANY, ALL, and subqueries as expressions."""

from __future__ import annotations

from collections.abc import Sequence

from planner.postgres.bind.coerce import common_or_none
from planner.postgres.deparse import operators, spelling
from planner.postgres.deparse.piece import Piece, Precedence, Variants, choose
from planner.postgres.deparse.words import type_name
from planner.postgres.deparse.writer import Writer
from planner.tree import bound as b
from planner.tree.types import ARRAY_OF, BOOL, UNKNOWN, PgType


def in_list(writer: Writer, expr: b.InList) -> Piece:
    """operand [NOT] IN (items)"""
    if isinstance(expr.operand, b.Row):
        operand, items = _rows(writer, expr.operand, [i for i in expr.items if isinstance(i, b.Row)])
    else:
        operand, items = _column(writer, expr.operand, expr.items)
    word = "NOT IN" if expr.negated else "IN"
    listed = ", ".join(i.sql for i in items) if len(items) > 1 else _value(expr.items[0], items[0])
    return Piece(f"{operand.above(Precedence.LIKE)} {word} ({listed})", Precedence.LIKE, BOOL)


def _rows(writer: Writer, operand: b.Row, rows: Sequence[b.Row]) -> tuple[Piece, list[Piece]]:
    columns = [_column(writer, e, [r.items[i] for r in rows], single=False) for i, e in enumerate(operand.items)]
    left = spelling.row([c[0] for c in columns], operand.type.pg)
    return left, [spelling.row([c[1][n] for c in columns], r.type.pg) for n, r in enumerate(rows)]


def _column(writer: Writer, operand: b.Expr, items: Sequence[b.Expr], *, single: bool = True) -> tuple[Piece, list[Piece]]:
    """One compared column: all items plain or all of them exact, and the operand either way."""
    left = spelling.variants(writer, operand)
    options = [spelling.variants(writer, i) for i in items]
    plain, written = [o[0] for o in options], [o[-1] for o in options]
    alone = single and len(items) == 1
    for chosen in (plain, written):
        for shown in left:
            if _fits(shown.pg, [p.pg for p in chosen], operand.type.pg, items[0].type.pg, alone=alone):
                return shown, chosen
    return left[-1], written


def _fits(operand: PgType, items: Sequence[PgType], left: PgType, right: PgType, *, alone: bool) -> bool:
    """Does binding convert the operand to *left* and the items to *right*?"""
    target = common_or_none([operand, *dict.fromkeys(items)])
    if target is None:
        return False
    found = operators.resolved("=", (operand if alone or operand is not UNKNOWN else target, target))
    return found is not None and tuple(found.args) == (left, right)


def any_all(writer: Writer, expr: b.AnyAll) -> Piece:
    """operand op ANY | ALL (array)"""
    element = expr.array.type.pg.element
    assert element is not None
    wanted = operators.chooses(expr.function, expr.function.name, (expr.operand.type.pg, element))

    def fits(types: tuple[PgType, ...]) -> bool:
        item = UNKNOWN if types[1] is UNKNOWN else types[1].element
        return item is not None and wanted((types[0], item)) and (types[1] is UNKNOWN or element in ARRAY_OF)

    operand, array = spelling.chosen(writer, (expr.operand, expr.array), fits)
    name = operators.WORDS.get(expr.function.name, expr.function.name)
    sql = f"{operand.at(Precedence.OPERATOR)} {name} {'ALL' if expr.all else 'ANY'} ({_value(expr.array, array)})"
    return Piece(sql, Precedence.COMPARISON, BOOL)


def _value(expr: b.Expr, written: Piece) -> str:
    """The one array or item of a list. A subquery's value must not look like ANY or IN over the subquery's rows."""
    if isinstance(expr, b.Subquery) and expr.kind == "scalar":
        return f"{written.sql}::{type_name(expr.type)}"
    return written.sql


# --------------------------------------------------------------------------------------------------------------- subqueries


def subquery(writer: Writer, expr: b.Subquery) -> Piece:
    """(query), EXISTS (query), ARRAY(query), operand IN (query), operand op ANY (query)"""
    match expr.kind:
        case "scalar":
            return Piece(f"({spelling.query(writer, expr.query)})", Precedence.PRIMARY, expr.type.pg, expr.query.columns[0].name)
        case "exists":
            found = Piece(f"EXISTS ({spelling.query(writer, expr.query)})", Precedence.PRIMARY, BOOL, "exists")
            return Piece(f"NOT {found.sql}", Precedence.NOT, BOOL) if expr.negated else found
        case "array":
            return Piece(f"ARRAY({spelling.query(writer, expr.query)})", Precedence.PRIMARY, expr.type.pg, "array")
    return _compared(writer, expr)


def _compared(writer: Writer, expr: b.Subquery) -> Piece:
    assert expr.operand is not None
    assert expr.function is not None
    operand, plain = _operand(writer, expr, expr.operand, expr.function.name)
    written = spelling.query(writer, expr.query, plain=plain)
    if expr.kind == "any" and expr.function.name == "=":
        word = "NOT IN" if expr.negated else "IN"
        return Piece(f"{operand.above(Precedence.LIKE)} {word} ({written})", Precedence.LIKE, BOOL)
    name = operators.WORDS.get(expr.function.name, expr.function.name)
    found = f"{operand.at(Precedence.OPERATOR)} {name} {expr.kind.upper()} ({written})"
    return Piece(f"NOT ({found})", Precedence.NOT, BOOL) if expr.negated else Piece(found, Precedence.COMPARISON, BOOL)


def _operand(writer: Writer, expr: b.Subquery, operand: b.Expr, name: str) -> tuple[Piece, frozenset[int]]:
    """The operand, and which columns of the query need not be converted explicitly."""
    items = operand.items if isinstance(operand, b.Row) else (operand,)
    shown, plain = [], set()
    for index, (item, column) in enumerate(zip(items, expr.query.columns, strict=True)):
        inner: Variants = spelling.column_variants(writer, expr.query, index)
        options = [spelling.variants(writer, item), inner]
        found = choose(options, operators.converts(name, item.type.pg, column.type.pg))
        left, right = found or [o[-1] for o in options]
        shown.append(left)
        if right is not inner[-1]:
            plain.add(index)
    whole = spelling.row(shown, operand.type.pg) if isinstance(operand, b.Row) else shown[0]
    return whole, frozenset(plain)
