"""From what is known about a view's key to the shards and the access path."""

from planner.prune.route.pruning import prune
from planner.prune.route.router import RANGES_MAX, Router, router

__all__ = ["RANGES_MAX", "Router", "prune", "router"]
