"""SQL text → statements. See planner/DESIGN.md, "Parsing"."""

from planner.parse.statements import parse

__all__ = ["parse"]
