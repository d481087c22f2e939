"""Many nodes that answer as one: who is there, who holds what, and the running of one query's fragments.

    members ──→ Roster ←── Heartbeat ←─ status() ─ Transport      who is alive and holds which shards at which versions
                  ├──→ ShardHolder   which shards this node should hold (the store asks)
                  └──→ Dispatch      one query's fragments: one version per view, nodes, retries, deadline

Everything runs in one event loop and takes its time from there alone, so that a whole cluster can be simulated.
"""
