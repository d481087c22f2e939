"""The changes of one shard between two versions, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShardChanges:
    """Keys of one shard, ascending, and the value each holds at the later version; None is a key that is gone."""

    shard: int
    keys: list[bytes]
    values: list[bytes | None]
