"""Queries small enough to be answered row by row in Python, in the event loop: what is one, and by which forms."""

from planner.rows.program import Gives, RowProgram, RowSubquery, row_program

__all__ = ["Gives", "RowProgram", "RowSubquery", "row_program"]
