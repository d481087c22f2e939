"""Aggregates over few rows: how each begins, takes a value and ends."""

from __future__ import annotations

from typing import Final, NamedTuple

from planner.bound import Aggregate
from planner.rows.kinds import INT, NUMERIC, kind_of


class Steps(NamedTuple):
    """Python over {a} (what was gathered), {x} (the next value, which is not NULL) and {y} (a second argument).

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
#: Pairs of sum and count.
_BEGIN_PAIR: Final = "(0, 0)"
_TAKE_PAIR: Final = "({a}[0] + {x}, {a}[1] + 1)"


def steps_of(call: Aggregate) -> Steps:
    """The steps of an aggregate that `Forms.knows_aggregate`."""
    name = call.function.name
    if name == "count":
        return Steps("frozenset()", "{a} | {{{x}}}", "len({a})") if call.distinct else _COUNT
    kind = kind_of(call.args[0].type.pg)
    if name == "string_agg":
        return Steps(None, "{a} + {y} + {x}", "{a}")
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
