"""A roster without heartbeats, over a store that holds what it is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from gateway.cluster.membership.members import Member, StaticMembership
from gateway.cluster.membership.ports import HeldView
from gateway.cluster.membership.roster import DEAD_AFTER_S, Identity, Roster
from gateway.cluster.membership.status import PEER_FORMAT, NodeState, NodeStatus, ViewStatus
from gateway.config import Address
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Long
from statestore.version_id import VersionId

V1, V2, V3 = (VersionId(n, 1000 + n) for n in (1, 2, 3))


def schema(name: str = "v", shards: int = 4) -> ViewSchema:
    """A view of one key column."""
    return ViewSchema(name, (Column("k", Long()),), ("k",), ("k",), HashPartitioning(shards), (1,))


def at(shards: Collection[int], *kept: VersionId) -> ViewStatus:
    """A view's status."""
    return ViewStatus(kept or (V1, V2), frozenset(shards), "s")


class FakeStore:
    """A NodeStore."""

    def __init__(self, views: Mapping[str, ViewStatus], shards: int = 4) -> None:
        self.reheld = 0
        self._shards = shards
        self._views = dict(views)

    def set(self, name: str, status: ViewStatus) -> None:
        """The store has come to hold something else."""
        self._views[name] = status

    def view(self, name: str) -> HeldView | None:
        """See NodeStore."""
        status = self._views.get(name)
        return HeldView(schema(name, self._shards), status) if status else None

    def names(self) -> Collection[str]:
        """See NodeStore."""
        return list(self._views)

    def rehold(self) -> None:
        """See NodeStore."""
        self.reheld += 1

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """See NodeStore."""
        return lambda: None


def address(name: str) -> Address:
    """Where a member listens."""
    return Address(name, 1)


def members(names: Collection[str]) -> StaticMembership:
    """A list of members."""
    return StaticMembership([Member(name, address(name)) for name in names])


def make_roster(
    names: Collection[str] = "abc", store: FakeStore | None = None, replicas: int = 2, *, dead_after_s: float = DEAD_AFTER_S
) -> Roster:
    """The roster of node a. Inside of an event loop."""
    return Roster(
        Identity("prod", "a", address("a"), "run-a"), members(names), store or FakeStore({}), replicas, dead_after_s=dead_after_s
    )


def status(
    name: str,
    views: Mapping[str, ViewStatus] | None = None,
    *,
    run: str = "",
    cluster: str = "prod",
    format_: int = PEER_FORMAT,
    state: NodeState = "serving",
    placement: str = "",
) -> NodeStatus:
    """What a node says of itself."""
    return NodeStatus(cluster, name, address(name), run or f"run-{name}", format_, state, views or {}, placement)
