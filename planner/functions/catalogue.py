"""All functions and operators, gathered from one module per family."""

from __future__ import annotations

from typing import Final

from planner.functions import (
    aggregates,
    arithmetic,
    arrays,
    catalog,
    comparison,
    datetimes,
    documents,
    mathematics,
    regex,
    signals,
    syntax,
    tables,
    templates,
    text,
    windows,
)
from planner.functions.function import Function

_FAMILIES: Final = (
    syntax, comparison, arithmetic, mathematics, regex, text, datetimes, templates, documents, arrays, catalog, signals,
    tables, aggregates, windows,
)  # fmt: skip
ALL: Final[tuple[Function, ...]] = tuple(f for family in _FAMILIES for f in family.FUNCTIONS)
