"""The bytes of a stored row: a format byte, then Spark's UnsafeRow. All numbers little-endian.

==================================  ===============================================================================
part                                bytes
==================================  ===============================================================================
row schema number                   1: the row holds the first ``row_widths[number]`` columns of the view
NULL bits                           8 for every 64 columns begun; bit i of word i // 64 is set when column i is NULL
one word per column                 8 each: a fixed-width value (zero bytes behind it; 0 when NULL), else the value's place:
                                    size in the low 4 bytes, offset in the high 4, counted from the NULL bits
values of variable width            each padded with zeros to a multiple of 8
==================================  ===============================================================================

==================================  ===============================================================================
value of variable width             bytes
==================================  ===============================================================================
String, Binary                      the bytes
Decimal(p > 18)                     unscaled number, big-endian two's complement in the fewest bytes. In a row 16 bytes
                                    are kept for it even when NULL (its word then has size 0 and the place)
Struct                              a row (from the NULL bits on)
Array                               8: number of elements; NULL bits as in a row; elements of 1, 2, 4 or 8 bytes, together
                                    padded to 8 (0 when NULL; a place counts from the array's start); values of variable width
Map                                 8: bytes of the first array; an array of the keys; an array of the values
==================================  ===============================================================================

Sources: the classes UnsafeRow, UnsafeArrayData, UnsafeMapData and the writers in
``org.apache.spark.sql.catalyst.expressions.codegen`` of Spark 4; the tests compare with bytes that Spark wrote.

- Kept exactly as Spark writes it, oddities too: a NULL decimal of more than 18 digits still occupies 16 bytes of its row and its
  word keeps the offset, but in an array it occupies nothing; elements of an array are 1, 2, 4 or 8 bytes wide, columns always 8.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import calcsize
from typing import Final

from statestore import types as st

WORD_BYTES: Final = 8
#: What a Decimal of more than 18 digits occupies in a row.
WIDE_DECIMAL_BYTES: Final = 16


def fixed(data_type: st.DataType) -> tuple[str, int] | None:
    """Struct code and width in bytes of a type that is kept in place; None when its value is kept elsewhere in the row."""
    if isinstance(data_type, st.Decimal):
        return ("q", 8) if data_type.precision <= st.DECIMAL_PRECISION_LONG_MAX else None
    code = data_type.record.code if isinstance(data_type, st.Atomic) else ""
    return (code, calcsize(f"<{code}")) if code else None


def is_wide_decimal(data_type: st.DataType) -> bool:
    """Is it a decimal of more than 18 digits?"""
    return isinstance(data_type, st.Decimal) and data_type.precision > st.DECIMAL_PRECISION_LONG_MAX


def null_words(fields: int) -> int:
    """Words of NULL bits in front of so many fields or elements."""
    return (fields + 63) // 64


def widest_struct(types: Iterable[st.DataType]) -> int:
    """Words of NULL bits and fields of the widest struct among *types*, at any depth; 0 without one."""
    widths = [0]
    for data_type in types:
        match data_type:
            case st.Struct(fields):
                widths += [null_words(len(fields)) + len(fields), widest_struct(f.type for f in fields)]
            case st.Array(element):
                widths.append(widest_struct([element]))
            case st.Map(key, value):
                widths.append(widest_struct([key, value]))
    return max(widths)
