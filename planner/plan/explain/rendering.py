"""EXPLAIN's nodes as Postgres-like lines, and as the JSON that Postgres's FORMAT JSON is shaped like."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from planner.plan.explain.describing import describe
from planner.plan.explain.facts import NO_FACTS, Facts
from planner.plan.explain.nodes import ExplainNode
from planner.tree.query_plan import QueryPlan
from planner.tree.values import Value


def explain(plan: QueryPlan, params: Sequence[Value] | None, now_us: int, facts: Facts = NO_FACTS) -> list[str]:
    """The lines of EXPLAIN. *params* None: parameters are not known and are shown as $1 …"""
    lines = list(_lines(describe(plan, params, now_us, facts), depth=0))
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
    document: dict[str, Any] = {"Plan": _object(describe(plan, params, now_us, facts))}
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
