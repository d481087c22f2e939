"""Aggregates over whole columns of values, some of which may be None: as aggregates.steps_of has them, at the speed of C.

And what `vectors.py` writes expressions over whole columns with.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import partial, reduce
from itertools import compress, repeat
from operator import add, itemgetter, mul, sub
from typing import Any, Final

from planner.rows.gathering import GATHERING
from planner.rows.kinds import FLOAT, INT, NUMERIC, OPAQUE, kind_of
from planner.rows.numbers import ROOT_OF_MAX, average, finite
from planner.rows.shared import Leave
from planner.tree.bound import Aggregate
from statestore.decimals import from_unscaled

#: Python 3.12's sum() of floats is nearer to the sum than adding them one after the other, which is what Postgres does.
_ADDS_IN_ORDER: Final = sys.version_info < (3, 12)
#: Where more than so many times the rows that are wanted are there, most are passed over before they are sorted.
_SAMPLED: Final = 16


def whole_form(call: Aggregate, scale: int | None) -> str | None:
    """Python over {x}, the argument's values; over {rows} where it has none.

    None where rows have to be looked at one by one. Numerics of a *scale* are integers.
    """
    name = call.function.name
    if call.order_by or name in GATHERING:
        return None
    if not call.args:
        return "len({rows})"
    kind = kind_of(call.args[0].type.pg)
    if call.distinct:
        return "whole_distinct({x})" if name == "count" and kind != FLOAT else None
    if kind in OPAQUE and name != "count":
        return None
    if kind == NUMERIC and name != "count":
        return None if scale is None or name not in ("sum", "avg", "min", "max") else f"whole_decimal('{name}', {{x}}, {scale})"
    if name == "sum" and kind == INT and call.type.pg.name == "numeric":
        return "numeric_total({x})"
    suffix = "_float" if kind == FLOAT and name != "count" else ""
    return f"whole_{name}{suffix}({{x}})" if f"whole_{name}{suffix}" in NAMES else None


def in_range(values: Sequence[int | None], least: int, greatest: int) -> None:
    """Are integers within their type? Raises Leave."""
    low, high = _of_present(min, values), _of_present(max, values)
    if low is not None and not least <= low <= high <= greatest:
        raise Leave


def all_finite(values: Sequence[float | None]) -> None:
    """Is there no overflow, no NaN? Raises Leave, also where the sum overflows."""
    finite(_of_present(sum, values) or 0.0)


def no_underflow(products: Sequence[float | None], left: Iterable[float | None], right: Iterable[float | None]) -> None:
    """Is no product 0 but of 0? Raises Leave."""
    if not all(products) and any(x and y and not z for x, y, z in zip(left, right, products, strict=False)):
        raise Leave


def ordered(keys: Sequence[tuple[Sequence[Any], bool, bool | None]], most: int | None) -> list[int]:
    """The places of rows in the order of *keys*; with *most*, of so many of the first at least.

    Of each key: its values, of which none is NaN; whether they descend; whether NULLs come first, None where there are none.
    """
    values, descending, nulls_first = keys[0]
    if most is not None and most * _SAMPLED < len(values) and nulls_first is None:
        # No more than these can come before the last of the first *most* of some of them.
        edge = sorted(values[: most * _SAMPLED], reverse=descending)[most - 1]
        each = enumerate(values)
        found = [at for at, value in each if value >= edge] if descending else [at for at, value in each if value <= edge]
    else:
        found = list(range(len(values)))
    for values, descending, nulls_first in reversed(keys):
        nulls = [] if nulls_first is None else [at for at in found if values[at] is None]
        if nulls:
            found = [at for at in found if values[at] is not None]
        found.sort(key=values.__getitem__, reverse=descending)
        found = [*nulls, *found] if nulls_first else [*found, *nulls] if nulls else found
    return found


def sorted_by(rows: Sequence[tuple[Any, ...]], at: int, descending: bool, nulls_first: bool) -> list[tuple[Any, ...]]:
    """Rows in the order of one of their values, of which none is NaN; equals as they were."""
    try:
        return sorted(rows, key=itemgetter(at), reverse=descending)
    except TypeError:
        last = descending == nulls_first
        return sorted(rows, key=lambda row: ((row[at] is None) == last, row[at]), reverse=descending)


def numbers(values: Sequence[float | None]) -> None:
    """Is none of them NaN? Raises Leave, also of infinities of both signs."""
    if (total := _of_present(sum, values)) != total:
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
    **{
        f.__name__: f
        for f in (add, all_finite, compress, from_unscaled, in_range, mul, no_underflow, numbers, ordered, repeat, sorted_by)
    },
    "sub": sub,
    "whole_distinct": whole_distinct,
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
