"""From what is known about a view's key to the shards and the access path."""

from planner.route.pruning import prune
from planner.route.router import RANGES_MAX, Router, router

__all__ = ["RANGES_MAX", "Router", "prune", "router"]
