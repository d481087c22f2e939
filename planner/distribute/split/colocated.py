"""Joins on the shard key of views that are sharded alike: every pair of rows that can meet lies in shards of one number.

Placement keeps such shards on one node, so joining node by node joins all. It takes an equality for every column of the shard
key, of exactly the same column types: Spark hashes an int and a long of the same value differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planner.prune.constrain.contexts import conjuncts
from planner.prune.lean import is_direct
from planner.tree.bound import Call, ColumnRef, Expr, Row
from statestore import types as st
from statestore.schema import Partitioning, ViewSchema

#: (source, column)
ColumnId = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sharding:
    """How a view's rows are dealt to shards. Equal for views that are sharded alike."""

    partitioning: Partitioning
    types: tuple[st.DataType, ...]

    @property
    def joinable(self) -> bool:
        """Do equal shard keys always lie in one shard?"""
        # Equal values have equal bytes, but for 0.0 and -0.0.
        return all(is_direct(t) and not isinstance(t, st.Float | st.Double | st.Array) for t in self.types)


def sharding(view: ViewSchema) -> Sharding:
    """A view's."""
    return Sharding(view.partitioning, tuple(c.type for c in view.key_columns[: len(view.shard_key)]))


@dataclass(frozen=True, slots=True)
class Equalities:
    """Columns that are equal in all rows that matter."""

    pairs: tuple[tuple[ColumnId, ColumnId], ...] = ()

    def also(self, condition: Expr | None) -> Equalities:
        """With those that a condition says."""
        return Equalities((*self.pairs, *_pairs(conjuncts(condition))))

    def same(self, one: ColumnId, other: ColumnId) -> bool:
        """Are the two equal, be it through others?"""
        reached, frontier = {one}, [one]
        while frontier:
            at = frontier.pop()
            for left, right in self.pairs:
                for here, there in ((left, right), (right, left)):
                    if here == at and there not in reached:
                        reached.add(there)
                        frontier.append(there)
        return other in reached


def _pairs(conditions: Iterable[Expr]) -> Iterable[tuple[ColumnId, ColumnId]]:
    for condition in conditions:
        if isinstance(condition, Call) and condition.name == "=" and len(condition.args) == 2:
            left, right = (a.items if isinstance(a, Row) else (a,) for a in condition.args)
            for one, other in zip(left, right, strict=False):
                if isinstance(one, ColumnRef) and isinstance(other, ColumnRef):
                    yield (one.source, one.column), (other.source, other.column)


Keys = tuple[frozenset[ColumnId], ...]


def are_joined(left: Keys, right: Keys, equal: Equalities) -> bool:
    """Is every shard key column of one side equal to that of the other? Not where a side does not know its own."""
    if not left or not right:
        return False
    return all(_meet(a, b, equal) for a, b in zip(left, right, strict=True))


def _meet(left: frozenset[ColumnId], right: frozenset[ColumnId], equal: Equalities) -> bool:
    return any(equal.same(a, b) for a in left for b in right)


def covers(exprs: Sequence[Expr], keys: Keys) -> bool:
    """Do the expressions contain the whole shard key, so that rows which agree on them lie in one shard?"""
    columns = {(e.source, e.column) for e in exprs if isinstance(e, ColumnRef)}
    return bool(keys) and all(any(c in columns for c in choices) for choices in keys)
