"""What a statement says of key columns: conditions on one column, and formulas over several.

A Condition is a set of one column's values that is worked out when parameters are known. A Formula is a union of boxes, each a
conjunction of conditions on single columns. A leaf is a test of one column, whose formula depends on the result that is asked for.

A formula covers at least the rows for which an expression has the truth value asked about; *exact* says: no others. Unions and
intersections keep that, and where they would grow beyond a limit they give up some columns, never rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from planner.prune.constrain.constants import Known, Params, Unknown
from planner.prune.constrain.want import Polarity
from planner.prune.keyspace.column_set import EMPTY, EVERYTHING, ColumnSet, intersection, union
from planner.prune.keyspace.key_column import KeyColumn

Sets = Callable[[Params, int], ColumnSet]


# ---------------------------------------------------------------------------------------------------------- one column


class FormulaShape(IntEnum):
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
    shape: FormulaShape
    text: str
    static: ColumnSet | None = None
    value: Known | None = None
    values: Known | None = None


def fixed(of: ColumnSet, text: str, value: Known | None = None) -> Condition:
    """The condition that is this set, always."""
    return Condition(lambda params, now_us: of, _shape_of(of), text, of, value)


def _shape_of(of: ColumnSet) -> FormulaShape:
    if of.ranges:
        return FormulaShape.RANGES
    return FormulaShape.SINGLE if len(of.points) <= 1 else FormulaShape.POINTS


def condition(
    evaluate: Sets,
    text: str,
    inputs: Sequence[Known],
    *,
    shape: FormulaShape,
    value: Known | None = None,
    values: Known | None = None,
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
    shape = FormulaShape.RANGES if any(p.shape is FormulaShape.RANGES for p in parts) else FormulaShape.POINTS
    return Condition(
        lambda params, now_us: union([rest, *(e(params, now_us) for e in evaluators)]),
        shape,
        text,
    )


# ----------------------------------------------------------------------------------------------------- several columns

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


# -------------------------------------------------------------------------------------------------------------- a test


@dataclass(frozen=True, slots=True)
class FormulaLeaf:
    """A test of one column: the sets for which it is true and false.

    *exact*: are they never too large? *total*: can they always be computed? *value*, *values*: see Condition.
    """

    column: KeyColumn
    true: Callable[[Params, int], ColumnSet]
    false: Callable[[Params, int], ColumnSet]
    inputs: tuple[Known, ...]
    text: str
    exact: bool
    shape: FormulaShape = FormulaShape.RANGES
    value: Known | None = None
    values: Known | None = None
    total: bool = True

    def formula(self, want: Polarity) -> Formula:
        """The rows for which the test's result is *want*."""
        sets, shape = (self.true, self.shape) if want in (Polarity.TRUE, Polarity.NOT_TRUE) else (self.false, FormulaShape.RANGES)
        text, value, values = self.text, self.value, self.values
        if want is not Polarity.TRUE:
            value = values = None
            text = f"({self.text}) IS {want.value.upper()}"
        if want in (Polarity.TRUE, Polarity.FALSE):
            made = condition(sets, text, self.inputs, shape=shape, value=value, values=values)
        elif not self.exact:
            return ANYTHING
        else:
            made = condition(lambda p, t: self.column.complement(sets(p, t)), text, self.inputs, shape=FormulaShape.RANGES)
        exact = self.exact and (made is None or made.static is not None or (self.total and all(k.total for k in self.inputs)))
        return on_column(self.column.position, made, exact=exact)


def inputs_exact(known: Sequence[Known]) -> bool:
    """A computation that may fail leaves the rows to the engine, unless it has been done already."""
    return all(k.total or k.constant for k in known)
