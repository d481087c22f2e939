"""Column names that an alias gives."""

from __future__ import annotations

from collections.abc import Sequence

from planner.errors import InvalidColumnReference
from planner.parse.syntax import Alias


def renamed(names: Sequence[str], alias: Alias | None, shown: str) -> list[str]:
    """Column names with the leading ones replaced by the alias's."""
    given = alias.columns if alias is not None else ()
    if len(given) > len(names):
        message = f'table "{shown}" has {len(names)} columns available but {len(given)} columns specified'
        raise InvalidColumnReference(message)
    return [*given, *names[len(given) :]]
