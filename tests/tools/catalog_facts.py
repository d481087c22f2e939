"""Writes gateway/catalog/facts.txt from a live PostgreSQL 15: which columns its catalog relations have, and rows that never change.

    python -m tests.tools.catalog_facts            # needs PostgreSQL 15; starts one of its own

tests/gateway/test_catalog_facts.py compares the committed file with what this makes.
"""

# ruff: noqa: E501

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any, Final

import psycopg

from planner.postgres.functions.declare import TYPES
from planner.postgres.functions.udf.type_names import UNSERVED
from tests.plugins.postgres import PostgresServer

TARGET: Final = Path(__file__).parents[2] / "gateway" / "catalog" / "facts.txt"
_PG_CATALOG: Final = """
pg_aggregate pg_am pg_amop pg_amproc pg_attrdef pg_attribute pg_auth_members pg_authid pg_available_extension_versions
pg_available_extensions pg_cast pg_class pg_collation pg_constraint pg_conversion pg_cursors pg_database pg_db_role_setting
pg_default_acl pg_depend pg_description pg_enum pg_event_trigger pg_extension pg_foreign_data_wrapper pg_foreign_server
pg_foreign_table pg_group pg_index pg_indexes pg_inherits pg_init_privs pg_language pg_largeobject_metadata pg_locks
pg_matviews pg_namespace pg_opclass pg_operator pg_opfamily pg_parameter_acl pg_partitioned_table pg_policies pg_policy
pg_prepared_statements pg_prepared_xacts pg_proc pg_publication pg_publication_namespace pg_publication_rel
pg_publication_tables pg_range pg_replication_slots pg_rewrite pg_roles pg_rules pg_seclabel pg_seclabels pg_sequence
pg_sequences pg_settings pg_shdepend pg_shdescription pg_shseclabel pg_stat_activity pg_stat_all_indexes pg_stat_all_tables
pg_stat_archiver pg_stat_bgwriter pg_stat_database pg_stat_database_conflicts pg_stat_gssapi pg_stat_progress_analyze
pg_stat_progress_basebackup pg_stat_progress_cluster pg_stat_progress_copy pg_stat_progress_create_index
pg_stat_progress_vacuum pg_stat_replication pg_stat_slru pg_stat_ssl pg_stat_subscription pg_stat_subscription_stats
pg_stat_user_functions pg_stat_user_indexes pg_stat_user_tables pg_stat_wal pg_stat_wal_receiver pg_statio_all_indexes
pg_statio_all_sequences pg_statio_all_tables pg_statio_user_indexes pg_statio_user_sequences pg_statio_user_tables
pg_statistic_ext pg_stats pg_subscription pg_tables pg_tablespace pg_timezone_names pg_transform pg_trigger pg_ts_config
pg_ts_dict pg_ts_parser pg_ts_template pg_type pg_user pg_user_mapping pg_user_mappings pg_views
"""
_INFORMATION_SCHEMA: Final = """
applicable_roles attributes character_sets check_constraints collations column_domain_usage column_privileges columns
constraint_column_usage constraint_table_usage domain_constraints domains element_types enabled_roles foreign_data_wrappers
foreign_servers foreign_tables information_schema_catalog_name key_column_usage parameters referential_constraints
role_column_grants role_table_grants routines schemata sequences table_constraints table_privileges tables
triggers user_defined_types view_column_usage view_table_usage views
"""
#: Types that no value here has, and what stands for them: all of them are only ever read as text or numbers.
STAND_INS: Final = {
    "xid": "int8", "cid": "int8", "tid": "text", "pg_lsn": "text", "pg_node_tree": "text", "anyarray": "_text",
    "_pg_node_tree": "_text", "inet": "text", "_regtype": "_regtype", "sql_identifier": "name", "character_data": "varchar",
    "yes_or_no": "varchar", "cardinal_number": "int4", "time_stamp": "timestamptz",
    "numeric": "int8",
}  # fmt: skip
_SERVED: Final = f"({', '.join(str(t.oid) for t in TYPES.values())})"
#: Types of what functions of the allow-list may take and give; cstring and internal, for those of types.
_OF_FUNCTIONS: Final = f"({', '.join(str(o) for o in (*sorted(t.oid for t in TYPES.values()), 194, 1263, 2275, 2281))})"
#: Types of pg_type: those, and the others that drivers look for.
_TYPES: Final = (
    f"({', '.join(map(str, sorted({*map(int, _OF_FUNCTIONS[1:-1].split(', ')), *chain.from_iterable(UNSERVED.values())})))})"
)
_TYPES_FUNCTIONS: Final = f"""SELECT f FROM pg_type, unnest(
            ARRAY[typsubscript, typinput, typoutput, typreceive, typsend, typmodin, typmodout, typanalyze]::oid[]) f
        WHERE pg_type.oid IN {_TYPES} UNION SELECT amhandler FROM pg_am
        UNION SELECT castfunc FROM pg_cast WHERE castsource IN {_SERVED} AND casttarget IN {_SERVED}
        UNION SELECT f FROM pg_operator, unnest(ARRAY[oprcode, oprrest, oprjoin]::oid[]) f WHERE oprright IN {_SERVED}
        UNION SELECT f FROM pg_aggregate, unnest(ARRAY[aggtransfn, aggfinalfn, aggcombinefn, aggserialfn, aggdeserialfn, aggmtransfn,
            aggminvtransfn, aggmfinalfn]::oid[]) f"""
_FUNCTIONS: Final = f"""SELECT p.oid FROM pg_proc p WHERE pronamespace IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        AND prorettype IN {_OF_FUNCTIONS} AND NOT EXISTS (SELECT FROM unnest(proargtypes) t WHERE t NOT IN {_OF_FUNCTIONS})
        AND NOT EXISTS (SELECT FROM unnest(proargtypes) t WHERE t = 2281 AND prokind = 'f')"""
_OPERATORS: Final = f"""SELECT oid FROM pg_operator WHERE oprleft IN {_OF_FUNCTIONS[:-1]}, 0) AND oprright IN {_OF_FUNCTIONS}
        AND oprresult IN {_OF_FUNCTIONS}"""
_CLASSES: Final = f"SELECT * FROM pg_opclass WHERE opcmethod IN (403, 405) AND opcintype IN {_SERVED}"
_FAMILIES: Final = f"SELECT opcfamily FROM ({_CLASSES}) c"
#: Texts of parse trees are kept out: nobody can read them.
_PROC_COLUMNS: Final = """oid, proname, pronamespace, proowner, prolang, procost, prorows, provariadic, prosupport, prokind, prosecdef,
        proleakproof, proisstrict, proretset, provolatile, proparallel, pronargs, pronargdefaults, prorettype, proargtypes,
        proallargtypes, proargmodes, proargnames, NULL::text AS proargdefaults, protrftypes,
        CASE WHEN prolang = 12 THEN prosrc ELSE '' END AS prosrc, probin, NULL::text AS prosqlbody, proconfig, proacl"""
_DESCRIBED: Final = f"""SELECT 'pg_proc'::regclass::oid, oid FROM ({_FUNCTIONS} UNION {_TYPES_FUNCTIONS}) p(oid)
        UNION ALL SELECT 'pg_operator'::regclass, oid FROM ({_OPERATORS}) o
        UNION ALL SELECT 'pg_type'::regclass, oid FROM pg_type WHERE oid IN {_TYPES}
        UNION ALL SELECT 'pg_namespace'::regclass, oid FROM pg_namespace
        UNION ALL SELECT 'pg_am'::regclass, oid FROM pg_am WHERE amname IN ('heap', 'btree')
        UNION ALL SELECT 'pg_language'::regclass, oid FROM pg_language
        UNION ALL SELECT 'pg_collation'::regclass, oid FROM pg_collation
        UNION ALL SELECT 'pg_ts_config'::regclass, oid FROM pg_ts_config
        UNION ALL SELECT 'pg_ts_dict'::regclass, oid FROM pg_ts_dict"""
#: Settings whose values are not the same everywhere.
_OF_MACHINE: Final = """ARRAY['data_directory', 'config_file', 'hba_file', 'ident_file', 'lc_messages', 'lc_monetary', 'lc_numeric',
        'lc_time', 'timezone_abbreviations', 'unix_socket_directories', 'server_version']"""
#: Rows that are the same in every database. Of functions and operators: those whose types are served; which of them are allowed,
#: gateway.catalog.allowed says.
ROWS: Final = {
    "pg_type": f"SELECT * FROM pg_type WHERE oid IN {_TYPES} ORDER BY oid",
    "pg_proc": f"SELECT {_PROC_COLUMNS} FROM pg_proc WHERE oid IN ({_FUNCTIONS} UNION {_TYPES_FUNCTIONS}) ORDER BY oid",
    "pg_aggregate": f"""SELECT * FROM pg_aggregate WHERE aggfnoid::oid IN ({_FUNCTIONS}) ORDER BY aggfnoid::oid""",
    "pg_operator": f"SELECT * FROM pg_operator WHERE oid IN ({_OPERATORS}) ORDER BY oid",
    "pg_cast": f"SELECT * FROM pg_cast WHERE castsource IN {_SERVED} AND casttarget IN {_SERVED} ORDER BY oid",
    "pg_am": "SELECT * FROM pg_am WHERE amname IN ('heap', 'btree') ORDER BY oid",
    "pg_opclass": f"{_CLASSES.replace('(403, 405)', '(403)')} ORDER BY oid",
    "pg_opfamily": f"SELECT * FROM pg_opfamily WHERE opfmethod = 403 AND oid IN ({_FAMILIES}) ORDER BY oid",
    "pg_amop": f"""SELECT * FROM pg_amop WHERE amopmethod = 403 AND amopfamily IN ({_FAMILIES}) AND amopopr IN ({_OPERATORS})
        ORDER BY oid""",
    "pg_language": "SELECT * FROM pg_language WHERE lanname <> 'plpgsql' ORDER BY oid",
    "pg_collation": "SELECT * FROM pg_collation WHERE collname IN ('default', 'C', 'POSIX') ORDER BY oid",
    "pg_ts_config": "SELECT * FROM pg_ts_config ORDER BY oid",
    "pg_ts_dict": "SELECT * FROM pg_ts_dict ORDER BY oid",
    "pg_tablespace": "SELECT * FROM pg_tablespace ORDER BY oid",
    "pg_description": f"""SELECT * FROM pg_description WHERE (classoid, objoid) IN ({_DESCRIBED}) AND objsubid = 0
        ORDER BY classoid, objoid""",
    "pg_settings": f"""SELECT name, NULL AS setting, unit, category, short_desc, extra_desc, context, vartype, NULL AS source,
        min_val, max_val, enumvals, boot_val, NULL AS reset_val, NULL AS sourcefile, NULL::int4 AS sourceline, false AS pending_restart
        FROM pg_settings WHERE name <> ALL ({_OF_MACHINE}) ORDER BY name""",
}  # fmt: skip
#: Answers of functions that look at those rows.
ANSWERS: Final = {
    "procedure": f"""SELECT oid, pg_get_function_arguments(oid), pg_get_function_identity_arguments(oid), pg_get_function_result(oid)
        FROM pg_proc WHERE oid IN ({_FUNCTIONS} UNION {_TYPES_FUNCTIONS}) ORDER BY oid""",
    "several proc": "SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace GROUP BY 1 HAVING count(*) > 1 ORDER BY 1",
    "several oper": "SELECT oprname FROM pg_operator GROUP BY 1 HAVING count(*) > 1 ORDER BY 1",
    "setting": f"SELECT name, short_desc FROM pg_settings WHERE name = ANY ({_OF_MACHINE}) ORDER BY name",
    "keyword": "SELECT word, catcode, barelabel, catdesc, baredesc FROM pg_get_keywords() ORDER BY word COLLATE \"C\"",
}  # fmt: skip


def columns_sql(schema: str) -> str:
    """Name, oid, kind, row type and columns of a relation."""
    return f"""SELECT c.relname, c.oid, c.relkind, c.reltype, string_agg(
        a.attname || ':' || t.typname || CASE WHEN a.attnotnull THEN '!' ELSE '' END, ' ' ORDER BY a.attnum)
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        JOIN pg_type t ON t.oid = a.atttypid
        WHERE c.relnamespace = '{schema}'::regnamespace AND c.relname = ANY (%s) GROUP BY 1, 2, 3, 4 ORDER BY 1"""


def relation_lines(connection: psycopg.Connection[Any], schema: str, names: list[str]) -> list[str]:
    """One line per relation: schema.name oid relkind reltype column:type! …"""
    lines = []
    for name, oid, kind, row_type, columns in connection.execute(columns_sql(schema), (names,)):
        words = [stand_in(word) for word in columns.split()]
        lines.append(f"{schema}.{name} {oid} {kind} {row_type} {' '.join(words)}")
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
    """The file's text, as gateway/catalog/facts.py reads it."""
    connection.execute("SET search_path = pg_catalog")
    lines = relation_lines(connection, "pg_catalog", _PG_CATALOG.split()) + relation_lines(
        connection, "information_schema", _INFORMATION_SCHEMA.split()
    )
    parts = ["# relations\n", "\n".join(lines), "\n"]
    for kind, queries in (("rows", ROWS), ("answers", ANSWERS)):
        for name, query in queries.items():
            parts += [f"# {kind} {name}\n", copied(connection, query)]
    return "".join(parts)


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
