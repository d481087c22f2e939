"""Which members should hold which shards: rendezvous hashing, pure and the same on every node."""

from planner.distribute.placement.rendezvous import ALL, placed, placed_shards, ranked

__all__ = ["ALL", "placed", "placed_shards", "ranked"]
