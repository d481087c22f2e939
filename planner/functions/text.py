"""String functions and operators."""

from __future__ import annotations

from typing import Final

from planner.functions.declare import functions, operators

FUNCTIONS: Final = (
    *functions({"lower(text) -> text": "lower({0})", "upper(text) -> text": "upper({0})", "length(text) -> int4": "length({0})"}),
    *operators({"text || text -> text": "({0} || {1})", "text like text -> bool": "({0} LIKE {1})"}),
)
