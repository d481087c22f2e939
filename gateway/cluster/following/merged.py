"""A subscription to shards that several nodes hold: each tells of its own, and a version's rows are handed on once it is its turn.

    nodes ──SUBSCRIBE … WITH (PROGRESS), SHARDS──→ parts, a batch each ──→ rows of version n of any part, then of n + 1 …

Rows of a version go on as soon as every part has told all of the one before, whichever part they are from; that the version is
complete is said when every part has said so. A node that fails, leaves or lets go of a shard is followed by another one, from the
last version that it told of completely. Where some rows of the next one have gone to the client already, the subscription ends
(FragmentLost), and the client begins again behind the last version that was complete.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from gateway.cluster.dispatching.coverage import Coverage, SelectedVersions, assign, cells_of
from gateway.cluster.dispatching.request import Unit, no_task
from gateway.cluster.dispatching.round import NO_REPLICA_WAIT_S, RETRY_S
from gateway.cluster.dispatching.version_selection import no_replica
from gateway.cluster.following.part import FollowedPart
from gateway.cluster.membership.ports import FragmentOutcome, FragmentTask
from gateway.codecs.copy_formats import ArrowRows, mismatch
from gateway.contract.engine import FragmentScope, QueryContext
from gateway.engine.changes.feed import ANEW
from gateway.engine.changes.opening import stored_statement
from gateway.engine.changes.query import Subscription
from gateway.engine.changes.stream import Pushing
from gateway.engine.changes.view_changes import ViewChanges
from gateway.errors import FragmentLost, FragmentRefused, PeerUnreachable
from planner.postgres.deparse import KnownValues, deparse
from planner.tree.statement import SubscribeStart
from statestore.errors import ShardNotHeld, VersionNotKept
from statestore.version_id import VersionId

if TYPE_CHECKING:
    from gateway.cluster.engine import ClusterEngine

#: What no other node can mend: all have the same files.
_GONE: Final = ("not kept", "other view")
_AGAIN: Final = "Subscribe again FROM VERSION with the last one that was complete: nothing is lost."


class MergedChanges:
    """Implements ChangeBatches. *begin* is the version to go on from, or to begin with, at which all shards can be read.

    Raises what ViewChanges does, but not for shards that are not here; NoReplica where no live node has one of them; FragmentLost.
    """

    def __init__(
        self, engine: ClusterEngine, subscription: Subscription, begin: VersionId, context: QueryContext, *, is_told: bool = False
    ) -> None:
        """*is_told*: the client knows that *begin* is complete."""
        self._engine, self._reach, self._cancel = engine, engine.reach, context.cancel
        self._subscription, self._context = subscription, context
        self._view = subscription.followed.view
        self._view_id = engine.store.current(self._view).view_id
        self._generation = engine.generation
        self._progress = begin.version - (not is_told)
        self._parts: list[FollowedPart] = []
        self._begin_at(begin)
        self._failed: dict[tuple[str, int], tuple[float, str]] = {}
        self._since_s: dict[int, float] = {}
        self._rows = ArrowRows(subscription.columns, subscription.followed.rows.arrow_schema, keys=False)
        self._news = asyncio.Event()
        self._cancel.on_cancel(self._news.set)
        self._loop = asyncio.get_running_loop()
        self._numbers, self._begun_s = 0, self._loop.time()

    def _begin_at(self, begin: VersionId) -> None:
        with_rows = self._subscription.start is SubscribeStart.SNAPSHOT and begin.version > 0  # version 0 has none
        self._begin, self._is_open = begin, not with_rows
        #: Up to which version all has been told.
        self._reached = begin.version - with_rows
        #: Shards that nobody tells of now → what has been told of them.
        self._missing: dict[int, VersionId | None] = dict.fromkeys(self._subscription.keys.shards, None if with_rows else begin)

    @property
    def versions(self) -> Mapping[str, int]:
        """See ChangeBatches."""
        return {self._view: self._reached}

    @property
    def schema(self) -> pa.Schema:
        """See ChangeBatches."""
        return self._rows.schema

    async def next_within(self, wait_s: float | None) -> pa.RecordBatch | None:
        """See ChangeBatches."""
        until_s = None if wait_s is None else self._loop.time() + wait_s
        while True:
            self._cancel.check()
            if self._generation != self._engine.generation:
                self._subscription.followed_now()
                self._generation = self._engine.generation
            self._news.clear()
            await self._end_failed()
            self._assign()
            batch = self._next()
            if batch is not None:
                return self._rows.fitted(batch)
            if not await self._has_news(until_s):
                return None

    #: See ChangeBatches: it comes as Arrow.
    next_told = next_within

    def push_to(self, pushing: Pushing) -> None:
        """See ChangeBatches: nothing does."""

    async def close(self) -> None:
        """See ChangeBatches."""
        parts, self._parts = self._parts, []
        for part in parts:
            part.running.cancel()
        await asyncio.gather(*(part.running for part in parts), return_exceptions=True)

    async def _has_news(self, until_s: float | None) -> bool:
        again_s = self._loop.time() + RETRY_S if self._missing else None
        limit_s = min((s for s in (until_s, again_s) if s is not None), default=None)
        try:
            async with asyncio.timeout_at(limit_s):
                await self._news.wait()
        except TimeoutError:
            return until_s is None or self._loop.time() < until_s
        return True

    # ----------------------------------------------------------------------------------------------------------- what comes

    def _next(self) -> pa.RecordBatch | None:
        """Rows whose turn it is, or the one that says that a version is complete."""
        if not self._is_open and (self._missing or any(part.next_version is None for part in self._parts)):
            return None  # as long as some node may not have the version to begin with
        self._is_open = True
        waiting = [begin.version if begin else self._begin.version - 1 for begin in self._missing.values()]
        while True:
            low = min([*waiting, *(part.told for part in self._parts)])
            self._reached = max(self._reached, low)
            if (progress := self._complete(low)) is not None:
                return progress
            part = next((p for p in self._parts if p.next_version is not None and p.next_version <= low + 1), None)
            if part is None:
                return None
            rows = part.take(self._view_id)
            for shard in part.shards:
                self._since_s.pop(shard, None)
            if rows.num_rows:
                return rows

    def _complete(self, low: int) -> pa.RecordBatch | None:
        """Up to version *low* all has been told: what says so, where it is wanted and has not been said."""
        said = [part for part in self._parts if part.progress is not None and self._progress < part.reached <= low]
        if not said:
            return None
        last = max(said, key=lambda part: part.reached)
        self._progress = last.reached
        return last.progress if self._subscription.progress else None

    # ------------------------------------------------------------------------------------------------------------ who tells

    async def _end_failed(self) -> None:
        """Take the shards back from those that tell no more. Raises what it was, where that is final."""
        for part in [part for part in self._parts if part.running.done()]:
            try:
                part.running.result()
                error: PeerUnreachable | FragmentRefused = PeerUnreachable("it ended what has no end")
            except (PeerUnreachable, FragmentRefused) as fault:
                error = fault
            except ShardNotHeld as fault:
                error = FragmentRefused("not held", fault.message)
            if isinstance(error, FragmentRefused) and error.reason in _GONE:
                return await self._begin_anew(part.node, VersionNotKept(error.message, hint=ANEW))
            cause = f"node {part.node}: {error.message}"
            if part.released:
                message = f"node {part.node} failed after it had told some of what a version changed"
                raise FragmentLost(message, detail=cause, hint=_AGAIN) from None
            self._reach.failed(part.node, part, error)
            self._parts.remove(part)
            now_s = self._loop.time()
            for shard in part.shards:
                self._missing[shard] = part.at
                self._failed[part.node, shard] = now_s, cause
                self._since_s.setdefault(shard, now_s)

    async def _begin_anew(self, node: str, error: VersionNotKept) -> None:
        """With the version that is the newest by now; nodes that have much to do may have let go of the one that was selected."""
        if self._is_open or self._loop.time() - self._begun_s > NO_REPLICA_WAIT_S:
            raise error
        await self.close()
        await self._reach.heartbeat.refresh([node])
        self._since_s.clear()
        self._begin_at(self._engine.selected(self._view, self._context))
        self._progress = self._begin.version - 1

    def _assign(self) -> None:
        """Ask nodes for what nobody tells. Raises NoReplica."""
        now_s = self._loop.time()
        lost = [shard for shard in self._missing if now_s - self._since_s.setdefault(shard, now_s) > NO_REPLICA_WAIT_S]
        if lost:
            causes = dict.fromkeys(cause for (_, shard), (_, cause) in self._failed.items() if shard in lost)
            raise no_replica(self._reach.roster, self._reach.store, [(self._view, shard) for shard in lost], tuple(causes))
        for begin in set(self._missing.values()):
            nodes = self._nodes([shard for shard, at in self._missing.items() if at == begin], begin)
            own = self._reach.roster.identity.name
            for node, shards in assign(nodes, own, self._reach.roster.rank).items():
                self._parts.append(self._begun(node, frozenset(shards), begin))
                for shard in shards:
                    del self._missing[shard]

    def _nodes(self, shards: list[int], begin: VersionId | None) -> dict[int, list[str]]:
        """Who can tell of each shard; without those that nobody can tell of now."""
        if begin is None:
            unit = Unit(0, {self._view: frozenset(shards)}, no_task)
            coverage = Coverage(self._reach.roster, [unit], SelectedVersions({self._view: self._begin}))
            holders = {cell.shard: coverage.nodes(cell) for cell in cells_of([unit])}
        else:
            holders = {shard: self._reach.roster.live_holders(self._view, shard) for shard in shards}
        late_s = self._loop.time() - RETRY_S
        known = {shard: [name for name in names if not self._has_failed(name, shard, late_s)] for shard, names in holders.items()}
        return {shard: names for shard, names in known.items() if names}

    def _has_failed(self, name: str, shard: int, since_s: float) -> bool:
        failed = self._failed.get((name, shard))
        return failed is not None and failed[0] > since_s

    def _begun(self, node: str, shards: frozenset[int], begin: VersionId | None) -> FollowedPart:
        part = FollowedPart(node, shards, begin, self._begin.version - 1 if begin is None else begin.version, self._news.set)
        running = self._here(part) if node == self._reach.roster.identity.name else self._there(part)
        part.running = self._loop.create_task(running)
        part.running.add_done_callback(lambda _: self._news.set())
        return part

    async def _there(self, part: FollowedPart) -> FragmentOutcome:
        self._numbers += 1
        settings = self._context.settings.plan
        task = FragmentTask(
            number=self._numbers,
            slot=0,
            sql=self._sql(part.at),
            versions={self._view: self._begin} if part.at is None else {},
            shards={self._view: part.shards},
            timezone=settings.timezone,
            date_style=settings.date_style,
            interval_style=settings.interval_style,
            keys=self._subscription.is_stored,
            endless=True,
            mismatch=partial(mismatch, self._subscription.columns, keys=False),
        )
        return await self._reach.run(part.node, task, None, part)

    def _sql(self, at: VersionId | None) -> str:
        begin = "WITH (SNAPSHOT, PROGRESS)" if at is None else f"FROM VERSION '{at}' WITH (PROGRESS)"
        if self._subscription.is_stored:
            return f"{stored_statement(self._view)} {begin}"
        values = KnownValues(self._subscription.params, self._context.now_us, self._context.settings.plan)
        query = deparse(self._subscription.query.plan.bound.query, values)
        return f"SUBSCRIBE TO (\n{query}\n) {begin}"

    async def _here(self, part: FollowedPart) -> FragmentOutcome:
        versions = {self._view: self._begin} if part.at is None else {}
        scope = FragmentScope(versions, {self._view: part.shards})
        start = SubscribeStart.SNAPSHOT if part.at is None else part.at
        subscription = self._subscription.part(part.shards, start)
        changes = ViewChanges(self._engine, subscription, replace(self._context, copy=None, snapshot=None, fragment=scope))
        try:
            while (batch := await changes.next_within(None)) is not None:
                await part.write(batch)
        finally:
            await changes.close()
        raise AssertionError("it has no end")
