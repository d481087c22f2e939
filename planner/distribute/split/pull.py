"""FROM, piece by piece: the largest items that nodes can evaluate become fragments, with the conditions that may go along.

A condition goes to the innermost item that has all its columns, as far as no outer join above makes up rows for that item; the
rest stays where it was. The columns of a fragment are those that are needed outside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from planner.distribute.split.colocated import Equalities
from planner.distribute.split.drafts import Drafts
from planner.distribute.split.spread import Spread, is_local, spread_of
from planner.prune.constrain.contexts import all_true, conjuncts
from planner.tree import bound as b
from planner.tree.bound import JoinKind
from planner.tree.walk import changed, columns_in, columns_of, inside, sources_of

#: A FROM item of the merge, and the conditions that are left to apply to it.
Pulled = tuple[b.From, tuple[b.Expr, ...]]
#: Splits a query that stands in FROM.
SplitQuery = Callable[[b.Query], b.Query]


class Puller:
    """Takes the FROMs of one statement apart."""

    def __init__(self, drafts: Drafts, split_query: SplitQuery) -> None:
        self._drafts = drafts
        self._split_query = split_query

    def pull(self, item: b.From, conditions: Sequence[b.Expr]) -> Pulled:
        """The item for the merge. *conditions* hold for all rows that matter."""
        spread = spread_of(item, Equalities().also(all_true(conditions)))
        if spread is not None and spread.sharding is not None:
            return self._fragment(item, spread, conditions)
        match item:
            case b.Join():
                return self._join(item, tuple(conditions))
            case b.Derived():
                return replace(item, query=self._split_query(item.query)), tuple(conditions)
        return item, tuple(conditions)

    def _fragment(self, item: b.From, spread: Spread, conditions: Sequence[b.Expr]) -> Pulled:
        taken = [c for c in conditions if is_local(c, sources_of(item), spread)]
        return self._drafts.rows(item, taken), tuple(c for c in conditions if not any(c is t for t in taken))

    def _join(self, join: b.Join, conditions: tuple[b.Expr, ...]) -> Pulled:
        on = tuple(conjuncts(join.condition))
        match join.kind:
            case JoinKind.INNER | JoinKind.CROSS:
                return self._inner(join, on, conditions)
            case JoinKind.LEFT:
                mine, above = _sorted(conditions, join.left)
                theirs, rest = _sorted(on, join.right)
                left, above_over = self.pull(join.left, mine)
                right, on_over = self._pull_with(join.right, theirs, transferred((*mine, *on), on, join.right))
            case JoinKind.RIGHT:
                theirs, above = _sorted(conditions, join.right)
                mine, rest = _sorted(on, join.left)
                left, on_over = self._pull_with(join.left, mine, transferred((*theirs, *on), on, join.left))
                right, above_over = self.pull(join.right, theirs)
            case JoinKind.FULL:
                above, rest, above_over, on_over = conditions, on, (), ()
                left, right = self.pull(join.left, ())[0], self.pull(join.right, ())[0]
        # What an item does not take is put back: ON's conditions into ON, the others above the join.
        return replace(join, left=left, right=right, condition=all_true((*rest, *on_over))), (*above, *above_over)

    def _inner(self, join: b.Join, on: tuple[b.Expr, ...], conditions: tuple[b.Expr, ...]) -> Pulled:
        """All conditions are alike."""
        mine, above = _sorted(conditions, join.left)
        theirs, above = _sorted(above, join.right)
        mine_on, rest = _sorted(on, join.left)
        theirs_on, rest = _sorted(rest, join.right)
        both = (*conditions, *on)
        left, left_over = self._pull_with(join.left, (*mine, *mine_on), transferred(both, both, join.left))
        right, right_over = self._pull_with(join.right, (*theirs, *theirs_on), transferred(both, both, join.right))
        return replace(join, left=left, right=right, condition=all_true(rest)), (*above, *left_over, *right_over)

    def _pull_with(self, item: b.From, conditions: tuple[b.Expr, ...], implied: tuple[b.Expr, ...]) -> Pulled:
        """With conditions that need not be applied, as others imply them."""
        found, left = self.pull(item, (*conditions, *implied))
        return found, tuple(c for c in left if not any(c is i for i in implied))


def _sorted(conditions: Sequence[b.Expr], item: b.From) -> tuple[tuple[b.Expr, ...], tuple[b.Expr, ...]]:
    """Conditions that are about one item only, or about none, and the others."""
    own = sources_of(item)
    mine = tuple(c for c in conditions if _is_about(c, own))
    return mine, tuple(c for c in conditions if not any(c is m for m in mine))


def _is_about(condition: b.Expr, own: frozenset[int]) -> bool:
    subqueries = any(isinstance(e, b.Subquery) for e in inside(condition))
    return not subqueries and all(column.source in own for column in columns_of(condition))


# ------------------------------------------------------------------------------------------------------- equal columns
# What follows from an equality: a.k = b.k AND b.k > 5 keeps only rows of a with k > 5, so a's fragment may know.

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
