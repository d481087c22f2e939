"""Statements that Tidegate does not run: each gets its SQLSTATE, changes nothing, and the session goes on."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from tests.hostile.conftest import Target
from tests.hostile.process import sqlstate_of, wrongly_answered

UNKNOWN = {
    "SELECT * FROM nope": "42P01",
    "SELECT * FROM public.nope": "42P01",
    "SELECT * FROM nope.numbers": "42P01",
    "SELECT * FROM tidegate.nope": "42P01",
    "SELECT nope FROM numbers": "42703",
    "SELECT numbers.nope FROM numbers": "42703",
    "SELECT nope.id FROM numbers": "42P01",
    "SELECT id FROM numbers ORDER BY nope": "42703",
    "SELECT nope(1)": "42883",
    "SELECT * FROM nope(1)": "42883",
    "SELECT pg_catalog.nope(1)": "42883",
    "SELECT length(1, 2, 3)": "42883",
    "SELECT 1 @@@ 2": "42883",
    "SELECT 1::nope": "42704",
    "SELECT CAST(1 AS nope)": "42704",
    "SELECT nope 'x'": "42704",
    "SHOW nope": "42704",
    "SET nope = 1": "42704",
    "EXECUTE nope": "26000",
    "FETCH nope": "34000",
    "SELECT": "00000",
    "SELEC 1": "42601",
}  # fmt: skip
#: Escapes that make no text.
ESCAPED = {
    "SELECT E'\\000'": "22021",
    "SELECT E'\\xff'": "22021",
    "SELECT E'a\\xc3'": "22021",
    "SELECT E'\\u0000'": "42601",
    "SELECT E'\\ud800'": "42601",
    "SELECT E'\\ud800\\x41'": "42601",
    "SELECT '\"\\u0000\"'::jsonb": "22P05",
    "SELECT '\"\\u0000\"'::json": "00000",
}

WRITES = (
    "INSERT INTO numbers VALUES (1)",
    "INSERT INTO numbers SELECT * FROM numbers",
    "INSERT INTO nope DEFAULT VALUES RETURNING *",
    "INSERT INTO numbers VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET word = 'x'",
    "UPDATE numbers SET word = 'x' WHERE id = 1",
    "DELETE FROM numbers",
    "DELETE FROM numbers USING numbers n WHERE true",
    "MERGE INTO numbers USING numbers b ON true WHEN MATCHED THEN DELETE",
    "TRUNCATE numbers",
    "WITH x AS (INSERT INTO numbers VALUES (1) RETURNING *) SELECT * FROM x",
    "WITH x AS (DELETE FROM numbers RETURNING *) SELECT count(*) FROM x",
    "WITH x AS (SELECT 1) INSERT INTO numbers SELECT 1, 'a' FROM x",
    "SELECT * INTO t FROM numbers",
    "SELECT * FROM numbers FOR UPDATE",
    "SELECT * FROM numbers FOR SHARE",
    "COPY numbers FROM STDIN",
    "COPY numbers FROM '/etc/passwd'",
    "COPY numbers FROM PROGRAM 'id'",
    "EXPLAIN DELETE FROM numbers",
    "EXPLAIN ANALYZE INSERT INTO numbers VALUES (1)",
    "PREPARE p AS DELETE FROM numbers",
    "LOCK TABLE numbers",
)
DDL = (
    "CREATE TABLE t (a int)",
    "CREATE TABLE t AS SELECT 1",
    "CREATE TEMP TABLE t (a int)",
    "CREATE VIEW v AS SELECT 1",
    "CREATE OR REPLACE VIEW numbers AS SELECT 1",
    "CREATE MATERIALIZED VIEW v AS SELECT 1",
    "CREATE INDEX ON numbers (id)",
    "CREATE UNIQUE INDEX CONCURRENTLY i ON numbers (id)",
    "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'select 1'",
    "CREATE EXTENSION plpgsql",
    "CREATE DATABASE d",
    "CREATE ROLE r",
    "CREATE SCHEMA s",
    "CREATE SEQUENCE s",
    "CREATE TYPE t AS ENUM ('a')",
    "CREATE TRIGGER t AFTER INSERT ON numbers EXECUTE FUNCTION f()",
    "DROP TABLE numbers",
    "DROP TABLE IF EXISTS nope",
    "DROP VIEW numbers",
    "DROP SCHEMA public CASCADE",
    "DROP DATABASE tidegate",
    "ALTER TABLE numbers ADD COLUMN a int",
    "ALTER TABLE numbers RENAME TO n",
    "ALTER SYSTEM SET work_mem = '1GB'",
    "GRANT SELECT ON numbers TO x",
    "REVOKE ALL ON numbers FROM x",
    "COMMENT ON TABLE numbers IS 'x'",
    "VACUUM",
    "VACUUM FULL numbers",
    "ANALYZE numbers",
    "REINDEX TABLE numbers",
    "CLUSTER",
    "REFRESH MATERIALIZED VIEW v",
    "SECURITY LABEL ON TABLE numbers IS 'x'",
    "IMPORT FOREIGN SCHEMA x FROM SERVER y INTO z",
    "REASSIGN OWNED BY x TO y",
    "DROP OWNED BY x",
)
#: What Postgres has and Tidegate has not; what only DuckDB has is no SQL to Postgres, so a syntax error is as right.
NOT_HERE = (
    "COPY numbers TO '{folder}/stolen.csv'",
    "COPY (SELECT 1) TO '{folder}/stolen.csv'",
    "COPY (SELECT 1) TO PROGRAM 'touch {folder}/stolen.csv'",
    "COPY numbers TO '{folder}/stolen.parquet' (FORMAT parquet)",
    "DO $$ BEGIN END $$",
    "CALL f()",
    "CALL pragma_version()",
    "LISTEN x",
    "NOTIFY x",
    "CHECKPOINT",
    "FORCE CHECKPOINT",
    "LOAD 'x'",
    "LOAD httpfs",
    "INSTALL httpfs",
    "FORCE INSTALL httpfs FROM community",
    "UPDATE EXTENSIONS",
    "ATTACH '{folder}/stolen.db'",
    "ATTACH DATABASE IF NOT EXISTS '{folder}/stolen.db' AS x (TYPE sqlite)",
    "DETACH x",
    "USE memory",
    "PRAGMA database_list",
    "PRAGMA table_info('numbers')",
    "PRAGMA memory_limit='1GB'",
    "EXPORT DATABASE '{folder}/stolen'",
    "IMPORT DATABASE '{folder}/stolen'",
    "DESCRIBE numbers",
    "SUMMARIZE numbers",
    "SHOW TABLES",
    "SHOW ALL TABLES",
    "SHOW DATABASES",
    "SET GLOBAL threads = 1",
    "SET VARIABLE x = 1",
    "RESET GLOBAL threads",
    "CREATE SECRET s (TYPE s3)",
    "CREATE PERSISTENT SECRET s (TYPE s3)",
    "CREATE MACRO m() AS 1",
    "FROM numbers",
    "FROM '/etc/passwd'",
    "PIVOT numbers ON word USING sum(id)",
    "UNPIVOT numbers ON id INTO NAME a VALUE b",
    "SELECT * EXCLUDE (id) FROM numbers",
    "SELECT * REPLACE (1 AS id) FROM numbers",
    "SELECT COLUMNS('.*') FROM numbers",
    "SELECT id FROM numbers USING SAMPLE 10",
    "SELECT id FROM numbers QUALIFY row_number() OVER () = 1",
    "SELECT {{'a': 1}}",
    "SELECT MAP {{'a': 1}}",
    "SELECT [1, 2]",
    "SELECT list_transform([1], x -> x + 1)",
    "SELECT * FROM numbers POSITIONAL JOIN numbers n",
)
DUCKDB_SETTINGS = (
    "enable_external_access", "memory_limit", "threads", "temp_directory", "lock_configuration", "disabled_filesystems",
    "home_directory", "extension_directory", "allow_unsigned_extensions", "custom_extension_repository", "secret_directory",
    "python_enable_replacements", "s3_secret_access_key", "http_proxy", "log_query_path", "profiling_output",
)  # fmt: skip


def test_unknown_names_and_bad_escapes(target: Target) -> None:
    with target.connect() as connection:
        assert not wrongly_answered(connection, UNKNOWN | ESCAPED)


@pytest.mark.postgres
def test_postgres_says_the_same_of_them(postgres_dsn: str) -> None:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("CREATE TEMP TABLE numbers (id int8, word text)")
        assert not wrongly_answered(connection, UNKNOWN | ESCAPED)


def test_writes_and_definitions(target: Target) -> None:
    with target.connect() as connection:
        assert not wrongly_answered(connection, dict.fromkeys((*WRITES, *DDL), "25006"))
        for sql in (*WRITES, *DDL):
            connection.execute("BEGIN")
            assert (sqlstate_of(connection, sql), sqlstate_of(connection, "SELECT 1")) == ("25006", "25P02"), sql
            connection.execute("ROLLBACK")


def test_what_is_not_done_here(target: Target, tmp_path: Path) -> None:
    with target.connect() as connection:
        states = frozenset({"0A000", "25006", "42501", "42601", "42704", "42883"})
        assert not wrongly_answered(connection, {sql.format(folder=tmp_path): states for sql in NOT_HERE})
    assert not list(tmp_path.iterdir())


def test_duckdbs_settings_are_unknown(target: Target) -> None:
    ways = ("SET {} = 'x'", "SET LOCAL {} TO 1", "RESET {}", "SHOW {}", "SELECT current_setting('{}')")
    with target.connect() as connection:
        assert not wrongly_answered(connection, {way.format(name): "42704" for name in DUCKDB_SETTINGS for way in ways})
        shown = {row[0] for row in connection.execute("SHOW ALL")}
        listed = {row[0] for row in connection.execute("SELECT name FROM pg_settings")}
    assert not (shown | listed) & set(DUCKDB_SETTINGS)


def test_start_up_options(target: Target) -> None:
    for option in ("-c memory_limit=1", "-c nope=1", "--threads=9", "-c", "-x", "-c default_transaction_read_only"):
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(f"{target.gateway.dsn} options='{option}'")
