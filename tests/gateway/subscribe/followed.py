"""A view of which everything changes, served by an engine of this process, and what a client has made of its subscription."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gateway.engine.engine import ReadEngine
from gateway.engine.options import EngineOptions
from statestore.node import LocalStore, StoreOptions
from tests.gateway.serving import ServerThread, serving
from tests.plugins.scale import random_for
from tests.statestore.changing_world import ChangingWorld, make_world

#: Columns of the view: k, t, s. The table of one view with these alone: rows as (t, s) by k.
WIDTH = 3
OWN = 3


@dataclass
class Served:
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


@contextmanager
def served(
    folder: Path, name: str, versions: int = 3, keep_versions: int = 3, options: EngineOptions | None = None
) -> Iterator[Served]:
    """With some versions to begin with. Its columns stay as they are."""
    world = make_world(folder, random_for(name))
    world.extra = WIDTH  # ChangingWorld adds none then
    for _ in range(versions):
        world.commit_random()
    with LocalStore(world.root, folder / "store", StoreOptions(keep_versions=keep_versions, local_poll_s=3600)) as store:
        engine = ReadEngine(store, options)
        try:
            with serving(engine) as server:
                yield Served(world, store, engine, server)
        finally:
            engine.close()


@dataclass
class Replica:
    """What a client knows: the rows by key at *version*, all of it, or while *partial* some of the next one's changes."""

    rows: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    version: int = 0
    #: Version → key → (before, after), as told.
    told: dict[int, dict[int, tuple[Any, Any]]] = field(default_factory=dict)

    def take(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Rows of a subscription to all columns. Fails when versions go back, or what is told of a key does not fit."""
        for version, committed_at, kind, *columns in rows:
            assert version >= self.version
            assert committed_at is not None
            self.version = version
            if kind == "progress":
                assert set(columns) == {None}
                continue
            half = len(columns) // 2
            (key, *row), (key_before, *before) = columns[:half], columns[half:]
            changes = self.told.setdefault(version, {})
            assert key not in changes
            assert self.rows.get(key) == (None if kind == "insert" else tuple(before))
            assert key_before == (None if kind == "insert" else key)
            if kind == "delete":
                assert row == before
                del self.rows[key]
                changes[key] = (tuple(before), None)
            else:
                assert kind == ("insert" if key not in self.rows else "update")
                changes[key] = (self.rows.get(key), tuple(row))
                self.rows[key] = tuple(row)


def _seen(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row of the model as psycopg gives it."""
    time_us, *rest = row
    return (None if time_us is None else datetime.fromtimestamp(time_us / 1e6, UTC), *rest)


def shown(world: ChangingWorld, version: int) -> dict[int, tuple[Any, ...]]:
    """What a version shows."""
    return {key: _seen(row) for key, row in world.shown[version].items()}


def changes(world: ChangingWorld, version: int) -> dict[int, tuple[Any, Any]]:
    """By the model alone."""
    was, now = shown(world, version - 1), shown(world, version)
    return {key: (was.get(key), now.get(key)) for key in was.keys() | now.keys() if was.get(key) != now.get(key)}


def check(replica: Replica, world: ChangingWorld, after: int, until: int) -> None:
    """It has been told all of the versions behind *after* up to *until*, and nothing else."""
    told = {version: found for version, found in replica.told.items() if after < version <= until and found}
    assert told == {version: found for version in range(after + 1, until + 1) if (found := changes(world, version))}
