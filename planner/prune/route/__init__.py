"""From what is known about a view's key to the shards and the access path.

`Router.compose` walks the key columns of each box from the first: single values multiply into prefixes, a column with ranges or
without a condition ends the walk. A prefix that reaches the last column is a point. By hash a shard is known when the prefix
covers the shard key; by range shards follow from the bytes, as a split is a whole shard key. Ranges of different boxes that
overlap are merged and get the shards of both. `prune` then drops shards by their least and greatest key, which only the node
knows.

A state table's shards are in no order (`ViewSchema.ordered`): whole keys are points, everything else reads the shards that can
match whole and is not exact, so a filter stays. ORDER BY is never the store's. A key of () tells neither rows nor shards apart:
no points, no functional dependence for GROUP BY, and rows may be grouped before they travel. Without a shard key and with several
shards there are no points either.
"""

from planner.prune.route.pruning import prune
from planner.prune.route.router import RANGES_MAX, Router, router

__all__ = ["RANGES_MAX", "Router", "prune", "router"]
