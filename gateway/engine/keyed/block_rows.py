"""Rows that are there already, where others are waited for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gateway.contract.engine import RowChunk

#: Rows of one chunk at most.
_CHUNK_ROWS: Final = 8_192


class BlockRows:
    """DataRow messages, as a RowStream."""

    __slots__ = ("_at", "_rows")

    def __init__(self, rows: Sequence[bytes]) -> None:
        self._rows = rows
        self._at = 0

    def take(self, rows_max: int | None) -> RowChunk | None:
        """The next rows, without waiting."""
        end = min(len(self._rows), self._at + (_CHUNK_ROWS if rows_max is None else min(rows_max, _CHUNK_ROWS)))
        if end == self._at:
            return None
        chunk = RowChunk(b"".join(self._rows[self._at : end]), end - self._at)
        self._at = end
        return chunk

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See RowStream; they are in the formats that they were made in."""
        return self.take(rows_max)

    async def close(self) -> None:
        """Nothing is held."""
