"""Small questions about bound conditions that several passes ask."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from planner.postgres.functions.registry import builtin
from planner.tree.bound import Call, Expr
from planner.tree.types import BOOL, SqlType


def all_true(conditions: Iterable[Expr | None]) -> Expr | None:
    """The conditions under one AND; None are those that are not there."""
    given = tuple(c for c in conditions if c is not None)
    if len(given) < 2:
        return given[0] if given else None
    return Call(builtin("and"), given, SqlType(BOOL))


def conjuncts(expr: Expr | None) -> Sequence[Expr]:
    """The conditions that are ANDed together, however deep the ANDs nest."""
    return () if expr is None else flattened((expr,), "and")


def flattened(args: Iterable[Expr], name: str) -> list[Expr]:
    """The arguments of an AND or OR with those of the same kind below it drawn up."""
    found: list[Expr] = []
    stack = list(args)[::-1]
    while stack:
        one = stack.pop()
        if isinstance(one, Call) and one.name == name:
            stack.extend(reversed(one.args))
        else:
            found.append(one)
    return found
