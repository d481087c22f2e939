"""What happens to views from a version on, as parts of versions with a view's columns by then, one version after the other.

Of several views the timeline says which version comes next; where it says nothing, the first that is there does, and is written
down before it is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import pyarrow as pa

from gateway.contract.engine import QueryContext
from gateway.engine.changes.opening import stored_changes
from gateway.engine.changes.pieces import VersionPiece, pieces
from gateway.engine.engine import ReadEngine
from gateway.engine.workers import Steps
from gateway.errors import SlotUnusable
from gateway.replication.timeline import Timeline
from statestore.changes.walk import Change
from statestore.errors import VersionNotKept, VersionNotReached
from statestore.node import ViewVersion
from statestore.schema import ViewSchema
from statestore.version_id import VersionId

_STORED: Final = slice(3, 6)
_ROW_SCHEMA: Final = 6
_HINT: Final = (
    "Drop the slot (DROP SUBSCRIPTION does, or DROP_REPLICATION_SLOT) and begin anew with a copy of the view. The root keeps as "
    "many versions as retain_versions in publish() says."
)


@dataclass(frozen=True, slots=True)
class Portion:
    """Some of what a version changed, with the view's columns by then."""

    version: VersionId
    schema: ViewSchema
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class Restarted:
    """The versions before are not kept: all rows of this one follow, as insertions."""

    version: VersionId
    schema: ViewSchema


@dataclass(frozen=True, slots=True)
class Reached:
    """All up to this version has been told."""

    version: VersionId


Told = Portion | Restarted | Reached


class FollowedView:
    """*at*: the version whose successors are wanted. Close it in the end.

    Raises SlotUnusable (55000) where versions that were not told yet are not kept, unless it *restarts* then, or are of a view that
    was made anew; VersionNotReached for a version of the future; ViewNotFound; in a cluster what MergedChanges does.
    """

    def __init__(self, engine: ReadEngine, view: str, at: VersionId, context: QueryContext, *, restarts: bool) -> None:
        self._engine, self.view, self._context, self._restarts = engine, view, context, restarts
        current = engine.store.current(view)
        _check_position(current, at)
        self.at = at.version
        self.view_id = current.view_id
        self._schema = current.schema
        #: Is a version told, but not all of it?
        self._is_open = False
        #: Are all rows to come, of which nothing has been told?
        self._is_anew = False
        self.steps = Steps(engine.workers, context.cancel)
        self._changes = stored_changes(engine, view, at, context)

    async def told(self) -> AsyncGenerator[Told]:
        """Without an end; raises the token's error once it is set."""
        while True:
            for piece in pieces(await self._next()):
                version = VersionId(piece.version, piece.committed_at_us, self.view_id)
                if self._is_anew:
                    self._is_anew = False
                    yield Restarted(version, self._engine.store.current(self.view).schema)
                self._is_open = piece.progress is None
                if piece.rows.num_rows:
                    yield Portion(version, await self._schema_of(piece), _changes(piece.rows))
                if piece.progress is not None and piece.version > self.at:
                    yield Reached(version)

    async def close(self) -> None:
        """Hear no more."""
        await self.steps.close()
        await self._changes.close()

    async def _next(self) -> pa.RecordBatch:
        try:
            return await self._told()
        except VersionNotKept as error:
            if not self._restarts or self._is_open or self._engine.store.current(self.view).view_id != self.view_id:
                raise SlotUnusable(error.message, detail=error.detail, hint=_HINT) from error
        await self._changes.close()
        self._changes, self._is_anew = stored_changes(self._engine, self.view, None, self._context), True
        return await self._told()

    async def _told(self) -> pa.RecordBatch:
        batch = await self._changes.next_within(None)
        assert batch is not None, "it waits for as long as it takes"
        return batch

    async def _schema_of(self, piece: VersionPiece) -> ViewSchema:
        """The view's at a version: mostly the one before's."""
        number = piece.rows.column(_ROW_SCHEMA)[0].as_py()
        if number != len(self._schema.row_widths) - 1:
            log = self._engine.store.log(self.view)
            assert log is not None, "a published view has one"
            self._schema = await self.steps.run(lambda: log.folder.schema_of(log.folder.manifest(piece.version)))
        return self._schema


class FollowedViews:
    """Several views, or one. Close it in the end.

    Positions are made of numbers: with a *timeline*, of those behind *number*; else of the one view's versions. Raises what
    FollowedView and Timeline do.
    """

    @classmethod
    async def open(
        cls,
        engine: ReadEngine,
        at: Mapping[str, VersionId],
        context: QueryContext,
        *,
        restarts: bool,
        timeline: Timeline | None,
        number: int,
    ) -> Self:
        """*at* are the versions whose successors are wanted; a view *restarts* as FollowedView says."""
        found: dict[str, FollowedView] = {}
        try:
            for view, version in at.items():
                found[view] = FollowedView(engine, view, version, context, restarts=restarts)
            return cls(engine, found, timeline, number)
        except BaseException:
            for followed in found.values():
                await followed.close()
            raise

    def __init__(self, engine: ReadEngine, followed: dict[str, FollowedView], timeline: Timeline | None, number: int) -> None:
        self._engine, self._followed, self._timeline = engine, followed, timeline
        #: All up to this number has been told.
        self.number = number
        self._ids = {view: one.view_id for view, one in followed.items()}
        #: Of each view, the version whose number has been passed, and the one up to which all has been told.
        self._passed = {} if timeline is None else timeline.passed(number, self._ids)
        self._reached = {view: one.at for view, one in followed.items()}
        self._streams = {view: one.told() for view, one in followed.items()}
        #: What each tells next.
        self._heads: dict[str, asyncio.Task[Told]] = {}
        self._ended = asyncio.Event()

    @property
    def is_current(self) -> bool:
        """Has all been told that is served here?"""
        served = ((self._engine.served(view), version) for view, version in self._reached.items())
        return all(newest is not None and version >= newest[0] for newest, version in served)

    async def told(self) -> AsyncGenerator[tuple[str, Told] | None]:
        """What views tell, *number* being the version's; None: it has passed what other views tell. Without an end but end()'s;
        raises the token's error once it is set."""
        while not self._ended.is_set():
            before = self.number
            if (view := await self._turn()) is None:
                if self.number > before:
                    yield None
                continue
            while not isinstance(told := await self._head(view), Reached):
                del self._heads[view]
                yield view, told
            del self._heads[view]
            self._reached[view] = told.version.version
            yield view, told

    def end(self) -> None:
        """told() ends with the version that it is at."""
        self._ended.set()

    async def close(self) -> None:
        """Hear no more."""
        for task in self._heads.values():
            task.cancel()
        await asyncio.gather(*self._heads.values(), return_exceptions=True)
        for view, stream in self._streams.items():
            await stream.aclose()
            await self._followed[view].close()

    def steps(self, view: str) -> Steps:
        """For what is to be done in a thread for it."""
        return self._followed[view].steps

    async def _turn(self) -> str | None:
        """The view whose next version is to be told, and *number* is its; None where that has to be asked again, or at the end."""
        timeline = self._timeline
        if timeline is None:
            for view in await self._ready(self._followed):
                self.number = self._version(view)
                return view
            return None
        while (found := timeline.after(self.number, self._ids)) is not None:
            number, view = found
            if not await self._ready([view]):
                return None
            self.number, self._passed[view] = number, self._passed[view] + 1
            if self._version(view) == self._passed[view]:
                return view
        moved = timeline.moved()
        if timeline.head > self.number:
            self.number = timeline.head
            return None
        if ready := await self._ready(self._followed, moved):
            versions = {view: VersionId(self._version(view), 0, self._ids[view]) for view in ready}
            await asyncio.to_thread(timeline.reach, versions)
        return None

    async def _ready(self, views: Iterable[str], *others: asyncio.Future[None]) -> list[str]:
        """Those of which there is something to be told, once there is, or one of *others* is done. None at the end."""
        heads = {view: self._head(view) for view in views}
        if not any(head.done() for head in heads.values()):
            ending = asyncio.ensure_future(self._ended.wait())
            try:
                waited: set[asyncio.Future[Any]] = {*heads.values(), *others, ending}
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            finally:
                ending.cancel()
        return [] if self._ended.is_set() else [view for view, head in heads.items() if head.done()]

    def _head(self, view: str) -> asyncio.Task[Told]:
        """What it tells next, once that is there."""
        if view not in self._heads:
            self._heads[view] = asyncio.ensure_future(anext(self._streams[view]))
        return self._heads[view]

    def _version(self, view: str) -> int:
        """Of what is there."""
        return self._heads[view].result().version.version


def _check_position(current: ViewVersion, at: VersionId) -> None:
    view = current.schema.name
    if at.view_id not in ("", current.view_id):
        raise SlotUnusable(f"view {view} was made anew since version {at.version}", hint=_HINT)
    if at.version > current.version:
        raise VersionNotReached(f"view {view} has no version {at.version} yet", detail=f"The newest one here is {current.version}.")
    if at.version == current.version and at.committed_at_us not in (0, current.committed_at_us):
        raise SlotUnusable(f"version {at.version} of view {view} was of another view, or of another log", hint=_HINT)


def _changes(rows: pa.RecordBatch) -> list[Change]:
    keys, before, after = (column.to_pylist() for column in rows.columns[_STORED])
    return [Change(*change) for change in zip(keys, before, after, strict=True)]
