"""A bound query → fragments and a merge. The ladder, best first:

    nothing to split      no views in it
    key order             one keyed read whose rows come in key order: the nodes' rows are merged by key
    concat                what every node answers is a part of the answer
    top-k, distinct       what every node answers holds the answer; the coordinator sorts, cuts, removes duplicates again
    aggregate             every node aggregates its part; the coordinator aggregates those
    rows                  filters and projections at the nodes, the rest at the coordinator

Every SELECT of a statement (in FROM, WITH, UNION, subqueries) takes its own step of the last three.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from planner.distribute.split.drafts import Drafts, outputs_of
from planner.distribute.split.merge import fragment_of, merged
from planner.distribute.split.plan import Concat, MergeByKey, SplitPlan
from planner.distribute.split.selects import Splitter
from planner.distribute.split.spread import spread_of_query
from planner.distribute.split.topk import added_up, count_of, counts_known, first_of
from planner.errors import TooComplex
from planner.prune.constrain import Constraints
from planner.prune.lean import KeyOrder, lean_read
from planner.tree import bound as b
from planner.tree.query_plan import FirstRows, PlanSettings, SourceRead
from planner.tree.walk import changed, is_volatile, next_source, nodes_in, scans_of


def split(bound: b.BoundQuery, settings: PlanSettings) -> SplitPlan:
    """How to answer the query where its views' shards lie on several nodes. Raises TooComplex for too deep nesting."""
    try:
        return _split(bound, settings)
    except RecursionError as error:
        raise TooComplex("the statement is nested too deeply") from error


def _split(bound: b.BoundQuery, settings: PlanSettings) -> SplitPlan:
    query = inlined(bound.query)
    if not any(scan.relation.view for scan in scans_of(query)):
        return SplitPlan("local", *merged(bound, query, Drafts(next_source(query)), settings))
    return _in_key_order(bound, settings) or _concatenated(bound, query, settings) or _merged(bound, query, settings)


def _in_key_order(bound: b.BoundQuery, settings: PlanSettings) -> SplitPlan | None:
    query = bound.query
    if not isinstance(query, b.Select) or not isinstance(query.from_, b.Scan) or query.from_.relation.view is None:
        return None
    constraint = Constraints(bound, settings).of(query.from_)
    lean = lean_read(bound, SourceRead("", query.from_.relation, (), constraint), constraint)
    if lean is None or lean.descending is None:
        return None
    first = None if lean.limit is None else FirstRows(lean.limit, lean.offset, lean.descending)
    limited = replace(_with_names(query), limit=None if first is None else added_up(first), offset=None)
    fragment = fragment_of("f0", limited, bound, settings, first, KeyOrder(lean.descending))
    return SplitPlan("key order", (fragment,), MergeByKey(lean.descending, lean.limit, lean.offset))


def _concatenated(bound: b.BoundQuery, query: b.Query, settings: PlanSettings) -> SplitPlan | None:
    """The whole query for every node, where their rows together are its rows."""
    if query.order_by or (isinstance(query, b.Select) and not counts_known(query)):
        return None
    spread = spread_of_query(replace(query, limit=None, offset=None))
    if spread is None or spread.sharding is None:
        return None
    if isinstance(query, b.SetOp):
        return None if query.limit or query.offset else _concat(bound, query, None, settings)
    return _concat(bound, query, first_of(query), settings)


def _concat(bound: b.BoundQuery, query: b.Query, first: FirstRows | None, settings: PlanSettings) -> SplitPlan:
    merge = Concat()
    if isinstance(query, b.Select):
        merge = Concat(count_of(query.limit), count_of(query.offset))
        query = replace(_with_names(query), limit=None if first is None else added_up(first), offset=None)
    return SplitPlan("concat", (fragment_of("f0", query, bound, settings, first),), merge)


def _with_names(query: b.Select) -> b.Select:
    return replace(query, columns=outputs_of(query.items, [c.name for c in query.columns]))


def _merged(bound: b.BoundQuery, query: b.Query, settings: PlanSettings) -> SplitPlan:
    splitter = Splitter(bound, query, settings)
    merge = splitter.query(query)
    fragments, plan = merged(bound, merge, splitter.drafts, settings)
    return SplitPlan(splitter.strategy, fragments, plan)


# ---------------------------------------------------------------------------------------------------------------- WITH
# Entries that are used once become derived tables, as in Postgres, so that what stands around them reaches into them.


def inlined(query: b.Query) -> b.Query:
    """The query without the WITH entries that need not stand by themselves; those that nobody uses are not evaluated."""
    while (entry := _inlinable(query)) is not None:
        query = _without(query, entry)
    return query


def _inlinable(query: b.Query) -> b.Cte | None:
    uses = Counter(n.cte for n in nodes_in(query) if isinstance(n, b.CteRef))
    entries = (n for n in nodes_in(query) if isinstance(n, b.Cte))
    return next((cte for cte in entries if not uses[cte.cte] or (uses[cte.cte] == 1 and _is_plain(cte))), None)


def _is_plain(cte: b.Cte) -> bool:
    return not cte.recursive and cte.materialized is not True and not any(map(is_volatile, nodes_in(cte.query)))


def _without(query: b.Query, entry: b.Cte) -> b.Query:
    def visit(node: Any) -> Any:
        if isinstance(node, b.CteRef) and node.cte == entry.cte:
            return b.Derived(node.source, entry.query, node.alias, node.columns)
        if isinstance(node, b.Select | b.SetOp) and any(cte.cte == entry.cte for cte in node.with_):
            left = tuple(cte for cte in node.with_ if cte.cte != entry.cte)
            return changed(replace(node, with_=left), visit)
        return None

    return changed(query, visit)
