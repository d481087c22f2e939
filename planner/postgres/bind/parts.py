"""What binds a part of a node: an expression, a query or an item of FROM inside of it.

Each kind's own module puts its function into BINDERS (see `expressions`, `queries`, `relations`, `joins`), so that none of them
has to know the modules of all that it may hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from planner.parse.syntax import FromNode, Node, QueryNode
from planner.postgres.bind.scope import Item, Scope
from planner.tree.bound import Expr, From, Query

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
