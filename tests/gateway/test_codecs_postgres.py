"""Every codec against PostgreSQL 15: the value's binary form is sent as a parameter and comes back as text and as binary.

What PostgreSQL sends back has to be what the encoders write, under every output setting; and the decoders have to read both
forms as the value they came from.
"""

from __future__ import annotations

import math
import random
import struct
import uuid
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import psycopg
import pytest
from psycopg.pq import ExecStatus

from gateway.codecs.codec import decoder, encoder
from gateway.contract.engine import BINARY, TEXT, OutputStyle
from planner.tree import types as t
from planner.tree.types import PgType, SqlType
from planner.tree.values import (
    DATE_INFINITY,
    DATE_MINUS_INFINITY,
    TIMESTAMP_INFINITY,
    TIMESTAMP_MINUS_INFINITY,
    Interval,
)
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.postgres

ROUNDS = 300
Random = random.Random
TIMESTAMP_LOW, TIMESTAMP_HIGH = -210_866_803_200_000_000 + 86_400_000_000, 9_223_371_331_199_999_999
ALPHABET = "ab\"\\{},' \t\n\r~é漢😀\x7f\x01NULLnull0"
#: The first and last days, and moments, of years that Python's datetime has, those next to them, and infinity.
DAY_EDGES = (-719_162, -719_163, 2_932_896, 2_932_897, DATE_INFINITY, DATE_MINUS_INFINITY)
MOMENT_EDGES = (
    253_402_300_799_999_999,
    253_402_300_800_000_000,
    -62_135_596_800_000_000,
    TIMESTAMP_INFINITY,
    TIMESTAMP_MINUS_INFINITY,
)


def _integer(bits: int) -> Callable[[Random], int]:
    edge = 1 << (bits - 1)
    return lambda r: r.choice([0, 1, -1, edge - 1, -edge, r.randrange(-edge, edge), r.randrange(-1000, 1000)])


def _float8(r: Random) -> float:
    (any_bits,) = struct.unpack("!d", r.randbytes(8))
    edges = [0.0, -0.0, 1e14, 1e15, 123456789012345.6, 1234567890123456.7, 1e16, 1e-4, 1e-5, 5e-324, math.inf, -math.inf, math.nan]
    return r.choice(
        [float(any_bits), r.uniform(-1e6, 1e6), round(r.uniform(-100, 100), 2), float(r.randrange(-(10**17), 10**17)), *edges]
    )


def _float4(r: Random) -> float:
    value = r.choice(
        [struct.unpack("!f", r.randbytes(4))[0], r.uniform(-1e6, 1e6), float(r.randrange(-(10**8), 10**8)), 0.0, 1e5, 1e6]
    )
    return float(struct.unpack("!f", struct.pack("!f", value))[0])


def _numeric(r: Random) -> Decimal:
    digits = r.choice([1, 3, 4, 5, 8, 9, 20, 38, 60])
    numerals = tuple(map(int, str(r.randrange(10**digits))))
    number = Decimal((r.randrange(2), numerals, -r.choice([0, 0, 1, 2, 4, 5, 10, 18, 38])))
    number = number if number else number.copy_abs()
    return r.choice(
        [number, number, number, Decimal(0), Decimal("0.00"), Decimal("NaN"), Decimal("Infinity"), Decimal("-Infinity")]
    )


def _text(r: Random) -> str:
    return "".join(r.choices(ALPHABET, k=r.choice([0, 1, 2, 4, 4, 10])))


def _date(r: Random) -> int:
    far = r.randrange(-2_440_588, 2_145_042_905)
    return r.choice([r.randrange(-30_000, 60_000), far, *DAY_EDGES])


def _timestamp(r: Random) -> int:
    near = r.randrange(-3_000_000_000, 5_000_000_000) * 1_000_000
    far = r.randrange(TIMESTAMP_LOW, TIMESTAMP_HIGH)
    return r.choice([near, near + r.randrange(1_000_000), near + 120_000, far, r.choice((0, *MOMENT_EDGES))])


def _time(r: Random) -> int:
    return r.choice([0, 86_400_000_000, r.randrange(86_400_000_000), r.randrange(86_400) * 1_000_000])


def _interval(r: Random) -> Interval:
    def part(size: int) -> int:
        return r.choice([0, 0, r.randrange(-size, size), r.choice([-1, 1]), r.choice([-12, 12, 13])])

    return Interval(part(100_000), part(100_000), r.choice([part(10**17), part(100) * 1_000_000, part(10**8)]))


def _uuid(r: Random) -> str:
    return str(uuid.UUID(bytes=r.randbytes(16)))


VALUES: dict[PgType, Callable[[Random], Any]] = {
    t.BOOL: lambda r: r.random() < 0.5,
    t.INT2: _integer(16),
    t.INT4: _integer(32),
    t.INT8: _integer(64),
    t.OID: lambda r: r.randrange(2**32),
    t.FLOAT4: _float4,
    t.FLOAT8: _float8,
    t.NUMERIC: _numeric,
    t.TEXT: _text,
    t.VARCHAR: _text,
    t.NAME: _text,
    t.CHAR_: lambda r: r.choice("azA~ 0"),
    t.BYTEA: lambda r: r.randbytes(r.choice([0, 1, 2, 20])),
    t.UUID: _uuid,
    t.JSON: lambda r: r.choice(['{"a":1}', "[1, null]", '"x"', "null"]),
    t.JSONB: lambda r: r.choice(['{"a": 1}', "[1, null]", '"x"', "null"]),
    t.DATE: _date,
    t.TIME: _time,
    t.TIMESTAMP: _timestamp,
    t.TIMESTAMPTZ: _timestamp,
    t.INTERVAL: _interval,
}


def _array(element: Callable[[Random], Any]) -> Callable[[Random], list[Any]]:
    def make(r: Random) -> list[Any]:
        def one() -> Any:
            return None if r.random() < 0.2 else element(r)

        shape = r.choice([(0,), (1,), (3,), (5,), (2, 2), (1, 3, 2)])

        def nested(lengths: tuple[int, ...]) -> list[Any]:
            return [one() if len(lengths) == 1 else nested(lengths[1:]) for _ in range(lengths[0])]

        return nested(shape)

    return make


CASES = {**VALUES, **{t.ARRAY_OF[pg]: _array(make) for pg, make in VALUES.items()}}


@pytest.fixture(scope="module")
def reference(postgres_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        yield connection


def _seeded() -> Random:
    seed = seed_for("codecs postgres")
    return Random(seed)


def _ask(reference: psycopg.Connection[Any], pg: PgType, raw: bytes, sent: int, wanted: int) -> bytes:
    result = reference.pgconn.exec_params(f'SELECT $1::"{pg.name}"'.encode(), [raw], [pg.oid], [sent], wanted)
    assert result.status == ExecStatus.TUPLES_OK, (pg.name, raw, result.error_message)
    value = result.get_value(0, 0)
    assert value is not None
    return value


def _same(a: Any, b: Any) -> bool:
    """Equal as PostgreSQL's values are: NaN is itself, numerics have a scale, -0.0 is not 0.0."""
    return repr(a) == repr(b)


def _apply(reference: psycopg.Connection[Any], style: OutputStyle) -> None:
    for name, value in (
        ("timezone", style.timezone),
        ("extra_float_digits", str(style.extra_float_digits)),
        ("bytea_output", style.bytea_output),
        ("intervalstyle", style.interval_style),
    ):
        reference.execute("SELECT set_config(%s, %s, false)", (name, value))


@pytest.mark.parametrize("pg", CASES, ids=lambda pg: pg.name)
def test_output_and_binary_input_are_postgresqls(reference: psycopg.Connection[Any], pg: PgType) -> None:
    style = OutputStyle()
    _apply(reference, style)
    type_, r = SqlType(pg), _seeded()
    write_text, write_binary = encoder(type_, TEXT, style), encoder(type_, BINARY)
    read_binary = decoder(type_, BINARY)
    for _ in range(ROUNDS):
        value = CASES[pg](r)
        binary = write_binary(value)
        assert _ask(reference, pg, binary, BINARY, BINARY) == binary, value
        text = _ask(reference, pg, binary, BINARY, TEXT)
        assert write_text(value) == text, value
        assert _same(read_binary(binary), value), value


@pytest.mark.parametrize("pg", CASES, ids=lambda pg: pg.name)
def test_text_input_reads_what_postgresql_writes(reference: psycopg.Connection[Any], pg: PgType) -> None:
    style = OutputStyle()
    _apply(reference, style)
    r = _seeded()
    read, write_binary = decoder(SqlType(pg), TEXT, style), encoder(SqlType(pg), BINARY)
    for _ in range(ROUNDS):
        value = CASES[pg](r)
        text = _ask(reference, pg, write_binary(value), BINARY, TEXT)
        assert _same(read(text), value), (value, text)


STYLES = {
    t.TIMESTAMPTZ: [
        OutputStyle(timezone=zone)
        for zone in ("Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "Africa/Monrovia")
    ],
    t.INTERVAL: [OutputStyle(interval_style=style) for style in ("postgres", "postgres_verbose", "iso_8601", "sql_standard")],
    t.FLOAT8: [OutputStyle(extra_float_digits=digits) for digits in (-15, -3, 0, 3)],
    t.FLOAT4: [OutputStyle(extra_float_digits=digits) for digits in (-15, -3, 0, 3)],
    t.BYTEA: [OutputStyle(bytea_output="escape")],
}


@pytest.mark.parametrize(
    ("pg", "style"),
    [(pg, style) for pg, styles in STYLES.items() for style in styles],
    ids=lambda x: x.name if isinstance(x, PgType) else f"{x.timezone}-{x.interval_style}-{x.extra_float_digits}",
)
def test_output_follows_the_settings(reference: psycopg.Connection[Any], pg: PgType, style: OutputStyle) -> None:
    _apply(reference, style)
    r = _seeded()
    write = encoder(SqlType(pg), TEXT, style)
    for _ in range(ROUNDS):
        value = VALUES[pg](r)
        binary = encoder(SqlType(pg), BINARY)(value)
        assert write(value) == _ask(reference, pg, binary, BINARY, TEXT), value
