"""Clocks that jump a day, tools that run beside each other, disks without room: what is kept stays, and can be had."""

from __future__ import annotations

import os
import random
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from statestore.errors import CorruptFile, StateStoreError, StorageFull, VersionNotKept
from statestore.node.base_maker import make_base
from statestore.node.copying import copy_view
from statestore.node.pending import BadBase, BadVersion
from statestore.node.verify import verify
from statestore.views import open_root, publisher
from statestore.views.retention import Retention
from statestore.views.vacuum import oldest_kept, vacuum
from tests.plugins.scale import random_for, scaled
from tests.statestore.full_disk import fill_disk
from tests.statestore.store_world import World, check, make_world, open_store
from tests.statestore.test_copies import failing_at
from tests.statestore.test_vacuum import check_kept, files_of

DAY_S = 86_400.0


class Clock:
    """What a publisher takes for the time."""

    def __init__(self) -> None:
        self.now_s = 1e9

    def time_ns(self) -> int:
        return int(self.now_s * 1e9)


def test_retention_by_a_clock_that_jumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a model: a version is kept while it is one of the last, or while its commit, by its own clock, is young enough."""
    dice = random_for("jumping clock")
    for n in range(scaled(6, 100)):
        clock, world = Clock(), make_world(tmp_path / str(n))
        monkeypatch.setattr(publisher, "time", clock)
        committed: list[float] = []
        for _ in range(10):
            clock.now_s += dice.choice([1.0, 600.0, 600.0, DAY_S, -DAY_S])
            world.commit_random(dice)
            # A clock that was set back must not make a later version look older.
            committed.append(max([clock.now_s, *committed]))
            assert world.folder.manifest(world.version).committed_at_us == pytest.approx(committed[-1] * 1e6, abs=1e3)
            if dice.random() < 0.3:
                make_base(world.root, "v")
        now_s = clock.now_s + dice.choice([0.0, DAY_S, -DAY_S])
        kept = Retention(dice.randrange(1, 5), dice.choice([0.0, 700.0, DAY_S, 2 * DAY_S]))
        young = [i for i, at_s in enumerate(committed, 1) if at_s >= now_s - kept.age_s - 1e-6]
        model = min([*young, world.version - kept.versions + 1, world.version])
        assert oldest_kept(world.folder, world.folder.versions(), kept, now_s) == max(1, model)
        done = vacuum(world.folder, kept, now_s=now_s)
        assert done.problem is None
        assert done.oldest <= max(1, model)
        check_kept(world, max(1, model))
        assert verify(world.folder).problems == ()


@pytest.mark.parametrize("jump_s", [DAY_S + 60, 400 * DAY_S, -DAY_S - 60])
def test_files_that_are_being_written(tmp_path: Path, jump_s: float) -> None:
    """A vacuum whose clock has jumped does not take what a job or a base's maker is writing for left."""
    world = make_world(tmp_path)
    for n in range(3):
        world.commit({n: "a"})
    shard = Path(world.root.uri, "v", "shards", "0000")
    shard.mkdir(exist_ok=True)
    for version, kind in ((4, ""), (3, "base-")):
        (shard / f"{version:020d}-{kind}0123456789abcdef-0000.sst").write_bytes(b"being written")
    before = files_of(world)
    vacuum(world.folder, Retention(), now_s=time.time() + jump_s)
    assert files_of(world) == before
    # A day later by the clock that writes, it was given up.
    for path in shard.glob("*-0123456789abcdef-*"):
        os.utime(path, (time.time() - DAY_S - 60,) * 2)
    assert len(vacuum(world.folder, Retention()).paths) == 2
    check_kept(world, 1)


def test_all_tools_beside_each_other_and_a_job(tmp_path: Path) -> None:
    """Each may find that another has deleted what it was about to read. Nothing that is kept is missing at last, nor in a copy."""
    dice = random_for("beside each other")
    world, kept = make_world(tmp_path), Retention(4, 0.0)
    world.commit_random(dice)
    done, seen = threading.Event(), list[BaseException]()
    copies: list[tuple[int, Path]] = []

    def repeat(work: object) -> None:
        while not done.is_set():
            try:
                work()  # type: ignore[operator]
            except (StateStoreError, OSError) as error:
                seen.append(error)

    def copy() -> None:
        place = tmp_path / f"copy-{len(copies)}-{time.monotonic_ns()}"
        copied = copy_view(world.folder, open_root(str(place), create=True).folder("v"), owner="test")
        copies.append((copied.version, place))

    works = [
        lambda: vacuum(world.folder, kept, now_s=1e10),
        lambda: vacuum(world.folder, kept, now_s=1e10, orphans=False),
        lambda: make_base(world.root, "v", tmp_path),
        copy,
    ]
    threads = [threading.Thread(target=repeat, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    try:
        for _ in range(scaled(40, 600)):
            world.commit_random(dice, keys=60, replace_chance=0.05)
            if dice.random() < 0.3:
                time.sleep(0.02)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    for error in seen:
        if isinstance(error, OSError):
            raise error
    assert {type(error) for error in seen} <= {BadVersion, BadBase, VersionNotKept, CorruptFile}, seen
    assert vacuum(world.folder, kept, now_s=1e10).problem is None
    check_kept(world, world.version - 3)
    assert copies
    for version, place in dice.sample(copies, min(3, len(copies))):
        copy_world = World(open_root(str(place)), "v", 3, world.history[: version + 1])
        assert verify(copy_world.folder).problems == ()
        with open_store(copy_world, place / ".store") as store:
            assert store.current("v").version == version
            check(store.current("v"), copy_world)


def test_a_base_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    """There is no room at the root, at one step after the other."""
    dice = random.Random(7)
    world = make_world(tmp_path)
    for _ in range(4):
        world.commit_random(dice)
    before, step, finished = files_of(world), 0, False
    while not finished:
        step += 1
        with pytest.MonkeyPatch.context() as patch:
            left = failing_at(patch, step, lambda: StorageFull("no room left"))
            with suppress(StorageFull):
                make_base(world.root, "v", tmp_path)
            finished = left[0] > 0
        if not finished:
            # Where the root has not answered whether it has the base, its files stay: vacuum deletes them when they are old.
            assert not world.folder.bases()
            assert before <= files_of(world)
            assert all("-base-" in path for path in files_of(world) - before)
            before = files_of(world)
    assert step > 3
    assert world.folder.bases() == [4]
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)


@pytest.mark.parametrize("where", ["link", "write", "ingest", "freeze"])
def test_no_room_where_a_base_is_merged(tmp_path: Path, where: str) -> None:
    world = make_world(tmp_path)
    world.commit(dict.fromkeys(range(50), "a"))
    before = files_of(world)
    with pytest.MonkeyPatch.context() as patch:
        fill_disk(where, patch)
        with pytest.raises(StorageFull):
            make_base(world.root, "v", tmp_path)
    assert files_of(world) == before
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("tidegate-base-")]
    assert make_base(world.root, "v", tmp_path) is not None
