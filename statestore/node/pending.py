"""Which versions a view has to take next, and their files, brought here and verified before anything is ingested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from statestore.errors import CorruptFile, StateStoreError, UnsupportedFormat, ViewNotFound
from statestore.node.layout import StoreFolder
from statestore.views.folder import ViewFolder
from statestore.views.manifest import Manifest

#: Versions that are staged, then ingested, before the next ones are.
CHUNK_VERSIONS: Final = 64


class BadVersion(StateStoreError):
    """*version* cannot be taken because of *cause*; all versions before it can."""

    def __init__(self, version: int, cause: StateStoreError) -> None:
        super().__init__(cause.message, detail=cause.detail, hint=cause.hint)
        self.version = version
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Plan:
    """Take *versions*, ascending; *fresh*: into an empty generation, since the first of them is where content starts."""

    versions: tuple[int, ...]
    fresh: bool

    def chunks(self) -> Iterator[tuple[int, ...]]:
        """The versions in the portions in which they are staged."""
        for start in range(0, len(self.versions), CHUNK_VERSIONS):
            yield self.versions[start : start + CHUNK_VERSIONS]


@dataclass(frozen=True, slots=True)
class Staged:
    """Verified local copies of the files of consecutive versions."""

    manifests: tuple[Manifest, ...]
    files: dict[int, list[Path]]


def plan(folder: ViewFolder, top: int, applied: int, *, rebuild: bool) -> Plan:
    """How to get from *applied* to *top*. Raises BadVersion for *top*."""
    base = max(1, read_manifest(folder, top).base)
    fresh = rebuild or base > applied
    return Plan(tuple(range(base if fresh else applied + 1, top + 1)), fresh)


def read_manifest(folder: ViewFolder, version: int) -> Manifest:
    """Raises BadVersion when it is missing, corrupt or of a newer format."""
    try:
        return folder.manifest(version)
    except (CorruptFile, UnsupportedFormat, ViewNotFound) as error:
        raise BadVersion(version, error) from error


def stage(folder: ViewFolder, store: StoreFolder, versions: Sequence[int]) -> tuple[Staged, BadVersion | None]:
    """As many of *versions* as can be had, and what is wrong with the next one.

    Raises StorageFull and OSError, with nothing left behind.
    """
    manifests: list[Manifest] = []
    files: dict[int, list[Path]] = {}
    fault: BadVersion | None = None
    try:
        for version in versions:
            manifest = read_manifest(folder, version)
            for shard, path in _fetch_all(folder, store, manifest):
                files.setdefault(shard, []).append(path)
            manifests.append(manifest)
    except BadVersion as error:
        fault = error
    except BaseException:
        discard(files)
        raise
    return Staged(tuple(manifests), files), fault


def discard(files: dict[int, list[Path]]) -> None:
    """Remove what is left of staged files."""
    for paths in files.values():
        for path in paths:
            path.unlink(missing_ok=True)


def _fetch_all(folder: ViewFolder, store: StoreFolder, manifest: Manifest) -> list[tuple[int, Path]]:
    """All files of one version, or none of them."""
    got: list[tuple[int, Path]] = []
    try:
        for file in manifest.files:
            to = store.work_path(".sst")
            got.append((file.shard, to))
            folder.fetch(file, to)
    except BaseException as error:
        for _, path in got:
            path.unlink(missing_ok=True)
        if isinstance(error, CorruptFile | UnsupportedFormat):
            raise BadVersion(manifest.version, error) from error
        raise
    return got
