"""Python functions that DuckDB calls where its SQL cannot say what Postgres does: reading and printing values, mostly.

About 1 µs a row, under the interpreter's lock: nothing that a filter or an aggregate over many rows needs is here. Strict: NULL
in, NULL out. They raise errors of planner.errors with the marker that planner.functions.faults reads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class PythonFunction:
    """A function under the name *name* in DuckDB, with DuckDB's types."""

    name: str
    function: Callable[..., Any]
    args: tuple[str, ...]
    result: str


UDFS: Final[tuple[PythonFunction, ...]] = ()
