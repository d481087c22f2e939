"""Where conditions travel: through joins, derived tables, WITH, set operations and subqueries, and where they must not."""

from __future__ import annotations

import pytest

from tests.planner.constrain.sql import reads

#: (statement over h x and p y, keyed a, b, c; bounds of x; bounds of y)
CASES = [
    # inner joins: equality carries a condition over, both ways and through chains
    ("h x JOIN p y ON x.a = y.a WHERE x.a = 5", "a = 5", "a = 5"),
    ("h x JOIN p y ON x.a = y.a WHERE y.a IN (5, 6)", "a IN (5, 6)", "a IN (5, 6)"),
    ("h x, p y WHERE x.a = y.a AND x.b = y.b AND y.a = 5 AND x.b = 'q'", "(a, b) = (5, 'q')", "(a, b) = (5, 'q')"),
    ("h x JOIN p y ON x.a = y.a AND y.a = 5", "a = 5", "a = 5"),
    ("h x JOIN p y ON (x.a, x.b) = (y.a, y.b) WHERE (x.a, x.b) = (5, 'q')", "(a, b) = (5, 'q')", "(a, b) = (5, 'q')"),
    ("h x JOIN p y ON x.a = y.v WHERE y.v = 5", "a = 5", ""),
    ("h x JOIN p y ON x.a = y.a OR x.b = y.b WHERE x.a = 5", "a = 5", ""),
    ("h x CROSS JOIN p y WHERE x.a = 5 AND y.a = 6", "a = 5", "a = 6"),
    ("h x JOIN p y USING (a) WHERE a = 5", "a = 5", "a = 5"),
    # left joins: WHERE on the preserved side, ON for the other
    ("h x LEFT JOIN p y ON x.a = y.a WHERE x.a = 5", "a = 5", "a = 5"),
    ("h x LEFT JOIN p y ON x.a = y.a AND x.a = 5", "", "a = 5"),
    ("h x LEFT JOIN p y ON x.a = y.a AND y.a = 5", "", "a = 5"),
    ("h x LEFT JOIN p y ON x.a = y.a WHERE y.a IS NULL AND x.a = 5", "a = 5", "a = 5"),
    ("h x LEFT JOIN p y ON x.b = y.b WHERE y.a IS NULL", "", ""),
    ("h x LEFT JOIN p y ON x.b = y.b WHERE y.a = 5 OR y.a IS NULL", "", ""),
    # a condition that NULLs fail makes the join an inner one
    ("h x LEFT JOIN p y ON x.a = y.a WHERE y.a = 5", "a = 5", "a = 5"),
    ("h x LEFT JOIN p y ON x.a = y.a AND x.a = 5 WHERE y.v IS NOT NULL", "a = 5", "a = 5"),
    ("h x RIGHT JOIN p y ON x.a = y.a WHERE y.a = 5", "a = 5", "a = 5"),
    ("h x RIGHT JOIN p y ON x.a = y.a AND y.a = 5", "a = 5", ""),
    ("h x FULL JOIN p y ON x.a = y.a AND x.a = 5", "", ""),
    ("h x FULL JOIN p y ON x.a = y.a WHERE x.a = 5", "a = 5", "a = 5"),
    ("h x FULL JOIN p y ON x.a = y.a WHERE x.a = 5 AND y.a = 5", "a = 5", "a = 5"),
    ("h x FULL JOIN p y ON x.a = y.a WHERE x.a = 5 OR x.a IS NULL", "", ""),
    # derived tables
    ("(SELECT * FROM h x) d JOIN p y ON d.a = y.a WHERE y.a = 5", "a = 5", "a = 5"),
    ("(SELECT * FROM h x LIMIT 3) d JOIN p y ON d.a = y.a WHERE d.a = 5", "", "a = 5"),
    ("(SELECT a, count(*) AS n FROM h x GROUP BY a) d JOIN p y ON d.a = y.a WHERE d.a = 5", "a = 5", "a = 5"),
    ("(SELECT a, count(*) AS n FROM h x GROUP BY a) d JOIN p y ON d.n = y.a WHERE d.n = 5", "", "a = 5"),
    ("(SELECT DISTINCT a, b FROM h x) d JOIN p y ON d.a = y.a WHERE d.a = 5", "a = 5", "a = 5"),
    ("(SELECT DISTINCT ON (a) a, b FROM h x) d JOIN p y ON d.a = y.a WHERE d.a = 5 AND d.b = 'q'", "a = 5", "a = 5"),
    ("(SELECT a, b FROM h x UNION ALL SELECT a, b FROM p y) d WHERE d.a = 5", "a = 5", "a = 5"),
    ("(SELECT a, b FROM h x EXCEPT SELECT a, b FROM p y) d WHERE d.a = 5", "a = 5", "a = 5"),
    ("(SELECT a, b FROM h x UNION ALL SELECT a, b FROM p y LIMIT 3) d WHERE d.a = 5", "", ""),
    ("(SELECT y.a FROM h x LEFT JOIN p y ON x.b = y.b) d WHERE d.a IS NULL", "", ""),
    ("(SELECT y.a FROM h x LEFT JOIN p y ON x.b = y.b) d WHERE d.a = 5", "", "a = 5"),
    # subqueries
    ("h x WHERE x.a IN (SELECT y.a FROM p y WHERE y.a = 5)", "a = 5", "a = 5"),
    ("h x WHERE x.a = 5 AND x.a IN (SELECT y.a FROM p y)", "a = 5", "a = 5"),
    ("h x WHERE x.a = 5 AND x.a IN (SELECT y.a FROM p y ORDER BY y.v LIMIT 3)", "a = 5", ""),
    ("h x WHERE x.a = 5 AND x.a IN (SELECT y.a FROM p y WHERE y.a > 3 OFFSET 1)", "a = 5", "a >= 4"),
    ("h x WHERE x.a IN (SELECT y.a FROM p y WHERE y.a = 5 LIMIT 3)", "a = 5", "a = 5"),
    ("h x WHERE x.a = 5 AND x.a IN (SELECT DISTINCT ON (y.v) y.a FROM p y ORDER BY y.v)", "a = 5", ""),
    ("h x WHERE x.a = 5 AND x.a IN (SELECT y.a FROM p y GROUP BY y.a)", "a = 5", "a = 5"),
    ("h x WHERE x.a = 5 AND x.a IN (SELECT max(y.a) FROM p y GROUP BY y.v)", "a = 5", ""),
    ("h x WHERE x.a = 5 AND x.v IN (SELECT y.v FROM p y WHERE y.a = x.a ORDER BY y.b LIMIT 3)", "a = 5", "a = 5"),
    ("h x WHERE x.a NOT IN (SELECT y.a FROM p y WHERE y.a = 5)", "", "a = 5"),
    ("h x WHERE EXISTS (SELECT 1 FROM p y WHERE y.a = x.a AND y.a = 5)", "a = 5", "a = 5"),
    ("h x WHERE NOT EXISTS (SELECT 1 FROM p y WHERE y.a = x.a AND y.a = 5)", "", "a = 5"),
    ("h x WHERE x.a = 5 AND NOT EXISTS (SELECT 1 FROM p y WHERE y.a = x.a)", "a = 5", "a = 5"),
    ("h x WHERE x.a = 1 OR EXISTS (SELECT 1 FROM p y WHERE y.a = x.a AND y.a = 5)", "", "a = 5"),
    ("h x WHERE x.a = (SELECT y.v FROM p y WHERE y.a = 5)", "", "a = 5"),
    ("h x WHERE EXISTS (SELECT count(*) FROM p y WHERE y.a = x.a AND y.a = 5)", "", "a = 5"),
    ("h x JOIN LATERAL (SELECT * FROM p y WHERE y.a = x.a LIMIT 1) d ON true WHERE x.a = 5", "a = 5", "a = 5"),
]  # fmt: skip


@pytest.mark.parametrize(("rest", "x", "y"), CASES, ids=[c[0] for c in CASES])
def test_travel(rest: str, x: str, y: str) -> None:
    found = reads(f"SELECT 1 FROM {rest}")
    assert (found["x"], found.get("y", y)) == (x, y)


WITH = [
    ("WITH w AS (SELECT * FROM h x) SELECT 1 FROM w WHERE a = 5", "a = 5"),
    ("WITH w AS (SELECT * FROM h x) SELECT 1 FROM w WHERE a = 5 UNION ALL SELECT 1 FROM w WHERE a = 7", "a IN (5, 7)"),
    ("WITH w AS (SELECT * FROM h x) SELECT 1 FROM w WHERE a = 5 UNION ALL SELECT 1 FROM w", ""),
    ("WITH w AS (SELECT * FROM h x), z AS (SELECT * FROM w WHERE a < 9) SELECT 1 FROM z WHERE a > 5", "a >= 6 AND a < 9"),
    ("SELECT a, count(*) FROM h x GROUP BY a HAVING a = 5", "a = 5"),
    ("SELECT a, count(*) FROM h x GROUP BY a HAVING count(*) = 5", ""),
    ("SELECT (SELECT count(*) FROM h x WHERE x.a = y.a) FROM p y WHERE y.a = 5", "a = 5"),
]


@pytest.mark.parametrize(("sql", "x"), WITH, ids=[w[0] for w in WITH])
def test_travel_into_with(sql: str, x: str) -> None:
    assert reads(sql)["x"] == x
