"""Arithmetic operators of numbers."""

from __future__ import annotations

from typing import Final

from planner.functions.declare import operator
from planner.functions.function import Function
from planner.types import FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC, PgType


def _wider(left: PgType, right: PgType) -> PgType:
    return max(left, right, key=lambda t: t.length)


def _pairs(*types: PgType) -> list[tuple[PgType, PgType]]:
    return [(a, b) for a in types for b in types]


def _all() -> tuple[Function, ...]:
    found: list[Function] = []
    for left, right in [*_pairs(INT2, INT4, INT8), *_pairs(FLOAT4, FLOAT8), (NUMERIC, NUMERIC)]:
        found += [operator(op, left, right, _wider(left, right), f"({{0}} {op} {{1}})") for op in "+-*/"]
    return tuple(found)


FUNCTIONS: Final = _all()
