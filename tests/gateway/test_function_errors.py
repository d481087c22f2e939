"""Errors of functions as clients see them: SQLSTATE, wording, detail, hint are PostgreSQL 15's. One query per line of the file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.plugins.twin import Twin

pytestmark = pytest.mark.postgres

QUERIES = Path(__file__).with_name("function_errors.sql").read_text().splitlines()


@pytest.fixture(scope="module")
def both(twin: Twin) -> Iterator[tuple[psycopg.Connection, psycopg.Connection]]:
    with psycopg.connect(twin.tidegate, autocommit=True) as ours, psycopg.connect(twin.postgres, autocommit=True) as theirs:
        yield ours, theirs


def told(connection: psycopg.Connection, sql: str) -> object:
    with pytest.raises(psycopg.Error) as caught:
        connection.execute(sql.encode())
    diag = caught.value.diag
    return diag.sqlstate, diag.message_primary, diag.message_detail, diag.message_hint


@pytest.mark.parametrize("sql", QUERIES)
def test_the_same_error(both: tuple[psycopg.Connection, psycopg.Connection], sql: str) -> None:
    ours, theirs = both
    assert told(ours, sql) == told(theirs, sql)
