"""Tells the nodes of a remote root which views have new versions, in one request for all of them.

    <root>/.latest/<version>-<view>    the view has this version, or will have it at any moment

A publisher writes it *before* it commits the version, and removes those of earlier versions afterwards. So what is told proves
freshness: where version 7 of a view is told and nothing else, no later one had been committed when that was read. Where more is
told, a publisher is at work or has crashed; where nothing is, an older release publishes; nodes then look at the view's log itself.

A view is looked at every 40 s by turns all the same, and the names of views are read every minute, for what is done by hand.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Final

from statestore.views.storage import Storage

LATEST_FOLDER: Final = ".latest"

_NAME: Final = re.compile(r"(\d{20})-(.+)", re.DOTALL)


def read_latest(storage: Storage) -> Mapping[str, frozenset[int]]:
    """The versions that are told of each view. Raises OSError, RootNotFound."""
    found: dict[str, set[int]] = defaultdict(set)
    for name in storage.names(LATEST_FOLDER):
        if match := _NAME.fullmatch(name):
            found[match[2]].add(int(match[1]))
    return {view: frozenset(versions) for view, versions in found.items()}


def tell_latest(storage: Storage, view: str, version: int) -> None:
    """Raises OSError, StorageFull; then the version must not be committed."""
    with suppress(FileExistsError):
        storage.create(_path(view, version), f"{version}\n".encode())


def forget_earlier(storage: Storage, view: str, versions: Collection[int]) -> None:
    """No longer tell of *versions*, which a committed one has followed. Raises OSError."""
    for version in versions:
        storage.remove(_path(view, version))


def _path(view: str, version: int) -> str:
    return f"{LATEST_FOLDER}/{version:020d}-{view}"
