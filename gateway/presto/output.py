"""Where a session's messages go when its client asks for pages: kept until they are taken, and no more than a page.

The session is one more client's, without a socket: RowDescription, DataRow …, CommandComplete or ErrorResponse, ReadyForQuery.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from struct import Struct
from typing import Final

from gateway.contract.cancel import CancelToken
from gateway.errors import QueryCancelled
from gateway.presto.types import TrinoType, trino_type
from gateway.session.rows import cells_of
from gateway.wire import frontend
from gateway.wire.writer import Report

_HEAD: Final = Struct("!cI")
_FIELD: Final = Struct("!IhIhih")


class PageOutput:
    """Output for gateway.session. For the event loop's thread; what is taken may be read in any."""

    def __init__(self, page_bytes: int) -> None:
        self._page_bytes = page_bytes
        self._gathered: list[bytes] = []
        self._size = 0
        self._taken: asyncio.Future[None] | None = None
        self._changed: asyncio.Future[None] | None = None
        self._lost = False
        self.done = False

    def write(self, data: bytes) -> None:
        """See Output."""
        if not self._lost:
            self._gathered.append(data)
            self._size += len(data)

    async def drain(self, token: CancelToken) -> None:
        """See Output: a page waits until it is taken. Raises QueryCancelled where the client is gone."""
        token.check()
        if self._size < self._page_bytes and not self._lost:
            return
        self._wake(self._changed)
        self._taken = asyncio.get_running_loop().create_future()
        token.on_cancel(lambda: self._wake(self._taken))
        if not self._lost:
            await self._taken
        token.check()
        if self._lost:
            raise _given_up()

    def finish(self) -> None:
        """There is no more."""
        self.done = True
        self._wake(self._changed)

    def lose(self) -> None:
        """Nobody wants it any more."""
        self._lost = True
        self._gathered, self._size = [], 0
        self._wake(self._taken)
        self._wake(self._changed)

    async def take(self, timeout_s: float) -> bytes:
        """What there is: as soon as it is a page, or all; else after the time. Raises QueryCancelled where the client is gone."""
        if not self.done and self._size < self._page_bytes:
            self._changed = asyncio.get_running_loop().create_future()
            await asyncio.wait([self._changed], timeout=timeout_s)
        if self._lost:
            raise _given_up()
        data, self._gathered, self._size = b"".join(self._gathered), [], 0
        self._wake(self._taken)
        return data

    @staticmethod
    def _wake(waiter: asyncio.Future[None] | None) -> None:
        if waiter is not None and not waiter.done():
            waiter.set_result(None)


def _given_up() -> QueryCancelled:
    return QueryCancelled("the query was given up by its client")


def messages(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """(type, the whole message) of each message."""
    at = 0
    while at < len(data):
        kind, length = _HEAD.unpack_from(data, at)
        end = at + 1 + length
        yield kind, data[at:end]
        at = end


def columns(message: bytes, capabilities: frozenset[str]) -> list[tuple[str, TrinoType]]:
    """Name and type of each column of a RowDescription."""
    at, found = 7, []
    while at < len(message):
        end = message.index(b"\0", at)
        _, _, oid, _, typmod, _ = _FIELD.unpack_from(message, end + 1)
        found.append((message[at:end].decode(), trino_type(oid, typmod, capabilities)))
        at = end + 1 + _FIELD.size
    return found


def rows(data: list[bytes], types: list[TrinoType]) -> list[list[object]]:
    """The values of DataRows."""
    decoders = [found.decode for found in types]
    return [
        [None if cell is None else decode(cell.decode()) for decode, cell in zip(decoders, cells_of(row), strict=True)]
        for row in data
    ]


def report_of(message: bytes) -> Report:
    """What an ErrorResponse or NoticeResponse says. Positions are left out: they count in another text than the client's."""
    return replace(frontend.report_of(message[_HEAD.size :]), position=None)


def tag_of(message: bytes) -> str:
    """What a CommandComplete says."""
    return message[_HEAD.size : -1].decode()
