"""Making an expression another type's: unknown literals, parameters, implicit casts (Postgres's coerce_type)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final

from planner.errors import CannotCoerce, DatatypeMismatch, PlanError, Unsupported
from planner.parse.syntax import Node, RowExpr
from planner.postgres.bind.constants import literal, moment_of_word
from planner.postgres.bind.parts import location, refuse_set
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.casts import Context as CastContext
from planner.postgres.functions.casts import can_cast, select_common_type
from planner.postgres.functions.function import ANY
from planner.postgres.functions.registry import Resolution
from planner.postgres.functions.row_values import row_value
from planner.tree.bound import ArrayExpr, Call, Cast, Const, Expr, Param, Row
from planner.tree.types import (
    ARRAY_OF,
    BOOL,
    FLOAT8,
    INT4,
    INT8,
    NUMERIC,
    RECORD,
    TEXT,
    UNKNOWN,
    PgType,
    SqlType,
    display_name,
    is_record,
    record_of,
)
from planner.tree.values import Value

#: Conversions of numeric constants that are done here, so that an IN list of integers over a bigint column is one of constants.
_EXACT: Final[dict[tuple[PgType, PgType], Callable[[Any], Value]]] = {
    (INT4, INT8): int,
    (INT4, NUMERIC): Decimal,
    (INT8, NUMERIC): Decimal,
    (INT4, FLOAT8): float,
    (INT8, FLOAT8): float,
    (NUMERIC, FLOAT8): float,
}


def type_of(expr: Expr) -> PgType:
    """The expression's type; UNKNOWN for literals and parameters that nothing has decided yet."""
    return expr.type.pg


def as_value(scope: Scope, expr: Expr, node: Node | None = None) -> Expr:
    """A Row, where it is compared with no other, as a record; anything else as it is. Raises Unsupported."""
    if not isinstance(expr, Row):
        return expr
    if not expr.items:
        raise Unsupported("a row without fields is not supported", position=location(node) if node is not None else None)
    nodes = node.items if isinstance(node, RowExpr) and len(node.items) == len(expr.items) else (node,) * len(expr.items)
    items = tuple(untouched(scope, i, n) for i, n in zip(expr.items, nodes, strict=True))
    names = [name for name, _ in expr.type.pg.fields] or [f"f{i + 1}" for i in range(len(items))]
    # What is unknown is text, and unknown still is what clients are told.
    types = (UNKNOWN if e.type.pg is UNKNOWN else i.type.pg for e, i in zip(expr.items, items, strict=True))
    composite = record_of(tuple(zip(names, types, strict=True)))
    return Call(row_value(composite), items, SqlType(composite))


def untouched(scope: Scope, expr: Expr, node: Node | None) -> Expr:
    """For a use that takes any type: a literal is text, a parameter learns nothing."""
    if isinstance(expr, Param) and expr.type.pg is UNKNOWN:
        return scope.context.leave_undecided(expr, location(node) if node is not None else None)
    return settle(scope, expr, node)


def is_null_literal(expr: Expr) -> bool:
    """Is it a bare NULL?"""
    return isinstance(expr, Const) and expr.value is None and expr.type.pg is UNKNOWN


def coerce(scope: Scope, expr: Expr, target: PgType, node: Node | None, context: CastContext = "implicit") -> Expr:
    """*expr* as a *target*. The cast must exist in *context*; callers have checked that, else it is CannotCoerce."""
    return coerce_to(scope, expr, SqlType(target), node, context)


def coerce_to(scope: Scope, expr: Expr, target: SqlType, node: Node | None, context: CastContext = "implicit") -> Expr:
    """Like coerce, to a type with a modifier (applied by assignment and explicit casts). Raises CannotCoerce."""
    expr = as_value(scope, expr, node)
    source = expr.type.pg
    position = location(node) if node is not None else None
    if source is UNKNOWN:
        return _unknown(scope, expr, target, position)
    if source is target.pg and (target.typmod in (-1, expr.type.typmod) or context == "implicit"):
        return expr
    if (
        isinstance(expr, ArrayExpr)
        and target.pg.element is not None
        and source is not target.pg
        and can_cast(source, target.pg, context)
    ):
        items = tuple(coerce_to(scope, i, _item_type(i, target), None, context) for i in expr.items)
        return ArrayExpr(items, target)
    if is_record(source) and target.pg == RECORD:
        return expr
    if not can_cast(source, target.pg, context):
        raise CannotCoerce(f"cannot cast type {display_name(source)} to {display_name(target.pg)}", position=position)
    if isinstance(expr, Const) and target.typmod == -1 and (source, target.pg) in _EXACT and expr.value is not None:
        return Const(_EXACT[source, target.pg](expr.value), target, expr.position)
    return Cast(expr, target, implicit=context == "implicit")


def _item_type(item: Expr, array: SqlType) -> SqlType:
    if isinstance(item, ArrayExpr) or item.type.pg.is_array:
        return array
    return SqlType(array.pg.element or UNKNOWN, array.typmod)


def _unknown(scope: Scope, expr: Expr, target: SqlType, position: int | None) -> Expr:
    """A literal or parameter that nothing has decided yet takes the type it is used as."""
    if isinstance(expr, Param):
        decided = scope.context.decide(expr, target.pg, position)
        return decided if target.typmod == -1 else Cast(decided, target)
    if isinstance(expr, Const):
        if target.pg is UNKNOWN:
            return expr
        if expr.value is not None and (moment := moment_of_word(str(expr.value), target)) is not None:
            return moment
        return Const(None, target) if expr.value is None else literal(scope, expr, target, position)
    # A scalar subquery, CASE … over nothing but unknown literals has become text by now.
    return Cast(expr, target, implicit=True)


def settle(scope: Scope, expr: Expr, node: Node | None = None) -> Expr:
    """What is still unknown becomes text, and a row a record."""
    if isinstance(expr, Row):
        return as_value(scope, expr, node)
    return coerce(scope, expr, TEXT, node) if expr.type.pg is UNKNOWN else expr


# --------------------------------------------------------------------------------------------------------------- conditions


def condition(scope: Scope, expr: Expr, node: Node, what: str) -> Expr:
    """*expr* as a boolean, where *what* ("WHERE", "AND", "CASE/WHEN" …) needs one. Raises DatatypeMismatch."""
    source = type_of(expr)
    if source is BOOL:
        refuse_set(scope, expr, what, location(node))
        return expr
    if source is UNKNOWN:
        return coerce(scope, expr, BOOL, node)
    if not can_cast(source, BOOL, "assignment"):
        message = f"argument of {what} must be type boolean, not type {display_name(source)}"
        raise DatatypeMismatch(message, position=location(node))
    return coerce(scope, expr, BOOL, node, "assignment")


def specific(scope: Scope, expr: Expr, target: PgType, node: Node, what: str) -> Expr:
    """*expr* as the one type that *what* ("LIMIT" …) takes, by assignment. Raises DatatypeMismatch."""
    if not can_cast(type_of(expr), target, "assignment"):
        message = f"argument of {what} must be type {display_name(target)}, not type {display_name(type_of(expr))}"
        raise DatatypeMismatch(message, position=location(node))
    return coerce(scope, expr, target, node, "assignment")


# --------------------------------------------------------------------------------------------------------------- common type


def common(scope: Scope, exprs: Sequence[Expr], nodes: Sequence[Node], what: str) -> tuple[tuple[Expr, ...], SqlType]:
    """All of *exprs* as their common type, and that type; its modifier is theirs if they agree."""
    target = common_type(exprs, nodes, what)
    typmods = {e.type.typmod if e.type.pg is target else -1 for e in exprs}
    converted = tuple(_to_common(scope, e, target, n, what) for e, n in zip(exprs, nodes, strict=True))
    return converted, SqlType(target, typmods.pop() if len(typmods) == 1 else -1)


def _to_common(scope: Scope, expr: Expr, target: PgType, node: Node, what: str) -> Expr:
    if not can_cast(type_of(expr), target, "implicit"):
        message = f"{what} could not convert type {display_name(type_of(expr))} to {display_name(target)}"
        raise DatatypeMismatch(message, position=location(node))
    return coerce(scope, expr, target, node)


def common_type(exprs: Sequence[Expr], nodes: Sequence[Node], what: str) -> PgType:
    """select_common_type with the position of the first expression that does not fit. Raises DatatypeMismatch."""
    types = [type_of(e) for e in exprs]
    try:
        return select_common_type(types, what)
    except DatatypeMismatch as error:
        for count in range(2, len(types) + 1):
            if not _matches(types[:count], what):
                raise DatatypeMismatch(error.message, position=location(nodes[count - 1])) from error
        raise


def _matches(types: Sequence[PgType], what: str) -> bool:
    try:
        select_common_type(types, what)
    except PlanError:
        return False
    return True


def common_or_none(types: Sequence[PgType]) -> PgType | None:
    """The common type, or None where Postgres would try each pair by itself."""
    if any(map(is_record, types)):
        return None
    try:
        found = select_common_type(types, "IN")
    except DatatypeMismatch:
        return None
    return found if found in ARRAY_OF else None


# -------------------------------------------------------------------------------------------------------------- explicit casts


def explicit_cast(scope: Scope, expr: Expr, target: SqlType, node: Node, pos: int) -> Expr:
    """operand::target. *pos* is the cast's own position, which errors about the pair of types point at. Raises CannotCoerce."""
    expr = as_value(scope, expr, node)
    source = type_of(expr)
    if is_record(source) and target.pg == RECORD:
        return expr
    if source is UNKNOWN:
        return _unknown(scope, expr, target, location(node))
    if source is target.pg:
        # A cast to the type without its modifier drops the modifier.
        return expr if target.typmod == expr.type.typmod else Cast(expr, target)
    if isinstance(expr, ArrayExpr) and target.pg.element is not None:
        items = tuple(explicit_cast(scope, i, _item_type(i, target), node, pos) for i in expr.items)
        return ArrayExpr(items, target)
    if not can_cast(source, target.pg, "explicit"):
        message = f"cannot cast type {display_name(source)} to {display_name(target.pg)}"
        raise CannotCoerce(message, position=pos or location(node))
    return Cast(expr, target)


def convert_args(scope: Scope, found: Resolution, args: tuple[Expr, ...], nodes: tuple[Node, ...]) -> tuple[Expr, ...]:
    """The arguments as the resolved function takes them."""
    declared = found.function.args
    return tuple(
        untouched(scope, a, n) if declared[min(i, len(declared) - 1)] is ANY else coerce(scope, a, t, n)
        for i, (a, t, n) in enumerate(zip(args, found.args, nodes, strict=True))
    )
