"""A PostgreSQL 15 in which everything has the name, the owner and the number that it has in Tidegate's catalog.

The twin of this folder compares answers over data; here clients compare what they are told of tables, so the tables are empty and
odd: quoted names, every type, long keys. One role owns everything, as in Tidegate, and clients connect as that role to both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import psycopg
import pyarrow as pa
import pytest
from psycopg import sql

from statestore import types as st
from statestore.arrow import arrow_type
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.plugins.gateway import running_gateway
from tests.plugins.need import POSTGRES_BIN, lacking
from tests.plugins.postgres import PostgresServer
from tests.plugins.twin import declaration
from tests.statestore.kinds import KINDS

OWNER: Final = "tidegate"


def _view(name: str, key: tuple[str, ...], *columns: Column, comment: str | None = None) -> ViewSchema:
    return ViewSchema(name, columns, key, key[:1], HashPartitioning(2), (len(columns),), comment)


#: One view per point of interest: every type; a composite key out of column order; names that need quotes; a view's comment.
VIEWS: Final = (
    _view(
        "kinds",
        ("id",),
        Column("id", st.Long(), nullable=False, comment="the key"),
        *(Column(f"a_{name}", kind) for name, kind in (
            *((kind.name, kind.type) for kind in KINDS if kind.rows),
            ("prices", st.Array(st.Decimal(8, 3))), ("map", st.Map(st.String(), st.Int())),
        )),
        comment="every kind of column",
    ),
    _view(
        "route_hours",
        ("origin", "hour_start", "dest"),
        Column("origin", st.String()),
        Column("dest", st.String(), comment="where it goes"),
        Column("hour_start", st.Timestamp()),
        Column("departures", st.Long()),
        Column("avg_delay", st.Double(), comment="in minutes; 'NULL' before the first"),
    ),
    _view("Mixed Case", ("select",), Column("select", st.String()), Column("Größe", st.Int()), comment='it\'s a "name"'),
    _view("order", ("User Id", "from"), Column("User Id", st.Int()), Column("from", st.Date()), Column("total", st.Decimal(10, 2))),
)  # fmt: skip


@dataclass(frozen=True)
class Namesake:
    """Connection strings of both."""

    tidegate: str
    postgres: str


def let_read(connection: psycopg.Connection[Any], relation: sql.Composable) -> None:
    """The owner and everybody, and nothing else."""
    for statement in ("REVOKE ALL ON {} FROM tidegate", "GRANT SELECT ON {} TO tidegate", "GRANT SELECT ON {} TO public"):
        connection.execute(sql.SQL(statement).format(relation))


def _create(connection: psycopg.Connection[Any], view: ViewSchema) -> None:
    table = sql.Identifier(view.name)
    columns = [sql.SQL("{} {}").format(sql.Identifier(c.name), sql.SQL(declaration(c.type))) for c in view.columns]
    key = sql.SQL("PRIMARY KEY ({})").format(sql.SQL(", ").join(map(sql.Identifier, view.key)))
    connection.execute(sql.SQL("CREATE TABLE {} ({})").format(table, sql.SQL(", ").join([*columns, key])))
    let_read(connection, table)
    # A published view is a publication of its name; nothing is ever truncated there.
    published = sql.SQL("CREATE PUBLICATION {table} FOR TABLE {table} WITH (publish = 'insert, update, delete')")
    connection.execute(published.format(table=table))
    if view.comment:
        connection.execute(sql.SQL("COMMENT ON TABLE {} IS {}").format(table, sql.Literal(view.comment)))
    for column in view.columns:
        if column.comment:
            where = sql.SQL("{}.{}").format(table, sql.Identifier(column.name))
            connection.execute(sql.SQL("COMMENT ON COLUMN {} IS {}").format(where, sql.Literal(column.comment)))


#: The one database, with a number above the system's as in both; the role that owns everything may no more than in Tidegate.
_MADE: Final = "CREATE DATABASE tidegate OID 16384"
_ALONE: Final = (
    "DROP DATABASE postgres",
    "UPDATE pg_database SET datistemplate = false WHERE datistemplate",
    "DROP DATABASE template0",
    "DROP DATABASE template1",
)
#: A schema for one's own relations there is in both; Tidegate has its operators' tables in it.
_FINISHED: Final = (
    "CREATE SCHEMA tidegate",
    "GRANT USAGE ON SCHEMA tidegate TO public",
    "ALTER ROLE tidegate NOSUPERUSER NOCREATEROLE NOCREATEDB REPLICATION NOBYPASSRLS",
)


def fill_namesake(server: PostgresServer, views: Sequence[ViewSchema] = VIEWS) -> str:
    """Make a fresh server of the role OWNER the namesake; the connection string of its database."""
    inside = server.dsn.replace("dbname=postgres", f"dbname={OWNER}")
    with psycopg.connect(server.dsn.replace("dbname=postgres", "dbname=template1"), autocommit=True) as connection:
        connection.execute(_MADE)
    with psycopg.connect(inside, autocommit=True) as connection:
        for statement in _ALONE:
            connection.execute(statement)
        for view in views:
            _create(connection, view)
        for statement in _FINISHED:
            connection.execute(statement)
    return inside


def publish_views(root: Path, views: Sequence[ViewSchema] = VIEWS) -> None:
    """The same tables as views."""
    from statestore.views import open_root
    from statestore.views.local_writer import write_version

    root.mkdir(exist_ok=True)
    opened = open_root(str(root))
    for view in views:
        empty = pa.table({c.name: pa.array([], arrow_type(c.type)) for c in view.columns})
        write_version(opened, replace(view), empty)


@pytest.fixture(scope="session")
def namesake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Namesake]:
    """Both servers with all tables."""
    if not (POSTGRES_BIN / "postgres").exists():
        lacking("PostgreSQL 15 (Debian: postgresql-15)")
    folder = tmp_path_factory.mktemp("namesake")
    publish_views(folder / "root")
    server = PostgresServer(superuser=OWNER)
    server.start()
    try:
        postgres = fill_namesake(server)
        with running_gateway(folder / "root", folder / "store") as gateway:
            yield Namesake(gateway.dsn.replace("user=tester", f"user={OWNER}"), postgres)
    finally:
        server.stop()
