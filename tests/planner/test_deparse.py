"""Deparsed text binds back to the query that it was made from: the same tree, and the same text again."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, reject, settings

from planner.errors import PlanError, Unsupported
from planner.parse import parse
from planner.postgres.deparse import KnownValues, deparse
from planner.tree.bound import BoundQuery
from planner.tree.catalog import MemoryCatalog, view_relation
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import SelectStatement
from planner.tree.values import Interval
from tests.planner.constrain.queries import statements
from tests.planner.constrain.test_property_sql import CATALOG as RANDOM_CATALOG
from tests.planner.deparsing import again, bound, shape
from tests.planner.harness import CASES, SETTINGS, UNWRITTEN, VIEWS, Case, read_cases

_CATALOG = MemoryCatalog([view_relation(view, 16384 + number) for number, view in enumerate(VIEWS)])
_NOW_US = 1_577_934_245_123_456


def _is_bindable(case: Case) -> bool:
    try:
        parsed = parse(case.sql)
        return len(parsed) == 1 and isinstance(parsed[0], SelectStatement) and bool(_bound(case.sql, case.parameters))
    except PlanError:
        return False


def _bound(sql: str, parameters: tuple[int, ...] = ()) -> BoundQuery:
    return bound(sql, _CATALOG, parameters, SETTINGS)


_ALL = [
    case for path in sorted(CASES.glob("*.sql")) if path.stem not in UNWRITTEN for case in read_cases(path) if _is_bindable(case)
]


@pytest.mark.parametrize("case", _ALL, ids=lambda c: c.name)
def test_the_text_binds_to_the_same_tree(case: Case) -> None:
    query = _bound(case.sql, case.parameters)
    text, found = again(query, _CATALOG, SETTINGS)
    assert shape(found.query) == shape(query.query), text


@pytest.mark.parametrize("case", [c for c in _ALL if not _bound(c.sql, c.parameters).parameters], ids=lambda c: c.name)
def test_the_time_and_the_session_become_constants(case: Case) -> None:
    text, _ = again(_bound(case.sql), _CATALOG, SETTINGS, KnownValues((), _NOW_US, SETTINGS))
    assert "now()" not in text


@pytest.mark.parametrize(
    ("sql", "text"),
    [
        ("select d - $1 from t where d > current_timestamp",
         "SELECT d - '1 day'::interval FROM t WHERE d > '2020-01-02 03:04:05.123456+00'"),
        ("select current_date", "SELECT '2020-01-02 03:04:05.123456+00'::timestamptz::date AS \"current_date\""),
        ("select current_user, current_schema", "SELECT 'ann'::name AS \"current_user\", 'public'::name AS \"current_schema\""),
        ("select a from t where current_database() = b", "SELECT a FROM t WHERE 'tidegate'::name = b"),
        ("select * from now() n", "SELECT n FROM LATERAL (SELECT '2020-01-02 03:04:05.123456+00'::timestamptz AS n) AS n"),
        ("select current_schemas(true)", "SELECT '{pg_catalog,public}'::name[] AS current_schemas"),
        ("select age(e) from t",
         "SELECT age('2020-01-02 03:04:05.123456+00'::timestamptz::date::timestamp, e) FROM t"),
    ],
)  # fmt: skip
def test_values_of_one_execution(sql: str, text: str) -> None:
    session = PlanSettings(user="ann", timezone="Asia/Tokyo")
    query = bound(sql, _CATALOG, (1186,) if "$1" in sql else (), session)
    assert deparse(query.query, KnownValues((Interval(0, 1, 0),), _NOW_US, session)) == text


@pytest.mark.parametrize(
    ("sql", "text"),
    [
        ("select T.A from T as T where (((T.A) = 1)) limit 5", "SELECT a FROM t WHERE a = 1 LIMIT 5"),
        ("select t.a, x from t, u where t.a = u.a", "SELECT t.a, u.x FROM t CROSS JOIN u WHERE t.a = u.a"),
        ("select carrier, count(*) n from flights where time_hour >= '2013-07-01' group by 1 order by 2 desc",
         "SELECT carrier, count(*) AS n FROM flights WHERE time_hour >= '2013-07-01 00:00:00+00' GROUP BY carrier ORDER BY n DESC"),
        ("select a from t where a in (select a from t where h = 1)", "SELECT a FROM t WHERE a IN (SELECT a FROM t WHERE h = 1)"),
        ("select a from t where exists (select 1 from t u where u.h = t.a and u.b > 'x')",
         "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM t AS u WHERE u.h = t.a AND u.b > 'x')"),
    ],
)  # fmt: skip
def test_it_reads_as_a_person_would_write_it(sql: str, text: str) -> None:
    assert deparse(_bound(sql).query, KnownValues((), _NOW_US, SETTINGS)) == text


def test_what_an_execution_knows_is_written_in() -> None:
    query = _bound("SELECT a FROM t WHERE h = $1 AND d > now()").query
    assert deparse(query) == "SELECT a FROM t WHERE h = $1 AND d > now()"
    known = "SELECT a FROM t WHERE h = '5'::bigint AND d > '1970-01-01 00:00:00+00'"
    assert deparse(query, KnownValues((5,), 0, SETTINGS)) == known


@pytest.mark.parametrize(
    "call", ["pg_backend_pid()", "current_setting('search_path')", "current_schemas(i)", "pg_current_wal_lsn()", "txid_current()"]
)
def test_what_only_the_session_knows_is_refused(call: str) -> None:
    query = _bound(f"SELECT {call} FROM t").query
    with pytest.raises(Unsupported, match=call.split("(")[0]):
        deparse(query, KnownValues((), 0, SETTINGS))


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT l.x FROM t, LATERAL (SELECT x FROM u ORDER BY x LIMIT t.a) l",
        "SELECT l.x FROM t, LATERAL (SELECT x FROM u ORDER BY x OFFSET t.a) l",
        "SELECT a FROM t TABLESAMPLE BERNOULLI (5) REPEATABLE (1) WHERE a = 1",
        "SELECT a FROM t TABLESAMPLE SYSTEM (5)",
    ],
)
def test_what_has_no_text_of_its_own_is_refused(sql: str) -> None:
    """As SQL it would not be what it was, or be an error at the node that it is sent to."""
    with pytest.raises(Unsupported):
        deparse(_bound(sql).query)


@given(statements())
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_statements_bind_to_the_same_tree(sql: str) -> None:
    try:
        query = bound(sql, RANDOM_CATALOG, (), SETTINGS)
    except PlanError:
        reject()
    text, found = again(query, RANDOM_CATALOG, SETTINGS)
    assert shape(found.query) == shape(query.query), text
