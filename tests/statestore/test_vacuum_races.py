"""Vacuum beside vacuum, beside a node that reads, beside a job: a kept version is never lost, and never a wrong one is served."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from statestore.errors import ConcurrentPublisher, ShardRestoring, ViewNotFound
from statestore.node import LocalStore, base_maker, pending, taking
from statestore.node.base_maker import make_base
from statestore.node.maintenance import maintain
from statestore.views.folder import ViewFolder
from statestore.views.local_storage import LocalStorage
from statestore.views.publisher import Origin, Publisher
from statestore.views.retention import Retention, change_retention
from statestore.views.vacuum import ORPHAN_AGE_S, vacuum
from tests.plugins.scale import random_for, scaled
from tests.statestore.holding_world import wish
from tests.statestore.store_world import UNPOLLED, WAIT_S, World, check, make_world, open_store
from tests.statestore.test_vacuum import check_kept, files_of

REMOVE = LocalStorage.remove


def based_at(folder: Path, bases: tuple[int, ...], versions: int) -> World:
    """A view of *versions* upserts, with bases."""
    dice, world = random_for("vacuum races"), make_world(folder)
    for version in range(1, versions + 1):
        world.commit_random(dice, replace_chance=0)
        if version in bases:
            make_base(world.root, "v")
    return world


def once_before_removing(patch: pytest.MonkeyPatch, what: Callable[[], object]) -> None:
    """*what* happens when a vacuum has decided what goes, and before anything has gone."""
    waiting = [what]

    def remove(storage: LocalStorage, path: str) -> None:
        while waiting:
            waiting.pop()()
        REMOVE(storage, path)

    patch.setattr(LocalStorage, "remove", remove)


@pytest.mark.parametrize("first", ["earlier", "later"])
def test_two_vacuums_that_begin_the_log_with_different_bases(first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One needs the base at 5, which stands between the two that the other needs. Neither takes away what the other needs."""
    world = based_at(tmp_path, (2, 5, 9), 9)
    retentions = Retention(7, 0.0), Retention(4, 0.0)
    one, other = retentions if first == "earlier" else reversed(retentions)
    once_before_removing(monkeypatch, lambda: vacuum(world.folder, other))
    vacuum(world.folder, one)
    check_kept(world, 6)
    for retention in retentions:
        vacuum(world.folder, retention, now_s=time.time() + ORPHAN_AGE_S + 60)
    check_kept(world, 6)
    assert [path for path in files_of(world) if path.startswith("bases/")]
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)
    # When the log begins later they go, and what was said of them, too.
    world.commit_random(random_for("later"), replace_chance=0)
    make_base(world.root, "v")
    vacuum(world.folder, Retention(1, 0.0))
    assert {path for path in files_of(world) if path.startswith("bases/")} == {
        f"bases/{10:020d}.{kind}" for kind in ("json", "claim")
    }


def test_a_base_that_is_to_go_is_not_begun_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A vacuum that was killed after it said so is gone on with by the next one."""

    class Killed(Exception):
        pass

    def kill() -> None:
        raise Killed

    world = based_at(tmp_path, (2, 5, 9), 9)
    once_before_removing(monkeypatch, kill)
    with pytest.raises(Killed):
        vacuum(world.folder, Retention(7, 0.0))
    assert vacuum(world.folder, Retention(4, 0.0)).oldest == 2
    assert world.folder.bases() == [2, 9]
    check_kept(world, 6)
    assert vacuum(world.folder, Retention(1, 0.0)).oldest == 9


def test_a_base_of_a_version_whose_base_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow vacuum may still delete it: it is not made again, and where a slow maker makes it, the log does not begin with it."""
    world = based_at(tmp_path, (2, 5, 9), 9)

    def meanwhile() -> None:
        vacuum(world.folder, Retention(7, 0.0))
        assert world.folder.bases() == [2, 9]
        assert make_base(world.root, "v", version=5) is None
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(base_maker, "can_be", lambda *_: True)
            assert make_base(world.root, "v", version=5) is not None
        assert vacuum(world.folder, Retention(4, 0.0)).oldest == 2

    once_before_removing(monkeypatch, meanwhile)
    vacuum(world.folder, Retention(7, 0.0))
    check_kept(world, 6)


def vacuum_before(patch: pytest.MonkeyPatch, owner: object, name: str, world: World) -> None:
    """Before the next call of *name* there is a new version and a base of it, and all else is deleted."""
    original = getattr(owner, name)

    def called(*args: object, **kwargs: object) -> object:
        patch.setattr(owner, name, original)
        world.commit_random(random_for("meanwhile"), replace_chance=0)
        make_base(world.root, "v")
        vacuum(world.folder, Retention(1, 0.0))
        return original(*args, **kwargs)

    patch.setattr(owner, name, called)


@pytest.mark.parametrize("applied", [0, 2, 6])
@pytest.mark.parametrize("holds", ["all", "some"])
@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (taking, "plan"), (pending, "read_manifest"), (pending, "_fetch_all"), (ViewFolder, "fetch"), (ViewFolder, "contents"),
        (ViewFolder, "newest_base"), (ViewFolder, "versions"), (ViewFolder, "manifest"), (ViewFolder, "has"),
    ],
)  # fmt: skip
def test_files_vanish_while_a_node_starts(
    owner: object, name: str, holds: str, applied: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has a copy of an earlier version, or none. It begins anew with what has come in their place: in this pass or the next."""
    dice = random_for("vanishing")
    if name == "fetch":
        monkeypatch.setattr(pending, "MEMORY_ENTRIES_MAX", 0)
    world = based_at(tmp_path, (), applied)
    holding = wish(0, 1, 2) if holds == "some" else None
    if applied:
        with LocalStore(world.root, tmp_path / "store", UNPOLLED, holding=holding):
            pass
    for _ in range(applied, 8):
        world.commit_random(dice, replace_chance=0)
        if world.version in (3, 7):
            make_base(world.root, "v")
    vacuum_before(monkeypatch, owner, name, world)
    with LocalStore(world.root, tmp_path / "store", UNPOLLED, holding=holding) as store:
        store.refresh()  # what was looked at last may have gone: a fault, and no answer
        assert store.health().ok
        assert store.current("v").version == world.version
        check(store.current("v"), world)


def test_vacuum_does_not_make_a_view_disappear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The node asks what the log has, and that goes: no reason to take the view for deleted, and to remove what is here of it."""
    world = based_at(tmp_path, (2,), 2)
    with open_store(world, tmp_path):
        pass
    for _ in range(3):
        world.commit_random(random_for("more"), replace_chance=0)
    make_base(world.root, "v")
    vacuum(world.folder, Retention(1, 0.0))
    original, gone = ViewFolder.manifest, [5]

    def manifest(folder: ViewFolder, version: int) -> object:
        if version in gone:
            gone.remove(version)
            raise ViewNotFound("it has just gone")
        return original(folder, version)

    monkeypatch.setattr(ViewFolder, "manifest", manifest)
    with open_store(world, tmp_path) as store:
        assert not gone
        assert Path(tmp_path, "store", "views", "v", "position.json").exists()
        with pytest.raises(ShardRestoring, match="restored"):
            store.current("v")
        store.refresh()
        check(store.current("v"), world)
        assert store.health().ok


def test_a_base_that_was_cut_short_on_its_way_is_whole_the_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the log nothing is left to do without it."""
    world = based_at(tmp_path, (5,), 6)
    vacuum(world.folder, Retention(1, 0.0))
    read, cuts = LocalStorage.read, [True]

    def cut(storage: LocalStorage, path: str, **named: Any) -> bytes:
        data = read(storage, path, **named)
        return data[:-1] if "-base-" in path and cuts and cuts.pop() else data

    monkeypatch.setattr(LocalStorage, "read", cut)
    with open_store(world, tmp_path) as store:
        assert not store.views()
        store.refresh()
        check(store.current("v"), world)
        assert store.health().ok


def test_a_job_that_stopped_long_ago_does_not_go_on_behind_the_log(tmp_path: Path) -> None:
    world = based_at(tmp_path, (), 3)
    with Publisher(world.root, world.schema, owner="one") as publisher:
        publisher._lock.close()  # as at a root that has no locks
        for _ in range(4):
            world.commit_random(random_for("others"), replace_chance=0)
        make_base(world.root, "v")
        vacuum(world.folder, Retention(1, 0.0))
        with pytest.raises(ConcurrentPublisher, match="no longer kept"):
            publisher.commit((), mode="upsert", origin=Origin())
    check_kept(world, world.version)


def test_a_node_that_is_a_month_behind(tmp_path: Path) -> None:
    """Its version went long ago: it starts with the newest base, whatever the log was."""
    dice = random_for("a month")
    world = make_world(tmp_path)
    change_retention(world.folder, versions=5, age="0s", base_every=5)
    world.commit_random(dice)
    with open_store(world, tmp_path) as store:
        view_id = store.current("v").view_id
    for version in range(2, scaled(60, 2_000)):
        world.commit_random(dice, keys=40, replace_chance=0.02)
        if version % 10 == 0:
            maintain(world.root, "v")
    reads = []
    storage = LocalStorage.read
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LocalStorage, "read", lambda root, path, **named: reads.append(path) or storage(root, path, **named))
        with open_store(world, tmp_path) as store:
            assert store.current("v").version == world.version
            assert store.current("v").view_id == view_id
            check(store.current("v"), world)
            assert store.health().ok
    looked_at = [path for path in reads if "/shards/" not in path]
    assert len(looked_at) < 60, "as many as there are versions since the base, not as it was away"


def test_two_vacuums_and_a_job(tmp_path: Path) -> None:
    """In threads, for as long as it takes to commit; then a new node and every kept version."""
    dice, world, over = random_for("two vacuums"), make_world(tmp_path), threading.Event()
    change_retention(world.folder, versions=4, age="0s", base_every=2)
    world.commit_random(dice)
    wrong: list[Exception] = []

    def keep_house() -> None:
        while not over.is_set():
            try:
                maintain(world.root, "v")
            except (ViewNotFound, pending.BadVersion):
                continue  # the other one has deleted what was being read
            except Exception as error:  # noqa: BLE001 - told to the test's thread
                wrong.append(error)

    keepers = [threading.Thread(target=keep_house) for _ in range(2)]
    for keeper in keepers:
        keeper.start()
    with LocalStore(world.root, tmp_path / "store") as store:
        for _ in range(scaled(25, 500)):
            assert store.wait_for_version("v", world.commit_random(dice, keys=40, replace_chance=0.05), WAIT_S)
            check(store.current("v"), world)
        over.set()
        for keeper in keepers:
            keeper.join()
    assert not wrong
    check_kept(world, world.version - 3)
