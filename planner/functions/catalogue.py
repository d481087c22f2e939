"""All functions and operators, gathered from one module per family."""

from __future__ import annotations

from typing import Final

from planner.functions import (
    aggregates,
    arithmetic,
    catalog,
    comparison,
    mathematics,
    syntax,
    text,
)
from planner.functions.function import Function

_FAMILIES: Final = (catalog, syntax, comparison, arithmetic, mathematics, text, aggregates)
ALL: Final[tuple[Function, ...]] = tuple(f for family in _FAMILIES for f in family.FUNCTIONS)
