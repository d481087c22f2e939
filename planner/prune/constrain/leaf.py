"""A test of one key column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planner.prune.constrain.condition import Shape, condition
from planner.prune.constrain.constants import Known, Params
from planner.prune.constrain.formula import ANYTHING, Formula, on_column
from planner.prune.constrain.want import Want
from planner.prune.keyspace.column_set import ColumnSet
from planner.prune.keyspace.key_column import KeyColumn


@dataclass(frozen=True, slots=True)
class Leaf:
    """A test of one column: the sets for which it is true and false.

    *exact*: are they never too large? *total*: can they always be computed? *value*, *values*: see Condition.
    """

    column: KeyColumn
    true: Callable[[Params, int], ColumnSet]
    false: Callable[[Params, int], ColumnSet]
    inputs: tuple[Known, ...]
    text: str
    exact: bool
    shape: Shape = Shape.RANGES
    value: Known | None = None
    values: Known | None = None
    total: bool = True

    def formula(self, want: Want) -> Formula:
        """The rows for which the test's result is *want*."""
        sets, shape = (self.true, self.shape) if want in (Want.TRUE, Want.NOT_TRUE) else (self.false, Shape.RANGES)
        text, value, values = self.text, self.value, self.values
        if want is not Want.TRUE:
            value = values = None
            text = f"({self.text}) IS {want.value.upper()}"
        if want in (Want.TRUE, Want.FALSE):
            made = condition(sets, text, self.inputs, shape=shape, value=value, values=values)
        elif not self.exact:
            return ANYTHING
        else:
            made = condition(lambda p, t: self.column.complement(sets(p, t)), text, self.inputs, shape=Shape.RANGES)
        exact = self.exact and (made is None or made.static is not None or (self.total and all(k.total for k in self.inputs)))
        return on_column(self.column.position, made, exact=exact)


def inputs_exact(known: Sequence[Known]) -> bool:
    """A computation that may fail leaves the rows to the engine, unless it has been done already."""
    return all(k.total or k.constant for k in known)
