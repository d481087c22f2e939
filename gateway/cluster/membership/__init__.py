"""Who belongs to the cluster and what each node holds: members, heartbeats, the roster, placement."""
