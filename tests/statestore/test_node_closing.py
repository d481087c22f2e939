"""A store that is closed while it copies, and how far it says that it is."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from statestore.node import LocalStore
from statestore.node.base_maker import make_base
from statestore.node.layout import StoreFolder
from tests.plugins.cluster import wait_until
from tests.statestore.each_file import Gate
from tests.statestore.store_world import UNPOLLED, WAIT_S, World, check, make_world


@pytest.fixture
def world(tmp_path: Path) -> World:
    found = make_world(tmp_path, shards=4)
    for n in range(3):
        found.commit(dict.fromkeys(range(40), f"{n}"))
    return found


def started(world: World, folder: Path) -> LocalStore:
    store = LocalStore(world.root, folder, UNPOLLED)
    store.start(wait=False)
    return store


def test_closing_gives_a_copy_up_between_two_files(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, given_up = Gate(monkeypatch), threading.Event()
    give_up = StoreFolder.give_up
    monkeypatch.setattr(StoreFolder, "give_up", lambda folder: (give_up(folder), given_up.set()))
    store = started(world, tmp_path / "store")
    assert gate.reached.wait(WAIT_S)
    closing = threading.Thread(target=store.close)
    closing.start()
    assert given_up.wait(WAIT_S)
    gate.opened.set()
    closing.join(WAIT_S)
    assert not closing.is_alive()
    assert gate.fetched == 1, f"of {sum(len(world.sst_files(n)) for n in (1, 2, 3))} files"
    assert store.health().ok, "nothing is wrong with the view"
    with LocalStore(world.root, tmp_path / "store", UNPOLLED) as again:
        check(again.current("v"), world)


def test_how_far_a_log_is(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    store = started(world, tmp_path / "store")
    try:
        assert gate.reached.wait(WAIT_S)
        first = os.path.getsize(world.sst_files(1)[0])
        found = store.copying()
        assert (found.versions, found.committed, found.bytes, found.bytes_known) == (0, 3, first, first)
        gate.opened.set()
        assert store.wait_for_version("v", 3, WAIT_S)
        found = store.copying()
        assert (found.versions, found.committed, found.bytes, found.bytes_known) == (0, 0, 0, 0), "nothing is left to copy"
    finally:
        gate.opened.set()
        store.close()


def test_how_far_a_base_is(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = make_base(world.root, "v", tmp_path)
    assert base is not None
    sizes = [os.path.getsize(path) for path in Path(world.root.uri).rglob("*-base-*.sst")]
    assert len(sizes) == len(base.files)
    gate = Gate(monkeypatch)
    store = started(world, tmp_path / "store")
    try:
        assert gate.reached.wait(WAIT_S)
        wait_until(lambda: store.copying().bytes > 0, WAIT_S, "a file is begun")
        assert store.copying().bytes_known == sum(sizes)
        assert store.copying().bytes in sizes
    finally:
        gate.opened.set()
        store.close()
