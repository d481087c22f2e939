"""How a node belongs to a cluster: section [cluster] of the configuration file, and the options of `tidegate serve`.

[cluster]
node = "a"                                          # this node's name
peers = "a=10.0.0.1:5433,b=10.0.0.2:5433"           # all members, this one among them
replicas = 2                                        # nodes that hold each shard, or "all"
cluster = "tidegate"                                # nodes of another cluster are not used
kafka = "broker:9092"                               # instead of peers: members join through Kafka
advertise = "10.0.0.1:5433"                         # with kafka: where the others reach this node
secret_file = "/etc/tidegate/secret"                # the same text on every node: how they know each other
user = "tidegate_node"                              # as whom nodes come to each other; nobody else may be it
sslmode = "verify-full"                             # between nodes: disable, require, verify-ca, verify-full (as libpq)
sslrootcert = "/etc/tidegate/ca.crt"                # who signs the nodes' certificates
dead_after_s = 0.35                                 # a node that was silent for so long is not used until it is heard again
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gateway.cluster.credentials import NODE_USER, SSL_MODES, USER, Credentials, read_secret
from gateway.cluster.membership.members import Member, StaticMembership, parse_members
from gateway.cluster.membership.roster import DEAD_AFTER_S
from gateway.config import Address, ConfigError
from planner.distribute.placement import ALL

#: Of nodes and clusters: they stand in lists, in errors and in Kafka's metadata.
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}")
#: More copies of a shard than this are a mistake; "all" says it if they are not.
REPLICAS_MAX: Final = 1_000
#: Queries do not wait longer for a node that does not answer than this, whatever its copies could.
DEAD_AFTER_MAX_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class ClusterSettings:
    """Section [cluster]. Without *peers* and *kafka* the node is alone, and the rest must not be said either."""

    node: str = ""
    peers: str = ""
    replicas: int | str = 1
    cluster: str = "tidegate"
    kafka: str = ""
    advertise: str = ""
    secret_file: Path | None = None
    user: str = ""
    sslmode: str = "disable"
    sslrootcert: Path | None = None
    dead_after_s: float = DEAD_AFTER_S

    def __post_init__(self) -> None:
        self.copies()
        if not DEAD_AFTER_S <= self.dead_after_s <= DEAD_AFTER_MAX_S:
            raise ValueError(f"dead_after_s={self.dead_after_s:g}: from {DEAD_AFTER_S:g} to {DEAD_AFTER_MAX_S:g}")
        if not self.clustered:
            if self.node or self.advertise:
                raise ValueError("node and advertise belong to a cluster; give --peers, or --kafka")
            return
        if self.peers and self.kafka:
            raise ValueError("members come from peers or from kafka, not from both")
        for what, name in (("node", self.node), ("cluster", self.cluster)):
            if not name:
                raise ValueError(f"{what} is missing; give --{what} or set it in [cluster]")
            if not _NAME.fullmatch(name):
                raise ValueError(f"{what} {name!r} is no name: letters, digits, '.', '_' and '-', 63 at most")
        if self.kafka and not self.advertise:
            raise ValueError("advertise is missing: with kafka, the address where other nodes reach this one")
        if self.peers and self.advertise:
            raise ValueError("advertise is for kafka; with peers, the node's address stands among them")
        _ = self.address
        self._check_security()

    def _check_security(self) -> None:
        if self.sslmode not in SSL_MODES:
            raise ValueError(f"sslmode {self.sslmode!r}; it takes {', '.join(SSL_MODES)}")
        if self.sslmode.startswith("verify") and self.sslrootcert is None:
            raise ValueError(f"sslmode {self.sslmode} needs sslrootcert, who signs the nodes' certificates")
        if self.user and self.secret_file is None:
            raise ValueError("user goes with secret_file: without a secret nodes are trusted by their addresses")

    def credentials(self) -> Credentials:
        """For connections to the other nodes. Raises ConfigError."""
        if self.secret_file is None:
            return Credentials(USER, None, self.sslmode, self.sslrootcert)
        return Credentials(self.user or NODE_USER, read_secret(self.secret_file), self.sslmode, self.sslrootcert)

    @property
    def clustered(self) -> bool:
        """Are there other nodes at all?"""
        return bool(self.peers or self.kafka)

    def copies(self) -> int:
        """The number of nodes that hold a shard. Raises ValueError."""
        if self.replicas == "all":
            return ALL
        text = str(self.replicas)
        if isinstance(self.replicas, bool) or not text.isdecimal() or not 1 <= int(text) <= REPLICAS_MAX:
            raise ValueError(f"replicas is {text!r}; it takes a number from 1, or all")
        return int(text)

    def members(self) -> tuple[Member, ...]:
        """Those of *peers*. Raises ValueError."""
        try:
            found = parse_members(self.peers)
            StaticMembership(found)
        except ConfigError as error:
            raise ValueError(f"peers: {error}") from error
        if strange := next((m.name for m in found if not _NAME.fullmatch(m.name)), None):
            raise ValueError(f"peers: {strange!r} is no name: letters, digits, '.', '_' and '-', 63 at most")
        if unreachable := next((m for m in found if not m.address.port), None):
            raise ValueError(f"peers: {unreachable.name}={unreachable.address}: port 0 is nowhere")
        return found

    @property
    def address(self) -> Address:
        """Where the others reach this node. Raises ValueError where it is not among the peers."""
        if self.kafka:
            try:
                return Address.parse(self.advertise)
            except ConfigError as error:
                raise ValueError(f"advertise: {error}") from error
        members = self.members()
        for member in members:
            if member.name == self.node:
                return member.address
        raise ValueError(f"node {self.node!r} is not among the peers {', '.join(m.name for m in members)}")

    def warnings(self) -> tuple[str, ...]:
        """What is odd, but works."""
        if not self.peers or self.copies() == ALL:
            return ()
        count = len(self.members())
        if self.copies() > count:
            return (f"replicas is {self.copies()}, and there are {count} nodes: each of them holds everything",)
        return ()
