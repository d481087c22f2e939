"""A node's way into its cluster and out of it: membership, placement before the event loop runs, the parts put together."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from gateway.access.access import PeerUser, peer_user
from gateway.cluster.credentials import Credentials
from gateway.cluster.engine import ClusterEngine
from gateway.cluster.forwarding.forwarder import ReadForwarder
from gateway.cluster.local_store import ClusterStore
from gateway.cluster.membership.members import Member, Membership, StaticMembership
from gateway.cluster.membership.placing import Placement
from gateway.cluster.membership.roster import HEARTBEAT_S, Identity
from gateway.cluster.node import ClusterNode
from gateway.cluster.options import ClusterSettings
from gateway.cluster.peers.transport import PeerTransport
from gateway.config import ConfigError
from gateway.node.worker import Worker
from statestore.node.holding import Holding
from statestore.schema import ViewSchema

if TYPE_CHECKING:
    from gateway.cluster.membership.topic_ends import KafkaTopicEnds

#: A node that leaves goes on serving for so long, within which every other one has asked for its status.
LEAVE_S: Final = 2 * HEARTBEAT_S
_log = logging.getLogger("tidegate")
_WORKER: Final = Worker.of_environment()
#: A random id of this process; one for all workers behind a port, which are one member.
RUN: Final = secrets.token_hex(8) if _WORKER is None else _WORKER.run


def membership_of(settings: ClusterSettings) -> Membership:
    """The membership that the settings ask for, not started. Raises ConfigError."""
    if not settings.kafka:
        return StaticMembership(settings.members())
    try:
        from gateway.cluster.membership.kafka import KafkaMembership
    except ModuleNotFoundError as error:
        raise ConfigError(f"--kafka needs {error.name}: pip install 'tidegate[kafka]'") from error
    try:
        return KafkaMembership(settings.kafka, settings.cluster, Member(settings.node, settings.address), RUN)
    except ValueError as error:
        raise ConfigError(str(error)) from error


class LateHolding:
    """A store's Holding that is there before the ShardHolder: until then, what static placement says; nothing is dropped."""

    def __init__(self, settings: ClusterSettings, membership: Membership) -> None:
        self._node = settings.node
        self._placement = Placement(membership.members(), settings.copies())
        self.answer: Holding = self._placed

    def __call__(self, schema: ViewSchema, held: frozenset[int]) -> frozenset[int]:
        """See statestore.node.holding. Called in the store's thread."""
        return self.answer(schema, held)

    def _placed(self, schema: ViewSchema, held: frozenset[int]) -> frozenset[int]:
        return self._placement.wanted(schema, self._node) | held


@dataclass(frozen=True, slots=True)
class Joining:
    """What is known of the cluster before the event loop runs."""

    settings: ClusterSettings
    membership: Membership
    holding: LateHolding
    credentials: Credentials

    @classmethod
    def of(cls, settings: ClusterSettings) -> Self | None:
        """None where there are no other nodes. Raises ConfigError."""
        if not settings.clustered:
            return None
        for warning in settings.warnings():
            _log.warning("%s", warning)
        membership = membership_of(settings)
        return cls(settings, membership, LateHolding(settings, membership), settings.credentials())

    @property
    def peer_user(self) -> PeerUser | None:
        """Whom the others come as; None where nodes are trusted by their addresses."""
        found = self.credentials
        return None if found.secret is None else peer_user(found.user, found.secret)


def topic_ends(engine: ClusterEngine, bootstrap: str) -> KafkaTopicEnds:
    """Has *engine* tell how far its views are behind their topics; to be started."""
    from gateway.cluster.membership.topic_ends import KafkaTopicEnds

    ends = KafkaTopicEnds(
        bootstrap, lambda: {topic for v in engine.store.views().values() if v.manifest for topic in v.manifest.sources}
    )
    engine.watch_topics(ends)
    return ends


class Joined:
    """This node in its cluster. Make and use it in the event loop."""

    def __init__(self, engine: ClusterEngine, joining: Joining) -> None:
        settings, membership, credentials = joining.settings, joining.membership, joining.credentials
        identity = Identity(settings.cluster, settings.node, settings.address, RUN)
        self._transport = PeerTransport(credentials=credentials)
        self.node = node = ClusterNode(
            identity,
            membership,
            settings.copies(),
            store=ClusterStore(engine.store),
            transport=self._transport,
            local=engine.local,
            rng=random.Random(),
            dead_after_s=settings.dead_after_s,
        )
        self._membership = membership
        self._topic_ends = topic_ends(engine, settings.kafka) if settings.kafka else None
        self._forwarder = engine.forwarder = ReadForwarder(node.roster, node.heartbeat, engine.served, credentials)
        joining.holding.answer = node.holder.holding
        engine.join(node)

    def start(self) -> None:
        """Take part: from now on the others may send fragments."""
        self.node.state = "serving"
        self.node.start()
        self._membership.start()
        if self._topic_ends:
            self._topic_ends.start()

    async def leave(self) -> None:
        """Tell the others, by their next heartbeats, to ask somebody else first."""
        self.node.state = "leaving"
        if any(peer.live for peer in self.node.roster.peers()):
            await asyncio.sleep(LEAVE_S)
        await asyncio.to_thread(self._membership.close)

    async def stop(self) -> None:
        """End what runs between nodes."""
        if self._topic_ends:
            self._topic_ends.close()
        await self.node.stop()
        self._forwarder.close()
        self._transport.close()
