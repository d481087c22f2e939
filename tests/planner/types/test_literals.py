"""Text input and output of every type, against PostgreSQL's own."""

from __future__ import annotations

import random

import psycopg
import pytest

from gateway.sqlstate import sqlstate
from planner.errors import PlanError
from planner.postgres.functions.declare import pg_type
from planner.postgres.literals import format_text, parse_text
from planner.tree.query_plan import PlanSettings
from planner.tree.types import SqlType
from tests.planner.types.literal_cases import CASES, Case
from tests.plugins.scale import random_for


def ours(text: str, case: Case, settings: PlanSettings | None = None) -> str:
    sql_type, settings = SqlType(pg_type(case.name), case.typmod), settings or PlanSettings(timezone=case.zone)
    try:
        written = format_text(parse_text(text, sql_type, settings), sql_type, settings)
    except PlanError as error:
        return sqlstate(type(error))
    return {"t": "true", "f": "false"}.get(written, written) if case.name == "bool" else written


def theirs(text: str, case: Case, connection: psycopg.Connection) -> str:
    try:
        row = connection.execute(f"SELECT %s::text::{case.declared}::text".encode(), (text,)).fetchone()
    except psycopg.Error as error:
        return error.sqlstate or ""
    assert row is not None
    return str(row[0])


@pytest.mark.postgres
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.declared}-{case.zone}")
def test_every_text_reads_and_prints_as_in_postgresql(case: Case, postgres_dsn: str) -> None:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute(f"SET TimeZone = '{case.zone}'".encode())
        wrong = [
            f"{text!r}: {mine!r} instead of {right!r}"
            for text in case.texts
            if (mine := ours(text, case)) != (right := theirs(text, case, connection))
        ]
    assert not wrong, "\n".join(wrong)


def iso_text(dice: random.Random) -> str:
    """A moment as programs write it; some do not exist."""
    year, month, day = dice.choice([dice.randint(0, 9999), 2024, 2023]), dice.randint(0, 13), dice.randint(0, 32)
    text = f"{year:04}-{dice.choice([month, 2, 3, 10]):02}-{dice.choice([day, 28, 29, 31]):02}"
    if dice.random() < 0.2:
        return text
    text += f"{dice.choice(' T')}{dice.randint(0, 23):02}:{dice.randint(0, 60):02}"
    if dice.random() < 0.8:
        text += f":{dice.randint(0, 61):02}"
        text += dice.choice(["", "", ".", f".{dice.randint(0, 9_999_999)}", ".000001", ".9999999"])
    zone = f"{dice.randint(0, 17):02}"
    return text + dice.choice(["", "Z", "z", f"+{zone}", f"-{zone}:30", f"+{zone}45", f" -{zone}"])


@pytest.mark.postgres
@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin"])
@pytest.mark.parametrize(("name", "typmod", "declared"), [
    ("timestamptz", -1, "timestamptz"), ("timestamptz", 3, "timestamptz(3)"), ("timestamp", -1, "timestamp"), ("date", -1, "date"),
])  # fmt: skip
def test_moments_as_programs_write_them(name: str, typmod: int, declared: str, zone: str, postgres_dsn: str) -> None:
    dice, case = random_for(f"{declared}{zone}"), Case(name, declared, typmod, zone, ())
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute(f"SET TimeZone = '{zone}'".encode())
        for text in (iso_text(dice) for _ in range(500)):
            assert ours(text, case) == theirs(text, case, connection), text


@pytest.mark.parametrize("word", ["now", "today", "tomorrow", "yesterday"])
def test_words_for_the_present_are_refused_by_name(word: str) -> None:
    with pytest.raises(PlanError, match=f'"{word}" as a constant is not supported'):
        parse_text(word, SqlType(pg_type("timestamptz")), PlanSettings())


#: Dates whose numbers DateStyle tells apart, and some that it does not.
ORDERED = (
    "01/02/2003", "1-2-03", "99/12/31", "31/12/99", "12/31/99", "2003-02-01", "003-02-01", "1.2.2003", "2 jan 2003", "2 jan 03",
    "jan 2 03", "03 jan 2", "03-jan-02", "2003-jan-2", "2-jan-2003", "jan-2-2003", "20030201", "030201", "01/02/03 04:05",
    "13/13/2003", "2003/13/01", "01/02/03 BC", "5/6/7 4:05 pm", "32/1/2020", "1 2 2003", "1 2 3", "2003 1 2", "1/2",
)  # fmt: skip


@pytest.mark.postgres
@pytest.mark.parametrize("order", ["MDY", "DMY", "YMD"])
@pytest.mark.parametrize("name", ["date", "timestamp", "timestamptz"])
def test_the_order_of_a_dates_numbers_is_datestyles(order: str, name: str, postgres_dsn: str) -> None:
    settings, case = PlanSettings(date_style=f"ISO, {order}"), Case(name, name, -1, "UTC", ORDERED)
    with psycopg.connect(postgres_dsn, autocommit=True, options=f"-c TimeZone=UTC -c DateStyle=ISO,{order}") as connection:
        found = {text: (ours(text, case, settings), theirs(text, case, connection)) for text in ORDERED}
    assert not {text: pair for text, pair in found.items() if pair[0] != pair[1]}


@pytest.mark.postgres
@pytest.mark.parametrize("name", ["date", "timestamp", "timestamptz", "time", "interval"])
@pytest.mark.parametrize(
    "form", ["{}", "J{}", "{} days", "-{} days 1 us", "1:{}", "{}-1", "{}:1:1", "2024-01-01 {}", "P{}Y", "PT{}S"]
)
def test_more_digits_than_python_reads(name: str, form: str, postgres_dsn: str) -> None:
    case, text = Case(name, name, -1, "UTC", ()), form.format("1" * 5_000)
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        assert ours(text, case) == theirs(text, case, connection)
