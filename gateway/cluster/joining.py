"""A node's way into its cluster and out of it: membership, placement before the event loop runs, the parts put together."""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Final

from gateway.cluster.attempt import Reach
from gateway.cluster.engine import ClusterEngine
from gateway.cluster.local_store import ClusterStore
from gateway.cluster.members import Membership, StaticMembership
from gateway.cluster.node import ClusterNode
from gateway.cluster.options import ClusterSettings
from gateway.cluster.peers import PeerTransport
from gateway.cluster.placing import Placement
from gateway.cluster.roster import HEARTBEAT_S, Identity
from gateway.config import ConfigError
from statestore.node.holding import Holding
from statestore.schema import ViewSchema

#: A node that leaves goes on serving for so long, within which every other one has asked for its status.
LEAVE_S: Final = 2 * HEARTBEAT_S
_RUN_BYTES: Final = 8


def membership_of(settings: ClusterSettings) -> Membership:
    """The membership that the settings ask for. Raises ConfigError."""
    if settings.kafka:
        raise ConfigError("members cannot join through Kafka yet; give --peers")
    return StaticMembership(settings.members())


class LateHolding:
    """A store's Holding that is there before the cluster's Holder: until then, what static placement says; nothing is dropped."""

    def __init__(self, settings: ClusterSettings, membership: Membership) -> None:
        self._node = settings.node
        self._placement = Placement(membership.members(), settings.copies())
        self.answer: Holding = self._placed

    def __call__(self, schema: ViewSchema, held: frozenset[int]) -> frozenset[int]:
        """See statestore.node.holding. Called in the store's thread."""
        return self.answer(schema, held)

    def _placed(self, schema: ViewSchema, held: frozenset[int]) -> frozenset[int]:
        return self._placement.wanted(schema, self._node) | held


class Joined:
    """This node in its cluster. Make and use it in the event loop."""

    def __init__(self, engine: ClusterEngine, settings: ClusterSettings, membership: Membership, holding: LateHolding) -> None:
        identity = Identity(settings.cluster, settings.node, settings.address, secrets.token_hex(_RUN_BYTES))
        self._transport = PeerTransport()
        store = ClusterStore(engine.store)
        self.node = node = ClusterNode(
            identity,
            membership,
            settings.copies(),
            store=store,
            transport=self._transport,
            local=engine.local,
            rng=random.Random(),
        )
        holding.answer = node.holder.holding
        engine.join(node, Reach(node.roster, node.heartbeat, self._transport, engine.local, store))

    def start(self) -> None:
        """Take part: from now on the others may send fragments."""
        self.node.state = "serving"
        self.node.start()

    async def leave(self) -> None:
        """Tell the others, by their next heartbeats, to ask somebody else first."""
        self.node.state = "leaving"
        if any(peer.live for peer in self.node.roster.peers()):
            await asyncio.sleep(LEAVE_S)

    async def stop(self) -> None:
        """End what runs between nodes."""
        await self.node.stop()
        self._transport.close()
