"""All functions and operators, gathered from one module per family."""

from __future__ import annotations

from typing import Final

from planner.functions import (
    aggregates,
    arithmetic,
    catalog,
    comparison,
    syntax,
    text,
)
from planner.functions.function import Function

_FAMILIES: Final = (catalog, syntax, comparison, arithmetic, text, aggregates)
ALL: Final[tuple[Function, ...]] = tuple(f for family in _FAMILIES for f in family.FUNCTIONS)
