"""Aggregates that need all values at once: arrays, texts and documents of them, variances, percentiles.

In a form {a} is the list of the values in their order, without NULL but where it has a place in the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from math import ceil, copysign, floor
from typing import Any, Final

from planner.errors import NumericOverflow
from planner.postgres.functions.moments import KINDS
from planner.postgres.functions.udf import moments
from planner.rows import documents
from planner.rows.kinds import FLOAT, INT, NUMERIC, kind_of
from planner.rows.shared import Leave
from planner.tree.bound import Aggregate, Const, Expr

_STATISTICS: Final = frozenset(KINDS)
_PAIRS: Final = frozenset(moments.OF_TWO)
_SORTED: Final = frozenset({"percentile_cont", "percentile_disc", "mode"})
_FRACTIONS_MAX: Final = 20
#: Those whose arrays and documents have NULLs.
KEEPS_NULL: Final = frozenset({"array_agg", *documents.AGGREGATES})
#: Their names.
GATHERING: Final = KEEPS_NULL | {"string_agg"} | _STATISTICS | _PAIRS | _SORTED


def gathered(call: Aggregate) -> Sequence[Expr]:
    """What is gathered of a row: a value, or a pair."""
    if call.within_group:
        return (call.order_by[0].expr,)
    return call.args if call.function.name in _PAIRS | documents.OBJECTS else call.args[:1]


def is_computed(call: Aggregate) -> bool:
    """Has one of statistics or percentiles a form? Its arguments may have none."""
    name, kinds = call.function.name, [kind_of(expr.type.pg) for expr in gathered(call)]
    if call.distinct or (call.order_by and not call.within_group) or None in kinds:
        return False
    if name in _STATISTICS:
        return kinds[0] in (INT, NUMERIC, FLOAT)
    if name in _PAIRS:
        return kinds == [FLOAT, FLOAT]
    if name == "mode":
        return kinds[0] not in (FLOAT, NUMERIC)
    fractions = call.args[0].value if isinstance(call.args[0], Const) else None
    of_type = kinds[0] == FLOAT or (name == "percentile_disc" and kinds[0] != NUMERIC)
    listed = fractions if isinstance(fractions, list) else [fractions]
    return of_type and len(listed) <= _FRACTIONS_MAX and all(isinstance(f, float) and 0.0 <= f <= 1.0 for f in listed)


def form(call: Aggregate) -> str:
    """What becomes of {a}; string_agg's also has {separator}."""
    name = call.function.name
    if name in documents.AGGREGATES:
        return documents.aggregate_form(call)
    if name in _PAIRS:
        return f"float_statistic(pair_sums, {{a}}, {name!r})"
    if name in _STATISTICS:
        return _statistic(KINDS[name], kind_of(call.args[0].type.pg))
    if name == "mode":
        return "mode({a})"
    if name in _SORTED:
        assert isinstance(call.args[0], Const), "is known"
        if isinstance(fractions := call.args[0].value, list):
            return f"([{', '.join(f'{name}({{a}}, {fraction!r})' for fraction in fractions)}] if {{a}} else None)"
        return f"{name}({{a}}, {fractions!r})"
    return "{a} or None" if name == "array_agg" else "{separator}.join({a}) if {a} else None"


def _statistic(statistic: str, kind: str | None) -> str:
    if kind == FLOAT:
        return f"float_statistic(sums, {{a}}, {statistic!r})"
    if kind == INT:
        return f"whole_statistic({{a}}, {statistic!r})"
    return f"exact_statistic(py_statistic_of_texts(list(map(numeric_text, {{a}})), {statistic!r}, False))"


# ------------------------------------------------------------------------------------------------ what forms are written with


def percentile_cont(values: Sequence[float], fraction: float) -> float | None:
    """Between the two values at the fraction's place; None of no values. Raises Leave."""
    if not values:
        return None
    _has_signs(values)
    place = fraction * (len(values) - 1)
    low = values[floor(place)]
    if floor(place) == ceil(place):
        return low
    found: float = low + (place - floor(place)) * (values[ceil(place)] - low)
    if found - found:
        raise Leave
    return found


def percentile_disc(values: Sequence[Any], fraction: float) -> Any:
    """The first value at whose place there is that fraction of them; None of no values. Raises Leave."""
    if not values:
        return None
    _has_signs(values)
    return values[max(ceil(fraction * len(values)) - 1, 0)]


def _has_signs(values: Sequence[Any]) -> None:
    """Zeros of both signs are equal, and which of them PostgreSQL's sort has first nobody says. Raises Leave."""
    if len({copysign(1.0, value) for value in values if isinstance(value, float) and not value}) > 1:
        raise Leave


def mode(values: Sequence[Any]) -> Any:
    """The most frequent of sorted values, the first of such; None of no values."""
    counts = dict[Any, int]()
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return max(counts, key=counts.__getitem__) if counts else None


def float_statistic(sums: Callable[[Sequence[Any]], Sequence[float]], values: Sequence[Any], kind: str) -> float | None:
    """Of numbers, or of pairs. Raises Leave."""
    try:
        return moments.result_of(sums(values), kind)
    except NumericOverflow:
        raise Leave from None


def whole_statistic(values: Sequence[int], kind: str) -> Decimal | None:
    """A variance or deviation."""
    squares = sum([value * value for value in values])
    return exact_statistic(moments.variance(len(values), Decimal(sum(values)), Decimal(squares), kind))


def exact_statistic(found: str | None) -> Decimal | None:
    """The numeric."""
    return None if found is None else Decimal(found)


NAMES: Final[dict[str, Any]] = {
    f.__name__: f
    for f in (
        exact_statistic, float_statistic, mode, moments.pair_sums, moments.sums, percentile_cont, percentile_disc, whole_statistic,
    )
}  # fmt: skip
