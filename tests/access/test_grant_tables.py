"""information_schema's tables of privileges name the grants there are; what is not seen has neither comment nor definition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from planner.postgres.definitions import read_definition
from statestore import types as st
from statestore.arrow import arrow_type
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.access.granting import FLIGHTS, Granting, granting_over
from tests.gateway.harness import Harness
from tests.plugins.postgres import own_database

FILE = ('"table_ann" "flights"', '"table_bob" "flights" ("id", "origin")', '"table_eve" *', '"public" "salaries" ("name")')
USERS = ("table_ann", "table_bob", "table_eve", "table_nobody")
SETUP = f"""
    CREATE TABLE flights (id int8 PRIMARY KEY, origin text, fare float8);
    CREATE TABLE salaries (name text PRIMARY KEY, amount int8);
    {" ".join(f"CREATE ROLE {user} LOGIN;" for user in USERS)}
    GRANT SELECT ON flights TO table_ann; GRANT SELECT (id, origin) ON flights TO table_bob;
    GRANT SELECT ON flights, salaries TO table_eve; GRANT SELECT (name) ON salaries TO PUBLIC;
"""
TABLES = {
    "table_privileges": "grantee, table_name, privilege_type, is_grantable, with_hierarchy",
    "role_table_grants": "grantee, table_name, privilege_type, is_grantable, with_hierarchy",
    "column_privileges": "grantee, table_name, column_name, privilege_type, is_grantable",
    "role_column_grants": "grantee, table_name, column_name, privilege_type, is_grantable",
}


@pytest.fixture(scope="module")
def postgres(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with own_database(postgres_dsn, "grant_tables") as connection:
        connection.execute(SETUP.encode())
        yield connection
    with psycopg.connect(postgres_dsn, autocommit=True) as admin:
        admin.execute(f"DROP ROLE {', '.join(USERS)}".encode())


@pytest.mark.postgres
@pytest.mark.parametrize("user", USERS)
def test_as_postgres(granting: Granting, postgres: psycopg.Connection[Any], user: str) -> None:
    granting.set(*FILE)
    postgres.execute(f"SET ROLE {user}".encode())
    with granting.connect(user) as connection:
        for name, columns in TABLES.items():
            asked = f"SELECT {columns} FROM information_schema.{name} WHERE table_schema = 'public' ORDER BY 1, 2, 3".encode()
            assert connection.execute(asked).fetchall() == postgres.execute(asked).fetchall(), name
            grantors = connection.execute(
                f"SELECT DISTINCT grantor, table_catalog FROM information_schema.{name}".encode()
            ).fetchall()
            assert set(grantors) <= {("tidegate", "tidegate")}


READABLE = """
    SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE c.relname IN ('flights', 'salaries') AND (
        EXISTS (SELECT FROM aclexplode(c.relacl) x WHERE x.privilege_type = 'SELECT' AND x.grantee IN (0, {me}))
        OR EXISTS (SELECT FROM aclexplode(a.attacl) x WHERE x.privilege_type = 'SELECT' AND x.grantee IN (0, {me})))
    ORDER BY 1, 2
""".format(me="(SELECT oid FROM pg_roles WHERE rolname = current_user)").encode()


@pytest.mark.postgres
def test_access_lists_name_the_same_columns(granting: Granting, postgres: psycopg.Connection[Any]) -> None:
    """Also of users who see the same views, but other columns of them."""
    granting.set(*FILE)
    shown = {}
    for user in USERS:
        postgres.execute(f"SET ROLE {user}".encode())
        with granting.connect(user) as connection:
            assert connection.execute(READABLE).fetchall() == postgres.execute(READABLE).fetchall(), user
            listed = "SELECT tablename, attnames FROM pg_publication_tables ORDER BY 1"
            shown[user] = dict(connection.execute(listed.encode()).fetchall())
    granting.stop()
    assert shown["table_bob"] == {"flights": ["id", "origin"], "salaries": ["name"]}
    assert shown["table_ann"] == {"flights": ["id", "origin", "fare"], "salaries": ["name"]}
    with granting.connect("table_nobody") as connection:
        assert len(connection.execute(READABLE).fetchall()) == 5


def test_other_grants_are_shown_at_once(granting: Granting) -> None:
    asked = "SELECT table_name FROM information_schema.role_table_grants ORDER BY 1"
    with granting.connect("ann") as connection:
        assert connection.execute(asked).fetchall() == []
        granting.set('"ann" *')
        assert connection.execute(asked).fetchall() == [("flights",), ("salaries",)]
        granting.set('"ann" "salaries"', '"bob" "flights"')
        assert connection.execute(asked).fetchall() == [("salaries",)]


def test_where_nothing_is_guarded_everybody_may_read_and_who_asks(granting: Granting) -> None:
    granting.stop()
    with granting.connect("ann") as connection:
        asked = "SELECT DISTINCT grantee, count(*) FROM information_schema.{} GROUP BY 1 ORDER BY 1"
        assert connection.execute(asked.format("table_privileges").encode()).fetchall() == [("PUBLIC", 2), ("ann", 2)]
        assert connection.execute(asked.format("column_privileges").encode()).fetchall() == [("PUBLIC", 5), ("ann", 5)]
        assert connection.execute(asked.format("role_table_grants").encode()).fetchall() == [("ann", 2)]


SECRET = ViewSchema(
    "secret", (Column("id", st.Long(), comment="of the column"),), ("id",), ("id",), HashPartitioning(2), (1,), "of the view"
)
TOLD = """SELECT obj_description({oid}), obj_description({oid}, 'pg_class'), col_description({oid}, 1), pg_get_viewdef({defined}),
    pg_get_indexdef({index}), pg_get_constraintdef({key})"""
NUMBERS = """SELECT 'secret'::regclass::oid::int8, 'defined'::regclass::oid::int8,
    (SELECT indexrelid::int8 FROM pg_index WHERE indrelid = 'secret'::regclass),
    (SELECT oid::int8 FROM pg_constraint WHERE conname = 'secret_pkey')"""


def test_what_is_not_seen_is_not_told_by_its_number(tmp_path: Path) -> None:
    with Harness(tmp_path / "engine") as engine:
        engine.write(FLIGHTS, pa.table({c.name: pa.array([], arrow_type(c.type)) for c in FLIGHTS.columns}))
        engine.write(SECRET, pa.table({"id": pa.array([1], pa.int64())}))
        engine.engine.catalog.define([read_definition("defined", "SELECT id FROM secret", "of the definition")])
        with granting_over(engine, tmp_path) as granting:
            granting.set('"eve" *', '"ann" "flights"', '"ann" "secret" ("id")', '"bob" "flights"', '"dora" "defined"')
            with granting.connect("eve") as connection:
                numbers = connection.execute(NUMBERS).fetchone()
                assert numbers is not None
                asked = TOLD.format(**dict(zip(("oid", "defined", "index", "key"), numbers, strict=True))).encode()
                told = connection.execute(asked).fetchone()
            assert told is not None
            assert told[:4] == ("of the view", "of the view", "of the column", " SELECT id FROM secret;")
            assert all(told[4:])
            nothing = (None,) * 3
            for user, seen in (
                ("ann", (*told[:3], None, *told[4:])), ("bob", nothing * 2), ("dora", (*nothing, told[3], None, None)),
            ):  # fmt: skip
                with granting.connect(user) as connection:
                    assert connection.execute(asked).fetchone() == seen
                    # Of what has nothing to do with views, everybody is told.
                    system = connection.execute("SELECT obj_description('pg_catalog'::regnamespace)").fetchone()
                    assert system == ("system catalog schema",)
