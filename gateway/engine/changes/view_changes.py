"""What one subscription is told, of shards that are here: a version's rows to begin with, if they are wanted, then changes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from gateway.contract.engine import QueryContext, RowChunk
from gateway.engine.changes.backlog import BacklogReader, backlog, kept_backlog
from gateway.engine.changes.batch import ChangeBatch, Likeness, Shared, likeness
from gateway.engine.changes.feed import ANEW, ChangedVersion, id_of
from gateway.engine.changes.query import Subscription
from gateway.engine.changes.wanted import WantedKeys
from gateway.engine.keyed.lean import LeanSource
from gateway.engine.workers import Steps
from planner.tree.statement import SubscribeStart
from statestore.changes.walk import Change, bytes_of_changes
from statestore.errors import ShardNotHeld, VersionNotKept, VersionNotReached
from statestore.node import ViewVersion
from statestore.node.portions import portions
from statestore.node.shard import BATCH_ROWS
from statestore.version_id import VersionId
from statestore.views.manifest import Manifest

if TYPE_CHECKING:
    from gateway.engine.changes.stream import Pushing
    from gateway.engine.engine import ReadEngine

#: So many changes become rows in the event loop; more in a thread.
_INLINE_CHANGES_MAX: Final = 64
#: So long a version may take to come here that another node has told of.
REACH_S: Final = 2.0
_UNKNOWN: Final = object()


class ViewChanges:
    """Implements ChangeBatches and ChangeFollower.

    Raises, besides what reading does: VersionNotKept (40001) where versions that were not told yet are no longer kept, or are of a
    view that was made anew; VersionNotReached (40001) for one of the future; ShardNotHeld (55000), before anything is told of a
    version without one of the shards; CachedPlanChanged (0A000) where the view has other columns; PermissionDenied where it is no
    longer granted.
    """

    def __init__(self, engine: ReadEngine, subscription: Subscription, context: QueryContext) -> None:
        """It begins at the version that is the newest now, or is named. Raises what the class does."""
        self._engine, self._subscription, self._cancel = engine, subscription, context.cancel
        self._followed = subscription.followed
        start, view = subscription.start, self._followed.view
        current = engine.store.current(view) if isinstance(start, VersionId) else engine.version_of(view, context)
        self._wanted = WantedKeys(subscription.keys)
        self._check_held(current.held)
        #: All up to this version has been told.
        self.at = position(start, current)
        self._snapshot: LeanSource | None = None
        self._told = current.manifest
        if start is SubscribeStart.SNAPSHOT:
            self._followed = self._followed.with_schema(current.schema)
            self._snapshot = self._followed.source(current, subscription.keys, context.cancel)
        self._backlog: BacklogReader | None = None
        self._closing: asyncio.Task[None] | None = None
        #: See Admitted.
        self.idle_since_s: float | None = None
        #: What a version changed and is not told yet.
        self._left: Sequence[Change] = ()
        #: Is it a version that is not here yet?
        self._is_ahead = self.at.version > current.version
        # Who begins with what is to come is told where that is.
        is_newest = self._snapshot is None and self.at.version == current.version
        self._batch: ChangeBatch | pa.RecordBatch | None = self._progress(current.manifest) if is_newest else None
        self._shared: Shared = {}
        self._whole: frozenset[int] | None = None
        self._is_waiting = self._awaits_turn = False
        self._pushing: Pushing | None = None
        #: Of those who are told the same of each version: messages made for one of them are there for the others.
        self._audience: Likeness | None = None
        self._news = asyncio.Event()
        context.cancel.on_cancel(self._news.set)
        self._steps = Steps(engine.workers, context.cancel)
        # Who is told that versions are complete hears of all.
        self._keys = None if subscription.progress else self._wanted.named
        #: Does it wait for versions that concern its keys, and for no others? Then *at* may be behind what has been told.
        self._is_resting = False
        self._feed = engine.feeds.follow(view, self, self._keys)

    @property
    def versions(self) -> dict[str, int]:
        """Up to which version all has been told."""
        return {self._followed.view: self._position.version}

    @property
    def _position(self) -> VersionId:
        """*at*; while it rests, versions may have been told since that did not concern it."""
        at, told = self.at, self._feed.told
        return told if self._is_resting and told.version > at.version else at

    @property
    def schema(self) -> pa.Schema:
        """Of the batches."""
        return self._followed.rows.arrow_schema

    async def next_within(self, wait_s: float | None) -> pa.RecordBatch | None:
        """See ChangeBatches."""
        told = await self.next_told(wait_s)
        if not isinstance(told, ChangeBatch):
            return told
        return told.arrow() if told.num_rows <= _INLINE_CHANGES_MAX else await self._steps.run(told.arrow)

    async def next_told(self, wait_s: float | None) -> ChangeBatch | pa.RecordBatch | None:
        """See ChangeBatches."""
        self._cancel.check()
        loop, self.idle_since_s = asyncio.get_running_loop(), None
        until_s = None if wait_s is None else loop.time() + wait_s
        while self._batch is None:
            if not await self._more(until_s):
                break
        batch, self._batch, self.idle_since_s = self._batch, None, loop.time()
        return batch

    def push_to(self, pushing: Pushing) -> None:
        """See ChangeBatches."""
        self._pushing = pushing

    async def close(self) -> None:
        """See ChangeBatches."""
        self._engine.feeds.leave(self._feed, self)
        await self._engine.workers.let_end(self._end(), self._steps)

    async def _end(self) -> None:
        try:
            await self._steps.close()
        finally:
            self._snapshot = self._batch = None
            self.let_go()
            if self._closing is not None:
                await self._closing

    # ---------------------------------------------------------------------------------------------------------- what is next

    async def _more(self, until_s: float | None) -> bool:
        """Go one step on; there may be rows then. False where there is nothing to be told until then."""
        if self._snapshot is not None:
            await self._read_snapshot(self._snapshot)
        elif self._backlog is not None:
            if not self._engine.feeds.admission.take(self):
                return await self._has_news(until_s, is_turn=True)
            await self._read_backlog(self._backlog)
        elif self._left:
            await self._tell()
        elif self._is_ahead and self._feed.error is None:
            await self._reach()
        elif (found := self._feed.after(self.at.version)) is not None:
            await self._take(found)
        elif self._feed.newest > self.at.version:
            self._begin_backlog()
        elif self._feed.error is not None:
            raise self._feed.error
        else:
            return await self._has_news(until_s)
        return True

    async def _reach(self) -> None:
        """Another node may have told of a version that is on its way here. Raises VersionNotReached, VersionNotKept."""
        until_s, newest = asyncio.get_running_loop().time() + REACH_S, self._feed.newest
        while self._feed.newest < self.at.version and await self._has_news(until_s):
            pass
        if self._feed.newest < self.at.version:
            told = f"The newest one here is {newest}."
            raise VersionNotReached(f"view {self._followed.view} has no version {self.at.version} yet", detail=told)
        self._is_ahead = False
        kept = self._engine.store.versions(self._followed.view)
        manifest = next((version.manifest for version in kept if version.version == self.at.version), None)
        if manifest is not None:  # else files are read, and checked
            _check_same(self.at, manifest, self._followed.view)
            self._batch = self._progress(manifest)

    async def _has_news(self, until_s: float | None, *, is_turn: bool = False) -> bool:
        """*is_turn*: versions are no news, for it waits to read earlier ones."""
        self._cancel.check()  # it may have been set while something was read
        self._news.clear()
        self._is_waiting, self._awaits_turn = not is_turn, is_turn
        self._is_resting = self._keys is not None and not is_turn
        try:
            async with asyncio.timeout_at(until_s):
                await self._news.wait()
        except TimeoutError:
            return False
        finally:
            self.at = self._position
            self._is_waiting = self._awaits_turn = self._is_resting = False
        self._cancel.check()
        return True

    def wake(self) -> None:
        """See Admitted."""
        self._news.set()

    def let_go(self) -> None:
        """See Admitted."""
        self._engine.feeds.admission.leave(self)
        left = None if self._backlog is None else self._backlog.put_down()
        if left is not None:
            self._closing = asyncio.get_running_loop().create_task(asyncio.to_thread(left.close))

    def hear(self, version: ChangedVersion | None) -> bool:
        """See ChangeFollower: who waits for other keys goes on without being woken."""
        if version is not None and self._is_waiting:
            self.at = self._position
            is_pushed = self._is_pushed(version)
            if is_pushed or not self._concerns(version):
                self.at = version.id
                return is_pushed
            self._is_resting = False
        if not self._awaits_turn:
            self._news.set()
        return not self._awaits_turn

    def _is_pushed(self, version: ChangedVersion) -> bool:
        """What it changed is told without a task that wakes, a fifth of the time. Whatever is not as always is left to that."""
        pushing = self._pushing
        if pushing is None or self._is_ahead or version.number != self.at.version + 1 or version.changes is None:
            return False
        if self._followed.generation != self._engine.generation:
            return False
        if self._audience is None:
            self._audience = likeness((self._wanted.like, self._followed.rows.like, self._subscription.progress, pushing.like))
        try:
            if (chunk := version.shared.get(self._audience, _UNKNOWN)) is _UNKNOWN:
                chunk = version.shared[self._audience] = self._made(version, pushing)
            return chunk if isinstance(chunk, bool) else pushing.send(chunk)
        except Exception:  # noqa: BLE001 - its own task meets it again, and nobody else
            return False

    def _made(self, version: ChangedVersion, pushing: Pushing) -> RowChunk | bool:
        """What is told of it. True: nothing; False: that is for a task."""
        rows = self._followed.rows
        if rows.with_schema(version.schema) is not rows or not self._wanted.shards <= version.shards:
            return False
        changes = self._wanted.of_version(version)
        if len(changes) > _INLINE_CHANGES_MAX:
            return False
        made = rows.batch(version.manifest, changes, progress=self._subscription.progress, shared=version.shared, whole=None)
        if isinstance(made, ChangeBatch):
            return pushing.encode(made) or False
        return made is None

    def _concerns(self, version: ChangedVersion) -> bool:
        if version.number != self.at.version + 1 or version.changes is None or self._subscription.progress:
            return True
        return not self._wanted.shards <= version.shards or bool(self._wanted.of_version(version))

    async def _read_snapshot(self, snapshot: LeanSource) -> None:
        rows = await self._steps.run(lambda: self._next_of(snapshot))
        if rows is not None:
            self._batch = rows if rows.num_rows else None
            return
        self._snapshot = None
        snapshot.close()
        self._batch = self._progress(self._told)

    def _next_of(self, snapshot: LeanSource) -> pa.RecordBatch | None:
        rows = snapshot.read()
        return None if rows is None else self._followed.rows.of_rows(self._told, rows)

    async def _take(self, version: ChangedVersion) -> None:
        self._check_held(version.shards)
        self._plan_anew(version)
        self._told, self._left = version.manifest, self._wanted.of_version(version)
        self._shared, self._whole = version.shared, self._wanted.shards if self._wanted.is_whole else None
        await self._tell()

    async def _tell(self) -> None:
        """Some of what a version changed: a batch is all that a client has of its own."""
        assert self._told is not None, "there is a version"
        manifest, some = self._told, next(portions(iter(self._left), BATCH_ROWS, bytes_of_changes), [])
        self._left = self._left[len(some) :]
        is_last, rows = not self._left, self._followed.rows
        whole, self._whole = self._whole if is_last else None, None  # they are all of the version, or a part
        made = partial(
            rows.batch, manifest, some, progress=is_last and self._subscription.progress, shared=self._shared, whole=whole
        )
        self._batch = made() if len(some) <= _INLINE_CHANGES_MAX else await self._steps.run(made)
        if is_last:
            self.at = id_of(manifest, self._feed.view_id)

    def _begin_backlog(self) -> None:
        store, feed, shards = self._engine.store, self._feed, self._wanted.shards
        log, self._told = store.log(feed.view), None
        if log is None:
            self._backlog = BacklogReader(lambda at: kept_backlog(store.versions(feed.view), at, feed.newest, shards))
        else:
            self._backlog = BacklogReader(lambda at: backlog(log, feed.view_id, at, feed.newest, shards))

    async def _read_backlog(self, reader: BacklogReader) -> None:
        if self._closing is not None:
            await self._closing
        part = await self._steps.run(lambda: reader.read(self.at))
        self._plan_anew(None)
        if part is None:
            assert self._told is not None, "the last version is always told"
            self._backlog = None
            self._engine.feeds.admission.leave(self)
            self._batch = self._progress(self._told)
            self.at = id_of(self._told, self._feed.view_id)
            return
        done = None
        if self._told is not None and self._told.version < part.manifest.version:
            self.at = id_of(self._told, self._feed.view_id)
            done = self._progress(self._told)
        changes = self._wanted.among(part.changes)
        self._batch = _joined(done, await self._steps.run(lambda: self._rows(part.manifest, changes)))
        self._told = part.manifest

    def _rows(self, manifest: Manifest, changes: Sequence[Change]) -> pa.RecordBatch | None:
        found = self._followed.rows.batch(manifest, changes, progress=False, shared={}, whole=None)
        return found.arrow() if isinstance(found, ChangeBatch) else found

    def _progress(self, manifest: Manifest | None) -> pa.RecordBatch | None:
        return self._followed.rows.progress(manifest) if self._subscription.progress and manifest is not None else None

    def _plan_anew(self, version: ChangedVersion | None) -> None:
        """Where the catalog, or what is granted, has changed."""
        self._audience = None
        if self._followed.generation != self._engine.generation:
            self._followed = self._subscription.followed_now()
        if version is not None:
            self._followed = self._followed.with_schema(version.schema)

    def _check_held(self, held: frozenset[int]) -> None:
        if missing := sorted(self._wanted.shards - held):
            numbers = ", ".join(map(str, missing))
            raise ShardNotHeld(f"shards {numbers} of view {self._followed.view} are not held by this node, and are subscribed to")


def position(start: VersionId | SubscribeStart, current: ViewVersion) -> VersionId:
    """Where a subscription begins. Raises VersionNotKept for what cannot be a version of this view."""
    if not isinstance(start, VersionId):
        return current.id
    view = current.schema.name
    if start.view_id not in ("", current.view_id):
        raise VersionNotKept(f"version {start} is of another view than {view}, or it was made anew", hint=ANEW)
    if start.version == current.version and current.manifest is not None:
        _check_same(start, current.manifest, view)
    return start


def _check_same(at: VersionId, manifest: Manifest, view: str) -> None:
    if at.committed_at_us not in (0, manifest.committed_at_us):
        raise VersionNotKept(f"version {at} of view {view} was of another view, or of another log", hint=ANEW)


def _joined(*batches: pa.RecordBatch | None) -> pa.RecordBatch | None:
    found = [batch for batch in batches if batch is not None]
    return pa.concat_batches(found) if len(found) > 1 else found[0] if found else None
