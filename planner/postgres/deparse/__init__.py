"""Bound queries → Postgres SQL that binds back to them. See planner/DESIGN.md, "Deparsing"."""

from __future__ import annotations

from planner.errors import TooComplex
from planner.postgres.deparse import expressions, queries, spelling  # noqa: F401  Each says what it writes.
from planner.postgres.deparse.naming import name_all
from planner.postgres.deparse.values import KnownValues
from planner.postgres.deparse.writer import Writer
from planner.tree import bound as b

__all__ = ["KnownValues", "deparse"]


def deparse(query: b.Query, values: KnownValues | None = None) -> str:
    """The query as SQL that means the same wherever it runs, in the time zone of *values*: parameters, now() and the session's
    user are written in as constants. With *values* None they stay as they are, $1 and now().

    Binding the text gives the query's columns and types again. Raises Unsupported for what only the session itself knows.
    """
    try:
        return spelling.query(Writer(name_all(query), values), query)
    except RecursionError as error:
        raise TooComplex("the statement is nested too deeply") from error
