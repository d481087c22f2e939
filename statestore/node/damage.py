"""Damaged files of a node's own copy: how one is named, and where a few are kept for whoever looks into why.

    <store>/damaged/<time>-<view>-<shard>-<file>    the newest FILES_KEPT_MAX, and no more than BYTES_KEPT_MAX in all

Everything else of the shard is removed at once: it is fetched anew from the root, which needs the room.
"""

from __future__ import annotations

import logging
import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from statestore.errors import CorruptFile, ShardDamaged

FILES_KEPT_MAX: Final = 8
BYTES_KEPT_MAX: Final = 256 << 20

_log: Final = logging.getLogger("tidegate.store")


def file_in(folder: Path, error: CorruptFile) -> Path:
    """The file below *folder* that RocksDB's message names; the folder where it names none."""
    found = re.search(re.escape(f"{folder}/") + r"([\w.-]*\w)", error.detail or "")
    return folder / found[1] if found else folder


def damaged(shard: str, folder: Path, error: CorruptFile) -> ShardDamaged:
    """What readers are told of *shard*, whose database is in *folder*."""
    return ShardDamaged(
        f"{file_in(folder, error)} is corrupt",
        detail=f"It belongs to {shard}: {error.detail or error.message}",
        hint="The shard is being fetched again from the root, and can be read when it is here.",
    )


def set_aside(file: Path, name: str, folder: Path) -> None:
    """Move the damaged *file* into *folder* under a name that ends with *name*. What cannot be kept is no loss."""
    try:
        folder.mkdir(exist_ok=True)
        os.rename(file, folder / f"{time.time_ns() // 1000}-{name}-{file.name}")
        _remove_oldest(folder)
    except OSError as error:
        _log.warning("%s was not set aside: %s", file, error)


def _remove_oldest(folder: Path) -> None:
    count = total_bytes = 0
    for path in sorted(folder.iterdir(), reverse=True):
        count, total_bytes = count + 1, total_bytes + path.stat().st_size
        if count > FILES_KEPT_MAX or total_bytes > BYTES_KEPT_MAX:
            with suppress(FileNotFoundError):
                path.unlink()
