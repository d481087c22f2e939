"""Small questions about bound conditions that several passes ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from planner.bound import Call, Expr


def conjuncts(expr: Expr | None) -> Iterator[Expr]:
    """The conditions that are ANDed together, however deep the ANDs nest."""
    stack = [] if expr is None else [expr]
    while stack:
        one = stack.pop()
        if isinstance(one, Call) and one.name == "and":
            stack.extend(reversed(one.args))
        else:
            yield one


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
