"""Ways that DuckDB would open to files, the environment and its own insides: none of them is there, however it is spelled.

What the planner and DuckDB themselves refuse is shown name by name in tests/gateway/test_sandbox.py; here it is asked of the
running program, and nothing that it says may hold what a file or the environment holds.
"""

from __future__ import annotations

from typing import Any

import duckdb
import psycopg
import pytest

from tests.hostile.conftest import SECRET, Target
from tests.hostile.process import sqlstate_of

FUNCTIONS = (
    "read_text", "read_csv", "read_csv_auto", "read_json", "read_parquet", "sniff_csv", "glob", "getenv", "getvariable", "query",
    "duckdb_settings", "duckdb_secrets", "pragma_version", "json_execute_serialized_sql", "tg_setting",
)  # fmt: skip
SPELLINGS = ("{f}", "{F}", '"{f}"', '"main"."{f}"', "pg_catalog.{f}", "public.{f}", "system.main.{f}")
PLACES = (
    "SELECT * FROM {call}",
    "SELECT * FROM {call} AS x (a)",
    "SELECT {call}",
    "SELECT ({call}).*",
    "SELECT 1 WHERE {call} IS NOT NULL",
    "SELECT 1 ORDER BY {call}",
    "SELECT 1 LIMIT {call}",
    "SELECT * FROM numbers, LATERAL {call} AS x",
    "SELECT * FROM ROWS FROM ({call}) AS x",
    "WITH x AS (SELECT * FROM {call}) SELECT * FROM x",
    "SELECT (SELECT max(a) FROM {call} AS x (a))",
    "SELECT 1 UNION SELECT * FROM {call}",
    "VALUES ({call})",
    "SELECT count(*) FILTER (WHERE {call} = 1) FROM numbers",
    "SELECT sum({call}) OVER () FROM numbers",
    "SELECT ARRAY[{call}]",
    "SELECT CASE WHEN false THEN {call} END",
    "PREPARE p AS SELECT {call}",
    "DECLARE c CURSOR WITH HOLD FOR SELECT * FROM {call}",
    "EXPLAIN ANALYZE SELECT {call}",
    "EXPLAIN EXECUTE {call}",
    "SET search_path = {call}",
    "TABLE {call}",
)
#: No such function, schema or prepared statement; what cannot be said there at all.
NO_SUCH = {"42883", "3F000", "0A000", "42601", "26000"}
#: Table functions that Postgres has too.
SHARED = {"generate_series", "unnest", "json_each"}
RELATIONS = (
    "'{file}'", "\"{file}\"", '"x.parquet"', "\"s3://bucket/x.parquet\"", '"/etc/passwd"', "E'/etc/passwd'",
    "U&\"\\002Fetc\\002Fpasswd\"", "duckdb_settings", "sqlite_master", "pragma_database_list", "main.numbers",
    "memory.main.numbers", "system.main.duckdb_tables", "temp.numbers", "sys.relation", "copy_1",
    "numbers_copy", "df", "target", "read_csv",
)  # fmt: skip
RELATION_PLACES = (
    "SELECT * FROM {name}",
    "TABLE {name}",
    "SELECT * FROM numbers JOIN {name} AS x ON true",
    "WITH x AS (TABLE {name}) SELECT * FROM x",
    "PREPARE p AS SELECT * FROM {name}",
    "EXPLAIN SELECT * FROM {name}",
    "SELECT EXISTS (TABLE {name})",
)

CONSTANTS = ("x'); SELECT * FROM read_text('/etc/passwd'); --", "'", "\\'", "$1", "{0}", "{s0}", "$p1", "%s", "\\", "/*", "--")


def refused(connection: psycopg.Connection[Any], sql: str, states: set[str]) -> None:
    """The statement gets one of the SQLSTATEs, and nothing is given away."""
    with pytest.raises(psycopg.Error) as told:
        connection.execute(sql)  # type: ignore[call-overload]
    assert told.value.sqlstate in states, (sql, str(told.value))
    assert SECRET not in str(told.value)
    assert "root:" not in str(told.value)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions(target: Target, function: str) -> None:
    with target.connect() as connection:
        for spelling in SPELLINGS:
            name = spelling.format(f=function, F=function.upper())
            for argument in ("", f"'{target.secret_file}'", "'TIDEGATE_HOSTILE_SECRET'"):
                refused(connection, f"SELECT * FROM {name}({argument})", NO_SUCH)
                refused(connection, f"SELECT {name}({argument})", NO_SUCH)
        for place in PLACES:
            refused(connection, place.format(call=f"{function}('{target.secret_file}')"), NO_SUCH)


def test_every_table_function_that_duckdb_has(target: Target) -> None:
    names = duckdb.sql(
        "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('table', 'table_macro', 'pragma')"
    )
    functions = {name for (name,) in names.fetchall()} - SHARED
    assert len(functions) > 50
    with target.connect() as connection:
        for function in sorted(functions):
            refused(connection, f"SELECT * FROM \"{function}\"('{target.secret_file}')", NO_SUCH)
        refused(connection, f"SELECT * FROM json_each('{target.secret_file}')", {"22P02"})


def test_relations(target: Target) -> None:
    with target.connect() as connection:
        for relation in RELATIONS:
            for place in RELATION_PLACES:
                sql = place.format(name=relation.format(file=target.secret_file))
                refused(connection, sql, {"42P01", "42601", "3F000", "0A000"})


def test_strange_calls(target: Target) -> None:
    file = target.secret_file
    with target.connect() as connection:
        for sql in (
            f"SELECT * FROM read_csv('{file}', header => true)", f"SELECT * FROM read_csv(path := '{file}')",
            f"SELECT * FROM read_csv(VARIADIC ARRAY['{file}'])", f"SELECT read_text('{file}') OVER ()",
            "SELECT pg_read_file('/etc/passwd')", "SELECT pg_ls_dir('/')", "SELECT lo_import('/etc/passwd')", "SELECT dblink('x')",
            "SELECT pg_reload_conf()", "SELECT query_to_xml('select 1', true, true, '')",
            f"SELECT/**/read_text/**/('{file}')", f"SELECT 1; SELECT * FROM read_text('{file}')",
            f"SELECT $$a$$ || read_text($${file}$$)", f"SELECT ('{file}').read_text()",
        ):  # fmt: skip
            refused(connection, sql, {"42883", "42601", "0A000", "42501", "25006"})


def test_constants_stay_constants(target: Target) -> None:
    """What stands in a literal, a parameter or a quoted name comes back as it is, through every way a query can go."""
    with target.connect() as connection:
        for text in (
            "x'); SELECT * FROM read_text('/etc/passwd'); --",
            "'",
            "\\'",
            "$1",
            "{0}",
            "{s0}",
            "$p1",
            "%s",
            "\\",
            "/*",
            "--",
        ):
            quoted, name = text.replace("'", "''"), text.replace('"', '""')
            assert connection.execute(f"SELECT '{quoted}'".replace("%", "%%"), []).fetchone() == (text,)
            assert connection.execute("SELECT %s", [text]).fetchone() == (text,)
            assert connection.execute("SELECT max(word || %s) FROM numbers WHERE id = 7", [text]).fetchone() == (f"w7{text}",)
            sql = f'SELECT sum(id) AS "{name}" FROM numbers AS "{name}" GROUP BY "{name}".id > 0'
            found = connection.execute(sql.replace("%", "%%"), [])
            assert found.description is not None
            assert found.description[0].name == text
            assert sqlstate_of(connection, f'SELECT * FROM "{name}"') == "42P01"
