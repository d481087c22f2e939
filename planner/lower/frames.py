"""Windows' frames as DuckDB SQL, with PostgreSQL's errors for offsets that are none."""

from __future__ import annotations

from collections.abc import Callable

from planner.errors import Unsupported
from planner.postgres.functions.macros import fault
from planner.tree import bound as b
from planner.tree.types import FLOAT4, FLOAT8, INTERVAL

_INFINITE = "RANGE with an infinite offset is not supported"


def frame_sql(frame: b.Frame, written: Callable[[b.Expr], str]) -> str:
    """ROWS, RANGE or GROUPS BETWEEN … AND …. Raises Unsupported for RANGE with an infinite offset."""
    start, end = (_bound(frame.unit, bound, which, written) for which, bound in (("starting", frame.start), ("ending", frame.end)))
    exclude = f" EXCLUDE {frame.exclude.upper()}" if frame.exclude else ""
    return f"{frame.unit.upper()} BETWEEN {start} AND {end}{exclude}"


def _bound(unit: str, bound: b.FrameBound, which: str, written: Callable[[b.Expr], str]) -> str:
    if bound.offset is None:
        return bound.kind.upper()
    return f"{_checked(unit, bound.offset, which, written(bound.offset))} {bound.kind.upper()}"


def _checked(unit: str, offset: b.Expr, which: str, sql: str) -> str:
    """The offset, or an error."""
    if isinstance(offset, b.Const) and isinstance(offset.value, int) and offset.value >= 0:
        return sql
    is_float = offset.type.pg in (FLOAT4, FLOAT8)
    negative = f"frame {which} offset must not be negative"
    if unit == "range":
        negative = "invalid preceding or following size in window function"
    zero = "to_days(0)" if offset.type.pg is INTERVAL else "0"
    tests = [
        (f"{sql} IS NULL", fault("NullNotAllowed", f"frame {which} offset must not be null")),
        (f"{sql} < {zero}{f' OR isnan({sql})' if is_float else ''}", fault("InvalidFrameOffset", negative)),
    ]
    if is_float:
        if isinstance(offset, b.Const) and offset.value == float("inf"):
            raise Unsupported(_INFINITE, hint="UNBOUNDED PRECEDING and UNBOUNDED FOLLOWING are.")
        tests.append((f"isinf({sql})", fault("Unsupported", _INFINITE)))
    return f"(CASE {' '.join(f'WHEN {test} THEN {error}' for test, error in tests)} ELSE {sql} END)"
