"""numeric. Binary (numeric_send): int16 digit count, int16 weight of the first digit (in base 10000), uint16 sign, uint16 display
scale, then the base-10000 digits; value = Σ digit[i] · 10000^(weight - i).
"""

from __future__ import annotations

import re
from decimal import Decimal, DecimalTuple
from struct import Struct, error, pack, unpack_from
from typing import Any, Final

from gateway.codecs.input import TextInput, malformed
from planner.tree.values import Value

_HEADER: Final = Struct("!hhHH")
_POSITIVE: Final = 0x0000
_NEGATIVE: Final = 0x4000
_NAN: Final = 0xC000
_INFINITY: Final = 0xD000
_MINUS_INFINITY: Final = 0xF000
#: PostgreSQL sends its infinities with the scale that their stored header happens to read as.
_INFINITY_SCALE: Final = 32
_SCALE_MAX: Final = 0x3FFF
_BASE: Final = 10_000
_BASE_DIGITS: Final = 4
_NAMES: Final = {_NAN: Decimal("NaN"), _INFINITY: Decimal("Infinity"), _MINUS_INFINITY: Decimal("-Infinity")}
_PLAIN: Final = re.compile(rb"-?\d{1,60}(\.\d{1,60})?").fullmatch


def numeric_text(value: Any) -> bytes:
    """Fixed notation with the value's own scale; zero has no sign."""
    if not value.is_finite():
        return b"NaN" if value.is_nan() else b"Infinity" if value > 0 else b"-Infinity"
    text = format(value, "f")
    return (text.removeprefix("-") if not value else text).encode()


def numeric_from_text(fallback: TextInput) -> TextInput:
    """Plain decimals at once, the rest through the planner's input syntax."""

    def decode(raw: bytes) -> Value:
        return Decimal(raw.decode()) if _PLAIN(raw) else fallback(raw)

    return decode


def numeric_binary(value: Any) -> bytes:
    """See the module."""
    if not value.is_finite():
        sign = _NAN if value.is_nan() else _INFINITY if value > 0 else _MINUS_INFINITY
        return _HEADER.pack(0, 0, sign, 0 if sign == _NAN else _INFINITY_SCALE)
    parts = value.as_tuple()
    scale = max(-parts.exponent, 0)
    digits, weight = _base_digits(parts)
    if not digits:
        return _HEADER.pack(0, 0, _POSITIVE, scale)
    return pack(f"!hhHH{len(digits)}h", len(digits), weight, _NEGATIVE if parts.sign else _POSITIVE, scale, *digits)


def _base_digits(parts: DecimalTuple) -> tuple[list[int], int]:
    """Base-10000 digits without zeros at either end, and the weight of the first."""
    exponent = int(parts.exponent)
    text = "".join(map(str, parts.digits)) + "0" * (exponent % _BASE_DIGITS)
    low_weight = exponent // _BASE_DIGITS
    text = text.rjust(-(-len(text) // _BASE_DIGITS) * _BASE_DIGITS, "0")
    digits = [int(text[i : i + _BASE_DIGITS]) for i in range(0, len(text), _BASE_DIGITS)]
    weight = low_weight + len(digits) - 1
    while digits and not digits[-1]:
        digits.pop()
    first = next((i for i, digit in enumerate(digits) if digit), 0)
    return digits[first:], weight - first


def numeric_from_binary(raw: bytes) -> Value:
    """See the module. Digits beyond the display scale are cut off, as PostgreSQL does. Raises InvalidBinary (22P03)."""
    try:
        count, weight, sign, scale = _HEADER.unpack_from(raw)
        if count < 0 or len(raw) != _HEADER.size + 2 * count:
            raise malformed("numeric")
        digits = unpack_from(f"!{count}h", raw, _HEADER.size)
    except error:
        raise malformed("numeric") from None
    if sign in _NAMES:
        return _NAMES[sign]
    if sign not in (_POSITIVE, _NEGATIVE) or scale > _SCALE_MAX or any(not 0 <= d < _BASE for d in digits):
        raise malformed("numeric")
    return _from_digits(digits, weight, negative=sign == _NEGATIVE, scale=scale)


def _from_digits(digits: tuple[int, ...], weight: int, *, negative: bool, scale: int) -> Decimal:
    text = "".join(f"{digit:04d}" for digit in digits)
    exponent = (weight + 1 - len(digits)) * _BASE_DIGITS
    surplus = -exponent - scale
    if surplus > 0:
        text, exponent = text[: max(len(text) - surplus, 0)], -scale
    elif surplus < 0:
        text, exponent = text + "0" * -surplus, -scale
    numerals = tuple(map(int, text.lstrip("0") or "0"))
    return Decimal((int(negative and numerals != (0,)), numerals, exponent))
