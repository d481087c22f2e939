"""Identifiers, string literals and type names in Postgres's spelling."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from planner.parse.keywords import COLUMN, RESERVED, TYPE
from planner.postgres.literals.interval_fields import FIELD_BITS, FULL_PRECISION, FULL_RANGE, fields_of
from planner.tree.types import BPCHAR, CHAR_, INTERVAL, NUMERIC, TYPMOD_HEADER, PgType, SqlType, numeric_precision_scale

#: What a name may be without quotes, as quote_identifier has it.
_PLAIN: Final = re.compile(r"[a-z_][a-z0-9_]*")
#: Longest identifier in bytes; longer ones are cut when they are read.
NAME_BYTES_MAX: Final = 63

_NAMES: Final = {
    "bool": "boolean", "int2": "smallint", "int4": "integer", "int8": "bigint", "float4": "real", "float8": "double precision",
    "char": '"char"',
}  # fmt: skip


def identifier(name: str, words: Collection[str] = RESERVED | COLUMN | TYPE) -> str:
    """The name, in quotes where it needs them; *words* are those that do."""
    if _PLAIN.fullmatch(name) and name not in words:
        return name
    return '"' + name.replace('"', '""') + '"'


def function_identifier(name: str) -> str:
    """The name of a function: words such as left may stand bare there."""
    return identifier(name, RESERVED | COLUMN)


def string(text: str) -> str:
    """The text as a literal (standard_conforming_strings: backslashes stand for themselves)."""
    return "'" + text.replace("'", "''") + "'"


def unique(name: str, taken: Collection[str]) -> str:
    """The name, or the first of name_1, name_2 … that is not taken."""
    found, number = name, 0
    while found in taken:
        number += 1
        tail = f"_{number}"
        found = name.encode()[: NAME_BYTES_MAX - len(tail)].decode(errors="ignore") + tail
    return found


def type_name(sql_type: SqlType) -> str:
    """The type as a cast names it."""
    pg = sql_type.pg
    if pg.element is not None and pg.name.startswith("_"):
        return f"{type_name(SqlType(pg.element, sql_type.typmod))}[]"
    if sql_type.typmod == -1:
        return _NAMES.get(pg.name, pg.name)
    return _modified(pg, sql_type.typmod)


def type_label(pg: PgType) -> str:
    """What a column that is only a cast is called."""
    return pg.element.name if pg.element is not None and pg.name.startswith("_") else pg.name


def _modified(pg: PgType, typmod: int) -> str:
    if pg is INTERVAL:
        return _interval(typmod)
    if pg is NUMERIC:
        precision, scale = numeric_precision_scale(typmod) or (0, 0)
        return f"numeric({precision},{scale})"
    if pg.category == "S":
        return f"{'character' if pg is BPCHAR else pg.name}({typmod - TYPMOD_HEADER})"
    return f"{_NAMES.get(pg.name, pg.name)}({typmod})" if pg is not CHAR_ else _NAMES["char"]


def _interval(typmod: int) -> str:
    fields, digits = fields_of(typmod), typmod & FULL_PRECISION
    shown = f"({digits})" if digits != FULL_PRECISION else ""
    if fields == FULL_RANGE:
        return f"interval{shown}"
    names = [name for name, bit in FIELD_BITS.items() if fields & bit]
    return f"interval {names[0]}{f' to {names[-1]}' if len(names) > 1 else ''}{shown}"
