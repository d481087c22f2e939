"""From a plan to the nodes that EXPLAIN shows, as Postgres-like lines and as the JSON that its FORMAT JSON is shaped like."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from planner.plan.explain.distributed import distributed, shards_shown
from planner.plan.explain.estimating import estimate, of_read
from planner.plan.explain.facts import NO_FACTS, ExplainedRead, Facts
from planner.plan.explain.nodes import ExplainNode, Property
from planner.plan.explain.steps import engine_steps
from planner.postgres.literals.date_styles import date_text, timestamp_text, timestamptz_text
from planner.prune.constrain import KeyConstraint
from planner.tree.bound import Const, Expr, Param
from planner.tree.query_plan import AccessPath, FirstRows, KeySet, LeanRead, QueryPlan, SourceRead
from planner.tree.values import Value
from statestore.expiry import DAY_US
from statestore.types import Date, TimestampNtz

_STYLE: Final = "ISO, MDY"

_TITLES: Final = {
    AccessPath.NOTHING: "Empty Read",
    AccessPath.POINT: "Point Get",
    AccessPath.MULTI_GET: "Multi Get",
    AccessPath.RANGE: "Range Scan",
    AccessPath.SOME_SHARDS: "Shard Scan",
    AccessPath.ALL_SHARDS: "Full Scan",
}


def _node(plan: QueryPlan, params: Sequence[Value] | None, now_us: int, facts: Facts) -> ExplainNode:
    """The plan as nodes. *params* None: not known, shown as $1 …"""
    whole = _described(plan, params, now_us, facts)
    return replace(whole, estimate=estimate(plan, facts)) if facts.costs else whole


def _described(plan: QueryPlan, params: Sequence[Value] | None, now_us: int, facts: Facts) -> ExplainNode:
    reads = tuple(_read(r, plan.lean, params, now_us, facts.reads.get(r.slot, ExplainedRead())) for r in plan.reads)
    if plan.lean is not None and facts.distribution is None:
        return ExplainNode("Lean Read", _outcome(facts), reads)
    system = tuple(ExplainNode(f"System Table {r.relation.schema}.{r.relation.name}") for r in plan.system_reads)
    if facts.distribution is not None:
        return distributed(facts.distribution, (*reads, *system), facts.rows, verbose=facts.verbose)
    properties: dict[str, Property] = {}
    if steps := engine_steps(plan.bound.query):
        properties["Steps"] = ", ".join(steps)
    if facts.verbose:
        names = {r.slot: r.relation.name for r in plan.reads} | {r.slot: r.relation.name for r in plan.system_reads}
        properties["SQL"] = plan.sql(names)
    return ExplainNode("DuckDB", {**properties, **_outcome(facts)}, (*reads, *system))


def _outcome(facts: Facts) -> dict[str, Property]:
    return {} if facts.rows is None else {"Rows": facts.rows}


def _read(
    read: SourceRead, lean: LeanRead | None, params: Sequence[Value] | None, now_us: int, facts: ExplainedRead
) -> ExplainNode:
    keys = _keys(read, params, now_us)
    access = keys.access if keys is not None else _expected_access(read)
    name = read.relation.name
    shown = name if read.alias in ("", name) else f"{name} {read.alias}"
    properties: dict[str, Property] = {}
    if bounds := read.constraint.describe(params, now_us):
        properties["Key"] = bounds
    properties["Shards"] = _shards(read, keys, facts)
    if keys is not None and len(keys.ranges) > 1:
        properties["Ranges"] = len(keys.ranges)
    if len(keys.points if keys is not None else ()) > 1:
        properties["Keys"] = len(keys.points if keys is not None else ())
    properties |= _order(read, lean)
    if not read.constraint.exact and access is not AccessPath.NOTHING:
        properties["Filter"] = "rows are filtered after reading"
    properties |= _columns(read, lean)
    properties |= _expired(read, facts.expired_before_us)
    expected = None if facts.size is None else of_read(read, facts.size)
    return ExplainNode(f"{_TITLES[access]} on {shown}", properties | _measured(facts), estimate=expected)


def _keys(read: SourceRead, params: Sequence[Value] | None, now_us: int) -> KeySet | None:
    """The part that would be read now; None where that depends on unknown parameters."""
    if params is not None:
        return read.constraint.resolve(params, now_us)
    return read.constraint.expected() if isinstance(read.constraint, KeyConstraint) else None


def _expected_access(read: SourceRead) -> AccessPath:
    return read.constraint.expected_access() if isinstance(read.constraint, KeyConstraint) else AccessPath.ALL_SHARDS


def _shards(read: SourceRead, keys: KeySet | None, facts: ExplainedRead) -> str:
    total = read.relation.view.shards if read.relation.view is not None else 0
    numbers = facts.shards if facts.shards is not None else keys.shards if keys is not None else None
    if numbers is not None:
        return shards_shown(numbers, total)
    most = read.constraint.expected_shards() if isinstance(read.constraint, KeyConstraint) else None
    return f"up to {total} of {total}" if most is None else f"{most} of {total}"


def _order(read: SourceRead, lean: LeanRead | None) -> dict[str, Property]:
    """What of ORDER BY and LIMIT the read itself does."""
    if lean is not None:
        return _order_properties(lean.descending, lean.limit, lean.offset)
    first: FirstRows | None = read.first
    return {} if first is None else _order_properties(first.descending, first.limit, first.offset)


def _order_properties(descending: bool | None, limit: Expr | None, offset: Expr | None) -> dict[str, Property]:
    found: dict[str, Property] = {}
    if descending is not None:
        found["Order"] = "key, backward" if descending else "key"
    if limit is not None:
        found["Limit"] = _count(limit)
    if offset is not None:
        found["Offset"] = _count(offset)
    return found


def _count(of: Expr) -> str:
    match of:
        case Const(value):
            return "ALL" if value is None else str(value)
        case Param(index):
            return f"${index + 1}"
    return "…"


def _columns(read: SourceRead, lean: LeanRead | None) -> dict[str, Property]:
    ordinals = sorted(set(lean.outputs)) if lean is not None else read.columns
    total = len(read.relation.columns)
    return {} if len(ordinals) == total else {"Columns": f"{len(ordinals)} of {total}"}


def _expired(read: SourceRead, before_us: int | None) -> dict[str, Property]:
    """The rows of the view that are not there any more, as a condition."""
    view = read.relation.view
    if before_us is None or view is None or view.expiry is None:
        return {}
    match view.columns[view.ordinals[view.expiry.column]].type:
        case Date():
            text = date_text(_STYLE)(before_us // DAY_US)
        case TimestampNtz():
            text = timestamp_text(_STYLE)(before_us)
        case _:
            text = timestamptz_text(_STYLE, "UTC")(before_us)
    return {"Expired": f"{view.expiry.column} <= {text}"}


def _measured(facts: ExplainedRead) -> dict[str, Property]:
    named = {
        "Version": facts.version,
        "Node": facts.node,
        "Rows Read": facts.rows,
        "Bytes Read": facts.bytes,
        "Time": None if facts.time_ms is None else f"{facts.time_ms:.3f} ms",
    }
    return {name: value for name, value in named.items() if value is not None}


# ------------------------------------------------------------------------------------------------------------ lines and documents


def explain(plan: QueryPlan, params: Sequence[Value] | None, now_us: int, facts: Facts = NO_FACTS) -> list[str]:
    """The lines of EXPLAIN. *params* None: parameters are not known and are shown as $1 …"""
    lines = list(_lines(_node(plan, params, now_us, facts), depth=0))
    for name, value in (("Planning", facts.planning_ms), ("Execution", facts.execution_ms)):
        if value is not None:
            lines.append(f"{name} Time: {value:.3f} ms")
    return lines


def _lines(node: ExplainNode, depth: int) -> Iterator[str]:
    """A node below another is set off by an arrow, its properties by two more columns."""
    indent = "" if depth == 0 else " " * (6 * depth - 4)
    expected = "" if node.estimate is None else f"  {node.estimate}"
    yield f"{indent}{'' if depth == 0 else '->  '}{node.title}{expected}"
    inner = " " * (6 * depth + 2)
    for name, value in node.properties.items():
        shown = str(value).splitlines() or [""]
        yield f"{inner}{name}: {shown[0]}"
        yield from (f"{inner}  {line}" for line in shown[1:])
    for child in node.children:
        yield from _lines(child, depth + 1)


def explain_json(plan: QueryPlan, params: Sequence[Value] | None, now_us: int, facts: Facts = NO_FACTS) -> str:
    """The document of EXPLAIN (FORMAT JSON)."""
    document: dict[str, Any] = {"Plan": _object(_node(plan, params, now_us, facts))}
    if facts.planning_ms is not None:
        document["Planning Time"] = facts.planning_ms
    if facts.execution_ms is not None:
        document["Execution Time"] = facts.execution_ms
    return json.dumps([document], indent=2, ensure_ascii=False)


def _object(node: ExplainNode) -> dict[str, Any]:
    kind, _, relation = node.title.partition(" on ")
    found: dict[str, Any] = {"Node Type": kind}
    if relation:
        found["Relation Name"] = relation
    if node.estimate is not None:
        startup, total = round(node.estimate.startup, 2), round(node.estimate.total, 2)
        found |= {"Startup Cost": startup, "Total Cost": total, "Plan Rows": node.estimate.rows, "Plan Width": node.estimate.width}
    found |= node.properties
    if node.children:
        found["Plans"] = [_object(child) for child in node.children]
    return found
