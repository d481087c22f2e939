"""Files that somebody deletes by hand: each tool names them and makes nothing worse, a node that has the data serves on, and once
they are back all is as before."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gateway.commands.cli import main
from statestore.node import LocalStore
from statestore.node.base_maker import make_base
from statestore.node.maintenance import maintain
from statestore.views import open_root
from statestore.views.retention import change_retention, retention_of
from statestore.views.vacuum import ORPHAN_AGE_S, vacuum
from tests.plugins.scale import random_for
from tests.statestore.store_world import UNPOLLED, World, check, make_world
from tests.statestore.test_vacuum import check_kept, files_of

FIRST, LAST = 4, 8


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Versions 4 to 8 are kept, of which version 4 has a base; all files are old."""
    made, dice = make_world(tmp_path), random_for("by hand")
    change_retention(made.folder, versions=LAST - FIRST + 1, age="0s")
    for _ in range(LAST):
        made.commit_random(dice, replace_chance=0)
        if made.version == FIRST:
            assert make_base(made.root, "v") is not None
    vacuum(made.folder, retention_of(made.folder), now_s=1e10)
    assert (made.folder.versions(), made.folder.bases()) == (list(range(FIRST, LAST + 1)), [FIRST])
    for path in Path(made.root.uri, "v", "shards").rglob("*.sst"):
        os.utime(path, (path.stat().st_mtime - 3 * ORPHAN_AGE_S,) * 2)
    return made


#: What is deleted, and the version that a new node still gets to without it.
DELETED = {
    "file of a version": 5,
    "manifest": 5,
    "base": None,
    "file of the base": None,
}


def place_of(world: World, what: str) -> Path:
    place = Path(world.root.uri, "v")
    match what:
        case "file of a version":
            return world.sst_files(6)[0]
        case "manifest":
            return world.manifest_path(6)
        case "base":
            return place / "bases" / f"{FIRST:020d}.json"
    return Path(world.folder.path_of(world.folder.base(FIRST).files[0]))


@pytest.mark.parametrize("what", DELETED)
def test_each_tool_names_it_and_makes_nothing_worse(
    world: World, tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    has_it = LocalStore(world.root, tmp_path / "had", UNPOLLED)
    has_it.start()
    shutil.copytree(tmp_path / "had", tmp_path / "restarted")
    deleted, uri = place_of(world, what), world.root.uri
    aside = tmp_path / "aside"
    deleted.rename(aside)
    left = files_of(world)

    backup = str(tmp_path / "backup")
    for arguments in (
        ["verify", "--root", uri],
        ["describe", "v", "--root", uri],
        ["vacuum", "--root", uri],
        ["vacuum", "--root", uri, "--json"],
        ["compact", "--root", uri],
        ["backup", "v", "--root", uri, backup],
    ):
        capsys.readouterr()
        assert main(arguments) == 1, arguments
        out, err = capsys.readouterr()
        assert deleted.name in out + err, arguments
        assert files_of(world) == left, arguments
    assert open_root(backup, create=True).views() == []

    with LocalStore(world.root, tmp_path / "new", UNPOLLED) as new:
        fault = new.health().views["v"].error
        assert deleted.name in f"{fault.message} {fault.detail}"
        assert (new.views()["v"].version if "v" in new.views() else None) == DELETED[what]
        with LocalStore(world.root, tmp_path / "restarted", UNPOLLED) as restarted:
            for node in (has_it, restarted):
                node.refresh()
                check(node.current("v"), world)
            # A job goes on, and what was deleted is not needed for it.
            world.commit({1: "after"})
            for node in (has_it, restarted):
                node.refresh()
                check(node.current("v"), world)
                assert not node.health().views
        aside.rename(deleted)
        new.refresh()
        check(new.current("v"), world)
        assert not new.health().views
    has_it.close()
    assert main(["verify", "--root", uri]) == 0
    check_kept(world, FIRST)
    assert main(["compact", "--root", uri]) == 0
    assert main(["vacuum", "--root", uri]) == 0
    check_kept(world, world.version - (LAST - FIRST))


@pytest.mark.parametrize("what", ["manifest", "base", "file of the base"])
def test_a_job_does_not_make_it_worse_either(world: World, tmp_path: Path, what: str) -> None:
    """Its vacuum reads no manifest of a kept version, and so does not see a missing file of one."""
    deleted = place_of(world, what)
    deleted.rename(tmp_path / "aside")
    before = files_of(world)
    change_retention(world.folder, base_every=0)
    assert maintain(world.root, "v")[1].problem is not None
    asked = json.dumps({"root": world.root.uri, "view": "v", "storage_options": {}})
    process = subprocess.run(
        [sys.executable, "-m", "statestore.node.maintenance"], input=asked, capture_output=True, text=True, check=False, timeout=60
    )
    assert process.returncode == 1
    assert deleted.name in process.stderr
    assert files_of(world) == before
    (tmp_path / "aside").rename(deleted)
    done = maintain(world.root, "v")[1]
    assert (done.problem, done.paths) == (None, ())


def test_a_base_that_is_not_the_last_way_may_go(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    """What a later base makes needless is no damage that anybody has to mend."""
    make_base(world.root, "v")
    for _ in range(LAST):
        world.commit({1: "x"})
    make_base(world.root, "v")
    (Path(world.root.uri, "v", "bases") / f"{LAST:020d}.json").write_text("{")
    world.folder.base(FIRST)
    assert main(["vacuum", "--root", world.root.uri, "--retain-versions", "1"]) == 0
    assert world.folder.bases() == [2 * LAST]
    check_kept(world, 2 * LAST)
