"""A query over shards on several nodes: what the nodes do, and what is left for the coordinator."""

from planner.distribute.split.plan import Concat, Fragment, FragmentRead, Merge, MergeByKey, MergeQuery, SplitPlan, rows_needed
from planner.distribute.split.splitting import split

__all__ = ["Concat", "Fragment", "FragmentRead", "Merge", "MergeByKey", "MergeQuery", "SplitPlan", "rows_needed", "split"]
