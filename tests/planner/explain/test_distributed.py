"""EXPLAIN of queries over several nodes: strategy, merge, tasks."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from planner.distribute.split import split
from planner.plan.explain import Distribution, Facts, TaskFacts, explain, explain_json
from planner.tree.query_plan import PlanSettings, QueryPlan
from tests.planner.constrain.sql import planned

GROUPED = "SELECT b, count(*) FROM h GROUP BY b ORDER BY b"
KEYED = "SELECT * FROM h ORDER BY a, b, c"


def spread(plan: QueryPlan, *, analyzed: bool = False) -> Distribution:
    """Three nodes with the shards of h."""
    tasks = [
        TaskFacts(0, f"{name} at 10.0.0.{i}:5433", f"SELECT {name}", {"h": frozenset(shards)}, {"h": 8})
        for i, (name, shards) in enumerate({"a": (0, 3, 6), "b": (1, 4, 7), "c": (2, 5)}.items(), 1)
    ]
    found = Distribution(split(plan.bound, PlanSettings()), tasks, {"h": 42})
    if not analyzed:
        return found
    measured = [replace(t, rows=10 * i, bytes=100 * i, time_ms=i / 4) for i, t in enumerate(tasks, 1)]
    return replace(found, tasks=measured, retries=1)


def shown(sql: str, *, analyzed: bool = False, verbose: bool = False) -> list[str]:
    plan = planned(sql)
    facts = Facts(distribution=spread(plan, analyzed=analyzed), verbose=verbose, rows=60 if analyzed else None)
    return explain(plan, (), 0, facts)


def test_a_task_of_many() -> None:
    assert shown(GROUPED) == [
        "Distributed Query",
        "  Strategy: aggregate",
        "  Merge: DuckDB, aggregate, sort",
        "  Versions: h=42",
        "  Task Count: 3",
        "  Tasks Shown: One of 3",
        "  ->  Task",
        "        Node: a at 10.0.0.1:5433",
        "        Shards: 3 of 8 (0, 3, 6)",
        "        Query: SELECT a",
        "  ->  Full Scan on h",
        "        Shards: 8 of 8",
        "        Columns: 1 of 4",
    ]


def test_verbose_shows_every_task_and_the_merge() -> None:
    lines = [line.strip() for line in shown(GROUPED, verbose=True)]
    assert "Tasks Shown: All" in lines
    assert [line for line in lines if line.startswith("Query:")] == ["Query: SELECT a", "Query: SELECT b", "Query: SELECT c"]
    assert any(line.startswith("Merge SQL: ") for line in lines)


def test_analyze_adds_what_came() -> None:
    lines = [line.strip() for line in shown(GROUPED, analyzed=True)]
    assert lines[4:9] == [
        "Task Count: 3", "Rows Received from Nodes: 60", "Data Received from Nodes: 600 bytes", "Retries: 1", "Rows: 60",
    ]  # fmt: skip
    at = lines.index("Query: SELECT a")
    assert lines[at + 1 : at + 4] == ["Rows Received: 10", "Data Received: 100 bytes", "Time: 0.250 ms"]


@pytest.mark.parametrize(
    ("sql", "merge"),
    [
        (KEYED, "Merge: by key"),
        (KEYED.replace("a, b, c", "a DESC, b DESC, c DESC"), "Merge: by key, backward"),
        ("SELECT * FROM h WHERE v > 1", "Merge: rows as they come"),
    ],
)
def test_merges(sql: str, merge: str) -> None:
    assert f"  {merge}" in shown(sql)


def test_a_partial_answer_says_so() -> None:
    plan = planned(GROUPED)
    missing = replace(spread(plan, analyzed=True), missing={"h": frozenset((5, 2))}, restarts=2)
    lines = explain(plan, (), 0, Facts(distribution=missing))
    assert "  Missing Shards of h: 2, 5" in lines
    assert "  Restarts: 2" in lines


def test_a_query_that_one_other_node_answers() -> None:
    plan = planned(GROUPED)
    found = spread(plan)
    lines = explain(plan, (), 0, Facts(distribution=replace(found, tasks=found.tasks[:1], whole=True)))
    assert lines[1:6] == [
        "  Strategy: whole query", "  Merge: rows as they come", "  Versions: h=42", "  Task Count: 1", "  Tasks Shown: All",
    ]  # fmt: skip


def test_json() -> None:
    plan = planned(GROUPED)
    (document,) = json.loads(explain_json(plan, (), 0, Facts(distribution=spread(plan), verbose=True)))
    top = document["Plan"]
    assert (top["Node Type"], top["Task Count"], top["Strategy"]) == ("Distributed Query", 3, "aggregate")
    assert [(p["Node Type"], p.get("Query")) for p in top["Plans"]] == [
        ("Task", "SELECT a"), ("Task", "SELECT b"), ("Task", "SELECT c"), ("Full Scan", None),
    ]  # fmt: skip
