"""What is known where a view is read: conditions that hold for every row that matters, and other names of its columns.

A row of a scan *matters* if leaving it out could change the statement's result. The conditions of a context are all true for some
combination of rows of the enclosing FROMs with the row at hand, else that row does not matter; because a source's number is unique
in the statement, conditions from different queries stand side by side without confusion. *aliases* lead from a derived table's
column to the expression inside that it is, where a condition on the column may be applied to the rows inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from planner.postgres.bind import logic
from planner.prune.constrain.terms import INTEGERS
from planner.tree.bound import Call, Cast, ColumnRef, Const, Expr, Row
from planner.tree.walk import columns_in, inside

#: Names beyond this many per scan are not followed.
_NAMES_MAX: Final = 64

ColumnId = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ConditionContext:
    """See the module."""

    conditions: tuple[Expr, ...] = ()
    aliases: Mapping[ColumnId, Expr] = field(default_factory=dict)

    def where(self, conditions: Iterable[Expr]) -> ConditionContext:
        """The context with more conditions."""
        return ConditionContext((*self.conditions, *conditions), self.aliases)

    def without(self, sources: frozenset[int]) -> ConditionContext:
        """The context without conditions that speak of any of these sources."""
        kept = (c for c in self.conditions if not any(column.source in sources for column in columns_in(c)))
        return ConditionContext(tuple(kept), self.aliases)

    def named(self, aliases: Mapping[ColumnId, Expr]) -> ConditionContext:
        """The context with more aliases."""
        return ConditionContext(self.conditions, {**self.aliases, **aliases}) if aliases else self


NO_CONTEXT: Final = ConditionContext()


#: A column, an expression that has its value, and the one column that this is over.
Link = tuple[ColumnId, Expr, ColumnId]


@dataclass(frozen=True, slots=True)
class Said:
    """A condition, the columns that it is about (None: it may be false whatever they are), and what it says to be equal."""

    condition: Expr
    mentioned: frozenset[ColumnId] | None
    links: tuple[Link, ...]


def said_by(condition: Expr) -> Said:
    """What a condition says."""
    parts = list(inside(condition))
    mentioned = frozenset((part.source, part.column) for part in parts if isinstance(part, ColumnRef))
    is_fixed = any(isinstance(part, Const) and (part.value is None or isinstance(part.value, bool)) for part in parts)
    return Said(condition, None if is_fixed or not mentioned else mentioned, tuple(_over_one(_equalities(condition))))


def names_in(said: Iterable[Said], context: ConditionContext, source: int, ordinals: Iterable[int]) -> dict[ColumnId, list[Expr]]:
    """Which columns of other sources have the value of one of these columns of *source*, and as what expression over it."""
    links = [*_over_one(context.aliases.items()), *(link for one in said for link in one.links)]
    names: dict[ColumnId, list[Expr]] = {}
    known = {(source, ordinal) for ordinal in ordinals}
    grown = True
    while grown and len(names) < _NAMES_MAX:
        grown = False
        for column, expr, over in links:
            if column in known or over not in known:
                continue
            names.setdefault(column, []).append(expr)
            grown = True
        known |= names.keys()
    return names


def _over_one(links: Iterable[tuple[ColumnId, Expr]]) -> Iterator[Link]:
    for column, expr in links:
        columns = [(c.source, c.column) for c in columns_in(expr)]
        if len(columns) == 1:
            yield column, expr, columns[0]


def _equalities(condition: Expr) -> Iterable[tuple[ColumnId, Expr]]:
    """column = expression, in both directions where both are columns."""
    if isinstance(condition, Call) and condition.name == "=" and len(condition.args) == 2:
        left, right = condition.args
        in_rows = isinstance(left, Row) and isinstance(right, Row)
        for one, other in zip(_items(left), _items(right), strict=False) if in_rows else [(left, right)]:
            yield from _links(one, other)
            yield from _links(other, one)


def _items(expr: Expr) -> Sequence[Expr]:
    return expr.items if isinstance(expr, Row) else (expr,)


def _links(one: Expr, other: Expr) -> Iterable[tuple[ColumnId, Expr]]:
    """*one* as another name of *other*."""
    if isinstance(one, ColumnRef):
        yield (one.source, one.column), other
    elif isinstance(one, Cast) and isinstance(one.operand, ColumnRef) and _is_widening(one):
        # A smaller integer that equals a bigger one has its value: compared with anything, it compares as that does.
        yield (one.operand.source, one.operand.column), Cast(other, one.operand.type, implicit=True)


def _is_widening(cast: Cast) -> bool:
    source, target = cast.operand.type.pg, cast.type.pg
    return source in INTEGERS and target in INTEGERS and INTEGERS[source] <= INTEGERS[target]


# ---------------------------------------------------------------------------------------------------------- conditions


def all_true(conditions: Iterable[Expr | None]) -> Expr | None:
    """The conditions under one AND; None are those that are not there."""
    given = tuple(c for c in conditions if c is not None)
    return logic.every(given) if given else None


def conjuncts(expr: Expr | None) -> Sequence[Expr]:
    """The conditions that are ANDed together, however deep the ANDs nest."""
    return () if expr is None else flattened((expr,), "and")


def flattened(args: Iterable[Expr], name: str) -> list[Expr]:
    """The arguments of an AND or OR with those of the same kind below it drawn up."""
    found: list[Expr] = []
    stack = list(args)[::-1]
    while stack:
        one = stack.pop()
        if isinstance(one, Call) and one.name == name:
            stack.extend(reversed(one.args))
        else:
            found.append(one)
    return found
