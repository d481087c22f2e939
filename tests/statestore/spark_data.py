"""A table with every column type, NULLs and edge values everywhere, in a Parquet file that Spark reads without loss."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from statestore import types as st
from statestore.arrow import arrow_type
from tests.statestore.values import EXACT, LEAVES, LIMITS, SPECIAL_DOUBLES

NESTED: list[st.DataType] = [
    *(st.Array(t) for t in LEAVES),
    st.Array(st.Array(st.Short())),
    st.Struct((st.Field("a", st.Int()), st.Field("b", st.String()), st.Field("c", st.Decimal(30, 3)))),
    st.Array(st.Struct((st.Field("a", st.YearMonthInterval()), st.Field("b", st.Array(st.Boolean()))))),
    st.Struct((st.Field("a", st.Struct((st.Field("b", st.Double()), st.Field("c", st.Binary())))),)),
]
MAPS: list[st.DataType] = [
    st.Map(st.String(), st.Int()),
    st.Map(st.Decimal(20, 1), st.Array(st.String())),
    st.Struct((st.Field("a", st.Map(st.Byte(), st.Decimal(38, 5))),)),
    st.Array(st.Map(st.Date(), st.Struct((st.Field("a", st.Long()),)))),
]
#: More than 64 columns, so that rows have a second word of NULL bits.
TYPES: list[st.DataType] = [*LEAVES, *NESTED, *MAPS, *LEAVES]
NAMES = [f"c{i}" for i in range(len(TYPES))]
NULL_SHARE = 0.15


def random_rows(count: int, seed: int) -> list[tuple[Any, ...]]:
    """Rows of TYPES; the first is all NULL, the second has none at the top."""
    chosen = random.Random(seed)
    rows = [tuple(random_value(chosen, t) for t in TYPES) for _ in range(count - 2)]
    return [tuple(None for _ in TYPES), tuple(_value(chosen, t) for t in TYPES), *rows]


def random_value(chosen: random.Random, data_type: st.DataType) -> Any:
    return None if chosen.random() < NULL_SHARE else _value(chosen, data_type)


def _value(chosen: random.Random, data_type: st.DataType) -> Any:
    if limits := LIMITS.get(data_type):
        return chosen.choice([chosen.randint(*limits), chosen.randint(max(limits[0], -3), 3)])
    match data_type:
        case st.Boolean():
            return chosen.random() < 0.5
        case st.Float():
            return chosen.choice([0.0, -0.0, float("nan"), float("inf"), chosen.randint(-(2**24), 2**24) / 2**10])
        case st.Double():
            return chosen.choice([*SPECIAL_DOUBLES, chosen.gauss(0, 1e9), chosen.random()])
        case st.Decimal(precision, scale):
            digits = chosen.randint(0, precision)
            return EXACT.scaleb(chosen.randint(-(10**digits) + 1, 10**digits - 1), -scale)
        case st.String():
            return "".join(chosen.choice("abz \0é\uffff\U0001f600") for _ in range(chosen.randint(0, 9)))
        case st.Binary():
            return chosen.randbytes(chosen.choice([0, 1, 2, 3, 4, 7, 8, 9, 100]))
        case st.Array(element):
            return [random_value(chosen, element) for _ in range(chosen.choice([0, 1, 2, 5, 65]))]
        case st.Map(key, value):
            pairs = {_value(chosen, key): random_value(chosen, value) for _ in range(chosen.randint(0, 3))}
            return list(pairs.items())
        case st.Struct(fields):
            return tuple(random_value(chosen, f.type) for f in fields)
    raise AssertionError(data_type)


def parquet_type(data_type: st.DataType) -> pa.DataType:
    """arrow_type, but with integers for intervals, which is how Spark keeps them in Parquet."""
    match data_type:
        case st.YearMonthInterval():
            return pa.int32()
        case st.DayTimeInterval():
            return pa.int64()
        case st.Array(element):
            return pa.list_(parquet_type(element))
        case st.Map(key, value):
            return pa.map_(parquet_type(key), parquet_type(value))
        case st.Struct(fields):
            return pa.struct([pa.field(f.name, parquet_type(f.type)) for f in fields])
    return arrow_type(data_type)


def write_parquet(path: Path, rows: list[tuple[Any, ...]]) -> None:
    columns = [pa.array([row[i] for row in rows], parquet_type(t)) for i, t in enumerate(TYPES)]
    pq.write_table(pa.Table.from_arrays(columns, NAMES), path)


def spark_schema_json() -> dict[str, Any]:
    fields = tuple(st.Field(n, t) for n, t in zip(NAMES, TYPES, strict=True))
    return st.to_spark_json(st.Struct(fields))  # type: ignore[no-any-return]
