"""A cursor's position, and the rows that FETCH and MOVE take from it.

    position 0 (before the first row), 1 … n (on a row), n + 1 (behind the last)

Forward-only cursors keep no rows. SCROLL cursors keep every row they have passed, in binary form, within a limit; rows are written
in the format that each FETCH asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from gateway.codecs.codec import decoder, encoder
from gateway.contract.cancel import CancelToken
from gateway.contract.engine import BINARY, OutputStyle, RowChunk, RowStream
from gateway.errors import ConfigurationLimitExceeded, CursorNotScrollable
from gateway.session.rows import ROW_HEAD, cells_of
from gateway.wire.writer import data_row
from planner.tree.bound import OutputColumn

#: Rows that are written at once.
CHUNK_ROWS_MAX: Final = 1_000


class Cursor:
    """Rows of a stream, with a position. *kept_bytes_max* is what a SCROLL cursor may keep, None of one that keeps nothing.

    The stream gives binary rows to SCROLL cursors, any format to others.
    """

    __slots__ = ("_ended", "_kept", "_kept_bytes", "_kept_bytes_max", "columns", "position", "scroll", "stream", "token")

    def __init__(
        self, stream: RowStream, columns: tuple[OutputColumn, ...], token: CancelToken, kept_bytes_max: int | None
    ) -> None:
        self.stream = stream
        self.columns = columns
        self.token = token
        self.scroll = kept_bytes_max is not None
        self._kept_bytes_max = kept_bytes_max or 0
        self.position = 0
        self._ended = False
        self._kept: list[bytes] = []
        self._kept_bytes = 0

    @property
    def on_row(self) -> bool:
        """Is there a current row?"""
        return self.position > 0 and not (self._ended and self.position > self._rows_known)

    @property
    def _rows_known(self) -> int:
        return len(self._kept) if self.scroll else self.position - 1

    def need_scroll(self) -> None:
        """Raises CursorNotScrollable (55000) for a cursor that can only go forward."""
        if not self.scroll:
            raise CursorNotScrollable("cursor can only scan forward", hint="Declare it with SCROLL option to enable backward scan.")

    # ---------------------------------------------------------------------------------------------------------- forward

    async def forward(self, rows_max: int | None, formats: tuple[int, ...] | None) -> RowChunk | None:
        """The next rows of a cursor without SCROLL, in any format where *formats* is None."""
        if self._ended:
            return None
        chunk = await self.stream.next(rows_max, formats)
        if chunk is None:
            self._ended = True
            self.position += 1
            return None
        self.position += chunk.rows
        return chunk

    # ----------------------------------------------------------------------------------------------------------- scroll

    async def reach(self, position: int | None) -> int:
        """Read on until row *position* (None: the last) is kept; the number of rows kept."""
        formats = (BINARY,) * len(self.columns)
        while not self._ended and (position is None or len(self._kept) < position):
            chunk = await self.stream.next(None, formats)
            if chunk is None:
                self._ended = True
            else:
                self._keep(chunk)
        return len(self._kept)

    def _keep(self, chunk: RowChunk) -> None:
        self._kept_bytes += len(chunk.data)
        if self._kept_bytes > self._kept_bytes_max:
            raise ConfigurationLimitExceeded(
                f"a SCROLL cursor may keep {self._kept_bytes_max} bytes of rows",
                hint="Declare it with NO SCROLL, or select fewer rows.",
            )
        at = 0
        while at < len(chunk.data):
            end = at + 1 + ROW_HEAD.unpack_from(chunk.data, at)[1]
            self._kept.append(chunk.data[at:end])
            at = end

    def kept(self, numbers: Sequence[int], formats: tuple[int, ...], style: OutputStyle) -> RowChunk:
        """The kept rows of these numbers (from 1), in *formats*."""
        rows = [self._kept[number - 1] for number in numbers]
        if any(format_ != BINARY for format_ in formats):
            write = _transcoder(self.columns, formats, style)
            rows = [write(row) for row in rows]
        return RowChunk(b"".join(rows), len(rows))


def _transcoder(columns: tuple[OutputColumn, ...], formats: tuple[int, ...], style: OutputStyle) -> Callable[[bytes], bytes]:
    """Binary DataRow → DataRow in *formats*."""
    steps: list[Callable[[bytes], bytes] | None] = [
        None if format_ == BINARY else _step(decoder(column.type, BINARY), encoder(column.type, format_, style))
        for column, format_ in zip(columns, formats, strict=True)
    ]

    def write(row: bytes) -> bytes:
        cells = cells_of(row)
        return data_row([cell if cell is None or not step else step(cell) for cell, step in zip(cells, steps, strict=True)])

    return write


def _step(read: Callable[[bytes], Any], write: Callable[[Any], bytes]) -> Callable[[bytes], bytes]:
    return lambda cell: write(read(cell))
