"""COPY TO STDOUT in text, csv and binary, message by message as PostgreSQL 15 sends it, errors included."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import psycopg
import pytest

from tests.plugins.scale import seed_for
from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres

FORMS = (
    "",
    "WITH CSV",
    "(FORMAT binary)",
    "(FORMAT text, HEADER)",
    "(FORMAT csv, HEADER)",
    "(FORMAT csv, DELIMITER ';', QUOTE '''', ESCAPE '\\', NULL 'NULL', FORCE_QUOTE *)",
    "(DELIMITER '|', NULL '')",
    "(DELIMITER E'\\x01', NULL 'x')",
    "WITH DELIMITER ',' NULL AS '-'",
    "(ENCODING 'utf-8')",
)
QUERIES = (
    "SELECT * FROM kinds ORDER BY id",
    "SELECT words FROM kinds ORDER BY id",
    "SELECT id, names, numbers, raw, elapsed FROM kinds ORDER BY id DESC",
    "SELECT id FROM kinds WHERE id < 0",
    "SELECT carrier, name FROM airlines ORDER BY carrier",
    "SELECT carrier, flight, time_hour, dep_delay FROM flights WHERE carrier = 'UA' ORDER BY carrier, flight, time_hour",
    'SELECT 1 AS "a,b", \'x\' AS "c""d", NULL::text AS "e\tf"',
    "SELECT '\\.'",
    "SELECT ''",
    "SELECT NULL::int",
    "SELECT 1.50, 1e20::float8, 'NaN'::float4, true, '2024-02-29'::date, now() > '2000-01-01', interval '1 day 2 hours'",
    "SELECT g, repeat('ab,', g) FROM generate_series(1, 50) AS g",
    "SELECT FROM generate_series(1, 3)",
    "SELECT array['a', NULL, 'b\"c'], array[1, NULL], '{}'::text[]",
)


def messages(connection: psycopg.Connection, sql: str) -> tuple[list[bytes], str]:
    with connection.cursor() as cursor:
        with cursor.copy(sql) as copy:
            found = [bytes(data) for data in copy]
        return found, cursor.statusmessage or ""


@pytest.fixture(scope="module")
def both(twin: Twin) -> Iterator[tuple[psycopg.Connection, psycopg.Connection]]:
    with psycopg.connect(twin.tidegate, autocommit=True) as ours, psycopg.connect(twin.postgres, autocommit=True) as theirs:
        theirs.execute("SET TimeZone = 'UTC'")
        yield ours, theirs


Both = tuple[psycopg.Connection, psycopg.Connection]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("query", QUERIES)
def test_the_same_messages(both: Both, query: str, form: str) -> None:
    ours, theirs = both
    sql = f"COPY ({query}) TO STDOUT {form}"
    assert messages(ours, sql) == messages(theirs, sql)


@pytest.mark.parametrize("form", [*FORMS, "DELIMITERS '|'", "USING DELIMITERS ';' WITH CSV", "DELIMITERS '|' (FORMAT csv)"])
def test_a_view_by_name(both: Both, form: str) -> None:
    ours, theirs = both
    sql = f"COPY airlines (name, carrier) TO STDOUT {form}"
    assert in_any_order(messages(ours, sql)[0]) == in_any_order(messages(theirs, sql)[0])


def in_any_order(found: list[bytes]) -> list[bytes]:
    """Binary's header is in the message of the first row."""
    return sorted(data.removeprefix(b"PGCOPY\n\xff\r\n\0" + bytes(8)) for data in found)


PIECES = (
    "a",
    "é",
    "€",
    ",",
    ";",
    '"',
    "'",
    "\\",
    "\n",
    "\r",
    "\t",
    "\b",
    "\f",
    "\v",
    "\x01",
    "|",
    "\\.",
    "\\N",
    "NULL",
    "x",
    " ",
    "",
)


def literal(rng: random.Random) -> str:
    if rng.random() < 0.15:
        return "NULL"
    text = "".join(rng.choice(PIECES) for _ in range(rng.randrange(5)))
    escaped = "".join(f"\\x{ord(c):02x}" if ord(c) < 32 else "\\\\" if c == "\\" else "''" if c == "'" else c for c in text)
    return f"E'{escaped}'"


def random_form(rng: random.Random) -> str:
    options = []
    csv = rng.random() < 0.6
    if csv:
        options.append("FORMAT csv")
        options += [f"QUOTE '{q}'" for q in ('"', "''", "|") if rng.random() < 0.2][:1]
        options += [f"ESCAPE '{e}'" for e in ('"', "\\", "x") if rng.random() < 0.2][:1]
        options += [f"FORCE_QUOTE {columns}" for columns in ("*", "(a)", "(b, c)") if rng.random() < 0.2][:1]
    options += [f"DELIMITER {d}" for d in ("'|'", "','", "';'", "E'\\t'", "E'\\x01'", "' '") if rng.random() < 0.2][:1]
    options += [f"NULL {n}" for n in ("''", "'NULL'", "'\\N'", "'x'", "'-'") if rng.random() < 0.2][:1]
    options += ["HEADER"] if rng.random() < 0.2 else []
    return f"({', '.join(options)})" if options else ""


def test_random_texts_in_random_forms(both: Both) -> None:
    ours, theirs = both
    seed = seed_for("copy postgres")
    rng = random.Random(seed)
    for _ in range(150):
        width = rng.randrange(1, 4)
        rows = [f"({i}, {', '.join(literal(rng) for _ in range(3))})" for i in range(rng.randrange(1, 6))]
        columns = ", ".join(itertools.islice("abc", width)) if rng.random() < 0.7 else "a, b, c"
        sql = f"COPY (SELECT {columns} FROM (VALUES {', '.join(rows)}) AS v (i, a, b, c) ORDER BY i) TO STDOUT {random_form(rng)}"
        assert outcome(ours, sql) == outcome(theirs, sql), f"TIDEGATE_SEED={seed}: {sql}"


def outcome(connection: psycopg.Connection, sql: str) -> object:
    try:
        return messages(connection, sql)
    except psycopg.Error as error:
        return error.diag.sqlstate, error.diag.message_primary


REFUSED = (
    "(format xml)",
    "(foo)",
    "(format csv, format text)",
    "(header, header false)",
    "(header maybe)",
    "(header match)",
    "(delimiter 'ab')",
    "(delimiter '')",
    "(delimiter E'\\n')",
    "(null E'a\\nb')",
    "(delimiter 'a')",
    "(delimiter '.')",
    "(delimiter '|', null 'a|b')",
    "(quote '\"')",
    "(escape '\"')",
    "(force_quote *)",
    "(format csv, quote 'ab')",
    "(format csv, quote '')",
    "(format csv, quote ',')",
    "(format csv, escape 'ab')",
    "(format csv, null 'a\"b')",
    "(format binary, delimiter ',')",
    "(format binary, null 'x')",
    "(format binary, header)",
    "(force_not_null (a))",
    "(force_null (a))",
    "(format csv, force_quote (nope))",
    "(format csv, force_quote 'a')",
    "csv binary",
    "csv csv",
    "header quote",
    "with (",
    "with (format)",
    "()",
    "(delimiter)",
    "(delimiter 'é')",
    "extra",
)


@pytest.mark.parametrize("form", REFUSED)
def test_the_same_refusals(both: Both, form: str) -> None:
    ours, theirs = both
    sql = f"COPY (SELECT 1 AS a, 2 AS b) TO STDOUT {form}"
    assert outcome(ours, sql) == outcome(theirs, sql)


@pytest.mark.parametrize(
    "sql",
    [
        "COPY (SELECT 1 + $2::int) TO STDOUT",
        "COPY (SELECT nope FROM kinds) TO STDOUT",
        "COPY nope TO STDOUT",
        "COPY (SELECT 1/0) TO STDOUT",
        "COPY (SELECT 1",
        "COPY (SELECT 1) TO",
        "COPY (SELECT 1,) TO STDOUT",
        "COPY () TO STDOUT",
        "COPY kinds TO STDOUT WHERE id = 1",
        "COPY kinds (nope) TO STDOUT",
        "COPY public.kinds (id, nope) TO STDOUT",
        "COPY kinds (id, id) TO STDOUT",
        "COPY kinds TO STDOUT USING '|'",
        "COPY (SELECT 1) TO STDOUT DELIMITERS '|'",
        "COPY kinds TO STDOUT (ENCODING 'nope')",
    ],
)
def test_the_same_errors(both: Both, sql: str) -> None:
    ours, theirs = both
    assert outcome(ours, sql) == outcome(theirs, sql)
    assert position(ours, sql) == position(theirs, sql)


def position(connection: psycopg.Connection, sql: str) -> str | None:
    with pytest.raises(psycopg.Error) as caught:
        messages(connection, sql)
    return caught.value.diag.statement_position
