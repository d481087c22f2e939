"""Tells the nodes of a remote root which views have new versions, in one request for all of them.

    <root>/.latest/<version>-<view>    the view has this version

A hint, no more: what is committed is what the view's log has. A publisher writes it after its commit and then removes the one
before. A crash in between, or a publisher of an older release, leaves a view without one; nodes then look at its log itself.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
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


def tell_latest(storage: Storage, view: str, version: int, before: Collection[int]) -> None:
    """Tell of *version*, and no longer of those *before*. Raises OSError, StorageFull."""
    storage.create(_path(view, version), f"{version}\n".encode())
    for earlier in before:
        storage.remove(_path(view, earlier))


def _path(view: str, version: int) -> str:
    return f"{LATEST_FOLDER}/{version:020d}-{view}"
