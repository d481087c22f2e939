"""What a job has done beside it is killed (-9) anywhere while it commits: nothing that is kept is lost, the next one goes on."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from statestore.node import LocalStore
from statestore.node.maintenance import maintain
from statestore.views import vacuum as cleaning
from statestore.views.retention import change_retention, retention_of
from statestore.views.vacuum import vacuum
from tests.plugins.scale import random_for, scaled
from tests.statestore.store_world import UNPOLLED, World, check, make_world
from tests.statestore.test_vacuum import check_kept

KEPT = 3


#: As of a log so long that files are not listed, unless many versions go.
LONG = """
import random, sys
from statestore.node.maintenance import main
from statestore.views import vacuum
random.random, vacuum.LISTED_VERSIONS = lambda: 1.0, 2
sys.exit(main())
"""
MAINTENANCE = {"a short log": ("-m", "statestore.node.maintenance"), "a long log": ("-c", LONG)}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("log", MAINTENANCE)
def test_killed_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: str) -> None:
    dice = random_for(f"killed maintenance of {log}")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.setenv("TMPDIR", str(work))
    monkeypatch.setattr(tempfile, "tempdir", str(work))
    world = make_world(tmp_path)
    change_retention(world.folder, versions=KEPT, age="0s", base_every=2)
    world.commit_random(dice, replace_chance=0)
    took_s = ran_for_s(world, log, kill_after_s=None, dice=dice)
    for n in range(scaled(12, 100)):
        ran_for_s(world, log, kill_after_s=dice.uniform(took_s * 0.4, took_s * 1.2), dice=dice)
        check_kept(world, max(1, world.version - KEPT + 1))
        with LocalStore(world.root, tmp_path / f"store-{n}", UNPOLLED) as store:
            check(store.current("v"), world)
            assert not store.health().views
    maintain(world.root, "v")
    monkeypatch.setattr(cleaning, "ORPHAN_AGE_S", 0.0)
    vacuum(world.folder, retention_of(world.folder))
    assert world.folder.versions()[0] >= world.version - KEPT - 2
    bases = [world.folder.base(version) for version in world.folder.bases()]
    named = {file.path for base in bases for file in base.files}
    named |= {file.path for version in world.folder.versions() for file in world.folder.manifest(version).files}
    place = Path(world.root.uri, "v")
    assert {str(path.relative_to(place)) for path in (place / "shards").rglob("*.sst")} <= named
    check_kept(world, world.version - KEPT + 1)


def ran_for_s(world: World, log: str, *, kill_after_s: float | None, dice: random.Random) -> float:
    """Seconds until the process ended, beside a commit or two."""
    began_s = time.monotonic()
    process = subprocess.Popen([sys.executable, *MAINTENANCE[log]], stdin=subprocess.PIPE, text=True)
    assert process.stdin is not None
    process.stdin.write(json.dumps({"root": world.root.uri, "view": "v", "storage_options": {}}))
    process.stdin.close()
    for _ in range(dice.randrange(1, 4)):
        world.commit_random(dice, replace_chance=0.1)
    try:
        process.wait(None if kill_after_s is None else max(0.0, began_s + kill_after_s - time.monotonic()))
    except subprocess.TimeoutExpired:
        process.kill()
    process.wait()
    return time.monotonic() - began_s
