"""A server with two views whose grants a test changes: what several tests of grants begin with."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa

from gateway.access.grants import GrantFile, parse_grants, write_grants
from gateway.catalog.statistics import no_sessions
from gateway.node.reloading import GrantWatch
from gateway.server.registry import sessions_of
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness
from tests.gateway.serving import ServerThread, serving

FLIGHTS = ViewSchema(
    "flights",
    (Column("id", st.Long(), nullable=False), Column("origin", st.String()), Column("fare", st.Double())),
    ("id",),
    ("id",),
    HashPartitioning(2),
    (3,),
)
SALARIES = ViewSchema(
    "salaries",
    (Column("name", st.String(), nullable=False), Column("amount", st.Long())),
    ("name",),
    ("name",),
    HashPartitioning(2),
    (2,),
)


@contextmanager
def two_views(folder: Path) -> Iterator[Harness]:
    """An engine with FLIGHTS and SALARIES."""
    with Harness(folder) as made:
        made.write(FLIGHTS, pa.table({"id": pa.array([1, 2, 3], pa.int64()), "origin": ["a", "b", "b"], "fare": [1.5, 2.5, 3.5]}))
        made.write(SALARIES, pa.table({"name": ["x", "y"], "amount": pa.array([10, 20], pa.int64())}))
        yield made


class Granting:
    """A server whose grants a test changes."""

    def __init__(self, engine: Harness, server: ServerThread, file: Path) -> None:
        self.engine, self.server, self.file = engine, server, file
        self._watch: GrantWatch

    def start(self) -> None:
        async def make() -> GrantWatch:
            return GrantWatch(GrantFile(self.file), self.engine.engine.catalog.guard, frozenset(["node"]))

        self._watch = self.run(make())

    def run(self, coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self.server.loop).result(20)

    def set(self, *lines: str) -> None:
        write_grants(self.file, parse_grants("\n".join([";; tidegate grants 1", *lines])))
        self.look()

    def look(self) -> None:
        """Have the server look at its file, as it does by itself every now and then."""

        async def look() -> None:
            self._watch.look()

        self.run(look())

    def stop(self) -> None:
        async def close() -> None:
            self._watch.close()
            self.engine.engine.catalog.guard.set(None)

        self.run(close())

    def write(self, key: int, origin: str, fare: float = 1.5) -> int:
        """A flight; the version's number."""
        self.engine.write(FLIGHTS, pa.table({"id": pa.array([key], pa.int64()), "origin": [origin], "fare": [fare]}))
        return self.engine.store.current("flights").version

    def connect(self, user: str = "ann") -> psycopg.Connection[Any]:
        return psycopg.connect(f"{self.server.dsn} user={user}", autocommit=True)


@contextmanager
def granting_over(engine: Harness, folder: Path) -> Iterator[Granting]:
    """A server that keeps to the file of grants in *folder*."""
    with serving(engine.engine) as server:
        engine.engine.show_sessions(lambda: sessions_of(server.server.registry))
        made = Granting(engine, server, folder / "grants")
        made.start()
        try:
            yield made
        finally:
            made.stop()
            engine.engine.show_sessions(no_sessions)
