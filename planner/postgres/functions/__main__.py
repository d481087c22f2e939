"""Prints what is served and what is refused: ``python -m planner.postgres.functions > planner/FUNCTIONS.md``."""

from __future__ import annotations

from planner.postgres.functions.reference import reference

if __name__ == "__main__":
    print(reference(), end="")
