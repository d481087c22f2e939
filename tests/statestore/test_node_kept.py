"""Kept versions are found by number and commit time; what is not kept says so, and why."""

from __future__ import annotations

import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from statestore.errors import ShardRestoring, VersionNotKept, VersionNotReached, ViewNotFound
from statestore.node import LocalStore, StoreOptions
from statestore.node.follow import Follower
from tests.statestore.holding_world import check_held, open_held, wish
from tests.statestore.store_world import UNPOLLED, World, check, make_world, open_store
from tests.statestore.test_node_versions import Clock


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is followed: a store moves only when the test calls refresh()."""
    monkeypatch.setattr(Follower, "_run", lambda self: None)


def commit_and_take(store: LocalStore, world: World, count: int) -> None:
    for _ in range(count):
        world.commit({1: str(world.version + 1)})
        store.refresh()


def test_kept_versions_are_found(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    with open_store(world, tmp_path, replace(UNPOLLED, keep_versions=4, keep_age_s=0.0)) as store:
        commit_and_take(store, world, 9)
        for version in (6, 7, 8, 9):
            found = store.at("v", version)
            assert found.version == version
            check(found, world)
            assert store.at("v", version, found.committed_at_us) is found
        assert store.at("v", 9) is store.current("v")


@pytest.mark.parametrize(("version", "error"), [(5, VersionNotKept), (10, VersionNotReached), (0, VersionNotKept)])
def test_other_versions_are_refused_with_what_is_kept(version: int, error: type[Exception], tmp_path: Path) -> None:
    world = make_world(tmp_path)
    with open_store(world, tmp_path, replace(UNPOLLED, keep_versions=4, keep_age_s=0.0)) as store:
        commit_and_take(store, world, 9)
        with pytest.raises(error, match=f"version {version} of view v") as caught:
            store.at("v", version)
        assert "kept here: 6 to 9" in str(caught.value)


def test_a_version_that_was_passed_over_is_not_kept(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    with open_store(world, tmp_path) as store:
        commit_and_take(store, world, 2)
        world.commit({1: "three"})
        commit_and_take(store, world, 1)
        with pytest.raises(VersionNotKept) as caught:
            store.at("v", 3)
        assert caught.value.detail == "kept here: 1 to 2, 4"


def test_the_same_number_of_a_view_made_anew_is_another_version(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    with open_store(world, tmp_path) as store:
        commit_and_take(store, world, 3)
        old = store.current("v").committed_at_us
        shutil.rmtree(Path(world.root.uri) / "v")
        again = make_world(tmp_path)
        commit_and_take(store, again, 3)
        assert store.at("v", 3, store.current("v").committed_at_us) is store.current("v")
        with pytest.raises(VersionNotKept, match="made anew"):
            store.at("v", 3, old)
        assert [view.version for view in store.versions("v")] == [1, 2, 3]


def test_views_that_are_not_there(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    with open_store(world, tmp_path) as store:
        with pytest.raises(ViewNotFound):
            store.at("w", 1)
        broken = make_world(tmp_path, "w")
        broken.commit({1: "a"})
        broken.sst_files(1)[0].unlink()
        store.refresh()
        with pytest.raises(ShardRestoring):
            store.at("w", 1)


def test_a_version_chosen_a_second_ago_is_still_there(tmp_path: Path) -> None:
    """With the defaults, at a hundred versions in two seconds: as many as are kept at most."""
    clock = Clock()
    world = make_world(tmp_path)
    world.commit({1: "first"})
    options = replace(StoreOptions(), local_poll_s=3600)
    store = LocalStore(world.root, tmp_path / "store", options, holding=wish(0, 1, 2), clock=clock)
    store.start()
    try:
        for number in range(1, 60):
            clock.now_s = number / 50
            world.commit({1: str(number)})
            store.refresh()
            chosen = max(1, world.version - 50)
            assert store.at("v", chosen).version == chosen
    finally:
        store.close()


def test_a_kept_version_has_the_shards_that_were_held_then(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit(dict.fromkeys(range(50), "a"))
    holding = wish(0, 1)
    with open_held(world, tmp_path, holding) as store:
        commit_and_take(store, world, 1)
        holding.give([1, 2])
        store.refresh()
        commit_and_take(store, world, 1)
        assert [sorted(view.held) for view in store.versions("v")] == [[0, 1], [1, 2], [1, 2]]
        for view in store.versions("v"):
            check_held(view, world, view.held)


def test_readers_find_versions_while_they_come_and_go(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    failures: list[BaseException] = []
    stop = threading.Event()

    def read(store: LocalStore) -> None:
        try:
            while not stop.is_set():
                kept = store.versions("v")
                assert [view.version for view in kept] == list(range(kept[0].version, kept[-1].version + 1))
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    with open_store(world, tmp_path, replace(UNPOLLED, keep_age_s=0.0)) as store:
        commit_and_take(store, world, 1)
        reader = threading.Thread(target=read, args=(store,))
        reader.start()
        commit_and_take(store, world, 30)
        stop.set()
        reader.join()
    assert not failures
