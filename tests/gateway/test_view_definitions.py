"""Views defined by SQL, served: the same rows and the same catalog as PostgreSQL's views; plans, grants, Trino's clients."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from gateway.access.grants import parse_grants
from gateway.presto.relations import RELATIONS as PRESTO
from planner.errors import PermissionDenied, UndefinedTable, ViewNotReady
from planner.postgres.definitions import read_definition
from planner.tree.query_plan import PlanSettings
from statestore import types as st
from statestore.arrow import arrow_type
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import SETTINGS, Harness, ReadSettings, Rows
from tests.gateway.test_catalog import PSQL, of_postgres

TRADES = ViewSchema(
    "trades_agg",
    (Column("symbol", st.String()), Column("sum", st.Double()), Column("count", st.Long()), Column("tags", st.Array(st.Int()))),
    ("symbol",),
    ("symbol",),
    HashPartitioning(4),
    (4,),
)
ROWS = [("X", 10.0, 4, [1, 2]), ("Y", 9.0, 3, [3]), ("Z", 1.5, 0, None), ("A", -4.0, 8, [])]
TRADES_EMPTY = pa.table({c.name: pa.array([], arrow_type(c.type)) for c in TRADES.columns})
VIEWS = {
    "trade_stats": "SELECT symbol, sum / nullif(count, 0) AS avg_price FROM trades_agg",
    "picked": "SELECT count AS n, symbol AS s, tags FROM trades_agg",
    "Over It": "SELECT s AS t, n, n * 2 AS twice FROM picked WHERE n > 0",
    "sides": "SELECT a.s, b.avg_price FROM picked AS a JOIN trade_stats AS b ON a.s = b.symbol",
    "alone": "SELECT 1 AS one, 'x' AS text, now() > 'epoch' AS late",
}
DEFINITIONS = [read_definition(name, sql, "Mean prices" if name == "trade_stats" else "") for name, sql in VIEWS.items()]


@pytest.fixture(scope="module")
def tidegate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("defined")) as made:
        names = [c.name for c in TRADES.columns]
        types = [pa.string(), pa.float64(), pa.int64(), pa.list_(pa.int32())]
        columns = zip(names, zip(*ROWS, strict=True), types, strict=True)
        made.write(TRADES, pa.table({name: pa.array(values, kind) for name, values, kind in columns}))
        made.engine.catalog.define(DEFINITIONS)
        yield made


@pytest.fixture(scope="module")
def postgres(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("CREATE TABLE trades_agg (symbol text PRIMARY KEY, sum float8, count int8, tags int[])")
        for row in ROWS:
            connection.execute("INSERT INTO trades_agg VALUES (%s, %s, %s, %s)", row)
        for name, sql in VIEWS.items():
            connection.execute(f'CREATE VIEW "{name}" AS {sql}'.encode())
        connection.execute("COMMENT ON VIEW trade_stats IS 'Mean prices'")
        yield connection
        connection.execute("DROP TABLE trades_agg CASCADE")
        connection.execute("DROP VIEW alone")


SAME = [
    "SELECT * FROM trade_stats ORDER BY 1",
    "SELECT * FROM trade_stats WHERE symbol = 'X'",
    "SELECT s, n FROM picked WHERE s IN ('X', 'Q', 'A') ORDER BY s DESC",
    'SELECT * FROM "Over It" AS o (a, b) WHERE o.b > 3 ORDER BY twice',
    "SELECT * FROM sides ORDER BY s",
    "SELECT p.s, x.avg_price FROM public.picked p LEFT JOIN trade_stats x ON x.symbol = p.s AND x.avg_price > 2.7 ORDER BY 1",
    "SELECT count(*), sum(avg_price) FROM trade_stats",
    "SELECT s, unnest(tags) FROM picked ORDER BY 1, 2",
    "SELECT (SELECT avg_price FROM trade_stats t WHERE t.symbol = p.s) FROM picked p ORDER BY p.s",
    "WITH picked AS (SELECT 1 AS one) SELECT * FROM picked, alone",
    "SELECT symbol FROM trade_stats EXCEPT SELECT t FROM \"Over It\"",
    "SELECT one, text, late FROM alone",
    "TABLE alone",
    "SELECT s, count(*) OVER () FROM picked ORDER BY s LIMIT 2",
    "SELECT relname, relkind, relhasindex, relhasrules, relnatts, relreplident, relpages, reltuples, relam, relpersistence "
    "FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' ORDER BY 1",
    "SELECT c.relname, attname, atttypid, attnum, attnotnull, atttypmod, attndims, attlen FROM pg_attribute a "
    "JOIN pg_class c ON c.oid = attrelid WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace AND attnum > 0 "
    "ORDER BY 1, 4",
    "SELECT schemaname, viewname FROM pg_views WHERE schemaname = 'public' ORDER BY 2",
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
    "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    "SELECT table_schema, table_name, check_option, is_trigger_updatable FROM information_schema.views "
    "WHERE table_schema = 'public' ORDER BY 2",
    "SELECT table_name, column_name, ordinal_position, is_nullable, data_type, udt_name FROM information_schema.columns "
    "WHERE table_schema = 'public' ORDER BY 1, 3",
    "SELECT object_name, data_type FROM information_schema.element_types WHERE object_schema = 'public' "
    "AND object_type = 'TABLE' ORDER BY 1",
    "SELECT constraint_type, table_name FROM information_schema.table_constraints WHERE table_schema = 'public' "
    "AND constraint_type = 'PRIMARY KEY'",
    "SELECT obj_description('trade_stats'::regclass, 'pg_class'), obj_description('picked'::regclass), "
    "'\"Over It\"'::regclass::text, to_regclass('trade_stats')::text, pg_get_viewdef('trades_agg'::regclass) IS NOT NULL",
    "SELECT pg_get_viewdef('alone'::regclass) IS NULL, pg_get_viewdef('alone', true) IS NULL",
    "SELECT has_table_privilege('picked', 'SELECT'), pg_relation_size('picked')",
]  # fmt: skip


@pytest.mark.postgres
@pytest.mark.parametrize("sql", SAME)
def test_as_postgres(tidegate: Harness, postgres: psycopg.Connection[Any], sql: str) -> None:
    assert tidegate.rows(sql) == of_postgres(postgres, sql)


@pytest.mark.postgres
@pytest.mark.parametrize("view", ["trade_stats", "Over It"])
@pytest.mark.parametrize("question", PSQL)
def test_psql_sees_a_view(tidegate: Harness, postgres: psycopg.Connection[Any], question: str, view: str) -> None:
    (expected,), (found,) = (
        of_postgres(postgres, f"SELECT oid FROM pg_class WHERE relname = '{view}'"),
        tidegate.rows(f"SELECT oid FROM pg_class WHERE relname = '{view}'"),
    )
    sql = PSQL[question]
    assert tidegate.rows(sql.format(oid=found[0])) == of_postgres(postgres, sql.format(oid=expected[0]))


def test_the_definition_is_shown_as_it_was_written(tidegate: Harness) -> None:
    shown = f" {VIEWS['picked']};"
    assert tidegate.rows("SELECT pg_get_viewdef('picked'::regclass, true), pg_get_viewdef('public.picked')") == [(shown, shown)]
    assert tidegate.rows("SELECT definition FROM pg_views WHERE viewname = 'picked'") == [(shown,)]
    assert tidegate.rows("SELECT view_definition FROM information_schema.views WHERE table_name = 'picked'") == [(shown,)]


# ---------------------------------------------------------------------------------------------------------------------- planning


def explained(tidegate: Harness, sql: str) -> str:
    return "\n".join(str(row[0]) for row in tidegate.rows(f"EXPLAIN {sql}"))


def test_a_key_is_a_point_get_in_one_shard(tidegate: Harness) -> None:
    for sql in ("SELECT * FROM trade_stats WHERE symbol = 'X'", "SELECT * FROM picked WHERE s = 'X'"):
        plan = explained(tidegate, sql)
        assert "Shards: 1 of 4" in plan, plan
        assert "point get" in plan.lower(), plan


def test_columns_alone_take_the_lean_path(tidegate: Harness) -> None:
    before = tidegate.engine.counters.lean_blocks
    assert tidegate.rows("SELECT n FROM picked WHERE s = $1", ("X",)) == [("4",)]
    assert tidegate.engine.counters.lean_blocks == before + 1
    assert tidegate.prepare("SELECT n FROM picked WHERE s = $1").keyed_view == "trades_agg"


def test_parameters_and_the_clock(tidegate: Harness) -> None:
    assert tidegate.rows("SELECT avg_price, late FROM trade_stats, alone WHERE symbol = $1 AND avg_price > $2", ("X", 1.0)) == [
        ("2.5", "t")
    ]


# --------------------------------------------------------------------------------------------------------------- coming and going


def test_a_view_is_there_as_soon_as_it_fits(tmp_path: Any) -> None:
    with Harness(tmp_path) as made:
        made.engine.catalog.define(DEFINITIONS)
        with pytest.raises(ViewNotReady, match='view "picked" cannot be read now') as raised:
            made.rows("SELECT * FROM picked")
        assert raised.value.detail == 'relation "trades_agg" does not exist'
        assert made.rows("SELECT one FROM alone") == [("1",)]
        assert made.rows("SELECT name, kind, reason FROM tidegate.views WHERE name IN ('alone', 'sides') ORDER BY 1") == [
            ("alone", "defined", None),
            ("sides", "defined", 'view "picked" cannot be read now: relation "trades_agg" does not exist'),
        ]
        made.write(TRADES, pa.table({"symbol": ["X"], "sum": [3.0], "count": pa.array([2], pa.int64()), "tags": [[1]]},
                                    schema=pa.schema([("symbol", pa.string()), ("sum", pa.float64()), ("count", pa.int64()),
                                                      ("tags", pa.list_(pa.int32()))])))  # fmt: skip
        assert made.rows("SELECT * FROM sides") == [("X", "1.5")]
        assert made.rows("SELECT name, kind, shards, reason FROM tidegate.views ORDER BY name") == [
            ("Over It", "defined", None, None), ("alone", "defined", None, None), ("picked", "defined", None, None),
            ("sides", "defined", None, None), ("trade_stats", "defined", None, None), ("trades_agg", "published", "4", None),
        ]  # fmt: skip


def test_a_view_that_hides_a_published_one_is_logged_once(tmp_path: Any, caplog: pytest.LogCaptureFixture) -> None:
    with Harness(tmp_path) as made:
        made.engine.catalog.define([read_definition("trades_agg", "SELECT 1 AS a")])
        made.write(TRADES, TRADES_EMPTY)
        made.write(replace(TRADES, name="other"), TRADES_EMPTY)
        assert made.rows("SELECT * FROM trades_agg") == [("1",)]
        assert made.rows("SELECT name, kind FROM tidegate.views ORDER BY 1, 2") == [
            ("other", "published"), ("trades_agg", "defined"), ("trades_agg", "published"),
        ]  # fmt: skip
    assert [r.getMessage() for r in caplog.records if "hides" in r.getMessage()] == [
        "view trades_agg of the configuration hides the view that is published, or the state table, of that name"
    ]


def test_plans_are_made_anew_when_definitions_change(tmp_path: Any) -> None:
    with Harness(tmp_path) as made:
        made.engine.catalog.define([read_definition("v", "SELECT 1 AS a")])
        assert made.rows("SELECT * FROM v") == [("1",)]
        made.engine.catalog.define([read_definition("v", "SELECT 2 AS a")])
        assert made.rows("SELECT * FROM v") == [("2",)]
        made.engine.catalog.define([])
        with pytest.raises(UndefinedTable):
            made.rows("SELECT * FROM v")


# ------------------------------------------------------------------------------------------------------------------------ grants


@pytest.fixture
def granted(tidegate: Harness) -> Iterator[Harness]:
    lines = ('"reader" "picked" ("s", "n")', '"reader" "sides"')
    text = "\n".join([";; tidegate grants 1", *lines])
    tidegate.engine.catalog.guard.set(parse_grants(text))
    yield tidegate
    tidegate.engine.catalog.guard.set(None)


def as_reader(made: Harness, sql: str) -> Any:
    return made.prepare(sql, settings=ReadSettings(PlanSettings(user="reader"), values=SETTINGS.values))


@pytest.mark.parametrize(
    "sql",
    ["SELECT s, n FROM picked", "SELECT count(*) FROM sides", "SELECT p.n FROM picked p JOIN sides USING (s) WHERE p.s > ''"],
)
def test_a_grant_on_the_view_is_enough(granted: Harness, sql: str) -> None:
    as_reader(granted, sql)


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("SELECT tags FROM picked", "view picked"),
        ("SELECT * FROM picked", "view picked"),
        ("SELECT s FROM picked WHERE tags IS NULL", "view picked"),
        ("SELECT * FROM trade_stats", "view trade_stats"),
        ("SELECT count(*) FROM trade_stats, sides", "view trade_stats"),
        ("SELECT symbol FROM trades_agg", "table trades_agg"),
        ("SELECT p.s FROM picked p, trades_agg", "table trades_agg"),
    ],
)
def test_other_views_and_columns_are_denied(granted: Harness, sql: str, named: str) -> None:
    with pytest.raises(PermissionDenied, match=f"permission denied for {named}"):
        as_reader(granted, sql)


def test_trinos_clients_see_views(tidegate: Harness) -> None:
    found: Rows = tidegate.rows(
        f"SELECT table_name, table_type FROM ({PRESTO['information_schema.tables']}) AS t WHERE table_schema = 'public' ORDER BY 1"
    )
    assert ("picked", "VIEW") in found
    assert ("trades_agg", "BASE TABLE") in found
    assert tidegate.rows(f"SELECT table_name, view_definition FROM ({PRESTO['information_schema.views']}) AS v "
                         "WHERE table_name = 'picked'") == [("picked", f" {VIEWS['picked']};")]  # fmt: skip
