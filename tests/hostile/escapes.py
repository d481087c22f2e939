"""Ways out of the sandbox that somebody might try: SQLSTATE → the texts that have to get it.

{file} is a file with a secret, {url} an address where somebody listens, {out} a path that must not come into being, {env} the
name of a variable with a secret. SQLSTATEs are those that PostgreSQL 15 gives to a user without rights, except for 25006 and
0A000: what may not be changed here, and what is not done here.
"""

from __future__ import annotations

from typing import Final

#: What DuckDB has for reading files and the network; each with a file, a list of files and an address.
READERS: Final = (
    "read_csv", "read_csv_auto", "read_text", "read_blob", "read_json", "read_json_auto", "read_json_objects",
    "read_json_objects_auto", "read_ndjson", "read_ndjson_auto", "read_ndjson_objects", "read_parquet", "parquet_scan",
    "parquet_metadata", "parquet_schema", "parquet_file_metadata", "parquet_kv_metadata", "sniff_csv", "glob", "sqlite_scan",
    "sqlite_attach", "postgres_scan", "mysql_scan", "delta_scan", "iceberg_scan", "iceberg_metadata", "st_read", "read_xlsx",
    "arrow_scan", "pandas_scan", "python_map_function", "scan_arrow_ipc", "read_avro", "vortex_scan",
)  # fmt: skip
#: What it has for looking at itself, and for running text as SQL.
INSIDES: Final = (
    "duckdb_settings()", "duckdb_secrets()", "duckdb_secret_types()", "duckdb_databases()", "duckdb_tables()",
    "duckdb_columns()", "duckdb_functions()", "duckdb_extensions()", "duckdb_variables()", "duckdb_views()", "duckdb_logs()",
    "duckdb_memory()", "duckdb_temporary_files()", "duckdb_prepared_statements()", "duckdb_external_file_cache()",
    "duckdb_optimizers()", "pragma_version()", "pragma_platform()", "pragma_user_agent()", "pragma_database_size()",
    "pragma_storage_info('numbers')", "pragma_table_info('numbers')", "pragma_show('numbers')", "pragma_metadata_info()",
    "pragma_collations()", "show_tables()", "which_secret('s3://x', 's3')", "query('SELECT 1')", "query_table('numbers')",
    "seq_scan('numbers')", "test_all_types()", "json_execute_serialized_sql('{{}}')", "sql_auto_complete('SEL')",
    "from_substrait('x')", "repeat_row(1, 2)", "checkpoint()", "force_checkpoint()", "enable_logging()", "enable_profiling()",
    "icu_calendar_names()", "pg_timezone_names_x()", "summary('numbers')", "reservoir_quantile(1, 2)", "load_aws_credentials()",
    "unnest_rewrite(1)",
)  # fmt: skip
#: One function in every spelling that a name can have.
SPELLINGS: Final = (
    "\"read_text\"('{file}')", "READ_TEXT('{file}')", "Read_Text ( '{file}' )", "read_text\n\n('{file}')",
    "read_text/**/('{file}')", "/* a /* b */ c */read_text('{file}')", "read_text--\n('{file}')",
    "pg_catalog.read_text('{file}')", "public.read_text('{file}')", "pg_catalog.\"read_text\"('{file}')",
    "U&\"read\\005ftext\"('{file}')", "U&\"read!005ftext\" UESCAPE '!'('{file}')", "read_text(E'{file}')",
    "read_text(E'\\x2f' || '{file}')", "read_text($${file}$$)", "read_text($a${file}$a$)",
    "read_text(U&'\\002Fetc\\002Fpasswd')", "read_text('{file}'::text)", "read_text(CAST('{file}' AS text))",
    "read_text(ARRAY['{file}'])", "read_text(('{file}'))", "read_text((SELECT '{file}'))", "read_text(concat('{file}', ''))",
    "read_text(chr(47) || 'etc/passwd')", "read_text(convert_from('\\x2f6574632f706173737764', 'UTF8'))",
    "\"READ_TEXT\"('{file}')", "\"read_text \"('{file}')", "ｒｅａｄ_ｔｅｘｔ('{file}')", "reаd_text('{file}')",
    "read_te\u200bxt('{file}')", "read_text\ufeff('{file}')", "ﬁle_text('{file}')", "READ_TEXT\u0301('{file}')",
    "reaD_text('{file}')", "read_text(DISTINCT '{file}')", "read_text(ALL '{file}')",
)  # fmt: skip
#: Only expressions can have these.
SPELLED_CALLS: Final = ("read_text('{file}') FILTER (WHERE true)", "read_text('{file}') OVER ()", "read_text('{file}' ORDER BY 1)")
SCALARS: Final = (
    "getenv('{env}')", "getenv(lower('{env}'))", "getvariable('tidegate_settings')", "tg_setting('x')", "error('x')",
    "write_log('x')", "list_transform(ARRAY[1], 'read_text')", "apply(ARRAY['{file}'], 'read_text')",
    "list_aggregate(ARRAY[1], 'sum')", "list_reduce(ARRAY[1], 'sum')", "array_apply(ARRAY[1], 'abs')", "struct_pack('{file}')",
    "struct_extract('{file}', 'a')", "map_from_entries('{file}')", "current_database_x()", "current_localtimestamp_x()",
    "in_search_path('main', 'main')", "txid_current_x()", "stats(1)", "hash('{file}')", "from_json_strict('{file}')",
    "json_serialize_sql('SELECT 1')", "json_deserialize_sql('{{}}')", "parse_path('{file}')", "parse_filename('{file}')",
    "parse_dirpath('{file}')", "file_exists('{file}')", "eval('1')", "execute('SELECT 1')", "shell('id')", "exec('id')",
    "load_extension('{file}')", "readfile('{file}')", "writefile('{out}', 'x')", "fts_main('x')", "dblink('{url}')",
    "http_get('{url}')", "url_get('{url}')", "sleep_ms(1)", "nextval_x('a')", "add_parquet_key('k', 'x')",
    "create_sort_key('a', 'b')", "getfield('a')", "can_cast_implicitly(1, 2)", "current_query_id()", "current_transaction_id()",
    "uuid_extract_x('a')", "md5_number_x('a')", "constant_or_null(1, 2)",
)  # fmt: skip
#: Relations: replacement scans, other databases, DuckDB's own.
RELATIONS: Final = (
    '"{file}"', '"file:{file}"', '"file://{file}"', '"/etc/passwd"', '"../../../etc/passwd"', '"x.csv"', '"x.parquet"',
    '"x.json"', '"x.db"', '"{url}"', '"{url}/x.parquet"', '"s3://bucket/x.parquet"', '"https://example.com/x.csv"',
    '"hf://datasets/x"', 'U&"\\002Fetc\\002Fpasswd"', 'U&"!002Fetc!002Fpasswd" UESCAPE \'!\'', '"*.csv"', '"/proc/self/environ"',
    '"/dev/stdin"', "duckdb_settings", "duckdb_secrets", "duckdb_tables", "duckdb_functions", "duckdb_logs", "sqlite_master",
    "sqlite_schema", "pragma_database_list", "pg_catalog.duckdb_settings", "information_schema.duckdb_settings",
    "information_schema.schemata_x", "main.numbers", "\"main\".numbers", "temp.numbers", "system.duckdb_settings",
    "sys.relation", "memory.numbers", "copy_1", "numbers_copy", "tg_numbers", "\"read_csv('{file}')\"", "read_csv", "df",
    "secret", "pyarrow_table", "self", "pg_catalog.pg_authid_x", "\"numbers; SELECT 1\"", "\"numbers\"\".x\"", "ｎｕｍｂｅｒｓ",
    "numbers\u200b", "\"NUMBERS\"", "public.\"public.numbers\"",
)  # fmt: skip
#: Whole texts by the SQLSTATE of each.
TEXTS: Final[dict[str, tuple[str, ...]]] = {
    "42601": (
        "SELECT * FROM '{file}'", "SELECT * FROM E'{file}'", "SELECT * FROM $${file}$$", "SELECT * FROM '{file}' AS x",
        "SELECT * FROM '{url}'", "SELECT * FROM 's3://bucket/x.parquet'", "SELECT * FROM ('{file}')", "FROM '{file}'",
        "FROM numbers", "FROM read_text('{file}')", "SELECT FROM '{file}'", "TABLE '{file}'", "SELECT ('{file}').read_text()",
        "SELECT '{file}'.read_text()", "SELECT 1 FROM numbers, '{file}'", "SELECT * FROM numbers JOIN '{file}' ON true",
        "WITH x AS (FROM '{file}') SELECT * FROM x", "WITH x AS MATERIALIZED (FROM '{file}') TABLE x",
        "SELECT list_transform([1], lambda x: read_text('{file}'))", "SELECT [x FOR x IN read_text('{file}')]", "SELECT [1, 2]",
        "SELECT {{'a': 1}}", "SELECT MAP {{'a': 1}}", "SELECT {{'a': getenv('{env}')}}['a']",
        "SELECT * EXCLUDE (id) FROM numbers", "SELECT * REPLACE (getenv('{env}') AS word) FROM numbers",
        "SELECT * FROM numbers USING SAMPLE 10", "SELECT id FROM numbers QUALIFY true",
        "SELECT * FROM numbers POSITIONAL JOIN numbers n", "PIVOT numbers ON word USING sum(id)",
        "UNPIVOT numbers ON id INTO NAME a VALUE b", "SET VARIABLE x = getenv('{env}')", "SET GLOBAL threads = 1",
        "SELECT * FROM numbers AT (VERSION => 1)", "COPY numbers TO {out}", "EXPLAIN COPY (SELECT 1) TO '{out}'",
        "SELECT $$a$$.read_text", "SELECT 1 AS \"a\"; FROM '{file}'", "SELECT x:1", "SELECT read_text '{file}')",
        "EXECUTE IMMEDIATE 'SELECT 1'", "SELECT * FROM #1", "SELECT * GLOB 'x'",
    ),
    "42883": (
        "SELECT * FROM ROWS FROM (read_text('{file}'))", "SELECT 'read_text(text)'::regprocedure",
        "SELECT * FROM ROWS FROM (generate_series(1, 2), read_text('{file}')) AS x", "SELECT read_text(numbers) FROM numbers",
        "SELECT COLUMNS('.*') FROM numbers", "SELECT * FROM read_text(path => '{file}')",
        "SELECT * FROM read_text(path := '{file}')", "SELECT * FROM read_text(VARIADIC ARRAY['{file}'])",
        "SELECT read_text(id) FROM numbers", "SELECT 'read_text()'::regproc", "SELECT (read_text('{file}')).*",
        "SELECT array(SELECT read_text('{file}'))", "SELECT 1 LIMIT read_text('{file}')", "SELECT 1 OFFSET getenv('{env}')",
        "SELECT 1 ORDER BY getenv('{env}')", "SELECT 1 GROUP BY getenv('{env}')",
        "SELECT count(*) FROM numbers HAVING getenv('{env}') = ''",
        "SELECT sum(id) OVER (ORDER BY getenv('{env}')) FROM numbers",
        "SELECT sum(id) OVER (PARTITION BY getenv('{env}')) FROM numbers", "SELECT max(getenv('{env}'))",
        "SELECT count(*) FILTER (WHERE getenv('{env}') = '') FROM numbers", "VALUES (getenv('{env}'))",
        "SELECT CASE WHEN false THEN getenv('{env}') END", "SELECT COALESCE('a', getenv('{env}'))",
        "SELECT getenv('{env}') IS NULL", "SELECT ROW(getenv('{env}'))", "SELECT ARRAY[getenv('{env}')]",
        "SELECT (ARRAY[1])[getenv('{env}')]",
        "SELECT 1 FROM numbers WHERE id IN (SELECT id FROM numbers WHERE word = getenv('{env}'))",
        "SELECT 'a' || getenv('{env}')", "SELECT getenv('{env}')::int", "SELECT 'a' LIKE getenv('{env}')",
        "SELECT DISTINCT ON (getenv('{env}')) 1", "SELECT 1 UNION SELECT getenv('{env}')::int", "SELECT 'read_text'::regproc",
        "SELECT 'pg_catalog.getenv'::regproc", "SELECT format('%s', getenv('{env}'))",
        "SELECT extract(year FROM getenv('{env}'))", "SELECT getenv(word) FROM numbers",
        "SELECT json_build_object('a', getenv('{env}'))", "SELECT substring(getenv('{env}') FROM 1)",
        "SELECT now() = getenv('{env}')", "SELECT * FROM generate_series(1, getenv('{env}'))",
        "SELECT unnest(read_text('{file}'))", "SELECT INTERVAL '1' * getenv('{env}')",
        "SELECT 1 WHERE EXISTS (SELECT * FROM glob('/*'))",
    ),
    "42P01": (
        "SELECT '/etc/passwd'::regclass", "SELECT '\"{file}\"'::regclass", "SELECT 'duckdb_settings'::regclass",
        "SELECT duckdb_settings.* FROM numbers", "SELECT word.read_text FROM numbers", "SELECT \"{file}\".content",
        "SELECT numbers.\"{file}\".a FROM numbers", "SELECT * FROM numbers x, x.read_text",
    ),
    "42703": (
        "SELECT (numbers).read_text FROM numbers",
        "SELECT numbers.read_text FROM numbers", "SELECT read_text FROM numbers", "SELECT \"{file}\"",
        "SELECT list_transform(ARRAY[1], x -> x)", "SELECT \"read_text('{file}')\"", "SELECT rowid FROM numbers",
        "SELECT filename FROM numbers", "SELECT file_row_number FROM numbers", "SELECT numbers.getenv FROM numbers",
    ),
    "42704": (
        "SELECT 1::\"{file}\"", "SELECT CAST('a' AS \"/etc/passwd\")", "SELECT '\"{file}\"'::regtype",
        "SET enable_external_access = true", "SET lock_configuration = false", "SET temp_directory = '{out}'",
        "SET extension_directory = '{out}'", "SET home_directory = '{out}'", "SET log_query_path = '{out}'",
        "SET profiling_output = '{out}'", "SET python_scan_all_frames = true", "SET s3_endpoint = '{url}'",
        "SET http_proxy = '{url}'", "SET autoinstall_known_extensions = 1", "SET custom_extension_repository = '{url}'",
        "RESET enable_external_access", "SHOW memory_limit", "SHOW temp_directory",
        "SELECT current_setting('enable_external_access')", "SELECT current_setting('home_directory')", "SHOW secret_directory",
        "SELECT set_config('enable_external_access', 'true', false)", "SET LOCAL allow_unsigned_extensions = on",
        "SELECT CAST('a' AS blob_x)", "SELECT 'a'::uhugeint", "SELECT 'a'::hugeint", "SELECT NULL::varint_x",
    ),
    "22023": (
        "SET TimeZone = ':/etc/passwd'", "SET TimeZone = '../../../etc/passwd'",
        "SELECT now() AT TIME ZONE '/etc/passwd'", "SELECT now() AT TIME ZONE '../../etc/passwd'",
        "SELECT timezone('/etc/passwd', now())", "SELECT make_timestamptz(2020, 1, 1, 0, 0, 0, '/etc/passwd')",
        "SELECT date_trunc('day', now(), '../../etc/passwd')",
    ),
    "25006": (
        "CREATE SECRET s (TYPE s3)", "CREATE PERSISTENT SECRET s (TYPE s3)", "CREATE OR REPLACE TEMPORARY SECRET s (TYPE s3)",
        "CREATE MACRO m() AS 1", "CREATE TEMP MACRO m() AS TABLE SELECT * FROM read_text('{file}')", "DROP SECRET s",
        "IMPORT DATABASE '{out}'", "COPY FROM DATABASE memory TO x", "SELECT nextval('\"{file}\"')", "CREATE EXTENSION httpfs",
        "CREATE TABLE x AS SELECT * FROM read_text('{file}')", "CREATE VIEW x AS SELECT * FROM '{file}'",
        "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS 'SELECT 1'", "CREATE SERVER s FOREIGN DATA WRAPPER w",
        "INSERT INTO numbers SELECT * FROM read_text('{file}')", "SELECT * INTO x FROM numbers", "COPY numbers FROM '{file}'",
        "COPY numbers FROM PROGRAM 'cat {file}'", "COPY numbers FROM STDIN",
        "WITH x AS (INSERT INTO numbers VALUES (1) RETURNING *) SELECT * FROM x", "CREATE TABLESPACE x LOCATION '{out}'",
    ),
    "0A000": (
        "SUMMARIZE numbers", "SUMMARIZE '{file}'", "DESCRIBE numbers", "PRAGMA database_list", "PRAGMA read_text('{file}')",
        "ATTACH '{out}'", "ATTACH '{out}' AS x (TYPE sqlite)", "ATTACH '{url}' AS x", "DETACH main", "USE main",
        "INSTALL httpfs", "INSTALL '{file}'", "FORCE INSTALL httpfs", "EXPORT DATABASE '{out}'", "LOAD '{file}'", "LOAD httpfs",
        "CALL pragma_version()", "CALL read_text('{file}')",
        "SELECT 'a' COLLATE \"{file}\"", "SELECT read_text(path => '{file}')", "SELECT read_text(path := '{file}')",
        "SELECT read_text(VARIADIC ARRAY['{file}'])", "COPY numbers TO '{out}'", "COPY (SELECT 1) TO '{out}'",
        "COPY (SELECT 1) TO '{out}' (FORMAT csv)", "COPY (SELECT 1) TO PROGRAM 'touch {out}'",
        "COPY numbers TO PROGRAM 'touch {out}'", "COPY (SELECT 1) TO E'{out}'", "COPY (SELECT 1) TO $${out}$$",
        "DO $$ BEGIN PERFORM 1; END $$", "DO LANGUAGE plpython3u 'import os'", "SELECT * FROM memory.main.numbers",
        "SELECT * FROM system.main.duckdb_tables", "SELECT other.public.numbers.id FROM numbers",
    ),
}  # fmt: skip
#: What a SELECT can be put into; the fault stays the same.
PLACES: Final = (
    "WITH x AS ({sql}) SELECT * FROM x",
    "WITH RECURSIVE x AS ({sql}) SELECT * FROM x",
    "SELECT * FROM ({sql}) AS x",
    "SELECT * FROM numbers, LATERAL ({sql}) AS x",
    "SELECT * FROM numbers LEFT JOIN LATERAL ({sql}) AS x ON true",
    "SELECT EXISTS ({sql})",
    "({sql})",
    "EXPLAIN {sql}",
    "EXPLAIN (ANALYZE) {sql}",
    "PREPARE escape AS {sql}",
    "DECLARE escape CURSOR WITH HOLD FOR {sql}",
    "COPY ({sql}) TO STDOUT",
    "SELECT 1; {sql}",
)


def escapes() -> dict[str, str]:
    """Every text without its places → SQLSTATE."""
    found = {sql: code for code, texts in TEXTS.items() for sql in texts}
    for reader in READERS:
        for argument in ("'{file}'", "ARRAY['{file}']", "'{url}/x.parquet'", "'{file}', 'numbers'", ""):
            found[f"SELECT * FROM {reader}({argument})"] = "42883"
    found |= {f"SELECT * FROM {call}": "42883" for call in (*INSIDES, *SPELLINGS)}
    found |= {f"SELECT {call}": "42883" for call in (*SPELLINGS, *SPELLED_CALLS, *SCALARS)}
    return found | {f"SELECT * FROM {relation}": "42P01" for relation in RELATIONS}
