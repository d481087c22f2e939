"""Trino's SQL as PostgreSQL is given it: what a statement asks for, what is refused, and that no text takes long."""

from __future__ import annotations

from typing import Final

import psycopg
import pytest

from planner.errors import PlanError, SyntaxFault, TooComplex
from planner.presto import Names, read
from planner.presto import requests as r
from planner.presto.limits import LEVELS_MAX

NAMES: Final = Names(
    "tidegate", "tidegate", "", {"p": "SELECT ? + 1", "e": "EXECUTE e"}, {"information_schema.tables": "SELECT 'a' AS table_name"}
)

#: Trino's expression → its value as text, by Trino's documentation.
VALUES: Final = {
    "date_diff('day', TIMESTAMP '2020-01-01 12:00:00', TIMESTAMP '2020-01-03 11:59:59')": "1",
    "date_diff('day', TIMESTAMP '2020-01-03 11:59:59', TIMESTAMP '2020-01-01 12:00:00')": "-1",
    "date_diff('month', DATE '2020-01-31', DATE '2020-03-30')": "1",
    "date_diff('quarter', DATE '2020-01-01', DATE '2020-12-31')": "3",
    "date_diff('millisecond', TIMESTAMP '2020-01-01 00:00:00', TIMESTAMP '2020-01-01 00:00:01.5')": "1500",
    "date_add('month', 2, TIMESTAMP '2020-01-31 00:00:00')": "2020-03-31 00:00:00",
    "date_add('quarter', -1, TIMESTAMP '2020-04-30 00:00:00')": "2020-01-30 00:00:00",
    "second(TIMESTAMP '2020-01-01 00:00:59.9')": "59",
    "extract(second FROM TIMESTAMP '2020-01-01 00:00:59.9')": "59",
    "day_of_week(DATE '2020-03-01')": "7",
    "if(1 > 2, 'a', 'b')": "b",
    "7 / 2": "3",
    "-7 % 3": "-1",
    "log(2, 8)": "3",
    "log10(1000)": "3",
    "regexp_extract('1a 2b 14m', '\\d+')": "1",
    "regexp_extract('1a 2b 14m', '(\\d+)([a-z]+)', 2)": "a",
    "regexp_replace('1a 2b', '\\d', '')": "a b",
    "split('a,b', ',')[2]": "b",
    "element_at(ARRAY[1, 2, 3], 2)": "2",
    "cardinality(CAST(ARRAY[] AS array(integer)))": "0",
    "contains(ARRAY[1, 2], 2)": "true",
    "to_hex(X'0aff')": "0AFF",
    "concat('a', 'b', 'c')": "abc",
    "date_format(TIMESTAMP '2020-01-03 14:05:06', '%Y-%m-%d %H:%i')": "2020-01-03 14:05",
    "substr('abcdef', 2, 3)": "bcd",
    "1 - (2 - 3)": "2",
    "year(date_add('year', 1, DATE '2020-01-01'))": "2021",
}


@pytest.mark.postgres
@pytest.mark.parametrize("expression", VALUES)
def test_rewritten_expressions_have_trinos_values(postgres_dsn: str, expression: str) -> None:
    request = read(f"SELECT {expression} AS x", NAMES)
    assert isinstance(request, r.ReadRequest)
    with psycopg.connect(postgres_dsn) as connection:
        row = connection.execute(f"SELECT x::text FROM ({request.sql}) AS q".encode()).fetchone()
    assert row == (VALUES[expression],)


REQUESTS: Final[dict[str, r.Request]] = {
    "USE public": r.UseRequest(None, "public"),
    'use Tidegate."Public" ;': r.UseRequest("tidegate", "Public"),
    "SET SESSION tidegate.max_staleness = '5s'": r.SetRequest("tidegate.max_staleness", "5s"),
    "SET SESSION x = -1": r.SetRequest("x", "-1"),
    "RESET SESSION x": r.SetRequest("x", None),
    "SET TIME ZONE 'Europe/Berlin'": r.SetRequest("time_zone_id", "Europe/Berlin"),
    "PREPARE q FROM SELECT * FROM t WHERE a = ?": r.PrepareRequest("q", "SELECT * FROM t WHERE a = ?"),
    "DEALLOCATE PREPARE p": r.DeallocateRequest("p"),
    "START TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY": r.BeginRequest(
        "START TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY"
    ),
    "COMMIT WORK": r.EndRequest(True),
    "-- why\nROLLBACK": r.EndRequest(False),
    "EXECUTE p USING -1": r.ReadRequest("SELECT (-1) + 1 AS _col0"),
    "EXECUTE IMMEDIATE 'SELECT ''a''' ": r.ReadRequest("SELECT 'a' AS _col0"),
    "EXPLAIN ANALYZE SELECT a FROM t": r.ReadRequest("EXPLAIN ANALYZE SELECT a FROM t"),
    "EXPLAIN EXECUTE p USING 2": r.ReadRequest("EXPLAIN SELECT 2 + 1 AS _col0"),
    "SELECT table_name FROM information_schema.tables": r.ReadRequest(
        "SELECT table_name FROM (SELECT 'a' AS table_name) AS tables"
    ),
    "SELECT end FROM tidegate.public.t ORDER BY 1 DESC": r.ReadRequest('SELECT "end" FROM public.t ORDER BY 1 DESC NULLS LAST'),
}


@pytest.mark.parametrize("text", REQUESTS)
def test_statements_ask_for(text: str) -> None:
    assert read(text, NAMES) == REQUESTS[text]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("SELEC 1", 1),
        ("SELECT a FROM WHERE", 15),
        ("USE", 4),
        ("USE a.b.c", 8),
        ("SHOW TABLES FROM t LIKE 5", 25),
        ("SELECT 1; SELECT 2", 9),
    ],
)
def test_a_syntax_error_is_where_it_is(text: str, position: int) -> None:
    with pytest.raises(SyntaxFault) as caught:
        read(text, NAMES)
    assert caught.value.position == position


LONG: Final = {
    "brackets": "SELECT " + "(" * 5000 + "1" + ")" * 5000,
    "subscripts": "SELECT a" + "[1]" * 6000,
    "signs": "SELECT " + "- " * 9000 + "1",
    "sum": "SELECT 1" + " + 1" * 9000,
    "dots": "SELECT a" + ".b" * 9000,
    "tests": "SELECT a" + " IS NULL" * 6000,
    "nested templates": "SELECT " + "arbitrary(" * 60 + "a" + ")" * 60,
    "executes": "EXECUTE e",
    "explains": "EXPLAIN " * (LEVELS_MAX + 2) + "SELECT 1",
    "tokens": "SELECT " + "1," * 20_000 + "1",
}


@pytest.mark.parametrize("what", LONG)
def test_what_would_take_long_or_too_deep_is_refused(what: str) -> None:
    with pytest.raises(TooComplex):
        read(LONG[what], NAMES)


@pytest.mark.parametrize(
    "text", ["SELECT 'a", 'SELECT "a', "/* a", "\\", "EXPLAIN", "EXECUTE", "SHOW", "PREPARE a FROM", "\x00", "é"]
)
def test_what_is_none_is_an_error_of_the_plans(text: str) -> None:
    with pytest.raises(PlanError):
        read(text, NAMES)
