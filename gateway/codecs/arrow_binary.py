"""Arrow columns as cells of Postgres's binary format, without a loop over rows.

The formats are those of PostgreSQL 15's send functions: integers and floats in network order; date as days and timestamps as
microseconds since 2000-01-01, the type's largest and smallest number standing for infinity; interval as microseconds, days,
months; uuid as 16 bytes; jsonb as a version byte and the text. numeric and arrays have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from gateway.codecs.arrow_cells import (
    Cells,
    FixedCells,
    big_endian,
    binary_array,
    bytes_of,
    cell_lengths,
    offsets_and_data,
    validity,
)
from planner.tree import types as t
from planner.tree.calendar import POSTGRES_EPOCH_DAYS, POSTGRES_EPOCH_US

_JSONB_VERSION: Final = b"\x01"


def numbers(array: pa.Array, dtype: Any) -> npt.NDArray[Any]:
    """The values of a primitive array as they lie in memory; NULLs have any value."""
    _, data = array.buffers()
    if data is None or data.size == 0:
        return np.zeros(len(array), dtype)
    return np.frombuffer(data, dtype)[array.offset : array.offset + len(array)]


def _fixed(array: pa.Array, source: Any, target: str) -> FixedCells:
    return FixedCells(big_endian(numbers(array, source), target), validity(array))


def boolean(array: pa.Array) -> Cells:
    """bool."""
    return _fixed(pc.cast(array, pa.uint8()), np.uint8, ">u1")


def int2(array: pa.Array) -> Cells:
    """int2, from 8 or 16 bits."""
    return _fixed(array, np.int8 if array.type == pa.int8() else np.int16, ">i2")


def int4(array: pa.Array) -> Cells:
    """int4."""
    return _fixed(array, np.int32, ">i4")


def int8(array: pa.Array) -> Cells:
    """int8."""
    return _fixed(array, np.int64, ">i8")


def oid(array: pa.Array) -> Cells:
    """oid and its aliases."""
    return _fixed(pc.cast(array, pa.int64()), np.int64, ">u4")


def float4(array: pa.Array) -> Cells:
    """float4."""
    return _fixed(array, np.float32, ">f4")


def float8(array: pa.Array) -> Cells:
    """float8."""
    return _fixed(array, np.float64, ">f8")


def infinite(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Dates or timestamps with -infinity as the least number, as planner.tree.values has it; DuckDB's is one above that."""
    least = np.iinfo(values.dtype).min
    return np.where(values == least + 1, least, values)


def _rebased(values: npt.NDArray[Any], epoch: int) -> npt.NDArray[Any]:
    """Values since 2000 instead of 1970, infinities kept."""
    info = np.iinfo(values.dtype)
    values = infinite(values)
    shifted = values - values.dtype.type(epoch)
    return np.where((values == info.max) | (values == info.min), values, shifted)


def date(array: pa.Array) -> Cells:
    """date, from date32."""
    return FixedCells(big_endian(_rebased(numbers(array, np.int32), POSTGRES_EPOCH_DAYS), ">i4"), validity(array))


def timestamp(array: pa.Array) -> Cells:
    """timestamp and timestamptz, from timestamp[us]."""
    return FixedCells(big_endian(_rebased(numbers(array, np.int64), POSTGRES_EPOCH_US), ">i8"), validity(array))


def time(array: pa.Array) -> Cells:
    """time, from time64[us]."""
    return _fixed(array, np.int64, ">i8")


INTERVAL_DTYPE: Final = np.dtype([("months", "<i4"), ("days", "<i4"), ("nanos", "<i8")])


def interval(array: pa.Array) -> Cells:
    """interval, from month_day_nano_interval."""
    parts = numbers(array, INTERVAL_DTYPE)
    data = np.empty(len(array), np.dtype([("micros", ">i8"), ("days", ">i4"), ("months", ">i4")]))
    data["micros"], data["days"], data["months"] = parts["nanos"] // 1000, parts["days"], parts["months"]
    return FixedCells(data.view(np.uint8).reshape(len(array), 16), validity(array))


def text(array: pa.Array) -> Cells:
    """Text, bytea, json: the bytes themselves."""
    return bytes_of(array)


def char(array: pa.Array) -> Cells:
    """The type "char": one byte always, NUL for an empty string."""
    texts = array.cast(pa.string())
    return bytes_of(pc.if_else(pc.equal(texts, ""), "\0", texts))


def jsonb(array: pa.Array) -> Cells:
    """jsonb: version, then the text."""
    return pc.binary_join_element_wise(pa.scalar(_JSONB_VERSION), bytes_of(array), b"")


_NIBBLES: Final = np.zeros(256, np.uint8)
_NIBBLES[np.frombuffer(b"0123456789abcdef", np.uint8)] = np.arange(16)


def uuid(array: pa.Array) -> Cells:
    """uuid, from its text of 36 lower-case characters."""
    digits = pc.replace_substring(array.cast(pa.string()), "-", "")
    offsets, data = offsets_and_data(digits)
    nibbles = _NIBBLES[data[offsets[0] : offsets[-1]]]
    lengths = np.maximum(cell_lengths(digits), 0) // 2
    return binary_array((nibbles[0::2] << 4) | nibbles[1::2], lengths, validity(array))


ENCODERS: Final[dict[t.PgType, Callable[[pa.Array], Cells]]] = {
    t.BOOL: boolean, t.INT2: int2, t.INT4: int4, t.INT8: int8, t.OID: oid, t.FLOAT4: float4,
    t.FLOAT8: float8, t.DATE: date, t.TIMESTAMP: timestamp,
    t.TIMESTAMPTZ: timestamp, t.TIME: time, t.INTERVAL: interval, t.TEXT: text, t.VARCHAR: text, t.BPCHAR: text, t.NAME: text,
    t.CHAR_: char, t.UNKNOWN: text, t.BYTEA: text, t.JSON: text, t.JSONB: jsonb, t.UUID: uuid,
    **dict.fromkeys(t.NAMED_NUMBERS, oid),
}  # fmt: skip
