"""Running all fragments of a query at versions that are selected."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NoReturn

from gateway.cluster.dispatching.attempt import Attempt, Reach
from gateway.cluster.dispatching.coverage import Cell, Coverage, SelectedVersions, assign, cells_of
from gateway.cluster.dispatching.request import DispatchRequest, DispatchResult
from gateway.cluster.dispatching.version_selection import no_replica
from gateway.cluster.membership.ports import FragmentOutcome
from gateway.cluster.membership.signal import ChangeSignal
from gateway.errors import VERSION_REASONS, FragmentRefused, PeerUnreachable, VersionUnavailable
from statestore.version_id import VersionId

#: How long a query waits in all for live replicas that are missing.
NO_REPLICA_WAIT_S: Final = 5.0
#: A node that failed a cell is asked again for it after this, if it was heard since.
RETRY_S: Final = 0.1
_POLL_S: Final = 0.025
#: Less than this is no time to wait for: timers may fire a little early.
TICK_S: Final = 0.001


class ReplicaPatience:
    """What is left of NO_REPLICA_WAIT_S."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.left_s = NO_REPLICA_WAIT_S

    async def wait(self, signal: ChangeSignal, timeout_s: float) -> float:
        """Wait for *signal*, at most *timeout_s*; how long it took."""
        begun_s = self._clock()
        await signal.wait(min(timeout_s, self.left_s))
        took_s = self._clock() - begun_s
        self.left_s -= took_s
        return took_s


class SelectAnew(Exception):
    """Some node cannot read the versions, and nobody else can in its place."""

    def __init__(self, error: VersionUnavailable, refused: list[tuple[str, VersionId]], nodes: list[str]) -> None:
        super().__init__(error.message)
        self.error = error
        self.refused = refused
        self.nodes = nodes


@dataclass(frozen=True, slots=True)
class CellFailure:
    """A node that failed a cell, when and why; *of_version*: it could not read the version."""

    failed_s: float
    cause: str
    of_version: bool


class Round:
    """One attempt at the whole query. After run() every cell is in the sink or among the missing."""

    def __init__(
        self, reach: Reach, request: DispatchRequest, selected: SelectedVersions, patience: ReplicaPatience, numbers: Iterator[int]
    ) -> None:
        """*numbers* numbers the fragments."""
        self.retries = 0
        self._reach = reach
        self._request = request
        self._selected = selected
        self._patience = patience
        self._numbers = numbers
        self._loop = asyncio.get_running_loop()
        self._pending = list(cells_of(request.units))
        self._missing: list[Cell] = []
        self._failures: dict[Cell, dict[str, CellFailure]] = {}
        self._running: dict[asyncio.Task[FragmentOutcome], Attempt] = {}
        self._ended: deque[Attempt] = deque()
        self._done: list[Attempt] = []
        self._wake = ChangeSignal()

    async def run(self, *, last: bool) -> None:
        """Run everything. With *last* a partial answer leaves out what cannot be read at the versions.

        Raises SelectAnew otherwise, with all rows discarded; NoReplica, FragmentLost, and the query's own errors.
        """
        try:
            while self._pending or self._running:
                self._start_pending()
                await self._wait()
                while self._ended:
                    self._take(self._ended.popleft(), last=last)
        finally:
            for task, attempt in self._running.items():
                attempt.sink.close()
                task.cancel()

    def result(self, retries: int, restarts: int) -> DispatchResult:
        """What came of it; the arguments count what happened in earlier rounds."""
        return DispatchResult(self._selected.versions, self._missing_shards(), retries + self.retries, restarts)

    def _missing_shards(self) -> dict[str, frozenset[int]]:
        found: dict[str, frozenset[int]] = {}
        for cell in self._missing:
            for view in self._views(cell):
                found[view] = found.get(view, frozenset()) | {cell.shard}
        return found

    def _views(self, cell: Cell) -> list[str]:
        return [view for view, shards in self._request.units[cell.unit].shards.items() if cell.shard in shards]

    # ---------------------------------------------------------------------------------------------------------- starting

    def _start_pending(self) -> None:
        """Give every pending cell that has a node to it. Raises NoReplica when there is none and no time left to wait, SelectAnew
        where the nodes have gone on to other versions meanwhile."""
        if not self._pending:
            return
        coverage = Coverage(self._reach.roster, self._request.units, self._selected)
        nodes = {cell: self._eligible(cell, coverage) for cell in self._pending}
        self._pending = [cell for cell in self._pending if not nodes[cell]]
        for index in range(len(self._request.units)):
            found = {cell: names for cell, names in nodes.items() if names and cell.unit == index}
            own = self._reach.roster.identity.name
            # This node's own part comes last: its thread would hold up what is sent to the others.
            for node, cells in sorted(assign(found, own, self._reach.roster.rank).items(), key=lambda given: given[0] == own):
                self._start(index, node, cells)
        if self._pending and self._request.partial:
            self._missing += self._pending
            self._pending = []
        elif gone := [cell for cell in self._pending if self._is_gone(cell)]:
            self._select_anew(gone, ["the live nodes that have the shard have let the version go"])
        elif self._pending and self._patience.left_s < TICK_S:
            lost = [(view, cell.shard) for cell in self._pending for view in self._views(cell)]
            causes = {f.cause: None for cell in self._pending for f in self._failures.get(cell, {}).values()}
            raise no_replica(self._reach.roster, self._reach.store, lost, tuple(causes))

    def _eligible(self, cell: Cell, coverage: Coverage) -> list[str]:
        failures = self._failures.get(cell)
        nodes = coverage.nodes(cell)
        return [name for name in nodes if not failures or name not in failures or self._recovered(name, failures[name])]

    def _recovered(self, name: str, failure: CellFailure) -> bool:
        """Is it worth asking a node again that failed?"""
        peer = self._reach.roster.peer(name)
        heard = peer is None or peer.asked_s > failure.failed_s
        return heard and self._loop.time() >= failure.failed_s + RETRY_S

    def _start(self, index: int, node: str, cells: list[Cell]) -> None:
        unit = self._request.units[index]
        numbers = frozenset(cell.shard for cell in cells)
        versions = {view: self._selected.versions[view] for view in unit.shards}
        shards = {view: numbers & wanted for view, wanted in unit.shards.items()}
        task = unit.make(number=next(self._numbers), versions=versions, shards=shards, timeout_ms=self._timeout_ms())
        attempt = Attempt(task, node, cells, self._request.sink.open(task, node))
        running = self._loop.create_task(self._reach.run(node, task, self._request.deadline_s, attempt.sink))
        self._running[running] = attempt
        running.add_done_callback(self._note_end)

    def _timeout_ms(self) -> int:
        deadline_s = self._request.deadline_s
        return max(1, int((deadline_s - self._loop.time()) * 1000)) if deadline_s is not None else 0

    # ------------------------------------------------------------------------------------------------------------ ending

    def _note_end(self, running: asyncio.Task[FragmentOutcome]) -> None:
        attempt = self._running.pop(running)
        attempt.end(running)
        self._ended.append(attempt)
        self._wake.notify()

    async def _wait(self) -> None:
        """Until a fragment ends; with cells that have no node, no longer than it takes to look for one again."""
        if self._ended:
            return
        if self._pending:
            await self._patience.wait(self._wake, _POLL_S)
        elif self._running:
            await self._wake.wait(None)

    def _take(self, attempt: Attempt, *, last: bool) -> None:
        error = attempt.error
        if error is None and attempt.outcome is not None:
            attempt.sink.finish(attempt.outcome)
            self._done.append(attempt)
            return
        if not isinstance(error, PeerUnreachable | FragmentRefused):
            assert error is not None
            raise error
        self._reach.failed(attempt.node, attempt.sink, error)
        self._move(attempt, error)
        if not (last and self._request.partial):
            self._check_versions(attempt)

    def _move(self, attempt: Attempt, error: PeerUnreachable | FragmentRefused) -> None:
        """The attempt's cells need another node."""
        of_version = isinstance(error, FragmentRefused) and error.reason in VERSION_REASONS
        failure = CellFailure(self._loop.time(), f"node {attempt.node}: {error.message}", of_version)
        for cell in attempt.cells:
            self._failures.setdefault(cell, {})[attempt.node] = failure
        self._pending += attempt.cells
        self.retries += 1

    def _check_versions(self, attempt: Attempt) -> None:
        """Raises SelectAnew where one of the attempt's cells has no other node left, and some could not read the versions."""
        coverage = Coverage(self._reach.roster, self._request.units, self._selected)
        stuck = [cell for cell in attempt.cells if not self._eligible(cell, coverage)]
        causes = {f.cause: None for cell in stuck for f in self._failures[cell].values() if f.of_version}
        if causes:
            self._select_anew(stuck, list(causes))

    def _is_gone(self, cell: Cell) -> bool:
        """Is one of the cell's versions older than all that live nodes still have?"""
        roster = self._reach.roster
        for view in self._views(cell):
            version = self._selected.versions[view]
            found = [roster.view_status(name, view) for name in roster.live_holders(view, cell.shard)]
            if found and all(s is not None and version not in s.kept and version.version < s.version for s in found):
                return True
        return False

    def _select_anew(self, stuck: list[Cell], causes: list[str]) -> NoReturn:
        """Begin anew on other versions. Raises VersionUnavailable where somebody has seen rows already."""
        views = dict.fromkeys(view for cell in stuck for view in self._request.units[cell.unit].shards)
        # Also those that have ended at the same moment and were not looked at yet.
        others = [*self._done, *self._running.values(), *self._ended]
        fault = VersionUnavailable(
            f"the versions of {', '.join(views)} that were selected can no longer be read on all nodes",
            detail="\n".join(causes),
            hint="Trying again helps.",
        )
        if any(other.sink.released for other in others):
            raise fault
        for other in others:
            other.sink.discard(fault.message)
        nodes = {name: None for cell in stuck for name in self._failures.get(cell, ())} | {other.node: None for other in others}
        raise SelectAnew(fault, [(view, self._selected.versions[view]) for view in views], list(nodes))
