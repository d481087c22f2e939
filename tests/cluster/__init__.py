"""Real processes (`tests/cluster`): the demo's views with 300 generated and 80 written queries on one node, on three with R=1 and
R=2, and in PostgreSQL 15; kill -9, SIGSTOP, a follower that stands still and cut links between network namespaces under eight
clients and a publisher, every answer checked against what each version is known to hold; and everything at a node's address that
is not that node. Found there: an IN narrowed its subquery's rows below a LIMIT; rows of a fragment that ended in the moment a
query began anew came twice (the simulation's sink was more forgiving than the real ones); a peer's rows of another shape were
taken for the fragment's; a busy node was never heard, because each heartbeat began anew after 0.3 s.
"""
