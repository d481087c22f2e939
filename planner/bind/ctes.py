"""WITH entries, recursive ones too."""

from __future__ import annotations

from planner.bind import queries, setops
from planner.bind.scope import CteEntry, Scope
from planner.bound import Cte, OutputColumn, SetOp
from planner.bound import Query as BoundQuery
from planner.errors import DatatypeMismatch, DuplicateAlias, InvalidColumnReference, InvalidRecursion, Unsupported
from planner.functions.function import display_name
from planner.parse.syntax import Query, SetOperation, TableName, WithEntry


def bind_with(scope: Scope, node: Query) -> tuple[Cte, ...]:
    """All entries, in order. An entry sees those before it, with RECURSIVE itself as well."""
    bound: list[Cte] = []
    for entry in node.with_:
        if entry.name in scope.ctes:
            raise DuplicateAlias(f'WITH query name "{entry.name}" specified more than once', position=entry.pos)
        scope.hidden_ctes = {e.name for e in node.with_} - set(scope.ctes)
        cte = _recursive(scope, entry) if node.recursive else None
        cte = cte or _plain(scope, entry)
        scope.ctes[entry.name] = CteEntry(entry.name, cte.cte, cte.columns, cte)
        bound.append(cte)
    scope.hidden_ctes = set()
    return tuple(bound)


def _plain(scope: Scope, entry: WithEntry) -> Cte:
    query = queries.bind_query(scope, entry.query)
    return Cte(scope.context.new_cte(), entry.name, query, _columns(entry, query), materialized=entry.materialized)


def _columns(entry: WithEntry, query: BoundQuery) -> tuple[OutputColumn, ...]:
    if len(entry.columns) > len(query.columns):
        message = f'WITH query "{entry.name}" has {len(query.columns)} columns available but {len(entry.columns)} columns specified'
        raise InvalidColumnReference(message, position=entry.pos)
    return queries.output_names(query.columns, entry.columns)


# --------------------------------------------------------------------------------------------------------------------- recursion


def _recursive(scope: Scope, entry: WithEntry) -> Cte | None:
    """An entry of the form `base UNION [ALL] step` that refers to itself in *step*; None if it is not recursive."""
    body = entry.query.body
    if not isinstance(body, SetOperation) or body.op != "union" or not _mentions(body.right, entry.name):
        if _mentions(entry.query, entry.name):
            message = f'recursive query "{entry.name}" does not have the form non-recursive-term UNION [ALL] recursive-term'
            raise InvalidRecursion(message, position=entry.pos)
        return None
    if entry.query.order_by or entry.query.limit is not None or entry.query.offset is not None:
        what = "ORDER BY" if entry.query.order_by else "LIMIT" if entry.query.limit is not None else "OFFSET"
        raise Unsupported(f"{what} in a recursive query is not implemented", position=entry.query.pos)
    if _mentions(body.left, entry.name):
        message = f'recursive reference to query "{entry.name}" must not appear within its non-recursive term'
        raise InvalidRecursion(message, position=entry.pos)
    return _bind_recursive(scope, entry, body)


def _bind_recursive(scope: Scope, entry: WithEntry, body: SetOperation) -> Cte:
    level = Scope(scope.context, scope)
    # WITH inside the entry, in front of its UNION.
    inner = bind_with(level, entry.query)
    left = queries.bind_query(level, body.left)
    number = scope.context.new_cte()
    itself = CteEntry(entry.name, number, _columns(entry, left))
    level.ctes[entry.name] = itself
    right = queries.bind_query(level, body.right, settle=False)
    if len(itself.self_references) > 1:
        message = f'recursive reference to query "{entry.name}" must not appear more than once'
        raise InvalidRecursion(message, position=itself.self_references[1])
    found = setops.combine(level, body, left, right)
    _check_types(entry, left, found)
    columns = queries.output_names(found.columns, [c.name for c in itself.columns])
    query = SetOp(found.op, found.all, found.left, found.right, found.columns, with_=inner)
    return Cte(number, entry.name, query, columns, recursive=True, materialized=entry.materialized)


def _check_types(entry: WithEntry, left: BoundQuery, found: BoundQuery) -> None:
    for index, (a, b) in enumerate(zip(left.columns, found.columns, strict=True)):
        if a.type.pg is not b.type.pg:
            shown = f"type {display_name(a.type.pg)} in non-recursive term but type {display_name(b.type.pg)} overall"
            raise DatatypeMismatch(
                f'recursive query "{entry.name}" column {index + 1} has {shown}',
                position=setops.target_position(entry.query, index),
                hint="Cast the output of the non-recursive term to the correct type.",
            )


def _mentions(query: Query, name: str) -> bool:
    """Does a FROM anywhere in *query* name the entry? (A nested WITH of that name hides it.)"""
    return any(n == name for n in _tables(query))


def _tables(node: object) -> list[str]:
    found: list[str] = []
    stack = [node]
    while stack:
        here = stack.pop()
        if isinstance(here, tuple):
            stack.extend(here)
        elif isinstance(here, TableName):
            found += [here.parts[0]] if len(here.parts) == 1 else []
        elif isinstance(here, Query) and any(isinstance(e, WithEntry) for e in here.with_):
            hidden = {e.name for e in here.with_}
            inner = [n for part in (*_parts(here),) for n in _tables(part)]
            found += [n for n in inner if n not in hidden]
        elif hasattr(here, "__dataclass_fields__"):
            stack.extend(_parts(here))
    return found


def _parts(node: object) -> list[object]:
    return [getattr(node, f) for f in getattr(node, "__dataclass_fields__", ())]
