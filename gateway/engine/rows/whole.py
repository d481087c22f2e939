"""Aggregates over whole columns of values, some of which may be None: as aggregates.steps_of has them, at the speed of C.

And what `vectors.py` writes expressions over whole columns with.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import partial, reduce
from itertools import compress, repeat
from operator import add, mul, sub
from typing import Any, Final

from planner.rows.expressions import GATHERING
from planner.rows.kinds import FLOAT, INT, NUMERIC, kind_of
from planner.rows.numbers import ROOT_OF_MAX, average, finite
from planner.rows.shared import Leave
from planner.tree.bound import Aggregate
from statestore.decimals import from_unscaled

#: Python 3.12's sum() of floats is nearer to the sum than adding them one after the other, which is what Postgres does.
_ADDS_IN_ORDER: Final = sys.version_info < (3, 12)
#: Where more than so many times the rows that are wanted are there, most are passed over before they are sorted.
_SAMPLED: Final = 16


def whole_form(call: Aggregate, scale: int | None, *, computed: bool) -> str | None:
    """Python over {x}, the argument's values; over {rows} where it has none, or their number is all that is asked.

    None where rows have to be looked at one by one. Numerics of a *scale* are integers; what is *computed* holds no NULL.
    """
    name = call.function.name
    if call.order_by or name in GATHERING:
        return None
    if not call.args:
        return "len({rows})"
    kind = kind_of(call.args[0].type.pg)
    if call.distinct:
        return "whole_distinct({x})" if name == "count" and kind != FLOAT else None
    if name == "count" and computed:
        return "len({x})"
    if kind == NUMERIC and name != "count":
        return None if scale is None or name not in ("sum", "avg", "min", "max") else f"whole_decimal('{name}', {{x}}, {scale})"
    if name == "sum" and kind == INT and call.type.pg.name == "numeric":
        return "numeric_total({x})"
    suffix = "_float" if kind == FLOAT and name != "count" else ""
    return f"whole_{name}{suffix}({{x}})" if f"whole_{name}{suffix}" in NAMES else None


def in_range(values: Sequence[int], least: int, greatest: int) -> None:
    """Are integers within their type? Raises Leave."""
    if values and not least <= min(values) <= max(values) <= greatest:
        raise Leave


def _finite(values: list[float]) -> list[float]:
    """No overflow, no NaN. Raises Leave, also where the sum overflows."""
    finite(sum(values))
    return values


def float_sums(left: Iterable[float], right: Iterable[float]) -> list[float]:
    """Row by row. Raises Leave."""
    return _finite(list(map(add, left, right)))


def float_differences(left: Iterable[float], right: Iterable[float]) -> list[float]:
    """Row by row. Raises Leave."""
    return _finite(list(map(sub, left, right)))


def float_products(left: Iterable[float], right: Iterable[float]) -> list[float]:
    """Row by row, without underflow. Raises Leave."""
    found = _finite(list(map(mul, left, right)))
    if not all(found) and any(x and y and not z for x, y, z in zip(left, right, found, strict=False)):
        raise Leave
    return found


def ordered(keys: Sequence[tuple[Sequence[Any], bool]], most: int | None) -> list[int]:
    """The places of rows in the order of *keys*: their values, of which none is NULL or NaN, and whether they descend.

    With *most*, so many of the first at least.
    """
    values, descending = keys[0]
    if most is not None and most * _SAMPLED < len(values):
        # No more than these can come before the last of the first *most* of some of them.
        edge = sorted(values[: most * _SAMPLED], reverse=descending)[most - 1]
        each = enumerate(values)
        found = [at for at, value in each if value >= edge] if descending else [at for at, value in each if value <= edge]
    else:
        found = list(range(len(values)))
    for values, descending in reversed(keys):
        found.sort(key=values.__getitem__, reverse=descending)
    return found


def numbers(values: Sequence[float]) -> None:
    """Is none of them NaN? Raises Leave, also of infinities of both signs."""
    if (total := sum(values)) != total:
        raise Leave


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


def whole_distinct(values: Sequence[Any]) -> int:
    """How many different values, beside None."""
    found = set(values)
    return len(found) - (None in found)


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
    numbers(found)  # min() and max() take NaN for anything
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
    **{f.__name__: f for f in (add, compress, float_differences, float_products, float_sums, from_unscaled, in_range, mul)},
    **{f.__name__: f for f in (numbers, ordered, repeat, sub, whole_distinct)},
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
