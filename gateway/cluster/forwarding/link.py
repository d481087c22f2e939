"""One connection to another node for forwarded reads: many on their way at once, answered in order.

login.py opens it. It is not libpq's, because libpq takes results apart into cells, and what is wanted is to hand DataRow
messages on as they come (docs/measurements.md has the figures). What may come is little: the answers to
Parse + Describe + Sync and to Bind + Execute + Sync, each up to its ReadyForQuery. Everything else is garbage and closes the
connection.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol, cast

from gateway.cluster.credentials import Credentials
from gateway.cluster.forwarding.login import LinkLogin
from gateway.cluster.forwarding.statement import SYNC, Preparation, start_options
from gateway.cluster.peers.connection import DATABASE, first_line
from gateway.config import Address
from gateway.contract.remote import FORWARDED, SERVED, TOO_LONG, RemoteRead, RemoteStatement
from gateway.errors import PeerUnreachable
from gateway.wire import writer as w
from statestore.version_id import VersionId

#: A connection that is not there by then will not answer in time to be of use.
CONNECT_TIMEOUT_S: Final = 0.3
#: With reads on their way and nothing heard at so many looks in a row, the connection is given up. One alone may mean that this
#: process was busy, and what has come is still to be read.
WATCH_S: Final = 0.1
LOOKS_MAX: Final = 3
#: Reads on their way, beyond which others have to go elsewhere.
OUTSTANDING_MAX: Final = 1_000
#: Statements prepared on one connection; the one made first goes when there are more.
STATEMENTS_MAX: Final = 500
#: A longer answer is garbage: nodes refuse long reads.
ANSWER_BYTES_MAX: Final = 256 << 20

_EXECUTE_SYNC: Final = b"E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04"
_COMPLETE: Final = ord("C")
_ERROR: Final = ord("E")
_TOO_LONG: Final = f"\0C{TOO_LONG}\0".encode()
_READY: Final = ord("Z")
_STATUS: Final = ord("S")
_NOTICE: Final = ord("N")
_BOUND_ROW: Final = w.BIND_COMPLETE + b"D"
_COMPLETE_READY: Final = w.command_complete("SELECT 1") + w.READY["I"]
_ASIDE: Final = frozenset((_STATUS, _NOTICE))
#: PostgreSQL's chapter 55.7, what can be part of an answer.
_KINDS: Final = frozenset(b"12t3nTDCSNEZsI")

Served = tuple[int, int, str]


class LinkUser(Protocol):
    """Whose reads a link carries. For each read one of the three comes, once."""

    def answered(self, read: RemoteRead, body: bytes, served: Served | None) -> None:
        """Rows and CommandComplete, of a version that is not older than *served* (None: the node has not said)."""

    def too_long(self, read: RemoteRead) -> None:
        """The answer is longer than what is forwarded."""

    def unanswered(self, read: RemoteRead, *, lost: bool) -> None:
        """No answer; *lost*: because the connection is gone."""


class Link(asyncio.Protocol):
    """Make it in the event loop. It connects at once, what is sent meanwhile waits; closed for good after any fault of its own."""

    def __init__(
        self,
        address: Address,
        settings: tuple[tuple[str, str], ...],
        user: LinkUser,
        on_closed: Callable[[Link, str], None],
        credentials: Credentials | None = None,
    ) -> None:
        """*on_closed* hears the cause, before *user* hears of the reads that were on their way."""
        self._loop = asyncio.get_running_loop()
        self._user = user
        self._on_closed = on_closed
        self._transport: asyncio.Transport | None = None
        self._waiting: list[RemoteRead] = []
        self.sent: deque[RemoteRead | Preparation] = deque()
        self._prepared: dict[str, Preparation] = {}
        self._names = 0
        self._served: dict[str, Served] = {}
        self._rest = b""
        self._scanned = 0
        self._last = 0
        self._watch: asyncio.TimerHandle | None = None
        #: Goes up with everything that is heard.
        self.heard = 0
        self.closed = False
        self._connecting = self._loop.create_task(self._connect(address, settings, credentials or Credentials()))

    @property
    def outstanding(self) -> int:
        """Reads that have no answer yet."""
        return len(self.sent) + len(self._waiting) + sum(len(p.waiting) for p in self._prepared.values() if p.waiting)

    @property
    def full(self) -> bool:
        """Should no more be sent?"""
        return len(self.sent) >= OUTSTANDING_MAX or (bool(self._waiting) and self.outstanding >= OUTSTANDING_MAX)

    # ------------------------------------------------------------------------------------------------------------ sending

    def send(self, read: RemoteRead) -> Preparation | None:
        """Send a read, now or when the connection and the statement are ready; the statement, if that was now."""
        if self._transport is None:
            self._waiting.append(read)
            return None
        prepared = self._prepared.get(read.statement.key) or self._prepare(read.statement)
        if not prepared.ready:
            prepared.waiting.append(read)
            return None
        self.put(read, prepared)
        return prepared

    def put(self, read: RemoteRead, prepared: Preparation) -> None:
        """Send a read of a statement that is ready on this connection."""
        arguments = read.arguments
        self.sent.append(read)
        size = (len(arguments) + prepared.size).to_bytes(4)
        self._write(b"".join((b"B", size, prepared.head, arguments, _EXECUTE_SYNC)))
        if self._watch is None:
            self._watch = self._loop.call_later(WATCH_S, self._look, self.heard, 1)

    def _prepare(self, statement: RemoteStatement) -> Preparation:
        assert self._transport is not None, "is connected"
        if len(self._prepared) >= STATEMENTS_MAX:
            self._forget_oldest()
        self._names += 1
        made = self._prepared[statement.key] = Preparation(f"s{self._names}".encode(), statement)
        self.sent.append(made)
        self._transport.write(made.messages())
        if self._watch is None:
            self._watch = self._loop.call_later(WATCH_S, self._look, self.heard, 1)
        return made

    def _forget_oldest(self) -> None:
        """Deallocate what was prepared first; whoever sends it again prepares it anew."""
        assert self._transport is not None, "is connected"
        key = next((key for key, made in self._prepared.items() if made.ready), None)
        if key is not None:
            gone = self._prepared.pop(key)
            gone.ready = False
            self.sent.append(Preparation(b"", gone.statement))
            self._transport.write(w.message(b"C", b"S" + gone.name + b"\0") + SYNC)

    def _look(self, heard: int, looks: int) -> None:
        """Has anything come since the last look?"""
        self._watch = None
        if not self.sent:
            return
        if heard != self.heard:
            looks = 0
        if looks == LOOKS_MAX:
            self.close(f"no answer for {LOOKS_MAX * WATCH_S:g} s")
        else:
            self._watch = self._loop.call_later(WATCH_S, self._look, self.heard, looks + 1)

    # --------------------------------------------------------------------------------------------------------- connecting

    async def _connect(self, address: Address, settings: tuple[tuple[str, str], ...], credentials: Credentials) -> None:
        options = start_options((*settings, (FORWARDED, "on")))
        parameters = {"database": DATABASE, "application_name": "tidegate forward", "client_encoding": "UTF8", "options": options}
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S):
                transport, rest = await LinkLogin(address, credentials, parameters).result(self)
        except TimeoutError:
            self.close(f"it does not accept connections within {CONNECT_TIMEOUT_S:g} s")
        except PeerUnreachable as error:
            self.close(error.message)
        except OSError as error:
            self.close(first_line(error))
        else:
            self.connection_made(transport)
            if rest:
                self.data_received(rest)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Logged in: send what has waited for it."""
        self._transport = cast(asyncio.Transport, transport)
        # uvloop sends at once what exceeds the limit, and all else only after the other events of its turn.
        self._transport.set_write_buffer_limits(high=0)
        self._write = self._transport.write
        waiting, self._waiting = self._waiting, []
        for read in waiting:
            self.send(read)

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side is gone, or we are."""
        self.close("the connection was lost" if exc is None else f"the connection was lost: {first_line(exc)}")

    def close(self, cause: str) -> None:
        """Close at once; what is on its way fails. May be called twice."""
        if self.closed:
            return
        self.closed = True
        if self._transport is not None:
            self._transport.abort()
        elif self._connecting is not asyncio.current_task():
            self._connecting.cancel()
        if self._watch is not None:
            self._watch.cancel()
        self._on_closed(self, cause)
        reads = [item for item in self.sent if not isinstance(item, Preparation)]
        reads += [read for made in self._prepared.values() for read in made.waiting]
        reads += self._waiting
        for made in self._prepared.values():
            made.ready = False
        self.sent.clear()
        self._prepared.clear()
        self._waiting = []
        for read in reads:
            self._user.unanswered(read, lost=True)

    # ---------------------------------------------------------------------------------------------------------- receiving

    def data_received(self, data: bytes) -> None:
        """Answers, or pieces of them. Raises PeerUnreachable."""
        self.heard += 1
        if self._rest:
            data = self._rest + data
        elif data.startswith(_BOUND_ROW) and data.endswith(_COMPLETE_READY) and len(self.sent) == 1:
            # What nearly always comes: BindComplete, one DataRow, CommandComplete "SELECT 1", ReadyForQuery.
            item = self.sent[0]
            if int.from_bytes(data[6:10]) + 6 + len(_COMPLETE_READY) == len(data) and not isinstance(item, Preparation):
                self.sent.popleft()
                self._user.answered(item, data[5:-6], self._served.get(item.statement.view))
                return
        begin, at, size, last = 0, self._scanned, len(data), self._last
        try:
            while at + 5 <= size:
                kind = data[at]
                end = at + 1 + int.from_bytes(data[at + 1 : at + 5])
                if kind not in _KINDS or end < at + 5 or end - begin > ANSWER_BYTES_MAX:
                    raise PeerUnreachable("it answers with garbage")
                if kind != _READY:
                    at, last = end, kind
                    continue
                if end > size:
                    break
                self._answer(data, begin, at, last)
                begin = at = end
                if self.closed:
                    return
        except PeerUnreachable as error:
            self.close(error.message)
            return
        self._rest = data[begin:]
        self._scanned, self._last = at - begin, last

    def _answer(self, data: bytes, at: int, end: int, last: int) -> None:
        """One answer without its ReadyForQuery; *last* is the kind of its last message."""
        while data[at] in _ASIDE and at < end:
            after = at + 1 + int.from_bytes(data[at + 1 : at + 5])
            if data[at] == _STATUS:
                self._take_status(data[at + 5 : after])
            at = after
        if not self.sent:
            raise PeerUnreachable("it answers what nobody asked")
        item = self.sent.popleft()
        if isinstance(item, Preparation):
            self._prepare_ended(item, data[at:end])
        elif last == _COMPLETE and data.startswith(w.BIND_COMPLETE, at):
            self._user.answered(item, data[at + len(w.BIND_COMPLETE) : end], self._served.get(item.statement.view))
        elif data[at] == _ERROR and _TOO_LONG in data[at:end]:
            self._user.too_long(item)
        else:
            self._user.unanswered(item, lost=False)

    def _take_status(self, payload: bytes) -> None:
        name, _, value = payload.partition(b"\0")
        if name != SERVED.encode():
            return
        try:
            version, _, view = value.rstrip(b"\0").decode().partition(" ")
            found = VersionId.parse(version)
        except ValueError:
            raise PeerUnreachable("it answers with garbage") from None
        self._served[view] = found.version, found.committed_at_us, found.view_id

    def _prepare_ended(self, made: Preparation, answer: bytes) -> None:
        if not made.name:
            return
        waiting, made.waiting = made.waiting, []
        made.ready = answer == w.PARSE_COMPLETE + made.statement.description
        if not made.ready:
            # Its name stays taken there, which does no harm: names are not used twice.
            self._prepared.pop(made.statement.key, None)
        for read in waiting:
            if made.ready and not self.closed:
                self.send(read)
            else:
                self._user.unanswered(read, lost=False)
