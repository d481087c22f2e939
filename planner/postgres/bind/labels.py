"""What Postgres calls an output column without AS (FigureColname)."""

from __future__ import annotations

from typing import Final

from planner.parse import syntax as s
from planner.tree.bound import Case, Cast, Expr, Subquery

UNNAMED: Final = "?column?"
#: No name.
_STAR: Final = "\0"
#: How much a name says: nothing, only a type, a name proper.
_NONE, _WEAK, _STRONG = 0, 1, 2


def label(node: s.Node, expr: Expr) -> str:
    """The output column's name; *expr* is what *node* is bound to."""
    return said(node) or _of_star(expr)


def said(node: s.Node) -> str | None:
    """The same, as far as the text says it: what is the first column of SELECT * in a subquery?"""
    name = _figure(node)[0]
    return None if name is _STAR else name


def _of_star(expr: Expr | None) -> str:
    while isinstance(expr, Cast):
        expr = expr.operand
    if isinstance(expr, Case):
        return _of_star(expr.otherwise)
    return expr.query.columns[0].name if isinstance(expr, Subquery) and expr.query.columns else UNNAMED


def _figure(node: s.Node) -> tuple[str, int]:
    match node:
        case s.ColumnName(parts=parts, star=star):
            return parts[-2 if star else -1], _STRONG
        case s.FieldAccess(name=name, operand=operand):
            return (name, _STRONG) if name != "*" else _figure(operand)
        case s.Subscripts(operand=operand) | s.Collate(operand=operand):
            return _figure(operand)
        case s.FuncCall(name=name):
            return name[-1], _STRONG
        case s.ValueFunction(name=name) | s.Conditional(kind=name):
            return name, _STRONG
        case s.Grouping():
            return "grouping", _STRONG
        case s.ArrayLiteral():
            return "array", _STRONG
        case s.RowExpr():
            return "row", _STRONG
        case s.CastExpr(operand=operand, type=target):
            return _or(operand, target.parts[-1])
        case s.CaseExpr(otherwise=otherwise):
            return _or(otherwise, "case")
        case s.SubqueryExpr():
            return _subquery(node)
        case _:
            return UNNAMED, _NONE


def _or(node: s.Node | None, fallback: str) -> tuple[str, int]:
    name, strength = _figure(node) if node is not None else (UNNAMED, _NONE)
    return (name, strength) if strength > _WEAK else (fallback, _WEAK)


def _subquery(node: s.SubqueryExpr) -> tuple[str, int]:
    if node.kind != "scalar":
        return node.kind, _STRONG
    return _first_column(node.query), _STRONG


def leftmost(query: s.QueryNode) -> s.SelectCore | s.ValuesCore:
    """What names the query's columns: the first one of a set operation's parts."""
    body = query.body
    while isinstance(body, s.SetOperation):
        body = body.left.body
    return body


def _first_column(query: s.QueryNode) -> str:
    """The name of a query's first column."""
    body = leftmost(query)
    if not isinstance(body, s.SelectCore) or not body.targets:
        return "column1"
    match body.targets[0].expr:
        case s.ColumnName(star=True) | s.FieldAccess(name="*"):
            return _STAR
        case expr:
            return body.targets[0].label or _figure(expr)[0]
