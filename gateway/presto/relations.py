"""What stands in for Trino's information_schema and catalog `system`: queries over ours, with Trino's columns and types' names."""

from __future__ import annotations

from typing import Final

from gateway.session.startup import DATABASE

#: Schemas that clients are shown.
_SHOWN: Final = "n.nspname IN ('public', 'tidegate', 'information_schema', 'pg_catalog')"
_TABLES: Final = (
    "pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace "
    f"WHERE c.relkind IN ('r', 'v') AND {_SHOWN}"
)
_BASE: Final = "format_type(CASE WHEN t.typcategory = 'A' AND t.typelem <> 0 THEN t.typelem ELSE a.atttypid END, a.atttypmod)"
_NAMES: Final = {
    "double precision": "double", "bytea": "varbinary", "numeric": "number", "jsonb": "json", "oid": "bigint",
    "timestamp without time zone": "timestamp(6)", "timestamp with time zone": "timestamp(6) with time zone",
    "time without time zone": "time(6)", "interval": "interval day to second",
    **{same: same for same in ("bigint", "integer", "smallint", "real", "boolean", "date", "json", "uuid")},
}  # fmt: skip
_CASES: Final = " ".join(f"WHEN '{theirs}' THEN '{ours}'" for theirs, ours in _NAMES.items())
_ELEMENT: Final = (
    f"CASE {_BASE} {_CASES} ELSE CASE WHEN {_BASE} LIKE 'numeric(%' THEN replace({_BASE}, 'numeric', 'decimal') "
    f"WHEN {_BASE} LIKE 'character varying(%' THEN replace({_BASE}, 'character varying', 'varchar') "
    f"WHEN {_BASE} LIKE 'character(%' THEN replace({_BASE}, 'character', 'char') ELSE 'varchar' END END"
)
_TYPE: Final = f"CASE WHEN t.typcategory = 'A' AND t.typelem <> 0 THEN 'array(' || {_ELEMENT} || ')' ELSE {_ELEMENT} END"
_KIND: Final = "CASE c.relkind WHEN 'v' THEN 'VIEW' ELSE 'BASE TABLE' END"
_COLUMNS: Final = (
    f"SELECT '{DATABASE}' AS table_catalog, n.nspname AS table_schema, c.relname AS table_name, a.attname AS column_name, "
    "CAST(a.attnum AS BIGINT) AS ordinal_position, CAST(NULL AS TEXT) AS column_default, "
    f"CASE WHEN a.attnotnull THEN 'NO' ELSE 'YES' END AS is_nullable, {_TYPE} AS data_type, "
    "col_description(c.oid, a.attnum) AS comment "
    "FROM pg_catalog.pg_attribute AS a JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid "
    "JOIN pg_catalog.pg_class AS c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace "
    f"WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'v') AND {_SHOWN}"
)
_NOTHING: Final = "CAST(NULL AS TEXT)"

RELATIONS: Final[dict[str, str]] = {
    "information_schema.schemata": (
        f"SELECT '{DATABASE}' AS catalog_name, n.nspname AS schema_name FROM pg_catalog.pg_namespace AS n WHERE {_SHOWN}"
    ),
    "information_schema.tables": (
        f"SELECT '{DATABASE}' AS table_catalog, n.nspname AS table_schema, c.relname AS table_name, {_KIND} AS table_type "
        f"FROM {_TABLES}"
    ),
    "information_schema.columns": _COLUMNS,
    "information_schema.views": (
        f"SELECT '{DATABASE}' AS table_catalog, v.schemaname AS table_schema, v.viewname AS table_name, "
        "v.definition AS view_definition FROM pg_catalog.pg_views AS v WHERE v.definition IS NOT NULL"
    ),
    "system.metadata.catalogs": (
        f"SELECT name AS catalog_name, name AS connector_id FROM (VALUES ('{DATABASE}'), ('system')) AS v (name)"
    ),
    "system.metadata.table_comments": (
        f"SELECT '{DATABASE}' AS catalog_name, n.nspname AS schema_name, c.relname AS table_name, "
        f"obj_description(c.oid, 'pg_class') AS comment FROM {_TABLES}"
    ),
    "system.jdbc.catalogs": f"SELECT name AS table_cat FROM (VALUES ('{DATABASE}'), ('system')) AS v (name)",
    "system.jdbc.schemas": (
        f"SELECT n.nspname AS table_schem, '{DATABASE}' AS table_catalog FROM pg_catalog.pg_namespace AS n WHERE {_SHOWN}"
    ),
    "system.jdbc.table_types": "SELECT name AS table_type FROM (VALUES ('TABLE'), ('VIEW')) AS v (name)",
    "system.jdbc.tables": (
        f"SELECT '{DATABASE}' AS table_cat, n.nspname AS table_schem, c.relname AS table_name, "
        "CASE c.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END AS table_type, obj_description(c.oid, 'pg_class') AS remarks, "
        f"{_NOTHING} AS type_cat, {_NOTHING} AS type_schem, {_NOTHING} AS type_name, {_NOTHING} AS self_referencing_col_name, "
        f"{_NOTHING} AS ref_generation FROM {_TABLES}"
    ),
    "system.runtime.nodes": (
        "SELECT name AS node_id, address AS http_uri, version() AS node_version, here AS coordinator, state FROM tidegate.nodes"
    ),
}
