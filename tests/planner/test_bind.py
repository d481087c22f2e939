"""What binding makes of a query: the bound tree's own conventions, and limits."""

from __future__ import annotations

from decimal import Decimal

import pytest

from planner.errors import PlanError, TooComplex, TooManyColumns, UndefinedFunction, UndefinedTable, Unsupported
from planner.parse import parse
from planner.postgres.bind import bind
from planner.tree.bound import (
    Aggregate,
    AnyAll,
    BoundQuery,
    Call,
    Cast,
    ColumnRef,
    Const,
    Derived,
    FunctionScan,
    InList,
    Join,
    JoinKind,
    Param,
    Row,
    Scan,
    Select,
    SetOp,
    Subquery,
)
from planner.tree.catalog import ColumnDef, MemoryCatalog, Relation, view_relation
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from planner.tree.types import DATE, INT4, INT8, NUMERIC, TEXT, SqlType
from tests.planner.harness import CASES, VIEWS, Case, read_cases
from tests.planner.invariants import broken

CATALOG = MemoryCatalog([view_relation(v, 20000 + i) for i, v in enumerate(VIEWS)])


def bound(text: str, *parameter_types: int) -> BoundQuery:
    (statement,) = parse(text)
    assert isinstance(statement, SelectStatement)
    return bind(statement, CATALOG, parameter_types)


def select(text: str) -> Select:
    query = bound(text).query
    assert isinstance(query, Select)
    return query


def where(text: str) -> Call:
    found = select(f"SELECT 1 FROM t WHERE {text}").where
    assert isinstance(found, Call)
    return found


_OFFLINE = [c for p in sorted(CASES.glob("*.sql")) for c in read_cases(p)]


@pytest.mark.parametrize("case", _OFFLINE, ids=lambda c: c.name)
def test_every_bound_query_is_whole(case: Case) -> None:
    try:
        (statement,) = parse(case.sql)
        assert isinstance(statement, SelectStatement)
        query = bind(statement, CATALOG, case.parameters)
    except PlanError:
        return
    assert broken(query) == []


# ------------------------------------------------------------------------------------------------------------------ conventions


def test_not_equal_is_not_of_equal() -> None:
    found = where("a <> 1")
    assert (found.name, found.args[0].name) == ("not", "=")  # type: ignore[union-attr]


def test_not_like_is_not_of_like() -> None:
    found = where("b NOT LIKE 'x%'")
    assert found.name == "not"
    assert isinstance(found.args[0], Call)
    assert found.args[0].name == "like"


def test_is_not_null_is_not_of_is_null() -> None:
    found = where("a IS NOT NULL")
    assert (found.name, found.args[0].name) == ("not", "is_null")  # type: ignore[union-attr]


def test_between_is_two_comparisons() -> None:
    found = where("a BETWEEN 1 AND 2")
    assert found.name == "and"
    assert [a.name for a in found.args if isinstance(a, Call)] == [">=", "<="]


def test_chains_of_and_and_or_are_flat() -> None:
    found = where(" OR ".join(f"a = {i}" for i in range(5_000)))
    assert (found.name, len(found.args)) == ("or", 5_000)


def test_literals_take_the_column_s_type_as_physical_values() -> None:
    found = where("f = '1970-01-11' AND g = '1.50' AND d > '1970-01-01 00:00:01+00'")
    constants = [c.args[1] for c in found.args if isinstance(c, Call)]
    assert constants[0] == Const(10, SqlType(DATE))
    assert constants[1] == Const(Decimal("1.50"), SqlType(NUMERIC))
    assert isinstance(constants[2], Const)
    assert constants[2].value == 1_000_000


def test_numbers_are_as_small_as_they_can_be() -> None:
    items = select("SELECT 1, 3000000000, 99999999999999999999, 1.50").items
    assert items == (
        Const(1, SqlType(INT4)),
        Const(3_000_000_000, SqlType(INT8)),
        Const(Decimal("99999999999999999999"), SqlType(NUMERIC)),
        Const(Decimal("1.50"), SqlType(NUMERIC)),
    )


def test_implicit_casts_are_marked() -> None:
    (item,) = select("SELECT g + a FROM t").items
    assert isinstance(item, Call)
    assert isinstance(item.args[1], Cast)
    assert item.args[1].implicit
    (written,) = select("SELECT a::int8 FROM t").items
    assert isinstance(written, Cast)
    assert not written.implicit


def test_in_list_has_items_of_one_type() -> None:
    found = select("SELECT 1 FROM t WHERE h IN (1, 2, NULL)").where
    assert isinstance(found, InList)
    assert found.items == (Const(1, SqlType(INT8)), Const(2, SqlType(INT8)), Const(None, SqlType(INT8)))
    rows = select("SELECT 1 FROM t WHERE (a, b) IN ((1, 'x'), (2, 'y'))").where
    assert isinstance(rows, InList)
    assert isinstance(rows.operand, Row)
    assert all(isinstance(i, Row) and i.items[1].type.pg is TEXT for i in rows.items)


def test_row_comparisons_stay_calls_over_rows() -> None:
    found = where("(a, b) >= (1, 'x')")
    assert found.name == ">="
    assert all(isinstance(a, Row) for a in found.args)


def test_not_in_subquery_is_a_negated_any() -> None:
    found = select("SELECT 1 FROM t WHERE a NOT IN (SELECT a FROM u)").where
    assert isinstance(found, Subquery)
    assert (found.kind, found.negated) == ("any", True)


def test_an_array_of_a_query_is_looked_up_as_the_query_is() -> None:
    one, other = (
        select(f"SELECT 1 FROM t WHERE a {found}").where for found in ("= ANY (ARRAY(SELECT a FROM u))", "IN (SELECT a FROM u)")
    )
    assert isinstance(one, Subquery)
    assert one == other
    none = select("SELECT 1 FROM t WHERE a <> ALL (ARRAY(SELECT a FROM u))").where
    assert isinstance(none, Subquery)
    assert none.kind == "all"
    assert isinstance(select("SELECT 1 FROM t WHERE a < ANY (ARRAY(SELECT a FROM u))").where, AnyAll)


def test_using_becomes_a_condition() -> None:
    from_ = select("SELECT * FROM t JOIN u USING (a)").from_
    assert isinstance(from_, Join)
    assert from_.kind is JoinKind.INNER
    assert isinstance(from_.condition, Call)
    assert [a.name for a in from_.condition.args if isinstance(a, ColumnRef)] == ["a", "a"]


def test_sources_are_numbered_once_per_reference() -> None:
    scans = bound("SELECT 1 FROM t, t t2, (SELECT a FROM u) q WHERE t.a IN (SELECT a FROM u)").scans
    assert [s.alias for s in scans] == ["t", "t2", "u", "u"]
    assert len({s.source for s in scans}) == 4


def test_order_by_an_output_name_is_the_item_itself() -> None:
    query = select("SELECT a + 1 AS z FROM t ORDER BY z DESC")
    assert query.order_by[0].expr is query.items[0]
    assert (query.order_by[0].descending, query.order_by[0].nulls_first) == (True, True)


def test_grouping_sets_index_the_grouping_expressions() -> None:
    query = select("SELECT b, i, count(*) FROM t GROUP BY ROLLUP (b, i), s")
    assert [e.name for e in query.group_by if isinstance(e, ColumnRef)] == ["b", "i", "s"]
    assert query.grouping_sets == ((0, 1, 2), (0, 2), (2,))
    assert select("SELECT count(*) FROM t GROUP BY ()").grouping_sets == ((),)


def test_a_grouped_key_determines_the_view_s_columns() -> None:
    query = select("SELECT a, b, count(*) FROM t GROUP BY a")
    assert [e.name for e in query.group_by if isinstance(e, ColumnRef)] == ["a", "b"]


def test_aggregates_without_group_by_group_all() -> None:
    query = select("SELECT count(*) FROM t")
    assert query.grouped
    assert query.group_by == ()
    assert isinstance(query.items[0], Aggregate)


def test_set_operations_convert_their_sides() -> None:
    query = bound("SELECT a FROM t UNION SELECT h FROM t UNION ALL SELECT NULL").query
    assert isinstance(query, SetOp)
    assert [c.type.pg for c in query.left.columns] == [INT8]
    assert isinstance(query.right, Select)
    assert query.right.items == (Const(None, SqlType(INT8)),)


def test_a_side_whose_rows_are_distinct_is_converted_outside() -> None:
    query = bound("(SELECT DISTINCT a FROM t) UNION ALL SELECT h FROM t").query
    assert isinstance(query, SetOp)
    assert isinstance(query.left, Select)
    assert isinstance(query.left.from_, Derived)
    assert isinstance(query.left.items[0], Cast)


def test_with_entries_are_numbered() -> None:
    query = select("WITH x AS (SELECT a FROM t), y AS MATERIALIZED (SELECT * FROM x) SELECT * FROM x, y")
    assert [(c.cte, c.name, c.recursive, c.materialized) for c in query.with_] == [(0, "x", False, None), (1, "y", False, True)]


def test_set_returning_functions_of_the_select_list_become_lateral_joins() -> None:
    query = select("SELECT a, unnest(k) FROM t")
    assert isinstance(query.from_, Join)
    assert query.from_.lateral
    assert isinstance(query.from_.right, FunctionScan)


def test_parameters_are_inferred_once() -> None:
    found = bound("SELECT a FROM t WHERE a = $2 AND b = $1 AND h = $2")
    assert [p.pg for p in found.parameters] == [TEXT, INT4]
    assert isinstance(found.query, Select)
    assert isinstance(found.query.where, Call)
    assert next(a.args[1] for a in found.query.where.args if isinstance(a, Call)) == Param(1, SqlType(INT4))


def test_a_cast_only_query_keeps_the_declared_type() -> None:
    assert [p.pg for p in bound("SELECT $1", INT8.oid).parameters] == [INT8]


# ----------------------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    "function",
    ["read_text('x')", "read_csv('x')", "glob('*')", "getenv('HOME')", "read_blob('x')", "query('x')"],
)
def test_functions_off_the_list_do_not_exist(function: str) -> None:
    with pytest.raises(UndefinedFunction, match="does not exist"):
        bound(f"SELECT {function}")
    with pytest.raises(UndefinedFunction, match="does not exist"):
        bound(f"SELECT * FROM {function}")


@pytest.mark.parametrize("table", ["duckdb_settings", "sqlite_master", "'x.csv'", '"x.csv"', "information_schema.x", "system.t"])
def test_relations_outside_the_catalog_do_not_exist(table: str) -> None:
    with pytest.raises(PlanError) as caught:
        bound(f"SELECT * FROM {table}")
    assert isinstance(caught.value, UndefinedTable) or table.startswith("'")


@pytest.mark.parametrize(
    "text",
    [
        "SELECT ROW()",
        "SELECT COALESCE(t, ROW(1, 2)) FROM t",
        "WITH x AS (SELECT 1 AS y) SELECT json_agg(x) FROM t LEFT JOIN x ON true",
        "SELECT ctid FROM t",
        'SELECT b COLLATE "de_DE" FROM t',
        "SELECT * FROM t, LATERAL (SELECT * FROM u TABLESAMPLE SYSTEM (t.a)) x",
        "SELECT * FROM t TABLESAMPLE SYSTEM ((SELECT 50))",
        "SELECT * FROM t TABLESAMPLE SYSTEM (random() * 100)",
        "SELECT * FROM t TABLESAMPLE SYSTEM (10) REPEATABLE (random())",
        "SELECT * FROM ROWS FROM (generate_series(1, 2), 1)",
        "SELECT 1::money",
        "SELECT B'101'",
        "SELECT xmlelement(name x)",
        "SELECT (SELECT count(t.a) FROM u) FROM t",
    ],
)
def test_what_is_not_supported_says_so(text: str) -> None:
    with pytest.raises(Unsupported):
        bound(text)


# ------------------------------------------------------------------------------------------------------------------------- limits


def test_a_long_in_list_binds() -> None:
    found = select("SELECT a FROM t WHERE b IN (" + ", ".join(f"'k{i}'" for i in range(100_000)) + ")").where
    assert isinstance(found, InList)
    assert len(found.items) == 100_000


@pytest.mark.parametrize("targets", [["a"] * 2_000, ["t.*"] * 200], ids=["targets", "stars"])
def test_limit_of_targets(targets: list[str]) -> None:
    with pytest.raises(TooManyColumns):
        bound(f"SELECT {', '.join(targets)} FROM t")


@pytest.mark.parametrize(
    "text",
    [
        "SELECT count(*) FROM t GROUP BY CUBE (a, b, c, d, e, f, g, h, i, r, s, j, k)",
        "SELECT count(*) FROM t GROUP BY " + ", ".join(["ROLLUP (a, b, c)"] * 8),
    ],
    ids=["cube", "rollups"],
)
def test_limits_of_binding(text: str) -> None:
    with pytest.raises(TooComplex):
        bound(text)


@pytest.mark.parametrize("depth", [10, 40, 90])
def test_nested_subqueries_bind_or_are_refused_cleanly(depth: int) -> None:
    text = "SELECT * FROM " + "(SELECT * FROM " * depth + "t" + ") x" * depth
    try:
        assert len(bound(text).columns) == 16
    except TooComplex:
        assert depth > 40


def test_relations_are_found_along_the_search_path() -> None:
    views = Relation("tidegate", "views", 15001, (ColumnDef("name", SqlType(TEXT)),))
    catalog = MemoryCatalog([view_relation(VIEWS[0], 20000), views])
    (statement,) = parse("SELECT name FROM views")
    assert isinstance(statement, SelectStatement)
    for path in (("tidegate",), ("nowhere", "tidegate", "public")):
        query = bind(statement, catalog, (), PlanSettings(search_path=path)).query
        assert isinstance(query, Select)
        assert isinstance(query.from_, Scan)
        assert query.from_.relation is views
    with pytest.raises(UndefinedTable, match='relation "views" does not exist'):
        bind(statement, catalog, (), PlanSettings())
