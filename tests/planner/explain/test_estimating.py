"""What EXPLAIN expects: sizes of the reads as the engine tells them, PostgreSQL's arithmetic above them."""

from __future__ import annotations

import json

import pytest

from planner.plan.explain import ExplainedRead, Facts, ReadSize, explain, explain_json
from tests.planner.constrain.sql import planned

#: Of each view 1,000 rows in 8 shards.
WHOLE = ReadSize(1_000, 1_000, 8, narrowed=False)


def first_line(sql: str, *sizes: ReadSize) -> str:
    plan = planned(sql)
    known = dict(zip([read.slot for read in plan.reads], sizes or (WHOLE,) * len(plan.reads), strict=True))
    return explain(plan, (), 0, Facts({slot: ExplainedRead(size=size) for slot, size in known.items()}, costs=True))[0]


def rows(sql: str, *sizes: ReadSize) -> int:
    return int(first_line(sql, *sizes).partition(" rows=")[2].partition(" ")[0])


def test_a_point_get_is_one_place_and_one_row() -> None:
    line = first_line("SELECT a FROM h WHERE a = 1 AND b = 'x' AND c = '2013-01-01'", ReadSize(1, 1_000, 1, narrowed=True))
    # 4 for the place and 0.01 for the row, which is then sent.
    assert line.startswith("Lean Read  (cost=0.00..4.02 rows=1 width=")


def test_what_sorts_has_read_all_before_its_first_row() -> None:
    assert first_line("SELECT count(*) FROM h") == "DuckDB  (cost=42.00..42.01 rows=1 width=8)"
    assert first_line("SELECT 1").startswith("DuckDB  (cost=0.00..0.01 rows=1 width=4)")


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("SELECT * FROM h", 1_000),
        ("SELECT * FROM h LIMIT 7", 7),
        ("SELECT * FROM h LIMIT 100 OFFSET 950", 50),
        ("SELECT * FROM h WHERE v = 1", 5),
        ("SELECT * FROM h WHERE v < 1", 333),
        ("SELECT * FROM h WHERE NOT v < 1", 667),
        ("SELECT * FROM h WHERE v IN (1, 2, 3)", 15),
        ("SELECT * FROM h WHERE v = 1 OR v < 1", 337),
        ("SELECT v, count(*) FROM h GROUP BY v", 200),
        ("SELECT DISTINCT v FROM h", 200),
        ("SELECT a, b, c, count(*) FROM h GROUP BY a, b, c", 1_000),
        ("SELECT * FROM h UNION ALL SELECT * FROM h", 2_000),
        ("SELECT * FROM h INTERSECT SELECT * FROM h", 1_000),
        ("SELECT * FROM h x JOIN h y ON x.a = y.a AND x.b = y.b AND x.c = y.c", 1_000),
        ("SELECT * FROM h x, h y WHERE x.a = y.a AND x.b = y.b AND x.c = y.c", 1_000),
        ("SELECT * FROM h x JOIN h y ON x.v = y.v", 5_000),
        ("SELECT * FROM h x LEFT JOIN h y ON x.v = y.v AND y.v = 1 AND x.v < 0", 1_000),
        ("SELECT * FROM h x CROSS JOIN h y", 1_000_000),
        ("SELECT * FROM (VALUES (1), (2)) v", 2),
        ("WITH w AS (SELECT * FROM h WHERE v = 1) SELECT * FROM w", 5),
        ("SELECT * FROM h WHERE false", 1),
    ],
)
def test_rows(sql: str, expected: int) -> None:
    assert rows(sql) == expected


def test_what_the_key_has_narrowed_is_not_narrowed_again() -> None:
    narrowed = ReadSize(40, 1_000, 1, narrowed=True)
    assert rows("SELECT * FROM h WHERE a = 1", narrowed) == 40
    assert rows("SELECT * FROM h WHERE a = 1 AND v < 1", narrowed) == 13


def test_json_has_the_names_of_postgres() -> None:
    plan = planned("SELECT count(*) FROM h")
    told = json.loads(explain_json(plan, (), 0, Facts({plan.reads[0].slot: ExplainedRead(size=WHOLE)}, costs=True)))[0]["Plan"]
    assert {name: told[name] for name in ("Startup Cost", "Total Cost", "Plan Rows", "Plan Width")} == {
        "Startup Cost": 42.0, "Total Cost": 42.01, "Plan Rows": 1, "Plan Width": 8,
    }  # fmt: skip
    assert told["Plans"][0]["Plan Rows"] == 1_000


def test_without_costs_there_are_none() -> None:
    plan = planned("SELECT count(*) FROM h")
    assert not any("cost=" in line for line in explain(plan, (), 0, Facts({plan.reads[0].slot: ExplainedRead()})))
