"""Removal of files that crashed attempts left: files being written, and SST files that no manifest names.

An SST file's name starts with the version it was written for, so that only that version's manifest can name it.

- Orphans. The version in a file's name tells which manifest may name it. For a committed version, every other file is an
  orphan, whoever wrote it, because the version is taken; for a later version only the lock's holder may say so. So remote roots
  lose the files of a crashed attempt only after the version has been committed by somebody else, looking back 100 versions.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import product
from pathlib import PurePosixPath
from typing import Final

from statestore.errors import ViewNotFound
from statestore.remote import TRANSFER_S
from statestore.views.folder import ViewFolder
from statestore.views.local_storage import LocalStorage

_FILE_NAME: Final = re.compile(r"(\d{20})-[0-9a-f]+-\d{4,}\.sst")


def file_path(shard: int, version: int, writer: str, part: int) -> str:
    """Path of a shard's file in the view's folder. *writer* is hexadecimal and unique to one attempt of one task."""
    return f"shards/{shard:04d}/{version:020d}-{writer}-{part:04d}.sst"


def remove_orphans(folder: ViewFolder, *, latest: int, swept: int, is_locked: bool) -> None:
    """Remove orphans of versions > *swept*.

    Files for versions up to *latest* are orphans unless the manifest names them, whoever wrote them: their version is
    taken. Files for later versions are orphans only when nobody else can be writing them: the caller holds the lock.
    """
    prefixes = [""] if is_locked else _prefixes(range(swept + 1, latest + 1))
    for version, paths in _files_by_version(folder, prefixes).items():
        if swept < version <= latest:
            try:
                paths -= {file.path for file in folder.manifest(version).files}
            except ViewNotFound:
                continue  # the version is no longer kept, and its files are vacuum's
        elif version <= swept or not is_locked:
            continue
        for path in paths:
            folder.storage.remove(f"{folder.name}/{path}")
    if is_locked:
        remove_temporaries(folder)


def _prefixes(versions: Iterable[int]) -> list[str]:
    """What the names of the files of *versions* begin with, and of some others: a hundred versions have a prefix."""
    return sorted({f"{version // 100:018d}" for version in versions})


def _files_by_version(folder: ViewFolder, prefixes: Iterable[str]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = defaultdict(set)
    for shard, prefix in product(folder.storage.names(f"{folder.name}/shards"), prefixes):
        for name in folder.storage.names(f"{folder.name}/shards/{shard}", prefix, within_s=TRANSFER_S):
            if match := _FILE_NAME.fullmatch(name):
                found[int(match[1])].add(f"shards/{shard}/{name}")
    return found


def remove_temporaries(folder: ViewFolder) -> None:
    """Remove files that were being written when their writer died. The caller holds the view's lock."""
    storage, view = folder.storage, PurePosixPath(folder.name)
    if not isinstance(storage, LocalStorage):
        return
    shards = [view / "shards" / name for name in storage.names(str(view / "shards"))]
    for parent in (view, view / "log", *shards):
        for name in storage.temporary_names(str(parent)):
            storage.remove(str(parent / name))
