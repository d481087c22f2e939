"""Who is there and who holds what: what heartbeats make of the members.

    unknown ─heard→ alive ─silent 0.25 s, or a fragment failed→ suspect ─silent 0.35 s→ dead
       └─ silent → dead ─heard→ alive                 any ─answers as somebody else→ refused ─heard rightly→ alive

Members that are alive or suspect are live: fragments go to them, to the suspects last. Dead and refused ones are never used.
The Roster does nothing by itself: Heartbeat feeds it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from gateway.cluster.membership.members import Membership
from gateway.cluster.membership.peer import MemberInfo, MemberState, Peer
from gateway.cluster.membership.placing import Placement
from gateway.cluster.membership.ports import NodeStore
from gateway.cluster.membership.signal import ChangeSignal
from gateway.cluster.membership.status import PEER_FORMAT, NodeStatus, ViewStatus
from gateway.config import Address

HEARTBEAT_S: Final = 0.1
#: Heartbeats come every HEARTBEAT_S and the time they travel; two and a half without one make a doubt, three and a half a death.
#: Where a death takes longer by the settings, so does a doubt.
SUSPECT_AFTER_S: Final = 0.25
DEAD_AFTER_S: Final = 0.35

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Identity:
    """This node. *run* is a random id of the process."""

    cluster: str
    name: str
    address: Address
    run: str


class Roster:
    """The members, their states and holdings. Belongs to one event loop; make it there."""

    def __init__(
        self,
        identity: Identity,
        membership: Membership,
        store: NodeStore,
        replicas: int,
        *,
        dead_after_s: float = DEAD_AFTER_S,
    ) -> None:
        self.identity = identity
        self._dead_after_s = dead_after_s
        self._suspect_after_s = dead_after_s * SUSPECT_AFTER_S / DEAD_AFTER_S
        #: Notified after every change of a state or a holding.
        self.changed = ChangeSignal()
        self._loop = asyncio.get_running_loop()
        self._membership = membership
        self._store = store
        self._replicas = replicas
        self._peers: dict[str, Peer] = {}
        self._holders: dict[str, _Holders] = {}
        self._listeners: list[Callable[[], None]] = []
        self._own_fault = ""
        self.placement = Placement((), replicas)
        #: When placement last changed.
        self.placed_s = self._loop.time()
        self.update_members()

    # ------------------------------------------------------------------------------------------------------------ asking

    def members(self) -> tuple[MemberInfo, ...]:
        """All members by name, this node among them."""
        now_s = self._loop.time()
        found = {name: peer.info(now_s) for name, peer in self._peers.items()}
        me = self.identity
        found[me.name] = MemberInfo(me.name, me.address, "alive", 0.0, self._why_me(), None)
        return tuple(found[name] for name in sorted(found))

    def _why_me(self) -> str:
        """What is wrong with this node's own part in the cluster; empty where nothing is."""
        return self._own_fault or self._membership.conflicts().get(self.identity.name) or self._membership.fault()

    def peers(self) -> Iterator[Peer]:
        """The other members, in an order that is the same in every run of the same events."""
        return iter(self._peers.values())

    def peer(self, name: str) -> Peer | None:
        """Another member."""
        return self._peers.get(name)

    def live(self, name: str) -> bool:
        """May fragments go there? Always to this node itself."""
        peer = self._peers.get(name)
        return name == self.identity.name or (peer is not None and peer.live)

    def rank(self, name: str) -> int:
        """Nodes of a lower one are asked first: see Peer."""
        peer = self._peers.get(name)
        return peer.rank if peer else 0

    def why(self, name: str) -> str:
        """Why a member is in the state it is in, for errors."""
        peer = self._peers.get(name)
        return peer.why or peer.state if peer else "not a member"

    def view_status(self, name: str, view: str) -> ViewStatus | None:
        """What a live member, or this node itself, has of a view."""
        if name == self.identity.name:
            held = self._store.view(view)
            return held.status if held else None
        peer = self._peers.get(name)
        return peer.status.views.get(view) if peer and peer.live and peer.status else None

    def live_holders(self, view: str, shard: int) -> tuple[str, ...]:
        """The live members that hold the shard, this node included: in placement's order, those in doubt or not serving last."""
        own = self.view_status(self.identity.name, view)
        shards = own.shards if own else frozenset()
        known = self._holders.get(view)
        if known is None or known.own != shards:
            known = self._holders[view] = _Holders(shards, {})
        found = known.by_shard.get(shard)
        if found is None:
            found = known.by_shard[shard] = self._find_holders(view, shard, shards)
        return found

    def _find_holders(self, view: str, shard: int, own: frozenset[int]) -> tuple[str, ...]:
        ranks = {p.name: p.rank for p in self._peers.values() if p.live and p.status and self._has(p.status, view, shard)}
        if shard in own:
            ranks[self.identity.name] = 0
        held = self._store.view(view)
        order = self.placement.ranked(held.schema, shard) if held else ()
        placed = [name for name in order if name in ranks] + sorted(ranks.keys() - set(order))
        return tuple(sorted(placed, key=ranks.__getitem__))

    @staticmethod
    def _has(status: NodeStatus, view: str, shard: int) -> bool:
        found = status.views.get(view)
        return found is not None and shard in found.shards

    def on_lost(self, name: str) -> asyncio.Future[None]:
        """Done once the member is dead, refused, gone or another process; done already where it is not live."""
        peer = self._peers.get(name)
        if peer is not None and peer.live:
            return peer.lost
        lost = self._loop.create_future()
        if name != self.identity.name:
            lost.set_result(None)
        return lost

    def subscribe(self, callback: Callable[[], None]) -> None:
        """Call *callback* after every change, as *changed* is notified."""
        self._listeners.append(callback)

    # ------------------------------------------------------------------------------------------------------------ events

    def update_members(self) -> None:
        """Take over what the membership says now."""
        members = self._membership.members()
        now_s = self._loop.time()
        placement = Placement(members, self._replicas)
        if placement.fingerprint != self.placement.fingerprint:
            self.placement, self.placed_s = placement, now_s
        for name in [n for n, p in self._peers.items() if members.get(n) != p.address]:
            peer = self._peers.pop(name)
            self._lose(peer)
        for name in sorted(members.keys() - self._peers.keys() - {self.identity.name}):
            self._peers[name] = Peer(name, members[name], now_s, self._loop.create_future())
        for name, reason in self._membership.conflicts().items():
            if name in self._peers:
                self._refuse(self._peers[name], reason)
        self._notify()

    def heard(self, name: str, status: NodeStatus, asked_s: float) -> None:
        """A member answered a heartbeat that was asked for at *asked_s*."""
        peer = self._peers.get(name)
        if peer is None or asked_s < peer.asked_s:
            return
        peer.heard_s = now_s = self._loop.time()
        objection = self._objection(peer, status, now_s)
        if objection:
            self._refuse(peer, objection)
            return
        # The same news, asked for since the placement changed, may count where they did not before.
        counts_now = peer.asked_s < self.placed_s <= asked_s
        before, peer.status, peer.asked_s = peer.status, status, asked_s
        if before is not None and before.run != status.run:
            self._lose(peer)
        self._set_state(peer, "alive", "")
        if before is status and not counts_now:
            return
        if before is None or before.views != status.views or before.state != status.state:
            self._forget_holders(before, status)
            self._notify()
        elif counts_now or before.placement != status.placement:
            self._notify()

    def failed(self, name: str, cause: str) -> None:
        """A heartbeat of a member failed: it is in doubt, and dead once it has been silent long enough."""
        peer = self._peers.get(name)
        if peer is not None and peer.state != "refused":
            peer.why = cause
        self.doubt(name, cause)

    def misspoke(self, name: str, reason: str) -> None:
        """A member answered a heartbeat with something that is no status."""
        peer = self._peers.get(name)
        if peer is not None:
            peer.heard_s = self._loop.time()
            self._refuse(peer, reason)

    def doubt(self, name: str, cause: str) -> None:
        """A member failed somebody: ask others first until it is heard again."""
        peer = self._peers.get(name)
        if peer is not None and peer.state == "alive":
            self._set_state(peer, "suspect", cause)
            self._notify()

    def expire(self) -> None:
        """Draw the conclusions from silence. To be called a few times per HEARTBEAT_S."""
        now_s = self._loop.time()
        for peer in self._peers.values():
            age_s = peer.age_s(now_s)
            if age_s >= self._dead_after_s and peer.state != "dead" and peer.name not in self._membership.conflicts():
                self._lose(peer)
                silent = f"silent for {age_s:.2f} s"
                self._set_state(peer, "dead", silent if peer.why.startswith("silent") else peer.why or silent)
                self._notify()
            elif age_s >= self._suspect_after_s and peer.state == "alive":
                self.doubt(peer.name, f"silent for {age_s:.2f} s")

    def answered_for_self(self, status: NodeStatus) -> None:
        """Somebody answered under this node's own address."""
        mine = status.run == self.identity.run
        fault = "" if mine else f"another process answers at its address {self.identity.address}: {status.name!r}, run {status.run}"
        if fault and fault != self._own_fault:
            _LOG.error("node %s: %s", self.identity.name, fault)
        self._own_fault = fault

    # ----------------------------------------------------------------------------------------------------------- changes

    def _objection(self, peer: Peer, status: NodeStatus, now_s: float) -> str:
        """Why the peer must not be used; empty where it may."""
        if status.format != PEER_FORMAT:
            return f"speaks format {status.format}, and this release {PEER_FORMAT}"
        if status.cluster != self.identity.cluster:
            return f"belongs to cluster {status.cluster!r}, not {self.identity.cluster!r}"
        if status.name != peer.name:
            return f"answers as {status.name!r}"
        if peer.take_run(status.run, now_s):
            return f"is answered for by two processes in turn, runs {' and '.join(sorted({*peer.former_runs, status.run})[:2])}"
        return self._membership.conflicts().get(peer.name, "")

    def _refuse(self, peer: Peer, reason: str) -> None:
        if peer.state == "refused" and peer.why == reason:
            return
        _LOG.error("node %s at %s is not used: it %s", peer.name, peer.address, reason)
        self._lose(peer)
        self._set_state(peer, "refused", reason)
        self._notify()

    def _set_state(self, peer: Peer, state: MemberState, why: str) -> None:
        if peer.state != state:
            if state == "dead":
                _LOG.warning("node %s at %s is dead: %s", peer.name, peer.address, why)
            elif state == "alive" and peer.state != "suspect":
                _LOG.info("node %s at %s is alive", peer.name, peer.address)
            self._holders.clear()
            peer.state = state
            self._notify()
        peer.why = why

    def _lose(self, peer: Peer) -> None:
        """What runs there is given up."""
        if not peer.lost.done():
            peer.lost.set_result(None)
        peer.lost = self._loop.create_future()
        self._holders.clear()

    def _forget_holders(self, before: NodeStatus | None, after: NodeStatus) -> None:
        if before is None or before.state != after.state:
            self._holders.clear()
            return
        for view in [*before.views, *after.views]:
            old, new = before.views.get(view), after.views.get(view)
            if old is None or new is None or old.shards != new.shards:
                self._holders.pop(view, None)

    def _notify(self) -> None:
        self.changed.notify()
        for listener in self._listeners:
            listener()


@dataclass(frozen=True, slots=True)
class _Holders:
    """A view's live holders per shard, found so far; *own* are the shards that this node held then."""

    own: frozenset[int]
    by_shard: dict[int, tuple[str, ...]]
