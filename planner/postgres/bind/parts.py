"""What all modules of binding need: what binds a part of a node, where in the text that stands, what its operator or function is.

Each kind's own module puts its function into BINDERS (see `expressions`, `queries`, `relations`, `joins`), so that none of them
has to know the modules of all that it may hold. Operators and functions are looked up once for the same types and remembered: the
registry never changes, and statements repeat the same few calls. Where set-returning functions may not stand they are refused, in
PostgreSQL's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from planner.errors import DatatypeMismatch, PlanError, Unsupported
from planner.parse import syntax as s
from planner.parse.syntax import FromNode, Node, QueryNode
from planner.postgres.bind.scope import Item, Scope, TableCall
from planner.postgres.functions import registry
from planner.postgres.functions.registry import Resolution
from planner.tree.bound import ColumnRef, Expr, From, Query
from planner.tree.types import PgType
from planner.tree.walk import columns_in

BINDERS: Final[dict[type, Callable[..., Any]]] = {}


def bind(scope: Scope, node: Node) -> Expr:
    """The bound expression of *node*. Literals and parameters may still be of type UNKNOWN."""
    return cast(Expr, BINDERS[type(node)](scope, node))


def bind_query(parent: Scope | None, node: QueryNode, *, settle: bool = True, scope: Scope | None = None) -> Query:
    """A query as a level inside *parent*. Without *settle* columns of literals may stay UNKNOWN, for a set operation to decide."""
    return cast(Query, BINDERS[QueryNode](parent, node, settle=settle, scope=scope))


def bind_from_item(scope: Scope, node: FromNode) -> tuple[From, list[Item]]:
    """One item of FROM and what it adds to the namespace."""
    return cast(tuple[From, list[Item]], BINDERS[type(node)](scope, node))


#: A node for expressions that binding made up.
NOWHERE: Final = s.Literal("null", "", 0)


def location(node: s.Node | s.QueryNode) -> int:
    """The position of the leftmost part of *node*, which Postgres reports for it (exprLocation)."""
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


_REMEMBERED_MAX: Final = 4096


def resolve_operator(operator: str, left: PgType | None, right: PgType, position: int | None = None) -> Resolution:
    """See planner.postgres.functions.registry."""
    try:
        return _operator(operator, left, right)
    except PlanError as error:
        error.position = position
        raise


@lru_cache(maxsize=_REMEMBERED_MAX)
def _operator(operator: str, left: PgType | None, right: PgType) -> Resolution:
    return registry.resolve_operator(operator, left, right)


def resolve_function(name: str, schema: str | None, arg_types: Sequence[PgType], position: int | None = None) -> Resolution:
    """See planner.postgres.functions.registry."""
    try:
        return _function(name, schema, tuple(arg_types))
    except PlanError as error:
        error.position = None if isinstance(error, DatatypeMismatch) else position
        raise


@lru_cache(maxsize=_REMEMBERED_MAX)
def _function(name: str, schema: str | None, arg_types: tuple[PgType, ...]) -> Resolution:
    return registry.resolve_function(name, schema, arg_types)


# --------------------------------------------------------------------------------------------- set-returning functions

_SET_HINT: Final = "You might be able to move the set-returning function into a LATERAL FROM item."
#: Clauses whose calls join those of the select list.
_SET_CLAUSES: Final = ("", "GROUP BY", "ORDER BY", "DISTINCT ON")


def meet_set_call(scope: Scope, pos: int) -> None:
    """Note a call. Raises Unsupported where none may stand."""
    inside = scope.inside[-1] if scope.inside else ""
    if inside == "filter":
        raise Unsupported("set-returning functions are not allowed in FILTER", position=pos)
    if inside == "window frame":
        raise Unsupported("set-returning functions are not allowed in window definitions", position=pos)
    if scope.clause == "functions in FROM":
        raise Unsupported("set-returning functions must appear at top level of FROM", position=pos)
    if scope.clause not in _SET_CLAUSES:
        raise Unsupported(f"set-returning functions are not allowed in {scope.clause}", position=pos)
    scope.set_calls, scope.set_pos = scope.set_calls + 1, pos


def refuse_sets_in(scope: Scope, before: int, construct: str) -> None:
    """Raise Unsupported if one has been met since there were *before*: CASE and COALESCE take none."""
    if scope.set_calls != before:
        message = f"set-returning functions are not allowed in {construct}"
        raise Unsupported(message, position=scope.set_pos, hint=_SET_HINT)


def refuse_sets_within(scope: Scope, before: int, kind: str) -> None:
    """Likewise for calls of "aggregate" or "window" functions. Raises Unsupported."""
    if scope.set_calls != before:
        message = f"{kind} function calls cannot contain set-returning function calls"
        raise Unsupported(message, position=scope.set_pos, hint=_SET_HINT)


def refuse_set(scope: Scope, expr: Expr, what: str, pos: int) -> None:
    """Raise DatatypeMismatch for a condition that would be several."""
    if returns_set(scope, expr):
        raise DatatypeMismatch(f"argument of {what} must not return a set", position=pos)


def set_calls_of(scope: Scope, columns: Iterable[ColumnRef]) -> list[TableCall]:
    """The calls that have one of these columns."""
    used = {column.column for column in columns if column.source == scope.table_source}
    return [call for call in scope.table_calls if not used.isdisjoint(call.places)]


def returns_set(scope: Scope, expr: Expr) -> bool:
    """Does the expression have a value for each row of a set-returning call?"""
    return scope.table_source is not None and any(c.source == scope.table_source for c in columns_in(expr))
