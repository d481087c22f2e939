"""Decimals and the integers they are stored as: unscaled = value x 10**scale."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context, Decimal
from functools import partial
from typing import Final

#: Enough for every digit of a decimal(38, s) whatever its scale: no operation here ever rounds.
_EXACT: Final = Context(prec=120)
_scaleb: Final = _EXACT.scaleb


def unscaled(value: Decimal, scale: int) -> int:
    """value x 10**scale. Raises ValueError when that is not a whole number."""
    scaled = _scaleb(value, scale)
    number = int(scaled)
    if number != scaled:
        raise ValueError(f"{value} has more than {scale} fraction digits")
    return number


def from_unscaled(number: int, scale: int) -> Decimal:
    """number / 10**scale, with exactly *scale* fraction digits."""
    return _scaleb(Decimal(number), -scale)


def decimal_maker(scale: int) -> Callable[[int], Decimal]:
    """from_unscaled for one scale, as fast as it gets."""
    if scale == 0:
        return Decimal
    return partial(_scale_down, exponent=Decimal(-scale))


def _scale_down(number: int, *, exponent: Decimal) -> Decimal:
    return _scaleb(number, exponent)


def unscaled_bytes(number: int) -> bytes:
    """Java's BigInteger.toByteArray: the fewest bytes of two's complement, big-endian."""
    return number.to_bytes((number if number >= 0 else ~number).bit_length() // 8 + 1, "big", signed=True)
