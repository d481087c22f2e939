"""What deparsing must keep: a query's tree apart from numbers and names that mean nothing outside it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from planner.parse import parse
from planner.postgres.bind import bind
from planner.postgres.deparse import KnownValues, deparse
from planner.postgres.functions.function import Function
from planner.tree import bound as b
from planner.tree.catalog import Catalog
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from planner.tree.types import SqlType

#: Fields that writing a query again may change: names of sources, and whether a conversion was written out.
_FREE = frozenset({"alias", "implicit", "name", "origin", "cte", "lateral"})


def bound(sql: str, catalog: Catalog, parameters: tuple[int, ...], settings: PlanSettings) -> b.BoundQuery:
    """The one statement of the text, bound."""
    (statement,) = parse(sql)
    assert isinstance(statement, SelectStatement)
    return bind(statement, catalog, parameters, settings)


def again(
    query: b.BoundQuery, catalog: Catalog, settings: PlanSettings, values: KnownValues | None = None
) -> tuple[str, b.BoundQuery]:
    """The query's text, and what that binds to; the text of that must be the same one."""
    text = deparse(query.query, values)
    parameters = tuple(p.pg.oid for p in query.parameters) if values is None else ()
    found = bound(text, catalog, parameters, settings)
    assert deparse(found.query, values) == text
    assert [(c.name, c.type) for c in found.columns] == [(c.name, c.type) for c in query.columns], text
    return text, found


def shape(query: b.Query) -> Any:
    """The tree as tuples, sources numbered in the order that they are met."""
    return _shape(query, {})


def _shape(node: Any, sources: dict[int, int]) -> Any:
    match node:
        case SqlType():
            return node.pg.name, node.typmod
        case Function():
            return node.signature(), node.schema
        case b.OutputColumn():
            return _shape(node.type, sources)
        case b.Const():
            # repr: NaN equals itself, and -0.0 is not 0.0.
            return "Const", repr(node.value), _shape(node.type, sources)
        case b.ColumnRef():
            return "ColumnRef", sources.setdefault(node.source, len(sources)), node.column, _shape(node.type, sources)
        case tuple():
            return tuple(_shape(part, sources) for part in node)
        case _ if is_dataclass(node) and not isinstance(node, type):
            return type(node).__name__, tuple(
                _field(f.name, getattr(node, f.name), sources) for f in fields(node) if f.compare and f.name not in _FREE
            )
        case _:
            return node


def _field(name: str, value: Any, sources: dict[int, int]) -> Any:
    if name == "source":
        return sources.setdefault(value, len(sources))
    return (value.schema, value.name) if name == "relation" else _shape(value, sources)
