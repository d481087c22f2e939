"""Filters of Spark → which shards have to be read, and which range of keys of each. Never too few rows: Spark filters again.

Each filter bounds the bytes of one key column (statestore.keys.layout), which sort as Spark compares: "=", IN and IS NULL give
points, comparisons and LIKE 'a%' a range. Leading key columns with points are combined; the first one without ends the prefix
with its range. Where the points tell the shard key, only their shards are read, else all, or of range shards those that the range
meets.
What is not understood (other columns, parts of structs, values of other types) bounds nothing.
"""

from __future__ import annotations

import datetime as dt
import struct
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Context, Decimal
from functools import partial
from typing import Any, Final

from pyspark.sql import datasource as spark

from statestore import types as st
from statestore.keys import KeyCodec
from statestore.keys.layout import NULL_COLUMN, VALUE_MARKER, successor
from statestore.node.shard import Range
from statestore.schema import RangePartitioning, ViewSchema
from statestore.sharding import shard_function

#: Of more combinations of values in leading columns only the least and the greatest are looked at.
POINTS_MAX: Final = 1_000

_EPOCH: Final = dt.datetime(1970, 1, 1)
_EXACT: Final = Context(prec=2 * st.DECIMAL_PRECISION_MAX)
_BAD_VALUES: Final = (ValueError, TypeError, OverflowError, ArithmeticError, struct.error)


@dataclass(frozen=True, slots=True)
class ShardRange:
    """Keys of one shard."""

    shard: int
    keys: Range


@dataclass(slots=True)
class _Bounds:
    """What the filters say of a key column: the bytes of its value are among *points*, if there are any, and lie in the range."""

    points: dict[bytes, Any] | None = None
    lower: bytes = b""
    upper: bytes | None = None

    def meet(self, lower: bytes, upper: bytes | None) -> None:
        """Only what is in this range, too."""
        self.lower = max(self.lower, lower)
        self.upper = upper if self.upper is None else self.upper if upper is None else min(self.upper, upper)

    def meet_points(self, points: dict[bytes, Any]) -> None:
        """Only these, too."""
        self.points = points if self.points is None else {key: self.points[key] for key in points if key in self.points}

    @property
    def values(self) -> dict[bytes, Any] | None:
        """The points that are in the range."""
        if self.points is None:
            return None
        return {key: v for key, v in self.points.items() if self.lower <= key and (self.upper is None or key < self.upper)}


@dataclass(slots=True)
class _Prefixes:
    """What a key begins with: one of *prefixes*, by the values that it stands for, and then bytes of the range."""

    prefixes: dict[tuple[Any, ...], bytes] = field(default_factory=lambda: {(): b""})
    lower: bytes = b""
    upper: bytes | None = None

    def keys(self, prefixes: Iterable[bytes]) -> Range:
        """The range of those that begin with one of *prefixes*."""
        chosen = sorted(prefixes)
        last = chosen[-1]
        return Range(chosen[0] + self.lower, last + self.upper if self.upper is not None else _after(last) if last else None)


def _after(encoded: bytes) -> bytes:
    """The bound above whole columns with these bytes. Further columns start with 01 or 02; with FF goes on another text."""
    return encoded + b"\x03"


def shard_ranges(schema: ViewSchema, filters: Iterable[spark.Filter]) -> list[ShardRange]:
    """What has to be read of a view for the rows for which all *filters* hold; none: there are no such rows."""
    bounds = _bounds(schema, filters)
    begins = _prefixes(bounds)
    if not begins.prefixes:
        return []
    found = [ShardRange(shard, begins.keys(prefixes)) for shard, prefixes in _by_shard(schema, begins).items()]
    return [part for part in found if part.keys.upper is None or part.keys.lower < part.keys.upper]


def _prefixes(bounds: Sequence[_Bounds]) -> _Prefixes:
    begins = _Prefixes()
    for column in bounds:
        values = column.values
        if values is None or len(begins.prefixes) * len(values) > POINTS_MAX:
            begins.lower, begins.upper = column.lower, column.upper
            if values is not None:
                begins.lower, begins.upper = min(values), _after(max(values))
            return begins
        begins.prefixes = {
            (*before, value): prefix + key for before, prefix in begins.prefixes.items() for key, value in values.items()
        }
    return begins


def _by_shard(schema: ViewSchema, begins: _Prefixes) -> dict[int, list[bytes]]:
    """The prefixes that keys of each shard may have."""
    parts = len(schema.shard_key)
    if all(len(values) >= parts for values in begins.prefixes):
        shard_of, found = shard_function(schema), dict[int, list[bytes]]()
        for values, prefix in begins.prefixes.items():
            found.setdefault(shard_of(values[:parts]), []).append(prefix)
        return dict(sorted(found.items()))
    shards: Iterable[int] = range(schema.shards)
    if isinstance(schema.partitioning, RangePartitioning):
        splits, keys = schema.partitioning.splits, begins.keys(begins.prefixes.values())
        # What follows a shard key starts with 01 or 02, so with a split the whole key compares as the shard key does.
        last = len(splits) if keys.upper is None else bisect_left(splits, keys.upper)
        shards = range(bisect_right(splits, keys.lower), last + 1)
    return {shard: list(begins.prefixes.values()) for shard in shards}


def _bounds(schema: ViewSchema, filters: Iterable[spark.Filter]) -> list[_Bounds]:
    codec, bounds = KeyCodec(schema), [_Bounds() for _ in schema.key]
    places = {name: i for i, name in enumerate(schema.key)}
    for condition in filters:
        attribute: tuple[str, ...] = getattr(condition, "attribute", ())
        place = places.get(attribute[0]) if len(attribute) == 1 else None
        if place is None:
            continue
        with suppress(*_BAD_VALUES):
            _narrow(bounds[place], condition, partial(physical, codec.types[place]), codec.column_encoder(place))
    return bounds


def _narrow(bounds: _Bounds, condition: spark.Filter, known: Callable[[Any], Any], encode: Callable[[Any], bytes]) -> None:
    """Take *condition* into account. NULL is above all values, and no comparison holds for it. Raises one of _BAD_VALUES."""
    match condition:
        case spark.EqualNullSafe(_, None) | spark.IsNull(_):
            bounds.meet_points({NULL_COLUMN: None})
        case spark.IsNotNull(_):
            bounds.meet(b"", NULL_COLUMN)
        case spark.EqualTo(_, value) | spark.EqualNullSafe(_, value):
            bounds.meet_points(_points([value], known, encode))
        case spark.In(_, values):
            bounds.meet_points(_points(values, known, encode))
        case spark.GreaterThan(_, value):
            bounds.meet(_after(encode(known(value))), NULL_COLUMN)
        case spark.GreaterThanOrEqual(_, value):
            bounds.meet(encode(known(value)), NULL_COLUMN)
        case spark.LessThan(_, value):
            bounds.meet(b"", encode(known(value)))
        case spark.LessThanOrEqual(_, value):
            bounds.meet(b"", _after(encode(known(value))))
        case spark.StringStartsWith(_, text):
            begin = VALUE_MARKER + text.encode().replace(b"\0", b"\0\xff")
            bounds.meet(begin, successor(begin))


def _points(values: Iterable[Any], known: Callable[[Any], Any], encode: Callable[[Any], bytes]) -> dict[bytes, Any]:
    """No value equals NULL."""
    return {encode(value): value for value in map(known, filter(lambda value: value is not None, values))}


def physical(data_type: st.DataType, value: Any) -> Any:
    """The physical value of a literal of Spark's. Raises ValueError, TypeError, OverflowError where it is not certain to be one."""
    if bits := 8 * st.integer_bytes(data_type):
        value = _whole(data_type, value)
        if type(value) is int and -(1 << bits - 1) <= value < 1 << bits - 1:
            return value
    match data_type, value:
        case (st.Boolean(), bool()) | (st.Double(), float()) | (st.String(), str()):
            return value
        case st.Float(), float() if value != value or struct.unpack("<f", struct.pack("<f", value))[0] == value:
            return value
        case st.Binary(), bytes() | bytearray():
            return bytes(value)
        case st.Decimal(precision, scale), int() | Decimal() if not isinstance(value, bool):
            exact = Decimal(value).quantize(Decimal(1).scaleb(-scale), context=_EXACT)
            if exact == value and abs(exact.scaleb(scale, _EXACT)) < 10**precision:
                return exact
    raise ValueError(f"{value!r} is not a value of {data_type}")


def _whole(data_type: st.DataType, value: Any) -> Any:
    """What a date or time is kept as; numbers stay."""
    match data_type, value:
        case st.Timestamp(), dt.datetime(tzinfo=dt.tzinfo()):
            return (value.astimezone(dt.UTC).replace(tzinfo=None) - _EPOCH) // dt.timedelta(microseconds=1)
        case st.TimestampNtz(), dt.datetime(tzinfo=None):
            return (value - _EPOCH) // dt.timedelta(microseconds=1)
        case st.Date(), dt.date() if not isinstance(value, dt.datetime):
            return (value - _EPOCH.date()).days
        case ((st.Byte() | st.Short() | st.Int() | st.Long()), int()) if not isinstance(value, bool):
            return value
    return None
