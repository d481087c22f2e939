"""All functions and operators, gathered from one module per family."""

from __future__ import annotations

from typing import Final

from planner.postgres.functions import (
    aggregates,
    arithmetic,
    arrays,
    binary_strings,
    catalog,
    catalog_properties,
    comparison,
    datetimes,
    documents,
    general,
    hashes,
    mathematics,
    regex,
    signals,
    syntax,
    tables,
    templates,
    text,
    windows,
)
from planner.postgres.functions.function import Function

_FAMILIES: Final = (
    syntax, comparison, arithmetic, mathematics, regex, text, binary_strings, datetimes, templates, documents, arrays, general,
    hashes, catalog, catalog_properties, signals, tables, aggregates, windows,
)  # fmt: skip
ALL: Final[tuple[Function, ...]] = tuple(f for family in _FAMILIES for f in family.FUNCTIONS)
