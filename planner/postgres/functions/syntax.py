"""Connectives and function-like syntax, which the binder asks for by name with registry.builtin().

Their schema is "syntax", so no query can call them as functions. The binder has made operands boolean, or of one common type.
"""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.declare import function
from planner.postgres.functions.function import Function, LowerContext, Lowered, LowerFunction
from planner.postgres.functions.numeric import common_shape
from planner.tree.types import INTERVAL


def _syntax(signature: str, lower: str | LowerFunction) -> Function:
    return function(signature, lower, schema="syntax", strict=False)


def _extreme(name: str, of_list: str) -> LowerFunction:
    """DuckDB's own of intervals sorts those below zero the wrong way round."""
    direct = common_shape(f"{name}({{*}})", "equal")

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        if INTERVAL in (context.result.pg, context.result.pg.element):
            return Lowered(context.fill(f"{of_list}([{{*}}])", [a.sql for a in args]))
        return direct(context, args)

    return lower


FUNCTIONS: Final = (
    _syntax("and(bool...) -> bool", "({AND})"),
    _syntax("or(bool...) -> bool", "({OR})"),
    _syntax("not(bool) -> bool", "(NOT {0})"),
    _syntax("is_null(any) -> bool", "({0} IS NULL)"),
    _syntax("is_true(bool) -> bool", "({0} IS NOT DISTINCT FROM TRUE)"),
    _syntax("is_false(bool) -> bool", "({0} IS NOT DISTINCT FROM FALSE)"),
    _syntax("is_unknown(bool) -> bool", "({0} IS NULL)"),
    _syntax("is_distinct(any, any) -> bool", "({0} IS DISTINCT FROM {1})"),
    _syntax("is_not_distinct(any, any) -> bool", "({0} IS NOT DISTINCT FROM {1})"),
    _syntax("coalesce(anyelement...) -> anyelement", common_shape("COALESCE({*})", "first not null")),
    _syntax("greatest(anyelement...) -> anyelement", _extreme("greatest", "list_max")),
    _syntax("least(anyelement...) -> anyelement", _extreme("least", "list_min")),
    _syntax("nullif(anyelement, anyelement) -> anyelement", common_shape("nullif({0}, {1})", "first")),
    _syntax("grouping(any...) -> int4", "grouping({*})"),
)
