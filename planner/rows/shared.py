"""Row forms that are the general way's own: where DuckDB would only call functions in Python, they are called in place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from planner.errors import PlanError
from planner.postgres.functions.function import Function
from planner.postgres.functions.udf.all import UDFS
from planner.postgres.functions.udf.define import PythonFunction
from planner.rows.kinds import FLOAT, kind_of

#: A lowering of nothing but calls, arguments and constants is Python as well as it is SQL.
_CALLS: Final = re.compile(r"py_\w+\((?:py_\w+\(|\{\d\}|'[^'\\{}]*'|\d+|[), ])*\)")
_NAME: Final = re.compile(r"py_\w+")
_BITS: Final = {"SMALLINT": 16, "INTEGER": 32, "BIGINT": 64}
_PLAIN: Final = ("VARCHAR", "BOOLEAN", "DOUBLE", "BLOB", *_BITS)
#: Characters and bytes of a result.
_MADE_MAX: Final = 100_000


class Leave(Exception):
    """The general way knows the answer."""


def in_place(function: PythonFunction) -> Callable[..., Any]:
    """The function, for values with which it takes but a moment. Raises Leave."""
    body, is_small, bits = function.body, function.in_a_moment(), _BITS.get(function.result)
    lists = [i for i, type_ in enumerate(function.args) if type_.endswith("[]")]
    has_length = function.result in ("VARCHAR", "BLOB")

    def call(*values: Any) -> Any:
        if None in values:
            return None
        if not is_small(values) or any(isinstance(item, list) for i in lists for item in values[i]):
            raise Leave
        try:
            found = body(*values)
        except (PlanError, RecursionError):
            raise Leave from None
        if found is None:
            return None
        if (has_length and len(found) > _MADE_MAX) or (bits and not -(1 << bits - 1) <= found < 1 << bits - 1):
            raise Leave
        return found

    return call


#: By their names in DuckDB. Those that match patterns may take an exponential time: see patterns.py.
SHARED: Final = {f.name: in_place(f) for f in UDFS if f.result in _PLAIN and not f.matches}


def shared_form(function: Function) -> str | None:
    """The lowering, if it is also a row form."""
    lower, kinds = function.lower, [kind_of(pg) for pg in function.args]
    if not isinstance(lower, str) or not function.strict or _CALLS.fullmatch(lower) is None:
        return None
    if None in kinds or FLOAT in kinds or kind_of(function.result) in (None, "array"):
        return None
    return lower if all(name in SHARED for name in _NAME.findall(lower)) else None


def is_costly(form: str) -> bool:
    """Does it take microseconds and more for each character?"""
    return "py_" in form


def may_be_null(form: str) -> bool:
    """May it give NULL for arguments that are none?"""
    return is_costly(form) or form.startswith(("element(", "array_length("))
