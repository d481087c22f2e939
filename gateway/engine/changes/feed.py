"""What each new version of a view changes, found out once, in a thread, for all who follow the view on this node.

Kept are the last versions' changes, within KEPT_BYTES_MAX and KEPT_VERSIONS_MAX a view. A version that changes more than
VERSION_BYTES_MAX is told as one whose changes are not here; so are those that the node took together, where their files do not
say it. Followers read those out of the root's files.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Final, Protocol

from gateway.engine.changes.backlog_admission import BacklogAdmission
from gateway.engine.changes.batch import Shared
from statestore.changes.live import LiveChanges
from statestore.changes.walk import Change, bytes_of_changes
from statestore.errors import ShardRestoring, StateStoreError, VersionNotKept
from statestore.node import Store, ViewVersion
from statestore.schema import ViewSchema
from statestore.version_id import VersionId
from statestore.views.manifest import Manifest

#: Of keys and rows, with what Python adds.
KEPT_BYTES_MAX: Final = 16 << 20
#: Of one version: who does not read on may be holding it when it is no longer kept.
VERSION_BYTES_MAX: Final = 4 << 20
_CHANGE_BYTES: Final = 200
KEPT_VERSIONS_MAX: Final = 128
#: So many followers go on in one turn of the loop, which takes up to 0.1 ms each, and a third of that where they need not wake.
_WOKEN_AT_ONCE: Final = 16
#: Of so many of the newest what was made for one follower is there for others.
_SHARED_VERSIONS: Final = 4
#: So many versions are held until their turn comes; with more the oldest are left to files.
_QUEUED_MAX: Final = 8
_THREADS: Final = 1

ANEW: Final = "Subscribe again, without FROM VERSION: it begins with all rows."

_log = logging.getLogger("tidegate")


def id_of(manifest: Manifest, view_id: str) -> VersionId:
    """A version's name on every node."""
    return VersionId(manifest.version, manifest.committed_at_us, view_id)


@dataclass(frozen=True, eq=False)
class ChangedVersion:
    """A version, and what it changed in the shards that are here; None: that is not known here."""

    manifest: Manifest
    schema: ViewSchema
    changes: Mapping[int, list[Change]] | None
    shards: frozenset[int]
    view_id: str
    size_bytes: int = 0
    #: See ChangeBatch.
    shared: Shared = field(default_factory=dict)

    @cached_property
    def number(self) -> int:
        """The version's."""
        return self.manifest.version

    @cached_property
    def id(self) -> VersionId:
        """Its name on every node."""
        return id_of(self.manifest, self.view_id)

    @cached_property
    def by_key(self) -> Mapping[bytes, list[Change]]:
        """All changes, which have to be here. Two rows of a key there are in some tables of attached checkpoints alone."""
        assert self.changes is not None, "they are here"
        found: dict[bytes, list[Change]] = {}
        for change in chain.from_iterable(self.changes.values()):
            found.setdefault(change.key, []).append(change)
        return found


class ChangeFollower(Protocol):
    """Who hears of new versions. For the event loop's thread."""

    def hear(self, version: ChangedVersion | None) -> bool:
        """The next one, or None: there will be no more, see ViewFeed.error. Whether it goes on now. Who follows some keys does not
        hear of versions that change others."""


class ViewFeed:
    """The changes of one view from version *at* on. Construct and use it in the event loop's thread."""

    def __init__(self, at: ViewVersion, threads: Executor) -> None:
        self.view = at.schema.name
        self.view_id = at.view_id
        #: The newest version that can be told of.
        self.newest = at.version
        #: The version up to which all have been told what concerns them.
        self.told = at.id
        #: Why there will be no more.
        self.error: StateStoreError | None = None
        #: With the keys that they follow; None: all.
        self.followers: dict[ChangeFollower, frozenset[bytes] | None] = {}
        self._of_all: dict[ChangeFollower, None] = {}
        self._of_key: dict[bytes, dict[ChangeFollower, None]] = {}
        self._shards = at.held
        self._incarnation = at.incarnation
        self._live, self._threads = LiveChanges(at), threads
        self._last = at.version
        self._queued: deque[ViewVersion] = deque()
        self._kept: dict[int, ChangedVersion] = {}
        self._bytes = 0
        self._task: asyncio.Task[None] | None = None

    def join(self, follower: ChangeFollower, keys: frozenset[bytes] | None = None) -> None:
        """It hears from now on of what changes *keys*, or of all versions."""
        self.followers[follower] = keys
        if keys is None:
            self._of_all[follower] = None
        for key in keys or ():
            self._of_key.setdefault(key, {})[follower] = None

    def part(self, follower: ChangeFollower) -> None:
        """It hears no more."""
        self._of_all.pop(follower, None)
        for key in self.followers.pop(follower, None) or ():
            found = self._of_key[key]
            del found[follower]
            if not found:
                del self._of_key[key]

    def after(self, version: int) -> ChangedVersion | None:
        """The version after that, if its changes are kept."""
        found = self._kept.get(version + 1)
        return None if found is None or found.changes is None else found

    def look(self, store: Store) -> None:
        """There may be new versions."""
        try:
            kept = store.versions(self.view)
        except ShardRestoring:  # what was followed is here already
            kept = ()
        except StateStoreError as error:
            self._end(error)
            return
        if not kept or kept[-1].incarnation != self._incarnation:
            self._end(VersionNotKept(f"view {self.view} was made anew while it was followed", hint=ANEW))
            return
        new = [version for version in kept if version.incarnation == self._incarnation and version.version > self._last]
        if not new:
            return
        self._last = new[-1].version
        self._queued.extend(new)
        while len(self._queued) > _QUEUED_MAX:
            self._queued.popleft()
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())
            self._task.add_done_callback(self._worked)

    def give_up(self) -> None:
        """Nobody follows it any more."""
        self._queued.clear()
        self._kept.clear()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._queued:
                for told in await loop.run_in_executor(self._threads, self._told, self._queued.popleft()):
                    self._keep(told)
                    await self._tell(told)
        finally:
            self._task = None  # here and not once it is done: look() may come in between

    def _worked(self, task: asyncio.Task[None]) -> None:
        if task.cancelled() or (error := task.exception()) is None:
            return
        _log.error("what view %s becomes cannot be told", self.view, exc_info=error)
        self._end(StateStoreError(f"what view {self.view} becomes cannot be told", detail=str(error), hint=ANEW))

    def _told(self, to: ViewVersion) -> list[ChangedVersion]:
        """The versions up to *to*: of those that the node took together with it as well, where that is known."""
        assert to.manifest is not None, "it follows another one"
        shards = self._live.at.held & to.held
        try:
            if to.version == self._live.at.version + 1:
                return [_changed(to.manifest, to, self._live.step(to), shards)]
            if (leap := self._live.leap(to, KEPT_BYTES_MAX)) is not None:
                return [_changed(manifest, to, found.items(), shards) for manifest, found in leap]
        except StateStoreError as error:
            _log.warning("what version %d of view %s changed is left to the root's files: %s", to.version, self.view, error)
        self._live = LiveChanges(to)
        return [ChangedVersion(to.manifest, to.schema, None, shards, to.view_id)]

    def _keep(self, told: ChangedVersion) -> None:
        self._kept[told.number] = told
        if (earlier := self._kept.get(told.number - _SHARED_VERSIONS)) is not None:
            earlier.shared.clear()
        self._bytes += told.size_bytes
        while self._bytes > KEPT_BYTES_MAX or len(self._kept) > KEPT_VERSIONS_MAX:
            self._bytes -= self._kept.pop(next(iter(self._kept))).size_bytes
        self.newest = told.number

    async def _tell(self, told: ChangedVersion) -> None:
        """Some followers after the other: who asks for something else has a turn of the loop in between."""
        woken = 0
        for follower in self._concerned(told):
            woken += follower.hear(told)
            if woken >= _WOKEN_AT_ONCE:
                woken = 0
                await asyncio.sleep(0)
        self.told = told.id

    def _concerned(self, told: ChangedVersion) -> list[ChangeFollower]:
        """Of shards that are here no more, and changes that are not, everybody hears."""
        shards, self._shards = self._shards, told.shards
        if told.changes is None or not told.shards >= shards:
            return list(self.followers)
        by_key = [follower for key in told.by_key if key in self._of_key for follower in self._of_key[key]] if self._of_key else []
        return [*self._of_all, *dict.fromkeys(by_key)]

    def _end(self, error: StateStoreError) -> None:
        self.error = self.error or error
        for follower in list(self.followers):
            follower.hear(None)


def _changed(
    manifest: Manifest, to: ViewVersion, told: Iterable[tuple[int, list[Change]]], shards: frozenset[int]
) -> ChangedVersion:
    """Of changes by shard, told of with *to*; without them where they are too many."""
    found: dict[int, list[Change]] = {}
    size = 0
    for shard, changes in told:
        size += _CHANGE_BYTES * len(changes) + sum(len(c.key) for c in changes) + bytes_of_changes(changes)
        if size <= VERSION_BYTES_MAX:
            found.setdefault(shard, []).extend(changes)
        else:
            found.clear()
    is_kept = size <= VERSION_BYTES_MAX
    return ChangedVersion(manifest, to.schema, found if is_kept else None, shards, to.view_id, size if is_kept else 0)


class Feeds:
    """The feeds of all views that somebody follows. For the event loop's thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.admission = BacklogAdmission()
        self._feeds: dict[str, ViewFeed] = {}
        self._threads = ThreadPoolExecutor(_THREADS, "changes")
        self._unsubscribe: Callable[[], None] | None = None

    def follow(self, view: str, follower: ChangeFollower, keys: frozenset[bytes] | None) -> ViewFeed:
        """The view's feed, which the follower has joined. Raises ViewNotFound, ShardRestoring."""
        current = self.store.current(view)
        feed = self._feeds.get(view)
        if feed is None or feed.error is not None:
            feed = self._feeds[view] = ViewFeed(current, self._threads)
        feed.join(follower, keys)
        if self._unsubscribe is None:
            loop = asyncio.get_running_loop()
            self._unsubscribe = self.store.subscribe(lambda: _soon(loop, self._look))
        feed.look(self.store)
        return feed

    def leave(self, feed: ViewFeed, follower: ChangeFollower) -> None:
        """The follower hears no more; a feed without any is given up."""
        feed.part(follower)
        if not feed.followers and self._feeds.get(feed.view) is feed:
            del self._feeds[feed.view]
            feed.give_up()
        if not self._feeds and self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    def _look(self) -> None:
        for feed in list(self._feeds.values()):
            feed.look(self.store)

    def close(self) -> None:
        """Wait for what is being found out. Close all streams before."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        self._threads.shutdown(cancel_futures=True)


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """Call it in the event loop's thread, unless that has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)
