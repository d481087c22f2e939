"""A bound query as DuckDB SQL."""

from planner.lower.lowering import LoweredSql, lower
from planner.lower.state import Slot

__all__ = ["LoweredSql", "Slot", "lower"]
