"""A process: the real ClusterNode over a simulated store and network."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from gateway.cluster.membership.members import Membership
from gateway.cluster.membership.ports import FragmentOutcome, FragmentSink, FragmentTask
from gateway.cluster.membership.roster import Identity
from gateway.cluster.membership.status import NodeStatus
from gateway.cluster.node import ClusterNode
from gateway.config import Address
from gateway.engine.options import VERSION_WAIT_S
from gateway.errors import FragmentRefused
from planner.errors import DivisionByZero
from tests.simulation.news import News
from tests.simulation.store import Disk, Local, SimStore
from tests.simulation.truth import Row, Truth

if TYPE_CHECKING:
    from tests.simulation.network import Network

#: SQL of a fragment that fails by its own fault.
FAILS = "SELECT 1/0"


class Writer(Protocol):
    """What execute() writes rows to."""

    async def write(self, batch: Any) -> None:
        """Take rows."""


class SimNode:
    """One run of one node. Faults are attributes that others switch."""

    def __init__(
        self,
        name: str,
        address: Address,
        run: str,
        *,
        membership: Membership,
        replicas: int,
        truth: Truth,
        disk: Disk,
        network: Network,
        rng: random.Random,
        on_drop: Callable[[SimNode, Local, int], None],
        cluster: str = "sim",
    ) -> None:
        from tests.simulation.network import SimTransport

        self.name, self.address, self.run_id, self.disk = name, address, run, disk
        self.membership = membership
        self.up = True
        self.garbles = self.truncates = self.busy = self.hangs = False
        self.format = 0
        #: Whether its answers are those of a member, as far as anybody can know.
        self.is_member = True
        self.news = News()
        self._network = network
        self._rng = rng
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self.store = SimStore(truth, disk, rng, lambda local, shard: on_drop(self, local, shard), self._reheld)
        identity = Identity(cluster, name, address, run)
        transport = SimTransport(network, str(address), self.news)
        self.cluster = ClusterNode(
            identity, membership, replicas, store=self.store, transport=transport, local=_Local(self), rng=rng
        )
        self.store.holding = self.cluster.holder.holding

    def start(self) -> None:
        """Listen and take part."""
        self._network.listeners.setdefault(self.address, []).append(self)
        self.cluster.start()
        self.cluster.state = "serving"
        self.store.wake()

    def stop(self) -> None:
        """The process is gone at once, with everything it was doing."""
        self.up = False
        self._network.listeners[self.address].remove(self)
        self.store.close()
        for task in [*self._tasks]:
            task.cancel()
        self.spawn(self.cluster.stop())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something that ends with the process."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = None
        task.add_done_callback(lambda t: self._tasks.pop(t, None))
        return task

    def status(self) -> NodeStatus:
        """What it says of itself."""
        status = self.cluster.status()
        self.news.told(status, asyncio.get_running_loop().time())
        return replace(status, format=self.format) if self.format else status

    def _reheld(self) -> None:
        self.news.decided(self.store, self.store.holding, asyncio.get_running_loop().time())

    async def answering(self) -> None:
        """For ever, in a process that accepts and never answers."""
        while self.hangs:
            await asyncio.sleep(0.05)

    async def execute(self, task: FragmentTask, deadline_s: float | None, sink: Writer) -> FragmentOutcome:
        """Run a fragment, as the executor does: check, read, write in batches."""
        if self.busy and self._rng.random() < 0.7:
            raise FragmentRefused("busy", "too many fragments")
        if self.cluster.state == "leaving":
            raise FragmentRefused("leaving", "shutting down")
        rows: list[Row] = []
        for view, version in task.versions.items():
            rows += await self.store.read(view, version, task.shards[view], VERSION_WAIT_S)
        if task.sql == FAILS:
            raise DivisionByZero("division by zero")
        await asyncio.sleep(self._rng.choice((0.0005, 0.001, 0.003, 0.02, 0.1)))
        middle = self._rng.randrange(len(rows) + 1)
        for batch in (rows[:middle], rows[middle:]):
            await sink.write(batch)
            await asyncio.sleep(self._rng.choice((0.0, 0.001, 0.01)))
        return FragmentOutcome(len(rows))


class _Local:
    """The node's own FragmentRunner."""

    def __init__(self, node: SimNode) -> None:
        self._node = node

    async def run(self, task: FragmentTask, deadline_s: float | None, sink: FragmentSink) -> FragmentOutcome:
        """See FragmentRunner."""
        return await self._node.execute(task, deadline_s, sink)
