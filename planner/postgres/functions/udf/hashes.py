"""Hashes of values as PostgreSQL has them: Bob Jenkins' lookup3, as hash_bytes() does it where bytes are little-endian.

A hash of 32 bits is the last of three numbers into which the bytes are mixed by twelve; an extended one begins with a seed, has 64
bits, and its low half is the one of 32 where the seed is 0.
"""

from __future__ import annotations

import math
import struct
from typing import Final
from uuid import UUID

from planner.postgres.functions.udf.define import PythonFunction, udf

_WORD: Final = 0xFFFFFFFF
_START: Final = 0x9E3779B9 + 3923095
_BLOCK: Final = struct.Struct("<III")
#: How far numbers are turned, in both halves of a step.
_MIXED: Final = ((4, 6, 8), (16, 19, 4))


def _turned(word: int, bits: int) -> int:
    return (word << bits | word >> (32 - bits)) & _WORD


def _mixed(a: int, b: int, c: int) -> tuple[int, int, int]:
    for first, second, third in _MIXED:
        a = (a - c & _WORD) ^ _turned(c, first)
        c = c + b & _WORD
        b = (b - a & _WORD) ^ _turned(a, second)
        a = a + c & _WORD
        c = (c - b & _WORD) ^ _turned(b, third)
        b = b + a & _WORD
    return a, b, c


def _finished(a: int, b: int, c: int) -> tuple[int, int]:
    c = (c ^ b) - _turned(b, 14) & _WORD
    a = (a ^ c) - _turned(c, 11) & _WORD
    b = (b ^ a) - _turned(a, 25) & _WORD
    c = (c ^ b) - _turned(b, 16) & _WORD
    a = (a ^ c) - _turned(c, 4) & _WORD
    b = (b ^ a) - _turned(a, 14) & _WORD
    c = (c ^ b) - _turned(b, 24) & _WORD
    return b, c


def _begun(length: int, seed: int) -> tuple[int, int, int]:
    start = _START + length & _WORD
    if not seed:
        return start, start, start
    return _mixed(start + (seed >> 32 & _WORD) & _WORD, start + (seed & _WORD) & _WORD, start)


def _of_bytes(data: bytes, seed: int) -> tuple[int, int]:
    a, b, c = _begun(len(data), seed)
    whole = len(data) // _BLOCK.size * _BLOCK.size
    for x, y, z in _BLOCK.iter_unpack(data[:whole]):
        a, b, c = _mixed(a + x & _WORD, b + y & _WORD, c + z & _WORD)
    rest = data[whole:]
    # The lowest byte of the last number was the length's.
    x, y, z = _BLOCK.unpack((rest[:8].ljust(8, b"\0") + b"\0" + rest[8:]).ljust(_BLOCK.size, b"\0"))
    return _finished(a + x & _WORD, b + y & _WORD, c + z & _WORD)


def _of_word(word: int, seed: int) -> tuple[int, int]:
    a, b, c = _begun(4, seed)
    return _finished(a + word & _WORD, b, c)


def _signed(number: int, bits: int) -> int:
    return number - (number >> (bits - 1) << bits)


def _short(halves: tuple[int, int]) -> int:
    return _signed(halves[1], 32)


def _extended(halves: tuple[int, int]) -> int:
    return _signed(halves[0] << 32 | halves[1], 64)


def _long_word(number: int) -> int:
    """A number of 64 bits as one of 32, which is the number itself for those that fit."""
    high = number >> 32
    return (number ^ (high if number >= 0 else ~high)) & _WORD


def _float_bytes(number: float) -> bytes:
    return struct.pack("<d", math.nan if math.isnan(number) else number)


def _float(number: float) -> int:
    return _short(_of_bytes(_float_bytes(number), 0)) if number else 0


def _float_extended(number: float, seed: int) -> int:
    return _extended(_of_bytes(_float_bytes(number), seed)) if number else seed


UDFS: Final[tuple[PythonFunction, ...]] = (
    udf("py_hash_text", lambda text: _short(_of_bytes(text.encode(), 0)), "VARCHAR", "INTEGER"),
    udf("py_hash_text_extended", lambda text, seed: _extended(_of_bytes(text.encode(), seed)), "VARCHAR, BIGINT", "BIGINT"),
    udf("py_hash_integer", lambda number: _short(_of_word(_long_word(number), 0)), "BIGINT", "INTEGER"),
    udf("py_hash_integer_extended", lambda number, seed: _extended(_of_word(_long_word(number), seed)), "BIGINT, BIGINT", "BIGINT"),
    udf("py_hash_float", _float, "DOUBLE", "INTEGER"),
    udf("py_hash_float_extended", _float_extended, "DOUBLE, BIGINT", "BIGINT"),
    udf("py_hash_uuid", lambda text: _short(_of_bytes(UUID(text).bytes, 0)), "VARCHAR", "INTEGER"),
    udf("py_hash_uuid_extended", lambda text, seed: _extended(_of_bytes(UUID(text).bytes, seed)), "VARCHAR, BIGINT", "BIGINT"),
)
