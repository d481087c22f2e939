"""What a view's files at a root say without a gateway: the rows of one shard at a version, and what changed between two."""
