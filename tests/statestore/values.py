"""Random column types and physical values, and their Arrow form made the plain way, without the code under test."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from decimal import Context
from typing import Any

import pyarrow as pa
from hypothesis import HealthCheck, settings
from hypothesis import strategies as s

from statestore import types as st
from statestore.arrow import arrow_type
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.sharding.murmur3 import SEED, hasher
from tests.statestore.kinds import KINDS

#: Nested values are slow to make, the more so beside other work.
PROPERTY = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
EXACT = Context(prec=120)
LIMITS = {kind.type: kind.limits for kind in KINDS if kind.limits}
DECIMALS = ((1, 0), (9, 2), (18, 18), (19, 0), (25, 7), (38, 0), (38, 38))
LEAVES: list[st.DataType] = [*(k.type for k in KINDS if isinstance(k.type, st.Atomic)), *(st.Decimal(*d) for d in DECIMALS)]
SPECIAL_DOUBLES = [0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, -5e-324, 1.7976931348623157e308]
TEXT = s.one_of(
    s.text(max_size=20), s.text(alphabet="a\0b\x01\x02é\uffff\U0001f600", max_size=6), s.sampled_from(["", "\0", "\0\0", "a\0"])
)


def murmur3(values: Sequence[Any], types: Sequence[st.DataType]) -> int:
    """Spark's ``hash(values…)``: signed 32 bits."""
    unsigned = SEED
    for value, data_type in zip(values, types, strict=True):
        if value is not None:
            unsigned = hasher(data_type)(value, unsigned)
    return unsigned - (unsigned >> 31 << 32)


def leaf_types() -> s.SearchStrategy[st.DataType]:
    return s.sampled_from(LEAVES)


def orderable_types() -> s.SearchStrategy[st.DataType]:
    return s.recursive(leaf_types(), lambda inner: s.one_of(s.builds(st.Array, inner), structs(inner)), max_leaves=4)


def column_types() -> s.SearchStrategy[st.DataType]:
    def nest(inner: s.SearchStrategy[st.DataType]) -> s.SearchStrategy[st.DataType]:
        return s.one_of(s.builds(st.Array, inner), s.builds(st.Map, inner, inner), structs(inner))

    return s.recursive(leaf_types(), nest, max_leaves=6)


def structs(inner: s.SearchStrategy[st.DataType]) -> s.SearchStrategy[st.DataType]:
    return s.lists(inner, min_size=1, max_size=3).map(
        lambda types: st.Struct(tuple(st.Field(f"f{i}", t) for i, t in enumerate(types)))
    )


def values_of(data_type: st.DataType) -> s.SearchStrategy[Any]:
    """Physical values of a type, None not among them."""
    if limits := LIMITS.get(data_type):
        least, most = limits
        return s.one_of(s.integers(least, most), s.sampled_from([0, *({-1, 1} if least < 0 else ()), most, least]))
    match data_type:
        case st.Boolean():
            return s.booleans()
        case st.Float():
            return s.one_of(s.floats(width=32), s.sampled_from([0.0, -0.0, math.inf, -math.inf, math.nan]))
        case st.Double():
            return s.one_of(s.floats(), s.sampled_from(SPECIAL_DOUBLES))
        case st.Decimal(precision, scale):
            top = 10**precision - 1
            edges = [0, 1, -1, 127, 128, -128, -129, 255, 1 << 63, -(1 << 63), (1 << 64) - 1, 1 << 64, top, -top]
            small = s.sampled_from([e for e in edges if abs(e) <= top])
            return s.one_of(s.integers(-top, top), small).map(lambda n: EXACT.scaleb(n, -scale))
        case st.String():
            return TEXT
        case st.Binary():
            return s.binary(max_size=20)
        case st.Array(element):
            return s.one_of(s.lists(nullable(element), max_size=4), s.lists(nullable(element), min_size=60, max_size=70))
        case st.Map(key, value):
            return s.lists(s.tuples(values_of(key), nullable(value)), max_size=3)
        case st.Struct(fields):
            return s.tuples(*(nullable(f.type) for f in fields))
    raise AssertionError(data_type)


def nullable(data_type: st.DataType) -> s.SearchStrategy[Any]:
    return s.one_of(s.none(), values_of(data_type), values_of(data_type))


def view(types: list[st.DataType], key: int = 1, shards: int = 8, row_widths: tuple[int, ...] | None = None) -> ViewSchema:
    """A view with columns c0, c1 …; the first *key* of them are its key."""
    columns = tuple(Column(f"c{i}", t) for i, t in enumerate(types))
    names = tuple(c.name for c in columns[:key])
    return ViewSchema("v", columns, names, names[:1], HashPartitioning(shards), row_widths or (len(columns),))


def to_arrow(values: list[Any], data_type: st.DataType) -> pa.Array:
    return pa.array([_arrow_value(v, data_type) for v in values], arrow_type(data_type))


def _arrow_value(value: Any, data_type: st.DataType) -> Any:
    match data_type:
        case _ if value is None:
            return None
        case st.YearMonthInterval():
            return (value, 0, 0)
        case st.Array(element):
            return [_arrow_value(v, element) for v in value]
        case st.Map(key, item):
            return [(_arrow_value(k, key), _arrow_value(v, item)) for k, v in value]
        case st.Struct(fields):
            return {f.name: _arrow_value(v, f.type) for f, v in zip(fields, value, strict=True)}
    return value


def from_arrow(array: pa.Array, data_type: st.DataType) -> list[Any]:
    """An Arrow array's physical values, one scalar at a time."""
    return [_physical(scalar, data_type) for scalar in array]


def _physical(scalar: pa.Scalar, data_type: st.DataType) -> Any:
    if not scalar.is_valid:
        return None
    match data_type:
        case st.Array(element):
            return [_physical(v, element) for v in scalar.values]
        case st.Map(key, item):
            return [(_physical(e["key"], key), _physical(e["value"], item)) for e in scalar.values]
        case st.Struct(fields):
            return tuple(_physical(scalar[f.name], f.type) for f in fields)
        case st.YearMonthInterval():
            return scalar.as_py().months
        case st.Atomic() if pa.types.is_temporal(scalar.type):
            return scalar.value
    return scalar.as_py()


def canonical(value: Any) -> Any:
    """Something that is equal exactly where values are the same, bits of floats and digits of decimals included."""
    match value:
        case float():
            return "nan" if value != value else struct.pack(">d", value)
        case list() | tuple():
            return type(value), [canonical(v) for v in value]
    return type(value), str(value)
