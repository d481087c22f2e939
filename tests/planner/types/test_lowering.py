"""Whole queries: lowered text's shape, columns that scans read, and answers against PostgreSQL."""

from __future__ import annotations

import duckdb
import pyarrow as pa
import pytest

from planner.lower import LoweredSql, lower
from planner.parse import parse
from planner.postgres.bind import bind
from planner.postgres.functions.prelude import install
from planner.tree.catalog import MemoryCatalog, view_relation
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.planner.types.both import Both

COLUMNS = (
    Column("key", st.Long()),
    Column("Name", st.String()),
    Column("price", st.Decimal(10, 2)),
    Column("tiny", st.Byte()),
    Column("tags", st.Array(st.Int())),
    Column("extra", st.Struct((st.Field("b", st.Int()), st.Field("a", st.String())))),
)
VIEW = ViewSchema("v", COLUMNS, ("key",), ("key",), HashPartitioning(1), (len(COLUMNS),))
CATALOG = MemoryCatalog([view_relation(VIEW, 20_000)])
ROWS = pa.table(
    {
        "key": pa.array([1, 2], pa.int64()),
        "Name": ["x", "y"],
        "price": pa.array(["1.50", "2.25"]).cast(pa.decimal128(10, 2)),
        "tiny": pa.array([1, -1], pa.int8()),
        "tags": pa.array([[1, 2], None], pa.list_(pa.int32())),
        "extra": pa.array([{"b": 1, "a": "q"}, None]),
    }
)


def lowered(sql: str) -> LoweredSql:
    statement = parse(sql)[0]
    assert isinstance(statement, SelectStatement)
    return lower(bind(statement, CATALOG, [], PlanSettings()), PlanSettings())


def answer(sql: str) -> list[tuple[object, ...]]:
    found = lowered(sql)
    connection = duckdb.connect()
    install(connection)
    connection.register("rows_", ROWS)
    rows = connection.execute(found.sql.format(query="NULL", **{slot.name: "rows_" for slot in found.slots})).fetchall()
    connection.close()
    return rows


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        ("SELECT count(*) FROM v", ()),
        ("SELECT key FROM v WHERE price > 1", (0, 2)),
        ("SELECT x.key FROM (SELECT * FROM v) x", (0,)),
        ("WITH w AS (SELECT * FROM v) SELECT tiny FROM w", (3,)),
        ("SELECT 1 FROM v UNION ALL SELECT 2", ()),
        ("SELECT (SELECT price FROM v b WHERE b.key = 1)", (0, 2)),
        ("SELECT DISTINCT * FROM v", (0, 1, 2, 3, 4, 5)),
    ],
)
def test_scans_read_only_what_is_needed(sql: str, columns: tuple[int, ...]) -> None:
    assert [slot.columns for slot in lowered(sql).slots] == [columns]


def test_braces_of_literals_survive_formatting() -> None:
    assert answer("SELECT '{s0} {{' || \"Name\" FROM v WHERE key = 1") == [("{s0} {{x",)]


def test_columns_of_views_arrive_in_their_sql_types() -> None:
    rows = answer("SELECT tiny + 1::int2, tags[1], extra->>'a', extra::text, price * 2 FROM v ORDER BY key")
    assert [tuple(map(str, r)) for r in rows] == [
        ("2", "1", "q", '{"a": "q", "b": 1}', "3.00"),
        ("0", "None", "None", "None", "4.50"),
    ]


def test_a_select_alias_is_never_taken_for_a_column() -> None:
    assert answer("SELECT key + 10 AS tiny FROM v WHERE tiny = 1") == [(11,)]


ROWS_SQL = "(VALUES (1, 'a', 1.5), (2, 'b', NULL), (2, 'c', 2.25), (NULL, 'd', 0.1)) AS t(i, s, n)"
QUERIES = (
    "SELECT * FROM {t} ORDER BY i DESC, s",
    "SELECT i, sum(n), count(*) FROM {t} GROUP BY i ORDER BY i NULLS FIRST",
    "SELECT i, s, sum(n) FROM {t} GROUP BY ROLLUP (i, s) ORDER BY 1, 2, 3",
    "SELECT i, grouping(i, s), count(*) FROM {t} GROUP BY GROUPING SETS ((i), (s), ()) ORDER BY 1, 2, 3",
    "SELECT DISTINCT ON (i) i, s FROM {t} ORDER BY i, s DESC",
    "SELECT DISTINCT i FROM {t} ORDER BY i",
    "SELECT a.s, b.s FROM {t} JOIN (SELECT * FROM {t}) b ON t.i = b.i JOIN {a} ON a.i = t.i ORDER BY 1, 2",
    "SELECT t.s, b.s FROM {t} LEFT JOIN (VALUES (1, 'x')) b(i, s) USING (i) ORDER BY 1, 2",
    "SELECT t.i, b.i FROM {t} FULL JOIN (VALUES (1), (7)) b(i) ON t.i = b.i ORDER BY 1, 2, t.s",
    "SELECT s, x FROM {t} CROSS JOIN LATERAL (SELECT t.i + 1 AS x) l ORDER BY 1",
    "SELECT s, g FROM {t} CROSS JOIN LATERAL generate_series(1, t.i) g ORDER BY 1, 2",
    "SELECT s, o FROM {t} CROSS JOIN LATERAL unnest(ARRAY[t.s, 'z']) WITH ORDINALITY u(x, o) ORDER BY 1, 2",
    "SELECT i FROM {t} UNION SELECT 2.5 ORDER BY 1",
    "SELECT i FROM {t} UNION ALL SELECT n FROM {t} ORDER BY 1",
    "SELECT i FROM {t} INTERSECT SELECT 2 EXCEPT SELECT 3",
    "(SELECT i FROM {t} ORDER BY i LIMIT 1) UNION ALL (SELECT 9) ORDER BY 1 DESC",
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT sum(n) FROM r",
    "WITH RECURSIVE r(n) AS (SELECT 1.5 UNION ALL SELECT n * 1.25 FROM r WHERE n < 3) SELECT max(n) FROM r",
    "WITH a AS (SELECT * FROM {t}), b AS (SELECT i FROM a) SELECT count(*) FROM a, b",
    "SELECT s FROM {t} WHERE EXISTS (SELECT 1 FROM (VALUES (2)) x(i) WHERE x.i = t.i) ORDER BY 1",
    "SELECT s FROM {t} WHERE i NOT IN (SELECT 1) ORDER BY 1",
    "SELECT s FROM {t} WHERE i IN (SELECT 2 UNION ALL SELECT NULL) ORDER BY 1",
    "SELECT s, (i, s) IN (SELECT 2, 'b') FROM {t} ORDER BY 1",
    "SELECT s, n > ALL (SELECT 1.25), i = ANY (SELECT 2.0) FROM {t} ORDER BY 1",
    "SELECT s, (SELECT max(x.i) FROM {x} WHERE x.i < t.i) FROM {t} ORDER BY 1",
    "SELECT ARRAY(SELECT i FROM {t} ORDER BY s), (SELECT 1 WHERE false)",
    "SELECT (SELECT i FROM {t})",
    "SELECT s FROM {t} ORDER BY s LIMIT NULL OFFSET 1",
    "SELECT s FROM {t} ORDER BY s LIMIT -1",
    "SELECT s FROM {t} ORDER BY s OFFSET (SELECT 3)",
    "SELECT s FROM {t} ORDER BY i + 0, upper(s) DESC LIMIT 3",
    "SELECT upper(s), count(*) FROM {t} GROUP BY upper(s) HAVING count(*) > 0 ORDER BY upper(s)",
    "SELECT i + 1 AS i FROM {t} GROUP BY i ORDER BY i",
    "SELECT 1 FROM {t} GROUP BY ()",
    "SELECT s, row_number() OVER w, sum(n) OVER w FROM {t} WINDOW w AS (PARTITION BY i ORDER BY s) ORDER BY s",
    "SELECT s, sum(n) OVER (ORDER BY s ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM {t} ORDER BY s",
    "SELECT i, sum(count(*)) OVER (ORDER BY i) FROM {t} GROUP BY i ORDER BY i",
    "VALUES (1, 'a'), (2.5, NULL)",
    'SELECT 1 AS "A", 2 AS "a", 3 AS "select"',
)


@pytest.mark.postgres
def test_queries_answer_as_postgresql(both: Both) -> None:
    tables = {name: ROWS_SQL.replace(" AS t(", f" AS {name}(") for name in "tax"}
    wrong = both.differences([q.format(**tables) for q in QUERIES])
    assert not wrong, "\n".join(wrong)
