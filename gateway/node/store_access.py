"""Who may read a node's store: its files hold what grants keep from users, so nobody but the node's own user, unless it is said.

The process makes all files with that in mind (umask), RocksDB's and DuckDB's too. A folder that is there already is closed if it
holds nothing but a store; one that is shared with others' files is theirs, and then the folders inside are closed. Hard links have
the mode of the root's files, which they are: here the store's folder keeps others from them, as the root's folder does there.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_OWNER: Final = 0o700
_GROUP: Final = 0o750
#: What a node makes in its store's folder; workers have folders worker-1, worker-2 …
_OURS: Final = (
    "LOCK", "store.json", "node.json", "reload.json", "views", "work", "damaged", "attached", "rootless", "failed-logins",
    "replication", "worker-",
)  # fmt: skip

_log = logging.getLogger("tidegate")


def keep_private(store: Path, *, group_access: bool) -> None:
    """From now on what this process makes is for its user, with *group_access* its group as well; so is the store that is there."""
    mode = _GROUP if group_access else _OWNER
    os.umask(0o777 & ~mode)
    try:
        for folder in list(_folders(store)):
            if folder.stat().st_mode & 0o777 & ~mode:
                folder.chmod(mode)
    except OSError as error:
        _log.warning("%s stays open to whom its mode lets in: %s", store, error.strerror)


def _folders(store: Path) -> Iterator[Path]:
    if not os.path.isdir(store):  # Path.is_dir raises for names that are too long: whoever opens the store says that
        return
    found = list(store.iterdir())
    ours = [path for path in found if path.name.startswith(_OURS)]
    if len(ours) == len(found):
        yield store
    yield from (path for path in ours if path.is_dir() and not path.is_symlink())
