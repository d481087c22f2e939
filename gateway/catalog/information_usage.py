"""More of information_schema: what keys use, elements of arrays, character sets, roles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import pyarrow as pa

from gateway.catalog.allowed import PUBLIC_OID, allowed_rows
from gateway.catalog.defined import DefinedEntry
from gateway.catalog.pg import DATABASE
from gateway.catalog.relations import table
from gateway.catalog.state import CatalogState, ViewEntry
from planner.tree.types import display_name

Row = dict[str, Any]

_SCHEMA: Final = "information_schema"


def _table_of(view: ViewEntry | DefinedEntry) -> Row:
    return {"table_catalog": DATABASE, "table_schema": "public", "table_name": view.name}


def _key_of(view: ViewEntry) -> Row:
    return {"constraint_catalog": DATABASE, "constraint_schema": "public", "constraint_name": view.key_name}


def constraint_column_usage(state: CatalogState) -> pa.Table:
    """The columns of the primary keys."""
    rows = (_table_of(v) | _key_of(v) | {"column_name": name} for v in state.views for name in v.schema.key)
    return table(_SCHEMA, "constraint_column_usage", rows)


def not_null(state: CatalogState) -> Iterator[tuple[str, str, str]]:
    """(view, constraint, column) of the columns that are never NULL."""
    for view in state.views:
        for number, column in enumerate(view.relation.columns, 1):
            if not column.nullable or column.name in view.primary_key:
                yield view.name, f"{PUBLIC_OID}_{view.oid}_{number}_not_null", column.name


def check_constraints(state: CatalogState) -> pa.Table:
    """What may not be NULL."""
    same = {"constraint_catalog": DATABASE, "constraint_schema": "public"}
    rows = (same | {"constraint_name": name, "check_clause": f"{column} IS NOT NULL"} for _, name, column in not_null(state))
    return table(_SCHEMA, "check_constraints", rows)


def constraint_table_usage(_state: CatalogState) -> pa.Table:
    """Tables that foreign keys refer to: none."""
    return table(_SCHEMA, "constraint_table_usage", ())


def element_types(state: CatalogState) -> pa.Table:
    """What the columns that are arrays hold."""
    return table(_SCHEMA, "element_types", _elements(state))


def _elements(state: CatalogState) -> Iterator[Row]:
    for view in state.everything:
        for number, column in enumerate(view.relation.columns, 1):
            element = column.type.pg.element
            if element is not None:
                yield {
                    "object_catalog": DATABASE, "object_schema": "public", "object_name": view.name, "object_type": "TABLE",
                    "collection_type_identifier": str(number), "data_type": display_name(element), "udt_catalog": DATABASE,
                    "udt_schema": "pg_catalog", "udt_name": element.name, "dtd_identifier": f"a{number}",
                }  # fmt: skip


def information_schema_catalog_name(_state: CatalogState) -> pa.Table:
    """The database."""
    return table(_SCHEMA, "information_schema_catalog_name", [{"catalog_name": DATABASE}])


def character_sets(_state: CatalogState) -> pa.Table:
    """UTF-8."""
    row = {
        "character_set_name": "UTF8", "character_repertoire": "UCS", "form_of_use": "UTF8", "default_collate_catalog": DATABASE,
        "default_collate_schema": "pg_catalog", "default_collate_name": "ucs_basic",
    }  # fmt: skip
    return table(_SCHEMA, "character_sets", [row])


def collations(_state: CatalogState) -> pa.Table:
    """Those of the C locale."""
    same = {"collation_catalog": DATABASE, "collation_schema": "pg_catalog", "pad_attribute": "NO PAD"}
    names: Iterable[str] = sorted(allowed_rows("pg_collation")["collname"].to_pylist())
    return table(_SCHEMA, "collations", [same | {"collation_name": name} for name in names])


USAGE_BUILDERS: Final[dict[str, Callable[[CatalogState], pa.Table]]] = {
    builder.__name__: builder
    for builder in (
        constraint_column_usage, constraint_table_usage, check_constraints,
        element_types, information_schema_catalog_name, character_sets, collations,
    )
}  # fmt: skip
