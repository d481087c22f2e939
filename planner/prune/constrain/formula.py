"""Conditions on several key columns: a union of boxes, each a conjunction of conditions on single columns.

A formula covers at least the rows for which an expression has the truth value asked about; *exact* says: no others. Unions and
intersections keep that, and where they would grow beyond a limit they give up some columns, never rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.prune.constrain.condition import Condition, both, either

#: Beyond this an OR keeps only what its branches say about each column on its own.
BOXES_MAX: Final = 200_000
#: Beyond this an AND of two ORs keeps the more useful of the two.
PRODUCT_MAX: Final = 4096
#: The pseudo column of conditions on parameters alone: everything or nothing.
GUARD: Final = -1

#: Key position → condition; a column that is missing may have any value.
Box = Mapping[int, Condition]


@dataclass(frozen=True, slots=True)
class Formula:
    """Any of *boxes*."""

    boxes: tuple[Box, ...]
    exact: bool

    @property
    def is_anything(self) -> bool:
        """Does it let every row through, whatever the parameters?"""
        return any(not box for box in self.boxes)


ALWAYS: Final = Formula(({},), True)
ANYTHING: Final = Formula(({},), False)
NEVER: Final = Formula((), True)


def on_column(position: int, of: Condition | None, *, exact: bool) -> Formula:
    """A condition on one column; None: nothing is known."""
    if of is None:
        return ANYTHING
    return one_box({position: of}, exact=exact)


def one_box(box: Box, *, exact: bool) -> Formula:
    """A single box, unless it is empty or everything."""
    if any(c.static is not None and c.static.is_empty for c in box.values()):
        return Formula((), exact)
    return Formula(({at: c for at, c in box.items() if c.static is None or not c.static.is_everything},), exact)


def all_of(parts: Sequence[Formula]) -> Formula:
    """AND."""
    result = ALWAYS
    for part in parts:
        result = _both(result, part)
    return result


def _both(left: Formula, right: Formula) -> Formula:
    exact = left.exact and right.exact
    if len(left.boxes) * len(right.boxes) > max(PRODUCT_MAX, len(left.boxes), len(right.boxes)):
        return Formula(min(left, right, key=_cost).boxes, False)
    boxes: list[Box] = []
    for one in left.boxes:
        for other in right.boxes:
            boxes += one_box(_meet(one, other), exact=exact).boxes
    return _simplified(boxes, exact=exact)


def _cost(of: Formula) -> tuple[bool, int]:
    """Formulas that say something about the first key column prune most."""
    return (not all(0 in box for box in of.boxes), len(of.boxes))


def _meet(left: Box, right: Box) -> Box:
    met = dict(left)
    for at, of in right.items():
        met[at] = both(met[at], of) if at in met else of
    return met


def any_of(parts: Sequence[Formula]) -> Formula:
    """OR."""
    if any(p.is_anything and p.exact for p in parts):
        return ALWAYS
    exact = all(p.exact for p in parts)
    return _simplified([box for p in parts for box in p.boxes], exact=exact)


def _simplified(boxes: Sequence[Box], *, exact: bool) -> Formula:
    """The same union with what concerns one and the same column only made one box."""
    if any(not box for box in boxes):
        return Formula(({},), exact)
    if len(boxes) <= 1:
        return Formula(tuple(boxes), exact)
    single: dict[int, list[Condition]] = {}
    rest: list[Box] = []
    for box in boxes:
        if len(box) == 1:
            at, of = next(iter(box.items()))
            single.setdefault(at, []).append(of)
        else:
            rest.append(box)
    rest += [box for at, parts in single.items() for box in one_box({at: either(parts)}, exact=exact).boxes]
    if any(not box for box in rest):
        return Formula(({},), exact)
    return Formula(tuple(rest), exact) if len(rest) <= BOXES_MAX else _hull(rest)


def _hull(boxes: Sequence[Box]) -> Formula:
    common = set(boxes[0]).intersection(*boxes)
    return one_box({at: either([box[at] for box in boxes]) for at in common}, exact=False)
