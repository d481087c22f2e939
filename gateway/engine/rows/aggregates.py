"""Aggregates over few rows: how each begins, takes a value and ends."""

from __future__ import annotations

from typing import Final, NamedTuple

from planner.rows.gathering import GATHERING
from planner.rows.kinds import INT, NUMERIC, kind_of
from planner.rows.numbers import ROOT_OF_MAX
from planner.tree.bound import Aggregate, SortKey


class AggregateSteps(NamedTuple):
    """Python over {a} and {n} (what was gathered) and {x} (the next value, which is not NULL).

    *begin* are the first {a} and, where there is one, {n}; *take* are statements; *end* gives the result.
    """

    begin: tuple[str, ...]
    take: tuple[str, ...]
    end: str


_COUNT: Final = AggregateSteps(("0",), ("{a} += 1",), "{a}")
_DISTINCT: Final = AggregateSteps(("set()",), ("{a}.add({x})",), "len({a})")


def _extreme(compared: str) -> AggregateSteps:
    """Of equal values PostgreSQL keeps the later one: zeros have signs."""
    return AggregateSteps(("None",), (f"if {{a}} is None or not {compared}: {{a}} = {{x}}",), "{a}")


_ALL: Final = AggregateSteps(("None",), ("{a} = {x} if {a} is None else {a} and {x}",), "{a}")
_ANY: Final = AggregateSteps(("None",), ("{a} = {x} if {a} is None else {a} or {x}",), "{a}")
_OF_INTERVALS: Final = {
    "max": _extreme("interval_us({a}) > interval_us({x})"),
    "min": _extreme("interval_us({a}) < interval_us({x})"),
    "sum": AggregateSteps(("None",), ("{a} = {x} if {a} is None else interval_sum({a}, {x})",), "{a}"),
    "avg": AggregateSteps(
        ("Interval(0, 0, 0)", "0"),
        ("{a} = interval_sum({a}, {x})", "{n} += 1"),
        "interval_divided({a}, float({n})) if {n} else None",
    ),
}
_BY_NAME: Final = {"max": _extreme("{a} > {x}"), "min": _extreme("{a} < {x}"), "bool_and": _ALL, "every": _ALL, "bool_or": _ANY}
#: What gathers values begins with none.
_GATHERED: Final = ("[]",)
_ADD: Final = "{a} = {x} if {a} is None else {a} + {x}"
_ADD_COUNTED: Final = ("{a} += {x}", "{n} += 1")


def begin_of(call: Aggregate) -> tuple[str, ...]:
    """What an aggregate that `Forms.knows_aggregate` begins with."""
    return _GATHERED if call.function.name in GATHERING else steps_of(call).begin


def order_of(call: Aggregate) -> tuple[SortKey, ...]:
    """What values are sorted by; those of DISTINCT always are."""
    return call.order_by or ((SortKey(call.args[0], False, False),) if call.distinct else ())


def steps_of(call: Aggregate) -> AggregateSteps:
    """The steps of an aggregate of those that do not gather values."""
    name = call.function.name
    if name == "count":
        return _DISTINCT if call.distinct else _COUNT
    kind = kind_of(call.args[0].type.pg)
    if kind == "interval":
        return _OF_INTERVALS[name]
    if call.distinct and name in ("sum", "avg"):
        made = "average(sum({a}), len({a}))" if name == "avg" else _whole_number(call).format(a="sum({a})")
        return AggregateSteps(_DISTINCT.begin, _DISTINCT.take, f"{made} if {{a}} else None")
    if name == "sum":
        if kind == NUMERIC:
            take = "{a} = {x} if {a} is None else numeric.add({a}, proper({x}))"
            return AggregateSteps(("None",), (take,), "None if {a} is None else proper({a})")
        made = _whole_number(call) if kind == INT else "finite({a})"
        return AggregateSteps(("None",), (_ADD,), f"None if {{a}} is None else {made}")
    if name == "avg":
        if kind == NUMERIC:
            take = "{a} = numeric.add({a}, proper({x}))"
            return AggregateSteps(("Decimal(0)", "0"), (take, "{n} += 1"), "numeric_average({a}, {n}) if {n} else None")
        if kind == INT:
            return AggregateSteps(("0", "0"), _ADD_COUNTED, "average({a}, {n}) if {n} else None")
        # Postgres gathers squares, too, and fails where they overflow.
        take = f"if not -{ROOT_OF_MAX} < {{x}} < {ROOT_OF_MAX}: raise Leave"
        return AggregateSteps(("0.0", "0"), (take, *_ADD_COUNTED), "{a} / {n} if {n} else None")
    return _BY_NAME[name]


def _whole_number(call: Aggregate) -> str:
    """A sum of integers {a} as its type has it."""
    return "Decimal({a})" if call.type.pg.name == "numeric" else "{a}"
