"""The session's user is a role as in PostgreSQL: in pg_roles and its like, for pg_has_role, and as regrole. Others are not told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from tests.access.granting import Granting
from tests.plugins.postgres import own_database

#: An ordinary user, one whose name is quoted, and the database's owner. Roles are the whole server's: these are nobody else's.
USERS = ("role_ann", "Role B", "tidegate")
SEEN = "(current_user, 'tidegate', 'pg_database_owner')"
QUESTIONS = (
    "SELECT current_user, session_user, user, current_role",
    "SELECT role_name FROM information_schema.enabled_roles ORDER BY 1",
    "SELECT grantee, role_name, is_grantable FROM information_schema.applicable_roles ORDER BY 1, 2",
    f"""SELECT rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolconnlimit, rolpassword,
        rolvaliduntil, rolbypassrls, rolconfig FROM pg_roles WHERE rolname IN {SEEN} ORDER BY 1""",
    f"""SELECT usename, usecreatedb, usesuper, userepl, usebypassrls, passwd, valuntil, useconfig FROM pg_user
        WHERE usename IN {SEEN} ORDER BY 1""",
    f"SELECT groname, grosysid, grolist FROM pg_group WHERE groname IN {SEEN}",
    """SELECT rolname = pg_get_userbyid(oid), rolname, oid::regrole, array[oid::regrole]::text FROM pg_roles
        WHERE rolname = current_user""",
    "SELECT usesysid = (SELECT oid FROM pg_roles WHERE rolname = current_user) FROM pg_user WHERE usename = current_user",
    "SELECT quote_ident(current_user)::regrole, to_regrole(quote_ident(current_user))::text, to_regrole('nobody')",
    "SELECT pg_get_userbyid(99999), 99999::oid::regrole::text, pg_get_userbyid(6171), 6171::regrole",
    "SELECT 'pg_database_owner'::regrole::oid, 'nobody'::regrole", "SELECT 'a b'::regrole",
    "SELECT pg_has_role(current_user, 'usage'), pg_has_role(current_user, 'MEMBER'), pg_has_role(user, 'member with admin option')",
    "SELECT pg_has_role('pg_database_owner', 'usage'), pg_has_role('pg_database_owner', user, 'usage')",
    "SELECT pg_has_role(user, 'tidegate', 'usage'), pg_has_role('tidegate', user, 'member')",
    "SELECT pg_has_role('tidegate', 'pg_database_owner', 'member')",
    "SELECT pg_has_role(user, 'pg_database_owner', 'usage with grant option')",
    "SELECT pg_has_role(99999::oid, 'usage'), pg_has_role(99999::oid, user, 'usage'), pg_has_role(user, 99999::oid, 'usage')",
    "SELECT pg_has_role(oid, 'usage'), pg_has_role(oid, oid, 'member') FROM pg_roles WHERE rolname = current_user",
    "SELECT pg_has_role(NULL::name, 'usage'), pg_has_role(user, NULL), pg_has_role(NULL::oid, user, 'usage')",
    "SELECT pg_has_role(user, 'usage, member with admin option'), pg_has_role(user, 'usage with admin option, member')",
    "SELECT pg_has_role('nobody', 'usage')", "SELECT pg_has_role('nobody', user, 'usage')", "SELECT pg_has_role('public', 'usage')",
    "SELECT pg_has_role(user, 'select')", "SELECT pg_has_role(user, '')", "SELECT pg_has_role(user, 'usage,')",
    "SELECT pg_has_role(rolname, 'usage') FROM pg_roles WHERE rolname = current_user",
    "SELECT has_table_privilege(current_user, 'pg_class', 'select'), has_schema_privilege(user, 'pg_catalog', 'usage')",
)  # fmt: skip


@pytest.fixture(scope="module")
def database(postgres_dsn: str) -> Iterator[str]:
    """A database of role tidegate."""
    roles = sql.SQL(", ").join(map(sql.Identifier, USERS))
    with own_database(postgres_dsn, "roles") as owned:
        for user in USERS:
            owned.execute(sql.SQL("CREATE ROLE {} LOGIN REPLICATION").format(sql.Identifier(user)))
        try:
            owned.execute(sql.SQL("ALTER DATABASE {} OWNER TO tidegate").format(sql.Identifier(owned.info.dbname)))
            yield owned.info.dsn
        finally:
            owned.execute(sql.SQL("ALTER DATABASE {} OWNER TO CURRENT_USER").format(sql.Identifier(owned.info.dbname)))
            owned.execute(sql.SQL("DROP ROLE {}").format(roles))


def _connected(dsn: str, user: str) -> psycopg.Connection[Any]:
    return psycopg.connect(make_conninfo(dsn, user=user), autocommit=True)


def _answer(connection: psycopg.Connection[Any], asked: str) -> object:
    try:
        return connection.execute(asked.encode()).fetchall()
    except psycopg.Error as error:
        return error.sqlstate, error.diag.message_primary


@pytest.mark.postgres
@pytest.mark.parametrize("user", USERS)
def test_as_postgres(granting: Granting, database: str, user: str) -> None:
    with _connected(granting.server.dsn, user) as ours, _connected(database, user) as theirs:
        for asked in QUESTIONS:
            assert _answer(ours, asked) == _answer(theirs, asked), asked


def test_others_are_not_told(granting: Granting) -> None:
    with granting.connect("role_ann") as ann, granting.connect("role_bob") as bob:
        asked = "SELECT oid, rolname FROM pg_roles WHERE rolname = current_user"
        (number, name), *_ = bob.execute(asked).fetchall()
        assert name == "role_bob"
        assert ann.execute("SELECT rolname FROM pg_roles WHERE rolname = 'role_bob' OR oid = %s", (number,)).fetchall() == []
        assert ann.execute("SELECT pg_get_userbyid(%s::oid)", (number,)).fetchone() == (f"unknown (OID={number})",)
        with pytest.raises(psycopg.errors.UndefinedObject):
            ann.execute("SELECT pg_has_role('role_bob', 'usage')")
