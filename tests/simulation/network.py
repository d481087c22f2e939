"""Links between nodes: slow, lossy, cut, deaf in one direction; and hosts that vanish without a word.

A message is a wait: TCP hides loss behind time. What is cut waits for the link to heal, as retransmissions do.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gateway.cluster.membership.ports import FragmentOutcome, FragmentSink, FragmentTask
from gateway.cluster.membership.signal import ChangeSignal
from gateway.cluster.membership.status import NodeStatus
from gateway.config import Address
from gateway.errors import BadStatus, PeerUnreachable

if TYPE_CHECKING:
    from tests.simulation.news import News
    from tests.simulation.node import SimNode

#: A lost packet is sent again after this.
RETRANSMIT_S = (0.2, 0.4)


@dataclass
class Link:
    """One direction between two hosts."""

    latency_s: float = 0.0005
    loss: float = 0.0
    cut: bool = False


class Network:
    """All links, and who listens where."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._links: dict[tuple[str, str], Link] = {}
        self._healed = ChangeSignal()
        #: Who answers at an address; several take turns.
        self.listeners: dict[Address, list[SimNode]] = {}
        #: Hosts that are gone without a word: nothing refuses a connection there.
        self.silent: set[Address] = set()

    def link(self, source: str, target: str) -> Link:
        """The link from one host to another."""
        return self._links.setdefault((source, target), Link())

    def links(self) -> list[Link]:
        """All links that were ever used."""
        return list(self._links.values())

    def heal(self) -> None:
        """Every link is well again."""
        for link in self._links.values():
            link.latency_s, link.loss, link.cut = 0.0005, 0.0, False
        self._healed.notify()

    def mended(self) -> None:
        """Some link was mended."""
        self._healed.notify()

    async def travel(self, source: str, target: str) -> None:
        """The way of one message."""
        link = self.link(source, target)
        await asyncio.sleep(link.latency_s * self._rng.uniform(1, 1.5))
        while link.cut or (link.loss and self._rng.random() < link.loss):
            if link.cut:
                await self._healed.wait(None)
            await asyncio.sleep(self._rng.uniform(*RETRANSMIT_S))

    async def connect(self, source: str, address: Address) -> SimNode:
        """Whoever answers at the address. Raises PeerUnreachable."""
        await self.travel(source, str(address))
        while not (here := self.listeners.get(address)) and address in self.silent:
            await self._healed.wait(None)
        if not here:
            await self.travel(str(address), source)
            raise PeerUnreachable("connection refused")
        return self._rng.choice(here) if len(here) > 1 else here[0]


class SimTransport:
    """The Transport of one node. Hosts are named by their addresses."""

    def __init__(self, network: Network, host: str, news: News) -> None:
        self._network = network
        self._host = host
        self._news = news

    async def status(self, address: Address, timeout_s: float) -> NodeStatus:
        """See Transport."""
        loop = asyncio.get_running_loop()
        asked_s, disk = loop.time(), None
        try:
            node, status = await self._ask(address)
            disk = node.disk if node.is_member else None
            return status
        finally:
            self._news.answered(address, asked_s, loop.time(), disk)

    async def _ask(self, address: Address) -> tuple[SimNode, NodeStatus]:
        node = await self._network.connect(self._host, address)
        await node.answering()
        status = node.status() if node.up else None
        await self._network.travel(str(address), self._host)
        if status is None:
            raise PeerUnreachable("connection reset")
        if node.garbles:
            raise BadStatus("its status is not JSON: 'HTTP/1.1 400'")
        return node, status

    async def run(self, address: Address, task: FragmentTask, deadline_s: float | None, sink: FragmentSink) -> FragmentOutcome:
        """See Transport."""
        node = await self._network.connect(self._host, address)
        await node.answering()
        if node.garbles:
            raise PeerUnreachable("answers with garbage: 'HTTP/1.1 400'")
        back = _Back(sink, lambda: self._network.travel(str(address), self._host), node)
        execution = node.spawn(node.execute(task, deadline_s, back))
        try:
            outcome: FragmentOutcome = await execution
        except asyncio.CancelledError:
            me = asyncio.current_task()
            if node.up or (me is not None and me.cancelling()):
                raise
            raise PeerUnreachable("connection reset") from None
        await self._network.travel(str(address), self._host)
        return outcome


class _Back:
    """Carries rows back to the coordinator's sink. A node that truncates stops in the middle."""

    def __init__(self, sink: FragmentSink, travel: Callable[[], Awaitable[None]], node: SimNode) -> None:
        self._sink = sink
        self._travel = travel
        self._node = node

    async def write(self, batch: Any) -> None:
        """As FragmentSink.write, after the way back."""
        await self._travel()
        await self._sink.write(batch)
        if self._node.truncates:
            raise PeerUnreachable("the stream ended early")
