"""``key column <operator> known value`` as a set of the column's values."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from planner.prune.constrain import clock
from planner.prune.constrain.clock import fixed_offset_us
from planner.prune.constrain.constants import Unknown
from planner.prune.constrain.steps import MonotoneStep
from planner.prune.constrain.terms import FLOATS, INSTANTS, INTEGERS, Term, instant_steps, same
from planner.prune.keyspace.column_set import EMPTY, NOT_NULL, ColumnSet, intersection, union
from planner.prune.keyspace.key_column import MISSING, KeyBound
from planner.tree import types as t
from planner.tree.calendar import interval_us

#: The operator that is true with operands exchanged, and the one that is true when the operator is false.
COMMUTATOR: Final = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
NEGATOR: Final = {"=": "<>", "<>": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}

#: Wider kinds of instant: a narrower one is converted to the wider before comparing.
_INSTANT_RANK: Final = {t.DATE: 0, t.TIMESTAMP: 1, t.TIMESTAMPTZ: 2}
_COMPARED_TEXTS: Final = frozenset({t.TEXT, t.VARCHAR, t.NAME})
#: Types of columns: their key bytes order as SQL compares them.
_DIRECT: Final = frozenset(kind.pg for kind in t.COLUMN_KINDS.values())
_DIRECT_ELEMENTS: Final = frozenset(
    {t.BOOL, t.INT2, t.INT4, t.INT8, t.FLOAT4, t.FLOAT8, t.TEXT, t.DATE, t.TIMESTAMP, t.TIMESTAMPTZ}
)

#: What a value raises that is not one of the column's type.
_FAULTS: Final = (ArithmeticError, ValueError, struct.error, AttributeError, TypeError)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a term is compared with values of one type: *line* puts a value on the term's line; *total* if that cannot fail."""

    term: Term
    line: Callable[[Any], Any]
    total: bool = True

    @property
    def is_sharp(self) -> bool:
        """Are the sets never too large? (Only then may they be turned round.)"""
        return all(step.exact for step in self.term.steps)

    def solve(self, operator: str, value: Any) -> ColumnSet:
        """The column's values for which ``term <operator> value`` is true. Raises Unknown where that cannot be said."""
        if value is None:
            return EMPTY
        try:
            at = self.line(value)
            return self._equal(at) if operator == "=" else self._range(operator, at)
        except _FAULTS as error:
            raise Unknown from error

    def _equal(self, at: Any) -> ColumnSet:
        if not self.term.steps:
            return self.term.column.equal(at)
        return intersection(self._at_least(KeyBound(at, False)), self._at_most(KeyBound(at, False)))

    def _range(self, operator: str, at: Any) -> ColumnSet:
        match operator:
            case "<":
                return self._at_most(KeyBound(at, True))
            case "<=":
                return self._at_most(KeyBound(at, False))
            case ">":
                return self._at_least(KeyBound(at, True))
            case ">=":
                return self._at_least(KeyBound(at, False))
            case _:
                return union([self._at_most(KeyBound(at, True)), self._at_least(KeyBound(at, True))])

    def _at_least(self, bound: KeyBound) -> ColumnSet:
        for step in reversed(self.term.steps):
            bound = step.at_least(bound)
        return self.term.column.at_least(bound)

    def _at_most(self, bound: KeyBound) -> ColumnSet:
        for step in reversed(self.term.steps):
            bound = step.at_most(bound)
        return self.term.column.at_most(bound)

    def solve_any(self, operator: str, values: Iterable[Any]) -> ColumnSet:
        """``term <operator> ANY (values)`` is true."""
        if operator == "=" and not self.term.steps:
            return self._points(values)
        solve = self.solve
        return union([EMPTY, *(solve(operator, v) for v in values)])

    def _points(self, values: Iterable[Any]) -> ColumnSet:
        column, line = self.term.column, self.line
        held, encode = column.line.held, column.encode
        points: dict[bytes, Any] = {}
        try:
            for value in values:
                if value is not None and (found := held(line(value))) is not MISSING:
                    points[encode(found)] = found
        except _FAULTS as error:
            raise Unknown from error
        return ColumnSet(points, ())

    def solve_all(self, operator: str, values: Sequence[Any]) -> ColumnSet | None:
        """``term <operator> ALL (values)`` is true; None: everything, NULL too, because there are no values."""
        if not values:
            return None
        if None in values:
            return EMPTY
        if operator == "<>" and self.is_sharp:
            return intersection(NOT_NULL, self.term.column.complement(self.solve_any("=", values)))
        found = NOT_NULL
        for value in values:
            found = intersection(found, self.solve(operator, value))
        return found


def comparison(term: Term, other: t.PgType, zone: str) -> Comparison | None:
    """How the term is compared with values of type *other*; None where this module does not know."""
    mine = term.type.pg
    if mine in _COMPARED_TEXTS and other in _COMPARED_TEXTS:
        return Comparison(term, same)
    if mine in INSTANTS and other in INSTANTS:
        return _instants(term, other, zone)
    if mine is t.INTERVAL and other is t.INTERVAL:
        return Comparison(term, interval_us)
    if mine in INTEGERS and (other in INTEGERS or other is t.NUMERIC):
        return Comparison(term, same)
    if (mine is t.NUMERIC and (other is t.NUMERIC or other in INTEGERS)) or (mine in FLOATS and other in FLOATS):
        return Comparison(term, same)
    if mine is other and mine in _DIRECT:
        return Comparison(term, same)
    if mine is other and mine.element in _DIRECT_ELEMENTS:
        return Comparison(term, _flat, total=False)
    return None


def _flat(value: list[Any]) -> list[Any]:
    """An array of one dimension; others compare by their dimensions too."""
    if not isinstance(value, list) or any(isinstance(v, list) for v in value):
        raise ValueError("array of several dimensions")
    return value


def _instants(term: Term, other: t.PgType, zone: str) -> Comparison | None:
    mine = term.type.pg
    if _INSTANT_RANK[mine] < _INSTANT_RANK[other]:
        steps: list[MonotoneStep] = instant_steps(mine, other, zone) or []
        return Comparison(term.then(steps, replace(term.type, pg=other)), same)
    convert = clock.converter(other, mine, zone)
    if convert is None:
        return None
    # A local time that the zone skips or repeats is no certain instant.
    certain = mine is other or mine is not t.TIMESTAMPTZ or fixed_offset_us(zone) is not None
    return Comparison(term, convert, total=certain)
