"""What one node knows of all of them, at one moment: for the tables of schema tidegate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

#: The name of a node that is alone.
ALONE: Final = "local"


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A member, as tidegate.nodes shows it. *state* is what this node makes of it, *phase* what it says of itself.

    *version_lag* is the largest one of its views, by its last heartbeat; None before the first. *reason* explains the state.
    """

    name: str
    state: str
    address: str | None = None
    phase: str | None = None
    run: str | None = None
    version_lag: int | None = None
    heartbeat_age_ms: float | None = None
    shards_placed: int = 0
    shards_held: int = 0
    here: bool = False
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ShardPlace:
    """Where a shard should lie, its owner first, and which live nodes have it."""

    replicas: tuple[str, ...]
    held_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShardRow:
    """What a shard contains, by a node that holds it. Of a state table's, rows and bytes are known once they have been counted."""

    rows: int | None
    bytes: int | None
    min_key: str | None
    max_key: str | None
    version: int


ShardNumber = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Overview:
    """*places* and *elsewhere* are by view and number of a shard; *elsewhere* has those that other nodes told of.

    Without *places* this node is alone and has everything.
    """

    nodes: tuple[NodeRow, ...] = ()
    places: Mapping[ShardNumber, ShardPlace] = field(default_factory=dict)
    elsewhere: Mapping[ShardNumber, ShardRow] = field(default_factory=dict)

    def place(self, view: str, shard: int) -> ShardPlace:
        """Where the shard lies."""
        return self.places.get((view, shard), _HERE)


_HERE: Final = ShardPlace((ALONE,), (ALONE,))


def alone(shards: int) -> Overview:
    """Of a node without a cluster, which has so many shards."""
    node = NodeRow(
        ALONE, "alive", phase="serving", version_lag=0, heartbeat_age_ms=0.0, shards_placed=shards, shards_held=shards, here=True
    )
    return Overview((node,))
