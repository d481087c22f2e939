"""The stream of one START_REPLICATION: XLogData and keepalives out, status updates in.

    FollowedViews ─→ Begin, rows, Commit (pgoutput.py), each in an XLogData with a position of its own ─→ client
    client ─→ "r": what it has on its disk ─→ the slot

A message's walEnd is its own position and no later one: clients confirm what they have been told there. Of versions that change
nothing, or are of views that nobody follows here, a keepalive tells, so that who waits for a position goes on.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import aclosing
from struct import Struct
from typing import Final

from gateway.contract.cancel import CancelToken
from gateway.errors import ClientStalled, ProtocolFault
from gateway.replication.following import FollowedViews, Portion, Restarted, Told
from gateway.replication.pgoutput import EPOCH_US, ViewMessages, begin, commit
from gateway.replication.positions import commit_of, end_of, row_of, version_at
from gateway.replication.slots import Slot, Slots, StreamProgress
from gateway.session.ports import Output
from gateway.wire.writer import COPY_BOTH_RESPONSE, message
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
    """Sends what is *followed*. *messages* is asked before a view's rows are sent, and raises where they may not be any more."""

    def __init__(
        self,
        slots: Slots,
        slot: Slot,
        followed: FollowedViews,
        token: CancelToken,
        messages: Callable[[ViewSchema], ViewMessages],
        out: Output,
    ) -> None:
        self.token = token
        self._followed = followed
        self._slots, self._slot, self._out = slots, slot, out
        self._messages_of = messages
        #: The columns that the client knows, by view.
        self._known: dict[str, ViewMessages] = {}
        self._is_open = False
        self._rows = 0
        self._progress = slot.progress = StreamProgress(end_of(followed.number), followed.is_current)
        self._sent: deque[tuple[int, VersionId | None]] = deque(maxlen=_SENT_MAX)
        self._heard_s = time.monotonic()
        self._is_silent = False

    def begin(self) -> None:
        """Write CopyBothResponse, and where the stream stands, so that they arrive together.

        A slot of which nobody knows the view begins behind the version of the view that has the fewest, and table synchronization
        ends where it has heard of nothing later: what has been copied would be inserted again.
        """
        self._out.write(COPY_BOTH_RESPONSE)
        self._keepalive(asks=False)

    async def run(self) -> None:
        """Send until finish(), after begin(). Raises what FollowedViews does, what *messages* does; ClientStalled."""
        watch = asyncio.get_running_loop().create_task(self._watch())
        try:
            async with aclosing(self._followed.told()) as everything:
                async for found in everything:
                    if found is None:
                        await self._reach(None)
                    else:
                        await self._tell(*found)
        finally:
            watch.cancel()
            await self._followed.close()
        if self._is_silent:
            raise ClientStalled("terminating walsender process due to replication timeout")

    async def close(self) -> None:
        """Where run() has not begun."""
        await self._followed.close()

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

    def _confirm(self, number: int) -> None:
        found = None
        while self._sent and self._sent[0][0] <= number:
            found = self._sent.popleft()
        if found is not None:
            self._slot.confirm(*found)
            self._slots.save_soon(self._slot)

    # ------------------------------------------------------------------------------------------------------------ sending

    async def _tell(self, view: str, told: Told) -> None:
        if isinstance(told, Portion):
            await self._send(view, told, self._messages_of(told.schema))
        elif isinstance(told, Restarted):
            messages = self._messages_of(told.schema)
            self._begin(view, told.version, messages)
            self._write(messages.truncate, row_of(self._followed.number, 0))
            self._rows = 1  # that was the first position
        else:
            await self._reach(told.version)

    async def _send(self, view: str, portion: Portion, messages: ViewMessages) -> None:
        first = row_of(self._followed.number, self._rows if self._is_open else 0)
        if len(portion.changes) > _INLINE_MAX:
            data = await self._followed.steps(view).run(lambda: _messages(messages, portion.changes, first))
        else:
            data = _messages(messages, portion.changes, first)
        if not data:  # all of it is in columns that are not told
            return
        self._begin(view, portion.version, messages)
        self._rows += len(portion.changes)
        self._out.write(data)
        await self._out.drain(self.token)

    def _begin(self, view: str, version: VersionId, messages: ViewMessages) -> None:
        """Of a version, or of rows with other columns; unless it is going on."""
        number = self._followed.number
        if not self._is_open:
            self._is_open, self._rows = True, 0
            self._write(begin(number, version.committed_at_us, commit_of(number)), row_of(number, 0))
        if messages is not self._known.get(view):
            self._known[view] = messages
            self._write(messages.relation, row_of(number, 0))

    async def _reach(self, version: VersionId | None) -> None:
        """All has been told up to where *followed* is, with that version, or with others' versions."""
        number = self._followed.number
        self._progress.sent = end_of(number)
        self._progress.is_current = self._progress.is_current or self._followed.is_current  # as PostgreSQL has it, for good
        self._sent.append((number, version))
        if version is not None and self._is_open:
            self._is_open = False
            self._write(commit(version.committed_at_us, commit_of(number), self._progress.sent), self._progress.sent)
        else:
            self._keepalive(asks=False)
        self._out.flush()
        await self._out.drain(self.token)

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
