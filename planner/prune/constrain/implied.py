"""What a true EXISTS or IN says outside the subquery: for some row inside, the inner conditions hold together with ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planner.prune.constrain.conjuncts import conjuncts
from planner.tree.bound import Call, Expr, From, Join, JoinKind, Row, Select, Subquery, Values
from planner.tree.types import BOOL, SqlType


def with_implied(conditions: Sequence[Expr]) -> list[Expr]:
    """The conditions and all that follows from the positive subqueries among them."""
    found: list[Expr] = []
    pending = list(conditions)
    while pending:
        condition = pending.pop()
        found.append(condition)
        if isinstance(condition, Subquery) and not condition.negated:
            pending += _implied(condition)
    return found


def _implied(subquery: Subquery) -> Iterator[Expr]:
    query = subquery.query
    if not isinstance(query, Select) or (query.grouped and not query.group_by) or isinstance(query.from_, Values):
        # An aggregate over no rows still gives a row. Values have no key to say anything about.
        return
    if subquery.kind == "exists":
        yield from inner_conditions(query)
    elif subquery.kind == "any" and subquery.function is not None and subquery.function.name == "=":
        yield from inner_conditions(query)
        yield from _pairs(subquery, query)


def _pairs(subquery: Subquery, query: Select) -> Iterator[Expr]:
    operand, function = subquery.operand, subquery.function
    operands = operand.items if isinstance(operand, Row) else [operand]
    for outer, inner in zip(operands, query.items, strict=False):
        if outer is not None and function is not None:
            yield Call(function, (outer, inner), SqlType(BOOL))


def inner_conditions(query: Select) -> Iterator[Expr]:
    """Conditions that hold for the rows of FROM that a SELECT uses: WHERE, and ON of inner joins."""
    yield from conjuncts(query.where)
    if query.from_ is not None:
        yield from _join_conditions(query.from_)


def _join_conditions(of: From) -> Iterator[Expr]:
    if isinstance(of, Join) and of.kind in (JoinKind.INNER, JoinKind.CROSS):
        yield from conjuncts(of.condition)
        yield from _join_conditions(of.left)
        yield from _join_conditions(of.right)
