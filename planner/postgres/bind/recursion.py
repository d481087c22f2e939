"""WITH RECURSIVE before its entries are bound: in which order, and whether they refer to themselves where they may.

It follows parse_cte.c: every entry sees all others, so they are sorted by what they need (makeDependencyGraph,
TopologicalSort), and a reference to itself has few places (checkWellFormedRecursion).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass

from planner.errors import InvalidRecursion, Unsupported
from planner.parse.syntax import JoinFrom, QueryNode, SetOperation, SubqueryFrom, TableName, WithEntry

_OUTER = "within an outer join"
_ITSELF = "within its non-recursive term"


@dataclass(frozen=True, slots=True)
class Reference:
    """A table's name, maybe with its schema, and what about its place forbids that a recursive entry refers to itself there."""

    parts: tuple[str, ...]
    pos: int
    forbidden: str


def in_order(entries: Sequence[WithEntry]) -> list[WithEntry]:
    """Each after those that it refers to. Raises Unsupported where two refer to each other."""
    needs = {e.name: _names(references(e.query)) - {e.name} for e in entries}
    left, found = list(entries), list[WithEntry]()
    while left:
        names = {e.name for e in left}
        free = next((i for i, e in enumerate(left) if not needs[e.name] & names), None)
        if free is None:
            raise Unsupported("mutual recursion between WITH items is not implemented", position=left[0].pos)
        left[0], left[free] = left[free], left[0]  # as PostgreSQL does, so that errors name the same entry
        found.append(left.pop(0))
    return found


def recursive_union(entry: WithEntry) -> SetOperation | None:
    """The UNION of an entry that refers to itself; None if it does not. Raises InvalidRecursion, Unsupported."""
    query = entry.query
    if entry.name not in _names(references(query)):
        return None
    body = query.body
    if not isinstance(body, SetOperation) or body.op != "union":
        message = f'recursive query "{entry.name}" does not have the form non-recursive-term UNION [ALL] recursive-term'
        raise InvalidRecursion(message, position=entry.pos)
    inner = {e.name for e in query.with_}
    _check_places(entry.name, references(body.left, _ITSELF, inner))
    right = references(body.right, "", inner)
    _check_places(entry.name, right)
    _check_places(entry.name, [r for e in query.with_ for r in references(e.query, "within a subquery")])
    _check_undecorated(query)
    return body


def _names(found: list[Reference]) -> set[str]:
    return {r.parts[0] for r in found if len(r.parts) == 1}


def _check_places(name: str, found: list[Reference]) -> None:
    itself = [r for r in found if r.parts == (name,)]
    for number, reference in enumerate(itself):
        if forbidden := reference.forbidden or ("more than once" if number else ""):
            message = f'recursive reference to query "{name}" must not appear {forbidden}'
            raise InvalidRecursion(message, position=reference.pos)


def _check_undecorated(query: QueryNode) -> None:
    clauses = (
        ("ORDER BY", query.order_by[0].expr if query.order_by else None),
        ("OFFSET", query.offset),
        ("LIMIT", query.limit),
    )
    for what, node in clauses:
        if node is not None:
            raise Unsupported(f"{what} in a recursive query is not implemented", position=node.pos)


# ---------------------------------------------------------------------------------------------------------------- references


def references(node: object, forbidden: str = "", hidden: set[str] | None = None) -> list[Reference]:
    """What stands in FROM in a tree of syntax, but for names that a WITH inside it, or *hidden*, means."""
    found: list[Reference] = []
    _gather(node, forbidden, frozenset(hidden or ()), found)
    return found


def _gather(node: object, forbidden: str, hidden: frozenset[str], found: list[Reference]) -> None:
    match node:
        case TableName():
            if len(node.parts) > 1 or node.parts[0] not in hidden:
                found.append(Reference(node.parts, node.pos, forbidden))
        case QueryNode():
            _gather_parts(node, forbidden, _gather_with(node, forbidden, hidden, found), found, without="with_")
        case JoinFrom():
            _gather(node.left, forbidden or (_OUTER if node.kind in ("right", "full") else ""), hidden, found)
            _gather(node.right, forbidden or (_OUTER if node.kind in ("left", "full") else ""), hidden, found)
            _gather(node.condition, forbidden, hidden, found)
        case SetOperation(op="intersect", all=True):
            _gather_parts(node, forbidden or "within INTERSECT", hidden, found)
        case SetOperation(op="except"):
            _gather(node.left, forbidden or ("within EXCEPT" if node.all else ""), hidden, found)
            _gather(node.right, forbidden or "within EXCEPT", hidden, found)
        case tuple():
            for part in node:
                _gather(part, forbidden, hidden, found)
        case _ if is_dataclass(node):
            _gather_parts(node, forbidden, hidden, found)


def _gather_parts(node: object, forbidden: str, hidden: frozenset[str], found: list[Reference], without: str = "") -> None:
    for field in fields(node):  # type: ignore[arg-type]
        part = getattr(node, field.name)
        if field.name != without:
            in_expression = isinstance(part, QueryNode) and not isinstance(node, (SubqueryFrom, SetOperation))
            _gather(part, "within a subquery" if in_expression else forbidden, hidden, found)


def _gather_with(query: QueryNode, forbidden: str, hidden: frozenset[str], found: list[Reference]) -> frozenset[str]:
    """Those of the query's own WITH, and what is hidden from the rest of it."""
    names = hidden | {e.name for e in query.with_}
    for entry in query.with_:
        _gather(entry.query, forbidden, names if query.recursive else hidden, found)
        hidden |= {entry.name}
    return names
