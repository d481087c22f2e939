"""Expressions that binding makes: conditions, COALESCE, calls of operators."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from planner.postgres.bind.parts import resolve_operator
from planner.postgres.functions.function import Function
from planner.postgres.functions.registry import builtin
from planner.tree.bound import Call, Expr
from planner.tree.types import BOOL, SqlType

BOOLEAN: Final = SqlType(BOOL)


@cache
def syntax(name: str) -> Function:
    """The Function behind a piece of syntax."""
    return builtin(name)


def negate(expr: Expr) -> Expr:
    """NOT expr."""
    return Call(syntax("not"), (expr,), BOOLEAN)


def both(*args: Expr) -> Expr:
    """args[0] AND args[1] …"""
    return Call(syntax("and"), args, BOOLEAN)


def every(conditions: Sequence[Expr]) -> Expr:
    """All of one or more conditions; a single one is itself."""
    return conditions[0] if len(conditions) == 1 else both(*conditions)


def either(*args: Expr) -> Expr:
    """args[0] OR args[1] …"""
    return Call(syntax("or"), args, BOOLEAN)


def coalesce(first: Expr, *others: Expr) -> Expr:
    """COALESCE of expressions of one type."""
    return Call(syntax("coalesce"), (first, *others), first.type)


def operation(operator: str, left: Expr, right: Expr) -> Expr:
    """left operator right, of types that it takes as they are."""
    found = resolve_operator(operator, left.type.pg, right.type.pg)
    return Call(found.function, (left, right), SqlType(found.result))


def is_null(expr: Expr) -> Expr:
    """expr IS NULL."""
    return Call(syntax("is_null"), (expr,), BOOLEAN)
