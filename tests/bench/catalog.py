"""What clients ask of the catalog, over 1,000 views: every answer should take less than 50 ms once it has been asked before.

Views of 20 columns; psql's, pgjdbc's and SQLAlchemy's own statements, as they send them.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import numpy as np
import psycopg
import pyarrow as pa
from psycopg import sql
from sqlalchemy import create_engine, inspect

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.plugins.gateway import running_gateway
from tests.plugins.postgres import PostgresServer

VIEWS: Final = 1_000
COLUMNS: Final = 20
ROUNDS: Final = 9
WANTED_MS: Final = 50
QUESTIONS: Final = {
    "psql \\dt": """SELECT n.nspname, c.relname, c.relkind, pg_catalog.pg_get_userbyid(c.relowner) FROM pg_catalog.pg_class c
        LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_catalog.pg_am am ON am.oid = c.relam
        WHERE c.relkind IN ('r','p','') AND n.nspname <> 'pg_catalog' AND n.nspname !~ '^pg_toast'
        AND n.nspname <> 'information_schema' AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1, 2""",
    "psql \\d v500: columns": """SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_catalog.col_description(a.attrelid, a.attnum) FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = 'v500'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum""",
    "psql \\d v500: key": """SELECT c2.relname, i.indisprimary, pg_catalog.pg_get_indexdef(i.indexrelid, 0, true),
        pg_catalog.pg_get_constraintdef(con.oid, true) FROM pg_catalog.pg_class c, pg_catalog.pg_class c2, pg_catalog.pg_index i
        LEFT JOIN pg_catalog.pg_constraint con ON (conrelid = i.indrelid AND conindid = i.indexrelid AND contype IN ('p','u','x'))
        WHERE c.oid = 'v500'::regclass AND c.oid = i.indrelid AND i.indexrelid = c2.oid""",
    "pgjdbc getPrimaryKeys": """SELECT result.tab, result.col, result.seq FROM (SELECT ct.relname AS tab, a.attname AS col,
        (information_schema._pg_expandarray(i.indkey)).n AS seq, information_schema._pg_expandarray(i.indkey) AS keys,
        a.attnum AS attnum FROM pg_catalog.pg_class ct JOIN pg_catalog.pg_attribute a ON (ct.oid = a.attrelid)
        JOIN pg_catalog.pg_namespace n ON (ct.relnamespace = n.oid) JOIN pg_catalog.pg_index i ON (a.attrelid = i.indrelid)
        WHERE ct.relname = 'v500' AND i.indisprimary) result WHERE result.attnum = (result.keys).x ORDER BY 3""",
    "information_schema.columns of v500": """SELECT column_name, data_type FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = 'v500' ORDER BY ordinal_position""",
    "Grafana: tables": "SELECT quote_ident(table_name) FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    "Npgsql: types": "SELECT oid, typname, typtype, typelem, typarray FROM pg_type ORDER BY oid",
    "regclass as text": "SELECT conrelid::regclass FROM pg_constraint WHERE conname = 'v500_pkey'",
    "pg_settings": "SELECT name, setting, unit FROM pg_settings",
    "table_privileges": "SELECT grantee, table_name FROM information_schema.table_privileges WHERE table_schema = 'public'",
    "column_privileges of v500": """SELECT grantee, column_name, privilege_type FROM information_schema.column_privileges
        WHERE table_schema = 'public' AND table_name = 'v500'""",
    "what depends on v500": "SELECT classid::regclass, objid, deptype FROM pg_depend WHERE refobjid = 'v500'::regclass",
    "comments": "SELECT relname, obj_description(oid, 'pg_class') FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200",
}


def _views() -> list[ViewSchema]:
    columns = (Column("id", st.Long(), nullable=False), *(Column(f"c{i}", st.Double()) for i in range(1, COLUMNS)))
    return [ViewSchema(f"v{n}", columns, ("id",), ("id",), HashPartitioning(1), (COLUMNS,)) for n in range(VIEWS)]


def run(folder: Path) -> None:
    """Print, per question, the first answer and the median of the later ones, beside PostgreSQL's."""
    root = open_root(str(folder / "root"), create=True)
    empty = pa.table({"id": pa.array([], pa.int64()), **{f"c{i}": pa.array([], pa.float64()) for i in range(1, COLUMNS)}})
    for view in _views():
        write_version(root, view, empty)
    postgres = PostgresServer()
    postgres.start()
    try:
        with running_gateway(folder / "root", folder / "store") as gateway:
            _compare(gateway.dsn, postgres.dsn)
    finally:
        postgres.stop()


def _compare(tidegate: str, reference: str) -> None:
    _create(reference)
    worst = 0.0
    with psycopg.connect(tidegate, autocommit=True) as ours, psycopg.connect(reference, autocommit=True) as theirs:
        for name, query in QUESTIONS.items():
            first, *later = [_taken_ms(ours, query) for _ in range(ROUNDS)]
            other = [_taken_ms(theirs, query) for _ in range(ROUNDS)][1:]
            worst = max(worst, float(np.median(later)))
            print(f"{name:40} first {first:6.1f} ms, then {np.median(later):6.1f}; PostgreSQL {np.median(other):6.1f}", flush=True)
    print(f"slowest {worst:.1f} ms (wanted: < {WANTED_MS} ms with {VIEWS} views)", flush=True)
    for label, dsn in (("Tidegate", tidegate), ("PostgreSQL", reference)):
        print(f"SQLAlchemy reads the columns and keys of all views, {label}: {_reflection_ms(dsn):.0f} ms", flush=True)


def _create(dsn: str) -> None:
    with psycopg.connect(dsn) as connection:
        columns = sql.SQL(", ").join(sql.SQL("{} float8").format(sql.Identifier(f"c{i}")) for i in range(1, COLUMNS))
        for n in range(VIEWS):
            connection.execute(sql.SQL("CREATE TABLE {} (id int8 PRIMARY KEY, {})").format(sql.Identifier(f"v{n}"), columns))


def _taken_ms(connection: psycopg.Connection[tuple[object, ...]], query: str) -> float:
    begun_s = time.perf_counter()
    connection.execute(query.encode()).fetchall()
    return (time.perf_counter() - begun_s) * 1000


def _reflection_ms(dsn: str) -> float:
    parts = dict(part.split("=", 1) for part in dsn.split())
    engine = create_engine(f"postgresql+psycopg://{parts['user']}@{parts['host']}:{parts['port']}/{parts['dbname']}")
    begun_s = time.perf_counter()
    inspector = inspect(engine)
    inspector.get_multi_columns(schema="public")
    inspector.get_multi_pk_constraint(schema="public")
    taken_ms = (time.perf_counter() - begun_s) * 1000
    engine.dispose()
    return taken_ms
