"""A view of which everything changes, with the node that publishes it: in this process, or as one that can be killed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg2
import psycopg2.extras

from gateway.access.access import Access
from gateway.engine.engine import ReadEngine
from gateway.replication.slots import Slots
from gateway.server import ServerOptions
from gateway.server.registry import sessions_of
from statestore.node import LocalStore, StoreOptions
from tests.gateway.serving import ServerThread
from tests.plugins.scale import random_for
from tests.statestore.changing_world import ChangingWorld, make_world

#: Columns of the view beside k, t, s.
WIDTH = 3


@dataclass
class Publishing:
    """A world and whoever serves it."""

    world: ChangingWorld
    store: LocalStore
    engine: ReadEngine
    server: ServerThread

    def commit_random(self) -> int:
        """Another version, which is served when this returns."""
        version = self.world.commit_random()
        self.store.refresh()
        return version


def make_changing(folder: Path, name: str, versions: int = 3) -> ChangingWorld:
    """Its columns stay as they are."""
    world = make_world(folder, random_for(name))
    world.extra = WIDTH
    for _ in range(versions):
        world.commit_random()
    return world


@contextmanager
def publishing(
    folder: Path,
    world: ChangingWorld,
    access: Access | None = None,
    options: ServerOptions | None = None,
    groups: Mapping[str, Sequence[str]] | None = None,
) -> Iterator[Publishing]:
    """Slots are kept in the folder: they are there again the next time. Old versions are those of the root. *groups*: of
    several views."""
    with LocalStore(world.root, folder / "store", StoreOptions(local_poll_s=3600, keep_age_s=0.0)) as store:
        engine = ReadEngine(store)
        slots = Slots(folder / "slots", numbered=groups is not None)
        engine.catalog.publish(groups or {})
        try:
            server = ServerThread(engine, options, access, slots)
            engine.show_slots(slots.rows, slots.numbering)
            server.start()
            engine.show_sessions(lambda: sessions_of(server.server.registry))
            try:
                yield Publishing(world, store, engine, server)
            finally:
                server.stop()
        finally:
            engine.close()


@contextmanager
def replication_cursor(dsn: str) -> Iterator[Any]:
    """psycopg2's."""
    connection = psycopg2.connect(dsn, connection_factory=psycopg2.extras.LogicalReplicationConnection)
    try:
        with connection.cursor() as cursor:
            yield cursor
    finally:
        connection.close()
