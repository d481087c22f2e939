"""Rounding real numbers onto the values that a column can hold.

A *real* is an int, a float, a Decimal or a Fraction, infinities and NaN included; NaN sorts above everything, as in Postgres.
Python compares these kinds with each other exactly, which makes `int4_column < 1.5` and `float4_column = 0.1` come out right.
"""

from __future__ import annotations

import math
import struct
from decimal import Decimal
from fractions import Fraction
from typing import Final

Real = int | float | Decimal | Fraction

_FLOAT: Final = struct.Struct(">f")
_FLOAT_BITS: Final = struct.Struct(">I")


def is_nan(value: Real) -> bool:
    """Is it NaN?"""
    return value != value


def is_infinite(value: Real) -> bool:
    """Is it +inf or -inf?"""
    return not isinstance(value, int | Fraction) and bool(value in (math.inf, -math.inf))


def scaled(value: Real, factor: Fraction | int) -> Real:
    """value x factor, exactly."""
    if factor == 1 or is_nan(value) or is_infinite(value):
        return value
    return Fraction(value) * factor


def ceiling(value: Real, *, strict: bool) -> int | None:
    """The least whole number >= value (> value when strict); None when there is none."""
    if isinstance(value, int):
        return value + strict
    if is_nan(value) or (is_infinite(value) and value > 0):
        return None
    if is_infinite(value):
        return _LOWEST
    return math.floor(value) + 1 if strict else math.ceil(value)


def floor(value: Real, *, strict: bool) -> int | None:
    """The greatest whole number <= value (< value when strict); None when there is none."""
    if isinstance(value, int):
        return value - strict
    if is_nan(value) or (is_infinite(value) and value > 0):
        return -_LOWEST
    if is_infinite(value):
        return None
    return math.ceil(value) - 1 if strict else math.floor(value)


#: Below every value of every integer-like column, decimals of 38 digits included.
_LOWEST: Final = -(10**40)


def float32(value: float) -> float:
    """The nearest 32-bit float; infinite where it overflows."""
    try:
        found: float = _FLOAT.unpack(_FLOAT.pack(value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)
    return found


def _to_float(value: Real) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _next_float32(value: float, *, up: bool) -> float:
    if value == 0:
        tiny: float = _FLOAT.unpack(_FLOAT_BITS.pack(1))[0]
        return tiny if up else -tiny
    bits = _FLOAT_BITS.unpack(_FLOAT.pack(value))[0]
    found: float = _FLOAT.unpack(_FLOAT_BITS.pack(bits + (1 if (value > 0) == up else -1)))[0]
    return found


def float_not_below(value: Real, *, single: bool) -> float:
    """The least float (32-bit when *single*) that is >= *value*, which is not NaN."""
    near = float32(_to_float(value)) if single else _to_float(value)
    if near >= value:
        return near
    return _next_float32(near, up=True) if single else math.nextafter(near, math.inf)


def float_not_above(value: Real, *, single: bool) -> float:
    """The greatest float (32-bit when *single*) that is <= *value*, which is not NaN."""
    near = float32(_to_float(value)) if single else _to_float(value)
    if near <= value:
        return near
    return _next_float32(near, up=False) if single else math.nextafter(near, -math.inf)
