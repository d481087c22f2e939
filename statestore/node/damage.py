"""Damaged files of a node's own copy: how one is named, and where a few are kept for whoever looks into why.

    <store>/damaged/<time>-<view>-<shard>-<file>    the newest FILES_KEPT_MAX, and no more than BYTES_KEPT_MAX in all

Everything else of the shard is removed at once: it is fetched anew from the root, which needs the room.

- ShardDamaged is both a CorruptFile (XX001 for clients, whose message is the file and whose hint says that it is being fetched
  again; 57P03 is for what has never been here) and a ShardNotHeld, so a cluster asks the next holder.
- Kept versions still have their handles on the removed files, and answer what they can; a bad block is ShardDamaged again.
- A file that is deleted while it is open is read on, and found missing by the next version that changes the shard, or at the next
  start. Blocks in the cache are served: they were checked when they were read.

A read that meets a bad block (RocksDB's checksums; a file cut short; a block that the disk cannot read any more), an ingest, a
handle that cannot be opened, or a folder that is not there, make a shard *damaged*. That is told per database (`Generation`), so
a handle on a database that has been replaced since says nothing of the new one. The store's thread is woken and, before it asks
the root anything, sheds the shard: its database goes, the version that is served is published again without it, and every
read of it raises ShardDamaged. Other shards, views and versions go on. Then `adding.py` copies the shard like one that is
newly held, from the newest base and the log, and it is published with the rest; a root that is away is waited for.

- Nothing is written down: the position goes on to name the shard, and that its folder is missing tells the next process. The
  folder is renamed away before anything else, so that what is left of it is never taken for the shard.
- The file that is to blame, as RocksDB's message names it, is kept in `damaged/` for whoever looks into why: the newest 8, and
  256 MiB in all. The rest of the shard is removed, for its copy needs the room. It may be a hard link of the root's file, which
  then is damaged, too: fetching verifies, names it as the view's fault, and goes on with an older base and the log, or a later
  base, as soon as there is one.
- An iterator does not say what ended it, so a scan that cannot prove its end goes through the range once more with one that does.
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
