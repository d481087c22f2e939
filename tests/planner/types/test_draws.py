# ruff: noqa: E501 - tables of statements
"""random() and gen_random_uuid() where windows are partitioned and ordered by them: drawn once per row, as PostgreSQL does."""

from __future__ import annotations

import pytest

from tests.planner.types.both import Both

pytestmark = pytest.mark.postgres
ROWS = 300
_FROM = f"FROM (SELECT i, i % 7 AS g FROM generate_series(1, {ROWS}) i) s"
#: Whether a numbering by a draw is a permutation, in partitions and with other keys.
PERMUTATIONS = (
    f"SELECT count(DISTINCT n), min(n), max(n) FROM (SELECT row_number() OVER (ORDER BY random()) AS n {_FROM}) x",
    f"SELECT count(DISTINCT n), min(n), max(n) FROM (SELECT row_number() OVER (ORDER BY gen_random_uuid()) AS n {_FROM}) x",
    f"SELECT g, count(*), count(DISTINCT n), min(n), max(n) FROM (SELECT g, row_number() OVER (PARTITION BY g ORDER BY random()) AS n"
    f" {_FROM}) x GROUP BY g ORDER BY g",
    f"SELECT g, count(*), min(n), max(n) FROM (SELECT g, row_number() OVER (ORDER BY g DESC, random()) AS n {_FROM}) x"
    " GROUP BY g ORDER BY g",
    f"SELECT sum(n) < {ROWS * (ROWS + 1) // 2}, count(*) FROM (SELECT row_number() OVER (PARTITION BY random() < 0.5) AS n {_FROM}) x",
    f"SELECT max(n) = min(c) FROM (SELECT rank() OVER w AS n, count(*) OVER (PARTITION BY random() < 2) AS c {_FROM}"
    " WINDOW w AS (ORDER BY random())) x",
    f"SELECT count(*), sum(n) FROM (SELECT g, row_number() OVER (ORDER BY count(*), random()) AS n {_FROM} GROUP BY g) x",
    f"SELECT count(DISTINCT n) FROM (SELECT row_number() OVER (ORDER BY random() * i) AS n {_FROM} ORDER BY random() LIMIT 50) x",
    f"SELECT cardinality(array_agg(i ORDER BY random())) {_FROM}",
    f"SELECT count(*) FROM (SELECT DISTINCT ON (g) g, i {_FROM} ORDER BY g, row_number() OVER (ORDER BY random())) x",
    "SELECT row_number() OVER (ORDER BY random()) FROM generate_series(1, 1)",
    f"SELECT count(*) {_FROM} WHERE 0 < (SELECT row_number() OVER (ORDER BY random()))",
)
#: Which of two draws are one. OFFSET 0 keeps PostgreSQL from leaving out what nobody reads.
SHARED = (
    "bool_and(a = b) FROM (SELECT row_number() OVER (ORDER BY random()) a, row_number() OVER (ORDER BY random()) b",
    "bool_and(a = b) FROM (SELECT row_number() OVER w a, row_number() OVER w b",
    f"bool_and(a + b = {ROWS + 1}) FROM (SELECT row_number() OVER (ORDER BY random()) a, row_number() OVER (ORDER BY random() DESC) b",
    "bool_and(a = b) FROM (SELECT row_number() OVER (ORDER BY random()) a, row_number() OVER (ORDER BY random() + 0) b",
    "bool_and(a = b) FROM (SELECT row_number() OVER (ORDER BY random()) a, rank() OVER (ORDER BY gen_random_uuid()) b",
    "bool_and(r = t) FROM (SELECT random() r, random() t, row_number() OVER (ORDER BY random()) a",
    "bool_and(r = t - 1) FROM (SELECT random() r, random() + 1 t, row_number() OVER (ORDER BY random()) a",
    "bool_and(r = t) FROM (SELECT random() r, random() t, row_number() OVER (ORDER BY i) a",
    "bool_and(r = t) FROM (SELECT random() r, (SELECT random() + 0 * i) t, row_number() OVER (ORDER BY random()) a",
    "bool_and(r = t) FROM (SELECT random() r, max(random()) OVER (PARTITION BY i ORDER BY random()) t",
    "bool_and(a = b) FROM (SELECT a, row_number() OVER (ORDER BY r) b FROM (SELECT random() r, row_number() OVER (ORDER BY random()) a",
)


def _shared(sql: str) -> str:
    inner = ") y" if sql.count("(SELECT") - sql.count("(SELECT random() + 0") == 2 else ""
    return f"SELECT {sql} {_FROM}{' WINDOW w AS (ORDER BY random())' if 'OVER w' in sql else ''} OFFSET 0) x{inner}"


@pytest.mark.parametrize("sql", [*PERMUTATIONS, *map(_shared, SHARED)])
def test_as_in_postgres(both: Both, sql: str) -> None:
    assert both.differences([sql]) == []


def test_each_run_draws_anew(both: Both) -> None:
    sql = f"SELECT i {_FROM} ORDER BY row_number() OVER (ORDER BY random())"
    first, second = both.lowered(sql), both.lowered(sql)
    assert isinstance(first, list)
    assert isinstance(second, list)
    assert first != second
    assert sorted(first) == sorted(second) == [(i,) for i in range(1, ROWS + 1)]
