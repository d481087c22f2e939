"""Connectives and function-like syntax, which the binder asks for by name with registry.builtin().

Their schema is "syntax", so no query can call them as functions. The binder has made operands boolean, or of one common type.
"""

from __future__ import annotations

from typing import Final

from planner.postgres.functions.bounding import once
from planner.postgres.functions.declare import functions
from planner.postgres.functions.equal_texts import key_of
from planner.postgres.functions.function import LowerContext, Lowered, lowering
from planner.postgres.functions.numeric import common_shape
from planner.tree.types import INTERVAL


@lowering
def _extreme(context: LowerContext, args: tuple[Lowered, ...], name: str, of_list: str) -> Lowered:
    """DuckDB's own of intervals sorts those below zero the wrong way round."""
    direct = common_shape(f"{name}({{*}})", "equal")
    if INTERVAL in (context.result.pg, context.result.pg.element):
        return Lowered(context.fill(f"{of_list}([{{*}}])", [a.sql for a in args]))
    return direct(context, args)


@lowering
def _by_keys(context: LowerContext, args: tuple[Lowered, ...], template: str) -> Lowered:
    return Lowered(context.fill(template, [key_of(a.sql, t.pg) for a, t in zip(args, context.args, strict=True)]))


def _grouping(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    """Of what is grouped by."""
    return Lowered(f"grouping({', '.join(a.sql if a.grouped is None else a.grouped[0] for a in args)})")


def _nullif(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
    pg, operands = context.args[0].pg, [a.sql for a in args]
    if [key_of(sql, pg) for sql in operands] == operands:
        return common_shape("nullif({0}, {1})", "first")(context, args)
    return Lowered(once(operands, lambda x: f"CASE WHEN {key_of(x[0], pg)} = {key_of(x[1], pg)} THEN NULL ELSE {x[0]} END"))


_FORMS: Final = functions(
    {
        "and(bool...) -> bool": "({AND})",
        "or(bool...) -> bool": "({OR})",
        "not(bool) -> bool": "(NOT {0})",
        "is_null(any) -> bool": "({0} IS NULL)",
        "is_true(bool) -> bool": "({0} IS NOT DISTINCT FROM TRUE)",
        "is_false(bool) -> bool": "({0} IS NOT DISTINCT FROM FALSE)",
        "is_unknown(bool) -> bool": "({0} IS NULL)",
        "is_distinct(any, any) -> bool": _by_keys("({0} IS DISTINCT FROM {1})"),
        "is_not_distinct(any, any) -> bool": _by_keys("({0} IS NOT DISTINCT FROM {1})"),
        "coalesce(anyelement...) -> anyelement": common_shape("COALESCE({*})", "first not null"),
        "greatest(anyelement...) -> anyelement": _extreme("greatest", "list_max"),
        "least(anyelement...) -> anyelement": _extreme("least", "list_min"),
        "nullif(anyelement, anyelement) -> anyelement": _nullif,
        "grouping(any...) -> int4": _grouping,
    },
    schema="syntax",
    strict=False,
)
#: What sorts as the document does. It has no name in SQL by which another node could be asked for it.
_JSONB_ORDER: Final = functions({"jsonb_order(jsonb) -> bytea": "py_jsonb_order({0})"}, schema="syntax", volatility="volatile")
FUNCTIONS: Final = (*_FORMS, *_JSONB_ORDER)
