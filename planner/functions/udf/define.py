"""How a Python function for DuckDB is declared.

About 1 µs a row, under the interpreter's lock: nothing that a filter or an aggregate over many rows needs is here. Strict: NULL
in, NULL out. They raise errors of planner.errors, which get through DuckDB with the marker that planner.functions.faults reads.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from planner.errors import PlanError
from planner.functions.faults import marked


@dataclass(frozen=True, slots=True)
class PythonFunction:
    """A function under the name *name* in DuckDB, with DuckDB's types."""

    name: str
    function: Callable[..., Any]
    args: tuple[str, ...]
    result: str


def udf(name: str, function: Callable[..., Any], args: str, result: str) -> PythonFunction:
    """A declaration; *args* are DuckDB's type names with commas between."""

    @functools.wraps(function)
    def guarded(*values: Any) -> Any:
        try:
            return function(*values)
        except PlanError as error:
            raise marked(error) from error

    return PythonFunction(name, guarded, tuple(a.strip() for a in args.split(",")), result)
