"""SQL that is long, deep or wide: the right answer or the SQLSTATE of a limit, and others are served meanwhile.

How the planner itself takes such texts is shown in tests/planner/test_parse_statements.py.
"""

from __future__ import annotations

from struct import pack
from typing import Final

import pytest

from tests.gateway.serving import SYNC, RawClient, bind, cstring, execute, message, query, startup
from tests.hostile.conftest import Target
from tests.hostile.process import bystander, resident_bytes, sqlstate_of, wrongly_answered

DEEP: Final = 10_000
PARAMETERS_MAX: Final = 65_535
#: statement_too_complex or program_limit_exceeded.
TOO_COMPLEX: Final = frozenset({"54001", "54000"})
MEMORY_GROWTH_MAX_BYTES: Final = 600 << 20

NESTED = {
    "brackets": ("(", "1", ")"),
    "functions": ("abs(", "1", ")"),
    "CASE": ("CASE WHEN true THEN ", "1", " END"),
    "subqueries": ("(SELECT ", "1", ")"),
    "arrays": ("ARRAY[", "1", "]"),
    "brackets, OR": ("(false OR ", "true", ")"),
}
IN_A_ROW = {
    "casts": ("SELECT 1", "::int"),
    "concatenations": ("SELECT 'a'", " || 'b'"),
    "JSON arrows": ("SELECT '{}'::json", " -> 'a'"),
    "relations": ("SELECT 1 FROM numbers AS a", ", numbers"),
    "unions": ("SELECT 1", " UNION ALL SELECT 1"),
}
LITERALS = {
    "array": "SELECT '" + "{" * DEEP + "1" + "}" * DEEP + "'::int[]",
    "json": "SELECT '" + "[" * DEEP + "1" + "]" * DEEP + "'::json",
    "jsonb": "SELECT '" + '{"a":' * DEEP + "1" + "}" * DEEP + "'::jsonb",
    "regular expression": "SELECT 'a' ~ '" + "(" * DEEP + "a" + ")" * DEEP + "'",
}


@pytest.mark.parametrize("shape", NESTED)
def test_ten_thousand_nested(target: Target, shape: str) -> None:
    opening, core, closing = NESTED[shape]
    whole = f"{opening * DEEP}{core}{closing * DEEP}"
    with target.connect() as connection, bystander(target.gateway):
        refused = (f"SELECT {whole}", f"SELECT word FROM numbers WHERE id = 1 AND ({whole}) IS NOT NULL")
        unfinished = (f"SELECT {opening * DEEP}", f"SELECT {opening * DEEP}{core}{closing * (DEEP - 1)}")
        wrong = wrongly_answered(connection, dict.fromkeys(refused, TOO_COMPLEX))
        wrong |= wrongly_answered(connection, dict.fromkeys(unfinished, TOO_COMPLEX | {"42601"}))
        assert not wrong


def test_ten_thousand_in_a_row_or_in_a_literal(target: Target) -> None:
    with target.connect() as connection, bystander(target.gateway):
        states = TOO_COMPLEX | {"42712"}  # the same relation named twice
        assert not wrongly_answered(connection, {start + more * DEEP: states for start, more in IN_A_ROW.values()})
        states = TOO_COMPLEX | {"22P02", "2201B", "00000"}  # limits of a type's own input syntax
        assert not wrongly_answered(connection, dict.fromkeys(LITERALS.values(), states))


@pytest.mark.parametrize("depth", [5, 20, 50])
def test_what_people_nest_is_answered(target: Target, depth: int) -> None:
    with target.connect() as connection:
        for shape in set(NESTED) - {"arrays"}:
            opening, core, closing = NESTED[shape]
            row = connection.execute(f"SELECT {opening * depth}{core}{closing * depth}").fetchone()  # type: ignore[call-overload]
            assert row == (core == "true" or 1,), shape


def test_a_megabyte(target: Target) -> None:
    text = "x" * (1 << 20)
    with target.connect() as connection, bystander(target.gateway):
        assert connection.execute(f"SELECT length('{text}')").fetchone() == (1 << 20,)
        assert connection.execute(f"SELECT 1 -- {text}").fetchone() == (1,)
        assert connection.execute(f"SELECT /* {text} */ 2").fetchone() == (2,)
        assert connection.execute("SELECT 3" + " " * (1 << 20)).fetchone() == (3,)
        wrong = wrongly_answered(
            connection,
            {
                f'SELECT "{text}"': "42703",
                f"SELECT 1 FROM {text}": "42P01",
                f"SELECT '{text}": "42601",
                "/*" * (1 << 19): "42601",
                f"SELECT $${text}": "42601",
                "\ufffd" * (1 << 18): "42601",
                ";" * (1 << 18): TOO_COMPLEX | {"00000"},
            },
        )
        assert not wrong


def test_hundreds_of_statements_in_one_message(target: Target) -> None:
    with RawClient(target.port, startup()) as client, bystander(target.gateway):
        answer = client.ask(query("SELECT count(*) FROM numbers WHERE id < 3;" * 300))
        assert answer == ["Columns ['count']", "Row ['3']", "SELECT 1"] * 300 + ["Ready I"]


CONDITIONS = {
    "IN list of texts": (50_000, lambda n: f"word IN ({', '.join(repr(f'w{i}') for i in range(n))})"),
    "ANY of an array": (10_000, lambda n: f"id = ANY ('{{{', '.join(map(str, range(n)))}}}')"),
    "OR of equalities": (5_000, lambda n: " OR ".join(f"id = {i}" for i in range(n))),
    "OR of ranges": (2_000, lambda n: " OR ".join(f"id BETWEEN {i} AND {i}" for i in range(n))),
    "AND of OR": (2_000, lambda n: " AND ".join(f"(id <> {i + 1000} OR word = 'x')" for i in range(n))),
    "IN list of rows": (2_000, lambda n: f"(id, word) IN ({', '.join(f'({i}, {chr(39)}w{i}{chr(39)})' for i in range(n))})"),
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", CONDITIONS)
def test_long_conditions(target: Target, shape: str) -> None:
    """Each condition holds for every row."""
    count, condition = CONDITIONS[shape]
    with target.connect() as connection, bystander(target.gateway):
        row = connection.execute(f"SELECT count(*), sum(id) FROM numbers WHERE {condition(count)}").fetchone()
        assert row == (1000, 499_500)


@pytest.mark.slow
def test_an_in_list_of_a_hundred_thousand(target: Target) -> None:
    with target.connect() as connection, bystander(target.gateway):
        listed = ", ".join(map(str, range(500, 100_500)))
        assert connection.execute(f"SELECT count(*) FROM numbers WHERE id IN ({listed})").fetchone() == (500,)  # type: ignore[call-overload]


def test_many_values(target: Target) -> None:
    with target.connect() as connection, bystander(target.gateway):
        values = ", ".join(f"({i})" for i in range(DEEP))
        assert connection.execute(f"SELECT count(*), sum(a) FROM (VALUES {values}) AS v (a)").fetchone() == (DEEP, sum(range(DEEP)))


def test_ctes(target: Target) -> None:
    """A hundred in a chain are answered; 2**40 references are answered, refused or ended by the client's timeout."""
    chain = ["c0 AS (SELECT 1 AS a)", *(f"c{i} AS (SELECT a + 1 AS a FROM c{i - 1})" for i in range(1, 100))]
    doubling = ["c0 AS (SELECT 1 AS a)", *(f"c{i} AS (SELECT x.a FROM c{i - 1} AS x, c{i - 1} AS y)" for i in range(1, 41))]
    with target.connect() as connection, bystander(target.gateway):
        assert connection.execute(f"WITH {', '.join(chain)} SELECT a FROM c99").fetchone() == (100,)
        connection.execute("SET statement_timeout = '2s'")
        assert sqlstate_of(connection, f"WITH {', '.join(doubling)} SELECT a FROM c40") in TOO_COMPLEX | {"00000", "57014"}


def test_seconds_of_planning(target: Target) -> None:
    """What takes seconds to plan, or to refuse, is planned beside everybody else's queries."""
    chain = ["c0 AS (SELECT 1 AS a)", *(f"c{i} AS (SELECT a + 1 AS a FROM c{i - 1})" for i in range(1, 1000))]
    with target.connect() as connection, bystander(target.gateway):
        states = TOO_COMPLEX | {"00000"}
        assert not wrongly_answered(connection, {f"WITH {', '.join(chain)} SELECT a FROM c999": states})
        assert not wrongly_answered(
            connection, dict.fromkeys(("SELECT 1" + " + 1" * 1_000_000, "SELECT " + "+" * 1_000_000 + "1"), TOO_COMPLEX)
        )
        connection.execute("SET statement_timeout = '100ms'")
        assert sqlstate_of(connection, "SELECT 1" + " + 1" * 900_000) == "57014"


def test_wide_results(target: Target) -> None:
    """Postgres returns up to 1664 columns and refuses more with too_many_columns."""
    with target.connect() as connection, bystander(target.gateway):
        wide = connection.execute(f"SELECT {', '.join(map(str, range(1664)))}").fetchone()  # type: ignore[call-overload]
        assert wide == tuple(range(1664))
        wider = (f"SELECT {', '.join(map(str, range(2000)))}", f"SELECT {', '.join(['*'] * 1000)} FROM numbers")
        assert not wrongly_answered(connection, dict.fromkeys(wider, "54011"))


@pytest.mark.slow
def test_all_the_parameters_there_can_be(target: Target) -> None:
    count = PARAMETERS_MAX
    holes = ",".join(f"${i}" for i in range(1, count + 1))
    with RawClient(target.port, startup()) as client, bystander(target.gateway):
        client.socket.settimeout(110)
        sql = f"SELECT count(*) FROM numbers WHERE id IN ({holes})"
        client.send(message("P", cstring("s") + cstring(sql) + pack("!H", 0)) + bind("", "s", *(b"%d" % i for i in range(count))))
        answer = client.ask(execute() + SYNC)
        assert answer == ["ParseComplete", "BindComplete", "Row ['1000']", "SELECT 1", "Ready I"]
        refused = client.ask(message("P", cstring("t") + cstring(f"SELECT ${count + 1}") + pack("!H", 0)) + SYNC)
        assert refused[0].startswith("ERROR 42P02")


VALUES = {
    "SELECT " + "9" * 100_000: {"22003", "54000", "54001"},
    "SELECT 1e" + "9" * 1000: {"22003", "42601"},
    "SELECT '" + "9" * 200_000 + "'::numeric": {"22003"},
    "SELECT 10::numeric ^ 1000000": {"22003"},
    "SELECT factorial(1000000)": {"22003", "54000"},
    "SELECT interval '99999999999 years'": {"22015"},
    "SELECT interval '" + "1 day " * 10_000 + "'": {"22007", "22015"},
    "SELECT date '" + "9" * 1000 + "-01-01'": {"22008", "22007"},
    "SELECT timestamptz '" + "9" * 10_000 + "'": {"22007", "22008"},
    "SELECT 1 LIMIT " + "9" * 100: {"22003"},
    "SELECT $" + "9" * 100: {"42P02", "54001", "42601"},
    "SELECT repeat('x', 2000000000)": {"54000"},
    "SELECT repeat(repeat('x', 1000000), 1000000)": {"54000"},
    "SELECT length(lpad('x', 2000000000))": {"54000"},
    "SELECT rpad('x', 2147483647, 'ab')": {"54000"},
    "SELECT repeat('x', 600000000), repeat('y', 600000000)": {"54000", "53200"},
    "SELECT count(*) FROM generate_series(1, 1000000000000)": {"54000"},
    "SELECT count(*) FROM generate_series(-9223372036854775808, 9223372036854775807)": {"54000"},
    "SELECT * FROM generate_series(timestamp '0001-01-01', '9999-01-01', interval '1 microsecond')": {"54000"},
    "SELECT generate_series(1, 1000000000000)": {"54000"},
    "SELECT sum(cardinality(string_to_array(lpad(word, 100000, ','), ','))) FROM numbers": {"54000"},
    "SELECT count(*) FROM numbers WHERE string_to_array(repeat(word, 50000), NULL) IS NULL": {"54000"},
    "SELECT 'a' ~ '(((((a{1,100}){1,100}){1,100}){1,100}){1,100})'": {"2201B", "00000"},
    "SELECT 'a' ~ 'a{1,1000}{1,1000}'": {"2201B"},
    "SELECT 'a' ~ '\\'": {"2201B"},
    "SELECT repeat('a', 40) ~ '(a*)*b'": {"00000"},
    "SELECT repeat('a', 10000) LIKE '" + "%a" * 1000 + "b'": {"00000"},
    "SELECT chr(2000000000)": {"54000"},
    "SET TimeZone = '" + "x" * 10_000 + "'": {"22023"},
    "SET TimeZone = '../../../etc/passwd'": {"22023"},
    "SET TimeZone = '/etc/passwd'": {"22023"},
    "SELECT now() AT TIME ZONE '../../etc/passwd'": {"22023"},
    "SET statement_timeout = '999999999999999999h'": {"22023"},
    "SET application_name = '" + "x" * 100_000 + "'": {"00000"},
}


def test_values_without_measure(target: Target) -> None:
    with target.connect() as connection, bystander(target.gateway):
        before = resident_bytes(target.gateway)
        connection.execute("SET statement_timeout = '60s'")
        assert not wrongly_answered(connection, VALUES)
        assert resident_bytes(target.gateway) - before < MEMORY_GROWTH_MAX_BYTES


def test_queries_without_end_are_ended(target: Target) -> None:
    """What the engine's memory does not hold is 53200, what takes for ever the client's own timeout."""
    endless = (
        "SELECT count(*) FROM numbers a, numbers b, numbers c, numbers d, numbers e",
        "WITH RECURSIVE r AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM r) SELECT count(*) FROM r",
        "SELECT string_agg(repeat('x', 1000000), '') FROM numbers a, numbers b",
        "SELECT a.*, b.*, c.* FROM numbers a, numbers b, numbers c ORDER BY a.word || b.word || c.word",
    )
    # They share the engine's memory with everybody: a neighbour that needs some just then is refused, never answered wrongly.
    with target.connect() as connection, bystander(target.gateway, may_refuse="53200"):
        connection.execute("SET statement_timeout = '500ms'")
        for sql in endless:
            assert sqlstate_of(connection, sql) in {"57014", "53200", "54000"}, sql


def test_text_that_is_no_utf8_or_holds_nul(target: Target) -> None:
    declared = message("P", b"\0SELECT $1::text\0\0\0")
    with RawClient(target.port, startup()) as client:
        for raw in (b"\xff", b"SELECT '\xc3'", b"SELECT '\xed\xa0\x80'", b"\xf5\x80\x80\x80"):
            for sent in (
                message("Q", raw + b"\0"),
                message("P", b"\0" + raw + b"\0\0\0") + SYNC,
                declared + message("B", b"\0\0" + pack("!HHI", 0, 1, len(raw)) + raw + pack("!H", 0)) + SYNC,
                message("D", b"S" + raw + b"\0") + SYNC,
            ):
                assert any(line.startswith("ERROR 22021") for line in client.ask(sent)), sent
        for formats in ((), (1,)):
            answer = client.ask(declared + bind("", "", b"a\0b", formats=formats) + SYNC)
            assert [line[:11] for line in answer] == ["ParseComple", "ERROR 22021", "Ready I"]
        assert client.ask(message("Q", b"SELECT 'a\0b'\0"))[0].startswith("ERROR 08P01")
        assert client.ask(query("SELECT 1"))[1] == "Row ['1']"
