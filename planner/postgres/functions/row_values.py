"""Records as values: a DuckDB struct f1, f2 … whose numerics are texts, as each shows digits of its own.

A record that is made of its fields (Lowered.fields) is compared and sorted by them. Of others the struct is compared, where DuckDB
does that as PostgreSQL's record_cmp: NULLs are equal and above all else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from planner.errors import Unsupported
from planner.postgres.functions import display
from planner.postgres.functions.comparison import SYMBOLS, unmerged
from planner.postgres.functions.equal_texts import has_documents, is_of_many_texts, is_padded_freely, key_of
from planner.postgres.functions.function import ANY, Function, LowerContext, Lowered, NumericShape
from planner.postgres.functions.numeric import PARAMETER_SHAPE, decimal
from planner.tree.types import BPCHAR, JSON, JSONB, NUMERIC, PgType, SqlType, display_name, is_record

_REMEMBERED_MAX: Final = 1024
#: Fields that a struct holds in another form than one that can be compared.
_NOT_COMPARED: Final = (NUMERIC, BPCHAR, JSON, JSONB)


def is_row_value(function: Function) -> bool:
    """Does it make a record of its arguments?"""
    return function.name == "row" and function.schema == "syntax"


@lru_cache(_REMEMBERED_MAX)
def row_value(composite: PgType) -> Function:
    """row(values …): a record of that type."""

    def lower(context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        stored = [_stored(a, t.pg) for a, t in zip(args, context.args, strict=True)]
        return Lowered(f"struct_pack({', '.join(f'f{i} := {value}' for i, value in enumerate(stored, 1))})", fields=args)

    # No node but this one can be sent it: it has no name in SQL.
    count = len(composite.fields)
    return Function("row", (ANY,) * count, composite, lower, schema="syntax", strict=False, volatility="volatile")


@lru_cache(_REMEMBERED_MAX)
def field_of(composite: PgType, index: int, result: PgType) -> Function:
    """field(record): what stands at *index* of it."""

    def lower(_context: LowerContext, args: tuple[Lowered, ...]) -> Lowered:
        return field(args[0], composite, index)

    return Function("field", (composite,), result, lower, schema="syntax", volatility="volatile")


def field(record: Lowered, composite: PgType, index: int) -> Lowered:
    """A field of a record."""
    if record.fields is not None:
        return record.fields[index]
    sql, pg = f"struct_extract_at({record.sql}, {index + 1})", composite.fields[index][1]
    if pg is NUMERIC:
        number = f"CAST({sql} AS {decimal(PARAMETER_SHAPE)})"
        return Lowered(number, PARAMETER_SHAPE, display.digits_behind_point(sql), sql)
    if pg.element is NUMERIC:
        return Lowered(f"CAST({sql} AS {decimal(PARAMETER_SHAPE)}[])", PARAMETER_SHAPE, text=sql)
    return Lowered(sql)


def _stored(value: Lowered, pg: PgType) -> str:
    if NUMERIC in (pg, pg.element):
        return display.text_of(value, array=pg.is_array)
    return value.sql


def struct_type(composite: PgType, name_of: Callable[[PgType, NumericShape | None], str]) -> str:
    """DuckDB's type of such records."""
    names = (
        "VARCHAR" if pg is NUMERIC else "VARCHAR[]" if pg.element is NUMERIC else name_of(pg, None) for _, pg in composite.fields
    )
    return f"STRUCT({', '.join(f'f{i} {name}' for i, name in enumerate(names, 1))})"


# ---------------------------------------------------------------------------------------------------------------------- output


def fields_of(record: Lowered, composite: PgType) -> list[tuple[Lowered, PgType]]:
    """The fields' values and types. Raises Unsupported where they are not known."""
    if not composite.fields:
        raise Unsupported("a record whose fields are not known is not supported")
    return [(field(record, composite, i), pg) for i, (_, pg) in enumerate(composite.fields)]


def unless_null(record: Lowered, written: str) -> str:
    """What is written of a record, NULL for one that is."""
    return written if record.fields is not None else f"CASE WHEN ({record.sql}) IS NOT NULL THEN {written} END"


# ------------------------------------------------------------------------------------------------------------------ comparison


def keys_of(value: Lowered, pg: PgType) -> list[Lowered]:
    """What a value is grouped and sorted by: for a record its fields, if it is made of them."""
    if not is_record(pg):
        key = key_of(value.sql, pg)
        return [value if key == value.sql else Lowered(key)]
    if value.fields is None:
        _refuse(pg)
        return [value]
    found = []
    for inner, (_, inner_pg) in zip(value.fields, pg.fields, strict=True):
        if JSON in (inner_pg, inner_pg.element) or has_documents(inner_pg):
            _refuse(inner_pg)
        found += keys_of(inner, inner_pg)
    return found


def check_distinct(value: Lowered, sql_type: SqlType) -> None:
    """Raise Unsupported for types whose equal values may be different structs or texts."""
    pg = sql_type.pg
    if is_of_many_texts(sql_type):
        what = "character without a length" if is_padded_freely(sql_type) else display_name(pg)
        raise Unsupported(f"distinct values of type {what} are not supported here", hint="Cast them to text.")
    if not is_record(pg):
        return
    if value.fields is None:
        _refuse(pg)
        return
    for inner, (_, inner_pg) in zip(value.fields, pg.fields, strict=True):
        # Texts of one scale are equal where the numbers are.
        if inner_pg is not NUMERIC or not display.is_fixed(inner):
            check_distinct(inner, SqlType(inner_pg)) if is_record(inner_pg) else _refuse(inner_pg)


def compare_records(operator: str, left: str, right: str, composite: PgType) -> str:
    """SQL of a comparison of two records of one type."""
    _refuse(composite)
    return unmerged(operator, left, right) if operator in SYMBOLS else f"({left} {operator} {right})"


def _refuse(pg: PgType) -> None:
    """Raise Unsupported for a type that a struct holds in another form than one to be compared."""
    if is_record(pg):
        for _, inner in pg.fields:
            _refuse(inner)
    elif pg in _NOT_COMPARED or (pg.element is not None and pg.element in _NOT_COMPARED):
        raise Unsupported(f"comparing records with a field of type {display_name(pg)} is not supported")
