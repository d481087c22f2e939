"""What the encoders take besides exactly arrow_type, and what they refuse."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from statestore import types as st
from statestore.errors import InvalidValue
from statestore.keys import KeyCodec
from statestore.rows import ArrowEncoder, row_encoder
from tests.statestore.values import LEAVES, view

INTERVALS = st.Array(st.Struct((st.Field("m", st.YearMonthInterval()), st.Field("d", st.DayTimeInterval()))))
#: As Spark sends them.
MONTHS = pa.list_(pa.struct([("m", pa.int32()), ("d", pa.duration("us"))]))
LONGS = st.Array(st.Long())
TWO = st.Struct((st.Field("a", st.Int()), st.Field("b", st.String())))


SAME: list[tuple[st.DataType, pa.Array, list[Any]]] = [
    (st.String(), pa.array(["a", None, "bcd"], pa.large_string()), ["a", None, "bcd"]),
    (st.String(), pa.array(["a", None, "bcd"], pa.string_view()), ["a", None, "bcd"]),
    (st.String(), pa.array(["a", None, "a"]).dictionary_encode(), ["a", None, "a"]),
    (st.Binary(), pa.array([b"a", None], pa.binary(1)), [b"a", None]),
    (st.Long(), pa.array([1, None], pa.int8()), [1, None]),
    (st.Timestamp(), pa.array([5, None], pa.timestamp("us", "Europe/Berlin")), [5, None]),
    (st.Timestamp(), pa.array([5, None], pa.timestamp("ms", "UTC")), [5000, None]),
    (st.TimestampNtz(), pa.array([5000, None], pa.timestamp("ns")), [5, None]),
    (st.DayTimeInterval(), pa.array([2, None], pa.duration("s")), [2_000_000, None]),
    (st.YearMonthInterval(), pa.array([-14, None], pa.int32()), [-14, None]),
    (INTERVALS, pa.array([[(5, 7), None], None], MONTHS), [[(5, 7), None], None]),
    (LONGS, pa.array([[1, None], None, []], pa.large_list(pa.int64())), [[1, None], None, []]),
    (LONGS, pa.array([[1, 2], None], pa.list_(pa.int32(), 2)), [[1, 2], None]),
    (LONGS, pa.chunked_array([], pa.list_(pa.int64())), []),
    (TWO, pa.array([{"b": "x", "a": 1}], pa.struct([("b", pa.string()), ("a", pa.int32())])), [(1, "x")]),
    *((t, pa.nulls(2), [None, None]) for t in [*LEAVES, LONGS, TWO, st.Map(st.Int(), LONGS)]),
]


@pytest.mark.parametrize(("data_type", "column", "values"), SAME, ids=[f"{t}-{c.type}" for t, c, _ in SAME])
def test_arrays_that_mean_the_same_are_taken(data_type: st.DataType, column: Any, values: list[Any]) -> None:
    rows = view([st.Int(), data_type])
    numbers = pa.array(range(len(values)), pa.int32())
    table = pa.table({"c0": numbers, "c1": column})
    assert ArrowEncoder(rows).encode(table) == [row_encoder(rows)((i, v)) for i, v in enumerate(values)]
    if not isinstance(data_type, st.Map):
        codec = KeyCodec(view([st.Int(), data_type], key=2))
        assert codec.encode_arrow(table.columns) == [codec.encode((i, v)) for i, v in enumerate(values)]


@pytest.mark.parametrize(
    ("data_type", "column"),
    [
        (st.Int(), pa.array([2**40])),
        (st.Int(), pa.array(["x"])),
        (st.TimestampNtz(), pa.array([1], pa.timestamp("ns"))),
        (st.Decimal(4, 2), pa.array([123456], pa.decimal128(10, 0))),
        (st.String(), pa.array([b"a", b"\xff"]).view(pa.string())),
        (st.Array(st.String()), pa.array([[b"\xc3\x28"]]).cast(pa.list_(pa.binary())).view(pa.list_(pa.string()))),
        (LONGS, pa.array([1])),
        (LONGS, pa.array([[1]], pa.list_view(pa.int64()))),
        (TWO, pa.array([{"a": 1}])),
        (TWO, pa.array([1])),
    ],
    ids=str,
)
def test_values_that_do_not_fit_are_refused(data_type: st.DataType, column: pa.Array) -> None:
    with pytest.raises(InvalidValue):
        ArrowEncoder(view([st.Int(), data_type])).encode(pa.table({"c0": pa.nulls(len(column)), "c1": column}))


def test_a_missing_column_is_named() -> None:
    with pytest.raises(KeyError, match="c1"):
        ArrowEncoder(view([st.Int(), st.Int()])).encode(pa.table({"c0": [1]}))
