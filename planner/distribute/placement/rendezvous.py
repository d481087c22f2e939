"""Rendezvous (highest random weight) hashing of shards over members.

Every member has a weight for every shard; the shard belongs to the members of the highest weights. So a member that joins takes
only what it is the best for now, and of a member that leaves only its own shards move.

The weight is a hash of the member's name, the shard's number and the *co-location group*: what decides which row goes to which
shard number. Views that are sharded alike have the same placement, so that joins on the shard key run where the shards are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from statestore.schema import ViewSchema

#: As a number of replicas: every member holds everything.
ALL: Final = 1 << 30
#: Rankings kept: one per co-location group and set of members, at most 8 bytes per shard and member.
_TABLES_MAX: Final = 64

#: SplitMix64's constants (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
_GAMMA: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)
_MASK: Final = (1 << 64) - 1

_Hashes = npt.NDArray[np.uint64]
_Table = npt.NDArray[np.intp]


def placed(schema: ViewSchema, shard: int, members: Sequence[str], replicas: int) -> tuple[str, ...]:
    """The members that should hold the shard, its owner first: *replicas* of them, or all if there are no more."""
    return ranked(schema, shard, members)[:replicas]


def ranked(schema: ViewSchema, shard: int, members: Sequence[str]) -> tuple[str, ...]:
    """All members in the order in which the shard would be theirs."""
    names = tuple(sorted(members))
    return tuple(names[i] for i in _table(schema.colocation_group, schema.shards, names)[shard])


def placed_shards(schema: ViewSchema, member: str, members: Sequence[str], replicas: int) -> frozenset[int]:
    """The shards that *member* should hold."""
    names = tuple(sorted(members))
    if member not in names:
        return frozenset()
    mine = (_table(schema.colocation_group, schema.shards, names)[:, :replicas] == names.index(member)).any(axis=1)
    return frozenset(np.flatnonzero(mine).tolist())


@lru_cache(maxsize=_TABLES_MAX)
def _table(group: str, shards: int, names: tuple[str, ...]) -> _Table:
    """Per shard the members' indices, by falling weight; by name where weights are equal."""
    members = np.array([_hash(name) for name in names], dtype=np.uint64)
    numbers = _mixed(np.arange(1, shards + 1, dtype=np.uint64) * np.uint64(_GAMMA) + np.uint64(_hash(group)))
    weights = _mixed(numbers[:, None] ^ members[None, :])
    return np.argsort(~weights, axis=1, kind="stable")


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") & _MASK


def _mixed(values: _Hashes) -> _Hashes:
    """SplitMix64's finalizer, of each value; arithmetic is modulo 2^64."""
    values = (values ^ (values >> np.uint64(30))) * _MIX_1
    values = (values ^ (values >> np.uint64(27))) * _MIX_2
    return values ^ (values >> np.uint64(31))
