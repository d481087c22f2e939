"""Versions that the node no longer has, or never had, and the root keeps: made when somebody asks for one, of all shards.

One is the last base before it and the log since, all shards, in databases whose files lose their names once they are open: their
space goes with the last reference, also after kill -9. Four of a node at most, for ten minutes each; the statement waits in its
own stream (`gateway/engine/recalling.py`), the event loop does not. In a cluster each node makes its own, for the others may be
about to delete theirs; it is disk for one more copy of the view. So that the middle of a week is near, vacuum lets one base stay
where the log since the one before is 1,000 versions and ten times as large.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Final

from statestore.errors import StateStoreError
from statestore.node.expiring_shard import shard_with
from statestore.node.intake import Intake, despite_vacuum, made_anew, merged
from statestore.node.layout import StoreClosing, StoreFolder
from statestore.node.version import ViewShape, ViewVersion, no_version
from statestore.views.folder import ViewFolder

#: So many are here at most, of all views; the one that has been here longest makes room.
PAST_VERSIONS_MAX: Final = 4
#: For so long one is here.
PAST_AGE_S: Final = 600.0

_log: Final = logging.getLogger("tidegate.store")


@dataclass(frozen=True, slots=True)
class _Past:
    version: ViewVersion
    until_s: float


class PastVersions:
    """Of one store. One is made at a time. *clock* gives seconds."""

    def __init__(self, store: StoreFolder, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._lock = Lock()
        self._made: tuple[_Past, ...] = ()
        self._making: dict[tuple[int, int], Future[None]] = {}
        self._maker = ThreadPoolExecutor(1, "past-versions")

    def of(self, current: ViewVersion) -> tuple[ViewVersion, ...]:
        """Those of *current*'s view."""
        return tuple(past.version for past in self._made if past.version.incarnation == current.incarnation)

    def make(self, folder: ViewFolder, current: ViewVersion, version: int) -> Future[None]:
        """Have *version* of the view that *current* is of; whoever asks meanwhile waits for the same.

        The future raises VersionNotKept, with what is kept; StateStoreError.
        """
        asked = current.incarnation, version
        with self._lock:
            found = self._making.get(asked)
            if found is None:
                found = self._making[asked] = self._maker.submit(self._make, folder, current, version)
                found.add_done_callback(lambda _: self._making.pop(asked, None))
            return found

    def expire(self) -> None:
        """Let go of those that have been here for their time."""
        if self._made and self._made[0].until_s <= self._clock():
            with self._lock:
                self._made = tuple(past for past in self._made if past.until_s > self._clock())

    def close(self) -> None:
        """Give up the one that is being made: the store's folder is being closed."""
        self._store.give_up()
        self._maker.shutdown(cancel_futures=True)
        self._made = ()

    def _make(self, folder: ViewFolder, current: ViewVersion, version: int) -> None:
        if any(there.version == version for there in self.of(current)):
            return
        began_s = time.monotonic()
        try:
            made = despite_vacuum(folder, version, lambda: self._merged(folder, current, version))
        except StoreClosing as error:
            raise StateStoreError(str(error)) from error
        _log.info("version %d of view %s was made in %.1f s", version, folder.name, time.monotonic() - began_s)
        with self._lock:
            kept = self._made[1 - PAST_VERSIONS_MAX :]
            self._made = (*kept, _Past(made, self._clock() + PAST_AGE_S))

    def _merged(self, folder: ViewFolder, current: ViewVersion, version: int) -> ViewVersion:
        head = folder.manifest(version)
        view_id = folder.view_id(head)
        if view_id != current.view_id:
            raise made_anew(folder, version)
        shape = ViewShape(folder.schema_of(head))
        live = shape.live_rows(head)
        with merged(Intake(folder, self._store, view_id), head, shape.every_shard, self._store.check_open) as generation:
            shards = tuple(
                shard_with(generation.freeze(number, f"{folder.name} shard {number} at version {version}"), live, None)
                for number in range(shape.schema.shards)
            )
        return ViewVersion(shape, head, shards, shape.every_shard, current.incarnation, current.source, no_version, view_id)
