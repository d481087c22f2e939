"""The catalog: psql's own queries answered as PostgreSQL 15 answers them for the same table; OIDs; system tables; speed's cause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from gateway.catalog.oids import FIRST_OID, OidBook
from planner.errors import PlanError, UndefinedTable
from statestore import types as st
from statestore.arrow import arrow_type
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import SETTINGS, Harness, Rows

COLUMNS: tuple[tuple[str, st.DataType, str], ...] = (
    ("carrier", st.String(), "text"), ("Flight No", st.Int(), "int4"), ("hour", st.Timestamp(), "timestamptz"),
    ("seen", st.TimestampNtz(), "timestamp"), ("ok", st.Boolean(), "bool"), ("small", st.Short(), "int2"),
    ("big", st.Long(), "int8"), ("ratio", st.Float(), "float4"), ("delay", st.Double(), "float8"),
    ("price", st.Decimal(10, 2), "numeric(10,2)"), ("raw", st.Binary(), "bytea"), ("day", st.Date(), "date"),
    ("took", st.DayTimeInterval(), "interval"), ("tags", st.Array(st.String()), "text[]"),
    ("prices", st.Array(st.Decimal(8, 3)), "numeric(8,3)[]"), ("extra", st.Map(st.String(), st.Int()), "jsonb"),
)  # fmt: skip
KEY = ("carrier", "Flight No", "hour")
NAMES = ("flights", "order")

#: What psql 15 sends for \\dt, \\d, \\di, \\dn and \\d <view>; {oid} is the view's.
PSQL = {
    "dt": """SELECT n.nspname as "Schema", c.relname as "Name",
        CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'i' THEN 'index'
        WHEN 'S' THEN 'sequence' WHEN 't' THEN 'TOAST table' WHEN 'f' THEN 'foreign table' WHEN 'p' THEN 'partitioned table'
        WHEN 'I' THEN 'partitioned index' END as "Type"
        FROM pg_catalog.pg_class c
             LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
             LEFT JOIN pg_catalog.pg_am am ON am.oid = c.relam
        WHERE c.relkind IN ('r','p','') AND n.nspname <> 'pg_catalog' AND n.nspname !~ '^pg_toast'
              AND n.nspname <> 'information_schema' AND pg_catalog.pg_table_is_visible(c.oid)
        ORDER BY 1,2""",
    "di": """SELECT n.nspname, c.relname, c.relkind, c2.relname as "Table"
        FROM pg_catalog.pg_class c
             LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
             LEFT JOIN pg_catalog.pg_am am ON am.oid = c.relam
             LEFT JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid
             LEFT JOIN pg_catalog.pg_class c2 ON i.indrelid = c2.oid
        WHERE c.relkind IN ('i','I','') AND n.nspname = 'public' AND pg_catalog.pg_table_is_visible(c.oid)
        ORDER BY 1,2""",
    "d name": """SELECT n.nspname, c.relname FROM pg_catalog.pg_class c
             LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relname OPERATOR(pg_catalog.~) '^(flights)$' COLLATE pg_catalog.default
          AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1, 2""",
    "d relation": """SELECT c.relchecks, c.relkind, c.relhasindex, c.relhasrules, c.relhastriggers, c.relrowsecurity,
        c.relforcerowsecurity, false AS relhasoids, c.relispartition, '', c.reltablespace,
        CASE WHEN c.reloftype = 0 THEN '' ELSE c.reloftype::pg_catalog.regtype::pg_catalog.text END, c.relpersistence,
        c.relreplident, am.amname
        FROM pg_catalog.pg_class c
         LEFT JOIN pg_catalog.pg_class tc ON (c.reltoastrelid = tc.oid)
        LEFT JOIN pg_catalog.pg_am am ON (c.relam = am.oid)
        WHERE c.oid = '{oid}'""",
    "d columns": """SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
          (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid, true) FROM pg_catalog.pg_attrdef d
           WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef),
          a.attnotnull,
          (SELECT c.collname FROM pg_catalog.pg_collation c, pg_catalog.pg_type t
           WHERE c.oid = a.attcollation AND t.oid = a.atttypid AND a.attcollation <> t.typcollation) AS attcollation,
          a.attidentity, a.attgenerated, a.attstorage
        FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = '{oid}' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum""",
    "d indexes": """SELECT c2.relname, i.indisprimary, i.indisunique, i.indisclustered, i.indisvalid,
          pg_catalog.pg_get_indexdef(i.indexrelid, 0, true), pg_catalog.pg_get_constraintdef(con.oid, true), contype,
          condeferrable, condeferred, i.indisreplident, c2.reltablespace
        FROM pg_catalog.pg_class c, pg_catalog.pg_class c2, pg_catalog.pg_index i
          LEFT JOIN pg_catalog.pg_constraint con ON (conrelid = i.indrelid AND conindid = i.indexrelid AND contype IN ('p','u','x'))
        WHERE c.oid = '{oid}' AND c.oid = i.indrelid AND i.indexrelid = c2.oid ORDER BY i.indisprimary DESC, c2.relname""",
    "d foreign keys": """SELECT true as sametable, conname, pg_catalog.pg_get_constraintdef(r.oid, true) as condef,
          conrelid::pg_catalog.regclass AS ontable
        FROM pg_catalog.pg_constraint r WHERE r.conrelid = '{oid}' AND r.contype = 'f' AND conparentid = 0 ORDER BY conname""",
    "d referencing": """SELECT conname, conrelid::pg_catalog.regclass AS ontable,
          pg_catalog.pg_get_constraintdef(oid, true) AS condef
          FROM pg_catalog.pg_constraint c
         WHERE confrelid IN (SELECT pg_catalog.pg_partition_ancestors('{oid}') UNION ALL VALUES ('{oid}'::pg_catalog.regclass))
               AND contype = 'f' AND conparentid = 0 ORDER BY conname""",
    "d policies": """SELECT pol.polname, pol.polpermissive,
          CASE WHEN pol.polroles = '{{0}}' THEN NULL ELSE pg_catalog.array_to_string(array(select rolname from pg_catalog.pg_roles
          where oid = any (pol.polroles) order by 1),',') END,
          pg_catalog.pg_get_expr(pol.polqual, pol.polrelid), pg_catalog.pg_get_expr(pol.polwithcheck, pol.polrelid)
        FROM pg_catalog.pg_policy pol WHERE pol.polrelid = '{oid}' ORDER BY 1""",
    "d statistics": """SELECT oid, stxrelid::pg_catalog.regclass,
        stxnamespace::pg_catalog.regnamespace::pg_catalog.text AS nsp, stxname,
        pg_catalog.pg_get_statisticsobjdef_columns(oid) AS columns, 'd' = any(stxkind) AS ndist_enabled, stxstattarget
        FROM pg_catalog.pg_statistic_ext WHERE stxrelid = '{oid}' ORDER BY nsp, stxname""",
    "d publications": """SELECT pubname, NULL, NULL FROM pg_catalog.pg_publication p
             JOIN pg_catalog.pg_publication_namespace pn ON p.oid = pn.pnpubid
             JOIN pg_catalog.pg_class pc ON pc.relnamespace = pn.pnnspid
        WHERE pc.oid ='{oid}' and pg_catalog.pg_relation_is_publishable('{oid}')
        UNION SELECT pubname, pg_get_expr(pr.prqual, c.oid), (CASE WHEN pr.prattrs IS NOT NULL THEN
                 (SELECT string_agg(attname, ', ')
                   FROM pg_catalog.generate_series(0, pg_catalog.array_upper(pr.prattrs::pg_catalog.int2[], 1)) s,
                        pg_catalog.pg_attribute WHERE attrelid = pr.prrelid AND attnum = prattrs[s]) ELSE NULL END)
             FROM pg_catalog.pg_publication p JOIN pg_catalog.pg_publication_rel pr ON p.oid = pr.prpubid
             JOIN pg_catalog.pg_class c ON c.oid = pr.prrelid WHERE pr.prrelid = '{oid}'
        UNION SELECT pubname, NULL, NULL FROM pg_catalog.pg_publication p
        WHERE p.puballtables AND pg_catalog.pg_relation_is_publishable('{oid}') ORDER BY 1""",
    "d triggers": """SELECT t.tgname, pg_catalog.pg_get_triggerdef(t.oid, true), t.tgenabled, t.tgisinternal,
          CASE WHEN t.tgparentid != 0 THEN
            (SELECT u.tgrelid::pg_catalog.regclass FROM pg_catalog.pg_trigger AS u,
                  pg_catalog.pg_partition_ancestors(t.tgrelid) WITH ORDINALITY AS a(relid, depth)
             WHERE u.tgname = t.tgname AND u.tgrelid = a.relid AND u.tgparentid = 0 ORDER BY a.depth LIMIT 1) END AS parent
        FROM pg_catalog.pg_trigger t
        WHERE t.tgrelid = '{oid}' AND (NOT t.tgisinternal OR (t.tgisinternal AND t.tgenabled = 'D')) ORDER BY 1""",
    "d parents": """SELECT c.oid::pg_catalog.regclass FROM pg_catalog.pg_class c, pg_catalog.pg_inherits i
        WHERE c.oid = i.inhparent AND i.inhrelid = '{oid}' AND c.relkind != 'p' AND c.relkind != 'I' ORDER BY inhseqno""",
    "d children": """SELECT c.oid::pg_catalog.regclass, c.relkind, inhdetachpending, pg_catalog.pg_get_expr(c.relpartbound, c.oid)
        FROM pg_catalog.pg_class c, pg_catalog.pg_inherits i WHERE c.oid = i.inhrelid AND i.inhparent = '{oid}'
        ORDER BY pg_catalog.pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT', c.oid::pg_catalog.regclass::pg_catalog.text""",
}  # fmt: skip
#: Other questions with the same answer in both.
SAME = {
    "columns": """SELECT column_name, ordinal_position, is_nullable, data_type, udt_name, numeric_precision, numeric_scale,
        datetime_precision, character_maximum_length FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = 'flights' ORDER BY 2""",
    "keys": """SELECT k.column_name, k.ordinal_position, c.constraint_type FROM information_schema.table_constraints c
        JOIN information_schema.key_column_usage k USING (constraint_name) WHERE c.table_name = 'flights'
        AND c.constraint_type = 'PRIMARY KEY' ORDER BY 2""",
    "tables": "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    "types": """SELECT oid, typname, typlen, typbyval, typtype, typcategory, typispreferred, typdelim, typrelid, typelem, typarray,
        typinput, typoutput, typreceive, typsend, typbasetype, typtypmod FROM pg_type
        WHERE oid IN (16, 17, 20, 21, 23, 25, 700, 701, 1009, 1082, 1114, 1184, 1186, 1231, 1700, 3802) ORDER BY oid""",
    "format_type": """SELECT oid, format_type(oid, NULL), format_type(oid, -1) FROM pg_type
        WHERE oid IN (16, 19, 20, 700, 1009, 1184) ORDER BY 1""",
    "format_type in order": "SELECT n, format_type(t, m) FROM (VALUES (1, 25::oid, -1), (2, 1043, 9), (3, 0, 1), (4, 23, NULL), "
    "(5, NULL, 3), (6, 1186, 2147418115), (7, 1184, 3), (8, 1115, 2), (9, 99, 1), (10, 1700, 655366), (11, 1083, 6)) AS v(n, t, m)",
    "format_type by modifier": """SELECT t, m, format_type(t, m) FROM unnest(ARRAY[18, 20, 22, 25, 701, 1009, 1014, 1042, 1043,
        1115, 1231, 1266, 1560, 1561, 1562, 1700]) AS a(t), unnest(ARRAY[NULL, -5, -1, 0, 4, 5, 9]) AS b(m) ORDER BY 1, 2""",
    "sizes of nothing": """SELECT pg_indexes_size(n), pg_relation_size(n), pg_total_relation_size(n), pg_table_size(n),
        pg_relation_size(n, 'main'), pg_relation_size(n, 'vm') FROM (VALUES (0), (99999999), (NULL)) AS v(n)""",
    "functions by name": """SELECT 'int4'::regtype, to_regproc('md5'),
    'array_in'::regproc, 'pg_catalog.array_in'::regproc, to_regproc('pg_catalog.int4in')""",
    "modifiers": "SELECT format_type(1700, 655366), format_type(1231, 655366), format_type(1043, 9), format_type(1042, 8)",
    "time zones": """SELECT name, abbrev, utc_offset, is_dst FROM pg_timezone_names
        WHERE name !~ '^posix' AND name <> 'localtime' ORDER BY name COLLATE "C" """,
    "what is not written": "SELECT count(*), count(checkpoints_timed), count(buffers_alloc) FROM pg_stat_bgwriter",
    "small caches": "SELECT name, blks_zeroed >= 0, blks_exists >= 0, stats_reset > '2024-01-01' FROM pg_stat_slru ORDER BY 1",
    "what is written ahead": "SELECT wal_fpi >= 0, wal_buffers_full >= 0, wal_bytes >= 0, stats_reset > '2024-01-01' "
    "FROM pg_stat_wal",
    "nothing is under way": """SELECT (SELECT count(*) FROM pg_stat_progress_vacuum), (SELECT count(*) FROM pg_stat_subscription),
        (SELECT count(*) FROM pg_stat_user_functions), (SELECT count(*) FROM information_schema.attributes)""",
    "ages": """SELECT pg_typeof(age(datfrozenxid)), age(datfrozenxid) >= 0, mxid_age(datminmxid) >= 0, age(datfrozenxid) < 1000000
        FROM pg_database WHERE datname = current_database()""",
    "options": "SELECT * FROM pg_options_to_table(ARRAY['a=b', 'c', 'd=e=f', '=x'])",
    "no options": "SELECT * FROM pg_options_to_table(NULL)",
    "security of rows": "SELECT row_security_active('pg_class'), row_security_active('pg_class'::regclass::oid), "
    "row_security_active(NULL::oid), txid_current_if_assigned(), pg_conf_load_time() > '2024-01-01'",
    "since when": "SELECT stats_reset > '2024-01-01' FROM pg_stat_bgwriter",
    "nothing is archived": """SELECT archived_count, last_archived_wal, failed_count, stats_reset > '2024-01-01'
        FROM pg_stat_archiver""",
    "no conflicts": """SELECT confl_tablespace, confl_lock, confl_snapshot, confl_bufferpin, confl_deadlock
        FROM pg_stat_database_conflicts WHERE datname = current_database()""",
    "nobody vacuums": """SELECT pg_stat_get_last_vacuum_time(oid), pg_stat_get_last_autovacuum_time(oid),
        pg_stat_get_last_analyze_time(oid), pg_stat_get_last_autoanalyze_time(oid) FROM pg_class WHERE relname = 'flights'""",
    "rows' types": """SELECT c.oid, c.reltype, t.typname, t.typrelid, t.typtype, t.typcategory, t.typlen
        FROM pg_class c JOIN pg_type t ON t.oid = c.reltype
        WHERE c.relname IN ('pg_class', 'pg_aggregate', 'pg_settings') ORDER BY 1""",
    "rows' types by name": """SELECT format_type(reltype, NULL), reltype::regtype::text, pg_type_is_visible(reltype)
        FROM pg_class WHERE relname IN ('flights', 'order', 'pg_class', 'pg_settings', 'tables') AND relkind IN ('r', 'v')
        ORDER BY 1""",
    "no relation without": """SELECT count(*) FROM pg_class
        WHERE relkind IN ('r', 'v') AND reltype NOT IN (SELECT oid FROM pg_type)""",
    "the start": """SELECT pg_postmaster_start_time() > '2024-01-01', pg_typeof(pg_postmaster_start_time()),
        pg_typeof(inet_server_port()), pg_typeof(inet_client_port())""",
    "casts": "SELECT 'flights'::regclass::text, 'int4'::regtype::text, 'pg_class'::regclass::oid, to_regclass('nothing')",
    "quoted names": """SELECT to_regclass('"public"."flights"')::text, to_regclass('public."order"')::text,
        to_regclass('Flights')::text, to_regclass('"Flights"')::text,
        to_regclass('pg_catalog."pg_class"')::text, 'public."order"'::regclass::text,
        to_regclass('information_schema.tables')::text, to_regclass('order')::text""",
    "type char": """SELECT attgenerated, attidentity, attstorage FROM pg_attribute
        WHERE attrelid = 'flights'::regclass AND attnum = 1""",
    "size": "SELECT pg_size_pretty(10239::int8), pg_size_pretty(10240::int8), pg_size_pretty(123456789012)",
    "keys with positions": """SELECT c.relname, (information_schema._pg_expandarray(i.indkey)).n,
        (information_schema._pg_expandarray(i.indkey)).x FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE c.relname = 'flights_pkey' ORDER BY 2""",
    "a field of a derived column": """SELECT k.relname, (k.keys).x, (k.keys).n FROM (SELECT c.relname,
        information_schema._pg_expandarray(con.conkey) AS keys FROM pg_constraint con JOIN pg_class c ON c.oid = con.conrelid
        WHERE con.contype = 'p') k WHERE (k.keys).x > 1 AND k.relname = 'flights' ORDER BY 3""",
    "rows of a keys function": "SELECT * FROM information_schema._pg_expandarray(ARRAY['b', 'a']) AS e WHERE e.n > 0",
    "several sets at once": """SELECT unnest(ARRAY['a', 'b', 'c']), generate_series(1, 2), n
        FROM (VALUES (1), (2)) v(n) ORDER BY 3, 1""",
    "sets, one of them empty": "SELECT generate_series(1, 0), unnest(ARRAY[7, 8]), generate_subscripts(ARRAY[5, 6], 1)",
    "sets, one of them NULL": "SELECT unnest(NULL::int[]), generate_series(1, 2) + 1",
    "keywords": """SELECT count(*), min(word), string_agg(word, ',' ORDER BY word)
        FILTER (WHERE catcode = 'T') FROM pg_get_keywords()""",
    "comments of PostgreSQL": """SELECT obj_description('int4'::regtype, 'pg_type'), obj_description(2200, 'pg_namespace'),
        obj_description('array_in'::regproc, 'pg_proc')""",
    "signatures": """SELECT oid::int8, proname, pg_get_function_arguments(oid), pg_get_function_identity_arguments(oid),
        pg_get_function_result(oid), prokind, provolatile FROM pg_proc
        WHERE proname IN ('count', 'current_setting', 'stddev')
        AND proargtypes::text <> '0'
        ORDER BY 1""",
    "operators": """SELECT o.oid::int8, oprname, l.typname, r.typname, oprcode FROM pg_operator o
        LEFT JOIN pg_type l ON l.oid = oprleft
        JOIN pg_type r ON r.oid = oprright WHERE oprname IN ('->', '->>', '||/') ORDER BY 1""",
    "nothing to write to": "SELECT pg_relation_is_updatable(1, true), pg_column_is_updatable(1, 1::int2, false)",
    "what there is no relation of": "SELECT pg_relation_is_updatable(NULL, true), pg_column_is_updatable(NULL, 1::int2, true)",
    "schemas": "SELECT current_schemas(true), current_schemas(false), current_schema()",
    "privileges": "SELECT has_table_privilege('flights', 'SELECT'), has_schema_privilege('public', 'USAGE')",
}  # fmt: skip


@pytest.fixture(scope="module")
def tidegate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("catalog")) as made:
        columns = tuple(Column(n, kind) for n, kind, _ in COLUMNS)
        empty = pa.table({n: pa.array([], arrow_type(kind)) for n, kind, _ in COLUMNS})
        for name in NAMES:
            made.write(ViewSchema(name, columns, KEY, KEY[:1], HashPartitioning(2), (len(columns),)), empty)
        yield made


@pytest.fixture(scope="module")
def postgres(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        columns = ", ".join(f'"{n}" {sql}' for n, _, sql in COLUMNS)
        keys = ", ".join(f'"{k}"' for k in KEY)
        for name in NAMES:
            connection.execute(f'CREATE TABLE public."{name}" ({columns}, PRIMARY KEY ({keys}))')  # type: ignore[arg-type]
            connection.execute(f'CREATE PUBLICATION "{name}" FOR TABLE public."{name}"')  # type: ignore[arg-type]
        yield connection
        connection.execute('DROP PUBLICATION flights, "order"')
        connection.execute('DROP TABLE public.flights, public."order"')


def of_postgres(connection: psycopg.Connection[Any], sql: str) -> Rows:
    result = connection.pgconn.exec_params(sql.encode(), None)
    assert result.status == psycopg.pq.ExecStatus.TUPLES_OK, result.error_message
    columns = range(result.nfields)
    return [tuple(None if (v := result.get_value(r, c)) is None else v.decode() for c in columns) for r in range(result.ntuples)]


@pytest.mark.postgres
@pytest.mark.parametrize("view", NAMES)
@pytest.mark.parametrize("question", PSQL)
def test_psql_sees_what_postgres_shows(tidegate: Harness, postgres: psycopg.Connection[Any], question: str, view: str) -> None:
    sql = PSQL[question]
    ((expected_oid,),) = of_postgres(postgres, f"SELECT oid FROM pg_class WHERE relname = '{view}'")
    ((found_oid,),) = tidegate.rows(f"SELECT oid FROM pg_class WHERE relname = '{view}'")
    assert tidegate.rows(sql.format(oid=found_oid)) == of_postgres(postgres, sql.format(oid=expected_oid))


@pytest.mark.postgres
@pytest.mark.parametrize("question", SAME)
def test_other_catalog_questions(tidegate: Harness, postgres: psycopg.Connection[Any], question: str) -> None:
    assert tidegate.rows(SAME[question]) == of_postgres(postgres, SAME[question])


def test_an_unknown_relation_is_an_error(tidegate: Harness) -> None:
    with pytest.raises(UndefinedTable, match="pg_no_such_table"):
        tidegate.rows("SELECT * FROM pg_catalog.pg_no_such_table")


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("SELECT * FROM pg_no_such_table", 'relation "pg_no_such_table"'),
        ("SELECT * FROM information_schema.no_such_table", 'relation "information_schema.no_such_table"'),
        ("SELECT * FROM tidegate.no_such_table", 'relation "tidegate.no_such_table"'),
        ("SELECT no_such(1, 'x')", "function no_such(integer, unknown)"),
    ],
)
def test_what_is_missing_is_logged_once(tidegate: Harness, caplog: pytest.LogCaptureFixture, sql: str, named: str) -> None:
    tidegate.engine.catalog._missing.clear()
    for _ in range(3):
        with pytest.raises(PlanError):
            tidegate.rows(sql)
    assert [r.getMessage() for r in caplog.records if r.name == "tidegate.catalog"] == [
        f"a client asked for {named}, which does not exist here"
    ]


def test_what_is_found_elsewhere_or_is_no_relation_of_the_system_is_not_logged(
    tidegate: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    """A search path that names a schema of the system is asked there first."""
    paths = [replace(SETTINGS, plan=replace(SETTINGS.plan, search_path=path)) for path in (("public",), ("tidegate", "public"))]
    for settings in paths:
        assert tidegate.prepare(f"SELECT * FROM {NAMES[0]}", settings=settings).columns
        with pytest.raises(UndefinedTable):
            tidegate.prepare("SELECT * FROM no_such_view", settings=settings)
    assert not [r for r in caplog.records if r.name == "tidegate.catalog"]


@pytest.mark.postgres
@pytest.mark.parametrize("name", ["md5", "no_such_function"])
def test_a_function_that_a_name_does_not_tell(tidegate: Harness, postgres: psycopg.Connection[Any], name: str) -> None:
    sql = f"SELECT '{name}'::regproc"
    with pytest.raises(PlanError) as ours:
        tidegate.rows(sql)
    with pytest.raises(psycopg.Error) as theirs:
        postgres.execute(sql.encode())
    assert str(ours.value) == theirs.value.diag.message_primary


def test_oids_are_derived_from_names() -> None:
    one, other = OidBook(), OidBook()
    names = [f"view{i}" for i in range(3_000)]
    oids = {n: one.oid("view", n) for n in names}
    assert len(set(oids.values())) == len(names)
    assert min(oids.values()) >= FIRST_OID
    assert all(other.oid("view", n) == oids[n] for n in names)
    assert one.oid("index", "view1") != one.oid("view", "view1")


def test_system_tables_of_the_views(tmp_path: Any) -> None:
    with Harness(tmp_path) as made:
        columns = (
            Column("a", st.Int(), nullable=False),
            Column("b", st.String(), nullable=False),
            Column("c", st.Long(), comment="seen"),
        )
        schema = ViewSchema("v", columns, ("a", "b"), ("a",), HashPartitioning(3), (3,))
        rows = pa.table({"a": pa.array(range(30), pa.int32()), "b": ["x"] * 30, "c": pa.array(range(30), pa.int64())})
        made.write(schema, rows, query_id="q", batch_id=4, watermark_us=1_000_000)
        made.write(schema, rows.slice(0, 5), deletes=[[9, "x"]], query_id="q", batch_id=5)
        assert made.rows("SELECT name, key, shard_key, shards, version, rows, query_id FROM tidegate.views") == [
            ("v", "{a,b}", "{a}", "3", "2", "29", "q")
        ]
        shards = made.rows("SELECT shard, rows, min_key, max_key, version FROM tidegate.shards WHERE view = 'v' ORDER BY shard")
        assert [s for s, *_ in shards] == ["0", "1", "2"]
        assert sum(int(r or 0) for _, r, *_ in shards) == 29
        assert {m for _, _, low, high, _ in shards for m in (low, high)} <= {f"({i},x)" for i in range(30)}
        assert made.rows("SELECT version, batch_id, mode, rows, deletes, watermark FROM tidegate.versions ORDER BY 1") == [
            ("1", "4", "upsert", "30", "0", "1970-01-01 00:00:01+00"),
            ("2", "5", "upsert", "5", "1", None),
        ]
        assert made.engine.versions_text("tester") == "v=2"
        assert made.rows("SELECT col_description('v'::regclass, 3), obj_description('v'::regclass, 'pg_class')") == [("seen", None)]


def test_system_tables_are_made_once_per_generation(tidegate: Harness) -> None:
    tidegate.rows("SELECT count(*) FROM pg_attribute")
    made = dict(tidegate.engine._tables._generation_of)
    tidegate.rows("SELECT count(*) FROM pg_attribute")
    assert tidegate.engine._tables._generation_of == made


def test_regclass_output_is_a_name_in_text(tidegate: Harness) -> None:
    sql = "SELECT oid::regclass FROM pg_class WHERE relname IN ('flights', 'order', 'flights_pkey') ORDER BY relname"
    assert tidegate.rows(sql) == [
        ("flights",), ("flights_pkey",), ('"order"',),
    ]  # fmt: skip
    assert re.fullmatch(r"\d+", tidegate.rows("SELECT oid::regclass::oid FROM pg_class LIMIT 1")[0][0] or "")
