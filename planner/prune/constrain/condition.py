"""A condition on one key column, as a set of its values that is worked out when parameters are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from planner.prune.constrain.constants import Known, Params, Unknown
from planner.prune.keyspace.column_set import EMPTY, EVERYTHING, ColumnSet, intersection, union

Sets = Callable[[Params, int], ColumnSet]


class Shape(IntEnum):
    """What a set can be, whatever the parameters are: at most one value, some values, or ranges as well."""

    SINGLE = 0
    POINTS = 1
    RANGES = 2


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """The values of one key column that a condition lets through.

    *static* is the set where it depends on no parameter. *value* is set for ``column = value`` on the bare column, *values* (which
    gives a list) for ``column IN (values)``: what points.py compiles. *text* shows it in EXPLAIN.
    """

    evaluate: Sets
    shape: Shape
    text: str
    static: ColumnSet | None = None
    value: Known | None = None
    values: Known | None = None


def fixed(of: ColumnSet, text: str, value: Known | None = None) -> Condition:
    """The condition that is this set, always."""
    return Condition(lambda params, now_us: of, _shape_of(of), text, of, value)


def _shape_of(of: ColumnSet) -> Shape:
    if of.ranges:
        return Shape.RANGES
    return Shape.SINGLE if len(of.points) <= 1 else Shape.POINTS


def condition(
    evaluate: Sets, text: str, inputs: Sequence[Known], *, shape: Shape, value: Known | None = None, values: Known | None = None
) -> Condition | None:
    """The condition whose set *evaluate* computes from *inputs*; None where it is already known that it cannot."""
    if all(k.constant for k in inputs):
        try:
            return fixed(evaluate((), 0), text, value)
        except Unknown:
            return None

    def guarded(params: Params, now_us: int) -> ColumnSet:
        try:
            return evaluate(params, now_us)
        except Unknown:
            return EVERYTHING

    return Condition(guarded, shape, text, value=value, values=values)


def both(left: Condition, right: Condition) -> Condition:
    """AND."""
    text = f"{left.text} AND {right.text}"
    if left.static is not None and right.static is not None:
        return fixed(intersection(left.static, right.static), text)
    first, second = left.evaluate, right.evaluate
    return Condition(
        lambda params, now_us: intersection(first(params, now_us), second(params, now_us)),
        min(left.shape, right.shape),
        text,
    )


#: EXPLAIN shows so many alternatives of one OR.
_SHOWN_MAX: Final = 5


def either(parts: Sequence[Condition]) -> Condition:
    """OR."""
    if len(parts) == 1:
        return parts[0]
    shown = [p.text for p in parts[:_SHOWN_MAX]]
    text = f"({' OR '.join(shown)}{f' OR … {len(parts) - _SHOWN_MAX} more' if len(parts) > _SHOWN_MAX else ''})"
    static = [p.static for p in parts if p.static is not None]
    if len(static) == len(parts):
        return fixed(union(static), text)
    evaluators = [p.evaluate for p in parts if p.static is None]
    rest = union(static) if static else EMPTY
    shape = Shape.RANGES if any(p.shape is Shape.RANGES for p in parts) else Shape.POINTS
    return Condition(
        lambda params, now_us: union([rest, *(e(params, now_us) for e in evaluators)]),
        shape,
        text,
    )
