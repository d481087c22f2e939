"""Sessions of those who ask over HTTP: one for each statement under way, kept for the next of the same caller.

async with sessions.run(caller, sql, values) as rows:        the session is given back, or ended with its statement
    rows.columns, async for block in rows
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

from gateway.errors import TooManyConnections
from gateway.http.inside import Caller, Inside, StatementFailed
from gateway.http.options import HttpOptions
from gateway.http.values import Columns, Numbers, columns
from gateway.server.shared import Shared
from gateway.wire.frontend import report_of
from gateway.wire.writer import Report

#: Idle sessions kept of one caller.
IDLE_MAX: Final = 8


class Rows:
    """The answer to one statement: DataRows' payloads, or CopyData's, block by block."""

    def __init__(self, client: Inside, numbers: Numbers) -> None:
        self._client, self._numbers = client, numbers
        self.columns = Columns((), (), (), ())
        self.tag = ""
        self.warnings: list[Report] = []
        self.done = False
        #: It ended after as many rows as were asked for.
        self.suspended = False
        #: They are COPY's data.
        self.copied = False
        self._failure: StatementFailed | None = None

    def take(self) -> list[bytes]:
        """The rows that are there; *done* says whether there are no more. Raises StatementFailed."""
        return [payload for kind, payload in self._messages() if kind in (b"D", b"d")]

    def _messages(self) -> list[tuple[bytes, bytes]]:
        """What is there, noted but for its rows. Raises StatementFailed."""
        found = list(self._client)
        for kind, payload in found:
            match kind:
                case b"T":
                    self.columns = columns(payload, self._numbers)
                case b"C":
                    self.tag = payload[:-1].decode()
                case b"s":
                    self.suspended = True
                case b"H":
                    self.copied = True
                case b"N":
                    self.warnings.append(report_of(payload))
                case b"E":
                    self._failure = StatementFailed(report_of(payload))
                case b"Z":
                    self.done = True
        if self._failure is not None and (self.done or self._client.is_closing()):
            raise self._failure
        return found

    async def __aiter__(self) -> AsyncIterator[list[bytes]]:
        while True:
            if found := self.take():
                yield found
            if self.done:
                return
            await self._client.more()

    async def each(self) -> AsyncIterator[list[bytes | None]]:
        """For each statement that was asked in a series, its row or None. Raises StatementFailed."""
        row: bytes | None = None
        while not self.done:
            found: list[bytes | None] = []
            for kind, payload in self._messages():
                if kind == b"D":
                    row = payload
                elif kind == b"C":
                    found.append(row)
                    row = None
            yield found
            if not self.done:
                await self._client.more()

    async def begun(self) -> list[bytes]:
        """Wait for the first rows, or the end; they are to be written before those that follow. Raises StatementFailed."""
        while True:
            if (found := self.take()) or self.done:
                return found
            await self._client.more()

    async def all(self) -> list[bytes]:
        """Every row, of a statement that gives few."""
        return [row async for block in self for row in block]


class Sessions:
    """See the module. In the gateway's loop."""

    def __init__(self, shared: Shared, options: HttpOptions) -> None:
        self._shared, self.options = shared, options
        self._idle: dict[Caller, list[tuple[Inside, asyncio.TimerHandle]]] = {}
        self._busy: Counter[str] = Counter()

    @asynccontextmanager
    async def run(
        self,
        caller: Caller,
        sql: str,
        values: Sequence[bytes | None] = (),
        *,
        kept: bool = False,
        numbers: Numbers = "json",
        rows_max: int = 0,
    ) -> AsyncIterator[Rows]:
        """Run a statement, as Inside.ask(). Raises what a login raises, TooManyConnections, StatementFailed."""
        client = self.take(caller)
        try:
            client.ask(sql, values, kept=kept, rows_max=rows_max)
            yield Rows(client, numbers)
        finally:
            self.give_back(caller, client)

    def take(self, caller: Caller, *, fresh: bool = False) -> Inside:
        """A session for one statement, with *fresh* one that ends with it; give_back() has to follow. Raises TooManyConnections."""
        if self._busy[caller.user] >= self.options.sessions_per_user_max:
            raise TooManyConnections(
                f'user "{caller.user}" runs {self.options.sessions_per_user_max} statements over HTTP already',
                hint="sessions_per_user_max in section [http] says how many may run at a time.",
            )
        while not fresh and (idle := self._idle.get(caller)):
            client, timer = idle.pop()
            timer.cancel()
            if client.usable:
                break
            client.close()
        else:
            client = Inside(self._shared, caller)
        self._busy[caller.user] += 1
        return client

    def take_fresh(self, caller: Caller) -> tuple[Inside, Callable[[], None]]:
        """A session that ends with its statement, and what gives it back, once however often it is called. Raises as take()."""
        client = self.take(caller, fresh=True)
        left = [client]

        def give_back() -> None:
            if left:
                self.give_back(caller, left.pop(), fresh=True)

        return client, give_back

    def give_back(self, caller: Caller, client: Inside, *, fresh: bool = False) -> None:
        """The statement is over, or nobody wants the rest of it."""
        self._busy[caller.user] -= 1
        if not self._busy[caller.user]:
            del self._busy[caller.user]
        idle = self._idle.setdefault(caller, [])
        if client.usable and not fresh and len(idle) < IDLE_MAX and not self._shared.draining:
            idle.append((client, self._shared.loop.call_later(self.options.session_idle_s, self._forget, caller)))
            return
        client.give_up()
        if not idle:
            del self._idle[caller]

    def _forget(self, caller: Caller) -> None:
        """The session that has been idle for longest goes."""
        idle = self._idle[caller]
        client, _ = idle.pop(0)
        client.close()
        if not idle:
            del self._idle[caller]

    def close(self) -> None:
        """The server stops."""
        for idle in self._idle.values():
            for client, timer in idle:
                timer.cancel()
                client.close()
        self._idle.clear()
