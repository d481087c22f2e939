"""SelectStatement + Catalog → BoundQuery. See planner/DESIGN.md, "Binding"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from planner.errors import TooComplex
from planner.postgres.bind import expressions, joins, queries, relations  # noqa: F401  Each says what it binds.
from planner.postgres.bind.parts import bind_query
from planner.postgres.bind.scope import Context, Scope
from planner.tree.bound import BoundQuery, Const
from planner.tree.catalog import Catalog
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from planner.tree.walk import changed

__all__ = ["bind", "bind_definition"]


def bind(
    statement: SelectStatement, catalog: Catalog, parameter_types: Sequence[int] = (), settings: PlanSettings | None = None
) -> BoundQuery:
    """The statement with every name resolved and every expression typed.

    *parameter_types* are declared type OIDs, 0 where the client leaves the type to be inferred. Raises PlanError subclasses with
    Postgres's wording; positions count from the start of ``statement.text``.
    """
    return _bound(statement, Context(catalog, parameter_types, settings or PlanSettings()))


def bind_definition(statement: SelectStatement, catalog: Catalog) -> tuple[BoundQuery, tuple[int, int]]:
    """As bind(), for a view: what depends on who asks is left open. Also how many sources and WITH entries have numbers."""
    context = Context(catalog, (), PlanSettings(), defining=True)
    bound = _bound(statement, context)
    return replace(bound, query=changed(bound.query, _placeless)), context.numbers


def _placeless(node: Any) -> Any:
    """A constant's position is one in the text of the statement, not in a definition's."""
    return Const(node.value, node.type) if isinstance(node, Const) else None


def _bound(statement: SelectStatement, context: Context) -> BoundQuery:
    try:
        query = bind_query(None, statement.tree, scope=Scope(context))
    except RecursionError as error:
        raise TooComplex("the statement is nested too deeply") from error
    return BoundQuery(query, context.parameters(), tuple(context.scans), tuple(context.uses))
