"""Nodes of a cluster in one process: each has its store, engine, roster and server; all share one event loop in a thread."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import uvloop

from gateway.access.access import Access
from gateway.cluster.credentials import Credentials
from gateway.cluster.engine import ClusterEngine
from gateway.cluster.forwarding.forwarder import ReadForwarder
from gateway.cluster.local_store import ClusterStore
from gateway.cluster.membership.members import Member, StaticMembership
from gateway.cluster.membership.roster import Identity
from gateway.cluster.node import ClusterNode
from gateway.cluster.peers.transport import PeerTransport
from gateway.config import Address
from gateway.server import Server, serve
from statestore.node import LocalStore, StoreOptions
from statestore.schema import ViewSchema
from statestore.views import Root, open_root
from tests.plugins.cluster import PATIENT_S
from tests.plugins.postgres import free_port

T = TypeVar("T")


class Node:
    """One member. Everything but `port` is for the loop's thread."""

    def __init__(self, cluster: Nodes, name: str) -> None:
        self.cluster, self.name = cluster, name
        self.store: LocalStore
        self.engine: ClusterEngine
        self.forwarder: ReadForwarder
        self.server: Server
        self.transport: PeerTransport
        self.member: ClusterNode

    @property
    def port(self) -> int:
        return self.cluster.addresses[self.name].port

    @property
    def dsn(self) -> str:
        return f"host=127.0.0.1 port={self.port} user=tester dbname=tidegate"

    async def start(self) -> None:
        holding: list[Callable[[ViewSchema, frozenset[int]], frozenset[int]]] = []
        folder = self.cluster.folder / f"store-{self.name}"
        self.store = LocalStore(self.cluster.root, folder, StoreOptions(), holding=lambda schema, held: holding[0](schema, held))
        address = self.cluster.addresses[self.name]
        membership = StaticMembership(Member(name, address) for name, address in self.cluster.addresses.items())
        identity = Identity("test", self.name, address, f"run-{self.name}-{random.random()}")
        self.transport = PeerTransport(credentials=self.cluster.credentials)
        self.engine = ClusterEngine(self.store)
        self.member = member = ClusterNode(
            identity, membership, self.cluster.replicas, store=ClusterStore(self.store), transport=self.transport,
            local=self.engine.local, rng=random.Random(1), dead_after_s=self.cluster.dead_after_s,
        )  # fmt: skip
        self.engine.join(member)
        holding.append(member.holder.holding)
        self.store.start()
        self.forwarder = ReadForwarder(self.member.roster, self.member.heartbeat, self.engine.served, self.cluster.credentials)
        self.engine.forwarder = self.forwarder
        access = self.cluster.access() if self.cluster.access is not None else None
        self.server = await serve(self.engine, address.host, address.port, access=access)
        self.member.state = "serving"
        self.member.start()

    async def stop(self) -> None:
        await self.member.stop()
        self.forwarder.close()
        self.transport.close()
        await self.server.close()
        self.engine.close()
        self.store.close()

    def placed_here(self, schema: ViewSchema) -> frozenset[int]:
        return self.member.roster.placement.wanted(schema, self.name)


class Nodes:
    """The cluster. run() calls something in its loop. *access* makes each node's."""

    def __init__(
        self,
        folder: Path,
        names: str,
        replicas: int,
        credentials: Credentials | None = None,
        access: Callable[[], Access] | None = None,
        dead_after_s: float = PATIENT_S,
    ) -> None:
        self.dead_after_s = dead_after_s
        self.folder, self.replicas, self.credentials, self.access = folder, replicas, credentials, access
        self.root: Root = open_root(str(folder / "root"), create=True)
        self.addresses = {name: Address("127.0.0.1", free_port()) for name in names}
        self.nodes = {name: Node(self, name) for name in names}
        self.problems: list[dict[str, Any]] = []
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._main)
        self._thread.start()
        assert self._ready.wait(10)

    def __getitem__(self, name: str) -> Node:
        return self.nodes[name]

    def _main(self) -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            self.loop = runner.get_loop()
            self.loop.set_exception_handler(lambda _, problem: self.problems.append(problem))
            runner.run(self._until_stopped())

    async def _until_stopped(self) -> None:
        self._stopped = asyncio.Event()
        self._ready.set()
        await self._stopped.wait()

    def run(self, coroutine: Any, timeout_s: float = 30) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(timeout_s)

    def call(self, function: Callable[[], T]) -> T:
        async def called() -> T:
            return function()

        result: T = self.run(called())
        return result

    def until(self, condition: Callable[[], bool], timeout_s: float = 20) -> None:
        """Wait until *condition*, asked in the loop again and again, holds."""

        async def wait() -> None:
            async with asyncio.timeout(timeout_s):
                while not condition():
                    await asyncio.sleep(0.005)

        self.run(wait(), timeout_s + 5)

    def settle(self, schema: ViewSchema, version: int) -> None:
        """Wait until every node holds what is placed there at *version*, and knows that of all others."""
        self.until(lambda: all(self._settled(node, schema, version) for node in self.nodes.values()))

    def _settled(self, node: Node, schema: ViewSchema, version: int) -> bool:
        roster = node.member.roster
        statuses = {name: roster.view_status(name, schema.name) for name in self.nodes}
        return all(
            status is not None and status.version >= version and status.shards == self.nodes[name].placed_here(schema)
            for name, status in statuses.items()
        )

    def close(self) -> None:
        for node in self.nodes.values():
            self.run(node.stop())
        self.loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(20)
        assert not self._thread.is_alive()
        assert not self.problems, self.problems


@contextmanager
def cluster(
    folder: Path,
    names: str = "ab",
    replicas: int = 1,
    credentials: Credentials | None = None,
    access: Callable[[], Access] | None = None,
) -> Iterator[Nodes]:
    """Nodes named by letters, all started."""
    nodes = Nodes(folder, names, replicas, credentials, access)
    try:
        for node in nodes.nodes.values():
            nodes.run(node.start())
        yield nodes
    finally:
        nodes.close()
