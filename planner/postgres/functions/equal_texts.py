"""Types whose equal values may be different texts: jsonb, where 1.0 is 1, and character(n), where blanks at the end are nothing."""

from __future__ import annotations

import re
from typing import Final

from planner.errors import UndefinedFunction, Unsupported
from planner.postgres.literals.documents import jsonb_key
from planner.tree.types import BPCHAR, JSON, JSONB, PgType, SqlType, display_name

_LITERAL: Final = re.compile(r"(?:CAST\()*'[^']*'(?: AS VARCHAR\))*")
#: What is cheap to write more than once.
_COLUMN: Final = re.compile(r"(?:CAST\()*(?:[tq]\d*\.c\d+|\$p\d+)(?: AS VARCHAR\))*")


def key_of(sql: str, pg: PgType) -> str:
    """SQL of what a value of that type is compared by, and grouped. Raises UndefinedFunction for json, which is not compared."""
    check_equality(pg.element or pg)
    if pg is BPCHAR:
        return f"rtrim({sql}, ' ')"
    if pg.element is JSONB:
        return f"list_transform({sql}, lambda e: py_jsonb_key(e))"
    return _document_key(sql) if pg is JSONB else sql


def _document_key(sql: str) -> str:
    if _LITERAL.fullmatch(sql):
        return jsonb_key(sql)
    # A text without a point is its own key; what is no column has been through Python anyway.
    written = f"py_jsonb_key({sql})"
    return f"CASE WHEN contains({sql}, '.') THEN {written} ELSE {sql} END" if _COLUMN.fullmatch(sql) else written


def has_documents(pg: PgType) -> bool:
    """Is it jsonb, or an array of it?"""
    return JSONB in (pg, pg.element)


def is_padded_freely(sql_type: SqlType) -> bool:
    """May equal values have different numbers of blanks at their end?"""
    return BPCHAR in (sql_type.pg, sql_type.pg.element) and sql_type.typmod == -1


def is_of_many_texts(sql_type: SqlType) -> bool:
    """May equal values be different texts?"""
    return has_documents(sql_type.pg) or is_padded_freely(sql_type)


def check_equality(pg: PgType, position: int | None = None) -> None:
    """Raise UndefinedFunction for a type without an operator =."""
    if JSON in (pg, pg.element):
        raise UndefinedFunction(f"could not identify an equality operator for type {display_name(pg)}", position=position)


def check_order(pg: PgType, position: int | None = None) -> None:
    """Raise Unsupported for documents, whose order their texts have not, and UndefinedFunction for json, which has none."""
    if has_documents(pg):
        raise Unsupported(f"ordering by type {display_name(pg)} is not supported", position=position)
    if JSON in (pg, pg.element):
        raise UndefinedFunction(f"could not identify a comparison function for type {display_name(JSON)}")
