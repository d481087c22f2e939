"""Versions: immutable, whole, shared where nothing changed, kept as long as asked for, and gone without a trace."""

from __future__ import annotations

import gc
import os
import random
import threading
import weakref
from dataclasses import replace
from pathlib import Path

import pytest

from statestore.node import LocalStore, Shard, StoreOptions, options
from tests.plugins.scale import random_for, scaled
from tests.statestore.store_world import UNPOLLED, WAIT_S, World, check, contents, make_world, open_store


def test_old_versions_stay_as_they_were(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    dice = random_for("old versions")
    with open_store(world, tmp_path) as store:
        held = []
        for _ in range(20):
            world.commit_random(dice)
            store.refresh()
            held.append(store.current("v"))
        for view in held:
            check(view, world)
    for view in held:
        assert contents(view) == world.history[view.version]


def test_shards_that_did_not_change_are_shared(tmp_path: Path) -> None:
    world = make_world(tmp_path, shards=8)
    world.commit(dict.fromkeys(range(100), "a"))
    with open_store(world, tmp_path) as store:
        before = store.current("v")
        world.commit({5: "b"})
        store.refresh()
        after = store.current("v")
        changed = before.shard_of((5,))
        assert [a is b for a, b in zip(after.shards, before.shards, strict=True)] == [n != changed for n in range(8)]


def test_views_is_an_immutable_snapshot(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    with open_store(world, tmp_path) as store:
        snapshot = store.views()
        world.commit({1: "b"})
        store.refresh()
        assert contents(snapshot["v"]) == {1: "a"}
        with pytest.raises(TypeError):
            snapshot["v"] = store.current("v")  # type: ignore[index]


FILES_OF_A_SHARD_MAX = StoreOptions().level0_files_max + 12


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_versions_are_kept_by_count_and_by_age(tmp_path: Path) -> None:
    clock = Clock()
    world = make_world(tmp_path)
    world.commit({1: "first"})
    options = replace(UNPOLLED, keep_versions=2, keep_age_s=10.0)
    store = LocalStore(world.root, tmp_path / "store", options, clock=clock)
    store.start()
    try:
        seen = []
        for at_s in (1, 2, 3, 11.5, 12.5, 30):
            clock.now_s = at_s
            world.commit({1: str(at_s)})
            store.refresh()
            seen.append([view.version for view in store.versions("v")])
        assert seen == [[1, 2], [1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6], [6, 7]]
    finally:
        store.close()


def test_dropped_versions_go_when_nobody_holds_them(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    options = replace(UNPOLLED, keep_versions=2, keep_age_s=0.0)
    with open_store(world, tmp_path, options) as store:
        world.commit({1: "a"})
        store.refresh()
        held, gone = store.current("v"), weakref.ref(store.current("v"))
        for number in range(5):
            world.commit({1: str(number)})
            store.refresh()
        assert gone() is held
        assert contents(held) == {1: "a"}
        del held
        gc.collect()
        assert gone() is None


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def commit_again(world: World, version: int) -> None:
    """A further version made of the files of *version*: much cheaper than writing new ones."""
    manifest = world.folder.manifest(version)
    world.history.append(world.history[version])
    world.folder.commit(replace(manifest, version=world.version))


@pytest.mark.slow
def test_a_thousand_versions_leave_nothing_behind(tmp_path: Path) -> None:
    world = make_world(tmp_path, shards=2)
    world.commit(dict.fromkeys(range(50), "a"))
    options = replace(UNPOLLED, keep_age_s=0.0)
    before = open_files()
    with open_store(world, tmp_path, options) as store:
        most_open = most_files = 0
        for _ in range(scaled(250, 1000)):
            commit_again(world, 1)
            store.refresh()
            most_open = max(most_open, open_files() - before)
            most_files = max(most_files, len(list((tmp_path / "store").rglob("*"))))
        assert store.current("v").version == world.version
        check(store.current("v"), world)
        # A shard has at most level 0's limit of files and a few more, in the folder and open in each of four handles
        # (live and three kept). One descriptor or file left behind by each version would soon be more.
        assert most_files < 2 * FILES_OF_A_SHARD_MAX
        assert most_open < 2 * 4 * FILES_OF_A_SHARD_MAX
        assert list((tmp_path / "store" / "work").iterdir()) == []


@pytest.mark.slow
def test_no_reader_ever_sees_two_versions_mixed(tmp_path: Path) -> None:
    """Rows move between shards, their sum never changes; a catch-up over several versions is no exception."""
    dice = random_for("mixed versions")
    world = make_world(tmp_path, shards=4)
    total, accounts = 10_000, 40
    world.commit({number: str(total // accounts) for number in range(accounts)})
    stop = threading.Event()
    failures: list[str] = []

    def read(store: LocalStore, last: int = 0) -> None:
        while not stop.is_set():
            view = store.current("v")
            found = contents(view)
            if sum(map(int, found.values())) != total or found != world.history[view.version] or view.version < last:
                failures.append(f"version {view.version}: {found}")
                return
            last = view.version

    with open_store(world, tmp_path) as store:
        readers = [threading.Thread(target=read, args=(store,)) for _ in range(2)]
        for reader in readers:
            reader.start()
        try:
            for _ in range(scaled(12, 1000)):
                for _ in range(dice.choice((1, 1, 2, 5))):
                    world.commit(_transfers(world, dice))
            assert store.wait_for_version("v", world.version, WAIT_S)
        finally:
            stop.set()
            for reader in readers:
                reader.join()
    assert not failures


def _transfers(world: World, dice: random.Random) -> dict[int, str]:
    moved: dict[int, str] = {}
    rows = dict(world.rows)
    for _ in range(10):
        source, target = dice.sample(sorted(rows), 2)
        amount = dice.randrange(int(rows[source]) + 1)
        for key, change in ((source, -amount), (target, amount)):
            rows[key] = moved[key] = str(int(rows[key]) + change)
    return moved


def test_options_that_cannot_work_are_refused() -> None:
    with pytest.raises(ValueError, match="keep_versions"):
        StoreOptions(keep_versions=1)
    with pytest.raises(ValueError, match="max_open_files"):
        StoreOptions(max_open_files=100)


def test_counts_are_exact_by_scan_and_by_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random_for("counts")
    world = make_world(tmp_path)
    world.commit(dict.fromkeys(range(6000), "a"))
    scanned: list[int] = []
    scan = Shard.count_rows

    def count(shard: Shard) -> int:
        if shard.known_rows is None:
            scanned.append(shard.number)
        return scan(shard)

    monkeypatch.setattr(Shard, "count_rows", count)
    with open_store(world, tmp_path, replace(UNPOLLED, keep_age_s=3600)) as store:
        assert sum(store.current("v").count_rows()) == 6000
        for _ in range(40):
            for _ in range(dice.choice((1, 1, 2))):
                world.commit({dice.randrange(7000): "b" for _ in range(3)}, [dice.randrange(7000) for _ in range(3)])
            store.refresh()
            if dice.random() < 0.7:
                assert sum(store.current("v").count_rows()) == len(world.rows)
        assert not scanned
        world.commit(dict.fromkeys(range(0, 7000, 2), "c"))
        store.refresh()
        assert sum(store.current("v").count_rows()) == len(world.rows)
        assert sorted(scanned) == [0, 1, 2]


def test_the_databases_own_logs_do_not_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """RocksDB tells of each version that it takes, a few kilobytes each time."""
    monkeypatch.setattr(options, "LOG_BYTES_MAX", 8 * 1024)
    world = make_world(tmp_path, shards=1)
    with open_store(world, tmp_path) as store:
        for version in range(1, 31):
            world.commit(dict.fromkeys(range(20), f"{version}"))
            store.refresh()
        sizes = [path.stat().st_size for path in (tmp_path / "store").rglob("LOG*")]
        assert sizes
        assert sum(sizes) <= 4 * 8 * 1024
        check(store.current("v"), world)
