"""Aggregates over whole columns of values, some of which may be None: as aggregates.steps_of has them, at the speed of C."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial, reduce
from operator import add
from typing import Any, Final

from gateway.engine.keyed.stored_columns import scale_of
from planner.rows.expressions import GATHERING
from planner.rows.kinds import FLOAT, INT, NUMERIC, kind_of
from planner.rows.numbers import ROOT_OF_MAX, average, finite
from planner.rows.shared import Leave
from planner.tree.bound import Aggregate, ColumnRef, Expr
from statestore.decimals import from_unscaled
from statestore.schema import ViewSchema

#: Python 3.12's sum() of floats is nearer to the sum than adding them one after the other, which is what Postgres does.
_ADDS_IN_ORDER: Final = sys.version_info < (3, 12)


def whole_form(call: Aggregate, view: ViewSchema) -> str | None:
    """Python over {x}, the argument's column; over {rows} where there is none. None where rows have to be looked at one by one."""
    name = call.function.name
    if call.filter is not None or call.distinct or call.order_by or name in GATHERING:
        return None
    if not call.args:
        return "len({rows})"
    kind = kind_of(call.args[0].type.pg)
    if not isinstance(call.args[0], ColumnRef):
        return None
    if kind == NUMERIC and name != "count":
        scale = scale_of(view.columns[call.args[0].column].type)
        return None if scale is None or name not in ("sum", "avg", "min", "max") else f"whole_decimal('{name}', {{x}}, {scale})"
    if name == "sum" and kind == INT and call.type.pg.name == "numeric":
        return "numeric_total({x})"
    suffix = "_float" if kind == FLOAT and name != "count" else ""
    return f"whole_{name}{suffix}({{x}})" if f"whole_{name}{suffix}" in NAMES else None


def is_whole_key(expr: Expr) -> bool:
    """Is it a column whose values are keys as they are? NaN and unscaled decimals are not."""
    return isinstance(expr, ColumnRef) and kind_of(expr.type.pg) not in (FLOAT, NUMERIC)


def _present(values: Sequence[Any]) -> Sequence[Any]:
    return [value for value in values if value is not None]


def _of_present(function: Callable[[Sequence[Any]], Any], values: Sequence[Any]) -> Any:
    """Mostly no value is None, and where one is, the function cannot do with it. None where there is no value."""
    try:
        return function(values) if values else None
    except TypeError:
        return function(found) if (found := _present(values)) else None


def _sum(values: Sequence[Any]) -> Any:
    rest = iter(values)
    first = next(rest)
    return sum(rest, first) if _ADDS_IN_ORDER else reduce(add, rest, first)


def whole_count(values: Sequence[Any]) -> int:
    """Values that are not None."""
    return len(_present(values))


def numeric_total(values: Sequence[int | None]) -> Decimal | None:
    """The sum of integers, as a numeric."""
    found = _of_present(sum, values)
    return None if found is None else Decimal(found)


def whole_sum_float(values: Sequence[float | None]) -> float | None:
    """The sum, which neither overflows nor is NaN."""
    found = _of_present(_sum, values)
    return None if found is None else finite(found)


def whole_avg(values: Sequence[int | None]) -> Any:
    """The mean of integers."""
    found = _present(values)
    return average(sum(found), len(found)) if found else None


def whole_avg_float(values: Sequence[float | None]) -> float | None:
    """The mean; Postgres gathers squares, too, and fails where they overflow. Raises Leave."""
    found = _present(values)
    if not found:
        return None
    total = finite(0.0 + _sum(found))
    if not -ROOT_OF_MAX < min(found) <= max(found) < ROOT_OF_MAX:
        raise Leave
    return total / len(found)


def _edge(function: Callable[[Sequence[Any]], Any], values: Sequence[float | None]) -> float | None:
    """The least or the greatest; of the two zeros that which comes last."""
    found: Sequence[float] = _present(values)
    if not found:
        return None
    if (total := sum(found)) != total:
        raise Leave  # NaN, which min() and max() take for anything; or two infinities
    edge: float = function(found)
    return next(value for value in reversed(found) if value == edge)


def whole_decimal(name: str, values: Sequence[int | None], scale: int) -> Decimal | None:
    """sum, avg, min or max of decimals of one scale, which are unscaled."""
    found = _present(values)
    if not found:
        return None
    if name == "avg":
        return average(sum(found), len(found), scale)
    return from_unscaled(sum(found) if name == "sum" else min(found) if name == "min" else max(found), scale)


#: What the forms call.
NAMES: Final[dict[str, Any]] = {
    "numeric_total": numeric_total,
    "whole_avg": whole_avg,
    "whole_avg_float": whole_avg_float,
    "whole_count": whole_count,
    "whole_decimal": whole_decimal,
    "whole_max": partial(_of_present, max),
    "whole_max_float": partial(_edge, max),
    "whole_min": partial(_of_present, min),
    "whole_min_float": partial(_edge, min),
    "whole_sum": partial(_of_present, sum),
    "whole_sum_float": whole_sum_float,
}
