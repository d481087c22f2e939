"""float4 and float8. Text: with extra_float_digits > 0 the shortest decimal that reads back the same, else %.15g (%.6g).

PostgreSQL writes fixed notation for decimal exponents from -4 to 14 (float4: to 5), Python from -4 to 15; the exponent has at
least two digits in both. float4 values are Python floats that float4 can hold.

A decimal exactly half-way to the neighbouring float reads back right only where ties go to even; Python writes it, PostgreSQL
takes a digit more. It can only happen to integers beyond the mantissa (2^53, 2^24).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import Decimal
from struct import Struct
from typing import Any, Final

import numpy as np

from gateway.codecs.input import TextInput
from gateway.contract.engine import OutputStyle
from planner.tree.values import Value

FLOAT4: Final = Struct("!f")
FLOAT8: Final = Struct("!d")
_SPECIAL: Final = {"inf": b"Infinity", "-inf": b"-Infinity", "nan": b"NaN"}
_FIXED_BELOW_8: Final = 1e15
_PYTHON_FIXED_BELOW: Final = 1e16
_EXPONENTS_FIXED_4: Final = range(-4, 6)
_MANTISSA_8: Final = float(2**53)
_MANTISSA_4: Final = float(2**24)
_DIGITS_8: Final = 15
_DIGITS_4: Final = 6
_PLAIN: Final = re.compile(rb"-?\d{1,300}(\.\d{1,300})?").fullmatch


def _is_tie(text: str, value: float, neighbour: Callable[[float, float], float]) -> bool:
    """Is the decimal *text* exactly half-way between *value* and the float next to it on that side?"""
    written, exact = int(Decimal(text)), int(value)
    if written == exact:
        return False
    beside = neighbour(value, math.inf if written > exact else -math.inf)
    return not math.isinf(beside) and 2 * written == exact + int(beside)


def _untied(value: float, text: str, back: Callable[[str], float], neighbour: Callable[[float, float], float]) -> str:
    """The shortest decimal within, but not at, the half-way points: *text*, or one with more digits in exponential notation."""
    if not _is_tie(text, value, neighbour):
        return text
    digits = len(text.partition("e")[0].strip("-0.").replace(".", ""))
    while True:
        candidate = f"{value:.{digits}e}"
        if back(candidate) == value and not _is_tie(candidate, value, neighbour):
            return candidate
        digits += 1


def float8_text(value: Any) -> bytes:
    """Shortest text of a double."""
    text = repr(value)
    if not -_MANTISSA_8 < value < _MANTISSA_8 and math.isfinite(value):
        text = _untied(value, text, float, math.nextafter)
    if text[-2:] == ".0":
        if -_FIXED_BELOW_8 < value < _FIXED_BELOW_8:
            return text[:-2].encode()
        return _exponential(text[:-2])
    if text in _SPECIAL:
        return _SPECIAL[text]
    if _FIXED_BELOW_8 <= abs(value) < _PYTHON_FIXED_BELOW:
        return _exponential(text)
    return text.encode()


def _exponential(fixed: str) -> bytes:
    """d.ddde+nn for a fixed notation with an integer part of several digits."""
    sign = "-" if fixed.startswith("-") else ""
    whole, _, fraction = fixed.removeprefix("-").partition(".")
    mantissa = (whole + fraction).rstrip("0")
    point = "." if len(mantissa) > 1 else ""
    return f"{sign}{mantissa[0]}{point}{mantissa[1:]}e+{len(whole) - 1:02d}".encode()


def _single(text: str) -> float:
    return float(np.float32(text))


def _single_neighbour(value: float, towards: float) -> float:
    return float(np.nextafter(np.float32(value), np.float32(towards)))


def float4_text(value: Any) -> bytes:
    """Shortest text of a single."""
    text = repr(value)
    if text in _SPECIAL:
        return _SPECIAL[text]
    scientific = np.format_float_scientific(np.float32(value), unique=True, trim="-", exp_digits=2)
    if not -_MANTISSA_4 < value < _MANTISSA_4:
        return _untied(value, scientific, _single, _single_neighbour).encode()
    exponent = int(scientific.partition("e")[2])
    if exponent not in _EXPONENTS_FIXED_4:
        return scientific.encode()
    fixed = np.format_float_positional(np.float32(value), unique=True, trim="-")
    return fixed.encode()


def _digits_text(digits: int) -> Callable[[Any], bytes]:
    def encode(value: Any) -> bytes:
        special = _SPECIAL.get(repr(value))
        return special or (f"%.{digits}g" % value).encode()

    return encode


def float8_text_encoder(style: OutputStyle) -> Callable[[Any], bytes]:
    """Text output under extra_float_digits."""
    return float8_text if style.extra_float_digits > 0 else _digits_text(max(_DIGITS_8 + style.extra_float_digits, 1))


def float4_text_encoder(style: OutputStyle) -> Callable[[Any], bytes]:
    """Text output under extra_float_digits."""
    return float4_text if style.extra_float_digits > 0 else _digits_text(max(_DIGITS_4 + style.extra_float_digits, 1))


def float8_from_text(fallback: TextInput) -> TextInput:
    """Plain decimals of moderate length at once, the rest through the planner's input syntax."""

    def decode(raw: bytes) -> Value:
        return float(raw) if len(raw) < _PLAIN_BYTES_MAX and _PLAIN(raw) else fallback(raw)

    return decode


_PLAIN_BYTES_MAX: Final = 40


def powers_of_ten(first: int, last: int) -> bytes:
    """10 ** e for each e from *first* to *last*, 128 bits of it, rounded up; the upper word first. It is for floats.c."""
    return b"".join(_POWER.pack(power >> 64, power & _WORD) for power in map(_power_of_ten, range(first, last + 1)))


def _power_of_ten(exponent: int) -> int:
    power: int = 10 ** abs(exponent)
    bits = power.bit_length()
    if exponent < 0:
        return -(-(1 << bits + _POWER_BITS - 1) // power)
    return power << _POWER_BITS - bits if bits <= _POWER_BITS else -(-power >> bits - _POWER_BITS)


_POWER: Final = Struct("=QQ")
_POWER_BITS: Final = 128
_WORD: Final = (1 << 64) - 1
