"""Rows of information_schema's relations, as PostgreSQL 15 derives them from pg_catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final

import pyarrow as pa

from gateway.catalog import dependencies, grant_tables, routines
from gateway.catalog.defined import information_rows
from gateway.catalog.information_usage import USAGE_BUILDERS, not_null
from gateway.catalog.pg import DATABASE, NAMESPACES, OWNER
from gateway.catalog.relations import KINDS, RELATIONS, table
from gateway.catalog.state import CatalogState
from planner.postgres.functions.udf.type_names import format_type
from planner.postgres.literals.interval_fields import FULL_PRECISION
from planner.tree import types as t
from planner.tree.catalog import ColumnDef, Relation
from planner.tree.types import TYPMOD_HEADER, SqlType, display_name, numeric_precision_scale

Row = dict[str, Any]
_SCHEMA: Final = "information_schema"
_BINARY_PRECISION: Final = {t.INT2: 16, t.INT4: 32, t.INT8: 64, t.FLOAT4: 24, t.FLOAT8: 53}
_DATETIME_PRECISION: Final = {t.DATE: 0, t.TIME: 6, t.TIMESTAMP: 6, t.TIMESTAMPTZ: 6, t.INTERVAL: 6}
_OCTETS_MAX: Final = 1_073_741_824
_CHARACTER_OCTETS_MAX: Final = 4  # UTF-8
_TEXTS: Final = (t.TEXT, t.VARCHAR, t.BPCHAR)


def _relations(state: CatalogState) -> Iterator[tuple[Relation, tuple[str, ...]]]:
    """Every relation with the key that makes columns of it NOT NULL."""
    for view in state.views:
        yield view.relation, view.primary_key
    for relation in (*(view.relation for view in state.defined), *RELATIONS.values()):
        yield relation, ()


def tables(state: CatalogState) -> pa.Table:
    """Views are base tables: that is where clients look for what they may SELECT from."""
    rows = [
        {
            "table_catalog": DATABASE, "table_schema": r.schema, "table_name": r.name, "is_insertable_into": "NO", "is_typed": "NO",
            "table_type": "VIEW" if r.definition or KINDS.get(r.oid) == "v" else "BASE TABLE",
        }
        for r, _ in _relations(state)
    ]  # fmt: skip
    return table(_SCHEMA, "tables", rows)


def views(state: CatalogState) -> pa.Table:
    """Those defined by SQL; what jobs publish are tables here."""
    return table(_SCHEMA, "views", information_rows(state.defined, DATABASE))


def columns(state: CatalogState) -> pa.Table:
    """All columns of all relations."""
    rows = [_column(r, i, c, key) for r, key in _relations(state) for i, c in enumerate(r.columns, 1)]
    return table(_SCHEMA, "columns", rows)


def _column(relation: Relation, number: int, column: ColumnDef, key: tuple[str, ...]) -> Row:
    pg = column.type.pg
    return {
        "table_catalog": DATABASE, "table_schema": relation.schema, "table_name": relation.name, "column_name": column.name,
        "ordinal_position": number, "is_nullable": "NO" if not column.nullable or column.name in key else "YES",
        "data_type": "ARRAY" if pg.is_array else display_name(pg), "udt_catalog": DATABASE, "udt_schema": "pg_catalog",
        "udt_name": pg.name, "dtd_identifier": str(number), "is_self_referencing": "NO", "is_identity": "NO",
        "identity_cycle": "NO", "is_generated": "NEVER", "is_updatable": "NO",
        **_characters(column.type), **_moments(column.type), **_numbers(column.type),
    }  # fmt: skip


def _characters(type_: SqlType) -> Row:
    if type_.pg not in _TEXTS:
        return {}
    if type_.typmod < 0:
        return {"character_octet_length": _OCTETS_MAX}
    length = type_.typmod - TYPMOD_HEADER
    return {"character_maximum_length": length, "character_octet_length": length * _CHARACTER_OCTETS_MAX}


def _moments(type_: SqlType) -> Row:
    precision = _DATETIME_PRECISION.get(type_.pg)
    if type_.typmod < 0:
        return {"datetime_precision": precision}
    if type_.pg is not t.INTERVAL:
        return {} if precision is None else {"datetime_precision": type_.typmod}
    digits = type_.typmod & FULL_PRECISION
    _, _, fields = format_type(type_.pg.oid, type_.typmod).partition(" ")
    return {"datetime_precision": precision if digits == FULL_PRECISION else digits, "interval_type": fields.upper() or None}


def _numbers(type_: SqlType) -> Row:
    if type_.pg is t.NUMERIC:
        precision, scale = numeric_precision_scale(type_.typmod) or (None, None)
        return {"numeric_precision": precision, "numeric_precision_radix": 10, "numeric_scale": scale}
    precision = _BINARY_PRECISION.get(type_.pg)
    if precision is None:
        return {}
    whole = type_.pg not in (t.FLOAT4, t.FLOAT8)
    return {"numeric_precision": precision, "numeric_precision_radix": 2, "numeric_scale": 0 if whole else None}


def schemata(_state: CatalogState) -> pa.Table:
    """The schemas."""
    return table(_SCHEMA, "schemata", [{"catalog_name": DATABASE, "schema_name": n, "schema_owner": OWNER} for n in NAMESPACES])


def table_constraints(state: CatalogState) -> pa.Table:
    """The keys, and what may not be NULL, which PostgreSQL 15 calls a check."""
    same = {"constraint_catalog": DATABASE, "constraint_schema": "public", "table_catalog": DATABASE, "table_schema": "public"}
    kind = {"constraint_type": "PRIMARY KEY", "is_deferrable": "NO", "initially_deferred": "NO", "enforced": "YES"}
    unique = {"constraint_type": "UNIQUE", "nulls_distinct": "NO"}
    keys: Iterable[Row] = (
        {"constraint_name": v.key_name, "table_name": v.name} | same | kind | ({} if v.primary_key else unique) for v in state.keyed
    )
    checks = ({"constraint_name": n, "table_name": v} | same | kind | {"constraint_type": "CHECK"} for v, n, _ in not_null(state))
    return table(_SCHEMA, "table_constraints", chain(keys, checks))


def key_column_usage(state: CatalogState) -> pa.Table:
    """The columns of the primary keys."""
    same = {"constraint_catalog": DATABASE, "constraint_schema": "public", "table_catalog": DATABASE, "table_schema": "public"}
    rows = [
        {"constraint_name": v.key_name, "table_name": v.name, "column_name": name, "ordinal_position": position} | same
        for v in state.views
        for position, name in enumerate(v.schema.key, 1)
    ]
    return table(_SCHEMA, "key_column_usage", rows)


BUILDERS: Final[dict[str, Callable[[CatalogState], pa.Table]]] = {
    **{builder.__name__: builder for builder in (tables, views, columns, schemata, table_constraints, key_column_usage)},
    **USAGE_BUILDERS,
    **grant_tables.BUILDERS,
    **dependencies.INFORMATION_BUILDERS,
    **routines.BUILDERS,
}
