"""What tools without a client here ask at first: Grafana, Metabase, Npgsql and Power BI, DBeaver, pgAdmin, Tableau, Superset.

Their SQL is from their sources and from the wire; what PostgreSQL 15 answers for the same tables is expected.
"""

# ruff: noqa: E501 — other programs' SQL

from __future__ import annotations

from typing import Any, Final

import psycopg
import pytest

from tests.plugins.namesake import Namesake

pytestmark = pytest.mark.postgres

SAME: Final = {
    "Grafana: tables": """SELECT CASE WHEN quote_ident(table_schema) IN (
          SELECT CASE WHEN trim(s[i]) = '"$user"' THEN user ELSE trim(s[i]) END
          FROM generate_series(array_lower(string_to_array(current_setting('search_path'), ','), 1),
            array_upper(string_to_array(current_setting('search_path'), ','), 1)) AS i,
            string_to_array(current_setting('search_path'), ',') s)
        THEN quote_ident(table_name) ELSE quote_ident(table_schema) || '.' || quote_ident(table_name) END AS "table"
        FROM information_schema.tables
        WHERE quote_ident(table_schema) NOT IN ('information_schema', 'pg_catalog', 'tidegate', '_timescaledb_cache') ORDER BY 1""",
    "Grafana: columns": """SELECT quote_ident(column_name) AS "column", data_type AS "type" FROM information_schema.columns
        WHERE quote_ident(table_name) = 'route_hours' ORDER BY ordinal_position""",
    "Grafana: version": "SELECT current_setting('server_version_num')::int/100 AS version",
    "Grafana: TimescaleDB": "SELECT extversion FROM pg_extension WHERE extname = 'timescaledb'",
    "Metabase: tables": """SELECT n.nspname AS schema, c.relname AS name,
          CASE c.relkind WHEN 'r' THEN 'TABLE' WHEN 'p' THEN 'PARTITIONED TABLE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' END
          AS type, d.description, stat.n_live_tup AS estimated_row_count
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON c.relnamespace = n.oid
        LEFT JOIN pg_catalog.pg_description d ON c.oid = d.objoid AND d.objsubid = 0 AND d.classoid = 'pg_class'::regclass
        LEFT JOIN pg_stat_user_tables stat ON n.nspname = stat.schemaname AND c.relname = stat.relname
        WHERE c.relnamespace = n.oid AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'tidegate')
        AND c.relkind IN ('r', 'p', 'v', 'f', 'm') ORDER BY 3, 1, 2""",
    "Metabase: columns": """SELECT c.column_name AS name,
          CASE WHEN c.udt_schema IN ('public', 'pg_catalog') THEN format('%s', c.udt_name)
            ELSE format('"%s"."%s"', c.udt_schema, c.udt_name) END AS type, c.ordinal_position - 1 AS position, c.table_schema,
          c.table_name, pk.column_name IS NOT NULL AS pk, col_description(
            CAST(CAST(format('%I.%I', CAST(c.table_schema AS TEXT), CAST(c.table_name AS TEXT)) AS REGCLASS) AS OID), c.ordinal_position)
        FROM information_schema.columns c LEFT JOIN (SELECT tc.table_schema, tc.table_name, kc.column_name
          FROM information_schema.table_constraints tc JOIN information_schema.key_column_usage kc
            ON tc.constraint_name = kc.constraint_name AND tc.table_schema = kc.table_schema AND tc.table_name = kc.table_name
          WHERE tc.constraint_type = 'PRIMARY KEY') pk
          ON c.table_schema = pk.table_schema AND c.table_name = pk.table_name AND c.column_name = pk.column_name
        WHERE c.table_schema !~ '^information_schema|catalog_history|pg_|tidegate' ORDER BY c.table_schema, c.table_name, c.ordinal_position""",
    "Metabase: privileges": """WITH table_privileges AS (SELECT NULL AS role, t.schemaname AS schema, t.objectname AS table,
          has_any_column_privilege(current_user, '"' || replace(t.schemaname, '"', '""') || '"."' || replace(t.objectname, '"', '""')
            || '"', 'SELECT') AS select
        FROM (SELECT schemaname, tablename AS objectname FROM pg_catalog.pg_tables UNION
          SELECT schemaname, viewname AS objectname FROM pg_views UNION SELECT schemaname, matviewname FROM pg_matviews) t
        WHERE t.schemaname !~ '^pg_' AND t.schemaname NOT IN ('information_schema', 'tidegate')
          AND has_schema_privilege(current_user, t.schemaname, 'usage'))
        SELECT t.* FROM table_privileges t WHERE t.select ORDER BY 3""",
    "Npgsql: types": """SELECT ns.nspname, t.oid, t.typname, t.typtype, t.typnotnull, t.elemtypoid
        FROM (SELECT typ.oid, typ.typnamespace, typ.typname, typ.typtype, typ.typrelid, typ.typnotnull, typ.relkind,
            elemtyp.oid AS elemtypoid, elemtyp.typname AS elemtypname, elemcls.relkind AS elemrelkind,
            CASE WHEN elemproc.proname='array_recv' THEN 'a' ELSE elemtyp.typtype END AS elemtyptype, typ.typcategory
          FROM (SELECT typ.oid, typnamespace, typname, typrelid, typnotnull, relkind, typelem AS elemoid, typcategory,
              CASE WHEN proc.proname='array_recv' THEN 'a' ELSE typ.typtype END AS typtype,
              CASE WHEN proc.proname='array_recv' THEN typ.typelem WHEN typ.typtype='r' THEN rngsubtype
                WHEN typ.typtype='m' THEN (SELECT rngtypid FROM pg_range WHERE rngmultitypid = typ.oid)
                WHEN typ.typtype='d' THEN typ.typbasetype END AS elemtypoid
            FROM pg_type AS typ LEFT JOIN pg_class AS cls ON (cls.oid = typ.typrelid)
            LEFT JOIN pg_proc AS proc ON proc.oid = typ.typreceive LEFT JOIN pg_range ON (pg_range.rngtypid = typ.oid)) AS typ
          LEFT JOIN pg_type AS elemtyp ON elemtyp.oid = elemtypoid LEFT JOIN pg_class AS elemcls ON (elemcls.oid = elemtyp.typrelid)
          LEFT JOIN pg_proc AS elemproc ON elemproc.oid = elemtyp.typreceive) AS t
        JOIN pg_namespace AS ns ON (ns.oid = typnamespace)
        WHERE t.oid IN (16, 17, 20, 21, 23, 25, 700, 701, 1009, 1016, 1082, 1114, 1184, 1186, 1231, 1700, 3802, 2950)
        ORDER BY t.oid""",
    "Npgsql: composites": """SELECT typ.oid, att.attname, att.atttypid FROM pg_type AS typ
        JOIN pg_namespace AS ns ON (ns.oid = typ.typnamespace) JOIN pg_class AS cls ON (cls.oid = typ.typrelid)
        JOIN pg_attribute AS att ON (att.attrelid = typ.typrelid)
        WHERE (typ.typtype = 'c' AND cls.relkind='c') AND attnum > 0 AND NOT attisdropped ORDER BY typ.oid, att.attnum""",
    "Npgsql: enums": "SELECT pg_type.oid, enumlabel FROM pg_enum JOIN pg_type ON pg_type.oid=enumtypid ORDER BY oid, enumsortorder",
    "Power BI: keys": """SELECT i.CONSTRAINT_SCHEMA || '_' || i.CONSTRAINT_NAME AS INDEX_NAME, ii.COLUMN_NAME, ii.ORDINAL_POSITION,
          CASE WHEN i.CONSTRAINT_TYPE = 'PRIMARY KEY' THEN 'Y' ELSE 'N' END AS PRIMARY_KEY
        FROM INFORMATION_SCHEMA.table_constraints i JOIN INFORMATION_SCHEMA.key_column_usage ii
          ON i.CONSTRAINT_SCHEMA = ii.CONSTRAINT_SCHEMA AND i.CONSTRAINT_NAME = ii.CONSTRAINT_NAME
          AND i.TABLE_SCHEMA = ii.TABLE_SCHEMA AND i.TABLE_NAME = ii.TABLE_NAME
        WHERE i.TABLE_SCHEMA = 'public' AND i.TABLE_NAME = 'route_hours' AND i.CONSTRAINT_TYPE IN ('PRIMARY KEY', 'UNIQUE')
        ORDER BY 1, 3""",
    "Power BI: references": """SELECT count(*) FROM INFORMATION_SCHEMA.referential_constraints rc
        JOIN INFORMATION_SCHEMA.key_column_usage kc ON rc.constraint_name = kc.constraint_name""",
    "Power BI: encoding": "SELECT character_set_name FROM INFORMATION_SCHEMA.character_sets",
    "DBeaver: schemas": """SELECT n.oid, n.*, d.description FROM pg_catalog.pg_namespace n
        LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid = n.oid AND d.objsubid = 0 AND d.classoid = 'pg_namespace'::regclass
        WHERE n.nspname IN ('public', 'pg_catalog') ORDER BY nspname""",
    "DBeaver: databases": "SELECT db.oid, db.* FROM pg_catalog.pg_database db WHERE NOT datistemplate AND datallowconn AND 1 <> 1",
    "DBeaver: keywords": "SELECT string_agg(word, ',') FROM pg_catalog.pg_get_keywords() WHERE word <> ALL ('{a,abs}'::text[])",
    "DBeaver: a table's columns": """SELECT c.relname, a.attname, pg_catalog.pg_get_expr(ad.adbin, ad.adrelid, true), dsc.description
        FROM pg_catalog.pg_attribute a INNER JOIN pg_catalog.pg_class c ON (a.attrelid = c.oid)
        LEFT OUTER JOIN pg_catalog.pg_attrdef ad ON (a.attrelid = ad.adrelid AND a.attnum = ad.adnum)
        LEFT OUTER JOIN pg_catalog.pg_description dsc ON (c.oid = dsc.objoid AND a.attnum = dsc.objsubid)
        LEFT OUTER JOIN pg_depend dep ON dep.refobjid = a.attrelid AND dep.deptype = 'i' AND dep.refobjsubid = a.attnum
        WHERE NOT a.attisdropped AND c.relkind NOT IN ('i', 'I', 'c') AND c.relname = 'kinds' AND a.attnum > 0 ORDER BY a.attnum""",
    "pgAdmin: databases": """SELECT db.oid AS did, db.datname AS name, db.dattablespace AS spcoid, spcname, datallowconn,
        pg_catalog.pg_encoding_to_char(encoding) AS encoding, pg_catalog.pg_get_userbyid(datdba) AS datowner, datcollate, datctype,
        datconnlimit, pg_catalog.has_database_privilege(db.oid, 'CONNECT') AS cancreate, descr.description
        FROM pg_catalog.pg_database db LEFT OUTER JOIN pg_catalog.pg_tablespace ta ON db.dattablespace = ta.oid
        LEFT OUTER JOIN pg_catalog.pg_shdescription descr ON (db.oid = descr.objoid AND descr.classoid = 'pg_database'::regclass)
        ORDER BY datname""",
    "pgAdmin: at first": "SELECT set_config('bytea_output', 'hex', false) FROM pg_show_all_settings() WHERE name = 'bytea_output'",
    "pgAdmin: settings": """SELECT name, setting, unit, vartype, min_val, max_val, enumvals, pg_show_all_settings.context
        FROM pg_show_all_settings() WHERE name IN ('statement_timeout', 'work_mem', 'bytea_output', 'search_path') ORDER BY name""",
    "pgAdmin: the user": """SELECT roles.rolname AS name, roles.rolsuper AS is_superuser, roles.rolcreaterole AS can_create_role,
        roles.rolcreatedb AS can_create_db FROM pg_catalog.pg_roles AS roles WHERE rolname = current_user""",
    "Prisma: columns": """SELECT oid.namespace, info.table_name, info.column_name,
          format_type(att.atttypid, att.atttypmod) AS formatted_type, info.numeric_precision, info.numeric_scale,
          info.datetime_precision, info.data_type, info.udt_name AS full_data_type, info.is_nullable
        FROM information_schema.columns info JOIN pg_attribute att ON att.attname = info.column_name
        JOIN (SELECT pg_class.oid, relname, pg_namespace.nspname AS namespace FROM pg_class
          JOIN pg_namespace ON pg_namespace.oid = pg_class.relnamespace AND pg_namespace.nspname = ANY('{public}') WHERE reltype > 0
        ) AS oid ON oid.oid = att.attrelid AND relname = info.table_name AND namespace = info.table_schema
        ORDER BY namespace, info.table_name, info.ordinal_position""",
    "Superset: what runs": "SELECT count(*) >= 1 FROM pg_stat_activity WHERE pid = pg_backend_pid()",
    "Tableau: a column probe": 'SELECT * FROM "public"."route_hours" LIMIT 0',
    "Tableau: keys by position": """SELECT ta.attname, ia.attnum, ic.relname FROM pg_attribute ta, pg_attribute ia, pg_class tc, pg_index i,
        pg_namespace n, pg_class ic WHERE tc.relname = 'route_hours' AND n.nspname = 'public' AND tc.oid = i.indrelid
        AND n.oid = tc.relnamespace AND i.indisprimary = 't' AND ia.attrelid = i.indexrelid AND ta.attrelid = i.indrelid
        AND ta.attnum = i.indkey[ia.attnum-1] AND (NOT ta.attisdropped) AND (NOT ia.attisdropped) AND ic.oid = i.indexrelid
        ORDER BY ia.attnum""",
    "information_schema.columns": """SELECT * FROM information_schema.columns WHERE table_schema = 'public'
        ORDER BY table_name, ordinal_position""",
    "information_schema.tables": "SELECT * FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name",
    "information_schema.table_constraints": """SELECT * FROM information_schema.table_constraints
        WHERE table_schema = 'public' AND constraint_type = 'PRIMARY KEY' ORDER BY table_name""",
    "information_schema.check_constraints": """SELECT t.table_name, t.constraint_type, c.check_clause,
        regexp_replace(c.constraint_name, '_[0-9]+_', '_N_') FROM information_schema.check_constraints c
        JOIN information_schema.table_constraints t USING (constraint_name) WHERE t.table_schema = 'public' ORDER BY 1, 4""",
    "pg_views": "SELECT schemaname, viewname, viewowner FROM pg_views WHERE schemaname = 'public' OR viewname = 'pg_tables'",
    "pg_tables of the system": """SELECT schemaname, tablename, tableowner FROM pg_tables WHERE tablename IN ('pg_class', 'pg_type')
        ORDER BY 2""",
    "information_schema.key_column_usage": """SELECT * FROM information_schema.key_column_usage
        WHERE table_schema = 'public' ORDER BY table_name, ordinal_position""",
    "information_schema.constraint_column_usage": """SELECT * FROM information_schema.constraint_column_usage
        WHERE table_schema = 'public' ORDER BY table_name, column_name""",
    "information_schema.element_types": """SELECT * FROM information_schema.element_types WHERE object_schema = 'public' ORDER BY 3, 5""",
    "information_schema.schemata": "SELECT * FROM information_schema.schemata WHERE schema_name <> 'public' ORDER BY 2",
    "information_schema.names": """SELECT * FROM information_schema.information_schema_catalog_name, information_schema.character_sets,
        (SELECT count(*) FROM information_schema.views WHERE table_schema = 'public') v,
        (SELECT count(*) FROM information_schema.triggers) t, (SELECT count(*) FROM information_schema.sequences) s""",
    "information_schema.roles": "SELECT role_name FROM information_schema.enabled_roles WHERE role_name = current_user",
    "pg_type": """SELECT c.relname, t.typname, t.typnamespace, t.typowner, t.typlen, t.typbyval, t.typtype, t.typcategory,
          t.typispreferred, t.typisdefined, t.typdelim, t.typrelid::regclass, t.typelem, t.typinput, t.typoutput, t.typreceive,
          t.typsend, t.typmodin, t.typalign, t.typstorage, t.typbasetype, t.typtypmod, t.typcollation
        FROM pg_class c JOIN pg_type t ON t.oid = c.reltype AND t.typrelid = c.oid
        WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1""",
    "pg_tables": "SELECT * FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
    "pg_indexes": "SELECT * FROM pg_indexes WHERE schemaname = 'public' ORDER BY tablename",
    "pg_constraint": """SELECT conname, contype, condeferrable, convalidated, conkey, confkey, conrelid::regclass::text
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1""",
}  # fmt: skip
#: Columns that differ: what they are called, and why.
BUT_FOR: Final = {
    "information_schema.tables": ({"is_insertable_into"}, "nothing can be inserted"),
    "information_schema.columns": ({"is_updatable"}, "nothing can be updated"),
}


#: Columns of types that no value has here, and that are served as numbers or text; so are all domains of information_schema.
OTHER_TYPES: Final = ("nspacl", "datacl", "datfrozenxid", "datminmxid")


def answer(dsn: str, question: str) -> tuple[list[tuple[str, int]], list[dict[int, Any]]]:
    skipped, _ = BUT_FOR.get(question, (set(), ""))
    with psycopg.connect(dsn) as connection:
        cursor = connection.execute(SAME[question].encode())
        columns = [(c.name, c.type_code) for c in cursor.description or ()]
        rows = [{i: v for i, v in enumerate(row) if columns[i][0] not in skipped} for row in cursor.fetchall()]
    untyped = question.startswith("information_schema")
    return [(name, 0 if untyped or name in OTHER_TYPES else type_) for name, type_ in columns], rows


@pytest.mark.parametrize("question", SAME)
def test_the_same_answer(namesake: Namesake, question: str) -> None:
    ours, theirs = answer(namesake.tidegate, question), answer(namesake.postgres, question)
    assert ours[0] == theirs[0]
    assert ours[1] == theirs[1]
