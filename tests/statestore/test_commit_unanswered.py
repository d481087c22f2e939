"""A commit that was carried out and not answered: the version counts, once, and its files stay."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from statestore.node.base_maker import make_base
from statestore.views import local_storage
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest
from tests.plugins.scale import random_for
from tests.statestore.store_world import World, check, make_world, open_store
from tests.statestore.test_vacuum import check_kept

SYNC = local_storage.sync_folder


def fail_after(patch: pytest.MonkeyPatch, part: str) -> None:
    """The folder cannot be synced once the file is in it."""

    def sync_folder(folder: Path) -> None:
        if folder.name == part:
            raise OSError(errno.EIO, "the disk does not answer")
        SYNC(folder)

    patch.setattr(local_storage, "sync_folder", sync_folder)


def test_a_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a", 2: "b"})
    fail_after(monkeypatch, "log")
    with pytest.raises(OSError, match="does not answer"):
        world.commit({2: "c", 3: "d"})
    monkeypatch.setattr(local_storage, "sync_folder", SYNC)
    assert world.folder.latest() == 2
    check_kept(world, 1)
    world.commit({4: "e"})
    with open_store(world, tmp_path) as store:
        check(store.current("v"), world)
        assert store.health().ok


def test_a_version_that_is_certainly_not_there_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = make_world(tmp_path)
    world.commit({1: "a"})
    before = sst_files(world)

    def commit(folder: ViewFolder, manifest: Manifest) -> None:
        raise folder._conflict("was faster")

    monkeypatch.setattr(ViewFolder, "commit", commit)
    with pytest.raises(Exception, match="was faster"):
        world.commit({2: "b"})
    assert sst_files(world) == before


def test_a_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world, dice = make_world(tmp_path), random_for("unanswered")
    for _ in range(3):
        world.commit_random(dice)
    world.commit_random(dice, replace_chance=0)
    fail_after(monkeypatch, "bases")
    with pytest.raises(OSError, match="does not answer"):
        make_base(world.root, "v")
    monkeypatch.setattr(local_storage, "sync_folder", SYNC)
    base = world.folder.base(4)
    assert all(Path(world.folder.path_of(file)).stat().st_size == file.bytes for file in base.files)
    assert make_base(world.root, "v") is None


def sst_files(world: World) -> set[Path]:
    return set(Path(world.root.uri).rglob("*.sst"))
