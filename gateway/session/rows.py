"""Where the rows of a running portal come from: rows that are there (keyed/block_rows.py), or a stream. And the cells of a row."""

from __future__ import annotations

from struct import Struct
from typing import Final, Protocol

from gateway.contract.engine import RowChunk

#: What a DataRow message begins with: its type, its length without the type, the number of cells.
ROW_HEAD: Final = Struct("!cIH")
_LENGTH: Final = Struct("!i")


def cells_of(row: bytes) -> list[bytes | None]:
    """The cells of a DataRow message; None is NULL."""
    at = ROW_HEAD.size
    cells: list[bytes | None] = []
    while at < len(row):
        (length,) = _LENGTH.unpack_from(row, at)
        at += _LENGTH.size
        cells.append(None if length < 0 else row[at : at + length])
        at += max(length, 0)
    return cells


class RowSource(Protocol):
    """Rows as DataRow messages, forward only."""

    async def next(self, rows_max: int | None) -> RowChunk | None:
        """The next rows, at most *rows_max*; None at the end."""
