"""Running the fragments of one query: versions selected, shards given to nodes, and to others where a node fails.

- Versions (`version_selection.py`): this node's current one if live nodes have it for all shards; also if some are behind and
  it has been known here for less than 250 ms, because then they are about to reach it; else the newest that covers. Bounds are
  40001 and say by how much; one that asks for a newer version is waited for, 250 ms.
- Assignment (`assigning.py`): this node first, then as few others as possible. A failed fragment's cells move to their next
  live replica. What no live node has is waited for, five seconds per query in all; then 08006 with each node and its cause, or,
  for partial answers, at once the list of what is missing. Nobody connects to a dead node for a query's sake: it is asked for its
  status all the time, and one that was only slow is used from its first answer on.
- A version that is refused and that no other replica can read, or that all live replicas have let go while the query waited
  for one of them, begins the query anew with fresh statuses, on the newest version that nodes are known to have: twice at once,
  then for two seconds after pauses that double; never after a row was released.
"""
