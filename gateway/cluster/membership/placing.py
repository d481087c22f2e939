"""Placement as one node sees it now: by the members it knows and the number of replicas."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from planner.distribute.placement import placed, placed_shards, ranked
from statestore.schema import ViewSchema


class Placement:
    """Immutable. Without members nothing is placed anywhere: the node does not know yet."""

    __slots__ = ("_wanted", "fingerprint", "members", "replicas")

    def __init__(self, members: Iterable[str], replicas: int) -> None:
        """*replicas* may exceed the members: then each of them holds everything."""
        self.members = tuple(sorted(members))
        self.replicas = replicas
        #: Nodes of one fingerprint place alike.
        self.fingerprint = hashlib.blake2b(json.dumps([self.members, replicas]).encode(), digest_size=8).hexdigest()

        self._wanted: dict[tuple[str, str], frozenset[int]] = {}

    def placed(self, schema: ViewSchema, shard: int) -> tuple[str, ...]:
        """The members that should hold the shard, its owner first."""
        return placed(schema, shard, self.members, self.replicas) if self._has(schema, shard) else ()

    def ranked(self, schema: ViewSchema, shard: int) -> tuple[str, ...]:
        """All members, in the order in which they would hold the shard."""
        return ranked(schema, shard, self.members) if self._has(schema, shard) else ()

    def _has(self, schema: ViewSchema, shard: int) -> bool:
        """A view that was made anew may have fewer shards than somebody asks for."""
        return bool(self.members) and shard < schema.shards

    def wanted(self, schema: ViewSchema, member: str) -> frozenset[int]:
        """The shards that *member* should hold."""
        key = schema.colocation_group, member
        found = self._wanted.get(key)
        if found is None:
            found = self._wanted[key] = placed_shards(schema, member, self.members, self.replicas)
        return found
