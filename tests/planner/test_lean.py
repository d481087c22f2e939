"""Which queries are one keyed read, in which order, and which reads stop early."""

from __future__ import annotations

import pytest

from planner.lower import lower
from planner.tree.bound import Const, Param
from planner.tree.query_plan import PlanSettings
from tests.planner.constrain.sql import planned

#: (query over h, keyed a, b, c; outputs; backward?)
LEAN = [
    ("SELECT * FROM h", (0, 1, 2, 3), None),
    ("SELECT v, a FROM h WHERE a = 1", (3, 0), None),
    ("SELECT a, a FROM h WHERE a = 1 AND b = 'x' AND c = 'epoch'", (0, 0), None),
    ("SELECT * FROM h ORDER BY a", (0, 1, 2, 3), False),
    ("SELECT * FROM h ORDER BY a, b, c", (0, 1, 2, 3), False),
    ("SELECT * FROM h ORDER BY a DESC, b DESC", (0, 1, 2, 3), True),
    ("SELECT * FROM h WHERE a = 1 ORDER BY b DESC", (0, 1, 2, 3), True),
    ("SELECT * FROM h WHERE a = 1 ORDER BY a, b DESC", (0, 1, 2, 3), True),
    ("SELECT * FROM h WHERE a = 1 ORDER BY b DESC, a, c DESC", (0, 1, 2, 3), True),
    ("SELECT * FROM h WHERE a = 1 AND b = 'x' ORDER BY c", (0, 1, 2, 3), False),
    ("SELECT * FROM h WHERE a = 1 ORDER BY a", (0, 1, 2, 3), None),
    ("SELECT * FROM h WHERE a IS NULL ORDER BY b", (0, 1, 2, 3), False),
    ("SELECT * FROM h ORDER BY a, b, c, v DESC", (0, 1, 2, 3), False),
    ("SELECT * FROM h WHERE a IN (1, 2) ORDER BY a", (0, 1, 2, 3), False),
    ("SELECT * FROM h WHERE a IN (2, 1) AND b > 'x' ORDER BY a DESC NULLS FIRST LIMIT 3", (0, 1, 2, 3), True),
    ("SELECT * FROM h WHERE 1 = 0", (0, 1, 2, 3), None),
]


@pytest.mark.parametrize(("sql", "outputs", "descending"), LEAN, ids=[c[0] for c in LEAN])
def test_lean(sql: str, outputs: tuple[int, ...], descending: bool | None) -> None:
    lean = planned(sql).lean
    assert lean is not None
    assert (lean.outputs, lean.descending) == (outputs, descending)


@pytest.mark.parametrize("sql", [c[0] for c in LEAN])
def test_what_is_lowered_later_reads_the_same(sql: str) -> None:
    plan = planned(sql)
    (slot,) = lower(plan.bound, PlanSettings()).slots
    (read,) = plan.reads
    assert (read.slot, read.source, read.columns) == (slot.name, slot.scan.source, slot.columns)


@pytest.mark.parametrize(("elements", "is_long"), [(3, False), (600, True)])
@pytest.mark.parametrize("written", ["a = ANY ('{{{}}}')", "a IN ({})"])
def test_what_has_many_constants_is_long(written: str, elements: int, is_long: bool) -> None:
    """However they are written: telling the keys takes as long."""
    plan = planned("SELECT * FROM h WHERE " + written.format(", ".join(map(str, range(elements)))))
    assert plan.lean is not None
    assert plan.is_long is is_long


def test_many_columns_are_not_long() -> None:
    plan = planned(f"SELECT {', '.join(['a', 'v'] * 400)} FROM h WHERE a = 1")
    assert plan.lean is not None
    assert not plan.is_long


NOT_LEAN = [
    "SELECT a + 1 FROM h",
    "SELECT count(*) FROM h",
    "SELECT DISTINCT a FROM h",
    "SELECT * FROM h WHERE v = 1",
    "SELECT * FROM h WHERE b = 'x'",
    "SELECT * FROM h WHERE a = 1 AND c = 'epoch'",
    "SELECT * FROM h WHERE a > 1 AND b = 'x'",
    "SELECT * FROM h ORDER BY v",
    "SELECT * FROM h ORDER BY b",
    "SELECT * FROM h ORDER BY a DESC, b",
    "SELECT * FROM h ORDER BY a NULLS FIRST",
    "SELECT * FROM h ORDER BY a DESC NULLS LAST",
    "SELECT * FROM h WHERE a IN (1, 2) ORDER BY b",
    "SELECT * FROM h, p",
    "SELECT * FROM h UNION ALL SELECT * FROM h",
    "SELECT a FROM h GROUP BY a",
    "SELECT k FROM v_dt",
    "SELECT * FROM h LIMIT 1 + 1",
]


@pytest.mark.parametrize("sql", NOT_LEAN)
def test_not_lean(sql: str) -> None:
    assert planned(sql).lean is None


def test_limit_and_offset_travel_with_the_read() -> None:
    lean = planned("SELECT * FROM h ORDER BY a LIMIT $1 OFFSET 2").lean
    assert lean is not None
    assert isinstance(lean.limit, Param)
    assert isinstance(lean.offset, Const)
    assert (lean.limit.index, lean.offset.value) == (0, 2)


FIRST = [
    ("SELECT a + 1 FROM h WHERE a = 1 ORDER BY b LIMIT 3", False),
    ("SELECT a + 1 FROM h ORDER BY a DESC LIMIT 3", True),
    ("SELECT a + 1 FROM h LIMIT 3", None),
    ("SELECT count(*) FROM (SELECT * FROM h ORDER BY a LIMIT 3) d", False),
    ("SELECT * FROM (SELECT * FROM h ORDER BY a LIMIT 3) d WHERE d.v = 1", False),
]


@pytest.mark.parametrize(("sql", "descending"), FIRST)
def test_reads_that_stop_early(sql: str, descending: bool | None) -> None:
    (read,) = planned(sql).reads
    assert read.first is not None
    assert read.first.descending is descending


NOT_FIRST = [
    "SELECT a + 1 FROM h WHERE v = 1 LIMIT 3",
    "SELECT a + 1 FROM h ORDER BY v LIMIT 3",
    "SELECT count(*) FROM h LIMIT 3",
    "SELECT DISTINCT a FROM h LIMIT 3",
    "SELECT a + 1 FROM h",
]


@pytest.mark.parametrize("sql", NOT_FIRST)
def test_reads_that_do_not_stop_early(sql: str) -> None:
    assert all(read.first is None for read in planned(sql).reads)


#: (query, rows that are enough: limit, offset; backward?)
AROUND = [
    ("SELECT a + 1 FROM (SELECT a, v * 2 AS w FROM h) AS d LIMIT 3", 3, None),
    ("SELECT w FROM (SELECT a, v * 2 AS w FROM h WHERE a = 1) AS d LIMIT 3 OFFSET 2", 3, 2),
    ("SELECT * FROM (SELECT * FROM (SELECT * FROM h) AS e) AS d LIMIT $1", 0, None),
]
NOT_AROUND = [
    "SELECT w FROM (SELECT a, v * 2 AS w FROM h) AS d WHERE w > 1 LIMIT 3",
    "SELECT w FROM (SELECT a, v * 2 AS w FROM h WHERE v > 1) AS d LIMIT 3",
    "SELECT w FROM (SELECT a, v * 2 AS w FROM h) AS d ORDER BY w LIMIT 3",
    "SELECT w FROM (SELECT DISTINCT v AS w FROM h) AS d LIMIT 3",
    "SELECT w FROM (SELECT count(*) AS w FROM h GROUP BY a) AS d LIMIT 3",
    "SELECT w FROM (SELECT v AS w FROM h ORDER BY v) AS d LIMIT 3",
    "SELECT w FROM (SELECT v AS w FROM h OFFSET 1) AS d LIMIT 3",
    "SELECT w FROM (SELECT sum(v) OVER () AS w FROM h) AS d LIMIT 3",
    "SELECT count(*) FROM (SELECT v AS w FROM h) AS d LIMIT 3",
    "SELECT generate_series(1, v) FROM (SELECT v FROM h) AS d LIMIT 3",
    "SELECT d.v FROM (SELECT v FROM h) AS d, (SELECT v FROM p) AS e LIMIT 3",
    "SELECT * FROM (SELECT v FROM h UNION SELECT v FROM p) AS d LIMIT 3",
    "SELECT w FROM (SELECT v AS w FROM h) AS d LIMIT 1 + 1",
]


@pytest.mark.parametrize(("sql", "limit", "offset"), AROUND, ids=[c[0] for c in AROUND])
def test_a_limit_around_a_subquery_bounds_its_rows(sql: str, limit: int, offset: int | None) -> None:
    (read,) = planned(sql).reads
    assert read.first is not None
    assert read.first.descending is None
    assert isinstance(read.first.limit, Param) if not limit else read.first.limit == Const(limit, read.first.limit.type)
    assert (read.first.offset is None) == (offset is None)


@pytest.mark.parametrize("sql", NOT_AROUND)
def test_other_limits_bound_nothing(sql: str) -> None:
    assert [read.first for read in planned(sql).reads if read.first is not None] == []
