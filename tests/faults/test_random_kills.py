"""Everything that touches a root is killed (-9) anywhere, under load: writer, base maker, vacuum, followers, new nodes."""

from __future__ import annotations

import os
import random
import signal
import tempfile
import time
from multiprocessing.process import BaseProcess
from multiprocessing.util import get_temp_dir
from pathlib import Path

import pytest

from statestore.node import LocalStore
from statestore.node.base_maker import WORK_PREFIX, make_base
from statestore.views.retention import change_retention
from statestore.views.root import Root, open_root
from tests.faults.calm import check_kept_are_served, check_nothing_is_left
from tests.faults.tidal_lives import LIVES, Place, start_life
from tests.faults.tide import Tide
from tests.plugins.scale import random_for, scaled
from tests.statestore.store_world import UNPOLLED, WAIT_S, World, check
from tests.statestore.test_vacuum import check_kept

KEPT = 6
BASE_EVERY = 3
#: A life ends within this, or at one of its first steps.
LIFE_S = 0.8
STEPS_MEAN = 120
KILLS_BETWEEN_CALMS = 8


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_killed_anywhere_under_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random_for("kills under load")
    (tmp_path / "work").mkdir()
    get_temp_dir()  # multiprocessing keeps sockets in a folder of its own
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "work"))
    place = Place(tmp_path, dice.randrange(2**32))
    tide, root = Tide(place.seed), open_root(place.root, create=True)
    tide.commit(root, 1)
    change_retention(root.folder("v"), versions=KEPT, age="0s", base_every=BASE_EVERY)
    kills = scaled(12, 100)
    living = {name: start_life(name, place, None) for name in LIVES}
    try:
        for n in range(1, kills + 1):
            name = dice.choice(list(LIVES))
            await_version(root, n, living["writer"])
            end(living[name], within_s=dice.uniform(0, LIFE_S))
            living[name] = start_life(name, place, round(dice.expovariate(1 / STEPS_MEAN)) if dice.random() < 0.7 else None)
            if n % KILLS_BETWEEN_CALMS == 0 or n == kills:
                while living:
                    end(living.popitem()[1], within_s=0)
                check_calm(tmp_path / f"calm-{n}", tide.world(root))
                living = {name: start_life(name, place, None) for name in LIVES}
            assert not place.found.exists(), place.found.read_text()
    finally:
        for process in living.values():
            end(process, within_s=0)
    assert not place.found.exists(), place.found.read_text()
    vacuums, reads = (list(map(int, (tmp_path / name).read_text().split())) for name in ("vacuums", "reads"))
    print(
        f"{kills} kills, {root.folder('v').latest()} versions, {len(vacuums)} vacuums of {sum(vacuums)} files, {sum(reads)} reads"
    )
    assert sum(vacuums) > 0
    check_work_is_removed(tmp_path / "work", root, tide)


def await_version(root: Root, version: int, writer: BaseProcess) -> None:
    """Wait for it as long as the writer lives: where all is slow, there would be nothing to delete yet."""
    until_s = time.monotonic() + WAIT_S
    while root.folder("v").latest() < version and time.monotonic() < until_s:
        writer.join(0.05)
        if not writer.is_alive():
            return


def end(process: BaseProcess, within_s: float) -> None:
    """Wait until it dies, or kill it. None ends in any other way."""
    process.join(within_s)
    process.kill()
    process.join(WAIT_S)
    assert process.exitcode == -signal.SIGKILL
    process.close()


def check_calm(folder: Path, world: World) -> None:
    """Nobody is at work."""
    oldest = max(1, world.version - KEPT + 1)
    check_kept(world, oldest)
    check_kept_are_served(folder, world, oldest)
    with LocalStore(world.root, folder.parent / "followed", UNPOLLED) as store:
        assert store.health().ok
        check(store.current("v"), world)
    check_nothing_is_left(world, oldest, BASE_EVERY)
    check_kept(world, oldest)


def check_work_is_removed(work: Path, root: Root, tide: Tide) -> None:
    """What killed makers have left goes when the next one starts."""
    for left in work.iterdir():
        assert left.name.startswith(WORK_PREFIX)
        os.utime(left, (time.time() - 3600,) * 2)
    tide.commit(root, root.folder("v").latest() + 1)
    assert make_base(root, "v") is not None
    assert list(work.iterdir()) == []


def test_one_seed_is_one_tide(tmp_path: Path) -> None:
    """Whoever commits a version commits the same."""
    seed = random.Random(3).randrange(100)
    assert [Tide(seed).rows(n) for n in (5, 3)] == [Tide(seed).rows(5), Tide(seed).rows(3)]
    tide, root = Tide(seed), open_root(str(tmp_path / "root"), create=True)
    for version in (1, 2, 3):
        assert tide.commit(root, version) == version
    assert tide.commit(root, 3) == 3
    check_kept(tide.world(root), 1)
