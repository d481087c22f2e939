"""EXPLAIN's lines and JSON."""

from __future__ import annotations

import json

import pytest

from planner.plan.explain import ExplainedRead, Facts, explain, explain_json
from tests.planner.constrain.sql import planned

ROUTE = "SELECT * FROM route_hours WHERE origin='JFK' AND dest='LAX' AND hour_start >= '2013-07-01' AND hour_start < '2013-07-02'"


def shown(sql: str, facts: Facts | None = None, params: tuple[object, ...] | None = None) -> list[str]:
    return explain(planned(sql), params, 0, facts or Facts())


def test_a_range_scan_of_one_shard() -> None:
    plan = planned(ROUTE)
    slot = plan.reads[0].slot
    (shard,) = plan.reads[0].constraint.resolve((), 0).shards
    assert explain(plan, (), 0, Facts({slot: ExplainedRead(version=42)})) == [
        "Lean Read",
        "  ->  Range Scan on route_hours",
        "        Key: (origin, dest) = ('JFK', 'LAX') AND hour_start >= '2013-07-01 00:00:00+00'"
        " AND hour_start < '2013-07-02 00:00:00+00'",
        f"        Shards: 1 of 8 ({shard})",
        "        Version: 42",
    ]


def test_unknown_parameters_are_shown_as_such() -> None:
    assert shown("SELECT n FROM route_hours WHERE origin = $1 AND dest = $2 ORDER BY hour_start DESC LIMIT $3") == [
        "Lean Read",
        "  ->  Range Scan on route_hours",
        "        Key: origin = $1 AND dest = $2",
        "        Shards: 1 of 8",
        "        Order: key, backward",
        "        Limit: $3",
        "        Columns: 1 of 4",
    ]


def test_known_parameters_are_put_in() -> None:
    lines = shown("SELECT * FROM h WHERE a = $1", params=(7,))
    assert "        Key: a = 7" in lines


@pytest.mark.parametrize(
    ("sql", "title"),
    [
        ("SELECT * FROM h WHERE a = $1 AND b = $2 AND c = $3", "Point Get on h"),
        ("SELECT * FROM h WHERE a = ANY($1) AND b = $2 AND c = $3", "Multi Get on h"),
        ("SELECT * FROM h WHERE a > $1", "Range Scan on h"),
        ("SELECT * FROM h", "Full Scan on h"),
        ("SELECT * FROM h WHERE 1 = 0", "Empty Read on h"),
    ],
)
def test_titles(sql: str, title: str) -> None:
    assert shown(sql)[1].strip() == f"->  {title}"


def test_shards_of_unknown_parameters() -> None:
    assert "        Shards: up to 8 of 8" in shown("SELECT * FROM h WHERE a = ANY($1)")
    assert "        Shards: 1 of 8" in shown("SELECT * FROM h WHERE a = $1")
    assert "        Shards: 2 of 8" in shown("SELECT * FROM h WHERE (a = $1 AND b = 'x') OR (a = $2 AND b = 'y')")
    # Half a shard key says nothing about shards.
    assert "        Shards: up to 8 of 8" in shown("SELECT * FROM p WHERE a = $1")


def test_every_view_has_its_lines() -> None:
    lines = shown("SELECT x.v FROM h x JOIN p y ON x.a = y.a AND x.b = y.b WHERE x.a = 1 AND y.b = 'q' ORDER BY x.v LIMIT 3")
    assert lines[0] == "DuckDB"
    assert lines[1] == "  Steps: inner join, filter, sort, limit"
    assert [line.strip() for line in lines if "->" in line] == ["->  Range Scan on h x", "->  Range Scan on p y"]
    assert [line.strip() for line in lines if "Key:" in line] == ["Key: (a, b) = (1, 'q')"] * 2


def test_analyze_adds_what_was_measured() -> None:
    plan = planned("SELECT * FROM h WHERE a = 1")
    read = ExplainedRead(version=3, shards=(2,), rows=10, bytes=2048, time_ms=0.25, node="n1")
    lines = explain(plan, (), 0, Facts({plan.reads[0].slot: read}, rows=10, planning_ms=0.5, execution_ms=1.25))
    assert lines[1] == "  Rows: 10"
    assert [line.strip() for line in lines[4:]] == [
        "Shards: 1 of 8 (2)", "Version: 3", "Node: n1", "Rows Read: 10", "Bytes Read: 2048", "Time: 0.250 ms",
        "Planning Time: 0.500 ms", "Execution Time: 1.250 ms",
    ]  # fmt: skip


def test_json() -> None:
    (document,) = json.loads(explain_json(planned(ROUTE), (), 0, Facts(planning_ms=0.5)))
    assert document["Planning Time"] == 0.5
    assert document["Plan"]["Node Type"] == "Lean Read"
    (read,) = document["Plan"]["Plans"]
    assert (read["Node Type"], read["Relation Name"]) == ("Range Scan", "route_hours")
    assert read["Shards"].startswith("1 of 8")


def test_verbose_shows_the_engines_sql() -> None:
    lines = shown("SELECT count(*) FROM h", Facts(verbose=True))
    assert any("SQL:" in line and "count" in line for line in lines)
