"""One run of one fragment on one node."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from gateway.cluster.dispatching.coverage import Cell
from gateway.cluster.membership.heartbeat import Heartbeat
from gateway.cluster.membership.ports import FragmentOutcome, FragmentRunner, FragmentSink, FragmentTask, NodeStore, Transport
from gateway.cluster.membership.roster import Roster
from gateway.engine.threads.garbage import let_go
from gateway.errors import FragmentLost, FragmentRefused, PeerUnreachable


@dataclass(frozen=True, slots=True)
class Reach:
    """What a node's queries run with."""

    roster: Roster
    heartbeat: Heartbeat
    transport: Transport
    local: FragmentRunner
    store: NodeStore

    async def run(self, node: str, task: FragmentTask, deadline_s: float | None, sink: FragmentSink) -> FragmentOutcome:
        """Run *task* on *node*, and give up as soon as the node is lost. Raises PeerUnreachable then; see Transport.run."""
        if node == self.roster.identity.name:
            return await self.local.run(task, deadline_s, sink)
        peer = self.roster.peer(node)
        if peer is None or not peer.live:
            raise PeerUnreachable(self.roster.why(node))
        return await _unless_lost(self, node, self.transport.run(peer.address, task, deadline_s, sink))

    def failed(self, node: str, sink: FragmentSink, error: PeerUnreachable | FragmentRefused) -> None:
        """A run there has failed: its rows are dropped, and it is asked how it is. Raises FragmentLost if rows have been seen."""
        if sink.released:
            raise FragmentLost(
                f"node {node} failed after some of its rows had been sent",
                detail=f"node {node}: {error.message}",
                hint="Run the query again.",
            ) from None
        sink.discard(error.message)
        if isinstance(error, PeerUnreachable):
            self.roster.doubt(node, error.message)
        self.heartbeat.refresh_soon(node)


async def _unless_lost(reach: Reach, node: str, running: Any) -> FragmentOutcome:
    me = asyncio.current_task()
    assert me is not None
    lost = reach.roster.on_lost(node)
    given_up = False

    def give_up(_: asyncio.Future[None]) -> None:
        nonlocal given_up
        given_up = True
        me.cancel()

    lost.add_done_callback(give_up)
    try:
        outcome: FragmentOutcome = await running
        return outcome
    except asyncio.CancelledError:
        # Somebody else may have cancelled too; then that counts.
        if given_up and me.uncancel() == 0:
            raise PeerUnreachable(f"lost while it ran a fragment: {reach.roster.why(node)}") from None
        raise
    finally:
        lost.remove_done_callback(give_up)


class Attempt:
    """A fragment on its way: what it is to do, who does it, and how it ended."""

    __slots__ = ("cells", "error", "node", "outcome", "sink", "task")

    def __init__(self, task: FragmentTask, node: str, cells: list[Cell], sink: FragmentSink) -> None:
        self.task = task
        self.node = node
        self.cells = cells
        self.sink = GuardedSink(sink)
        self.outcome: FragmentOutcome | None = None
        self.error: BaseException | None = None

    def end(self, running: asyncio.Task[FragmentOutcome]) -> None:
        """Take the result of the task that ran it. Of several attempts' errors the query raises one."""
        if running.cancelled():
            self.error = asyncio.CancelledError()
        elif (error := running.exception()) is not None:
            let_go(error)
            self.error = error
        else:
            self.outcome = running.result()


class GuardedSink:
    """A sink that takes no more rows once its fragment was given up, however late whoever runs it hears of that."""

    __slots__ = ("_closed", "_sink")

    def __init__(self, sink: FragmentSink) -> None:
        self._sink = sink
        self._closed = False

    @property
    def released(self) -> bool:
        """See FragmentSink."""
        return self._sink.released

    async def write(self, batch: Any) -> None:
        """See FragmentSink. Raises CancelledError after discard()."""
        if self._closed:
            raise asyncio.CancelledError
        await self._sink.write(batch)

    def close(self) -> None:
        """Take no more rows."""
        self._closed = True

    def finish(self, outcome: FragmentOutcome) -> None:
        """See FragmentSink."""
        self._closed = True
        self._sink.finish(outcome)

    def discard(self, cause: str = "") -> None:
        """See FragmentSink."""
        self._closed = True
        self._sink.discard(cause)
