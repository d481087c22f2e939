"""What all kinds of calls share."""

from __future__ import annotations

from planner.bind.coerce import coerce
from planner.bind.scope import Scope
from planner.bound import Expr
from planner.functions.registry import Resolution
from planner.parse.syntax import Node


def convert_args(scope: Scope, found: Resolution, args: tuple[Expr, ...], nodes: tuple[Node, ...]) -> tuple[Expr, ...]:
    """The arguments as the resolved function takes them."""
    return tuple(coerce(scope, a, t, n) for a, t, n in zip(args, found.args, nodes, strict=True))
