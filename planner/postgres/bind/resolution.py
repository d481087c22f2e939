"""Operator and function lookup, remembered: the registry never changes, and statements repeat the same few calls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from planner.errors import DatatypeMismatch, PlanError
from planner.postgres.functions import registry
from planner.postgres.functions.registry import Resolution
from planner.tree.types import PgType

__all__ = ["Resolution", "resolve_function", "resolve_operator"]

_REMEMBERED_MAX: Final = 4096


def resolve_operator(operator: str, left: PgType | None, right: PgType, position: int | None = None) -> Resolution:
    """See planner.postgres.functions.registry."""
    try:
        return _operator(operator, left, right)
    except PlanError as error:
        error.position = position
        raise


@lru_cache(maxsize=_REMEMBERED_MAX)
def _operator(operator: str, left: PgType | None, right: PgType) -> Resolution:
    return registry.resolve_operator(operator, left, right)


def resolve_function(name: str, schema: str | None, arg_types: Sequence[PgType], position: int | None = None) -> Resolution:
    """See planner.postgres.functions.registry."""
    try:
        return _function(name, schema, tuple(arg_types))
    except PlanError as error:
        error.position = None if isinstance(error, DatatypeMismatch) else position
        raise


@lru_cache(maxsize=_REMEMBERED_MAX)
def _function(name: str, schema: str | None, arg_types: tuple[PgType, ...]) -> Resolution:
    return registry.resolve_function(name, schema, arg_types)
