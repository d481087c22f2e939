"""A store of many views: whose databases stay open, and what is left to others of the files that a process may have open."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from statestore.node import LocalStore, live_databases, open_files, resting
from statestore.node.follow import Follower
from statestore.node.live_databases import IDLE_S
from statestore.node.replica import Replica
from tests.statestore.store_world import UNPOLLED, World, check, make_world

VIEWS, SHARDS = 12, 2
#: A version is not gathered in memory with later ones, it opens its databases.
INGESTED = replace(UNPOLLED, overlay_versions_max=0, keep_age_s=0.0)


class Clock:
    """Goes on when the test says so."""

    now_s = 1_000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[World]:
    """Views of two shards. Nothing is followed: a store moves only when the test calls refresh()."""
    monkeypatch.setattr(Follower, "_run", lambda self: None)
    found = [make_world(tmp_path, f"v{number:02d}", shards=SHARDS) for number in range(VIEWS)]
    for world in found:
        world.commit(dict.fromkeys(range(40), world.view))
    return found


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(worlds: list[World], clock: Clock, tmp_path: Path) -> Iterator[LocalStore]:
    with LocalStore(worlds[0].root, tmp_path / "store", INGESTED, clock=clock) as opened:
        yield opened


def limit_files(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    for module in (open_files, live_databases):
        monkeypatch.setattr(module, "open_files_max", lambda: most)


def live(tmp_path: Path) -> Counter[str]:
    """How many databases of each view are open for ingesting: such a one has a lock."""
    links = [Path("/proc/self/fd", name) for name in os.listdir("/proc/self/fd")]
    paths = [Path(os.readlink(link)) for link in links if link.is_symlink()]
    ours = [path.relative_to(tmp_path / "store" / "views") for path in paths if path.is_relative_to(tmp_path / "store" / "views")]
    return Counter(path.parts[0] for path in ours if path.name == "LOCK")


def check_all(store: LocalStore, worlds: list[World]) -> None:
    assert store.health().ok
    for world in worlds:
        assert store.current(world.view).version == world.version
        check(store.current(world.view), world)


def test_databases_of_views_that_rest_are_closed(store: LocalStore, worlds: list[World], clock: Clock, tmp_path: Path) -> None:
    assert live(tmp_path) == Counter({world.view: SHARDS for world in worlds})
    for turn in range(4):
        clock.now_s += IDLE_S / 2
        for world in worlds[:3]:
            world.commit(dict.fromkeys(range(turn, turn + 20), f"turn {turn}"))
        store.refresh()
    assert live(tmp_path) == Counter({world.view: SHARDS for world in worlds[:3]})
    check_all(store, worlds)
    for world in worlds:
        world.commit(dict.fromkeys(range(10, 30), "back"), deletes=range(5))
    store.refresh()
    assert live(tmp_path) == Counter({world.view: SHARDS for world in worlds})
    check_all(store, worlds)


def test_a_poll_looks_at_views_with_something_new_alone(
    store: LocalStore, worlds: list[World], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    catch_up = Replica.catch_up

    def noted(replica: Replica, **options: bool) -> bool:
        looked.append(replica.name)
        return catch_up(replica, **options)

    monkeypatch.setattr(Replica, "catch_up", noted)
    follower, catalog = store._follower, store._catalog
    assert follower is not None
    assert catalog is not None

    def polled() -> set[str]:
        looked.clear()
        began_us = time.time_ns() // 1000
        follower._pass(None)
        assert all(catalog.seen_at_us(world.view) >= began_us for world in worlds if world.view in store.views())
        return set(looked)

    names = {world.view for world in worlds}
    assert polled() == names  # what they were like before is not known
    assert polled() == set()
    worlds[1].commit({1: "new"})
    worlds[2].commit({2: "new"})
    assert polled() == {"v01", "v02"}
    check_all(store, worlds)
    assert polled() == {"v01", "v02"}  # of another version than when they were looked at
    assert polled() == set()

    shutil.rmtree(worlds[3].folder.storage.root / "v03")
    anew = make_world(worlds[4].folder.storage.root.parent, "v04b", shards=SHARDS)
    anew.commit({1: "anew"})
    shutil.rmtree(worlds[4].folder.storage.root / "v04")
    worlds[5].commit({5: "new"})
    assert polled() >= {"v05", "v04b"}
    assert store.views().keys() == names - {"v03", "v04"} | {"v04b"}

    again = make_world(worlds[3].folder.storage.root.parent, "v03", shards=SHARDS)
    again.commit({1: "made anew"})
    polled()
    check(store.current("v03"), again)
    polled()
    shutil.rmtree(again.folder.storage.root / "v03")  # and of the same version, between two polls
    again = make_world(worlds[3].folder.storage.root.parent, "v03", shards=SHARDS)
    again.commit({2: "and again"})
    assert "v03" in polled()
    check(store.current("v03"), again)

    polled()
    assert polled() == set()
    follower.wake()
    discover = catalog.discover
    with monkeypatch.context() as away:
        away.setattr(catalog, "discover", Mock(side_effect=OSError("away")))
        follower._pass(None)
    assert catalog.discover == discover
    assert polled() == set(store.views())  # which shards are held may be others, and the pass that was to see to it failed
    assert polled() == set()
    clock.now_s += resting.LOOK_EVERY_S
    assert polled() == set(store.views())


def test_a_database_is_not_closed_while_it_is_compacted(
    store: LocalStore, worlds: list[World], clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = worlds[1].view
    monkeypatch.setattr(live_databases.LocalCopy, "is_compacting", property(lambda copy: copy._view == busy))
    clock.now_s += IDLE_S
    store.refresh()
    assert live(tmp_path) == Counter({busy: SHARDS})


def test_a_restart_opens_nothing_for_ingesting(store: LocalStore, worlds: list[World], clock: Clock, tmp_path: Path) -> None:
    store.close()
    with LocalStore(worlds[0].root, tmp_path / "store", INGESTED, clock=clock) as again:
        assert live(tmp_path) == Counter()
        check_all(again, worlds)
        worlds[2].commit({1: "more"})
        again.refresh()
        assert live(tmp_path) == Counter({worlds[2].view: 1})
        check_all(again, worlds)


def test_the_views_that_came_first_are_closed_when_there_are_many(
    worlds: list[World], clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit_files(monkeypatch, most := 10_000)
    monkeypatch.setattr(live_databases, "_FILES_EACH", most // 4 // 6)  # as if each had so many
    with LocalStore(worlds[0].root, tmp_path / "store", INGESTED, clock=clock) as store:
        # They are closed before the next one is looked at.
        assert live(tmp_path) == Counter({world.view: SHARDS for world in worlds[-4:]})
        check_all(store, worlds)
        worlds[0].commit({1: "more", 2: "more", 3: "more"})
        store.refresh()
        assert live(tmp_path).keys() <= {world.view for world in (worlds[0], *worlds[-2:])}
        check_all(store, worlds)


def test_the_last_files_are_for_clients(worlds: list[World], clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with contextlib.ExitStack() as room:  # for half of the views; what is free may lie scattered among what is taken
        taken = [room.enter_context(open(os.devnull, "rb")).fileno() for _ in range(8 * SHARDS * VIEWS // 2)]
    most = 2 * taken[-1]
    limit_files(monkeypatch, most)
    monkeypatch.setattr(live_databases, "_SHARE", 1)  # they alone are not enough to close any
    with LocalStore(worlds[0].root, tmp_path / "store", INGESTED, clock=clock) as store:
        faults = store.health().views
        assert 0 < len(faults) < VIEWS
        assert faults.keys() | store.views().keys() == {world.view for world in worlds}
        assert faults.keys().isdisjoint(store.views())
        for fault in faults.values():
            assert f"this process may have {most} files open, of which the last {most // 2} are for clients" in str(fault.error)
            assert "LimitNOFILE" in str(fault.error)
        for world in worlds:
            if world.view in store.views():
                check(store.current(world.view), world)
        with open(os.devnull, "rb") as least_free:
            assert least_free.fileno() <= most // 2 + 8
        limit_files(monkeypatch, 100 * most)
        store.refresh()
        check_all(store, worlds)
