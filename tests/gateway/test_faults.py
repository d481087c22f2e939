"""DuckDB's run-time errors under Postgres's SQLSTATEs: each raised by DuckDB itself, not by a copied message."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import duckdb
import pytest

from gateway.engine.duck.faults import translated
from gateway.sqlstate import sqlstate

FAULTS = {
    "SELECT 1 // 0": ("22012", "division by zero"),
    "SELECT 1 % 0": ("22012", "division by zero"),
    "SELECT 2147483647::INTEGER + 1::INTEGER": ("22003", "integer out of range"),
    "SELECT 32767::SMALLINT * 2::SMALLINT": ("22003", "smallint out of range"),
    "SELECT 9223372036854775807::BIGINT + 1": ("22003", "bigint out of range"),
    "SELECT 300000::SMALLINT": ("22003", "smallint out of range"),
    "SELECT 1e20::DOUBLE::INTEGER": ("22003", "integer out of range"),
    "SELECT 123.45::DECIMAL(5,2)::DECIMAL(3,2)": ("22003", "numeric field overflow"),
    "SELECT sum(x) FROM (SELECT 9223372036854775807::BIGINT AS x FROM range(3)) WHERE CAST(x AS INTEGER) > 0": (
        "22003", "integer out of range"),
    "SELECT 'a'::INTEGER": ("22P02", 'invalid input syntax for type integer: "a"'),
    "SELECT 'a'::DOUBLE": ("22P02", 'invalid input syntax for type double precision: "a"'),
    "SELECT 'maybe'::BOOLEAN": ("22P02", 'invalid input syntax for type boolean: "maybe"'),
    "SELECT 'x'::DATE": ("22007", 'invalid input syntax for type date: "x"'),
    "SELECT '2020-13-01'::DATE": ("22008", 'date/time field value out of range: "2020-13-01"'),
    "SELECT ('5877599-12-30 (BC)'::DATE)::TIMESTAMP": ("22008", "date out of range for timestamp"),
    "SELECT 'x'::TIMESTAMP": ("22007", 'invalid input syntax for type timestamp: "x"'),
    "SELECT '2020-01-01'::TIMESTAMP + INTERVAL '300000 years'": ("22008", "timestamp out of range"),
    "SELECT (SELECT range FROM range(2))": ("21000", "more than one row returned by a subquery used as an expression"),
    "SELECT 1 FROM range(2) a LEFT JOIN LATERAL (SELECT a.range AS x) b ON b.x IN (SELECT 1)": (
        "0A000", "a subquery is not supported here"),
    "SELECT repeat('x', 10000000000)": ("54000", "requested length too large"),
    "SELECT regexp_matches('a', '(')": ("2201B", None),
    "SELECT * FROM no_such_relation": ("XX000", None),
}  # fmt: skip


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as made:
        yield made


@pytest.mark.parametrize("sql", FAULTS)
def test_translated(connection: duckdb.DuckDBPyConnection, sql: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(duckdb.Error) as raised:
        connection.sql(sql).fetchall()
    state, message = FAULTS[sql]
    found = translated(raised.value)
    assert sqlstate(type(found)) == state, raised.value
    assert message is None or found.message == message
    logged = [r for r in caplog.records if r.levelno == logging.ERROR]
    assert bool(logged) == (state == "XX000"), "only what was not foreseen is logged"


def test_an_error_that_comes_through_arrow(connection: duckdb.DuckDBPyConnection) -> None:
    reader = connection.sql("SELECT 10 // (range - 90000) FROM range(100000)").to_arrow_reader(1000)
    with pytest.raises(OSError) as raised:  # noqa: PT012
        while True:
            reader.read_next_batch()
    assert sqlstate(type(translated(raised.value))) == "22012"


def test_out_of_memory() -> None:
    with duckdb.connect(config={"memory_limit": "20MB", "temp_directory": ""}) as small, pytest.raises(duckdb.Error) as raised:
        small.sql("SELECT range AS r, hash(range)::VARCHAR AS h FROM range(3000000) ORDER BY h").fetchall()
    assert sqlstate(type(translated(raised.value))) == "53200"
