"""What a subscription is told in a cluster: by this node alone, as long as it holds all that is followed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import pyarrow as pa

from gateway.cluster.following.merged import MergedChanges
from gateway.contract.engine import QueryContext
from gateway.engine.changes.batch import ChangeBatch
from gateway.engine.changes.query import Subscription
from gateway.engine.changes.stream import Pushing
from gateway.engine.changes.view_changes import ViewChanges, position
from statestore.errors import ShardNotHeld
from statestore.version_id import VersionId

if TYPE_CHECKING:
    from gateway.cluster.engine import ClusterEngine

_Told = TypeVar("_Told")


class ClusterChanges:
    """Implements ChangeBatches. Raises what MergedChanges does."""

    def __init__(self, engine: ClusterEngine, subscription: Subscription, context: QueryContext) -> None:
        self._engine, self._subscription, self._context = engine, subscription, context
        self._changes: ViewChanges | MergedChanges = self._here() or self._everywhere()

    def _here(self) -> ViewChanges | None:
        shards = frozenset(self._subscription.keys.shards)
        if self._engine.has_all({self._subscription.followed.view: shards}, self._context):
            with suppress(ShardNotHeld):  # in between, the store may have gone on to a version without one of them
                return ViewChanges(self._engine, self._subscription, self._context)
        return None

    def _everywhere(self) -> MergedChanges:
        view, start = self._subscription.followed.view, self._subscription.start
        if isinstance(start, VersionId):
            begin = position(start, self._engine.store.current(view))
        else:
            begin = self._engine.selected(view, self._context)
        return MergedChanges(self._engine, self._subscription, begin, self._context)

    @property
    def versions(self) -> Mapping[str, int]:
        """See ChangeBatches."""
        return self._changes.versions

    @property
    def schema(self) -> pa.Schema:
        """See ChangeBatches."""
        return self._changes.schema

    async def next_within(self, wait_s: float | None) -> pa.RecordBatch | None:
        """See ChangeBatches."""
        return await self._next(lambda changes: changes.next_within(wait_s))

    async def next_told(self, wait_s: float | None) -> ChangeBatch | pa.RecordBatch | None:
        """See ChangeBatches."""
        return await self._next(lambda changes: changes.next_told(wait_s))

    async def _next(self, ask: Callable[[ViewChanges | MergedChanges], Awaitable[_Told]]) -> _Told:
        try:
            return await ask(self._changes)
        except ShardNotHeld as error:
            await self._leave_here(error)
        return await ask(self._changes)

    async def _leave_here(self, error: ShardNotHeld) -> None:
        """Go on with all nodes. Raises the error where it is theirs."""
        here = self._changes
        if not isinstance(here, ViewChanges):
            raise error
        await here.close()
        subscription = replace(self._subscription, start=here.at)
        self._changes = MergedChanges(self._engine, subscription, here.at, self._context, is_told=True)

    def push_to(self, pushing: Pushing) -> None:
        """See ChangeBatches."""
        self._changes.push_to(pushing)

    async def close(self) -> None:
        """See ChangeBatches."""
        await self._changes.close()
