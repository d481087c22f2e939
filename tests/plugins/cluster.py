"""Clusters of real `tidegate serve` processes on this machine.

``cluster`` is a factory: ``with cluster(root, nodes=3, replicas=2) as found: found.nodes["a"].dsn``. Every node answers queries and
has heard every other one, and every shard of the views that are there has its replicas, before the with block begins.
"""

from __future__ import annotations

import signal
import string
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg
import pytest

from gateway.cluster.membership.placing import Placement
from gateway.cluster.membership.status import NodeStatus
from gateway.config import Address
from planner.distribute.placement import ALL
from statestore.views import open_root
from tests.plugins.gateway import Gateway, start_gateway
from tests.plugins.postgres import free_port

READY_S: Final = 60.0
#: Nodes of a test that is not about failover have so long to answer: on a loaded machine a live one may be silent for a second.
PATIENT_S: Final = 10.0
_PAUSE_S: Final = 0.05


@dataclass
class Cluster:
    """Running nodes by name; those that were killed are still there, with their store folders."""

    root: Path
    folder: Path
    replicas: int | str
    addresses: dict[str, str]
    arguments: tuple[str, ...] = ()
    #: When a silent node counts as dead; None: as users have it.
    dead_after_s: float | None = PATIENT_S
    nodes: dict[str, Gateway] = field(default_factory=dict)
    #: Roots of nodes that follow another one than *root*.
    roots: dict[str, Path] = field(default_factory=dict)

    def start(self, name: str) -> Gateway:
        """Start a node, again if it was there before."""
        peers = ",".join(f"{n}={address}" for n, address in self.addresses.items())
        address = Address.parse(self.addresses[name])
        options = ("--node", name, "--peers", peers, "--replicas", str(self.replicas), *self.patience, *self.arguments)
        options += self.own_arguments(name)
        self.nodes[name] = start_gateway(
            self.roots.get(name, self.root),
            self.folder / name,
            *options,
            port=address.port,
            host=address.host,
            inside=self.inside(name),
        )
        return self.nodes[name]

    @property
    def patience(self) -> tuple[str, ...]:
        """The option that says *dead_after_s*."""
        return () if self.dead_after_s is None else ("--dead-after", str(self.dead_after_s))

    def inside(self, name: str) -> tuple[str, ...]:
        """What the node's command begins with, where it is to run elsewhere."""
        return ()

    def own_arguments(self, name: str) -> tuple[str, ...]:
        """Options of this node alone."""
        return ()

    def start_all(self, names: Iterable[str] | None = None) -> None:
        """Start these nodes, or all, at once."""
        with ThreadPoolExecutor(len(self.addresses)) as pool:
            list(pool.map(self.start, self.addresses if names is None else names))

    def status(self, name: str) -> NodeStatus:
        """What the node says in a heartbeat."""
        with psycopg.connect(self.nodes[name].dsn, autocommit=True) as connection:
            return NodeStatus.from_json(value(connection, "SHOW tidegate.heartbeat"))

    def await_placed(self, timeout_s: float = READY_S) -> None:
        """Wait until every live node holds what is placed on it at the newest version."""
        alive = [name for name, node in self.nodes.items() if node.process.poll() is None]
        root = open_root(str(self.root))
        views = {view: root.folder(view) for view in root.views()}
        placement = Placement(self.addresses, ALL if self.replicas == "all" else int(self.replicas))
        wait_until(lambda: all(self._has(n, views, placement) for n in alive), timeout_s, "the nodes hold what is placed on them")

    def _has(self, name: str, views: dict[str, Any], placement: Placement) -> bool:
        found = self.status(name).views
        return all(
            view in found
            and found[view].shards >= placement.wanted(folder.schema(), name)
            and found[view].version >= folder.latest()
            for view, folder in views.items()
        )

    def kill(self, name: str) -> None:
        """kill -9."""
        self.nodes[name].kill()

    @contextmanager
    def standing_still(self, name: str) -> Iterator[None]:
        """SIGSTOP for the time of a with block: connections stay open, and nothing answers."""
        process = self.nodes[name].process
        process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            process.send_signal(signal.SIGCONT)

    @property
    def dsns(self) -> dict[str, str]:
        """Where clients reach each node."""
        return {name: node.dsn for name, node in self.nodes.items()}

    def stop(self) -> None:
        """Stop all nodes; they must end well."""
        running = [node for node in self.nodes.values() if node.process.poll() is None]
        for node in running:
            node.process.terminate()
        for node in running:
            assert node.process.wait(30) == 0, node.log.read_text(errors="replace")[-4000:]


AnyCluster = TypeVar("AnyCluster", bound=Cluster)


def value(connection: psycopg.Connection[Any], sql: str) -> Any:
    """The one value of a query."""
    row = connection.execute(sql.encode()).fetchone()
    assert row is not None
    return row[0]


def wait_until(condition: Callable[[], bool], timeout_s: float, what: str) -> None:
    """Ask again and again; fails the test when the time is up."""
    import time

    end_s = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > end_s:
            pytest.fail(f"not within {timeout_s:g} s: {what}")
        time.sleep(_PAUSE_S)


@contextmanager
def running_cluster(
    root: Path,
    folder: Path,
    *,
    nodes: int = 3,
    replicas: int | str = 1,
    arguments: tuple[str, ...] = (),
    dead_after_s: float | None = PATIENT_S,
) -> Iterator[Cluster]:
    """A cluster for the time of a with block. *folder* gets the stores and logs."""
    folder.mkdir(parents=True, exist_ok=True)
    addresses = {name: f"127.0.0.1:{free_port()}" for name in string.ascii_lowercase[:nodes]}
    with running(Cluster(root, folder, replicas, addresses, arguments, dead_after_s)) as found:
        yield found


@contextmanager
def running(cluster: AnyCluster, names: Iterable[str] | None = None) -> Iterator[AnyCluster]:
    """These nodes of a cluster, or all, for the time of a with block."""
    try:
        cluster.start_all(names)
        cluster.await_placed()
        yield cluster
        cluster.stop()
    finally:
        for node in cluster.nodes.values():
            if node.process.poll() is None:
                node.kill()


ClusterFactory = Callable[..., AbstractContextManager[Cluster]]


@pytest.fixture
def cluster(tmp_path: Path) -> ClusterFactory:
    """See the module."""

    def make(root: Path, **options: Any) -> AbstractContextManager[Cluster]:
        return running_cluster(root, tmp_path / "cluster", **options)

    return make
