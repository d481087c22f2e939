"""What the tests of random kills run in processes of their own: each does one thing for ever, and dies at a step or is killed."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import shutil
import signal
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

from statestore.errors import ShardRestoring, StateStoreError, VersionNotKept, ViewNotFound
from statestore.node import LocalStore, StoreOptions, ViewVersion
from statestore.node.generation import Generation
from statestore.node.maintenance import maintain
from statestore.views.retention import retention_of
from statestore.views.root import open_root
from statestore.views.sst import SstFile
from statestore.views.vacuum import vacuum
from tests.faults.tide import Tide
from tests.statestore.store_world import WAIT_S, contents

#: What changes a disk: a process dies before or after one of these.
STEPS: Final = (
    *((os, name) for name in ("link", "unlink", "rename", "fsync", "mkdir", "rmdir", "pwrite")),
    *((SstFile, name) for name in ("append", "finish")),
    *((Generation, name) for name in ("ingest", "freeze")),
)
NODE: Final = StoreOptions(keep_versions=4, keep_age_s=0.5, local_poll_s=0.5, retry_s=0.1)


@dataclass(frozen=True, slots=True)
class Place:
    """What all processes share."""

    folder: Path
    seed: int

    @property
    def root(self) -> str:
        return str(self.folder / "root")

    @property
    def found(self) -> Path:
        """Where they write what is wrong; empty in the end."""
        return self.folder / "found"

    def note(self, what: str, name: str = "found") -> None:
        """One line, whole, at the end."""
        with (self.folder / name).open("a") as file:
            file.write(f"{what}\n")


def write(place: Place) -> None:
    """Commit one version after the other."""
    tide, root = Tide(place.seed), open_root(place.root, create=True)
    while True:
        tide.commit(root, root.folder("v").latest() + 1)


def keep_house(place: Place) -> None:
    """Make bases and delete, as a job's process does, and what failed attempts have left. There are two of these."""
    root = open_root(place.root, create=True)
    while True:
        with suppress(ViewNotFound, StateStoreError):  # another one has just deleted what was being read
            _, deleted = maintain(root, "v")
            others = vacuum(root.folder("v"), retention_of(root.folder("v")))
            place.note(str(len(deleted.paths) + len(others.paths)), "vacuums")


def follow(place: Place) -> None:
    """Serve all kept versions of a view that is followed; go on with what the process before has left."""
    _read(place, place.folder / "followed", passes=None)


def start_anew(place: Place) -> None:
    """Be a new node, again and again."""
    for n in itertools.count():
        _read(place, place.folder / f"new-{os.getpid()}-{n}", passes=3)
        shutil.rmtree(place.folder / f"new-{os.getpid()}-{n}")


def _read(place: Place, folder: Path, passes: int | None) -> None:
    tide, root = Tide(place.seed), open_root(place.root, create=True)
    least = root.folder("v").latest()
    with LocalStore(root, folder, NODE) as store:
        if not store.wait_for_version("v", max(1, least), WAIT_S):
            place.note(f"{folder.name} is not at version {least}: {store.health()}")
        for _ in itertools.count() if passes is None else range(passes):
            least = _check(place, tide, store, least)


def _check(place: Place, tide: Tide, store: LocalStore, least: int) -> int:
    kept = store.versions("v")
    if kept[-1].version < least:
        place.note(f"version {kept[-1].version} after {least}")
    for version in kept:
        if _rows(version) != tide.rows(version.version):
            place.note(f"version {version.version} is wrong: {_rows(version)}, not {tide.rows(version.version)}")
    if kept[0].version > 1:
        try:
            store.at("v", kept[0].version - 1)
        except VersionNotKept as error:
            if not (error.detail or "").startswith("kept here: "):
                place.note(f"{error.detail}")
        except ShardRestoring as error:
            place.note(f"{error}")
    place.note(str(len(kept)), "reads")
    return kept[-1].version


def _rows(version: ViewVersion) -> dict[int, str]:
    return contents(version)


LIVES: Final[dict[str, Callable[[Place], None]]] = {
    "writer": write,
    "keeper": keep_house,
    "other keeper": keep_house,
    "follower": follow,
    "new node": start_anew,
}


def start_life(name: str, place: Place, dies_at: int | None) -> BaseProcess:
    """A process that lives a life until its *dies_at*-th half step, or until it is killed."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    process = context.Process(target=_live, args=(name, place, dies_at))
    process.start()
    return process


def _live(name: str, place: Place, dies_at: int | None) -> None:
    if dies_at is not None:
        _arm(dies_at)
    tempfile.tempdir = str(place.folder / "work")
    try:
        LIVES[name](place)
    except BaseException:
        place.note(f"{name}: {traceback.format_exc()}")
        raise


def _arm(dies_at: int) -> None:
    passed = 0

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*args: Any, **kwargs: Any) -> Any:
            nonlocal passed
            passed += 1
            if passed == dies_at:
                os.kill(os.getpid(), signal.SIGKILL)
            result = call(*args, **kwargs)
            passed += 1
            if passed == dies_at:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        return counting

    for owner, name in STEPS:
        setattr(owner, name, counted(getattr(owner, name)))
