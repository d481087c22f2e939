"""What views defined by SQL read, in pg_depend, pg_rewrite and information_schema, as PostgreSQL notes it of its own views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from planner.postgres.definitions import read_definition
from statestore import types as st
from statestore.arrow import arrow_type
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness
from tests.gateway.serving import serving
from tests.plugins.postgres import own_database

pytestmark = pytest.mark.postgres

TRADES = ViewSchema(
    "trades",
    (Column("symbol", st.String()), Column("day", st.Date()), Column("sum", st.Double()), Column("count", st.Long())),
    ("symbol", "day"),
    ("symbol",),
    HashPartitioning(2),
    (4,),
)
NAMES = ViewSchema(
    "names", (Column("symbol", st.String()), Column("name", st.String())), ("symbol",), ("symbol",), HashPartitioning(2), (2,)
)
TABLES = """
    CREATE TABLE trades (symbol text, day date, sum float8, count int8, PRIMARY KEY (symbol, day));
    CREATE TABLE names (symbol text PRIMARY KEY, name text);
"""
VIEWS = {
    "picked": "SELECT count AS n, symbol AS s FROM trades",
    "filtered": "SELECT symbol FROM trades WHERE sum > 1 ORDER BY day",
    "counted": "SELECT count(*) AS n FROM trades",
    "joined": "SELECT t.sum, n.name FROM trades t JOIN names n ON n.symbol = t.symbol",
    "using_it": "SELECT name FROM trades JOIN names USING (symbol)",
    "everything": "SELECT * FROM names",
    "over_it": "SELECT s FROM picked WHERE n > 0",
    "twice": "SELECT a.s, b.name FROM over_it a LEFT JOIN everything b ON b.symbol = a.s",
    "nested": "WITH x AS (SELECT symbol FROM trades) SELECT x.symbol, (SELECT max(name) FROM names) AS m FROM x",
    "together": "SELECT symbol FROM trades UNION ALL SELECT name FROM names",
    "grouped": "SELECT symbol, sum(sum) AS total FROM trades GROUP BY symbol HAVING min(day) > '2020-01-01'",
    "system": "SELECT relname FROM pg_class",
    "alone": "SELECT 1 AS one",
}
QUESTIONS = {
    "tables": """SELECT view_schema, view_name, table_schema, table_name FROM information_schema.view_table_usage
        WHERE view_schema = 'public' ORDER BY 2, 4""",
    "columns": """SELECT view_schema, view_name, table_schema, table_name, column_name FROM information_schema.view_column_usage
        WHERE view_schema = 'public' ORDER BY 2, 4, 5""",
    "rules": """SELECT r.rulename, c.relname, r.ev_type, r.ev_enabled, r.is_instead, r.ev_qual FROM pg_rewrite r
        JOIN pg_class c ON c.oid = r.ev_class WHERE c.relnamespace = 'public'::regnamespace ORDER BY 2""",
    "what views depend on": """SELECT v.relname, d.objsubid, d.deptype, c.relname, a.attname FROM pg_depend d
        JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class
        JOIN pg_class c ON d.refclassid = 'pg_class'::regclass AND c.oid = d.refobjid
        LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid AND d.refobjsubid > 0
        WHERE v.relnamespace = 'public'::regnamespace AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 3, 4, 5""",
    "what reads a table": """SELECT DISTINCT v.relname FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid
        JOIN pg_class v ON v.oid = r.ev_class WHERE d.refobjid = 'trades'::regclass AND v.oid <> d.refobjid ORDER BY 1""",
    "keys": """SELECT k.conname, c.relname, a.attname, d.deptype FROM pg_depend d JOIN pg_constraint k ON k.oid = d.objid
        JOIN pg_class c ON c.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
        WHERE d.classid = 'pg_constraint'::regclass AND d.refclassid = 'pg_class'::regclass
        AND k.connamespace = 'public'::regnamespace ORDER BY 1, 3""",
    "indexes": """SELECT i.relname, k.conname, d.deptype FROM pg_depend d JOIN pg_class i ON i.oid = d.objid
        JOIN pg_constraint k ON k.oid = d.refobjid WHERE d.classid = 'pg_class'::regclass
        AND d.refclassid = 'pg_constraint'::regclass ORDER BY 1""",
    "schemas": """SELECT c.relname, n.nspname, d.deptype FROM pg_depend d JOIN pg_class c ON c.oid = d.objid
        JOIN pg_namespace n ON n.oid = d.refobjid WHERE d.classid = 'pg_class'::regclass
        AND d.refclassid = 'pg_namespace'::regclass AND n.nspname = 'public' ORDER BY 1""",
}


@pytest.fixture(scope="module")
def tidegate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[psycopg.Connection[Any]]:
    with Harness(tmp_path_factory.mktemp("dependencies")) as made:
        for schema in (TRADES, NAMES):
            made.write(schema, pa.table({c.name: pa.array([], arrow_type(c.type)) for c in schema.columns}))
        made.engine.catalog.define([read_definition(name, sql) for name, sql in VIEWS.items()])
        with serving(made.engine) as server, psycopg.connect(server.dsn, autocommit=True) as connection:
            yield connection


@pytest.fixture(scope="module")
def postgres(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with own_database(postgres_dsn, "dependencies") as connection:
        connection.execute(TABLES.encode())
        for name, sql in VIEWS.items():
            connection.execute(f"CREATE VIEW {name} AS {sql}".encode())
        yield connection


@pytest.mark.parametrize("question", QUESTIONS)
def test_as_postgres(tidegate: psycopg.Connection[Any], postgres: psycopg.Connection[Any], question: str) -> None:
    asked = QUESTIONS[question].encode()
    expected = postgres.execute(asked).fetchall()
    assert tidegate.execute(asked).fetchall() == expected
    assert expected


def test_descriptions_of_settings(tidegate: psycopg.Connection[Any], postgres: psycopg.Connection[Any]) -> None:
    ours, theirs = ({row[0]: row[2] for row in c.execute("SHOW ALL").fetchall()} for c in (tidegate, postgres))
    both = ours.keys() & theirs.keys()
    assert len(both) > 20
    assert {name: ours[name] for name in both} == {name: theirs[name] for name in both}
