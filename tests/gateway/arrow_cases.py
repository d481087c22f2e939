"""Columns of every type in two forms: an Arrow array, and SQL that makes the same values in PostgreSQL."""

from __future__ import annotations

import decimal
import math
import random
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from planner.tree import types as t

DAY_US = 86_400_000_000


@dataclass(frozen=True)
class Case:
    """One column: its SQL type, Arrow values, and the SQL that makes the same values in PostgreSQL."""

    name: str
    type: t.SqlType
    array: pa.Array
    sql: list[str]


def scalar(pg: t.PgType, values: list[Any], arrow: pa.DataType, sql: list[str] | None = None, typmod: int = -1) -> Case:
    literals = sql or [f"'{v}'" for v in values]
    written = [f"NULL::{pg.name}" if v is None else f"{s}::{pg.name}" for v, s in zip(values, literals, strict=True)]
    return Case(f"{pg.name}-{arrow}", t.SqlType(pg, typmod), pa.array(values, arrow), written)


def text_literal(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def floats(rng: random.Random, width: int) -> list[float | None]:
    edge = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        0.1,
        1e-4,
        9.99e-5,
        1e-5,
        1e5,
        999999.0,
        1e6,
        1234567.0,
        1e14,
        1e15,
        1e16,
        123456789012345.6,
        1e22,
        1e23,
    ]
    edge += [
        5e-324,
        1.7976931348623157e308,
        2.2250738585072014e-308,
        9007199254740993.0,
        2.0**60,
        1.2e-7,
        math.inf,
        -math.inf,
        math.nan,
    ]
    drawn = [struct.unpack(">d", rng.randbytes(8))[0] for _ in range(300)] + [rng.uniform(-1000, 1000) for _ in range(100)]
    drawn += [rng.randrange(10**6) / 100 for _ in range(100)] + [
        math.ldexp(rng.randrange(1 << 53), rng.randrange(0, 60)) for _ in range(200)
    ]
    if width == 4:
        with np.errstate(over="ignore"):
            drawn = [float(np.float32(v)) for v in drawn] + [float(np.float32(v)) for v in (1e6, 16777216, 3.4e38, 1e-45, 123456.7)]
            edge = [float(np.float32(v)) for v in edge]
    # NaNs drawn from random bytes have bits that no literal can ask PostgreSQL for.
    return [None, *edge, *(v for v in drawn if not math.isnan(v))]


def timestamp_sql(values: list[int | None], type_name: str, zone: str) -> list[str]:
    parts = [divmod(v or 0, DAY_US) for v in values]
    return [
        f"({type_name} '1970-01-01 00:00:00{zone}' + interval '{d * 24} hours' + interval '{r} microseconds')" for d, r in parts
    ]


def instants(rng: random.Random) -> list[int | None]:
    edge = [0, 1, -1, 1_500_000, 10, 946_684_800_000_000, -62_135_596_800_000_000, -62_135_596_800_000_001, 253_402_300_799_999_999]
    edge += [
        253_402_300_800_000_000,
        -63_000_000_000_000_000,
        1_364_691_600_000_000 - 1,
        1_364_691_600_000_000,
        -2_000_000_000_123_456,
    ]
    return [
        None,
        *edge,
        *(rng.randrange(-2_208_988_800, 4_102_444_800) * 1_000_000 + rng.choice((0, 0, 120_000, 7)) for _ in range(300)),
    ]


def decimals(rng: random.Random, precision: int, scale: int) -> list[decimal.Decimal | None]:
    values = [0, 1, -1, 10, 9999, 10**4, 10**precision - 1, 1 - 10**precision, 10 ** (precision - 1), 10**scale]
    values += [rng.randrange(-(10**p), 10**p) for p in range(1, precision + 1) for _ in range(5)]
    with decimal.localcontext(decimal.Context(prec=60)):
        return [None, *(decimal.Decimal(v % 10**precision).scaleb(-scale) * (-1 if v < 0 else 1) for v in values)]


def numeric_case(rng: random.Random, precision: int, scale: int) -> Case:
    values = decimals(rng, precision, scale)
    sql = [f"'{0 if v is None else v:f}'::numeric({precision},{scale})" for v in values]
    written = [f"NULL::numeric({precision},{scale})" if v is None else s for v, s in zip(values, sql, strict=True)]
    return Case(f"numeric({precision},{scale})", t.SqlType(t.NUMERIC, t.numeric_typmod(precision, scale)),
                pa.array(values, pa.decimal128(precision, scale)), written)  # fmt: skip


TEXTS = [
    "",
    "a",
    "NULL",
    "null",
    "with space",
    'quo"te',
    "back\\slash",
    "{brace}",
    "com,ma",
    "ünï漢字🎈",
    "tab\t",
    "line\nbreak",
    "'",
    None,
]
TEXTS += ["long" * 100, "nullx", " lead", "\x0b", "\x0c", "\r", "\xa0"]


def integers(rng: random.Random, width: int) -> list[int | None]:
    """Edges and random numbers of so many bytes."""
    end = 2 ** (8 * width - 1)
    return [None, 0, 1, -1, end - 1, -end, *(rng.randrange(-end, end) for _ in range(50))]


def scalar_cases(rng: random.Random) -> list[Case]:
    ints = {width: integers(rng, width) for width in (1, 2, 4, 8)}
    days = [
        None,
        0,
        -1,
        10_957,
        -719_162,
        -719_163,
        2_932_896,
        2_932_897,
        -730_000,
        *(rng.randrange(-50_000, 50_000) for _ in range(50)),
    ]
    times = instants(rng)
    blobs = [None, b"", b"\x00\xff", *(rng.randbytes(rng.randrange(40)) for _ in range(20))]
    clock = [None, 0, 1, DAY_US - 1, 43_200_000_000, 1_500_000, *(rng.randrange(DAY_US) for _ in range(20))]
    uuids = [None, *("-".join(rng.randbytes(n).hex() for n in (4, 2, 2, 2, 6)) for _ in range(10))]
    jsons = [None, '{"a": 1}', "[1, 2]", '"x"', "null"]
    return [
        scalar(t.BOOL, [True, False, None], pa.bool_()),
        scalar(t.INT2, ints[1], pa.int8()),
        scalar(t.INT2, ints[2], pa.int16()),
        scalar(t.INT4, ints[4], pa.int32()),
        scalar(t.INT8, ints[8], pa.int64()),
        scalar(t.OID, [None, 0, 1, 16384, 2**32 - 1], pa.int64()),
        scalar(t.FLOAT8, floats(rng, 8), pa.float64()),
        scalar(t.FLOAT4, floats(rng, 4), pa.float32()),
        scalar(t.TEXT, TEXTS, pa.string(), [text_literal(v or "") for v in TEXTS]),
        scalar(t.VARCHAR, TEXTS, pa.string(), [text_literal(v or "") for v in TEXTS]),
        scalar(t.BYTEA, blobs, pa.binary(), [f"'\\x{(b or b'').hex()}'" for b in blobs]),
        scalar(t.DATE, days, pa.date32(), [f"(date '1970-01-01' + {d or 0})" for d in days]),
        scalar(t.TIME, clock, pa.time64("us"), [f"(time '00:00' + interval '{c or 0} microseconds')" for c in clock]),
        scalar(t.TIMESTAMP, times, pa.timestamp("us"), timestamp_sql(times, "timestamp", "")),
        scalar(t.TIMESTAMPTZ, times, pa.timestamp("us", "UTC"), timestamp_sql(times, "timestamptz", "+00")),
        scalar(t.UUID, uuids, pa.string()),
        scalar(t.JSON, jsons, pa.string()),
        scalar(t.JSONB, jsons, pa.string()),
        *(
            numeric_case(rng, p, s)
            for p, s in ((1, 0), (1, 1), (5, 2), (10, 4), (18, 18), (18, 0), (19, 3), (38, 0), (38, 10), (38, 38), (12, 7))
        ),
    ]


INTERVALS = [(0, 0, 0), (1, 0, 0), (-1, 0, 0), (14, 3, 0), (0, -1, 1), (0, 1, -1), (-14, 2, -3_600_000_000), (0, 0, 90_061_500_000)]
INTERVALS += [(24, 0, 0), (0, 0, -500_000), (11, 0, 1), (0, 400, 0), (0, 0, 360_000_000_000), (-12, -1, -1)]


def interval_case(rng: random.Random) -> Case:
    drawn = [(rng.randrange(-50, 50), rng.randrange(-50, 50), rng.randrange(-(10**12), 10**12)) for _ in range(50)]
    values = [None, *INTERVALS, *drawn]
    array = pa.array([None if v is None else (v[0], v[1], v[2] * 1000) for v in values], pa.month_day_nano_interval())
    sql = [
        "NULL::interval" if v is None else f"(interval '{v[0]} months' + interval '{v[1]} days' + interval '{v[2]} microseconds')"
        for v in values
    ]
    return Case("interval", t.SqlType(t.INTERVAL), array, sql)


def array_case(rng: random.Random, element: Case) -> Case:
    """Arrays of the values of *element*, some empty, some NULL, some with NULLs."""
    lists: list[list[int] | None] = [None, [], [0], list(range(min(5, len(element.sql))))]
    lists += [[rng.randrange(len(element.sql)) for _ in range(rng.randrange(6))] for _ in range(40)]
    pg = t.ARRAY_OF[element.type.pg]
    offsets = np.cumsum([0, *(len(x or []) for x in lists)])
    values = element.array.take(pa.array([i for x in lists for i in x or []], pa.int64()))
    mask = pa.array([x is None for x in lists])
    array = pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), values, mask=mask)
    name = f"{element.type.pg.name}[]"
    sql = ["NULL::" + name if x is None else f"ARRAY[{', '.join(element.sql[i] for i in x)}]::{name}" for x in lists]
    return Case(f"{element.name}[]", t.SqlType(pg, element.type.typmod), array, sql)


def all_cases(seed: int) -> list[Case]:
    """Every type, scalars and arrays."""
    rng = random.Random(seed)
    scalars = [*scalar_cases(rng), interval_case(rng)]
    return [*scalars, *(array_case(rng, c) for c in scalars)]
