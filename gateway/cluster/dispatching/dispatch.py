"""Runs the fragments of one query: selects versions, gives shards to nodes, gives them to others where a node fails.

    select ──→ round: shards → nodes ─┬─ all whole ─────────────────────→ result
       ↑                              ├─ a node fails ──→ its shards go to the next live replica
       └── other versions ←───────────┼─ a node cannot read the version ─ and nobody else can: everything anew
                                      └─ the query's own error ─────────→ raised

Nothing is known here of SQL: a fragment is text that a Unit makes and a node runs. A failure after rows were released is final.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from typing import Final

from gateway.cluster.dispatching.attempt import Reach
from gateway.cluster.dispatching.coverage import SelectedVersions
from gateway.cluster.dispatching.request import DispatchRequest, DispatchResult
from gateway.cluster.dispatching.round import TICK_S, ReplicaPatience, Round, SelectAnew
from gateway.cluster.dispatching.version_selection import NoVersionFits, Refused, VersionSelector
from gateway.engine.options import VERSION_WAIT_S
from gateway.errors import QueryCancelled
from statestore.version_id import VersionId

#: How often a query may begin anew at once because nodes could not read its versions.
RESTARTS_MAX: Final = 2
#: For so long after the first time it may do so again, after pauses for news, the first of which is so short; each one doubles.
#: Nodes that have much to do are late with their news by some tenths of a second, and may have let go of what they told of.
RESTARTS_FOR_S: Final = 2.0
RESTART_PAUSE_S: Final = 0.02


class Dispatch:
    """Runs queries; one per node. Belongs to one event loop."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._selector = VersionSelector(reach.roster, reach.store)

    async def run(self, request: DispatchRequest) -> DispatchResult:
        """Run all fragments of the request into its sink. Cancelling the call cancels them.

        Raises NoReplica, VersionUnavailable, FragmentLost, QueryCancelled at the deadline, and the errors of the query itself.
        """
        try:
            async with asyncio.timeout_at(request.deadline_s):
                return await self._run(request)
        except TimeoutError:
            raise QueryCancelled("canceling statement due to statement timeout") from None

    async def _run(self, request: DispatchRequest) -> DispatchResult:
        request = replace(request, schemas={**self._schemas(request), **request.schemas})
        refused: set[tuple[str, VersionId]] = set()
        loop = asyncio.get_running_loop()
        patience = ReplicaPatience(loop.time)
        numbers = count(1)
        retries = 0
        refused_s: float | None = None
        pause_s = RESTART_PAUSE_S
        for restarts in count():
            selected = await self._select(request, refused, patience)
            round_ = Round(self._reach, request, selected, patience, numbers)
            try:
                await round_.run(last=restarts >= RESTARTS_MAX)
                return round_.result(retries, restarts)
            except SelectAnew as fault:
                retries += round_.retries
                refused_s = loop.time() if refused_s is None else refused_s
                if restarts >= RESTARTS_MAX and loop.time() - refused_s + pause_s > RESTARTS_FOR_S:
                    raise fault.error from None
                refused.update(fault.refused)
                await self._reach.heartbeat.refresh(fault.nodes)
                if restarts >= RESTARTS_MAX:
                    await patience.wait(self._reach.roster.changed, pause_s)
                    pause_s *= 2
        raise AssertionError("the loop ends by itself")

    def _schemas(self, request: DispatchRequest) -> dict[str, str]:
        """The schemas that the query was planned for, if it was planned just now."""
        views = dict.fromkeys(view for unit in request.units for view in unit.shards)
        found = {view: self._reach.store.view(view) for view in views}
        return {view: held.status.schema for view, held in found.items() if held is not None}

    async def _select(self, request: DispatchRequest, refused: Refused, patience: ReplicaPatience) -> SelectedVersions:
        """Versions to read; waits for them as long as it may help."""
        waited_s = 0.0
        while True:
            try:
                return self._selector.select(request, refused)
            except NoVersionFits as fault:
                left_s = VERSION_WAIT_S - waited_s if fault.newer else patience.left_s
                if fault.hopeless or left_s < TICK_S:
                    raise fault.error from None
                waited_s += await patience.wait(self._reach.roster.changed, left_s)
