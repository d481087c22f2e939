"""A view that a test publishes, and what it must hold: a replay of the log in plain dicts.

Values are decoded by the row codec, keys are not looked at: a row's key columns are in its value.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from statestore.node import LocalStore, StoreOptions, ViewVersion
from statestore.rows import row_decoder
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Long, String
from statestore.views.folder import ViewFolder
from statestore.views.local_writer import write_version
from statestore.views.manifest import Mode
from statestore.views.root import Root, open_root

Rows = dict[int, str]

#: No poll comes to a test's help: what it sees came by a notification or by refresh().
UNPOLLED = StoreOptions(local_poll_s=3600, remote_poll_s=3600)
WAIT_S = 90.0


def schema_of(view: str, *, shards: int = 3, extra: tuple[str, ...] = ()) -> ViewSchema:
    columns = (Column("k", Long()), Column("s", String()), *(Column(name, String()) for name in extra))
    return ViewSchema(view, columns, ("k",), ("k",), HashPartitioning(shards), (len(columns),))


@dataclass
class World:
    """One view named *view* under *root*; *history[n]* is what version n holds, by replay."""

    root: Root
    view: str = "v"
    shards: int = 3
    history: list[Rows] = field(default_factory=lambda: [{}])

    @property
    def schema(self) -> ViewSchema:
        return schema_of(self.view, shards=self.shards)

    @property
    def folder(self) -> ViewFolder:
        return self.root.folder(self.view)

    @property
    def version(self) -> int:
        return len(self.history) - 1

    @property
    def rows(self) -> Rows:
        return self.history[-1]

    def commit(self, upserts: Rows, deletes: Iterable[int] = (), mode: Mode = "upsert") -> int:
        before = {} if mode == "replace" else dict(self.rows)
        gone = [key for key in deletes if key not in upserts]
        for key in gone:
            before.pop(key, None)
        table = pa.table({"k": pa.array(list(upserts), pa.int64()), "s": pa.array(list(upserts.values()), pa.string())})
        # Known before it is committed: a reader in another thread may see it at once.
        self.history.append(before | upserts)
        version = write_version(self.root, self.schema, table, [(key,) for key in gone], mode)
        assert version == self.version
        return version

    def commit_random(self, dice: random.Random, *, keys: int = 200, replace_chance: float = 0.1) -> int:
        """Some upserts and deletes over a small key space, now and then a replacement of all content."""
        mode: Mode = "replace" if dice.random() < replace_chance else "upsert"
        upserts = {dice.randrange(keys): f"{self.version + 1}/{dice.random()}" for _ in range(dice.randrange(1, keys // 2))}
        deletes = [] if mode == "replace" else [dice.randrange(keys) for _ in range(dice.randrange(keys // 4))]
        return self.commit(upserts, deletes, mode)

    def sst_files(self, version: int) -> list[Path]:
        return [Path(self.folder.path_of(file)) for file in self.folder.manifest(version).files]

    def manifest_path(self, version: int) -> Path:
        return Path(self.root.uri) / self.view / "log" / f"{version:020d}.json"


def make_world(folder: Path, view: str = "v", *, shards: int = 3) -> World:
    return World(open_root(str(folder / "root"), create=True), view, shards)


def contents(view: ViewVersion) -> Rows:
    """Every row, by a scan of every shard. Fails when two rows share a key or a row is in a shard that is not its own."""
    decode = row_decoder(view.schema, (0, 1))
    found: Rows = {}
    for shard in view.shards:
        for batch in shard.scan():
            for key, text in map(decode, batch):
                assert key not in found
                assert view.shard_of((key,)) == shard.number
                found[key] = text
    return found


def check(view: ViewVersion, world: World) -> None:
    """The version holds what the replay says, by every way of reading it."""
    expected = world.history[view.version]
    assert contents(view) == expected
    assert sum(view.count_rows()) == len(expected)
    decode = row_decoder(view.schema, (0, 1))
    for key in (*list(expected)[:20], -1):
        stored = view.shards[view.shard_of((key,))].get(view.key_codec.encode((key,)))
        assert (None if stored is None else decode(stored)) == ((key, expected[key]) if key in expected else None)


def open_store(world: World, folder: Path, options: StoreOptions = UNPOLLED) -> LocalStore:
    return LocalStore(world.root, folder / "store", options)
