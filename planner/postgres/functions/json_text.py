"""Values as JSON text, for to_json and what is built on it, and rows: {"column":value,…}."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from planner.postgres.functions import display
from planner.postgres.functions.bounding import joined
from planner.postgres.functions.function import ANY, Function, LowerContext, Lowered, literal
from planner.postgres.functions.output import output_text
from planner.postgres.functions.row_values import fields_of, unless_null
from planner.tree import types as t
from planner.tree.query_plan import ISO_MDY, PlanSettings
from planner.tree.types import BOOL, RECORD, PgType

#: What is bare in JSON; other numbers (oid, regclass) are strings.
_NUMBERS: Final = (t.INT2, t.INT4, t.INT8, t.FLOAT4, t.FLOAT8, t.NUMERIC)


def member_starts(names: Sequence[str]) -> list[str]:
    """What stands before the value of each member of an object."""
    return [f"{',' if at else '{'}{json.dumps(name, ensure_ascii=False)}:" for at, name in enumerate(names)]


def document(names: Sequence[str], values: Sequence[str]) -> str:
    """SQL of an object with these members, whose values are JSON; NULL is null."""
    parts = [
        part
        for start, value in zip(member_starts(names), values, strict=True)
        for part in (literal(start), f"coalesce({value}, 'null')")
    ]
    texts = [*(parts or [literal("{")]), literal("}")]
    return joined(lambda written: f"concat({', '.join(written)})", [Lowered(text) for text in texts], texts, [t.TEXT] * len(texts))


def json_of(operand: Lowered, pg: PgType, settings: PlanSettings) -> str:
    """SQL of a value's JSON; NULL stays NULL. Numbers and booleans are bare, arrays are lists, all else is a string."""
    sql = operand.sql
    # A row as an argument comes as its document.
    if pg in (t.JSON, t.JSONB, t.RECORD):
        return sql
    if t.is_record(pg):
        return record_json(operand, pg, settings)
    if pg is t.BOOL:
        return f"CAST({sql} AS VARCHAR)"
    if pg.element is not None:
        if pg.element is t.NUMERIC:
            return f"pg_json_list({display.text_of(operand, array=True)})"
        inner = json_of(Lowered("j", operand.shape), pg.element, settings)
        return f"pg_json_list(list_transform({sql}, lambda j: {inner}))"
    if pg in (t.DATE, t.TIMESTAMP, t.TIMESTAMPTZ):
        # ISO 8601 whatever the session's DateStyle.
        settings = replace(settings, date_style=ISO_MDY)
    written = output_text(operand, pg, settings)
    if pg in (t.FLOAT4, t.FLOAT8):
        return f"CASE WHEN isfinite({sql}) THEN {written} ELSE '\"' || {written} || '\"' END"
    if pg in _NUMBERS:
        return written
    if pg in (t.TIMESTAMP, t.TIMESTAMPTZ):
        return f"pg_json_timestamp({written})"
    return f"py_json_string({written})"


def record_json(record: Lowered, composite: PgType, settings: PlanSettings) -> str:
    """SQL of a record as an object."""
    values = [json_of(value, pg, settings) for value, pg in fields_of(record, composite)]
    return unless_null(record, document([name for name, _ in composite.fields], values))


# ---------------------------------------------------------------------------------------------------------------- rows
# Such a document stands for a row wherever a function asks for the row only to write or count it.

_REMEMBERED_MAX: Final = 256


@lru_cache(_REMEMBERED_MAX)
def row_document(names: tuple[str, ...]) -> Function:
    """row_document(absent, values …): a row of columns called *names*, which is NULL where *absent* is true."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        values = [json_of(a, t.pg, context.settings) for a, t in zip(args[1:], context.args[1:], strict=True)]
        return Lowered(f"CASE WHEN NOT {args[0].sql} THEN {document(names, values)} END")

    # No node but this one can be sent it: it has no name in SQL.
    return Function(
        "row_document",
        (BOOL, *[ANY] * len(names)),
        RECORD,
        lower,
        schema="syntax",
        strict=False,
        volatility="volatile",
        columns=tuple((name, ANY) for name in names),
    )
