"""Columns of finished cells, and how columns of cells become DataRow messages without a loop over rows.

A *cell* is what stands behind the length word of one value in a DataRow: its text or binary form. A column of cells is either

* ``FixedCells``: every value has the same number of bytes; one NumPy matrix, a row of bytes per value;
* a ``pa.BinaryArray``: any lengths.

A DataRow is ``'D'``, its length, the number of columns, and per column a length word (-1 for NULL) and the cell. The message
bytes of a batch are one Arrow ``binary_join_element_wise`` over pieces; length words and fixed cells that stand side by side
make one piece. Arrow keeps the joined values back to back, so its data buffer already is the run of messages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from gateway.codecs.codec import encoder
from gateway.contract.engine import OutputStyle
from planner.tree.types import SqlType

Bytes2D = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

#: Arrow's binary arrays have 32-bit offsets and the longest text form is below 16 times its value: larger batches are halved.
BATCH_BYTES_MAX: Final = 1 << 27
#: So many cells are joined one by one: whole columns take 0.1 ms at least.
FEW_CELLS: Final = 64
#: The message type of a DataRow.
DATA_ROW: Final = ord("D")
_HEADER: Final = Struct(">BiH")
_HEADER_BYTES: Final = _HEADER.size
_LENGTH: Final = Struct(">i")
_LENGTH_BYTES: Final = _LENGTH.size
_NULL: Final = _LENGTH.pack(-1)


@dataclass(frozen=True, slots=True)
class FixedCells:
    """*data* has one row of bytes per value; *valid* is None where no value is NULL."""

    data: Bytes2D
    valid: Mask | None


Cells: TypeAlias = "FixedCells | pa.BinaryArray"


def validity(array: pa.Array) -> Mask | None:
    """Which values are not NULL; None when all are."""
    if array.null_count == 0:
        return None
    mask: Mask = pc.is_valid(array).to_numpy(zero_copy_only=False)
    return mask


def big_endian(values: npt.NDArray[Any], dtype: str) -> Bytes2D:
    """One row of bytes per number, in network order; *dtype* as NumPy spells it ('>i8')."""
    data = np.ascontiguousarray(values, dtype=dtype)
    return data.view(np.uint8).reshape(len(values), data.dtype.itemsize)


def binary_array(data: Bytes2D | npt.NDArray[Any], lengths: npt.NDArray[Any], valid: Mask | None = None) -> pa.BinaryArray:
    """Values that stand back to back in *data* with these lengths; where not *valid* (length 0 there), NULL."""
    offsets = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    bitmap = None if valid is None else pa.py_buffer(np.packbits(valid, bitorder="little"))
    buffers = [bitmap, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(data))]
    return pa.Array.from_buffers(pa.binary(), len(lengths), buffers)


def one_by_one(values: list[Any], type_: SqlType, format_: int, style: OutputStyle) -> pa.BinaryArray:
    """The scalar codecs' cells of physical values (planner.tree.values), for what has no other form; None is NULL."""
    encode = encoder(type_, format_, style)
    return pa.array([None if v is None else encode(v) for v in values], pa.binary())


def bytes_of(texts: pa.Array) -> pa.BinaryArray:
    """Texts as the bytes that they are, without a cast, which takes as long as writing a few numbers."""
    return texts.view(pa.binary()) if texts.type == pa.string() else texts.cast(pa.binary())


def masked(cells: pa.BinaryArray, array: pa.Array) -> pa.BinaryArray:
    """The cells, NULL where *array* is."""
    return cells if array.null_count == 0 else pc.if_else(pc.is_valid(array), cells, pa.scalar(None, pa.binary()))


def quoted(cells: pa.BinaryArray, needed_by: str, escaped: str) -> pa.BinaryArray:
    """Those that match the regular expression *needed_by* in quotes; *escaped* is what stands for a quote or backslash, \\1."""
    needs = pc.match_substring_regex(cells, needed_by).fill_null(False)
    if not pc.any(needs).as_py():
        return cells
    inner = pc.replace_substring_regex(cells, r'(["\\])', escaped)
    return pc.if_else(needs, pc.binary_join_element_wise(b'"', inner, b'"', b""), cells)


def fixed_binary(data: Bytes2D) -> pa.BinaryArray:
    """A matrix of bytes as a binary array without copying."""
    rows, width = data.shape
    offsets = np.arange(rows + 1, dtype=np.int32) * np.int32(width)
    return pa.Array.from_buffers(pa.binary(), rows, [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(data))])


def to_binary(cells: Cells) -> pa.BinaryArray:
    """Cells of either kind as a binary array."""
    if not isinstance(cells, FixedCells):
        return cells
    if cells.valid is None:
        return fixed_binary(cells.data)
    return binary_array(cells.data[cells.valid], cells.valid * cells.data.shape[1], cells.valid)


def offsets_and_data(array: pa.BinaryArray) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]:
    """The offsets of a binary or string array (length + 1 of them) and the buffer they point into."""
    _, offsets, data = array.buffers()
    window = np.frombuffer(offsets, np.int32)[array.offset : array.offset + len(array) + 1]
    return window, np.frombuffer(data, np.uint8) if data is not None and data.size else np.empty(0, np.uint8)


def cell_lengths(array: pa.BinaryArray) -> npt.NDArray[np.int32]:
    """Length words: the number of bytes, -1 for NULL."""
    offsets, _ = offsets_and_data(array)
    lengths = np.diff(offsets)
    valid = validity(array)
    return lengths if valid is None else np.where(valid, lengths, np.int32(-1))


@dataclass(frozen=True, slots=True)
class _Varying:
    """Cells of different lengths, with their length words."""

    array: pa.BinaryArray
    lengths: npt.NDArray[np.int32]


def _measured(cells: Cells) -> FixedCells | _Varying:
    if isinstance(cells, FixedCells) and cells.valid is None:
        return cells
    array = to_binary(cells)
    return _Varying(array, cell_lengths(array))


class _Pieces:
    """Collects what each row consists of, merging neighbours of fixed width."""

    def __init__(self, rows: int) -> None:
        self._rows = rows
        self._fixed: list[Bytes2D] = []
        self._done: list[pa.BinaryArray] = []

    def fixed(self, data: Bytes2D) -> None:
        self._fixed.append(data)

    def cell(self, cells: FixedCells | _Varying) -> None:
        """A length word and the cell."""
        if isinstance(cells, FixedCells):
            width = big_endian(np.array([cells.data.shape[1]]), ">i4")
            self._fixed += [np.broadcast_to(width, (self._rows, _LENGTH_BYTES)), cells.data]
        else:
            self._fixed.append(big_endian(cells.lengths, ">i4"))
            self._flush()
            self._done.append(cells.array)

    def joined(self) -> pa.BinaryArray:
        """One value per row, nothing NULL."""
        self._flush()
        if len(self._done) == 1:
            return self._done[0]
        return pc.binary_join_element_wise(*self._done, b"", null_handling="replace", null_replacement=b"")

    def _flush(self) -> None:
        if self._fixed:
            self._done.append(fixed_binary(self._fixed[0] if len(self._fixed) == 1 else np.hstack(self._fixed)))
            self._fixed = []


def prefixed_cells(cells: Cells, rows: int) -> pa.BinaryArray:
    """Each cell with its length word before it, as in a DataRow and inside a binary array value; nothing is NULL."""
    pieces = _Pieces(rows)
    pieces.cell(_measured(cells))
    return pieces.joined()


def _header(columns: Sequence[FixedCells | _Varying], rows: int, kind: int) -> Bytes2D:
    sizes = np.full(rows, _HEADER_BYTES - 1 + _LENGTH_BYTES * len(columns), np.int64)
    for cells in columns:
        sizes += cells.data.shape[1] if isinstance(cells, FixedCells) else np.maximum(cells.lengths, 0)
    header = np.empty((rows, _HEADER_BYTES), np.uint8)
    header[:, 0] = kind
    header[:, 1:5] = big_endian(sizes, ">i4")
    header[:, 5:7] = big_endian(np.array([len(columns)]), ">i2")
    return header


def data_rows(columns: Sequence[Cells], rows: int, kind: int = DATA_ROW) -> bytes:
    """The DataRow messages of *rows* rows, one after another. *columns* come from at most BATCH_BYTES_MAX of Arrow data.

    COPY's binary rows are the same bytes in messages of another *kind*.
    """
    if rows == 0:
        return b""
    if rows * len(columns) <= FEW_CELLS:
        return _few_rows(columns, rows, kind)
    measured = [_measured(c) for c in columns]
    pieces = _Pieces(rows)
    pieces.fixed(_header(measured, rows, kind))
    for cells in measured:
        pieces.cell(cells)
    offsets, data = offsets_and_data(pieces.joined())
    return data[offsets[0] : offsets[-1]].tobytes()


def _few_rows(columns: Sequence[Cells], rows: int, kind: int) -> bytes:
    """The same of few cells."""
    values = [_values(cells) for cells in columns]
    messages = []
    for row in range(rows):
        cells = b"".join([_prefixed(cell[row]) for cell in values])
        messages.append(_HEADER.pack(kind, _HEADER_BYTES - 1 + len(cells), len(columns)) + cells)
    return b"".join(messages)


def _prefixed(cell: bytes | None) -> bytes:
    return _NULL if cell is None else _LENGTH.pack(len(cell)) + cell


def _values(cells: Cells) -> list[bytes | None]:
    if not isinstance(cells, FixedCells):
        values: list[bytes | None] = cells.to_pylist()
        return values
    valid = cells.valid
    return [row.tobytes() if valid is None or valid[i] else None for i, row in enumerate(cells.data)]
