"""Aggregates over few rows: how each begins, takes a value and ends."""

from __future__ import annotations

from typing import Final, NamedTuple

from planner.bound import Aggregate, SortKey
from planner.rows.expressions import GATHERING
from planner.rows.kinds import INT, NUMERIC, kind_of


class Steps(NamedTuple):
    """Python over {a} (what was gathered) and {x} (the next value, which is not NULL).

    *end* gives the result.
    Without *begin* the first value is the beginning, and there is no result without values.
    """

    begin: str | None
    take: str
    end: str


_COUNT: Final = Steps("0", "{a} + 1", "{a}")
_BY_NAME: Final = {
    "max": Steps(None, "{a} if {a} > {x} else {x}", "{a}"),
    "min": Steps(None, "{a} if {a} < {x} else {x}", "{a}"),
    "bool_and": Steps(None, "{a} and {x}", "{a}"),
    "every": Steps(None, "{a} and {x}", "{a}"),
    "bool_or": Steps(None, "{a} or {x}", "{a}"),
}
#: What gathers values begins with none.
GATHERED: Final = "[]"
#: Pairs of sum and count.
_BEGIN_PAIR: Final = "(0, 0)"
_TAKE_PAIR: Final = "({a}[0] + {x}, {a}[1] + 1)"


def begin_of(call: Aggregate) -> str | None:
    """What an aggregate that `Forms.knows_aggregate` begins with."""
    return GATHERED if call.function.name in GATHERING else steps_of(call).begin


def order_of(call: Aggregate) -> tuple[SortKey, ...]:
    """What values are sorted by; those of DISTINCT always are."""
    return call.order_by or ((SortKey(call.args[0], False, False),) if call.distinct else ())


def steps_of(call: Aggregate) -> Steps:
    """The steps of an aggregate of those that do not gather values."""
    name = call.function.name
    if name == "count":
        return Steps("frozenset()", "{a} | {{{x}}}", "len({a})") if call.distinct else _COUNT
    kind = kind_of(call.args[0].type.pg)
    if name == "sum":
        if kind == NUMERIC:
            return Steps(None, "numeric.add({a}, proper({x}))", "proper({a})")
        end = "{a}" if kind == INT else "finite({a})"
        return Steps(None, "{a} + {x}", "Decimal({a})" if call.type.pg.name == "numeric" else end)
    if name == "avg":
        if kind == NUMERIC:
            take = "(numeric.add({a}[0], proper({x})), {a}[1] + 1)"
            return Steps("(Decimal(0), 0)", take, "numeric_average(*{a}) if {a}[1] else None")
        if kind == INT:
            return Steps(_BEGIN_PAIR, _TAKE_PAIR, "average(*{a}) if {a}[1] else None")
        return Steps("(0.0, 0)", _TAKE_PAIR.replace("{x}", "squarable({x})"), "{a}[0] / {a}[1] if {a}[1] else None")
    return _BY_NAME[name]
