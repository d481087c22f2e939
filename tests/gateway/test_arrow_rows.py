"""Vectorised DataRow encoding against PostgreSQL 15: each type's edge cases and random values, text and binary.

PostgreSQL makes the values from SQL of its own, so nothing that is compared went through Tidegate's codecs.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from gateway.codecs import arrow_rows
from gateway.codecs.arrow_cells import FEW_CELLS
from gateway.codecs.arrow_rows import RowEncoder
from gateway.contract.engine import BINARY, TEXT, OutputStyle
from gateway.errors import ResultTooLarge
from planner.tree import types as t
from tests.gateway.arrow_cases import Case, all_cases
from tests.plugins.scale import seed_for

SEED = seed_for("arrow rows")
print(f"seed of the values: {SEED}")
CASES = {case.name: case for case in all_cases(SEED)}
ZONES = ["America/New_York", "Asia/Kolkata", "Europe/Amsterdam", "Pacific/Apia", "Africa/Monrovia"]


@pytest.fixture(scope="module")
def postgres(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        yield connection


def column_in_postgres(connection: psycopg.Connection[Any], sql: list[str], format_: int) -> list[bytes | None]:
    query = "SELECT v FROM (VALUES " + ", ".join(f"({i}, {value})" for i, value in enumerate(sql)) + ") AS x(i, v) ORDER BY i"
    result = connection.pgconn.exec_params(query.encode(), None, result_format=format_)
    assert result.status == psycopg.pq.ExecStatus.TUPLES_OK, result.error_message
    return [result.get_value(i, 0) for i in range(result.ntuples)]


def cells_of(data: bytes, columns: int) -> list[list[bytes | None]]:
    """The cells of a run of DataRow messages, by the protocol's definition."""
    rows, at = [], 0
    while at < len(data):
        kind, size, count = struct.unpack_from(">cih", data, at)
        assert (kind, count) == (b"D", columns)
        cursor, row = at + 7, []
        for _ in range(count):
            (length,) = struct.unpack_from(">i", data, cursor)
            cursor += 4
            row.append(None if length < 0 else data[cursor : cursor + length])
            cursor += max(length, 0)
        assert cursor == at + 1 + size, "the message's length word counts its bytes"
        rows.append(row)
        at = cursor
    return rows


def encoded(case: Case, format_: int, style: OutputStyle) -> list[bytes | None]:
    batch = pa.record_batch({"v": case.array})
    return [row[0] for row in cells_of(RowEncoder([case.type], [format_], style).encode(batch), 1)]


@pytest.mark.postgres
@pytest.mark.parametrize("format_", [TEXT, BINARY])
@pytest.mark.parametrize("name", CASES)
def test_cells_equal_postgres(postgres: psycopg.Connection[Any], name: str, format_: int) -> None:
    case = CASES[name]
    expected = column_in_postgres(postgres, case.sql, format_)
    assert list(zip(case.sql, encoded(case, format_, OutputStyle()), strict=True)) == list(zip(case.sql, expected, strict=True)), (
        SEED
    )


@pytest.mark.postgres
@pytest.mark.parametrize("name", ["timestamptz-timestamp[us, tz=UTC]", "timestamptz-timestamp[us, tz=UTC][]"])
@pytest.mark.parametrize("zone", ZONES)
def test_timestamptz_in_the_sessions_zone(postgres: psycopg.Connection[Any], zone: str, name: str) -> None:
    postgres.execute(f"SET timezone = '{zone}'")
    try:
        expected = column_in_postgres(postgres, CASES[name].sql, TEXT)
    finally:
        postgres.execute("RESET timezone")
    assert encoded(CASES[name], TEXT, OutputStyle(timezone=zone)) == expected, SEED


INFINITE = [
    (t.DATE, pa.array([2**31 - 1, -(2**31), 1 - 2**31], pa.int32()).view(pa.date32())),
    (t.TIMESTAMP, pa.array([2**63 - 1, -(2**63), 1 - 2**63], pa.int64()).view(pa.timestamp("us"))),
    (t.TIMESTAMPTZ, pa.array([2**63 - 1, -(2**63), 1 - 2**63], pa.int64()).view(pa.timestamp("us", "UTC"))),
]


@pytest.mark.postgres
@pytest.mark.parametrize("format_", [TEXT, BINARY])
@pytest.mark.parametrize(("pg", "array"), INFINITE)
def test_infinity_by_either_number(postgres: psycopg.Connection[Any], pg: t.PgType, array: pa.Array, format_: int) -> None:
    """The least number means -infinity here, the one above it in DuckDB."""
    expected = column_in_postgres(postgres, [f"'{v}'::{pg.name}" for v in ("infinity", "-infinity", "-infinity")], format_)
    assert encoded(Case("", t.SqlType(pg), array, []), format_, OutputStyle()) == expected


def test_rows_of_several_columns() -> None:
    batch = pa.record_batch({"a": pa.array([1, None], pa.int32()), "b": pa.array(["x", ""]), "c": pa.array([True, False])})
    types = [t.SqlType(t.INT4), t.SqlType(t.TEXT), t.SqlType(t.BOOL)]
    data = RowEncoder(types, [BINARY, TEXT, BINARY], OutputStyle()).encode(batch)
    assert cells_of(data, 3) == [[b"\0\0\0\1", b"x", b"\1"], [None, b"", b"\0"]]


def test_no_columns_and_no_rows() -> None:
    assert RowEncoder([t.SqlType(t.INT4)], [TEXT], OutputStyle()).encode(pa.record_batch({"a": pa.array([], pa.int32())})) == b""
    batch = pa.RecordBatch.from_struct_array(pa.array([{}, {}], pa.struct([])))
    assert RowEncoder([], [], OutputStyle()).encode(batch) == b"D\0\0\0\6\0\0" * 2


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("format_", [TEXT, BINARY])
def test_a_slice_encodes_as_its_rows(name: str, format_: int) -> None:
    case = CASES[name]
    whole = encoded(case, format_, OutputStyle())
    part = Case(name, case.type, case.array.slice(3, 7), [])
    assert encoded(part, format_, OutputStyle()) == whole[3:10]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("format_", [TEXT, BINARY])
def test_few_rows_encode_as_many(name: str, format_: int) -> None:
    """Few cells are joined one by one, many by whole columns."""
    case = CASES[name]
    times = FEW_CELLS // len(case.array) + 1
    many = Case(name, case.type, pa.concat_arrays([case.array] * times), [])
    few = [Case(name, case.type, case.array.slice(at, FEW_CELLS), []) for at in range(0, len(case.array), FEW_CELLS)]
    assert encoded(many, format_, OutputStyle()) == [cell for part in few for cell in encoded(part, format_, OutputStyle())] * times


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("format_", [TEXT, BINARY])
def test_no_values_at_all(name: str, format_: int) -> None:
    """None in the column, and NULLs only: arrays of them have no elements either."""
    case = CASES[name]
    assert encoded(Case(name, case.type, case.array.slice(0, 0), []), format_, OutputStyle()) == []
    assert encoded(Case(name, case.type, pa.nulls(2, case.array.type), []), format_, OutputStyle()) == [None, None]


def test_columns_that_share_a_buffer_count_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow_rows, "BATCH_BYTES_MAX", 2_000)
    monkeypatch.setattr(arrow_rows, "ROW_BYTES_MAX", 4_000)
    text = pa.array(["x" * 100, "y" * 100])
    encoder = RowEncoder([t.SqlType(t.TEXT)] * 50, [TEXT] * 50, OutputStyle())
    batch = pa.RecordBatch.from_arrays([text] * 50, [str(i) for i in range(50)])
    with pytest.raises(ResultTooLarge, match="a row is too large"):
        encoder.encode(batch)
