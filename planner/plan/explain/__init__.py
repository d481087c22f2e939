"""EXPLAIN: a plan as text lines and as JSON."""

from planner.plan.explain.describing import explain, explain_json
from planner.plan.explain.distributed import Distribution, TaskFacts
from planner.plan.explain.facts import ExplainedRead, Facts, ReadSize

__all__ = ["Distribution", "ExplainedRead", "Facts", "ReadSize", "TaskFacts", "explain", "explain_json"]
