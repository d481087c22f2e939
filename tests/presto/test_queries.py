"""The trino client gets what PostgreSQL 15 answers over the same tables: values, types, pages, errors; several clients at once."""

from __future__ import annotations

import datetime as dt
import threading
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

import psycopg
import pytest
import requests
from trino.exceptions import TrinoQueryError, TrinoUserError

from tests.presto.conftest import Presto

pytestmark = pytest.mark.postgres

#: Trino's SQL, and PostgreSQL's where that is another.
QUERIES: Final[dict[str, str | None]] = {
    "SELECT carrier, flight, dep_delay, dest FROM flights WHERE carrier = 'UA' AND flight = 15 ORDER BY time_hour": None,
    "SELECT count(*), count(dep_delay), min(dep_delay), max(dep_delay), sum(dep_delay) FROM flights": None,
    "SELECT carrier, count(*) AS n FROM flights WHERE dep_delay > 60 GROUP BY 1 HAVING count(*) > 10 ORDER BY n DESC, 1": None,
    "SELECT f.flight, a.name FROM flights f JOIN airlines a ON a.carrier = f.carrier WHERE f.flight < 30 ORDER BY 1, 2": None,
    "SELECT a.carrier, d.carrier FROM airlines a LEFT JOIN carrier_delays d ON a.carrier = d.carrier ORDER BY 1": None,
    "SELECT tailnum FROM flights WHERE tailnum IS NULL OR flight = 15 ORDER BY 1 LIMIT 40": None,
    "SELECT dep_delay FROM flights WHERE flight = 15 ORDER BY dep_delay DESC": (
        "SELECT dep_delay FROM flights WHERE flight = 15 ORDER BY dep_delay DESC NULLS LAST"
    ),
    "WITH d AS (SELECT dest, avg(CAST(arr_delay AS double)) a FROM flights GROUP BY 1) SELECT dest FROM d WHERE a > 9 ORDER BY 1": (
        "WITH d AS (SELECT dest, avg(arr_delay::float8) AS a FROM flights GROUP BY 1) SELECT dest FROM d WHERE a > 9 ORDER BY 1"
    ),
    "SELECT carrier, count_if(dep_delay > 0), max_by(dest, flight) FROM flights WHERE flight < 9 GROUP BY 1 ORDER BY 1": (
        "SELECT carrier, count(*) FILTER (WHERE dep_delay > 0), (array_agg(dest ORDER BY flight DESC))[1] "
        "FROM flights WHERE flight < 9 GROUP BY 1 ORDER BY 1"
    ),
    "SELECT approx_distinct(dest), approx_percentile(flight, 0.5) FROM flights": (
        "SELECT count(DISTINCT dest), percentile_disc(0.5) WITHIN GROUP (ORDER BY flight) FROM flights"
    ),
    "SELECT DISTINCT year(time_hour), quarter(time_hour), day_of_week(time_hour) FROM flights ORDER BY 1, 2, 3": (
        "SELECT DISTINCT extract(year FROM time_hour)::int8, extract(quarter FROM time_hour)::int8, "
        "extract(isodow FROM time_hour)::int8 FROM flights ORDER BY 1, 2, 3"
    ),
    "SELECT id, large, exact, money, words, raw, instant, local, numbers, names FROM kinds WHERE id IN (0, 4) ORDER BY id": None,
    "SELECT id, flag, tiny, small, medium, single, double, day, elapsed FROM kinds WHERE id IN (0, 4) ORDER BY id": None,
    "VALUES (1, 'a'), (2, NULL)": None,
    "SELECT flight FROM flights ORDER BY flight OFFSET 5 LIMIT 3": "SELECT flight FROM flights ORDER BY flight OFFSET 5 LIMIT 3",
}


@pytest.mark.parametrize("query", QUERIES)
def test_answers_are_postgres_answers(presto: Presto, query: str) -> None:
    expected = presto.expected(QUERIES[query] or query)
    # The nearest double of a real, as both drivers give it, may be told in more digits by one of them.
    assert [list(map(_plain, row)) for row in presto.rows(query)] == [list(map(_plain, row)) for row in expected]


def _plain(value: Any) -> Any:
    if isinstance(value, dt.datetime) and value.tzinfo is not None:
        return value.astimezone(dt.UTC)
    if isinstance(value, float):
        return f"{value:.6g}"
    return value


def test_every_type_has_trinos_name_and_value(presto: Presto) -> None:
    """By hand, from Trino's documentation of its types and its client's mapping of them."""
    utc = ZoneInfo("UTC")
    cases: dict[str, tuple[str, Any]] = {
        "BIGINT '9223372036854775807'": ("bigint", 2**63 - 1),
        "INTEGER '-2147483648'": ("integer", -(2**31)),
        "SMALLINT '7'": ("smallint", 7),
        "DOUBLE '0.1'": ("double", 0.1),
        "infinity()": ("double", float("inf")),
        "REAL '1.5'": ("real", 1.5),
        "CAST('x' AS varchar(3))": ("varchar(3)", "x"),
        "'ö\"''\\'": ("varchar", "ö\"'\\"),
        "true": ("boolean", True),
        "CAST(NULL AS boolean)": ("boolean", None),
        "DATE '2020-02-29'": ("date", dt.date(2020, 2, 29)),
        "TIME '01:02:03.5'": ("time(6)", dt.time(1, 2, 3, 500000)),
        "TIMESTAMP '2020-02-29 01:02:03.000004'": ("timestamp(6)", dt.datetime(2020, 2, 29, 1, 2, 3, 4)),
        "TIMESTAMP '2020-02-29 01:02:03 +02:00'": ("timestamp(6) with time zone", dt.datetime(2020, 2, 28, 23, 2, 3, tzinfo=utc)),
        "CAST('1.50' AS decimal(10, 2))": ("decimal(10,2)", Decimal("1.50")),
        "ARRAY[1, NULL, 3]": ("array(integer)", [1, None, 3]),
        "ARRAY['a,b', '{\"\\', NULL, 'NULL']": ("array(varchar)", ["a,b", '{"\\', None, "NULL"]),
        "X'00ff'": ("varbinary", b"\x00\xff"),
        "INTERVAL '1' DAY": ("interval day to second", dt.timedelta(days=1)),
        "INTERVAL '-90' SECOND": ("interval day to second", -dt.timedelta(seconds=90)),
        "UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59'": ("uuid", None),
    }
    with presto.connect() as connection:
        cursor = connection.cursor()
        cursor.execute("SELECT " + ", ".join(f"{sql} AS c{n}" for n, sql in enumerate(cases)))
        row = cursor.fetchone()
        assert [column.type_code for column in cursor.description] == [name for name, _ in cases.values()]
    assert row[:-1] == [value for _, value in cases.values()][:-1]
    assert str(row[-1]) == "12151fd2-7586-11e9-8f9e-2a86e4085a59"


def test_columns_without_a_name_are_numbered(presto: Presto) -> None:
    with presto.connect() as connection:
        cursor = connection.cursor()
        cursor.execute("SELECT 1, flight, count(*) AS n FROM flights WHERE flight = 15 GROUP BY 2")
        assert [column.name for column in cursor.description] == ["_col0", "flight", "n"]


ERRORS: Final = {
    "SELECT nothing FROM flights": "COLUMN_NOT_FOUND",
    "SELECT * FROM nothing": "TABLE_NOT_FOUND",
    "SELECT * FROM tidegate.nowhere.nothing": "TABLE_NOT_FOUND",
    "SELECT * FROM elsewhere.public.flights": "CATALOG_NOT_FOUND",
    "SELECT nothing(1)": "FUNCTION_NOT_FOUND",
    "SELECT 1 / 0": "DIVISION_BY_ZERO",
    "SELECT CAST('x' AS integer)": "INVALID_CAST_ARGUMENT",
    "SELECT carrier, flight FROM flights GROUP BY carrier": "MISSING_GROUP_BY",
    "INSERT INTO flights VALUES (1)": "READ_ONLY_VIOLATION",
    "DROP TABLE flights": "READ_ONLY_VIOLATION",
    "SELECT TRY_CAST('x' AS integer)": "NOT_SUPPORTED",
    "SELECT lag(flight) IGNORE NULLS OVER (ORDER BY flight) FROM flights": "NOT_SUPPORTED",
    "SELECT INTERVAL '1' MONTH": "NUMERIC_VALUE_OUT_OF_RANGE",
    "USE tidegate.nowhere": "SCHEMA_NOT_FOUND",
    "USE elsewhere.public": "CATALOG_NOT_FOUND",
    "SHOW TABLES FROM nowhere": "SCHEMA_NOT_FOUND",
    "DESCRIBE nothing": "TABLE_NOT_FOUND",
    "SET SESSION nothing = 1": "INVALID_SESSION_PROPERTY",
    "SET SESSION tidegate.read_version = 'nosuch=3'": "INVALID_FUNCTION_ARGUMENT",
    "COMMIT": "NOT_IN_TRANSACTION",
    "": "SYNTAX_ERROR",
    "SELECT 1; SELECT 2": "SYNTAX_ERROR",
    "SELECT read_csv('/etc/passwd')": "FUNCTION_NOT_FOUND",
}


@pytest.mark.parametrize("query", ERRORS)
def test_errors_have_trinos_names(presto: Presto, query: str) -> None:
    with pytest.raises(TrinoQueryError) as caught:
        presto.rows(query)
    assert caught.value.error_name == ERRORS[query]
    assert caught.value.error_type == "USER_ERROR"


def test_a_syntax_error_says_where(presto: Presto) -> None:
    with pytest.raises(TrinoUserError) as caught:
        presto.rows("SELECT carrier\nFROM WHERE flight")
    assert caught.value.error_location == (2, 6)
    assert caught.value.message == "line 2:6: mismatched input 'WHERE'"


def test_a_long_result_comes_in_pages(presto: Presto) -> None:
    """27,004 rows in pages of 20,000 bytes or an encoder's piece; every page is asked for, the same one twice, in order."""
    url = f"http://127.0.0.1:{presto.port}/v1/statement"
    answer = requests.post(url, data="SELECT flight FROM flights", headers={"X-Trino-User": "tester"}, timeout=30).json()
    flights: list[int] = []
    pages = 0
    while True:
        flights += [row[0] for row in answer.get("data", [])]
        pages += 1
        following = answer.get("nextUri")
        if following is None:
            break
        answer = requests.get(following, timeout=30).json()
        if pages == 3:
            assert requests.get(following, timeout=30).json()["data"] == answer["data"]
            beyond = following.rsplit("/", 1)[0] + "/99999"
            assert requests.get(beyond, timeout=30).status_code == 410
    assert pages > 4, "the third page asked for twice, and more after it"
    assert answer["stats"]["state"] == "FINISHED"
    assert sorted(flights) == [flight for (flight,) in presto.expected("SELECT flight FROM flights ORDER BY 1")]


def _sessions(presto: Presto, sql: str) -> int:
    """How many sessions are there that run that?"""
    with psycopg.connect(presto.gateway.dsn) as connection:
        found = connection.execute(
            "SELECT count(*) FROM tidegate.queries WHERE state = 'running' AND sql LIKE %s AND sql NOT LIKE '%%tidegate.queries%%'",
            [sql],
        ).fetchone()
        assert found is not None
        return int(found[0])


def _wait_for(presto: Presto, sql: str, number: int) -> None:
    for _ in range(600):
        if _sessions(presto, sql) == number:
            return
        threading.Event().wait(0.05)
    raise AssertionError(f"{sql}: not {number} sessions")


def test_a_query_is_cancelled(presto: Presto) -> None:
    url = f"http://127.0.0.1:{presto.port}/v1/statement"
    answer = requests.post(
        url, data="SELECT f.flight AS to_be_cancelled FROM flights f", headers={"X-Trino-User": "tester"}, timeout=30
    )
    following = answer.json()["nextUri"]
    _wait_for(presto, "%to_be_cancelled%", 1)
    assert requests.delete(following, timeout=30).status_code == 204
    _wait_for(presto, "%to_be_cancelled%", 0)
    assert requests.get(following, timeout=30).status_code == 410
    assert requests.delete(following, timeout=30).status_code == 404


def test_the_client_cancels(presto: Presto) -> None:
    with presto.connect() as connection:
        cursor = connection.cursor()
        cursor.execute("SELECT f.flight AS cancelled_by_client FROM flights f")
        assert cursor.fetchone() is not None
        cursor.cancel()
    _wait_for(presto, "%cancelled_by_client%", 0)


def test_statement_timeout_ends_a_query(presto: Presto) -> None:
    slow = "SELECT count(*) FROM flights a, flights b WHERE a.flight * b.flight % 7 = 3"
    with pytest.raises(TrinoQueryError) as caught:
        presto.rows(slow, session_properties={"query_max_run_time": "200ms"})
    assert caught.value.error_name == "EXCEEDED_TIME_LIMIT"


def test_many_clients_at_once_beside_the_postgres_wire(presto: Presto) -> None:
    expected = presto.expected("SELECT count(*), sum(flight) FROM flights")
    problems: list[object] = []

    def over_http() -> None:
        found = [presto.rows("SELECT count(*), sum(flight) FROM flights") for _ in range(5)]
        problems.extend(rows for rows in found if rows != expected)

    def over_the_wire() -> None:
        with psycopg.connect(presto.gateway.dsn) as connection:
            for _ in range(20):
                found = [list(row) for row in connection.execute("SELECT count(*), sum(flight) FROM flights").fetchall()]
                if found != expected:
                    problems.append(found)

    threads = [threading.Thread(target=work) for work in (*[over_http] * 8, *[over_the_wire] * 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert not problems


def test_old_clients_know_milliseconds_and_no_numbers(presto: Presto) -> None:
    url = f"http://127.0.0.1:{presto.port}/v1/statement"
    sql = "SELECT TIMESTAMP '2020-02-29 01:02:03.456789' AS t, avg(flight) AS a FROM flights"
    answer = requests.post(url, data=sql, headers={"X-Presto-User": "tester"}, timeout=30).json()
    while "data" not in answer:
        answer = requests.get(answer["nextUri"], timeout=30).json()
    assert [column["type"] for column in answer["columns"]] == ["timestamp", "decimal(38,18)"]
    average = presto.expected("SELECT avg(flight) FROM flights")[0][0]
    assert answer["data"] == [["2020-02-29 01:02:03.456", str(average)]]


def test_requests_that_are_none(presto: Presto) -> None:
    base = f"http://127.0.0.1:{presto.port}/v1"
    assert requests.get(f"{base}/info", timeout=30).json()["starting"] is False
    assert requests.post(f"{base}/statement", data="SELECT 1", timeout=30).status_code == 401
    assert requests.post(f"{base}/statement", data=b"\xff", headers={"X-Trino-User": "a"}, timeout=30).status_code == 400
    assert requests.get(f"{base}/statement/executing/x/y/0", timeout=30).status_code == 410
    assert requests.get(f"{base}/nothing", timeout=30).status_code == 404
