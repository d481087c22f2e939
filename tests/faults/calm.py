"""What must hold at a root when nobody is at work: what is kept can be had, and what is not needed goes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from statestore.node import LocalStore
from statestore.node.maintenance import maintain
from statestore.views.description import describe
from statestore.views.retention import retention_of
from statestore.views.root import Root
from statestore.views.vacuum import ORPHAN_AGE_S, vacuum
from tests.statestore.store_world import UNPOLLED, World, check


class UpTo:
    """A root's files as they were when *version* was the latest one; what is needed of it may have been deleted since."""

    def __init__(self, storage: Any, version: int) -> None:
        self._storage = storage
        self._version = version

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)

    def names(self, folder: str, *args: Any, **options: Any) -> list[str]:
        found = self._storage.names(folder, *args, **options)
        return [name for name in found if not folder.endswith("/log") or int(name[:20]) <= self._version]

    def exists(self, path: str) -> bool:
        is_later = "/log/" in path and int(path[-25:-5]) > self._version
        return not is_later and bool(self._storage.exists(path))


def check_kept_are_served(folder: Path, world: World, oldest: int) -> None:
    """A new node gets each version that is kept."""
    for version in range(oldest, world.version + 1):
        with LocalStore(Root(UpTo(world.root.storage, version)), folder / str(version), UNPOLLED) as store:
            assert store.health().ok, store.health()
            assert store.current("v").version == version
            check(store.current("v"), world)


def check_nothing_is_left(world: World, oldest: int, base_every: int) -> None:
    """After maintenance and a day there is what describe() tells of and the kept versions need, file by file."""
    maintain(world.root, "v")
    folder = world.folder
    vacuum(folder, retention_of(folder), now_s=time.time() + ORPHAN_AGE_S + 60, old_s=time.time() + 60)
    told = describe(folder)
    first, bases = told["oldest_version"], told["bases"]
    start = first if first in bases else first - 1
    assert oldest - base_every <= first <= oldest or first == 1
    assert all(base >= start for base in bases)
    log = range(first, world.version + 1)
    sst = {file.path: file.bytes for base in bases for file in folder.base(base).files}
    for version in range(start + 1, world.version + 1):
        sst |= {file.path: file.bytes for file in folder.manifest(version).files}
    claims = {f"bases/{name}" for name in folder.storage.names("v/bases") if name.endswith(".claim")}
    assert claims <= {f"bases/{version:020d}.claim" for version in log}
    needed = {"view.json", *sst, *claims, f"retention/{1:020d}.json"}
    needed |= {f"log/{version:020d}.json" for version in log} | {f"bases/{base:020d}.json" for base in bases}
    beside = {"v/publisher.lock"} if world.root.is_local else {".probe", f".latest/{world.version:020d}-v"}
    assert all_files(world.root) == {f"v/{path}" for path in needed} | beside
    assert (told["files"], told["bytes"], told["bytes_vacuum_would_free"]) == (len(sst), sum(sst.values()), 0)


def all_files(root: Root) -> set[str]:
    """Every file at the root."""
    if root.is_local:
        return {str(path.relative_to(root.uri)) for path in Path(root.uri).rglob("*") if path.is_file()}
    storage: Any = root.storage
    return {path.removeprefix(f"{storage.base}/") for path in storage.files.find(storage.base)}
