"""Records as values: what a client sees of them is what PostgreSQL 15 shows, in text, in binary and from COPY."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import pq

from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres

_STATEMENTS = [line for line in Path(__file__).with_name("record_values.sql").read_text().splitlines() if line[:2] != "--"]
#: Whole rows, whose types here are record and record[], there the table's own and its array's.
_WHOLE_ROWS = (
    "SELECT k FROM kinds k ORDER BY id",
    "SELECT a FROM airlines a ORDER BY a DESC LIMIT 3",
    "SELECT a FROM airlines a GROUP BY carrier ORDER BY 1 LIMIT 2",
    "SELECT first_value(a) OVER (ORDER BY carrier) FROM airlines a LIMIT 3",
    "SELECT (array_agg(a ORDER BY carrier))[1] FROM airlines a",
    "WITH c AS (SELECT a FROM airlines a) SELECT (a).name, a FROM c ORDER BY 1 LIMIT 2",
    "SELECT a.carrier, c FROM airlines a LEFT JOIN carrier_delays c ON c.carrier = a.carrier AND c.flights > 1000 ORDER BY 1",
)
_COPIES = (
    "COPY (SELECT ROW(carrier, name), ROW(1, NULL) FROM airlines ORDER BY carrier) TO STDOUT",
    "COPY (SELECT k FROM kinds k ORDER BY id) TO STDOUT (FORMAT csv, HEADER)",
    "COPY (SELECT k FROM kinds k ORDER BY id) TO STDOUT (FORMAT binary)",
)
_FIELDS = (
    pq.DiagnosticField.SQLSTATE,
    pq.DiagnosticField.MESSAGE_PRIMARY,
    pq.DiagnosticField.MESSAGE_HINT,
    pq.DiagnosticField.STATEMENT_POSITION,
)


@pytest.fixture(scope="module")
def sides(twin: Twin) -> Iterator[tuple[psycopg.Connection, psycopg.Connection]]:
    with psycopg.connect(twin.tidegate, autocommit=True) as ours, psycopg.connect(twin.postgres, autocommit=True) as theirs:
        for side in (ours, theirs):
            side.execute("SET TimeZone = 'UTC'")
        yield ours, theirs


def _seen(connection: psycopg.Connection, sql: str, result_format: int) -> tuple[object, object]:
    result = connection.pgconn.exec_params(sql.encode(), None, result_format=result_format)
    if result.status == pq.ExecStatus.FATAL_ERROR:
        return [(result.error_field(kind) or b"").decode() for kind in _FIELDS], None
    columns = [(result.fname(i), result.ftype(i), result.fsize(i), result.fmod(i)) for i in range(result.nfields)]
    return columns, [[result.get_value(row, column) for column in range(result.nfields)] for row in range(result.ntuples)]


@pytest.mark.parametrize("result_format", [pq.Format.TEXT, pq.Format.BINARY])
@pytest.mark.parametrize("sql", _STATEMENTS)
def test_the_same_columns_and_rows(sides: tuple[psycopg.Connection, psycopg.Connection], sql: str, result_format: int) -> None:
    ours, theirs = sides
    assert _seen(ours, sql, result_format) == _seen(theirs, sql, result_format)


@pytest.mark.parametrize("result_format", [pq.Format.TEXT, pq.Format.BINARY])
@pytest.mark.parametrize("sql", _WHOLE_ROWS)
def test_the_same_rows(sides: tuple[psycopg.Connection, psycopg.Connection], sql: str, result_format: int) -> None:
    ours, theirs = sides
    assert _seen(ours, sql, result_format)[1] == _seen(theirs, sql, result_format)[1]


@pytest.mark.parametrize("sql", _COPIES)
def test_the_same_copy(sides: tuple[psycopg.Connection, psycopg.Connection], sql: str) -> None:
    found = []
    for side in sides:
        with side.cursor().copy(sql.encode()) as copy:
            found.append(b"".join(copy))
    assert found[0] == found[1]


def test_session_formats(sides: tuple[psycopg.Connection, psycopg.Connection]) -> None:
    settings = ("bytea_output = escape", "extra_float_digits = -3", "IntervalStyle = iso_8601", "TimeZone = 'Asia/Kolkata'")
    sql = "SELECT ROW(raw, double, elapsed, instant, single) FROM kinds ORDER BY id"
    found = []
    for side in sides:
        with side.transaction(force_rollback=True):
            for setting in settings:
                side.execute(f"SET LOCAL {setting}".encode())
            found.append(_seen(side, sql, pq.Format.TEXT))
    assert found[0] == found[1]


def test_psycopg_reads_records(sides: tuple[psycopg.Connection, psycopg.Connection]) -> None:
    sql = "SELECT ROW(1, 'a b', NULL, ROW(1.50, true))"
    for binary in (False, True):
        found = [side.cursor(binary=binary).execute(sql.encode()).fetchall() for side in sides]
        assert found[0] == found[1]


def test_arrow_has_no_records(sides: tuple[psycopg.Connection, psycopg.Connection]) -> None:
    with (
        pytest.raises(psycopg.errors.FeatureNotSupported),
        sides[0].cursor().copy("COPY (SELECT ROW(1)) TO STDOUT (FORMAT arrow)") as copy,
    ):
        b"".join(copy)
