"""The twin's tables in a gateway that speaks Trino's protocol too, and in PostgreSQL 15."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from trino.dbapi import Connection, connect

from tests.plugins.gateway import Gateway, running_gateway
from tests.plugins.postgres import free_port
from tests.plugins.twin import load_postgres, publish_tables, twin_tables


@dataclass(frozen=True)
class Presto:
    """A gateway, the port of its HTTP side, and the PostgreSQL with the same tables."""

    gateway: Gateway
    port: int
    postgres: str

    def connect(self, **options: Any) -> Connection:
        return connect(
            **{"host": "127.0.0.1", "port": self.port, "user": "tester", "catalog": "tidegate", "schema": "public", **options}
        )

    def rows(self, sql: str, params: list[Any] | None = None, **options: Any) -> list[list[Any]]:
        """What a client of Trino gets."""
        with self.connect(**options) as connection:
            cursor = connection.cursor()
            cursor.execute(sql, params)
            return [list(row) for row in cursor.fetchall()]

    def expected(self, sql: str) -> list[list[Any]]:
        """What PostgreSQL answers."""
        with psycopg.connect(self.postgres) as connection:
            return [list(row) for row in connection.execute(sql.encode()).fetchall()]


@pytest.fixture(scope="session")
def presto(postgres_dsn: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Presto]:
    folder = tmp_path_factory.mktemp("presto")
    tables = twin_tables()
    publish_tables(folder / "root", tables)
    port = free_port()
    config = folder / "tidegate.toml"
    config.write_text("[presto]\npage_bytes = 20000\npoll_s = 0.2\n")
    with running_gateway(folder / "root", folder / "store", "--presto", f"127.0.0.1:{port}", "--config", str(config)) as gateway:
        yield Presto(gateway, port, load_postgres(postgres_dsn, tables, "presto"))
