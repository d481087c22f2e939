"""Aggregates."""

from __future__ import annotations

from typing import Final

from planner.functions.declare import functions

FUNCTIONS: Final = (
    *functions(
        {"count() -> int8": "count(*){suffix}", "count(any) -> int8": "count({distinct}{0}){suffix}"},
        kind="aggregate",
        strict=False,
    ),
    *functions({"max(int4) -> int4": "max({0}){suffix}", "sum(int4) -> int8": "sum({distinct}{0}){suffix}"}, kind="aggregate"),
)
