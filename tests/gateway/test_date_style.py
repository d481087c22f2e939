"""DateStyle: which values SET takes and what SHOW makes of them, and what text parameters mean, as in PostgreSQL."""

from __future__ import annotations

from itertools import product

import psycopg
import pytest

from gateway.codecs.codec import decoder
from gateway.contract.engine import TEXT, OutputStyle
from gateway.errors import InvalidSetting
from gateway.session.date_style import date_style
from planner.tree.types import DATE, SqlType
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import query, shown, startup
from tests.gateway.wired import Wired

pytestmark = pytest.mark.postgres
PRESENT = tuple(", ".join(pair) for pair in product(("ISO", "SQL", "German", "Postgres"), ("MDY", "DMY", "YMD")))
WORDS = (
    "iso",
    "ISO",
    "dmy",
    "YMD",
    "mdy",
    "us",
    "euro",
    "european",
    "noneuropean",
    "default",
    "nope",
    "sql",
    "german",
    "Postgres",
    "postgresql",
    "german, iso",
    "iso, german",
    "",
)
_PAIRS = tuple(", ".join(pair) for pair in product(("iso", "dmy", "YMD", "us", "sql", "german", "Postgres", "default"), repeat=2))


def _ours(text: str, present: str) -> str:
    try:
        return date_style(text, present)
    except InvalidSetting:
        return "22023"


def _theirs(connection: psycopg.Connection, text: str, present: str) -> str:
    connection.execute("SELECT set_config('DateStyle', %s, false)", (present,))
    try:
        row = connection.execute("SELECT set_config('DateStyle', %s, false)", (text,)).fetchone()
    except psycopg.Error as error:
        return error.sqlstate or ""
    assert row is not None
    return str(row[0])


def test_what_set_makes_of_it(postgres_dsn: str) -> None:
    with psycopg.connect(postgres_dsn, autocommit=True, options="-c DateStyle=ISO,MDY") as connection:
        for present, text in product(PRESENT, (*WORDS, *_PAIRS)):
            assert _ours(text, present) == _theirs(connection, text, present), (present, text)


def test_a_session_keeps_what_set_does_not_say() -> None:
    with Wired(FakeEngine()).open(startup(DateStyle="DMY")) as wired:
        assert "ISO, DMY" in shown(wired.feed(query("SHOW DateStyle")))[1]
        assert b"DateStyle\0ISO, YMD\0" in wired.feed(query("SET datestyle = ymd"))
        wired.feed(query("SET datestyle TO 'ISO'"))
        assert "ISO, YMD" in shown(wired.feed(query("SHOW DateStyle")))[1]
        assert b"DateStyle\0ISO, DMY\0" in wired.feed(query("RESET datestyle"))


@pytest.mark.parametrize("present", PRESENT)
@pytest.mark.parametrize("text", ["01/02/03", "2020-03-04", "4-5-21", "1999.12.31"])
def test_text_parameters_are_read_by_it(postgres_dsn: str, present: str, text: str) -> None:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("SELECT set_config('DateStyle', %s, false)", (present,))
        row = connection.execute("SELECT %s::text::date - date 'epoch'", (text,)).fetchone()
    assert row is not None
    assert decoder(SqlType(DATE), TEXT, OutputStyle(date_style=present))(text.encode()) == row[0]
