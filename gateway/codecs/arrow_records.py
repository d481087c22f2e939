"""Records as cells, from Arrow structs of their fields.

Text (PostgreSQL 15, record_out): fields with commas between, in parentheses; NULL is nothing. A field that is empty, or holds
quotes, backslashes, parentheses, commas or blanks, stands in quotes, with quotes and backslashes doubled. Binary (record_send):
int32 number of fields, and for each its int32 type OID, int32 length (-1: NULL) and bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from gateway.codecs.arrow_cells import Cells, big_endian, fixed_binary, masked, prefixed_cells, quoted, to_binary
from planner.tree import types as t

_NEEDS_QUOTES: Final = r'^$|["\\(), \t\n\r\v\f]'
CellEncoder = Callable[[pa.Array, t.SqlType], Cells]


def text(array: pa.StructArray, type_: t.SqlType, encode: CellEncoder) -> Cells:
    """Text form."""
    fields = [quoted(to_binary(cells), _NEEDS_QUOTES, r"\1\1").fill_null(b"") for cells in _fields(array, type_, encode)]
    return masked(pc.binary_join_element_wise(b"(", pc.binary_join_element_wise(*fields, b","), b")", b""), array)


def _fields(array: pa.StructArray, type_: t.SqlType, encode: CellEncoder) -> list[Cells]:
    pairs = zip(array.flatten(), type_.pg.fields, strict=True)
    return [encode(values, t.SqlType(pg)) for values, (_, pg) in pairs]


def binary(array: pa.StructArray, type_: t.SqlType, encode: CellEncoder) -> Cells:
    """Binary form."""
    rows = len(array)
    pieces: list[Any] = [_repeated(len(type_.pg.fields), rows)]
    for cells, (_, pg) in zip(_fields(array, type_, encode), type_.pg.fields, strict=True):
        pieces += [_repeated(pg.oid, rows), prefixed_cells(cells, rows)]
    return masked(pc.binary_join_element_wise(*pieces, b""), array)


def _repeated(number: int, rows: int) -> pa.BinaryArray:
    return fixed_binary(np.broadcast_to(big_endian(np.array([number]), ">u4"), (rows, 4)))
