"""Conditions that follow from an equality: a.k = b.k AND b.k > 5 keeps only rows of a with k > 5, so a's fragment may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from planner.tree import bound as b
from planner.tree.children import columns_in, inside, sources_of
from planner.tree.walk import changed

#: These fail for no value, so it does no harm to ask them of rows that find no partner.
_COMPARISONS: Final = frozenset({"=", "<", "<=", ">", ">="})


def transferred(conditions: Sequence[b.Expr], equalities: Sequence[b.Expr], item: b.From) -> tuple[b.Expr, ...]:
    """What *conditions* say about columns that equal those of *item*, said of the item's own."""
    own = sources_of(item)
    found: list[b.Expr] = []
    for theirs, mine in _pairs(equalities):
        if mine.source in own and theirs.source not in own:
            found += [_about(condition, theirs, mine) for condition in conditions if _is_simple(condition, theirs)]
    return tuple(c for i, c in enumerate(found) if c not in found[:i] and c not in conditions)


def _pairs(equalities: Sequence[b.Expr]) -> Iterator[tuple[b.ColumnRef, b.ColumnRef]]:
    """Equal columns of exactly one type, both ways."""
    for condition in equalities:
        if isinstance(condition, b.Call) and condition.name == "=" and len(condition.args) == 2:
            one, other = condition.args
            if isinstance(one, b.ColumnRef) and isinstance(other, b.ColumnRef) and one.type == other.type:
                yield one, other
                yield other, one


def _is_simple(condition: b.Expr, column: b.ColumnRef) -> bool:
    """Does it compare the column with constants?"""
    match condition:
        case b.Call(_, (left, right)) if condition.name in _COMPARISONS:
            operands: tuple[b.Expr, ...] = (left, right)
        case b.InList(operand, items):
            operands = (operand, *items)
        case b.AnyAll(operand, function, array) if function.name in _COMPARISONS:
            operands = (operand, array)
        case _:
            return False
    constant = all(isinstance(e, b.ColumnRef | b.Const | b.Param) for operand in operands for e in inside(operand))
    columns = {(c.source, c.column) for c in columns_in(condition)}
    return constant and columns == {(column.source, column.column)}


def _about(condition: b.Expr, theirs: b.ColumnRef, mine: b.ColumnRef) -> b.Expr:
    def visit(node: object) -> b.ColumnRef | None:
        same = isinstance(node, b.ColumnRef) and (node.source, node.column) == (theirs.source, theirs.column)
        return mine if same else None

    return changed(condition, visit)
