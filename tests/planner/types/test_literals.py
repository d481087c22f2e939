"""Text input and output of every type, against PostgreSQL's own."""

from __future__ import annotations

import psycopg
import pytest

from gateway.sqlstate import SQLSTATES
from planner.errors import PlanError
from planner.functions.declare import pg_type
from planner.literals import format_text, parse_text
from planner.plan import PlanSettings
from planner.types import SqlType
from tests.planner.types.literal_cases import CASES, Case


def ours(text: str, case: Case) -> str:
    sql_type, settings = SqlType(pg_type(case.name), case.typmod), PlanSettings(timezone=case.zone)
    try:
        written = format_text(parse_text(text, sql_type, settings), sql_type, settings)
    except PlanError as error:
        return next(SQLSTATES[kind] for kind in type(error).__mro__ if kind in SQLSTATES)
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


@pytest.mark.parametrize("word", ["now", "today", "tomorrow", "yesterday"])
def test_words_for_the_present_are_refused_by_name(word: str) -> None:
    with pytest.raises(PlanError, match=f'"{word}" as a constant is not supported'):
        parse_text(word, SqlType(pg_type("timestamptz")), PlanSettings())
