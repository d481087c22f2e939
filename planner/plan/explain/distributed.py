"""A query over several nodes, shown as Citus shows one: how it is split and merged, its tasks, and one of them (VERBOSE: all)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from planner.distribute.split.plan import Concat, Merge, MergeByKey, MergeQuery, SplitPlan
from planner.plan.explain.nodes import ExplainNode, Property
from planner.plan.explain.steps import engine_steps

#: Shard numbers are listed up to so many.
SHARDS_SHOWN_MAX: Final = 8
#: The strategy of a query that one other node answers.
WHOLE: Final = "whole query"


@dataclass(frozen=True, slots=True)
class TaskFacts:
    """One fragment on one node. *fragment* is its number in the SplitPlan, *totals* how many shards each view has in all.

    ANALYZE sets the rest: what came from the node.
    """

    fragment: int
    node: str
    sql: str
    shards: Mapping[str, frozenset[int]]
    totals: Mapping[str, int]
    rows: int | None = None
    bytes: int | None = None
    time_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Distribution:
    """How a query is spread, as only the coordinator knows; with *whole* one other node runs all of it.

    ANALYZE sets *retries* (fragments that another node had to do), *restarts* (changes of versions), and what is *missing* of a
    partial answer (view → shards).
    """

    split: SplitPlan
    tasks: Sequence[TaskFacts]
    versions: Mapping[str, int]
    retries: int | None = None
    restarts: int | None = None
    missing: Mapping[str, frozenset[int]] | None = None
    whole: bool = False


def distributed(of: Distribution, below: tuple[ExplainNode, ...], rows: int | None, *, verbose: bool) -> ExplainNode:
    """The whole; *below* are the nodes of what is read, *rows* those of the result."""
    shown = list(of.tasks) if verbose else _one_of_each(of.tasks)
    properties: dict[str, Property] = {"Strategy": WHOLE if of.whole else of.split.strategy}
    properties |= _merge(Concat() if of.whole else of.split.merge, verbose=verbose)
    if of.versions:
        properties["Versions"] = ", ".join(f"{view}={version}" for view, version in sorted(of.versions.items()))
    properties["Task Count"] = len(of.tasks)
    properties |= _received(of)
    if rows is not None:
        properties["Rows"] = rows
    if of.tasks:
        properties["Tasks Shown"] = _tasks_shown(len(shown), len(of.tasks))
    kinds = 1 if of.whole else len(of.split.fragments)
    return ExplainNode("Distributed Query", properties, (*(_task(t, kinds) for t in shown), *below))


def _one_of_each(tasks: Sequence[TaskFacts]) -> list[TaskFacts]:
    """The first task of each fragment."""
    first: dict[int, TaskFacts] = {}
    for task in tasks:
        first.setdefault(task.fragment, task)
    return list(first.values())


def _tasks_shown(shown: int, total: int) -> str:
    return "All" if shown == total else f"{'One' if shown == 1 else shown} of {total}"


def _merge(merge: Merge, *, verbose: bool) -> dict[str, Property]:
    match merge:
        case Concat():
            return {"Merge": "rows as they come"}
        case MergeByKey(descending):
            return {"Merge": "by key, backward" if descending else "by key"}
        case MergeQuery(plan):
            found: dict[str, Property] = {"Merge": ", ".join(("DuckDB", *engine_steps(plan.bound.query)))}
            if verbose:
                names = {r.slot: r.fragment for r in merge.fragment_reads}
                names |= {r.slot: r.relation.name for r in plan.system_reads}
                found["Merge SQL"] = plan.sql(names)
            return found


def _received(of: Distribution) -> dict[str, Property]:
    found: dict[str, Property] = {}
    if any(task.rows is not None for task in of.tasks):
        found["Rows Received from Nodes"] = sum(task.rows or 0 for task in of.tasks)
        found["Data Received from Nodes"] = f"{sum(task.bytes or 0 for task in of.tasks)} bytes"
    if of.retries is not None:
        found["Retries"] = of.retries
    if of.restarts:
        found["Restarts"] = of.restarts
    for view, shards in sorted((of.missing or {}).items()):
        found[f"Missing Shards of {view}"] = ", ".join(map(str, sorted(shards)))
    return found


def _task(task: TaskFacts, kinds: int) -> ExplainNode:
    properties: dict[str, Property] = {}
    if kinds > 1:
        properties["Fragment"] = f"{task.fragment + 1} of {kinds}"
    properties["Node"] = task.node
    views = sorted(task.shards)
    listed = [shards_shown(task.shards[view], task.totals.get(view, 0)) for view in views]
    named = listed if len(views) == 1 else [f"{view} {shards}" for view, shards in zip(views, listed, strict=True)]
    properties["Shards"] = "; ".join(named)
    properties["Query"] = task.sql
    if task.rows is not None:
        properties["Rows Received"] = task.rows
        properties["Data Received"] = f"{task.bytes or 0} bytes"
    if task.time_ms is not None:
        properties["Time"] = f"{task.time_ms:.3f} ms"
    return ExplainNode("Task", properties)


def shards_shown(numbers: Sequence[int] | frozenset[int], total: int) -> str:
    """3 of 8 (0, 2, 5)."""
    few = 0 < len(numbers) <= SHARDS_SHOWN_MAX and len(numbers) < total
    listed = f" ({', '.join(map(str, sorted(numbers)))})" if few else ""
    return f"{len(numbers)} of {total}{listed}"
