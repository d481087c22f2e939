"""Rows as JSON: {"column":value,…}, which stands for a row wherever a function asks for the row only to write or count it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from planner.postgres.functions.function import ANY, Function, LowerContext, Lowered
from planner.postgres.functions.json_text import document, json_of
from planner.tree.types import BOOL, RECORD

_REMEMBERED_MAX: Final = 256


@lru_cache(_REMEMBERED_MAX)
def row_document(names: tuple[str, ...]) -> Function:
    """row_document(absent, values …): a row of columns called *names*, which is NULL where *absent* is true."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        values = [json_of(a, t.pg, context.settings) for a, t in zip(args[1:], context.args[1:], strict=True)]
        return Lowered(f"CASE WHEN NOT {args[0].sql} THEN {document(names, values)} END")

    # No node but this one can be sent it: it has no name in SQL.
    return Function(
        "row_document", (BOOL, *[ANY] * len(names)), RECORD, lower, schema="syntax", strict=False, volatility="volatile"
    )
