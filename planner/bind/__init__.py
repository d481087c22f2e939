"""SelectStatement + Catalog → BoundQuery. See planner/DESIGN.md, "Binding"."""

from __future__ import annotations

from collections.abc import Sequence

from planner.bind.context import Context
from planner.bind.queries import bind_query
from planner.bind.scope import Scope
from planner.bound import BoundQuery
from planner.catalog import Catalog
from planner.errors import TooComplex
from planner.plan import PlanSettings
from planner.statement import SelectStatement

__all__ = ["bind", "bind_numbered"]


def bind(
    statement: SelectStatement, catalog: Catalog, parameter_types: Sequence[int] = (), settings: PlanSettings | None = None
) -> BoundQuery:
    """The statement with every name resolved and every expression typed.

    *parameter_types* are declared type OIDs, 0 where the client leaves the type to be inferred. Raises PlanError subclasses with
    Postgres's wording; positions count from the start of ``statement.text``.
    """
    return bind_numbered(statement, catalog, parameter_types, settings)[0]


def bind_numbered(
    statement: SelectStatement, catalog: Catalog, parameter_types: Sequence[int] = (), settings: PlanSettings | None = None
) -> tuple[BoundQuery, tuple[int, int]]:
    """As bind(), with the numbers that were given to sources and to WITH entries: how many of each."""
    context = Context(catalog, parameter_types, settings or PlanSettings())
    try:
        query = bind_query(None, statement.tree, scope=Scope(context))
    except RecursionError as error:
        raise TooComplex("the statement is nested too deeply") from error
    bound = BoundQuery(query, context.parameters(), tuple(context.scans), tuple(context.uses))
    return bound, context.numbers
