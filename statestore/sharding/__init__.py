"""Where rows live: Spark's hash of the shard key, or ranges of it."""

from statestore.sharding.shards import shard_function, shards_of_arrow

__all__ = ["shard_function", "shards_of_arrow"]
