"""Parameters in the place of a statement's constants, so that statements which differ in constants only share one plan.

A constant is taken out where it is what something is compared with, in WHERE, ON or HAVING, or counts rows, and is of a type
whose values planning does not look into. Types have been decided with the constants in place: nothing becomes of another type.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Any, Final

from planner.bind.moment_words import moment_of_word
from planner.bound import (
    Aggregate,
    BoundQuery,
    Call,
    ColumnRef,
    Const,
    Derived,
    Expr,
    From,
    InList,
    Join,
    Param,
    Query,
    Select,
    SetOp,
)
from planner.errors import PlanError
from planner.literals import parse_text
from planner.parse.template import COMPARISONS, kind_of, plain
from planner.plan import PlanSettings
from planner.statement import Constants
from planner.types import (
    BOOL,
    DATE,
    FLOAT8,
    INT4,
    INT8,
    TEXT,
    TIMESTAMP,
    TIMESTAMPTZ,
    UUID,
    VARCHAR,
    PgType,
    SqlType,
)
from planner.values import Value
from planner.walk import changed, nodes_in

#: A constant's value, of its type; raises PlanError where it has none, or only execution can tell.
Reader = Callable[[str], Value]
#: What numbers are as the types that constants of their kind may have been made; strings are read as all of the types.
_NUMBERS: Final[dict[tuple[str, PgType], Reader]] = {
    ("i", INT4): int,
    ("i", INT8): int,
    ("b", INT8): int,
    ("i", FLOAT8): float,
    ("b", FLOAT8): float,
    ("n", FLOAT8): lambda text: _float8(Decimal(text)),
}
_READ: Final = frozenset({BOOL, DATE, FLOAT8, INT4, INT8, TEXT, TIMESTAMP, TIMESTAMPTZ, UUID, VARCHAR})


@dataclass(frozen=True, slots=True)
class Taken:
    """Which of a statement's constants have become parameters, and how those are read; the *rest* is what the others were."""

    chosen: tuple[int, ...]
    readers: tuple[Reader, ...]
    rest: tuple[str, ...]

    def rest_of(self, constants: Constants) -> tuple[str, ...]:
        """What is none of the parameters, of another statement."""
        return _without(constants, self.chosen)

    def values(self, constants: Constants) -> tuple[Value, ...] | None:
        """The parameters' values; None where a constant has none."""
        try:
            return tuple(read(constants.texts[i]) for i, read in zip(self.chosen, self.readers, strict=True))
        except PlanError:
            return None


def _float8(value: Decimal) -> float:
    """Raises where PostgreSQL says that there is no such number."""
    found = float(value) + 0.0  # numeric has no -0
    if math.isinf(found) or (found == 0 and value != 0):
        raise _NoValue(str(value))
    return found


def _without(constants: Constants, chosen: Sequence[int]) -> tuple[str, ...]:
    return tuple(text for i, text in enumerate(constants.texts) if i not in chosen)


class _NoValue(PlanError):
    """A word for a moment, or a number beyond its type."""


def _reader(kind: str, type_: SqlType, settings: PlanSettings) -> Reader | None:
    """Of constants of that kind; None where they may not be taken out."""
    if type_.typmod != -1 or type_.pg not in _READ:
        return None
    if kind != "s":
        return _NUMBERS.get((kind[-1], type_.pg))
    return plain if type_.pg in (TEXT, VARCHAR) else partial(_parsed, type_=type_, settings=settings)


def _parsed(constant: str, type_: SqlType, settings: PlanSettings) -> Value:
    text = plain(constant)
    if moment_of_word(text, type_) is not None:
        raise _NoValue(text)
    return parse_text(text, type_, settings)


def parameterized(bound: BoundQuery, constants: Constants, settings: PlanSettings) -> tuple[BoundQuery, Taken]:
    """The query with parameters for those of the constants that may become any. It has none of its own."""
    taking = _Taking(constants, settings)
    query = taking.query(bound.query)
    taken = Taken(tuple(taking.chosen), tuple(taking.readers), _without(constants, taking.chosen))
    return replace(bound, query=query, parameters=tuple(taking.types)), taken


class _Taking:
    """Constants that have been taken out, in the order in which they were met."""

    def __init__(self, constants: Constants, settings: PlanSettings) -> None:
        self._constants, self._settings = constants, settings
        self._numbers = {position: i for i, position in enumerate(constants.positions)}
        self.chosen: list[int] = []
        self.types: list[SqlType] = []
        self.readers: list[Reader] = []

    def query(self, query: Query) -> Query:
        """A query, without its select list, groups and order: equal expressions there are one, and numbers are positions."""
        with_ = tuple(replace(entry, query=self.query(entry.query)) for entry in query.with_)
        limit, offset = self._operand(query.limit), self._operand(query.offset)
        if isinstance(query, SetOp):
            left, right = self.query(query.left), self.query(query.right)
            return replace(query, left=left, right=right, limit=limit, offset=offset, with_=with_)
        # What HAVING says may be one of the groups.
        having = query.having if not all(isinstance(g, ColumnRef) for g in query.group_by) else self._condition(query.having)
        from_ = None if query.from_ is None else self._from(query.from_)
        where = self._condition(query.where)
        return replace(query, from_=from_, where=where, having=having, limit=limit, offset=offset, with_=with_)

    def _from(self, from_: From) -> From:
        if isinstance(from_, Derived):
            return replace(from_, query=self.query(from_.query))
        if isinstance(from_, Join):
            left, right = self._from(from_.left), self._from(from_.right)
            return replace(from_, left=left, right=right, condition=self._condition(from_.condition))
        return from_

    def _condition(self, condition: Expr | None) -> Expr | None:
        return None if condition is None else changed(condition, self._visit)

    def _visit(self, node: Any) -> Any:
        match node:
            case Select() | SetOp():
                return self.query(node)
            case Aggregate():
                return node
            case Call(args=(left, right)) if node.function.operator and node.name in COMPARISONS:
                if isinstance(right, Const) and _varies(left):
                    return replace(node, args=(changed(left, self._visit), self._operand(right)))
                if isinstance(left, Const) and _varies(right):
                    return replace(node, args=(self._operand(left), changed(right, self._visit)))
            case InList(operand=operand, items=items) if _varies(operand):
                return replace(node, operand=changed(operand, self._visit), items=tuple(map(self._operand, items)))
        return None

    def _operand(self, expr: Any) -> Any:
        """A parameter for the constant, if it is one that may be taken out."""
        number = self._numbers.get(expr.position) if isinstance(expr, Const) else None
        if number is None:
            return expr
        type_ = expr.type
        if number not in self.chosen:
            text = self._constants.texts[number]
            read = _reader(kind_of(text), type_, self._settings)
            if read is None or read(text) != expr.value:  # NaN, or it went another way than its text
                return expr
            self.chosen.append(number)
            self.types.append(type_)
            self.readers.append(read)
        return Param(self.chosen.index(number), type_)


def _varies(expr: Expr) -> bool:
    """Does it depend on rows? What does not is computed while planning, and may fail there."""
    return any(isinstance(node, ColumnRef | Aggregate) for node in nodes_in(expr))
