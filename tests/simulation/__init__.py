"""A whole cluster on virtual time, from one seed.

    loop        an event loop whose clock jumps to the next timer
    root        the views' files, with the product's own log, bases, plans and vacuum over them
    truth       the views as published: what every answer is compared with
    store       a node's local store: lags, restores, keeps versions, survives a crash
    network     links that are slow, lose, are cut or go deaf; peers that are not who they should be
    news        what a process has been told, and went by when it let go of a shard
    node        a process: the real ClusterNode over store and network
    world       nodes, membership, and everything that happens: publishes, queries, faults
    checkers    what must hold

The cluster's own code (gateway/cluster, planner/distribute/placement) runs unchanged. `python -m tests.simulation --seeds 1-1000`.

The simulation: 2 to 5 nodes, R from 1 to all, up to 3 views, about 9 virtual seconds and 300 queries a seed, 0.2 to 0.25 s of
processor time. Faults: kills with and without the disk, hosts that vanish, partitions and one-way cuts, slow and lossy links,
joins and leaves that reach each node at another time, impostors, doubles, garbage, truncated streams, peers that hang, refuse or
lag, views made anew, disks lost just as others let go of what is on them. After the last fault every node answers for every view
within 4.5 s, at the newest version, and holds exactly what is placed there. The root has files: the product's own log, plans,
claims and vacuum work over them in memory, four versions are kept, bases are made and several vacuums delete file by file, and
are killed; what a node holds is made of the files that it finds. After each deletion every kept version can still be made, and in
the end nothing is left that nothing needs. A fifth of the seeds only kill one node at a time with two replicas or more: there
every query has to be answered. What it found in this code: a shard was never let go under steady publishing (a confirmation had
to hold at every version of the grace); a version refused by one replica while the other was dead waited for two seconds and then
failed, instead of selecting anew; a query that waited while its view was made anew with another shard count was answered short;
errors about such shards failed themselves; timers that fire early made a wait of no time spin; a double that alone answered in a
dead member's name was relied on until a moment after it was gone; a base that was made again of a version whose base had been
dropped was deleted by a slow vacuum, although another one had begun the log with it.
"""
