"""has_table_privilege and its like follow the grants, as PostgreSQL's do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.access.granting import Granting
from tests.plugins.postgres import own_database

FILE = ('"grant_ann" "flights"', '"grant_bob" "flights" ("id", "origin")', '"grant_eve" *', '"public" "salaries" ("name")')
SETUP = """
    CREATE TABLE flights (id int8 PRIMARY KEY, origin text, fare float8);
    CREATE TABLE salaries (name text PRIMARY KEY, amount int8);
    CREATE ROLE grant_ann LOGIN; CREATE ROLE grant_bob LOGIN; CREATE ROLE grant_eve LOGIN; CREATE ROLE grant_nobody LOGIN;
    GRANT SELECT ON flights TO grant_ann; GRANT SELECT (id, origin) ON flights TO grant_bob;
    GRANT SELECT ON flights, salaries TO grant_eve; GRANT SELECT (name) ON salaries TO PUBLIC;
"""
USERS = ("grant_ann", "grant_bob", "grant_eve", "grant_nobody")
QUESTIONS = (
    *(f"has_{what}_privilege({{user}}, '{table}', '{privilege}')" for what in ("table", "any_column")
      for table in ("flights", "public.salaries", "pg_class") for privilege in ("SELECT", "INSERT")),
    *(f"has_column_privilege({{user}}, 'flights', '{column}', 'select')" for column in ("id", "origin", "fare")),
    *(f"has_column_privilege({{user}}, 'salaries', {number}::int2, 'SELECT')" for number in (1, 2)),
    "has_table_privilege({user}, 'flights'::regclass, 'select')", "has_table_privilege({user}, 0::oid, 'select')",
    "has_any_column_privilege({user}, 'salaries'::regclass::oid, 'SELECT')",
    # Of nobody, of nothing, of no privilege.
    *(f"has_{what}_privilege({of})" for what in ("table", "any_column")
      for of in ("NULL, 'flights', 'select'", "{user}, NULL, 'select'", "{user}, 'flights', NULL")),
    "has_schema_privilege(NULL, 'public', 'usage')", "has_schema_privilege({user}, NULL, 'usage')",
    "has_column_privilege(NULL, 'flights', 'id', 'select')", "has_column_privilege({user}, NULL, 'id', 'select')",
    "has_column_privilege({user}, 'flights', 'id', NULL)",
    "has_column_privilege({user}, 'flights', NULL, 'select')", "has_column_privilege({user}, 'flights', NULL::int2, 'select')",
    "has_column_privilege('flights', NULL, 'select')", "has_database_privilege({user}, NULL::text, 'connect')",
    "has_schema_privilege(NULL, 'usage')",
    # One of several is enough; nobody may pass them on.
    "has_table_privilege({user}, 'flights', ' insert , SELECT')",
    "has_table_privilege({user}, 'flights', 'select with grant option')",
    "has_column_privilege({user}, 'flights', 'id', 'insert,select')", "has_table_privilege({user}, 'flights', 'rule')",
    "has_schema_privilege({user}, 'pg_catalog', 'create')", "has_schema_privilege({user}, 'information_schema', 'usage,create')",
    "has_function_privilege({user}, 'md5(text)', 'execute with grant option')", "has_type_privilege({user}, 'text[]', 'usage')",
    "has_tablespace_privilege({user}, 'pg_default', 'create')", "has_language_privilege({user}, 'sql', 'usage')",
)  # fmt: skip


@pytest.fixture(scope="module")
def postgres(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with own_database(postgres_dsn, "privileges") as connection:
        connection.execute(SETUP)
        yield connection
    with psycopg.connect(postgres_dsn, autocommit=True) as admin:
        admin.execute("DROP ROLE grant_ann, grant_bob, grant_eve, grant_nobody")


@pytest.fixture
def granting(granting: Granting) -> Granting:
    granting.set(*FILE)
    return granting


@pytest.mark.postgres
@pytest.mark.parametrize("user", USERS)
def test_of_a_named_user(granting: Granting, postgres: psycopg.Connection[Any], user: str) -> None:
    with granting.connect("grant_eve") as connection:
        for question in QUESTIONS:
            ours = connection.execute("SELECT " + question.format(user=f"'{user}'")).fetchone()
            assert ours == postgres.execute("SELECT " + question.format(user=f"'{user}'")).fetchone(), question


@pytest.mark.postgres
@pytest.mark.parametrize("user", USERS[:3])
def test_of_oneself(granting: Granting, postgres: psycopg.Connection[Any], user: str) -> None:
    with granting.connect(user) as connection:
        for question in QUESTIONS:
            ours = connection.execute("SELECT " + question.replace("{user}, ", "")).fetchone()
            assert ours == postgres.execute("SELECT " + question.format(user=f"'{user}'")).fetchone(), question


def test_a_view_that_is_not_seen_is_no_regclass(granting: Granting) -> None:
    with granting.connect("grant_nobody") as connection:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT has_table_privilege('flights'::regclass, 'select')")
        assert connection.execute("SELECT has_table_privilege('flights', 'select')").fetchone() == (False,)


def test_where_nothing_is_guarded(granting: Granting) -> None:
    granting.stop()
    with granting.connect("grant_nobody") as connection:
        asked = "SELECT has_table_privilege('salaries', 'select'), has_column_privilege('flights', 'fare', 'select')"
        assert connection.execute(asked).fetchone() == (True, True)
        assert connection.execute("SELECT has_table_privilege('salaries', 'delete')").fetchone() == (False,)


def test_a_relation_that_does_not_exist(granting: Granting) -> None:
    with granting.connect("grant_eve") as connection, pytest.raises(psycopg.errors.UndefinedTable):
        connection.execute("SELECT has_table_privilege('nothing', 'select')")
