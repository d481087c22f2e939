"""What Postgres calls an output column without AS (FigureColname)."""

from __future__ import annotations

from typing import Final

from planner.parse import syntax as s

UNNAMED: Final = "?column?"
#: How much a name says: nothing, only a type, a name proper.
_NONE, _WEAK, _STRONG = 0, 1, 2


def label(node: s.Node) -> str:
    """The output column's name."""
    return _figure(node)[0]


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
    return first_column(node.query), _STRONG


def leftmost(query: s.QueryNode) -> s.SelectCore | s.ValuesCore:
    """What names the query's columns: the first one of a set operation's parts."""
    body = query.body
    while isinstance(body, s.SetOperation):
        body = body.left.body
    return body


def first_column(query: s.QueryNode) -> str:
    """The name of a query's first column."""
    body = leftmost(query)
    if isinstance(body, s.SelectCore) and body.targets:
        return body.targets[0].label or label(body.targets[0].expr)
    return "column1"
