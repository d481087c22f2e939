"""What splitting makes of a query: fragments for the nodes, and how the coordinator makes the answer of their rows.

BoundQuery ─split→ SplitPlan ─┬ Fragment per slot ─deparse→ COPY (SELECT …) TO STDOUT on every node with shards of its views
                              └ Merge: the rows as they come, by key, or a query over the fragments' rows
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from planner.postgres.functions.function import NumericShape
from planner.prune.lean import KeyOrder
from planner.tree.bound import Const, Expr, OutputColumn, Param, Query
from planner.tree.query_plan import FirstRows, QueryPlan
from planner.tree.types import INT8, SqlType
from planner.tree.values import Value

#: Relations of this schema are fragments' rows. No client can name one.
FRAGMENT_SCHEMA: Final = "fragment"
_COUNT_MAX: Final = 2**63 - 1

#: How a statement is split, in the order of the ladder.
Strategy = Literal["local", "key order", "concat", "top-k", "distinct", "aggregate", "rows"]


@dataclass(frozen=True, slots=True)
class Fragment:
    """A query that every node runs over its shards of *views*; all its rows together are the relation of *slot*.

    *views* are sharded alike, and one run covers the same shard numbers of each. *sources* are the scans in it, numbered as in
    the statement that was split, so what that statement says about a scan's key holds here too; where they need different
    shards, the fragment goes over the union.

    *columns* have names that differ (also in lower case), by which the merge reads them. *shapes* are the DECIMALs of numeric
    ones; those at *texts* may come as text instead, which says which digits a value shows. *ordered*: the rows come in key
    order, and KEYS gives their keys. *first* is the LIMIT in *query*, before it was added up.
    """

    slot: str
    query: Query
    sources: tuple[int, ...]
    views: tuple[str, ...]
    columns: tuple[OutputColumn, ...]
    shapes: tuple[NumericShape | None, ...]
    texts: frozenset[int] = frozenset()
    ordered: KeyOrder | None = None
    first: FirstRows | None = None

    def query_with(self, params: Sequence[Value]) -> Query:
        """The query with its LIMIT as one constant, which lets a node stop reading there; what to deparse."""
        if self.first is None:
            return self.query
        count = rows_needed(self.first, params)
        return replace(self.query, limit=None if count is None else Const(count, SqlType(INT8)))


def rows_needed(first: FirstRows, params: Sequence[Value]) -> int | None:
    """LIMIT + OFFSET; None where there is no limit. A negative count is left for the merge to refuse."""
    limit, offset = (None if of is None else _count(of, params) for of in (first.limit, first.offset))
    if limit is None or (total := max(limit, 0) + max(offset or 0, 0)) > _COUNT_MAX:
        return None
    return total


def _count(of: Expr, params: Sequence[Value]) -> int | None:
    value = params[of.index] if isinstance(of, Param) else of.value if isinstance(of, Const) else None
    return value if isinstance(value, int) else None


@dataclass(frozen=True, slots=True)
class Concat:
    """The fragment's rows are the result in any order; of them, those behind OFFSET up to LIMIT (Const or Param)."""

    limit: Expr | None = None
    offset: Expr | None = None


@dataclass(frozen=True, slots=True)
class MergeByKey:
    """The fragment's rows, merged by their keys, are the result; of them, those behind OFFSET up to LIMIT (Const or Param)."""

    descending: bool
    limit: Expr | None = None
    offset: Expr | None = None


@dataclass(frozen=True, slots=True)
class FragmentRead:
    """``{slot}`` in the merge's SQL stands for all rows of *fragment* (a Fragment's slot)."""

    slot: str
    fragment: str


@dataclass(frozen=True, slots=True)
class MergeQuery:
    """A query over the fragments' rows. *plan* has no reads of views; its system reads are read by the coordinator."""

    plan: QueryPlan
    fragment_reads: tuple[FragmentRead, ...]


Merge = Concat | MergeByKey | MergeQuery


@dataclass(frozen=True, slots=True)
class SplitPlan:
    """See the module. Concat and MergeByKey have exactly one fragment."""

    strategy: Strategy
    fragments: tuple[Fragment, ...]
    merge: Merge
