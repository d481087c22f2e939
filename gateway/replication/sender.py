"""The stream of one START_REPLICATION: XLogData and keepalives out, status updates in.

    FollowedView ─→ Begin, rows, Commit (pgoutput.py), each in an XLogData with a position of its own ─→ client
    client ─→ "r": what it has on its disk ─→ the slot

A message's walEnd is its own position and no later one: clients confirm what they have been told there. Of versions that change
nothing a keepalive tells, so that who waits for a position goes on.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import aclosing
from struct import Struct
from typing import Final

from gateway.contract.engine import QueryContext
from gateway.engine.engine import ReadEngine
from gateway.errors import ClientStalled, ProtocolFault
from gateway.replication.following import FollowedView, Portion, Restarted
from gateway.replication.pgoutput import EPOCH_US, ViewMessages, begin, commit
from gateway.replication.positions import commit_of, end_of, row_of, version_at
from gateway.replication.slots import Progress, Slot, Slots
from gateway.session.ports import Output
from gateway.wire.writer import message
from statestore.changes.walk import Change
from statestore.schema import ViewSchema
from statestore.version_id import VersionId

#: A client that says nothing is asked for a word, and sent away when it still says nothing: PostgreSQL's wal_sender_timeout.
TIMEOUT_S: Final = 60.0
#: Commit times of versions that the client may confirm yet.
_SENT_MAX: Final = 10_000
#: So many changes become messages in the event loop; more in a thread.
_INLINE_MAX: Final = 64
_DATA: Final = Struct("!cqqq").pack
_KEEPALIVE: Final = Struct("!cqqb").pack
_STATUS: Final = Struct("!cqqqqb")


class Sender:
    """Sends from version *at* on. *messages* is asked before rows are sent, and raises where they may not be any more."""

    def __init__(
        self,
        engine: ReadEngine,
        slots: Slots,
        slot: Slot,
        at: VersionId,
        context: QueryContext,
        messages: Callable[[ViewSchema], ViewMessages],
        out: Output,
        *,
        restarts: bool,
    ) -> None:
        """It *restarts* where versions are not kept: as FollowedView, whose errors it raises."""
        assert slot.view is not None, "it follows one"
        self.token = context.cancel
        self._followed = FollowedView(engine, slot.view, at, context, restarts=restarts)
        self._slots, self._slot, self._out = slots, slot, out
        self._messages_of = messages
        self._messages: ViewMessages | None = None
        self._open: VersionId | None = None
        self._rows = 0
        self._engine = engine
        self._progress = slot.progress = Progress(end_of(at.version))
        self._look(at.version)
        self._sent: deque[VersionId] = deque(maxlen=_SENT_MAX)
        self._heard_s = time.monotonic()
        self._is_silent = False

    async def run(self) -> None:
        """Send until finish(). Raises what FollowedView does, what *messages* does; ClientStalled."""
        watch = asyncio.get_running_loop().create_task(self._watch())
        try:
            self._keepalive(asks=False)
            async with aclosing(self._followed.told()) as everything:
                async for told in everything:
                    if isinstance(told, Portion):
                        await self._send(told, self._messages_of(told.schema))
                    elif isinstance(told, Restarted):
                        messages = self._messages_of(told.schema)
                        self._begin(told.version, messages)
                        self._write(messages.truncate, row_of(told.version.version, 0))
                        self._rows = 1  # that was the first position
                    else:
                        await self._reach(told.position)
        finally:
            watch.cancel()
            await self._followed.close()
        if self._is_silent:
            raise ClientStalled("terminating walsender process due to replication timeout")

    def finish(self) -> None:
        """The client wants no more: run() ends with the version that it is at."""
        self._followed.end()

    def take(self, data: bytes) -> None:
        """A message of the client. Raises ProtocolFault."""
        self._heard_s = time.monotonic()
        if data[:1] == b"h":
            return
        if data[:1] != b"r" or len(data) != _STATUS.size:
            raise ProtocolFault("unexpected message of a standby", detail="Status updates are understood (r).")
        _, written, flushed, applied, sent_us, asks = _STATUS.unpack(data)
        self._progress.said = (max(written, 0), max(flushed, 0), max(applied, 0))
        self._progress.said_at_us = sent_us + EPOCH_US
        self._confirm(version_at(max(flushed, 0)))
        if asks:
            self._keepalive(asks=False)

    def _confirm(self, version: int) -> None:
        found = None
        while self._sent and self._sent[0].version <= version:
            found = self._sent.popleft()
        if found is not None:
            self._slot.confirm(found)
            self._slots.save_soon(self._slot)

    # ------------------------------------------------------------------------------------------------------------ sending

    async def _send(self, portion: Portion, messages: ViewMessages) -> None:
        version = portion.version
        first = row_of(version.version, 0 if self._open is None else self._rows)
        if len(portion.changes) > _INLINE_MAX:
            data = await self._followed.steps.run(lambda: _messages(messages, portion.changes, first))
        else:
            data = _messages(messages, portion.changes, first)
        if not data:  # all of it is in columns that are not told
            return
        self._begin(version, messages)
        self._rows += len(portion.changes)
        self._out.write(data)
        await self._out.drain(self.token)

    def _begin(self, version: VersionId, messages: ViewMessages) -> None:
        """Of a version, or of rows with other columns; unless it is going on."""
        if self._open is None:
            self._open, self._rows = version, 0
            self._write(begin(version, commit_of(version.version)), row_of(version.version, 0))
        if messages is not self._messages:
            self._messages = messages
            self._write(messages.relation, row_of(version.version, 0))

    async def _reach(self, position: VersionId) -> None:
        self._progress.sent = end_of(position.version)
        self._look(position.version)
        self._sent.append(position)
        if self._open is None:
            self._keepalive(asks=False)
        else:
            version, self._open = self._open, None
            self._write(commit(version, commit_of(version.version), self._progress.sent), self._progress.sent)
        self._out.flush()
        await self._out.drain(self.token)

    def _look(self, version: int) -> None:
        """Once the client is told of the newest version, it streams: as PostgreSQL has it, for good."""
        served = self._engine.served(self._followed.view)
        self._progress.is_current = self._progress.is_current or (served is not None and version >= served[0])

    def _write(self, data: bytes, position: int) -> None:
        self._out.write(_framed(data, position, _now_us()))

    def _keepalive(self, *, asks: bool) -> None:
        self._out.write(message(b"d", _KEEPALIVE(b"k", self._progress.sent, _now_us(), asks)))
        self._out.flush()

    async def _watch(self) -> None:
        """Ask a client that is silent, and give up one that does not answer."""
        while True:
            await asyncio.sleep(TIMEOUT_S / 2)
            silent_s = time.monotonic() - self._heard_s
            if silent_s >= TIMEOUT_S:
                self._is_silent = True
                self._followed.end()
                return
            if silent_s >= TIMEOUT_S / 2:
                self._keepalive(asks=True)


def _messages(messages: ViewMessages, changes: Sequence[Change], first: int) -> bytes:
    now_us = _now_us()
    return b"".join([_framed(data, first + number, now_us) for number, data in enumerate(messages.rows(changes))])


def _framed(data: bytes, position: int, now_us: int) -> bytes:
    return message(b"d", _DATA(b"w", position, position, now_us) + data)


def _now_us() -> int:
    return time.time_ns() // 1000 - EPOCH_US
