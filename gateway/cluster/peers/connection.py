"""One connection to another node: connect through psycopg, then libpq without blocking.

psycopg's own cursors answer a cancelled task by cancelling the query over a second connection and waiting for the first one. With a
peer that is silent both take seconds, so queries are driven here: a wait is a plain future, and whoever gives up closes the socket,
which ends the query at the other end as well.
"""

from __future__ import annotations

import asyncio
import select
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Final

import psycopg
from psycopg import pq

from gateway.cluster.credentials import Credentials
from gateway.config import Address
from gateway.errors import BadStatus, FragmentFailed, FragmentRefused, GatewayError, PeerUnreachable, RefusalReason

DATABASE: Final = "tidegate"
#: What a peer reports that says more about the peer than about the query: another node may well answer.
_REFUSALS: Final[dict[str, RefusalReason]] = {
    "53300": "busy", "53400": "busy", "57P01": "leaving", "57P02": "leaving", "57P03": "not reached",
}  # fmt: skip
_CORRUPT: Final = "XX001"


async def connect(address: Address, credentials: Credentials) -> PeerConnection:
    """A new connection. Raises PeerUnreachable; may be cancelled."""
    try:
        made = await psycopg.AsyncConnection.connect(
            host=address.host,
            port=address.port,
            dbname=DATABASE,
            application_name="tidegate peer",
            autocommit=True,
            **credentials.libpq,
        )
    except (psycopg.Error, OSError) as error:
        raise PeerUnreachable(first_line(error)) from error
    return PeerConnection(made)


class PeerConnection:
    """For one query at a time. After any error of its own it is closed; after a query's error it can go on."""

    def __init__(self, made: psycopg.AsyncConnection[Any]) -> None:
        self._made = made
        self._libpq = made.pgconn
        self._libpq.nonblocking = 1
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Close at once; what the peer runs for it ends. May be called twice."""
        self._libpq.finish()

    @property
    def usable(self) -> bool:
        """Is it idle, with nothing to read? An idle server only ever says that it goes away."""
        if self._libpq.status != pq.ConnStatus.OK or self._libpq.transaction_status != pq.TransactionStatus.IDLE:
            return False
        poll = select.poll()
        poll.register(self._libpq.socket, select.POLLIN)
        return not poll.poll(0)

    async def value(self, sql: str) -> str:
        """The one value of a query. Raises PeerUnreachable, FragmentFailed …; may be cancelled."""
        async with aclosing(self._results(sql)) as results:
            async for result in results:
                if result.status != pq.ExecStatus.TUPLES_OK or result.ntuples != 1 or result.nfields != 1:
                    raise BadStatus("it answers with something else than one value")
                value = result.get_value(0, 0) or b""
        try:
            return bytes(value).decode()
        except UnicodeDecodeError:
            raise BadStatus("its answer is not UTF-8") from None

    async def copy_out(self, sql: str) -> AsyncGenerator[Any | int, None]:
        """The CopyData payloads of a COPY TO STDOUT, and last the number of rows that the peer says it sent.

        Raises PeerUnreachable; FragmentRefused; FragmentFailed, the query's own error. Who closes it (aclosing) before its end, or
        cancels, closes the connection.
        """
        async with aclosing(self._results(sql)) as results:
            async for result in results:
                if result.status == pq.ExecStatus.COPY_OUT:
                    while (data := await self._copy_data()) is not None:
                        yield data
                elif result.status == pq.ExecStatus.COMMAND_OK:
                    yield result.command_tuples if result.command_tuples is not None else -1
                else:
                    raise PeerUnreachable("it answers COPY with something else")

    # ------------------------------------------------------------------------------------------------------------- libpq

    async def _results(self, sql: str) -> AsyncGenerator[pq.abc.PGresult, None]:
        """The results of a simple query. However it ends before the last one, the connection is closed."""
        whole = False
        try:
            self._libpq.send_query(sql.encode())
            await self._flush()
            failed: GatewayError | None = None
            while (result := await self._result()) is not None:
                if result.status == pq.ExecStatus.FATAL_ERROR:
                    failed = _error(result)
                else:
                    yield result
            whole = self._libpq.transaction_status == pq.TransactionStatus.IDLE
            if failed is not None:
                raise failed
        except psycopg.Error as error:
            raise PeerUnreachable(first_line(error)) from error
        finally:
            if not whole:
                self.close()

    async def _flush(self) -> None:
        """Send all. What the peer says meanwhile is read, so that it never waits for us while we wait for it."""
        while self._libpq.flush():
            await self._ready(write=True)
            self._libpq.consume_input()

    async def _result(self) -> pq.abc.PGresult | None:
        while self._libpq.is_busy():
            await self._ready()
            self._libpq.consume_input()
        return self._libpq.get_result()

    async def _copy_data(self) -> Any | None:
        try:
            while (found := self._libpq.get_copy_data(1))[0] == 0:
                await self._ready()
                self._libpq.consume_input()
        except psycopg.Error as error:
            raise PeerUnreachable(first_line(error)) from error
        size, data = found
        return data if size > 0 else None

    async def _ready(self, *, write: bool = False) -> None:
        """Wait until the socket can be read (or written). Cancelling leaves nothing behind."""
        waiter: asyncio.Future[None] = self._loop.create_future()
        descriptor = self._libpq.socket
        self._loop.add_reader(descriptor, _wake, waiter)
        if write:
            self._loop.add_writer(descriptor, _wake, waiter)
        try:
            await waiter
        finally:
            self._loop.remove_reader(descriptor)
            if write:
                self._loop.remove_writer(descriptor)


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)


def first_line(error: BaseException) -> str:
    """An error's message without hints and line ends."""
    lines = str(error).strip().splitlines()
    return lines[0].strip() if lines else type(error).__name__


def _error(result: pq.abc.PGresult) -> GatewayError:
    """What the peer reports, as an error here."""
    field = pq.DiagnosticField
    code = _text(result, field.SQLSTATE)
    message = _text(result, field.MESSAGE_PRIMARY) or first_line(RuntimeError(result.get_error_message()))
    if code is None or code.startswith("08"):
        return PeerUnreachable(message)
    if code == _CORRUPT:
        return PeerUnreachable(f"its copy is damaged: {message}")
    if code in _REFUSALS:
        return FragmentRefused(_REFUSALS[code], message)
    detail = _text(result, field.MESSAGE_DETAIL)
    refused = FragmentRefused.from_detail(message, detail) if code == "55000" else None
    return refused or FragmentFailed(code, message, detail=detail, hint=_text(result, field.MESSAGE_HINT))


def _text(result: pq.abc.PGresult, field: pq.DiagnosticField) -> str | None:
    value = result.error_field(field)
    return None if value is None else value.decode(errors="replace")
