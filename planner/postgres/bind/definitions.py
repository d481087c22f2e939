"""Views defined by SQL, where a statement names one: the definition's query stands in its place.

- A definition is bound once per state of the catalog, as its owner (UTC, search path public), over the other relations and other
  definitions in any order. A use is the bound query under other numbers of sources and WITH entries: a derived table. So nothing
  after binding knows definitions: conditions reach into it as into any subquery, splitting and deparsing see plain relations, and
  another node needs not know it. A use costs what binding the query as a subquery would.
- A query of nothing but columns of one relation, none of them twice, is the scan itself: renamed and reordered columns keep the
  lean path, forwarding and LIMIT's bound.
- `BoundQuery.uses` says which views were named and which of their columns; what lies inside is not the asking user's to be
  granted.
- As in Postgres: `SELECT *` is expanded when it is bound, literals are constants then, 'now' is the time of the query,
  current_user is who asks; no system columns, no primary key, a name twice is 42701, a cycle 42P17 (at start). Not as in
  Postgres: a view that does not fit what there is stays defined, and naming it is 55000 with the reason; it is there as soon as
  it fits. A definition hides a relation of its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from planner.parse.syntax import TableName
from planner.postgres.bind.names import relation_columns
from planner.postgres.bind.scope import Item, Scope
from planner.postgres.functions.function import Function
from planner.tree.bound import (
    Call,
    ColumnRef,
    Const,
    DefinitionUse,
    Derived,
    From,
    OutputColumn,
    Query,
    Scan,
    Select,
    column_refs,
)
from planner.tree.catalog import Definition, Relation
from planner.tree.walk import changed, renumbered, scans_of

#: Functions that give who asks.
_USER: Final = frozenset(("current_user", "session_user", "user", "current_role"))


def bind_use(scope: Scope, node: TableName, relation: Relation, definition: Definition) -> tuple[From, list[Item]]:
    """A view in FROM. Raises InvalidColumnReference."""
    context = scope.context
    alias = node.alias.name if node.alias else relation.name
    columns = relation_columns(relation, node.alias)
    first = context.new_source(definition.sources)
    found, values = _picked(definition.query, first, alias, relation) or _derived(scope, definition, first, alias, columns)
    inside = range(first, first + definition.sources)
    context.uses.append(DefinitionUse(relation, inside, tuple((v.source, v.column) for v in values)))
    context.scans.extend([found] if isinstance(found, Scan) else scans_of(found))
    return found, [scope.offer(alias, columns, values, relation, aliased=node.alias is not None)]


def _picked(query: Query, first: int, alias: str, relation: Relation) -> tuple[From, Sequence[ColumnRef]] | None:
    """The scan that a query of nothing but columns of one relation stands for. A column taken twice could not be told apart."""
    if not isinstance(query, Select) or not isinstance(query.from_, Scan):
        return None
    columns = [item for item in query.items if isinstance(item, ColumnRef) and item.source == query.from_.source]
    if len({c.column for c in columns}) < len(query.items) or query != Select(query.items, query.columns, query.from_):
        return None
    source = query.from_.source + first
    named = [ColumnRef(source, c.column, own.name, c.type) for c, own in zip(columns, relation.columns, strict=True)]
    return Scan(source, query.from_.relation, alias), named


def _derived(
    scope: Scope, definition: Definition, first: int, alias: str, columns: tuple[OutputColumn, ...]
) -> tuple[From, Sequence[ColumnRef]]:
    ctes = scope.context.new_cte(definition.ctes)
    query = renumbered(definition.query, lambda source: source + first, lambda cte: cte + ctes)
    if not scope.context.defining:
        query = _asked_by(query, scope.context.settings.user)
    source = scope.context.new_source()
    return Derived(source, query, alias, columns), column_refs(source, columns)


def _asked_by(query: Query, user: str) -> Query:
    """The query with who asks in the place of functions that give it."""

    def visit(node: Any) -> Any:
        match node:
            case Call(Function(schema="pg_catalog", name=name), ()) if name in _USER:
                return Const(user, node.type)
        return None

    return changed(query, visit)
