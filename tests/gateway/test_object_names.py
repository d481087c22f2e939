"""Casts of literals to regclass, regtype, regproc, regrole and regnamespace: PostgreSQL's answers, and its errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.access.granting import two_views
from tests.gateway.serving import serving
from tests.plugins.postgres import own_database

pytestmark = pytest.mark.postgres

NAMES = {
    "regclass": (
        "flights", "public.flights", '"flights"', " Public . FLIGHTS ", "nothing", "public.nothing", "nowhere.flights", "pg_class",
        "pg_catalog.pg_class", "flights_pkey", "public.flights_pkey", "nothing_pkey", "-", "1259", "", ".", "a b", "a.b.c.d",
        "other.public.flights", '"Flights"',
    ),
    "regtype": (
        "int4", "integer", "nothing", "pg_catalog.int4", "timestamp with time zone", "timestamp(3) with time zone", "numeric(10,2)",
        "int4[]", "varchar(3)", "varchar(3)[]", "-", "23", "",
    ),
    "regproc": ("now", "nothing", "pg_catalog.now", "count", "-", "1299", "", "."),
    "regrole": ("nobody", "-", '""', "", "a.b", '"Some Body"', "NoBody"),
    "regnamespace": ("public", "pg_catalog", "nothing", "-", "11", "2200", '"public"', '"Public"', "Public", "a.b", ""),
}  # fmt: skip
COLUMNS = {
    "regclass": ("flights", "nothing"), "regtype": ("int4", "nothing"), "regproc": ("now", "nothing"), "regrole": ("-", "nobody"),
    "regnamespace": ("public", "nothing"),
}  # fmt: skip
ASKED = [f"SELECT '{name}'::{kind}::text" for kind, names in NAMES.items() for name in names]
ASKED += [f"SELECT x::{kind}::text FROM (VALUES ('{name}')) v(x)" for kind, names in COLUMNS.items() for name in names]


@pytest.fixture(scope="module")
def tidegate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[psycopg.Connection[Any]]:
    folder: Path = tmp_path_factory.mktemp("names")
    with two_views(folder) as engine, serving(engine.engine) as server, psycopg.connect(server.dsn, autocommit=True) as made:
        yield made


@pytest.fixture(scope="module")
def postgres(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with own_database(postgres_dsn, "object_names") as connection:
        connection.execute("CREATE TABLE flights (id int8 PRIMARY KEY, origin text, fare float8)")
        yield connection


def _answer(connection: psycopg.Connection[Any], sql: str) -> object:
    try:
        return connection.execute(sql.encode()).fetchall()
    except psycopg.Error as error:
        return error.sqlstate, error.diag.message_primary


@pytest.mark.parametrize("sql", ASKED)
def test_as_postgres(tidegate: psycopg.Connection[Any], postgres: psycopg.Connection[Any], sql: str) -> None:
    assert _answer(tidegate, sql) == _answer(postgres, sql)
