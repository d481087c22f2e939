"""Aggregates."""

from __future__ import annotations

from typing import Final

from planner.functions.declare import functions

FUNCTIONS: Final = (
    *functions({"count() -> int8": "count(*)", "count(any) -> int8": "count({0})"}, kind="aggregate", strict=False),
    *functions({"max(int4) -> int4": "max({0})", "sum(int4) -> int8": "sum({0})"}, kind="aggregate"),
)
