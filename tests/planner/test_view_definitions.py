"""Views defined by SQL: what they become in a statement, and why one cannot be used."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from planner.distribute.split import split
from planner.errors import (
    CircularDefinition,
    DuplicateColumn,
    PlanError,
    ReadOnly,
    SyntaxFault,
    UndefinedColumn,
    UndefinedParameter,
    WrongObjectType,
)
from planner.parse import parse
from planner.plan.planner import plan_query
from planner.postgres.bind import bind
from planner.postgres.definitions import (
    BoundDefinitions,
    DefinedView,
    bound_definitions,
    check_definitions,
    not_ready,
    read_definition,
)
from planner.postgres.deparse import deparse
from planner.tree.bound import BoundQuery, Derived, Scan, Select
from planner.tree.catalog import MemoryCatalog, view_relation
from planner.tree.query_plan import AccessPath, PlanSettings, QueryPlan
from planner.tree.statement import SelectStatement
from statestore import types as st
from tests.planner.constrain.ir import view
from tests.planner.invariants import broken

AGGREGATED = view("trades_agg", {"symbol": st.String(), "sum": st.Double(), "count": st.Long()}, ["symbol"])
NAMES = view("names", {"symbol": st.String(), "title": st.String()}, ["symbol"])
BASE = [view_relation(v, 1000 + i) for i, v in enumerate((AGGREGATED, NAMES))]
VIEWS = {
    "over": "SELECT s AS t, n FROM picked",
    "picked": "SELECT count AS n, symbol AS s FROM trades_agg",
    "trade_stats": "SELECT symbol, sum / count AS avg_price FROM trades_agg",
    "joined": "SELECT t.symbol, title, avg_price FROM trade_stats AS t JOIN names USING (symbol)",
    "most": "WITH x AS (SELECT * FROM picked) SELECT s, max(n) AS m FROM x WHERE n > 3 GROUP BY s",
    "twice": "SELECT symbol, symbol AS again FROM trades_agg",
    "many": "SELECT symbol FROM trades_agg WHERE count > 5",
}


def definitions(views: dict[str, str]) -> list[DefinedView]:
    found = [read_definition(name, sql) for name, sql in views.items()]
    check_definitions(found)
    return found


def made(views: dict[str, str]) -> BoundDefinitions:
    oids = {name: 5000 + i for i, name in enumerate(views)}
    return bound_definitions(definitions(views), MemoryCatalog(BASE), oids.__getitem__)


CATALOG = MemoryCatalog([*BASE, *made(VIEWS).relations.values()])


def planned(sql: str, types: Sequence[int] = ()) -> QueryPlan:
    (statement,) = parse(sql)
    assert isinstance(statement, SelectStatement)
    return plan_query(statement, CATALOG, types, PlanSettings())


def bound(sql: str) -> BoundQuery:
    return planned(sql).bound


# ----------------------------------------------------------------------------------------------------------------- in statements


def test_columns_have_the_querys_names_and_types() -> None:
    relations = made(VIEWS).relations
    assert [(c.name, c.type.pg.name) for c in relations["joined"].columns] == [
        ("symbol", "text"), ("title", "text"), ("avg_price", "float8"),
    ]  # fmt: skip
    assert [(c.name, c.type.pg.name) for c in relations["over"].columns] == [("t", "text"), ("n", "int8")]


EXPANDED = [
    ("SELECT t FROM over WHERE t = 'X'", "SELECT symbol AS t FROM trades_agg AS over WHERE symbol = 'X'"),
    ("SELECT * FROM picked AS p (a) WHERE a > 1", "SELECT count AS a, symbol AS s FROM trades_agg AS p WHERE count > 1"),
    (
        "SELECT * FROM trade_stats WHERE symbol = 'X'",
        "SELECT symbol, avg_price FROM (SELECT symbol, sum / count AS avg_price FROM trades_agg) AS trade_stats WHERE symbol = 'X'",
    ),
    (
        "SELECT p.s, q.n FROM picked p JOIN public.picked q ON p.n = q.n",
        "SELECT p.symbol AS s, q.count AS n FROM trades_agg AS p JOIN trades_agg AS q ON p.count = q.count",
    ),
    ("SELECT again FROM twice", "SELECT again FROM (SELECT symbol, symbol AS again FROM trades_agg) AS twice"),
    ("TABLE many", "SELECT symbol FROM (SELECT symbol FROM trades_agg WHERE count > 5) AS many"),
]


@pytest.mark.parametrize(("sql", "expanded"), EXPANDED, ids=[e[0] for e in EXPANDED])
def test_the_definition_stands_in_its_place(sql: str, expanded: str) -> None:
    assert deparse(bound(sql).query) == expanded


@pytest.mark.parametrize(
    "sql",
    [
        *(e[0] for e in EXPANDED),
        "SELECT * FROM joined j JOIN most m ON j.symbol = m.s LEFT JOIN over ON t = symbol WHERE m.m > $1",
        "WITH picked AS (SELECT 1 AS one) SELECT * FROM picked, most, most AS other",
        "SELECT (SELECT max(avg_price) FROM trade_stats t WHERE t.symbol = o.t) FROM over AS o",
    ],
)
def test_what_binding_leaves_is_whole(sql: str) -> None:
    assert broken(bound(sql)) == []


def test_a_definition_of_columns_only_is_a_scan() -> None:
    query = bound("SELECT * FROM over").query
    assert isinstance(query, Select)
    assert isinstance(query.from_, Scan)
    assert (query.from_.relation.name, query.from_.alias) == ("trades_agg", "over")


@pytest.mark.parametrize("name", ["trade_stats", "twice", "many", "most", "joined"])
def test_other_definitions_are_derived_tables(name: str) -> None:
    query = bound(f"SELECT * FROM {name}").query
    assert isinstance(query, Select)
    assert isinstance(query.from_, Derived)


def test_columns_come_from_the_view() -> None:
    assert [c.origin for c in planned("SELECT n, s FROM picked").columns] == [(5001, 1), (5001, 2)]
    assert [c.origin for c in planned("SELECT avg_price FROM trade_stats").columns] == [(5002, 2)]


@pytest.mark.parametrize("column", ["tableoid", "ctid", "xmin"])
def test_views_have_no_system_columns(column: str) -> None:
    with pytest.raises(UndefinedColumn):
        bound(f"SELECT {column} FROM picked")


def test_a_views_key_determines_nothing() -> None:
    bound("SELECT symbol, count FROM trades_agg GROUP BY symbol")
    with pytest.raises(PlanError, match=r'column "picked.n" must appear in the GROUP BY clause'):
        bound("SELECT s, n FROM picked GROUP BY s")


# ---------------------------------------------------------------------------------------------------------------------- planning


@pytest.mark.parametrize(
    ("sql", "lean"),
    [
        ("SELECT * FROM over WHERE t = 'X'", True),
        ("SELECT n FROM picked WHERE s = $1", True),
        ("SELECT * FROM trade_stats WHERE symbol = 'X'", False),
        ("SELECT * FROM most WHERE s = 'X'", False),
        ("SELECT * FROM many WHERE symbol = 'X'", False),
    ],
)
def test_keys_reach_through_definitions(sql: str, lean: bool) -> None:
    plan = planned(sql)
    (read,) = plan.reads
    keys = read.constraint.resolve(("X",) * len(plan.parameters), 0)
    assert (keys.access, len(keys.shards), plan.lean is not None) == (AccessPath.POINT, 1, lean)


def test_keys_reach_both_sides_of_a_join() -> None:
    reads = planned("SELECT * FROM joined WHERE symbol = 'X'").reads
    assert [r.constraint.resolve((), 0).access for r in reads] == [AccessPath.POINT, AccessPath.POINT]


@pytest.mark.parametrize("sql", ["SELECT sum(avg_price) FROM trade_stats", "SELECT * FROM over", "SELECT * FROM joined, most"])
def test_fragments_name_no_definition(sql: str) -> None:
    fragments = split(bound(sql), PlanSettings()).fragments
    assert fragments
    for fragment in fragments:
        (statement,) = parse(deparse(fragment.query))
        assert isinstance(statement, SelectStatement)
        bind(statement, MemoryCatalog(BASE))


# ------------------------------------------------------------------------------------------------------------------ what is read


@pytest.mark.parametrize("sql", ["SELECT t AS x, 1 FROM over o(t) WHERE o.t > ''", "SELECT o.t FROM over AS o"])
def test_uses_say_which_columns_are_mentioned(sql: str) -> None:
    (use,) = bound(sql).uses
    assert use.relation.name == "over"
    (scan,) = bound(sql).scans
    assert use.columns == ((scan.source, 0), (scan.source, 2))
    assert scan.source in use.inside


def test_what_definitions_use_is_theirs() -> None:
    found = bound("SELECT * FROM joined, names")
    assert [u.relation.name for u in found.uses] == ["joined"]
    assert [s.relation.name for s in found.scans if s.source not in found.uses[0].inside] == ["names"]


# ---------------------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("sql", "error", "position"),
    [
        ("SELEC 1", SyntaxFault, 1),
        ("SELECT a FROM", SyntaxFault, 14),
        ("SELECT a FROM t WHERE b = $1", UndefinedParameter, 27),
        ("  SELECT $2", UndefinedParameter, 10),
        ("SELECT a, b AS a FROM t", DuplicateColumn, None),
        ("SELECT 1, 2", DuplicateColumn, None),
        ("SHOW all", WrongObjectType, None),
        ("SELECT 1; SELECT 2", WrongObjectType, None),
        ("", WrongObjectType, None),
        ("SELECT 1 INTO x", ReadOnly, None),
    ],
)
def test_texts_that_are_no_view(sql: str, error: type[PlanError], position: int | None) -> None:
    with pytest.raises(error) as raised:
        read_definition("v", sql)
    if position is not None:
        assert raised.value.position == position


@pytest.mark.parametrize(
    "views",
    [
        {"a": "SELECT * FROM a"},
        {"a": "SELECT * FROM b", "b": "SELECT * FROM public.a"},
        {"a": "SELECT (SELECT max(x) FROM c)", "b": "WITH d AS (SELECT * FROM a) TABLE d", "c": "VALUES (1, (SELECT 1 FROM b))"},
    ],
)
def test_cycles_are_refused(views: dict[str, str]) -> None:
    with pytest.raises(CircularDefinition, match="infinite recursion detected"):
        definitions(views)


def test_with_entries_are_no_references() -> None:
    definitions({"a": "WITH a AS (SELECT 1 AS x) SELECT * FROM a", "b": "SELECT * FROM pg_catalog.b"})


def test_definitions_that_do_not_fit_say_why() -> None:
    found = made(
        {
            "missing": "SELECT * FROM nowhere",
            "outer": "SELECT * FROM missing",
            "column": "SELECT nope FROM names",
            "names_twice": "SELECT a.*, b.* FROM names a, names b",
            "fine": "SELECT * FROM names",
        }
    )
    assert set(found.relations) == {"fine"}
    details = {name: not_ready(name, reason).detail for name, reason in found.reasons.items()}
    assert details == {
        "missing": 'relation "nowhere" does not exist',
        "outer": 'view "missing" cannot be read now: relation "nowhere" does not exist',
        "column": 'column "nope" does not exist',
        "names_twice": 'column "symbol" specified more than once',
    }


def test_one_unnamed_column_is_a_name() -> None:
    """PostgreSQL 15 takes CREATE VIEW v AS SELECT 1, with a column "?column?"; two of them are one too many."""
    found = made({"v": "SELECT 1"})
    assert [c.name for c in found.relations["v"].columns] == ["?column?"]


def test_a_definition_hides_a_relation_of_its_name() -> None:
    found = made({"names": "SELECT symbol FROM trades_agg", "other": "SELECT * FROM names"})
    assert [c.name for c in found.relations["other"].columns] == ["symbol"]


def test_who_asks_is_known_where_a_view_is_used() -> None:
    views = {"mine": "SELECT symbol, current_user AS who FROM trades_agg WHERE symbol = user", "over_mine": "SELECT * FROM mine"}
    catalog = MemoryCatalog([*BASE, *made(views).relations.values()])
    for name in views:
        (statement,) = parse(f"SELECT * FROM {name}")
        assert isinstance(statement, SelectStatement)
        plan = plan_query(statement, catalog, (), PlanSettings(user="ann"))
        assert "symbol = 'ann'" in deparse(plan.bound.query)
        assert "'ann'" in deparse(plan.bound.query).split("FROM trades_agg")[0]
        assert plan.reads[0].constraint.resolve((), 0).access is AccessPath.POINT
