"""Running the fragments of one query: versions selected, shards given to nodes, and to others where a node fails."""
