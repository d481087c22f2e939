"""WITH entries, recursive ones too."""

from __future__ import annotations

from collections.abc import Sequence

from planner.errors import DatatypeMismatch, DuplicateAlias, InvalidColumnReference
from planner.parse.syntax import Query, SetOperation, WithEntry
from planner.postgres.bind import setops
from planner.postgres.bind.converting import output_names
from planner.postgres.bind.parts import bind_query
from planner.postgres.bind.recursion import in_order, recursive_union
from planner.postgres.bind.scope import CteEntry, Scope
from planner.postgres.functions.udf.type_names import format_type
from planner.tree.bound import Cte, OutputColumn, SetOp
from planner.tree.bound import Query as BoundQuery


def bind_with(scope: Scope, node: Query) -> tuple[Cte, ...]:
    """All entries, in the order in which they can be evaluated. An entry sees those before it, with RECURSIVE all of them."""
    _check_names(node.with_)
    bound: list[Cte] = []
    names = {e.name for e in node.with_}
    for entry in in_order(node.with_) if node.recursive else node.with_:
        scope.hidden_ctes = names - set(scope.ctes)
        body = recursive_union(entry) if node.recursive else None
        cte = _plain(scope, entry) if body is None else _bind_recursive(scope, entry, body)
        scope.ctes[entry.name] = CteEntry(entry.name, cte.cte, cte.columns, cte)
        bound.append(cte)
    scope.hidden_ctes = set()
    return tuple(bound)


def _check_names(entries: Sequence[WithEntry]) -> None:
    seen: set[str] = set()
    for entry in entries:
        if entry.name in seen:
            raise DuplicateAlias(f'WITH query name "{entry.name}" specified more than once', position=entry.pos)
        seen.add(entry.name)


def _plain(scope: Scope, entry: WithEntry) -> Cte:
    query = bind_query(scope, entry.query)
    return Cte(scope.context.new_cte(), entry.name, query, _columns(entry, query), materialized=entry.materialized)


def _columns(entry: WithEntry, query: BoundQuery) -> tuple[OutputColumn, ...]:
    if len(entry.columns) > len(query.columns):
        message = f'WITH query "{entry.name}" has {len(query.columns)} columns available but {len(entry.columns)} columns specified'
        raise InvalidColumnReference(message, position=entry.pos)
    return output_names(query.columns, entry.columns)


# --------------------------------------------------------------------------------------------------------------------- recursion


def _bind_recursive(scope: Scope, entry: WithEntry, body: SetOperation) -> Cte:
    level = Scope(scope.context, scope)
    # WITH inside the entry, in front of its UNION.
    inner = bind_with(level, entry.query)
    left = bind_query(level, body.left)
    number = scope.context.new_cte()
    itself = CteEntry(entry.name, number, _columns(entry, left))
    level.ctes[entry.name] = itself
    right = bind_query(level, body.right, settle=False)
    found = setops.combine(level, body, left, right)
    _check_types(entry, left, found)
    columns = output_names(found.columns, [c.name for c in itself.columns])
    query = SetOp(found.op, found.all, found.left, found.right, found.columns, with_=inner)
    return Cte(number, entry.name, query, columns, recursive=True, materialized=entry.materialized)


def _check_types(entry: WithEntry, left: BoundQuery, found: BoundQuery) -> None:
    for index, (a, b) in enumerate(zip(left.columns, found.columns, strict=True)):
        if a.type != b.type:
            before, overall = (format_type(c.type.pg.oid, c.type.typmod) for c in (a, b))
            shown = f"type {before} in non-recursive term but type {overall} overall"
            raise DatatypeMismatch(
                f'recursive query "{entry.name}" column {index + 1} has {shown}',
                position=setops.target_position(entry.query, index),
                hint="Cast the output of the non-recursive term to the correct type.",
            )
