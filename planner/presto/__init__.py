"""Trino's and Presto's SQL → requests in PostgreSQL's. See planner/DESIGN.md, "Presto"."""

from planner.presto.read import read
from planner.presto.requests import Names, Request

__all__ = ["Names", "Request", "read"]
