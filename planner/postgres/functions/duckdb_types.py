"""The DuckDB type that stands for each SQL type, also in results.

oid-like types are BIGINT, everything that is text to Postgres or has no DuckDB twin (json, uuid, name, "char") is VARCHAR.
"""

from __future__ import annotations

from typing import Final

from planner.errors import Unsupported
from planner.postgres.functions.function import NumericShape
from planner.postgres.functions.numeric import decimal
from planner.postgres.functions.row_values import struct_type
from planner.tree.types import NAMED_NUMBERS, NUMERIC, OID, RECORD, VOID, PgType, display_name, is_record

OID_LIKE: Final = frozenset({OID, *NAMED_NUMBERS})


def duckdb_type(pg: PgType, shape: NumericShape | None = None) -> str:
    """DuckDB's name of the type; *shape* is needed for numeric and arrays of it. Raises Unsupported."""
    if pg.element is not None:
        return f"{duckdb_type(pg.element, shape)}[]"
    if is_record(pg) and pg != RECORD:
        return struct_type(pg, duckdb_type)
    if pg is NUMERIC:
        if shape is None:
            raise TypeError("numeric without a shape")
        return decimal(shape)
    if pg.category == "P" and pg is not VOID:
        raise Unsupported(f"type {display_name(pg)} cannot be computed with here")
    return pg.duckdb


def is_numeric(pg: PgType) -> bool:
    """Has an expression of this type a NumericShape?"""
    return NUMERIC in (pg, pg.element)
