"""This node's part in the cluster, put together."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from gateway.cluster.dispatching.attempt import Reach
from gateway.cluster.dispatching.dispatch import Dispatch
from gateway.cluster.membership.heartbeat import Heartbeat
from gateway.cluster.membership.holding import ShardHolder
from gateway.cluster.membership.members import Membership
from gateway.cluster.membership.ports import FragmentRunner, NodeStore, Transport
from gateway.cluster.membership.roster import DEAD_AFTER_S, Identity, Roster
from gateway.cluster.membership.status import PEER_FORMAT, NodeState, NodeStatus, StatusTexts


class ClusterNode:
    """Roster, heartbeats, holding and dispatch of one node. Make and use it in the event loop."""

    def __init__(
        self,
        identity: Identity,
        membership: Membership,
        replicas: int,
        *,
        store: NodeStore,
        transport: Transport,
        local: FragmentRunner,
        rng: random.Random,
        dead_after_s: float = DEAD_AFTER_S,
    ) -> None:
        """*local* runs fragments here; *rng* spreads heartbeats; other nodes are dead once silent for *dead_after_s*."""
        self.state: NodeState = "starting"
        self._loop = asyncio.get_running_loop()
        self._store = store
        self._membership = membership
        self.roster = Roster(identity, membership, store, replicas, dead_after_s=dead_after_s)
        self.heartbeat = Heartbeat(self.roster, transport, rng)
        self.holder = ShardHolder(self.roster, store)
        self.reach = Reach(self.roster, self.heartbeat, transport, local, store)
        self.dispatch = Dispatch(self.reach)
        self._texts = StatusTexts()
        self._unsubscribe: list[Callable[[], None]] = []

    def start(self) -> None:
        """Begin to ask the others, and to hold what is placed here."""
        self.roster.subscribe(self.holder.update_soon)
        self._unsubscribe = [self._membership.subscribe(self._members_changed), self._store.subscribe(self._store_changed)]
        self.heartbeat.start()
        self.holder.update_soon()

    async def stop(self) -> None:
        """End everything; queries that run are not cancelled."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self.holder.stop()
        await self.heartbeat.stop()

    def status(self) -> NodeStatus:
        """What to answer to a heartbeat."""
        me = self.roster.identity
        views = {}
        for name in self._store.names():
            view = self._store.view(name)
            if view is not None:
                views[name] = self.holder.advertised(name, view.status)
        return NodeStatus(
            me.cluster, me.name, me.address, me.run, PEER_FORMAT, self.state, views, self.roster.placement.fingerprint
        )

    def status_text(self) -> str:
        """The same as the text of `SHOW tidegate.heartbeat`."""
        return self._texts.make(self.status())

    def _members_changed(self) -> None:
        self.roster.update_members()
        self.heartbeat.update_members()

    def _store_changed(self) -> None:
        """In any thread."""
        self._loop.call_soon_threadsafe(self._take_store_change)

    def _take_store_change(self) -> None:
        self.roster.changed.notify()
        self.holder.update_soon()
