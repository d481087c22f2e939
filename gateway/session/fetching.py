"""FETCH and MOVE as row sources: from a position and a direction to rows.

Cursors without SCROLL go forward only: forward, and absolute or relative to a row ahead.
"""

from __future__ import annotations

from collections.abc import Sequence

from gateway.contract.engine import OutputStyle, RowChunk, RowStream, WaitingStream
from gateway.session.cursor import CHUNK_ROWS_MAX, Cursor
from gateway.session.rows import RowSource
from planner.errors import InvalidArgument, Unsupported
from planner.postgres.literals.intervals import parse_interval
from planner.tree.statement import FetchStatement


class CursorRows:
    """All rows of a cursor from where it stands: what Execute of a cursor's own portal gives."""

    __slots__ = ("_cursor", "_formats", "_style")

    def __init__(self, cursor: Cursor, formats: tuple[int, ...], style: OutputStyle) -> None:
        self._cursor = cursor
        self._formats = formats
        self._style = style

    async def next(self, rows_max: int | None) -> RowChunk | None:
        """See RowSource."""
        if not self._cursor.scroll:
            return await self._cursor.forward(rows_max, self._formats)
        count = CHUNK_ROWS_MAX if rows_max is None else min(rows_max, CHUNK_ROWS_MAX)
        numbers = await _forward(self._cursor, count)
        return self._cursor.kept(numbers, self._formats, self._style) if numbers else None


class PortalStream:
    """Makes a running portal's rows a stream, so that FETCH and MOVE can go on with them; formats are those of its Bind.

    *stream* is what has to be closed behind the rows, if anything has.
    """

    def __init__(self, rows: RowSource, formats: tuple[int, ...], stream: RowStream | None = None) -> None:
        self._rows = rows
        self._formats = formats
        self._stream = stream

    async def next(self, rows_max: int | None, formats: tuple[int, ...] | None = None) -> RowChunk | None:
        """See RowStream. Raises Unsupported."""
        if formats is not None and formats != self._formats:
            raise Unsupported("a portal that has begun to run keeps the formats of its Bind")
        return await self._rows.next(rows_max)

    async def close(self) -> None:
        """See RowStream."""
        if self._stream is not None:
            await self._stream.close()


class WaitedRows:
    """The rows of one FETCH or MOVE from a SUBSCRIBE: as many as are there, waited for at most *timeout*, an interval, or for ever.

    Raises CursorNotScrollable for other directions than forward; InvalidDatetime, InvalidParameter for what is no time to wait.
    """

    def __init__(self, cursor: Cursor, stream: WaitingStream, statement: FetchStatement, formats: tuple[int, ...] | None) -> None:
        count = statement.count
        if statement.direction != "forward" or (count is not None and count < 0):
            cursor.need_scroll()
        self._cursor, self._stream, self._formats = cursor, stream, formats
        self._left = count
        self._wait_s = None if statement.timeout is None else _seconds(statement.timeout)

    async def next(self, rows_max: int | None) -> RowChunk | None:
        """See RowSource."""
        limits = [n for n in (self._left, rows_max) if n is not None]
        if 0 in limits:
            return None
        chunk = await self._stream.next_within(min(limits) if limits else None, self._formats, self._wait_s)
        if chunk is not None:
            self._wait_s = 0.0
            self._cursor.position += chunk.rows
            self._left = None if self._left is None else self._left - chunk.rows
        return chunk


def _seconds(text: str) -> float:
    found = parse_interval(text)
    seconds = found.days * 86_400 + found.micros / 1e6
    if found.months or seconds < 0:
        raise InvalidArgument(f"a timeout is a time of days or less, and not negative: {text!r} is none")
    return seconds


class FetchRows:
    """The rows of one FETCH or MOVE. Raises CursorNotScrollable at once if the cursor cannot go there."""

    def __init__(self, cursor: Cursor, statement: FetchStatement, formats: tuple[int, ...], style: OutputStyle) -> None:
        self._cursor = cursor
        self._statement = statement
        self._formats = formats
        self._style = style
        self._numbers: Sequence[int] | None = None
        self._sent = 0
        self._left: int | None
        self._skip, self._left = (0, 0) if cursor.scroll else self._plan_forward()

    async def next(self, rows_max: int | None) -> RowChunk | None:
        """See RowSource."""
        if self._cursor.scroll:
            return await self._next_kept(rows_max)
        if self._numbers is None:
            self._numbers = ()
            current = await self._start_forward()
            if current is not None:
                return current
        return await self._next_forward(rows_max)

    # ---------------------------------------------------------------------------------------------------------- forward

    async def _start_forward(self) -> RowChunk | None:
        """Skip to where the rows begin; a chunk if the current row is all there is."""
        while self._skip:
            chunk = await self._cursor.forward(self._skip, None)
            if chunk is None:
                self._left = 0
                break
            self._skip -= chunk.rows
        still = self._statement.direction in ("forward", "relative") and self._statement.count == 0
        return RowChunk(b"", 1) if still and self._cursor.on_row else None

    def _plan_forward(self) -> tuple[int, int | None]:
        """(rows to skip, rows wanted) of a movement forward. Raises CursorNotScrollable for any other."""
        cursor, count = self._cursor, self._statement.count
        match self._statement.direction:
            case "forward" if count is None or count > 0:
                return 0, count
            case "relative" if count is not None and count > 0:
                return count - 1, 1
            case "absolute" | "first" if count is not None and count > cursor.position:
                return count - 1 - cursor.position, 1
            case "absolute" if count == 0 and cursor.position == 0:
                return 0, 0
            case "forward" | "relative" if count == 0 and (self._statement.move or not cursor.on_row):
                return 0, 0
        cursor.need_scroll()
        raise AssertionError("forward-only cursors need SCROLL here")

    async def _next_forward(self, rows_max: int | None) -> RowChunk | None:
        if self._left == 0:
            return None
        limits = [n for n in (self._left, rows_max) if n is not None]
        formats = None if self._statement.move else self._formats
        chunk = await self._cursor.forward(min(limits) if limits else None, formats)
        if chunk is not None and self._left is not None:
            self._left -= chunk.rows
        return chunk

    # ----------------------------------------------------------------------------------------------------------- scroll

    async def _next_kept(self, rows_max: int | None) -> RowChunk | None:
        if self._numbers is None:
            self._numbers = await self._move()
        count = CHUNK_ROWS_MAX if rows_max is None else min(rows_max, CHUNK_ROWS_MAX)
        numbers = self._numbers[self._sent : self._sent + count]
        self._sent += len(numbers)
        return self._cursor.kept(numbers, self._formats, self._style) if numbers else None

    async def _move(self) -> Sequence[int]:
        """Move the cursor; the numbers of the rows passed, in order."""
        cursor, count = self._cursor, self._statement.count
        match self._statement.direction:
            case "forward":
                return await _forward(cursor, count) if count is None or count >= 0 else _backward(cursor, -count)
            case "backward":
                return await _forward(cursor, -count) if count is not None and count < 0 else _backward(cursor, count)
            case "relative":
                return await _to(cursor, cursor.position + (count or 0))
            case "last":
                return await _to(cursor, await cursor.reach(None))
            case "absolute" if count is not None and count < 0:
                return await _to(cursor, await cursor.reach(None) + 1 + count)
            case _:
                return await _to(cursor, 1 if count is None else count)


async def _forward(cursor: Cursor, count: int | None) -> Sequence[int]:
    if count == 0:
        return (cursor.position,) if cursor.on_row else ()
    begin = cursor.position + 1
    end = None if count is None else cursor.position + count
    known = await cursor.reach(end)
    if end is not None and end <= known:
        cursor.position = end
        return range(begin, end + 1)
    cursor.position = known + 1
    return range(begin, known + 1)


def _backward(cursor: Cursor, count: int | None) -> Sequence[int]:
    if count == 0:
        return (cursor.position,) if cursor.on_row else ()
    begin = cursor.position - 1
    end = 1 if count is None else max(cursor.position - count, 1)
    cursor.position = 0 if count is None else max(cursor.position - count, 0)
    return range(begin, end - 1, -1)


async def _to(cursor: Cursor, target: int) -> Sequence[int]:
    known = await cursor.reach(max(target, 0))
    if 1 <= target <= known:
        cursor.position = target
        return (target,)
    cursor.position = 0 if target < 1 else known + 1
    return ()
