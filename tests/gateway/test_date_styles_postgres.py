"""Dates and times under every DateStyle and many zones: printed as PostgreSQL prints them, and read back."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any
from zoneinfo import available_timezones

import psycopg
import pytest
from psycopg.pq import ExecStatus

from gateway.codecs.codec import decoder, encoder
from gateway.contract.engine import BINARY, TEXT, OutputStyle
from planner.errors import PlanError
from planner.tree import types as t
from planner.tree.types import PgType, SqlType
from tests.gateway.test_codecs_postgres import DAY_EDGES, MOMENT_EDGES, TIMESTAMP_HIGH, TIMESTAMP_LOW

pytestmark = pytest.mark.postgres
STYLES = tuple(", ".join(pair) for pair in product(("ISO", "SQL", "German", "Postgres"), ("MDY", "DMY", "YMD")))
ZONES = ("UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "Africa/Monrovia", "Etc/GMT-3", "EST5EDT")
VALUES_PER_STYLE = 400
READ_PER_STYLE = 40
INSTANTS_PER_ZONE = 60
#: The zone that PostgreSQL's own tests are run in has no name in the tz database; these mean what the machine says.
NOT_ZONES = ("localtime", "Factory", "posixrules")


@pytest.fixture(scope="module")
def postgres(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        yield connection


def moments(r: random.Random, count: int) -> list[int]:
    near = [r.randrange(-5_000_000_000, 5_000_000_000) * 1_000_000 + r.choice((0, 0, 120_000, 7)) for _ in range(count)]
    far = [r.randrange(TIMESTAMP_LOW, TIMESTAMP_HIGH) for _ in range(count // 5)]
    return [*near, *far, 0, *MOMENT_EDGES]


def days(r: random.Random, count: int) -> list[int]:
    far = [r.randrange(-2_440_588, 2_145_042_905) for _ in range(count // 5)]
    return [*(r.randrange(-40_000, 60_000) for _ in range(count)), *far, *DAY_EDGES]


def printed(connection: psycopg.Connection[Any], pg: PgType, style: OutputStyle, values: list[int]) -> list[str]:
    """What PostgreSQL makes of the values, which it gets in binary."""
    connection.execute(
        "SELECT set_config('TimeZone', %s, false), set_config('DateStyle', %s, false)", (style.timezone, style.date_style)
    )
    array = t.ARRAY_OF[pg]
    binary = encoder(SqlType(array), BINARY)(values)
    result = connection.pgconn.exec_params(b"SELECT unnest($1)::text", [binary], [array.oid], [BINARY])
    assert result.status == ExecStatus.TUPLES_OK, result.error_message
    return [(result.get_value(row, 0) or b"").decode() for row in range(result.ntuples)]


@pytest.mark.parametrize("date_style", STYLES)
@pytest.mark.parametrize("pg", [t.DATE, t.TIMESTAMP, t.TIMESTAMPTZ], ids=lambda pg: pg.name)
def test_every_style(postgres: psycopg.Connection[Any], pg: PgType, date_style: str) -> None:
    r = random.Random(date_style)
    for timezone in ZONES if pg is t.TIMESTAMPTZ else ZONES[:1]:
        style = OutputStyle(timezone=timezone, date_style=date_style)
        values = (days if pg is t.DATE else moments)(r, VALUES_PER_STYLE // (8 if pg is t.TIMESTAMPTZ else 1))
        write = encoder(SqlType(pg), TEXT, style)
        theirs = printed(postgres, pg, style, values)
        assert [write(value).decode() for value in values] == theirs, timezone
        some = r.sample(theirs, READ_PER_STYLE)
        assert _read(some, pg, style) == _read_there(postgres, some, pg), timezone


def _read(texts: Sequence[str], pg: PgType, style: OutputStyle) -> list[str]:
    """Each text read and printed again, or the error."""
    read, write = decoder(SqlType(pg), TEXT, style), encoder(SqlType(pg), TEXT, style)
    found = []
    for text in texts:
        try:
            found.append(write(read(text.encode())).decode())
        except PlanError as error:
            found.append(error.message)
    return found


def _read_there(connection: psycopg.Connection[Any], texts: Sequence[str], pg: PgType) -> list[str]:
    found = []
    for text in texts:
        try:
            row = connection.execute(f"SELECT %s::{pg.name}::text".encode(), (text,)).fetchone()
            assert row is not None
            found.append(row[0])
        except psycopg.Error as error:
            found.append(str(error.diag.message_primary))
    return found


def test_abbreviations_of_all_zones(postgres: psycopg.Connection[Any]) -> None:
    names = [row[0] for row in postgres.execute("SELECT name FROM pg_timezone_names ORDER BY name").fetchall()]
    r = random.Random("zones")
    differing = []
    for timezone in sorted({*names} & available_timezones() - {*NOT_ZONES}):
        style, values = OutputStyle(timezone=timezone, date_style="SQL, DMY"), moments(r, INSTANTS_PER_ZONE)
        write = encoder(SqlType(t.TIMESTAMPTZ), TEXT, style)
        theirs = printed(postgres, t.TIMESTAMPTZ, style, values)
        differing += [(timezone, a, b) for a, b in zip([write(v).decode() for v in values], theirs, strict=True) if a != b]
    assert differing == []
