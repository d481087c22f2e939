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
"""
