"""What happens to one view from a version on, as parts of versions with the view's columns by then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from gateway.contract.engine import QueryContext
from gateway.engine.changes.opening import stored_changes
from gateway.engine.changes.pieces import Piece, pieces
from gateway.engine.engine import ReadEngine
from gateway.engine.workers import Steps
from gateway.errors import SlotUnusable
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

    position: VersionId


class FollowedView:
    """*at*: the version whose successors are wanted. Close it in the end.

    Raises SlotUnusable (55000) where versions that were not told yet are not kept, unless it *restarts* then, or are of a view that
    was made anew; VersionNotReached for a version of the future; ViewNotFound; in a cluster what MergedChanges does.
    """

    def __init__(self, engine: ReadEngine, view: str, at: VersionId, context: QueryContext, *, restarts: bool) -> None:
        self._engine, self.view, self._context, self._restarts = engine, view, context, restarts
        current = engine.store.current(view)
        _check_position(current, at)
        self._at = at.version
        self._view_id = current.view_id
        self._schema = current.schema
        #: Is a version told, but not all of it?
        self._is_open = False
        #: Are all rows to come, of which nothing has been told?
        self._is_anew = False
        self._ended = asyncio.Event()
        self.steps = Steps(engine.workers, context.cancel)
        self._changes = stored_changes(engine, view, at, context)

    async def told(self) -> AsyncGenerator[Portion | Restarted | Reached]:
        """Without an end of its own; raises the token's error once it is set."""
        while (batch := await self._next()) is not None:
            for piece in pieces(batch):
                version = VersionId(piece.version, piece.committed_at_us, self._view_id)
                if self._is_anew:
                    self._is_anew = False
                    yield Restarted(version, self._engine.store.current(self.view).schema)
                self._is_open = piece.progress is None
                if piece.rows.num_rows:
                    yield Portion(version, await self._schema_of(piece), _changes(piece.rows))
                if piece.progress is not None and piece.version > self._at:
                    yield Reached(version)
                    if self._ended.is_set():
                        return

    def end(self) -> None:
        """told() ends with the version that it is at."""
        self._ended.set()

    async def close(self) -> None:
        """Hear no more."""
        await self.steps.close()
        await self._changes.close()

    async def _next(self) -> pa.RecordBatch | None:
        """None at the end of a version, once end() was called."""
        try:
            return await self._told()
        except VersionNotKept as error:
            if not self._restarts or self._is_open or self._engine.store.current(self.view).view_id != self._view_id:
                raise SlotUnusable(error.message, detail=error.detail, hint=_HINT) from error
        await self._changes.close()
        self._changes, self._is_anew = stored_changes(self._engine, self.view, None, self._context), True
        return await self._next()

    async def _told(self) -> pa.RecordBatch | None:
        reading = asyncio.ensure_future(self._changes.next_within(None))
        ending = asyncio.ensure_future(self._ended.wait())
        try:
            while not reading.done() and not (self._ended.is_set() and not self._is_open):
                await asyncio.wait({reading, ending} if not ending.done() else {reading}, return_when=asyncio.FIRST_COMPLETED)
            return await reading if reading.done() else None
        finally:
            ending.cancel()
            reading.cancel()
            await asyncio.wait({reading})

    async def _schema_of(self, piece: Piece) -> ViewSchema:
        """The view's at a version: mostly the one before's."""
        number = piece.rows.column(_ROW_SCHEMA)[0].as_py()
        if number != len(self._schema.row_widths) - 1:
            log = self._engine.store.log(self.view)
            assert log is not None, "a published view has one"
            self._schema = await self.steps.run(lambda: log.folder.schema_of(log.folder.manifest(piece.version)))
        return self._schema


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
