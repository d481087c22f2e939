"""Two walls before files, settings and the process: the planner's allow-list, and DuckDB itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from gateway.engine.duck.instance import Duck
from gateway.engine.functions.processes import FunctionProcesses
from gateway.engine.options import EngineOptions
from gateway.sqlstate import sqlstate
from planner.errors import PlanError
from tests.gateway.harness import Harness

#: What a client may not say, and the SQLSTATE it gets.
REFUSED = {
    "SELECT * FROM read_text('/etc/passwd')": "42883",
    "SELECT * FROM pg_catalog.read_text('/etc/passwd')": "42883",
    "SELECT * FROM \"read_text\"('/etc/passwd')": "42883",
    "SELECT * FROM main.read_csv('/etc/passwd')": "42883",
    "SELECT * FROM read_csv('/etc/passwd')": "42883",
    "SELECT * FROM read_csv_auto('/etc/passwd')": "42883",
    "SELECT * FROM read_json('/etc/passwd')": "42883",
    "SELECT * FROM read_parquet('x.parquet')": "42883",
    "SELECT * FROM read_blob('/etc/passwd')": "42883",
    "SELECT * FROM parquet_scan('x')": "42883",
    "SELECT * FROM sniff_csv('/etc/passwd')": "42883",
    "SELECT * FROM glob('/*')": "42883",
    "SELECT getenv('HOME')": "42883",
    "SELECT getvariable('tidegate_settings')": "42883",
    "SELECT tg_setting('x')": "42883",
    "SELECT error('x')": "42883",
    "SELECT * FROM duckdb_settings()": "42883",
    "SELECT * FROM duckdb_tables()": "42883",
    "SELECT * FROM pragma_database_list()": "42883",
    "SELECT * FROM query('SELECT 1')": "42883",
    "SELECT * FROM query_table('t')": "42883",
    "SELECT * FROM '/etc/passwd'": "42601",
    "SELECT * FROM \"/etc/passwd\"": "42P01",
    "SELECT * FROM \"x.csv\"": "42P01",
    "SELECT * FROM \"s3://bucket/x.parquet\"": "42P01",
    "SELECT * FROM copy_1": "42P01",
    "SELECT * FROM sys.relation": "42P01",
    "SELECT * FROM main.copy_1": "42P01",
    "SELECT * FROM memory.main.copy_1": "0A000",
    "SELECT * FROM duckdb_secrets": "42P01",
    "SELECT * FROM sqlite_master": "42P01",
    "ATTACH 'x.db'": "25006",
    "ATTACH DATABASE 'x.db' AS x": "25006",
    "DETACH x": "25006",
    "COPY t TO '/tmp/x'": "0A000",
    "COPY (SELECT 1) TO '/tmp/x'": "0A000",
    "PRAGMA database_list": "25006",
    "INSTALL httpfs": "25006",
    "LOAD httpfs": "25006",
    "LOAD '/tmp/x.so'": "25006",
    "EXPORT DATABASE 'x'": "25006",
    "IMPORT DATABASE 'x'": "25006",
    "CREATE SECRET s (TYPE s3)": "25006",
    "CREATE MACRO m() AS 1": "25006",
}  # fmt: skip
#: The sentences of other databases: no SQL to Postgres, so a syntax error is as right as a refusal.
FOREIGN_WORDS = ("ATTACH", "DETACH", "PRAGMA", "INSTALL", "EXPORT", "IMPORT", "COPY", "CREATE", "LOAD")

#: The same wishes, and more, said to DuckDB.
SECOND_WALL = (
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    'SELECT * FROM "x.csv"',
    "SELECT * FROM glob('/*')",
    "SELECT getenv('HOME')",
    "ATTACH 'x.db'",
    "COPY (SELECT 1) TO '/tmp/tidegate-sandbox.csv'",
    "EXPORT DATABASE '/tmp/tidegate-sandbox'",
    "IMPORT DATABASE '/tmp/tidegate-sandbox'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "SET disabled_filesystems = ''",
    "SET lock_configuration = false",
    "SET memory_limit = '1TB'",
    "RESET temp_directory",
    "SELECT * FROM read_text('http://127.0.0.1/')",
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("sandbox")) as made:
        yield made


@pytest.mark.parametrize("sql", REFUSED)
def test_the_planner_refuses(engine: Harness, sql: str) -> None:
    with pytest.raises(PlanError) as refused:
        engine.rows(sql)
    allowed = {REFUSED[sql]} | ({"25006", "42601", "0A000"} if sql.startswith(FOREIGN_WORDS) else set())
    assert sqlstate(type(refused.value)) in allowed


@pytest.mark.parametrize("sql", SECOND_WALL)
def test_duckdb_refuses(sql: str) -> None:
    duck = Duck(EngineOptions(), FunctionProcesses())
    with pytest.raises(duckdb.Error), duck.cursor() as cursor:
        cursor.execute(sql).fetchall()
    duck.close()


@pytest.mark.parametrize("spills", [False, True])
@pytest.mark.parametrize("copies", [False, True])
def test_only_folders_of_its_own_can_be_reached(tmp_path: Path, spills: bool, copies: bool) -> None:
    options = EngineOptions(spill_folder=str(tmp_path / "spill") if spills else "")
    duck = Duck(options, FunctionProcesses(), copy_folder=tmp_path / "copies" if copies else None)
    beside = (f"ATTACH '{tmp_path}/x.duckdb'", f"ATTACH '{tmp_path}/copies/../x.duckdb'", f"ATTACH '{tmp_path}/copies2.duckdb'")
    for sql in (*SECOND_WALL, *beside):
        with pytest.raises(duckdb.Error), duck.cursor() as cursor:
            cursor.execute(sql).fetchall()
    duck.close()


def test_python_variables_are_no_relations() -> None:
    import pyarrow as pa

    secret = pa.table({"a": [1]})
    duck = Duck(EngineOptions(), FunctionProcesses())
    with pytest.raises(duckdb.CatalogException), duck.cursor() as cursor:
        cursor.execute("SELECT * FROM secret").fetchall()
    duck.close()
    assert secret.num_rows == 1
