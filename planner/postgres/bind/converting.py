"""The columns of a bound query under other types or names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from planner.parse.syntax import Node
from planner.postgres.bind.coerce import coerce_to
from planner.postgres.bind.scope import Scope
from planner.postgres.functions.casts import can_cast
from planner.tree.bound import Cast, Derived, Expr, OutputColumn, Query, Select, column_refs
from planner.tree.types import UNKNOWN, SqlType


def convert_columns(scope: Scope, query: Query, types: Sequence[SqlType], nodes: Sequence[Node | None] = ()) -> Query:
    """*query* with its columns converted to *types*. *nodes* are what they are written as, for errors."""
    if all(c.type.pg is t.pg for c, t in zip(query.columns, types, strict=True)):
        return query
    if isinstance(query, Select):
        query = _convert_unknown(scope, query, types, nodes)
        if not (query.distinct or query.distinct_on):
            return _convert_items(scope, query, types)
    return _wrapped(scope, query, types)


def _convert_unknown(scope: Scope, query: Select, types: Sequence[SqlType], nodes: Sequence[Node | None]) -> Select:
    """Literals without a type take the target's in place."""
    items, columns = list(query.items), list(query.columns)
    for i, target in enumerate(types):
        if columns[i].type.pg is UNKNOWN:
            items[i] = coerce_to(scope, items[i], SqlType(target.pg), nodes[i] if nodes else None)
            columns[i] = OutputColumn(columns[i].name, items[i].type)
    return replace(query, items=tuple(items), columns=tuple(columns))


def _convert_items(scope: Scope, query: Select, types: Sequence[SqlType]) -> Select:
    items, columns = list(query.items), list(query.columns)
    for i, target in enumerate(types):
        if columns[i].type.pg is not target.pg:
            items[i] = _cast(items[i], target)
            columns[i] = OutputColumn(columns[i].name, target)
    return replace(query, items=tuple(items), columns=tuple(columns))


def _cast(expr: Expr, target: SqlType) -> Expr:
    assert can_cast(expr.type.pg, target.pg, "assignment")
    return Cast(expr, target, implicit=True)


def _wrapped(scope: Scope, query: Query, types: Sequence[SqlType]) -> Query:
    """SELECT casts FROM (query)."""
    source = scope.context.new_source()
    refs = column_refs(source, query.columns)
    items = tuple(r if r.type.pg is t.pg else _cast(r, t) for r, t in zip(refs, types, strict=True))
    columns = tuple(
        c if c.type.pg is t.pg else OutputColumn(c.name, t) for c, t in zip(query.columns, types, strict=True)
    )  # fmt: skip
    return Select(items, columns, Derived(source, query, "converted", query.columns))


def output_names(columns: Sequence[OutputColumn], names: Sequence[str]) -> tuple[OutputColumn, ...]:
    """The columns with their leading ones renamed."""
    return tuple(OutputColumn(names[i] if i < len(names) else c.name, c.type, c.origin) for i, c in enumerate(columns))
