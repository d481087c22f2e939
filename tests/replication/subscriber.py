"""A PostgreSQL that subscribes to views, and can be killed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from tests.plugins.need import POSTGRES_BIN, lacking
from tests.plugins.postgres import PostgresServer

#: It tries again soon; what waits for a lost server notices. A subscription that it knows of it knows after a crash, too.
_SETTINGS = {
    "wal_retrieve_retry_interval": "100ms",
    "wal_receiver_status_interval": "1s",
    "shared_buffers": "32MB",
    "synchronous_commit": "on",
}


class Subscriber:
    """One server with database postgres."""

    def __init__(self, server: PostgresServer) -> None:
        self._server = server

    @property
    def dsn(self) -> str:
        """Of database postgres."""
        return self._server.dsn

    def run(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Its rows, if it has any."""
        with psycopg.connect(self.dsn, autocommit=True, dbname=database, options="-c timezone=UTC") as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def subscribe(self, name: str, dsn: str, view: str, database: str = "postgres") -> None:
        """To the view of the same name as the table. Commits are on disk at once: else a PostgreSQL that crashes may have dropped
        the slot of its first copy and not know that any more, and would ask for it for ever."""
        with psycopg.connect(self.dsn, autocommit=True, dbname=database) as connection:
            statement = sql.SQL("CREATE SUBSCRIPTION {} CONNECTION {} PUBLICATION {} WITH (synchronous_commit = on)").format(
                sql.Identifier(name), sql.Literal(dsn), sql.Identifier(view)
            )
            connection.execute(statement)

    def wait_for(self, table: str, rows: Sequence[tuple[Any, ...]], key: str = "k") -> None:
        """Until the table has these rows, sorted by its key."""
        self.wait_until(lambda: self.run(f'SELECT * FROM "{table}" ORDER BY "{key}"') == list(rows))

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Fails with what the server's log says."""
        end_s = time.monotonic() + 50
        while not condition():
            assert time.monotonic() < end_s, self.log()[-3000:]
            threading.Event().wait(0.05)

    def log(self) -> str:
        """Its own."""
        return (self._server.folder / "log").read_text()

    def crash(self) -> None:
        """Stop without a word, and start again."""
        folder = str(self._server.folder / "data")
        self._server._run("pg_ctl", "-D", folder, "-m", "immediate", "-w", "-l", str(self._server.folder / "log"), "restart")


@contextmanager
def subscriber(programs: Path = POSTGRES_BIN) -> Iterator[Subscriber]:
    """For the time of a with block."""
    if not (programs / "postgres").exists():
        lacking("PostgreSQL 15 (Debian: postgresql-15)")
    server = PostgresServer(_SETTINGS, programs=programs)
    server.start()
    try:
        server.create_role("tester")
        yield Subscriber(server)
    finally:
        server.stop()
