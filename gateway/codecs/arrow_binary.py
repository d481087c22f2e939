"""Arrow columns as cells of Postgres's binary format, without a loop over rows.

The formats are those of PostgreSQL 15's send functions: integers and floats in network order; date as days and timestamps as
microseconds since 2000-01-01, the type's largest and smallest number standing for infinity; interval as microseconds, days,
months; uuid as 16 bytes; jsonb as a version byte and the text. numeric and arrays have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
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


def _fixed(array: pa.Array, target: str, source: Any = None) -> FixedCells:
    """As numbers of the NumPy type *target*; *source* is that of the array, where Arrow's type does not say it."""
    return FixedCells(big_endian(numbers(array, source or array.type.to_pandas_dtype()), target), validity(array))


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


INTERVAL_DTYPE: Final = np.dtype([("months", "<i4"), ("days", "<i4"), ("nanos", "<i8")])


def interval(array: pa.Array) -> Cells:
    """interval, from month_day_nano_interval."""
    parts = numbers(array, INTERVAL_DTYPE)
    data = np.empty(len(array), np.dtype([("micros", ">i8"), ("days", ">i4"), ("months", ">i4")]))
    data["micros"], data["days"], data["months"] = parts["nanos"] // 1000, parts["days"], parts["months"]
    return FixedCells(data.view(np.uint8).reshape(len(array), 16), validity(array))


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
    t.BOOL: lambda array: _fixed(pc.cast(array, pa.uint8()), ">u1"),
    **{pg: partial(_fixed, target=f">i{pg.length}") for pg in (t.INT2, t.INT4, t.INT8)},
    **{pg: partial(_fixed, target=f">f{pg.length}") for pg in (t.FLOAT4, t.FLOAT8)},
    **{pg: lambda array: _fixed(pc.cast(array, pa.int64()), ">u4") for pg in (t.OID, *t.NAMED_NUMBERS)},
    t.DATE: date,
    t.TIME: partial(_fixed, target=">i8", source=np.int64),
    t.TIMESTAMP: timestamp,
    t.TIMESTAMPTZ: timestamp,
    t.INTERVAL: interval,
    **dict.fromkeys((t.TEXT, t.VARCHAR, t.BPCHAR, t.NAME, t.UNKNOWN, t.BYTEA, t.JSON), bytes_of),
    t.CHAR_: char,
    t.JSONB: jsonb,
    t.UUID: uuid,
}
