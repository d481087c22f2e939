"""Versions that a node has let go of, or never had, made again of what the root keeps."""

from __future__ import annotations

import itertools
import os
import threading
import time
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any

import pytest

from statestore.errors import CorruptFile, StateStoreError, VersionNotKept, ViewNotFound
from statestore.node import LocalStore
from statestore.node.intake import Intake
from statestore.node.maintenance import maintain
from statestore.node.past import PAST_AGE_S, PAST_VERSIONS_MAX
from statestore.views import vacuum
from statestore.views.dropping import drop
from statestore.views.retention import change_retention
from tests.plugins.scale import random_for, scaled
from tests.statestore.each_file import before_each_file
from tests.statestore.store_world import UNPOLLED, WAIT_S, check, make_world, open_store


def recall(store: LocalStore, version: int) -> Any:
    """The version, once it is made."""
    making = store.recall("v", version)
    assert making is not None
    making.result(WAIT_S)
    return store.at("v", version)


def test_every_version_that_is_kept_can_be_had(tmp_path: Path) -> None:
    dice = random_for("past versions")
    world = make_world(tmp_path)
    change_retention(world.folder, versions=40, age="0s", base_every=4)
    with open_store(world, tmp_path) as store:
        for _ in range(scaled(2, 20)):
            for _ in range(dice.randrange(30, 80)):
                world.commit_random(dice)
                if world.version % 4 == 0:
                    maintain(world.root, "v")
            store.refresh()
            first = world.folder.versions()[0]
            for version in dice.sample(range(first + 1, world.version), 6):
                check(recall(store, version), world)
            with pytest.raises(VersionNotKept) as caught:
                recall(store, first - 1 if first > 1 else world.version + 9)
            if first > 1:
                assert caught.value.detail == f"Versions {first} to {world.version} are kept at the root."
        assert len(store.past("v")) == PAST_VERSIONS_MAX
        assert store.versions("v")[-1].version == world.version
        # Nothing of them has a name on the disk.
        assert os.listdir(tmp_path / "store" / "work") == []


def test_one_is_made_once_for_all_who_ask(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    for n in range(9):
        world.commit({n: "a", n + 100: "b"}, [n - 1])
    with open_store(world, tmp_path) as store:
        asked: list[Future[None]] = []
        threads = [threading.Thread(target=lambda: asked.append(store.recall("v", 4))) for _ in range(8)]  # type: ignore[arg-type]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        wait(asked, WAIT_S)
        assert [version.version for version in store.past("v")] == [4]
        check(store.at("v", 4), world)
        with pytest.raises(StateStoreError, match="what followed version 4"):
            list(_newer_seen(store))


def _newer_seen(store: LocalStore) -> Any:
    """As of a root that is not local, where nothing is asked for."""
    store.root = _Elsewhere(store.root)  # type: ignore[assignment]
    return store.newer(store.at("v", 4))


class _Elsewhere:
    is_local = False

    def __init__(self, root: Any) -> None:
        self._root = root

    def __getattr__(self, name: str) -> Any:
        return getattr(self._root, name)


def test_it_goes_after_its_time_and_with_its_view(tmp_path: Path) -> None:
    world = make_world(tmp_path)
    for n in range(6):
        world.commit({n: "a"})
    now_s = [1000.0]
    with LocalStore(world.root, tmp_path / "store", UNPOLLED, clock=lambda: now_s[0]) as store:
        held = recall(store, 2)
        now_s[0] += PAST_AGE_S - 1
        store.refresh()
        assert len(store.past("v")) == 1
        now_s[0] += 1
        store.refresh()
        assert store.past("v") == ()
        check(held, world)  # whoever has it reads on
        recall(store, 3)
        drop(world.folder)
        again = make_world(tmp_path)
        again.commit({1: "another"})
        store.refresh()
        assert store.past("v") == ()
        check(held, world)
        drop(again.folder)
        store.refresh()
        with pytest.raises(ViewNotFound):
            store.recall("v", 1)


def test_a_damaged_file_is_named_and_a_base_that_cannot_be_used_is_done_without(tmp_path: Path) -> None:
    world = make_world(tmp_path, shards=1)
    for n in range(8):
        world.commit({n: "a"})
    change_retention(world.folder, base_every=4)
    maintain(world.root, "v")
    for n in range(5):
        world.commit({n: "b"})
    (file,) = world.sst_files(7)
    with open_store(world, tmp_path) as store:
        base = world.folder.newest_base()
        assert base is not None
        assert base.version == 8
        check(recall(store, 9), world)
        Path(world.folder.path_of(base.files[0])).unlink()
        check(recall(store, 10), world)
        file.write_bytes(file.read_bytes()[:-1])
        with pytest.raises(CorruptFile, match=file.name):
            recall(store, 7)
        check(recall(store, 6), world)


def test_what_hinders_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = make_world(tmp_path)
    for n in range(8):
        world.commit({n: "a"})

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "not now")

    with open_store(world, tmp_path) as store, monkeypatch.context() as patch:
        before_each_file(patch, refuse)
        with pytest.raises(StateStoreError, match="version 3 of view v cannot be made") as caught:
            recall(store, 3)
        assert "not now" in (caught.value.detail or "")
        patch.undo()
        check(recall(store, 3), world)


def test_a_store_that_closes_waits_for_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = make_world(tmp_path)
    for n in range(8):
        world.commit({n: "a"})
    began, original = threading.Event(), Intake.take

    def take(intake: Intake, versions: Any, wants: Any, ingest: Any) -> None:
        began.set()
        while True:  # as of a log that has no end
            original(intake, versions, wants, lambda staged: None)

    with open_store(world, tmp_path) as store:
        monkeypatch.setattr(Intake, "take", take)
        making = store.recall("v", 3)
        assert making is not None
        assert began.wait(WAIT_S)
    with pytest.raises(StateStoreError, match="is being closed"):
        making.result(0)


def test_vacuum_in_between(tmp_path: Path) -> None:
    """What is asked for is there, or it is said that it is kept no more: never another version's rows."""
    dice = random_for("past versions and vacuum")
    world = make_world(tmp_path)
    change_retention(world.folder, versions=6, age="0s", base_every=4)
    done = threading.Event()

    def clean() -> None:
        while not done.is_set():
            maintain(world.root, "v")

    thread = threading.Thread(target=clean)
    outcomes: set[bool] = set()
    with open_store(world, tmp_path) as store:
        world.commit_random(dice)
        store.refresh()
        thread.start()
        try:
            began_s = time.monotonic()
            while time.monotonic() < began_s + scaled(5, 60) or (len(outcomes) < 2 and time.monotonic() < began_s + WAIT_S):
                world.commit_random(dice)
                store.refresh()
                wanted = max(1, world.version - dice.randrange(1, 9))
                try:
                    check(recall(store, wanted), world)
                    outcomes.add(True)
                except VersionNotKept:
                    outcomes.add(False)
                    assert wanted <= world.version - 5
        finally:
            done.set()
            thread.join()
    assert True in outcomes  # whether vacuum is ever faster is up to the machine


def test_of_a_long_log_some_bases_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no version is further from one than they are apart, and they add a tenth to the log's bytes at most."""
    dice = random_for("bases of a long log")
    monkeypatch.setattr(vacuum, "PAST_BASES_VERSIONS", 20)
    world = make_world(tmp_path)
    change_retention(world.folder, versions=150, age="0s", base_every=8)
    for _ in range(scaled(260, 800)):
        world.commit_random(dice, keys=60, replace_chance=0)
        if world.version % 8 == 0:
            maintain(world.root, "v")
    folder = world.folder
    bases, versions = folder.bases(), folder.versions()
    between = [folder.base(base) for base in bases[1:-1]]
    log_bytes = sum(file.bytes for version in versions for file in folder.manifest(version).files)
    assert 2 <= len(between) <= 150 // 20
    assert sum(base.size_bytes for base in between) <= 0.13 * log_bytes
    apart = [b - a for a, b in itertools.pairwise(bases)]
    assert all(way >= 20 for way in apart[1:-1])
    taken: list[int] = []
    original = Intake.take

    def take(intake: Intake, numbers: range, *args: Any) -> None:
        taken.append(len(numbers))
        original(intake, numbers, *args)

    with open_store(world, tmp_path) as store:
        monkeypatch.setattr(Intake, "take", take)
        for version in dice.sample(versions[1:-10], 5):
            check(recall(store, version), world)
    assert len(taken) == 5
    assert max(taken) <= max(apart)
