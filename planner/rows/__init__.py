"""Queries small enough to be answered row by row in Python, in the event loop: what is one, and by which forms."""

from planner.rows.program import RowProgram, row_program
from planner.rows.tables import Gives

__all__ = ["Gives", "RowProgram", "row_program"]
