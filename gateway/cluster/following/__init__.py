"""Subscriptions over the cluster: what changes in shards of several nodes, merged version by version."""
