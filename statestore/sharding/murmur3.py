"""Spark's Murmur3 over values of every type, one row at a time.

Spark's variant (``org.apache.spark.unsafe.hash.Murmur3_x86_32``) is MurmurHash3 x86 32 but for bytes behind the last
whole word: each of them, sign-extended, is mixed in as a word of its own. A row's hash is a fold: the hash of
one column is the seed of the next, and NULL leaves it as it is. The words go to mmh3, 50 times faster than Python.

Decimals of up to 18 digits hash as longs, wider ones as the shortest big-endian bytes of the unscaled number; -0.0 as 0.0; every
NaN as one. For mmh3 the 1 to 3 bytes behind the last whole word are widened to words; then its last step, in which the size takes
part and which can be undone, is done again with the true size.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, Final

from mmh3 import hash as mmh3_hash

from statestore import types as st
from statestore.decimals import unscaled, unscaled_bytes
from statestore.errors import UnsupportedType

SEED: Final = 42
#: Hashes a value, never NULL, with a seed; both hashes are unsigned.
Hasher = Callable[[Any, int], int]

_MASK: Final = 0xFFFFFFFF
_pack_int: Final = struct.Struct("<i").pack
_pack_long: Final = struct.Struct("<q").pack
_pack_float: Final = struct.Struct("<f").pack
_pack_double: Final = struct.Struct("<d").pack
_NAN_FLOAT: Final = 0x7FC00000
_NAN_DOUBLE: Final = 0x7FF8000000000000


#: Each byte as the word that Spark mixes in for it.
_WORDS: Final = tuple((b - 256 if b > 127 else b).to_bytes(4, "little", signed=True) for b in range(256))


def hasher(data_type: st.DataType) -> Hasher:
    """The hash of one type's values. Raises UnsupportedType for maps."""
    if width := st.integer_bytes(data_type):
        return hash_long if width == 8 else hash_int
    match data_type:
        case st.Boolean():
            return hash_int
        case st.Float():
            return hash_float
        case st.Double():
            return hash_double
        case st.Decimal(precision, scale):
            return _decimal_hasher(precision, scale)
        case st.String():
            return lambda value, seed: hash_bytes(value.encode(), seed)
        case st.Binary():
            return hash_bytes
        case st.Array(element):
            return _array_hasher(hasher(element))
        case st.Struct(fields):
            return _struct_hasher([hasher(f.type) for f in fields])
    raise UnsupportedType(f"{type(data_type).__name__} cannot be part of a shard key")


def hash_int(value: int, seed: int) -> int:
    """Of 32 bits and fewer."""
    return mmh3_hash(_pack_int(value), seed, False)


def hash_long(value: int, seed: int) -> int:
    """Of 64 bits."""
    return mmh3_hash(_pack_long(value), seed, False)


def hash_float(value: float, seed: int) -> int:
    """-0.0 hashes as 0.0, any NaN as the usual one."""
    return mmh3_hash(_NAN_FLOAT.to_bytes(4, "little") if value != value else _pack_float(value + 0.0), seed, False)


def hash_double(value: float, seed: int) -> int:
    """-0.0 hashes as 0.0, any NaN as the usual one."""
    return mmh3_hash(_NAN_DOUBLE.to_bytes(8, "little") if value != value else _pack_double(value + 0.0), seed, False)


def hash_bytes(data: bytes, seed: int) -> int:
    """Of text and binary values."""
    size = len(data)
    rest = size & 3
    if not rest:
        return mmh3_hash(data, seed, False)
    if rest == 1:
        widened = data[:-1] + _WORDS[data[-1]]
    elif rest == 2:
        widened = data[:-2] + _WORDS[data[-2]] + _WORDS[data[-1]]
    else:
        widened = data[:-3] + _WORDS[data[-3]] + _WORDS[data[-2]] + _WORDS[data[-1]]
    return _with_size(mmh3_hash(widened, seed, False), len(widened) ^ size)


def _with_size(h: int, change: int) -> int:
    """What a hash would be had another size gone into its last step; *change* is one size xor the other.

    MurmurHash3 ends with ``h ^= size``, then shifts and multiplications, all of which can be undone: h ^ h >> 16 undoes
    itself, so that undoing the first of them, changing the size and doing it again is one xor.
    """
    h = (h ^ h >> 16) * 0x7ED1B41D & _MASK
    h = (h ^ h >> 13 ^ h >> 26) * 0xA5CB9243 & _MASK
    h = (h ^ change ^ change >> 16) * 0x85EBCA6B & _MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & _MASK
    return h ^ h >> 16


def _decimal_hasher(precision: int, scale: int) -> Hasher:
    if precision <= st.DECIMAL_PRECISION_LONG_MAX:
        return lambda value, seed: hash_long(unscaled(value, scale), seed)
    return lambda value, seed: hash_bytes(unscaled_bytes(unscaled(value, scale)), seed)


def _array_hasher(hash_element: Hasher) -> Hasher:
    def hash_array(values: Sequence[Any], seed: int) -> int:
        for value in values:
            if value is not None:
                seed = hash_element(value, seed)
        return seed

    return hash_array


def _struct_hasher(hashers: Sequence[Hasher]) -> Hasher:
    def hash_struct(values: Sequence[Any], seed: int) -> int:
        for value, hash_field in zip(values, hashers, strict=True):
            if value is not None:
                seed = hash_field(value, seed)
        return seed

    return hash_struct
