"""A client of this process's own gateway: a Connection whose socket is a buffer.

    ask() ─bytes─→ Connection ─→ hot path | session ─bytes─→ Inside.write() ─→ messages() ─→ an answer for HTTP

So whatever comes in over HTTP is parsed, planned, limited, counted, cancelled, granted, forwarded and answered as for any other
client, and takes the same fast path. Who is inside has been let in already. In the event loop's thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Any, Final

from gateway.access.access import Access, trusting
from gateway.access.trust import Trust
from gateway.contract.cancel import CancelReason
from gateway.errors import CannotConnectNow, GatewayError
from gateway.server.connection import Connection
from gateway.server.hot_bind import BindEntry, compile_bind
from gateway.server.shared import SHUTTING_DOWN, Shared
from gateway.session.startup import DATABASE
from gateway.wire import frontend
from gateway.wire.writer import Report

_HEAD: Final = Struct("!cI").unpack_from
_HEAD_BYTES: Final = 5
#: An answer of which so much is not taken makes the session wait, and from how little on it goes on.
HIGH_BYTES, LOW_BYTES = 1 << 16, 1 << 14
#: What each session begins with: values are in the forms that json.py reads.
STYLE: Final = {
    "timezone": "UTC", "datestyle": "ISO, MDY", "intervalstyle": "iso_8601", "bytea_output": "hex", "extra_float_digits": "1",
    "client_min_messages": "warning",
}  # fmt: skip
#: Statements that one client keeps prepared; then another client takes its place.
STATEMENTS_MAX: Final = 100


class StatementFailed(GatewayError):
    """A statement's error, as the session reported it; *report* is all of it."""

    def __init__(self, told: Report) -> None:
        super().__init__(told.message, detail=told.detail, hint=told.hint)
        self.report = told


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is let in, from where, with which settings."""

    user: str
    address: str = ""
    port: int = -1
    settings: tuple[tuple[str, str], ...] = ()


def _everybody() -> Access:
    """Those inside have proved who they are where they came in."""
    return trusting(Trust.parse("0.0.0.0/0, ::/0"))


class Inside(asyncio.Transport):
    """One client, for one statement at a time. Raises what a login raises: TooManyConnections, errors of settings."""

    def __init__(self, shared: Shared, caller: Caller) -> None:
        super().__init__()
        if shared.draining:
            raise CannotConnectNow(SHUTTING_DOWN)
        self._caller, self._loop = caller, shared.loop
        self._buffer, self._at = bytearray(), 0
        self._waiter: asyncio.Future[None] | None = None
        self._paused = self._closing = self._busy = self._written = self._greeted = False
        self._statements: dict[str, bytes] = {}
        self._parsed: tuple[str, bytes] | None = None
        self._connection = Connection(shared, _everybody())
        self._connection.connection_made(self)
        self._connection.data_received(
            frontend.startup({"user": caller.user, "database": DATABASE, **STYLE, **dict(caller.settings)})
        )
        for kind, payload in self._there():
            if kind == b"E":
                self.close()
                raise StatementFailed(frontend.report_of(payload))

    # ----------------------------------------------------------------------------------------------------------- asyncio's

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """See asyncio."""
        known = name == "peername" and self._caller.address
        return (self._caller.address, max(self._caller.port, 0)) if known else default

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        """See asyncio."""
        self._buffer += data
        self._written = True
        if not self._paused and len(self._buffer) - self._at > HIGH_BYTES:
            self._paused = True
            self._connection.pause_writing()
        self._wake()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """They are this module's."""

    def get_write_buffer_size(self) -> int:
        """See asyncio."""
        return len(self._buffer) - self._at

    def pause_reading(self) -> None:
        """Nothing comes before the answer is there."""

    def resume_reading(self) -> None:
        """See pause_reading()."""

    def is_closing(self) -> bool:
        """See asyncio."""
        return self._closing

    def can_write_eof(self) -> bool:
        """What it has written stays to be read anyway."""
        return False

    def close(self) -> None:
        """The session is over; what it has written stays to be read."""
        if not self._closing:
            self._closing = True
            self._loop.call_soon(self._connection.connection_lost, None)
            self._wake()

    abort = close

    # ------------------------------------------------------------------------------------------------------------- asking

    @property
    def usable(self) -> bool:
        """Can it be asked another statement?"""
        return not self._closing and not self._busy and len(self._statements) < STATEMENTS_MAX

    def ask(self, sql: str, values: Sequence[bytes | None] = (), *, kept: bool = False, rows_max: int = 0) -> None:
        """Begin a statement with parameters in the text format; *kept*: it will come again; *rows_max*: that many rows, 0: all.

        Then read messages().
        """
        self._busy = True
        name, head = self._statements.get(sql), b""
        if name is None:
            name = b"s%d" % len(self._statements) if kept else b""
            head, self._parsed = frontend.parse(name, sql), (sql, name) if kept else None
        execute = frontend.execute(rows_max) + frontend.SYNC if rows_max else frontend.EXECUTE_SYNC
        self._connection.data_received(b"".join((head, frontend.bind(name, values), frontend.DESCRIBE, execute)))

    def ask_each(self, sql: str, keys: Sequence[Sequence[bytes | None]]) -> None:
        """Begin one statement for each of these, all of them of one moment. Then read messages(); each ends with its own "C"."""
        self._busy = True
        units = [frontend.bind(b"", values) + frontend.DESCRIBE + frontend.EXECUTE for values in keys]
        self._connection.data_received(b"".join((frontend.parse(b"", sql), *units, frontend.SYNC)))

    @property
    def is_in(self) -> bool:
        """Has its session begun? It may have to wait for its turn."""
        return self._connection.session is not None

    def point(self, sql: str, parameters: int) -> BindEntry | None:
        """A statement that reads one key at most, to be read at once; None where it is not so simple. Runs nothing."""
        assert self._connection.session is not None, "is_in says so"
        bound = frontend.bind(b"", [b""] * parameters) + frontend.DESCRIBE + frontend.EXECUTE_SYNC
        entry = compile_bind(self._connection.session, frontend.parse(b"", sql) + bound)
        return entry if entry is not None and entry.is_point else None

    def __iter__(self) -> Iterator[tuple[bytes, bytes]]:
        return self._there()

    def _there(self) -> Iterator[tuple[bytes, bytes]]:
        """(type, payload) of each message that is there."""
        self._written = False
        while len(self._buffer) - self._at >= _HEAD_BYTES:
            kind, length = _HEAD(self._buffer, self._at)
            end = self._at + 1 + length
            if end > len(self._buffer):
                break
            payload = bytes(self._buffer[self._at + _HEAD_BYTES : end])
            self._at = end
            if not self._greeted and kind != b"E":  # which may come later: a session has to wait for its turn
                self._greeted = kind == b"Z"
                continue
            if kind == b"Z":
                self._busy = False
            elif kind == b"1" and self._parsed is not None:
                self._statements[self._parsed[0]] = self._parsed[1]
            yield kind, payload
        del self._buffer[: self._at]
        self._at = 0
        if self._paused and len(self._buffer) < LOW_BYTES:
            self._paused = False
            self._connection.resume_writing()

    async def more(self) -> None:
        """Wait until another message may be there. Raises CannotConnectNow where there is none to come."""
        if self._closing and not self._written:
            raise CannotConnectNow("the session has ended")
        if not self._written:
            self._waiter = self._loop.create_future()
            await self._waiter

    def give_up(self) -> None:
        """Nobody wants the rest: the statement ends, and so does the session."""
        if self._busy:
            self._connection.cancel(CancelReason.DISCONNECT)
        self.close()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
        self._waiter = None
