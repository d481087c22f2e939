"""Writes gateway/catalog/facts.py from a live PostgreSQL 15: which columns its catalog relations have, and rows that never change.

    python -m tests.tools.catalog_facts            # needs PostgreSQL 15; starts one of its own

tests/gateway/test_catalog_facts.py compares the committed file with what this makes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import psycopg

from planner.functions.declare import TYPES
from planner.types import BY_OID
from tests.plugins.postgres import PostgresServer

TARGET: Final = Path(__file__).parents[2] / "gateway" / "catalog" / "facts.py"
_PG_CATALOG: Final = """
pg_am pg_attrdef pg_attribute pg_auth_members pg_authid pg_class pg_collation pg_constraint pg_database pg_db_role_setting
pg_default_acl pg_depend pg_description pg_enum pg_event_trigger pg_extension pg_foreign_data_wrapper pg_foreign_server
pg_foreign_table pg_index pg_indexes pg_inherits pg_largeobject_metadata pg_matviews pg_namespace pg_partitioned_table pg_policy
pg_proc
pg_publication pg_publication_namespace pg_publication_rel pg_publication_tables pg_range pg_rewrite pg_roles pg_rules pg_seclabel
pg_sequence pg_sequences pg_settings pg_shdescription pg_statistic_ext pg_subscription pg_tables pg_tablespace pg_trigger pg_type
pg_user pg_user_mappings pg_views pg_stat_user_tables
"""
_INFORMATION_SCHEMA: Final = """
tables columns schemata table_constraints key_column_usage referential_constraints views routines sequences
"""
#: Types that no value here has, and what stands for them: all of them are only ever read as text or numbers.
STAND_INS: Final = {
    "xid": "int8", "cid": "int8", "tid": "text", "pg_lsn": "text", "pg_node_tree": "text", "_aclitem": "_text", "anyarray": "_text",
    "_pg_node_tree": "_text", "inet": "text", "_regtype": "_regtype", "sql_identifier": "name", "character_data": "varchar",
    "yes_or_no": "varchar", "cardinal_number": "int4", "time_stamp": "timestamptz",
}  # fmt: skip
#: Rows that are the same in every database.
ROWS: Final = {
    "pg_type": f"SELECT * FROM pg_type WHERE oid IN ({', '.join(str(t.oid) for t in TYPES.values())}) ORDER BY oid",
    "pg_proc": f"""SELECT * FROM pg_proc WHERE oid IN (
        SELECT f FROM pg_type, unnest(
            ARRAY[typsubscript, typinput, typoutput, typreceive, typsend, typmodin, typmodout, typanalyze]::oid[]) f
        WHERE pg_type.oid IN ({', '.join(str(o) for o in BY_OID)}) UNION SELECT amhandler FROM pg_am) ORDER BY oid""",
    "pg_am": "SELECT * FROM pg_am WHERE amname IN ('heap', 'btree') ORDER BY oid",
    "pg_collation": "SELECT * FROM pg_collation WHERE collname IN ('default', 'C', 'POSIX') ORDER BY oid",
    "pg_tablespace": "SELECT * FROM pg_tablespace ORDER BY oid",
}  # fmt: skip


def columns_sql(schema: str) -> str:
    """Name, oid and columns of a relation."""
    return f"""SELECT c.relname, c.oid, c.relkind, string_agg(
        a.attname || ':' || t.typname || CASE WHEN a.attnotnull THEN '!' ELSE '' END, ' ' ORDER BY a.attnum)
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        JOIN pg_type t ON t.oid = a.atttypid
        WHERE c.relnamespace = '{schema}'::regnamespace AND c.relname = ANY (%s) GROUP BY 1, 2, 3 ORDER BY 1"""


def relation_lines(connection: psycopg.Connection[Any], schema: str, names: list[str]) -> list[str]:
    """One line per relation: schema.name oid relkind column:type! …"""
    lines = []
    for name, oid, kind, columns in connection.execute(columns_sql(schema), (names,)):
        words = [stand_in(word) for word in columns.split()]
        lines.append(f"{schema}.{name} {oid} {kind} {' '.join(words)}")
    return lines


def stand_in(word: str) -> str:
    """column:type! with the type that Tidegate serves."""
    name, _, type_name = word.partition(":")
    bare = type_name.removesuffix("!")
    return f"{name}:{STAND_INS.get(bare, bare)}{'!' if type_name.endswith('!') else ''}"


def copied(connection: psycopg.Connection[Any], query: str) -> str:
    """COPY's text format; regproc columns as numbers."""
    names = [d.name for d in connection.execute(f"SELECT * FROM ({query}) q LIMIT 0").description or ()]
    kinds = {d.name: d.type_code for d in connection.execute(f"SELECT * FROM ({query}) q LIMIT 0").description or ()}
    outputs = ", ".join(f"q.{n}::oid AS {n}" if kinds[n] == 24 else f"q.{n}" for n in names)
    with connection.cursor().copy(f"COPY (SELECT {outputs} FROM ({query}) q) TO STDOUT") as copy:
        return b"".join(bytes(part) for part in copy).decode()


def facts(connection: psycopg.Connection[Any]) -> str:
    """The module's text."""
    connection.execute("SET search_path = pg_catalog")
    lines = relation_lines(connection, "pg_catalog", _PG_CATALOG.split()) + relation_lines(
        connection, "information_schema", _INFORMATION_SCHEMA.split()
    )
    parts = [
        '"""Facts of PostgreSQL 15\'s catalog. Written by tests/tools/catalog_facts.py; do not edit."""\n\n# ruff: noqa: E501\n',
        "from __future__ import annotations\n\nfrom typing import Final\n",
        "#: schema.relation, oid, relkind, and columns as name:type, with ! where never NULL.\nRELATIONS: Final = "
        + quoted("\n".join(lines) + "\n"),
        "#: Rows that are the same in every database, in COPY's text format.\nROWS: Final = {",
    ]
    parts += [f'    "{table}": {quoted(copied(connection, query))},' for table, query in ROWS.items()]
    return "\n".join([*parts, "}\n"]).replace("Final\n#:", "Final\n\n#:").replace('"""\n#:', '"""\n\n#:')


def quoted(text: str) -> str:
    """A raw string literal."""
    return f'r"""\n{text}"""'


def main() -> None:
    """Start PostgreSQL, write the file."""
    server = PostgresServer()
    server.start()
    try:
        with psycopg.connect(server.dsn, autocommit=True) as connection:
            TARGET.write_text(facts(connection))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
