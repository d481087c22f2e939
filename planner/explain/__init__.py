"""EXPLAIN: a plan as text lines and as JSON."""

from planner.explain.facts import Facts, ReadFacts
from planner.explain.rendering import explain, explain_json

__all__ = ["Facts", "ReadFacts", "explain", "explain_json"]
