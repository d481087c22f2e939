"""What happens to one view from a version on, as parts of versions: what the feed keeps, or the root's files have, in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator, Sequence
from dataclasses import dataclass
from typing import Final

from gateway.contract.cancel import CancelToken
from gateway.engine.changes.backlog import backlog
from gateway.engine.changes.feed import ChangedVersion
from gateway.engine.engine import ReadEngine
from gateway.engine.workers import Steps
from gateway.errors import SlotUnusable
from statestore.changes.between import VersionChanges
from statestore.changes.walk import Change
from statestore.errors import ShardNotHeld, StateStoreError, VersionNotKept, VersionNotReached
from statestore.node import ViewVersion
from statestore.node.serving import Log
from statestore.schema import ViewSchema
from statestore.version_id import VersionId
from statestore.views.manifest import Manifest

#: Changes that are handled at once.
PORTION_MAX: Final = 1_000
_HINT: Final = (
    "Drop the slot (DROP SUBSCRIPTION does, or DROP_REPLICATION_SLOT) and begin anew with a copy of the view. The root keeps as "
    "many versions as retain_versions in publish() says."
)


@dataclass(frozen=True, slots=True)
class Portion:
    """Some of what a version changed, with the view's columns by then."""

    manifest: Manifest
    schema: ViewSchema
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class Reached:
    """All up to this version has been told."""

    position: VersionId


class FollowedView:
    """Implements ChangeFollower. *at*: the version whose successors are wanted. Close it in the end.

    Raises SlotUnusable (55000) where versions that were not told yet are not kept, or are of a view that was made anew;
    VersionNotReached for a version of the future; ShardNotHeld; ViewNotFound.
    """

    def __init__(self, engine: ReadEngine, view: str, at: VersionId, cancel: CancelToken) -> None:
        self._engine, self.view, self._at, self._cancel = engine, view, at, cancel
        current = engine.store.current(view)
        _check_position(current, at)
        self._shards = frozenset(range(len(current.shards)))
        self._check_held(current.held)
        self._news, self._ended = asyncio.Event(), False
        cancel.on_cancel(self._news.set)
        self.steps = Steps(engine.workers, cancel)
        self._backlog: Generator[VersionChanges] | None = None
        self._feed = engine.feeds.follow(view, self)

    def hear(self, version: ChangedVersion | None) -> None:
        """See ChangeFollower."""
        self._news.set()

    async def told(self) -> AsyncGenerator[Portion | Reached]:
        """Without an end of its own; raises the token's error once it is set."""
        while not self._ended:
            self._cancel.check()
            self._news.clear()
            found = self._feed.after(self._at.version)
            if found is not None:
                self._check_held(found.shards)
                for portion in _portions(found):
                    yield portion
                yield self._reach(VersionId(found.number, found.manifest.committed_at_us, self._feed.view_id))
            elif self._feed.newest > self._at.version:
                async for one in self._from_files(self._feed.newest):
                    yield one
            elif self._feed.error is not None:
                raise _unusable(self._feed.error)
            else:
                await self._news.wait()

    def end(self) -> None:
        """told() ends with the version that it is at."""
        self._ended = True
        self._news.set()

    async def close(self) -> None:
        """Hear no more."""
        self._engine.feeds.leave(self._feed, self)
        await self.steps.close()
        left, self._backlog = self._backlog, None
        if left is not None:
            await asyncio.to_thread(left.close)

    def _reach(self, position: VersionId) -> Reached:
        self._at = position
        return Reached(position)

    async def _from_files(self, to: int) -> AsyncGenerator[Portion | Reached]:
        log = self._engine.store.log(self.view)
        if log is None:
            raise SlotUnusable(f"what followed version {self._at.version} of view {self.view} is not kept", hint=_HINT)
        left = self._backlog = backlog(log, self._feed.view_id, self._at, to, self._shards)
        last: Manifest | None = None
        while True:
            found = await self._next_of(log, left)
            if last is not None and (found is None or last.version < found[0].manifest.version):
                yield self._reach(VersionId(last.version, last.committed_at_us, self._feed.view_id))
                if self._ended:
                    return
            if found is None:
                break
            part, schema = found
            last = part.manifest
            for start in range(0, len(part.changes), PORTION_MAX):
                yield Portion(part.manifest, schema, part.changes[start : start + PORTION_MAX])
        self._backlog = None
        if self._at.version < to:  # the last ones changed nothing
            yield self._reach(VersionId(to, 0, self._feed.view_id))

    async def _next_of(self, log: Log, left: Generator[VersionChanges]) -> tuple[VersionChanges, ViewSchema] | None:
        def step() -> tuple[VersionChanges, ViewSchema] | None:
            part = next(left, None)
            return None if part is None else (part, log.folder.schema_of(part.manifest))

        try:
            return await self.steps.run(step)
        except VersionNotKept as error:
            raise _unusable(error) from error

    def _check_held(self, held: frozenset[int]) -> None:
        if missing := sorted(self._shards - held):
            raise ShardNotHeld(
                f"a view is replicated by a node that holds all of it, and of {self.view} shards "
                f"{', '.join(map(str, missing))} are not here",
                hint="tidegate.shards says which node does hold them; replicas in [cluster] says how many do.",
            )


def _check_position(current: ViewVersion, at: VersionId) -> None:
    view = current.schema.name
    if at.view_id not in ("", current.view_id):
        raise SlotUnusable(f"view {view} was made anew since version {at.version}", hint=_HINT)
    if at.version > current.version:
        raise VersionNotReached(f"view {view} has no version {at.version} yet", detail=f"The newest one here is {current.version}.")
    if at.version == current.version and at.committed_at_us not in (0, current.committed_at_us):
        raise SlotUnusable(f"version {at.version} of view {view} was of another view, or of another log", hint=_HINT)


def _unusable(error: StateStoreError) -> SlotUnusable | StateStoreError:
    """The same for who has a slot."""
    return SlotUnusable(error.message, detail=error.detail, hint=_HINT) if isinstance(error, VersionNotKept) else error


def _portions(version: ChangedVersion) -> list[Portion]:
    assert version.changes is not None, "the feed has them"
    changes = [change for shard in sorted(version.changes) for change in version.changes[shard]]
    starts = range(0, len(changes), PORTION_MAX)
    return [Portion(version.manifest, version.schema, changes[start : start + PORTION_MAX]) for start in starts]
