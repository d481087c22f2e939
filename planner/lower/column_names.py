"""Names of a view's columns in DuckDB, which does not tell "a" from "A"."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_KEPT_MAX: Final = 1024


@lru_cache(_KEPT_MAX)
def duckdb_columns(names: tuple[str, ...]) -> tuple[str, ...]:
    """The columns' names, changed where they differ from an earlier one in nothing but case. The executor names them so too."""
    taken: set[str] = set()
    found = []
    for ordinal, name in enumerate(names):
        unique = name
        while unique.lower() in taken or (unique is not name and unique in names):
            unique = f"{unique}~{ordinal}"
        taken.add(unique.lower())
        found.append(unique)
    return tuple(found)
