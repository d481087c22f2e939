"""Keyed reads sent, as they are, to the node that holds their shard."""
