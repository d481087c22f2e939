"""The bytes of an order-preserving key, and the order they keep.

A key is its columns' bytes, one after the other; comparing two keys byte by byte compares the rows as
``ORDER BY column, column, …`` does in Postgres: ascending, NULLS LAST, text in C collation, NaN above infinity.

===========================================  ================================================================
column                                       bytes
===========================================  ================================================================
NULL, whatever the type                      ``02``
any other value                              ``01`` and then the value:
Boolean                                      ``00`` or ``01``
what is kept as a whole number (Byte Short   big-endian in its width of 1, 2, 4 or 8 bytes, sign bit flipped
Int Long, dates, times, intervals)
Float Double                                 IEEE bits, big-endian: all bits flipped if negative, else the sign
                                             bit set; -0.0 as 0.0, every NaN as one NaN
Decimal(p <= 18)                             unscaled number as a Long
Decimal(p > 18)                              unscaled number, big-endian in 16 bytes, sign bit flipped
String Binary                                the bytes with ``00`` written as ``00 FF``, then ``00``
Array                                        each element as a column (marker, value), then ``00``
Struct                                       each field as a column (marker, value)
===========================================  ================================================================

Why it orders right: no column's bytes are a prefix of another value's bytes of that column, a column starts with 01 or 02
only, and what follows the 00 that ends a text is therefore below the FF that continues one.
"""

from __future__ import annotations

from typing import Final

#: What a NULL column is, whatever its type: after every value.
NULL_COLUMN: Final = b"\x02"
VALUE_MARKER: Final = b"\x01"
TERMINATOR: Final = b"\x00"
#: A zero byte inside a text or binary value.
ESCAPED_ZERO: Final = b"\x00\xff"
#: Canonical NaNs, already transformed.
NAN_FLOAT: Final = 0xFFC00000
NAN_DOUBLE: Final = 0xFFF8000000000000
#: A Decimal of more than 18 digits.
WIDE_DECIMAL_BYTES: Final = 16


def successor(prefix: bytes) -> bytes | None:
    """The least byte string greater than every string that starts with *prefix*; None when there is none."""
    stripped = prefix.rstrip(b"\xff")
    return stripped[:-1] + bytes([stripped[-1] + 1]) if stripped else None
