"""What all kinds of calls share."""

from __future__ import annotations

from planner.parse.syntax import Node
from planner.postgres.bind.coerce import coerce, untouched
from planner.postgres.bind.resolution import Resolution
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.function import ANY
from planner.tree.bound import Expr


def convert_args(scope: Scope, found: Resolution, args: tuple[Expr, ...], nodes: tuple[Node, ...]) -> tuple[Expr, ...]:
    """The arguments as the resolved function takes them."""
    declared = found.function.args
    return tuple(
        untouched(scope, a, n) if declared[min(i, len(declared) - 1)] is ANY else coerce(scope, a, t, n)
        for i, (a, t, n) in enumerate(zip(args, found.args, nodes, strict=True))
    )
