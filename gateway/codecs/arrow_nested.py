"""Arrays, vectors (int2vector, oidvector) and records as cells, from Arrow lists of scalars and structs of fields.

Arrays in text: ``{1,NULL,"a b"}`` with Postgres's quoting; vectors are numbers with spaces between. Binary (PostgreSQL 15,
array_send): int32 dimensions (0 or 1), int32 has-nulls flag, int32 element OID, then int32 length and int32 lower bound (1; 0 for
vectors), and each element as in a DataRow. Elements lie back to back in the child's buffer, so the bytes of one list are one slice.

Records in text (record_out): fields with commas between, in parentheses; NULL is nothing. A field that is empty, or holds quotes,
backslashes, parentheses, commas or blanks, stands in quotes, with quotes and backslashes doubled. Binary (record_send): int32
number of fields, and for each its int32 type OID, int32 length (-1: NULL) and bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from gateway.codecs.arrow_cells import (
    Cells,
    big_endian,
    binary_array,
    fixed_binary,
    masked,
    offsets_and_data,
    prefixed_cells,
    quoted,
    to_binary,
    validity,
)
from planner.tree import types as t

_VECTORS: Final = (t.INT2VECTOR, t.OIDVECTOR)
#: array_out quotes an element that is empty, reads as NULL, or holds one of these.
_NEEDS_QUOTES: Final = r'(?i)^$|^null$|[{}",\\ \t\n\r\v\f]'
#: And record_out a field.
_FIELD_NEEDS_QUOTES: Final = r'^$|["\\(), \t\n\r\v\f]'
_QUOTABLE: Final = frozenset((*"SDTUP",))
CellEncoder = Callable[[pa.Array, t.SqlType], Cells]


def _lists(array: pa.ListArray) -> tuple[pa.Array, npt.NDArray[np.int32]]:
    """The elements that the lists use, and where each list starts among them. NULL lists are empty."""
    if array.null_count:
        array = pc.if_else(pc.is_valid(array), array, pa.scalar([], array.type))
    offsets = array.offsets.to_numpy(zero_copy_only=False).astype(np.int32, copy=False)
    return array.values.slice(offsets[0], offsets[-1] - offsets[0]), offsets - offsets[0]


def array_binary(array: pa.ListArray, type_: t.SqlType, encode: CellEncoder) -> Cells:
    """An array's binary form."""
    element = type_.pg.element
    assert element is not None, "only arrays come here"
    values, starts = _lists(array)
    cells = prefixed_cells(encode(values, t.SqlType(element, type_.typmod)), len(values))
    offsets, data = offsets_and_data(cells)
    bodies = binary_array(data[offsets[0] :], np.diff((offsets - offsets[0])[starts]))
    lengths = np.diff(starts)
    has_null = np.add.reduceat(np.append(~_valid(values), False), starts[:-1], dtype=np.int32) > 0 if len(values) else lengths > 0
    head = np.zeros((len(array), 5), np.int32)
    head[:, 0], head[:, 1] = lengths > 0, has_null & (lengths > 0)
    head[:, 2], head[:, 3], head[:, 4] = element.oid, lengths, 0 if type_.pg in _VECTORS else 1
    heads = _heads(head, lengths, always_one=type_.pg in _VECTORS)
    return masked(pc.binary_join_element_wise(heads, bodies, b""), array)


def _valid(values: pa.Array) -> npt.NDArray[np.bool_]:
    valid = validity(values)
    return np.ones(len(values), np.bool_) if valid is None else valid


def _heads(head: npt.NDArray[np.int32], lengths: npt.NDArray[Any], *, always_one: bool) -> pa.BinaryArray:
    """Headers; an empty array has no dimensions, so no length and bound either (a vector always has its one dimension)."""
    if always_one:
        head[:, 0] = 1
        return fixed_binary(big_endian(head.reshape(-1), ">i4").reshape(len(head), 20))
    words = np.where(lengths > 0, 5, 3)
    keep = np.arange(5) < words[:, None]
    return binary_array(big_endian(head[keep], ">i4"), words * 4)


def array_text(array: pa.ListArray, type_: t.SqlType, encode: CellEncoder) -> Cells:
    """An array's text form."""
    element = type_.pg.element
    assert element is not None, "only arrays come here"
    values, starts = _lists(array)
    cells = to_binary(encode(values, t.SqlType(element, type_.typmod)))
    if element.category in _QUOTABLE or element in t.NAMED_NUMBERS:
        cells = quoted(cells, _NEEDS_QUOTES, r"\\\1")
    vector = type_.pg in _VECTORS
    lists = pa.ListArray.from_arrays(pa.array(starts, pa.int32()), cells.fill_null(b"NULL"))
    joined = pc.binary_join(lists, b" " if vector else b",")
    return masked(joined if vector else pc.binary_join_element_wise(b"{", joined, b"}", b""), array)


def record_text(array: pa.StructArray, type_: t.SqlType, encode: CellEncoder) -> Cells:
    """A record's text form."""
    fields = [quoted(to_binary(cells), _FIELD_NEEDS_QUOTES, r"\1\1").fill_null(b"") for cells in _fields(array, type_, encode)]
    return masked(pc.binary_join_element_wise(b"(", pc.binary_join_element_wise(*fields, b","), b")", b""), array)


def _fields(array: pa.StructArray, type_: t.SqlType, encode: CellEncoder) -> list[Cells]:
    pairs = zip(array.flatten(), type_.pg.fields, strict=True)
    return [encode(values, t.SqlType(pg)) for values, (_, pg) in pairs]


def record_binary(array: pa.StructArray, type_: t.SqlType, encode: CellEncoder) -> Cells:
    """A record's binary form."""
    rows = len(array)
    pieces: list[Any] = [_repeated(len(type_.pg.fields), rows)]
    for cells, (_, pg) in zip(_fields(array, type_, encode), type_.pg.fields, strict=True):
        pieces += [_repeated(pg.oid, rows), prefixed_cells(cells, rows)]
    return masked(pc.binary_join_element_wise(*pieces, b""), array)


def _repeated(number: int, rows: int) -> pa.BinaryArray:
    return fixed_binary(np.broadcast_to(big_endian(np.array([number]), ">u4"), (rows, 4)))
