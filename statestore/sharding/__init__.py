"""Where rows live: Spark's hash of the shard key, or ranges of it."""

from statestore.sharding.murmur3 import murmur3
from statestore.sharding.shards import shard_function, shards_of_arrow

__all__ = ["murmur3", "shard_function", "shards_of_arrow"]
