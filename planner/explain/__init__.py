"""EXPLAIN: a plan as text lines and as JSON."""

from planner.explain.distributed import Distribution, TaskFacts
from planner.explain.facts import Facts, ReadFacts, ReadSize
from planner.explain.rendering import explain, explain_json

__all__ = ["Distribution", "Facts", "ReadFacts", "ReadSize", "TaskFacts", "explain", "explain_json"]
