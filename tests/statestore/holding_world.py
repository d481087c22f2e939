"""A store that holds some shards of a view, and what it must serve of it."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from statestore.errors import ShardNotHeld
from statestore.node import LocalStore, StoreOptions, ViewVersion
from statestore.rows import row_decoder
from statestore.schema import ViewSchema
from statestore.sharding import shard_function
from tests.statestore.each_file import before_each_file
from tests.statestore.store_world import UNPOLLED, WAIT_S, Rows, World

#: The thread of a store that copies shards to be added.
ADDING_THREAD = "tidegate-add"


@dataclass
class Wish:
    """What a store is to hold; give(…) changes it."""

    shards: frozenset[int]
    asked: list[str] = field(default_factory=list)
    told: list[frozenset[int]] = field(default_factory=list)

    def __call__(self, schema: ViewSchema, held: frozenset[int]) -> frozenset[int]:
        self.asked.append(schema.name)
        self.told.append(held)
        return self.shards

    def give(self, shards: Iterable[int]) -> None:
        self.shards = frozenset(shards)


def wish(*shards: int) -> Wish:
    return Wish(frozenset(shards))


def open_held(world: World, folder: Path, holding: Wish | None, options: StoreOptions = UNPOLLED) -> LocalStore:
    return LocalStore(world.root, folder / "store", options, holding=holding)


def rows_of(world: World, version: int, shards: Iterable[int]) -> Rows:
    """What those shards hold at *version*, by replay."""
    shard_of, wanted = shard_function(world.schema), set(shards)
    return {key: text for key, text in world.history[version].items() if shard_of((key,)) in wanted}


def held_contents(view: ViewVersion) -> Rows:
    decode = row_decoder(view.schema, (0, 1))
    found: Rows = {}
    for number in sorted(view.held):
        for key, text in (row for batch in view.shards[number].scan() for row in map(decode, batch)):
            assert view.shard_of((key,)) == number
            assert key not in found
            found[key] = text
    return found


def check_held(view: ViewVersion, world: World, shards: Iterable[int]) -> None:
    """The version holds those shards, whole, and nothing of the others."""
    assert view.held == frozenset(shards)
    expected = rows_of(world, view.version, view.held)
    assert held_contents(view) == expected
    counts = view.count_rows()
    assert sum(counts) == len(expected)
    assert len(counts) == len(view.shards) == world.shards
    for shard in view.shards:
        assert shard.held == (shard.number in view.held)
        if not shard.held:
            with pytest.raises(ShardNotHeld, match=f"{world.view} shard {shard.number}"):
                shard.get(b"")
    decode = row_decoder(view.schema, (0, 1))
    for key in list(expected)[:20]:
        stored = view.shards[view.shard_of((key,))].get(view.key_codec.encode((key,)))
        assert stored is not None
        assert decode(stored) == (key, expected[key])


def rehold(store: LocalStore, holding: Wish, *shards: int, view: str = "v") -> None:
    """Wish for *shards* and wait until it is so."""
    holding.give(shards)
    store.rehold()
    assert store.wait_for(lambda views: view in views and views[view].held == holding.shards, WAIT_S)


@contextmanager
def adding_held_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """The thread that adds shards waits before each file until the block ends; the event says that it has come to one."""
    arrived, go_on = threading.Event(), threading.Event()

    def wait(*_: object) -> None:
        if threading.current_thread().name.startswith(ADDING_THREAD):
            arrived.set()
            assert go_on.wait(WAIT_S)

    with monkeypatch.context() as patch:
        before_each_file(patch, wait)
        try:
            yield arrived
        finally:
            go_on.set()
