"""Parameters in the place of a statement's constants, so that statements which differ in constants only share one plan.

A constant is taken out where something is compared or computed with it, or where it counts rows, and is of a type whose values
planning does not look into. Types have been decided with the constants in place: nothing becomes of another type.

- The second text is bound *with its constants in place*, so types are decided as they always are; each Const knows its position
  in the text as long as it means what stands there. Then those become parameters that are compared with what depends on rows, in
  WHERE, ON and HAVING (over plain groups), or count rows, and whose types have values that planning does not look into
  (`parameterized.py`). So do operands of + - * / % ||, in the select list and ORDER BY of queries without groups and DISTINCT,
  too. What is left (groups, numerics, intervals, LIMIT WITH TIES, patterns) belongs to the key, as do constants' kinds (int4,
  int8, numeric, text; signs). If a constant is nowhere in the bound query, ORDER BY repeats an expression: then select list and
  order stay as they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Any, Final

from planner.errors import PlanError
from planner.parse.template import ARITHMETIC, kind_of, plain
from planner.postgres.bind.constants import moment_of_word
from planner.postgres.functions.comparison import SYMBOLS
from planner.postgres.literals import parse_text
from planner.tree import bound as b
from planner.tree import types as t
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import Constants
from planner.tree.values import Value
from planner.tree.walk import changed, nodes_in

#: A constant's value, of its type; raises PlanError where it has none, or only execution can tell.
Reader = Callable[[str], Value]
#: What numbers are as the types that constants of their kind may have been made; strings are read as all of the types.
_NUMBERS: Final[dict[tuple[str, t.PgType], Reader]] = {
    ("i", t.INT4): int,
    ("i", t.INT8): int,
    ("b", t.INT8): int,
    ("i", t.FLOAT8): float,
    ("b", t.FLOAT8): float,
    ("n", t.FLOAT8): lambda text: _float8(Decimal(text)),
}
_READ: Final = frozenset({t.BOOL, t.DATE, t.FLOAT8, t.INT4, t.INT8, t.TEXT, t.TIMESTAMP, t.TIMESTAMPTZ, t.UUID, t.VARCHAR})


@dataclass(frozen=True, slots=True)
class Taken:
    """Which of a statement's constants have become parameters, and how those are read; the *rest* is what the others were.

    With some that PostgreSQL would have *folded*, errors of those are told whether there are rows or not.
    """

    chosen: tuple[int, ...]
    readers: tuple[Reader, ...]
    rest: tuple[str, ...]
    folded: bool = False

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


def _reader(kind: str, type_: t.SqlType, settings: PlanSettings) -> Reader | None:
    """Of constants of that kind; None where they may not be taken out."""
    if type_.typmod != -1 or type_.pg not in _READ:
        return None
    if kind != "s":
        return _NUMBERS.get((kind[-1], type_.pg))
    return plain if type_.pg in (t.TEXT, t.VARCHAR) else partial(_parsed, type_=type_, settings=settings)


def _parsed(constant: str, type_: t.SqlType, settings: PlanSettings) -> Value:
    text = plain(constant)
    if moment_of_word(text, type_) is not None:
        raise _NoValue(text)
    return parse_text(text, type_, settings)


def parameterized(
    bound: b.BoundQuery, constants: Constants, settings: PlanSettings, *, folding: bool = True
) -> tuple[b.BoundQuery, Taken]:
    """The query with parameters for those of the constants that may become any; it has none of its own.

    With *folding*, also for those of expressions that PostgreSQL would fold.
    """
    taking = _Taking(bound, constants, settings, folding=folding)
    query = taking.query(bound.query)
    taken = Taken(tuple(taking.chosen), tuple(taking.readers), _without(constants, taking.chosen), taking.folded)
    return replace(bound, query=query, parameters=tuple(taking.types)), taken


class _Taking:
    """Constants that have been taken out, in the order in which they were met."""

    def __init__(self, bound: b.BoundQuery, constants: Constants, settings: PlanSettings, *, folding: bool) -> None:
        self._constants, self._settings, self._folding = constants, settings, folding
        self._numbers = {position: i for i, position in enumerate(constants.positions)}
        #: An expression of ORDER BY that equals another one is not there a second time.
        self._all_met = self._numbers.keys() <= {node.position for node in nodes_in(bound.query) if isinstance(node, b.Const)}
        self.chosen: list[int] = []
        self.types: list[t.SqlType] = []
        self.readers: list[Reader] = []
        self.folded = False

    def query(self, query: b.Query) -> b.Query:
        """A query; without its select list, groups and order where equal expressions there are one."""
        with_ = tuple(replace(entry, query=self.query(entry.query)) for entry in query.with_)
        limit, offset = self._operand(query.limit), self._operand(query.offset)
        if isinstance(query, b.SetOp):
            left, right = self.query(query.left), self.query(query.right)
            return replace(query, left=left, right=right, limit=limit, offset=offset, with_=with_)
        # What HAVING says may be one of the groups.
        having = query.having if not all(isinstance(g, b.ColumnRef) for g in query.group_by) else self._condition(query.having)
        from_ = None if query.from_ is None else self._from(query.from_)
        where = self._condition(query.where)
        items, order_by = query.items, query.order_by
        if self._all_met and not (query.grouped or query.distinct or query.distinct_on):
            items, order_by = changed((items, order_by), self._visit)
        return replace(
            query, items=items, from_=from_, where=where, having=having, order_by=order_by, limit=limit, offset=offset, with_=with_
        )

    def _from(self, from_: b.From) -> b.From:
        if isinstance(from_, b.Derived):
            return replace(from_, query=self.query(from_.query))
        if isinstance(from_, b.Join):
            left, right = self._from(from_.left), self._from(from_.right)
            return replace(from_, left=left, right=right, condition=self._condition(from_.condition))
        return from_

    def _condition(self, condition: b.Expr | None) -> b.Expr | None:
        return None if condition is None else changed(condition, self._visit)

    def _visit(self, node: Any) -> Any:
        match node:
            case b.Select() | b.SetOp():
                return self.query(node)
            case b.Aggregate():
                return node
            case b.Call(args=(left, right)) if node.function.operator and node.name in SYMBOLS:
                if isinstance(right, b.Const) and _varies(left):
                    return replace(node, args=(changed(left, self._visit), self._operand(right)))
                if isinstance(left, b.Const) and _varies(right):
                    return replace(node, args=(self._operand(left), changed(right, self._visit)))
            case b.Call() if _is_arithmetic(node):
                return self._arithmetic(node)[0]
            case b.InList(operand=operand, items=items) if _varies(operand):
                return replace(node, operand=changed(operand, self._visit), items=tuple(map(self._operand, items)))
        return None

    def _arithmetic(self, call: b.Call) -> tuple[b.Expr, bool]:
        """The call, and if it varies."""
        before, args, varies = len(self.chosen), [], False
        for arg in call.args:
            if isinstance(arg, b.Call) and _is_arithmetic(arg):
                made, one_varies = self._arithmetic(arg)
            else:
                made = self._operand(arg) if isinstance(arg, b.Const) else changed(arg, self._visit)
                one_varies = _varies(arg)
            args.append(made)
            varies = varies or one_varies
        if not varies and not self._folding:
            del self.chosen[before:], self.types[before:], self.readers[before:]
            return call, False
        self.folded = self.folded or (not varies and len(self.chosen) > before)
        return replace(call, args=tuple(args)), varies

    def _operand(self, expr: Any) -> Any:
        """A parameter for the constant, if it is one that may be taken out."""
        number = self._numbers.get(expr.position) if isinstance(expr, b.Const) else None
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
        return b.Param(self.chosen.index(number), type_)


def _is_arithmetic(call: b.Call) -> bool:
    return call.function.operator and call.name in ARITHMETIC


def _varies(expr: b.Expr) -> bool:
    """Does it depend on rows? What does not is computed while planning, and may fail there."""
    return any(isinstance(node, b.ColumnRef | b.Aggregate) for node in nodes_in(expr))
