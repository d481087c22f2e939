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

__all__ = ["bind"]


def bind(
    statement: SelectStatement, catalog: Catalog, parameter_types: Sequence[int] = (), settings: PlanSettings | None = None
) -> BoundQuery:
    """The statement with every name resolved and every expression typed.

    *parameter_types* are declared type OIDs, 0 where the client leaves the type to be inferred. Raises PlanError subclasses with
    Postgres's wording; positions count from the start of ``statement.text``.
    """
    context = Context(catalog, parameter_types, settings or PlanSettings())
    try:
        query = bind_query(None, statement.tree, scope=Scope(context))
    except RecursionError as error:
        raise TooComplex("the statement is nested too deeply") from error
    return BoundQuery(query, context.parameters(), tuple(context.scans))
