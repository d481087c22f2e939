"""Rows of information_schema's relations, as PostgreSQL 15 derives them from pg_catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

import pyarrow as pa

from gateway.catalog import routines
from gateway.catalog.allowed import allowed_rows
from gateway.catalog.dependencies import view_usage
from gateway.catalog.grant_tables import GRANT_TABLES, unguarded
from gateway.catalog.relations import DATABASE, KINDS, NAMESPACES, OWNER, RELATIONS, Row
from gateway.catalog.state import CatalogState, DefinedEntry, ViewEntry
from planner.postgres.functions.udf.type_names import format_type
from planner.postgres.literals.interval_fields import FULL_PRECISION
from planner.tree import types as t
from planner.tree.catalog import ColumnDef, Relation
from planner.tree.types import TYPMOD_HEADER, SqlType, display_name, numeric_precision_scale

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


def _tables(state: CatalogState) -> Iterator[Row]:
    """Views are base tables: that is where clients look for what they may SELECT from."""
    same = {"table_catalog": DATABASE, "is_insertable_into": "NO", "is_typed": "NO"}
    for r, _ in _relations(state):
        kind = "VIEW" if r.definition or KINDS.get(r.oid) == "v" else "BASE TABLE"
        yield {"table_schema": r.schema, "table_name": r.name, "table_type": kind} | same


def _views(state: CatalogState) -> Iterator[Row]:
    """Those defined by SQL; what jobs publish are tables here."""
    never = ("is_updatable", "is_insertable_into", "is_trigger_updatable", "is_trigger_deletable", "is_trigger_insertable_into")
    same = dict.fromkeys(never, "NO") | {"check_option": "NONE"}
    return (_table_of(entry) | same | {"view_definition": entry.text} for entry in state.defined)


def _columns(state: CatalogState) -> Iterator[Row]:
    """All columns of all relations."""
    return (_column(r, i, c, key) for r, key in _relations(state) for i, c in enumerate(r.columns, 1))


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


# ---------------------------------------------------------------------------------------------------------------- keys


def _table_of(view: ViewEntry | DefinedEntry) -> Row:
    return {"table_catalog": DATABASE, "table_schema": "public", "table_name": view.name}


def _constraint(name: str) -> Row:
    return {"constraint_catalog": DATABASE, "constraint_schema": "public", "constraint_name": name}


def _not_null(state: CatalogState) -> Iterator[tuple[ViewEntry, str, str]]:
    """(view, constraint, column) of the columns that are never NULL, which PostgreSQL 15 calls a check."""
    for view in state.views:
        for number, column in enumerate(view.relation.columns, 1):
            if not column.nullable or column.name in view.primary_key:
                yield view, f"{NAMESPACES['public']}_{view.oid}_{number}_not_null", column.name


def _table_constraints(state: CatalogState) -> Iterator[Row]:
    """The keys, and what may not be NULL."""
    same = {"is_deferrable": "NO", "initially_deferred": "NO", "enforced": "YES"}
    primary, unique = {"constraint_type": "PRIMARY KEY"}, {"constraint_type": "UNIQUE", "nulls_distinct": "NO"}
    for view in state.keyed:
        yield _constraint(view.key_name) | _table_of(view) | same | (primary if view.primary_key else unique)
    for view, name, _ in _not_null(state):
        yield _constraint(name) | _table_of(view) | same | {"constraint_type": "CHECK"}


def _check_constraints(state: CatalogState) -> Iterator[Row]:
    return (_constraint(name) | {"check_clause": f"{column} IS NOT NULL"} for _, name, column in _not_null(state))


def _key_columns(state: CatalogState) -> Iterator[Row]:
    """The columns of the keys; they are in the order of key_column_usage."""
    for view in state.views:
        for position, name in enumerate(view.schema.key, 1):
            yield _constraint(view.key_name) | _table_of(view) | {"column_name": name, "ordinal_position": position}


# ---------------------------------------------------------------------------------------------------------------- else


def _element_types(state: CatalogState) -> Iterator[Row]:
    """What the columns that are arrays hold."""
    for view in state.everything:
        for number, column in enumerate(view.relation.columns, 1):
            element = column.type.pg.element
            if element is not None:
                yield {
                    "object_catalog": DATABASE, "object_schema": "public", "object_name": view.name, "object_type": "TABLE",
                    "collection_type_identifier": str(number), "data_type": display_name(element), "udt_catalog": DATABASE,
                    "udt_schema": "pg_catalog", "udt_name": element.name, "dtd_identifier": f"a{number}",
                }  # fmt: skip


def _collations(_state: CatalogState) -> Iterator[Row]:
    """Those of the C locale."""
    same = {"collation_catalog": DATABASE, "collation_schema": "pg_catalog", "pad_attribute": "NO PAD"}
    return (same | {"collation_name": name} for name in sorted(allowed_rows("pg_collation")["collname"].to_pylist()))


_CHARACTER_SET: Final = {
    "character_set_name": "UTF8", "character_repertoire": "UCS", "form_of_use": "UTF8", "default_collate_catalog": DATABASE,
    "default_collate_schema": "pg_catalog", "default_collate_name": "ucs_basic",
}  # fmt: skip
_SCHEMATA: Final = [{"catalog_name": DATABASE, "schema_name": name, "schema_owner": OWNER} for name in NAMESPACES]
BUILDERS: Final[dict[str, Callable[[CatalogState], Iterable[Row] | pa.Table]]] = {
    "character_sets": lambda _: (_CHARACTER_SET,),
    "check_constraints": _check_constraints,
    "collations": _collations,
    "columns": _columns,
    "constraint_column_usage": _key_columns,
    "element_types": _element_types,
    "information_schema_catalog_name": lambda _: ({"catalog_name": DATABASE},),
    "key_column_usage": _key_columns,
    "parameters": lambda _: routines.parameters(),
    "routines": lambda _: routines.routines(),
    "schemata": lambda _: _SCHEMATA,
    "table_constraints": _table_constraints,
    "tables": _tables,
    "view_column_usage": partial(view_usage, columns=True),
    "view_table_usage": partial(view_usage, columns=False),
    "views": _views,
    **{name: partial(unguarded, name) for name in GRANT_TABLES},
}
