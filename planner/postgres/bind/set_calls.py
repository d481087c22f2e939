"""Where set-returning functions may not stand, in PostgreSQL's words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from planner.errors import DatatypeMismatch, Unsupported
from planner.postgres.bind.scope import Scope, TableCall
from planner.tree.bound import ColumnRef, Expr
from planner.tree.walk import columns_in

_HINT: Final = "You might be able to move the set-returning function into a LATERAL FROM item."
#: Clauses whose calls join those of the select list.
_JOINED: Final = ("", "GROUP BY", "ORDER BY", "DISTINCT ON")


def meet(scope: Scope, pos: int) -> None:
    """Note a call. Raises Unsupported where none may stand."""
    inside = scope.inside[-1] if scope.inside else ""
    if inside == "filter":
        raise Unsupported("set-returning functions are not allowed in FILTER", position=pos)
    if inside == "window frame":
        raise Unsupported("set-returning functions are not allowed in window definitions", position=pos)
    if scope.clause == "functions in FROM":
        raise Unsupported("set-returning functions must appear at top level of FROM", position=pos)
    if scope.clause not in _JOINED:
        raise Unsupported(f"set-returning functions are not allowed in {scope.clause}", position=pos)
    scope.set_calls, scope.set_pos = scope.set_calls + 1, pos


def refuse_in(scope: Scope, before: int, construct: str) -> None:
    """Raise Unsupported if one has been met since there were *before*: CASE and COALESCE take none."""
    if scope.set_calls != before:
        message = f"set-returning functions are not allowed in {construct}"
        raise Unsupported(message, position=scope.set_pos, hint=_HINT)


def refuse_within(scope: Scope, before: int, kind: str) -> None:
    """Likewise for calls of "aggregate" or "window" functions. Raises Unsupported."""
    if scope.set_calls != before:
        message = f"{kind} function calls cannot contain set-returning function calls"
        raise Unsupported(message, position=scope.set_pos, hint=_HINT)


def refuse_set(scope: Scope, expr: Expr, what: str, pos: int) -> None:
    """Raise DatatypeMismatch for a condition that would be several."""
    if returns_set(scope, expr):
        raise DatatypeMismatch(f"argument of {what} must not return a set", position=pos)


def calls_of(scope: Scope, columns: Iterable[ColumnRef]) -> list[TableCall]:
    """The calls that have one of these columns."""
    used = {column.column for column in columns if column.source == scope.table_source}
    return [call for call in scope.table_calls if not used.isdisjoint(call.places)]


def returns_set(scope: Scope, expr: Expr) -> bool:
    """Does the expression have a value for each row of a set-returning call?"""
    return scope.table_source is not None and any(c.source == scope.table_source for c in columns_in(expr))
