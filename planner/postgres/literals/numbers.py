"""boolean, integers, oid, floats and numeric: Postgres's input syntax, and output where str() is not it."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation
from fractions import Fraction
from typing import Final

from planner.errors import InvalidText, NumericOverflow

#: Characters that Postgres's isspace() skips around numbers.
SPACES: Final = " \t\n\r\f\v"
_INTEGER: Final = re.compile(r"[+-]?[0-9]+")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_BOOL_WORDS: Final = {"true": True, "false": False, "yes": True, "no": False}
#: Most digits before and behind the point of a numeric, as Postgres has them.
NUMERIC_DIGITS_MAX: Final = 131_072
NUMERIC_SCALE_MAX: Final = 16_383
_EXACT: Final = Context(prec=NUMERIC_DIGITS_MAX + NUMERIC_SCALE_MAX, rounding=ROUND_HALF_UP, Emax=999_999, Emin=-999_999)


def _invalid(name: str, text: str) -> InvalidText:
    return InvalidText(f'invalid input syntax for type {name}: "{text}"')


def parse_bool(text: str) -> bool:
    """true, false, yes, no or their beginnings; on, off, of; 1, 0. Raises InvalidText."""
    word = text.strip(SPACES).lower()
    if word in ("1", "on", "0", "off", "of"):
        return word in ("1", "on")
    for full, value in _BOOL_WORDS.items():
        if word and full.startswith(word):
            return value
    raise _invalid("boolean", text)


def _whole(word: str) -> int:
    """An integer's value. More digits than the widest type has cannot be in range; int() refuses thousands of them."""
    digits = word.lstrip("+-0") or "0"
    if len(digits) >= 20:
        return 1 << 64
    return -int(digits) if word.startswith("-") else int(digits)


def _within(text: str, name: str, least: int, end: int) -> int:
    word = text.strip(SPACES)
    if not _INTEGER.fullmatch(word):
        raise _invalid(name, text)
    value = _whole(word)
    if not least <= value < end:
        raise NumericOverflow(f'value "{word}" is out of range for type {name}')
    return value


def parse_integer(text: str, name: str, bits: int) -> int:
    """A signed integer of that many bits. Raises InvalidText, NumericOverflow."""
    return _within(text, name, -(1 << bits - 1), 1 << bits - 1)


def parse_oid(text: str) -> int:
    """An unsigned 32-bit integer; negative ones wrap, as Postgres's do. Raises InvalidText, NumericOverflow."""
    return _within(text, "oid", -(1 << 31), 1 << 32) % (1 << 32)


# ---------------------------------------------------------------------------------------------------------------------- floats

_SPECIAL: Final = {"nan": math.nan, "infinity": math.inf, "inf": math.inf}


def _special(word: str) -> float | None:
    lower = word.lower()
    if lower in _SPECIAL:
        return _SPECIAL[lower]
    if lower[:1] in ("+", "-") and lower[1:] in ("infinity", "inf"):
        return -math.inf if lower[0] == "-" else math.inf
    return None


def parse_float8(text: str) -> float:
    """A double. Raises InvalidText, and NumericOverflow for decimal values that overflow or vanish."""
    return _float(text, "double precision", float)


def parse_float4(text: str) -> float:
    """A float rounded to 32 bits. Raises InvalidText, NumericOverflow."""
    return _float(text, "real", _rounded)


def _float(text: str, name: str, value_of: Callable[[str], float]) -> float:
    word = text.strip(SPACES)
    if (special := _special(word)) is not None:
        return special
    if not _DECIMAL.fullmatch(word):
        raise _invalid(name, text)
    value = value_of(word)
    mantissa = word.lower().split("e")[0]
    if math.isinf(value) or (value == 0 and any(c in "123456789" for c in mantissa)):
        raise NumericOverflow(f'"{word}" is out of range for type {name}')
    return value


def _rounded(word: str) -> float:
    try:
        return float(struct.unpack("f", struct.pack("f", float(word)))[0])
    except OverflowError:
        return math.inf


def format_float8(value: float) -> str:
    """Shortest digits that read back as the same double; an exponent below 1e-4 and from 1e15 on.

    Digits that lie exactly between two doubles (1e23) do not count, though they would be read as the even one.
    """
    text = repr(value)
    if _FIXED_FROM <= abs(value) < _FIXED_END:
        return text.removesuffix(".0")
    if math.isfinite(value) and abs(value) >= _TIES_FROM and _is_tie(text, value):
        text = next(t for n in range(2, 18) if float(t := f"{value:.{n}g}") == value and not _is_tie(t, value))
    return _format_float(text, value, 15)


#: Between, Python writes doubles without an exponent, too.
_FIXED_FROM: Final = 1e-4
_FIXED_END: Final = 1e15
#: Below, the point between two doubles has more digits than any shortest text.
_TIES_FROM: Final = 2.0**53


def _is_tie(text: str, value: float) -> bool:
    """Is the text's number half way to the next double up or down?"""
    written, exact = Fraction(text), Fraction(value)
    if written == exact:
        return False
    neighbour = Fraction(math.nextafter(value, math.inf if written > exact else -math.inf))
    return (written - exact) * 2 == neighbour - exact


def format_float4(value: float) -> str:
    """The same for 32 bits, with an exponent from 1e6 on."""
    if not math.isfinite(value):
        return _format_float("", value, 6)
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if struct.pack("f", float(text)) == struct.pack("f", value):
            break
    return _format_float(text, value, 6)


def _format_float(text: str, value: float, exponent_from: int) -> str:
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
    sign, digits, exponent = Decimal(text).normalize().as_tuple()
    if value == 0:
        return "-0" if math.copysign(1, value) < 0 else "0"
    shift = len(digits) + int(exponent) - 1
    written = "".join(map(str, digits))
    minus = "-" if sign else ""
    if -4 <= shift < exponent_from:
        return minus + _fixed(written, shift)
    fraction = "." + written[1:] if len(written) > 1 else ""
    return f"{minus}{written[0]}{fraction}e{'-' if shift < 0 else '+'}{abs(shift):02}"


def _fixed(digits: str, shift: int) -> str:
    if shift < 0:
        return "0." + "0" * (-shift - 1) + digits
    whole = digits[: shift + 1].ljust(shift + 1, "0")
    return whole + ("." + digits[shift + 1 :] if len(digits) > shift + 1 else "")


# --------------------------------------------------------------------------------------------------------------------- numeric


def parse_numeric(text: str, declared: tuple[int, int] | None = None) -> Decimal:
    """An exact number with the fraction digits it is written with; *declared* (precision, scale) rounds and limits it.

    Raises InvalidText, NumericOverflow.
    """
    word = text.strip(SPACES)
    if (special := _special(word)) is not None:
        return _special_numeric(special, declared)
    if not _DECIMAL.fullmatch(word):
        raise _invalid("numeric", text)
    try:
        value = Decimal(word)
    except InvalidOperation:
        raise NumericOverflow("value overflows numeric format") from None
    exponent = int(value.as_tuple().exponent)
    if (value and value.adjusted() >= NUMERIC_DIGITS_MAX) or -exponent > NUMERIC_SCALE_MAX:
        raise NumericOverflow("value overflows numeric format")
    if exponent > 0:
        value = value.quantize(Decimal(1), context=_EXACT)
    return round_numeric(value if value else abs(value), declared)


def _special_numeric(value: float, declared: tuple[int, int] | None) -> Decimal:
    if declared is not None and math.isinf(value):
        raise _field_overflow(declared, "A field with precision {0}, scale {1} cannot hold an infinite value.")
    return Decimal(value)


def round_numeric(value: Decimal, declared: tuple[int, int] | None) -> Decimal:
    """The value as numeric(precision, scale): halves away from zero. Raises NumericOverflow."""
    if declared is None or not value.is_finite():
        return value
    precision, scale = declared
    rounded = value.quantize(Decimal((0, (1,), -scale)), context=_EXACT)
    if rounded and rounded.adjusted() >= precision - scale:
        detail = (
            "A field with precision {0}, scale {1} must round to an absolute value less than " + _limit(precision - scale) + "."
        )
        raise _field_overflow(declared, detail)
    return rounded if rounded else abs(rounded)


def _limit(digits: int) -> str:
    return f"10^{digits}" if digits else "1"


def _field_overflow(declared: tuple[int, int], detail: str) -> NumericOverflow:
    return NumericOverflow("numeric field overflow", detail=detail.format(*declared))


def format_numeric(value: Decimal) -> str:
    """All fraction digits, never an exponent."""
    if value.is_nan():
        return "NaN"
    return f"{value:f}" if value.is_finite() else ("-Infinity" if value < 0 else "Infinity")
