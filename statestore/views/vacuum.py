"""Deletes what is older than the versions that are kept, and what attempts that came to nothing have left.

What stays: the versions that are kept, what the oldest of them can be made of, and the newest base. The oldest can be made of a
base and the log from there on, or of the log from the version on that replaced all content. So every kept version can be had,
whenever vacuum is killed, and however many run at a time: the manifests and bases that name files go before the files.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from statestore.errors import ViewNotFound
from statestore.views.folder import ViewFolder
from statestore.views.retention import Retention

#: Files that nothing names are deleted when they are this old: somebody may be about to name them.
ORPHAN_AGE_S: Final = 86_400.0

#: Times that another vacuum may delete what this one looks at.
_RACES_MAX: Final = 3

_FILE: Final = re.compile(r"(\d{20})-(base-)?[0-9a-f]+-\d{4,}\.sst")


@dataclass(frozen=True, slots=True)
class Vacuumed:
    """What was deleted, or would be: paths in the view's folder, and their bytes as far as they are known."""

    oldest: int
    paths: tuple[str, ...]
    bytes: int


def vacuum(
    folder: ViewFolder, retention: Retention, *, now_s: float | None = None, dry_run: bool = False, orphans: bool = True
) -> Vacuumed:
    """Delete what the view's kept versions do not need. Raises CorruptFile, UnsupportedFormat, OSError; ViewNotFound, naming
    it, where a version is missing among those that are kept.

    Where the oldest of them can be made of nothing but the whole log, no version goes: see base_maker. Without *orphans*, what
    failed attempts left behind kept versions stays until these go; no manifest of a kept version is read then.
    """
    for _ in range(_RACES_MAX):
        with suppress(ViewNotFound):
            return _vacuum(folder, retention, time.time() if now_s is None else now_s, dry_run=dry_run, orphans=orphans)
    return _vacuum(folder, retention, time.time() if now_s is None else now_s, dry_run=dry_run, orphans=orphans)


def _vacuum(folder: ViewFolder, retention: Retention, now_s: float, *, dry_run: bool, orphans: bool) -> Vacuumed:
    """Raises ViewNotFound as well, where another vacuum deletes what is looked at."""
    bases, versions = folder.bases(), folder.versions()
    first, based = _start(folder, bases, oldest_kept(folder, versions, retention, now_s))
    kept = [base for base in bases if base in (first if based else 0, bases[-1])] if first else bases
    dropped = [base for base in bases if base not in kept]
    paths = [folder.base_path(base) for base in dropped]
    paths += [folder.manifest_path(version) for version in versions if version < first]
    left = _Left(folder, first + 1 if based else first, versions[-1] if versions else 0, now_s - ORPHAN_AGE_S)
    files = [*left.files(_named(folder, kept), _named(folder, dropped)), *(left.orphans() if orphans else ())]
    if not dry_run:
        for path in paths:
            folder.storage.remove(path)
        folder.storage.remove_all([path for path, _ in files])
    paths += [path for path, _ in files]
    return Vacuumed(max(first, min(versions, default=0)), tuple(paths), sum(size for _, size in files))


def _start(folder: ViewFolder, bases: list[int], oldest: int) -> tuple[int, bool]:
    """(version, whether it is a base) of what *oldest* can be made of, with the log from there on; 0: of the whole log."""
    based = max((base for base in bases if base <= oldest and _is_usable(folder, base)), default=0)
    if oldest == 0:
        return 0, False
    head = folder.manifest(oldest)
    # The log alone must then tell the schema and which view it is of.
    tells = head.view_id is not None and (head.schema_at == 0 or head.schema_at >= head.base)
    return (head.base, False) if tells and head.base > based else (based, based > 0)


def _is_usable(folder: ViewFolder, version: int) -> bool:
    """Only a base all of whose files are there may take the place of what lies behind it."""
    base = folder.newest_base(version)
    if base is None or base.version != version:
        return False
    for shard in {file.shard for file in base.files}:
        place = f"shards/{shard:04d}"
        there = {f"{place}/{name}": size for name, size, _ in folder.storage.entries(f"{folder.name}/{place}")}
        if any(there.get(file.path) != file.bytes for file in base.files if file.shard == shard):
            return False
    return True


def oldest_kept(folder: ViewFolder, versions: list[int], retention: Retention, now_s: float | None = None) -> int:
    """The oldest of *versions*, which are all there are, that is kept; 0 where there is none.

    Commit times do not descend, so the one where they are young enough is found by halving.
    """
    if not versions:
        return 0
    now_s = time.time() if now_s is None else now_s
    low, high = 0, len(versions) - 1
    while low < high:
        middle = (low + high) // 2
        if folder.manifest(versions[middle]).committed_at_us >= (now_s - retention.age_s) * 1e6:
            high = middle
        else:
            low = middle + 1
    return min(versions[low], versions[-min(len(versions), max(1, retention.versions))])


def _named(folder: ViewFolder, bases: list[int]) -> set[str]:
    return {file.path for base in bases for file in folder.base(base).files}


class _Left:
    """Files of shards that nothing names: those of versions before *first*, and of attempts from before *old_s*."""

    def __init__(self, folder: ViewFolder, first: int, latest: int, old_s: float) -> None:
        self._folder = folder
        self._first = first
        self._latest = latest
        self._old_s = old_s
        self._unsure: dict[int, list[tuple[str, int]]] = {}

    def files(self, named: Collection[str], dropped: Collection[str]) -> Iterator[tuple[str, int]]:
        """(path, bytes), *dropped* ones as well, but none that is *named*; those that a manifest may name are left to orphans()."""
        folder = self._folder
        for shard in sorted(folder.storage.names(f"{folder.name}/shards")):
            for name, size, written_s in folder.storage.entries(f"{folder.name}/shards/{shard}"):
                match, path = _FILE.fullmatch(name), f"shards/{shard}/{name}"
                if match is None or path in named:
                    continue
                version, of_base, is_old = int(match[1]), bool(match[2]), written_s <= self._old_s
                if path in dropped or (version < self._first and not of_base) or (is_old and (of_base or version > self._latest)):
                    yield f"{folder.name}/{path}", size
                elif is_old and not of_base:
                    self._unsure.setdefault(version, []).append((path, size))

    def orphans(self) -> Iterator[tuple[str, int]]:
        """After files(): those that their version's manifest does not name."""
        for version, found in sorted(self._unsure.items()):
            named = {file.path for file in self._folder.manifest(version).files}
            yield from ((f"{self._folder.name}/{path}", size) for path, size in found if path not in named)
