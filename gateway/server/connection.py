"""One client's connection: bytes from the socket through the conversation to the session, and back.

    data_received ─→ hot path answers at once, or
                  ─→ Conversation ─events─→ Session ─messages─→ TransportOutput ─→ socket

Events are handled one after the other. While one of them waits (a streaming result), a task drives it and later bytes are only
kept, up to a limit; beyond that reading stops. A client that leaves cancels what it ran.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, cast

from gateway.access.access import Access
from gateway.contract.cancel import CancelReason
from gateway.contract.engine import SessionInfo
from gateway.contract.remote import FORWARDED
from gateway.errors import CannotConnectNow, ClientStalled, ConnectionFault, ConnectionTerminated, GatewayError, InputTooLarge
from gateway.replication.session import handle_replicating
from gateway.server.deadline import Deadline
from gateway.server.hot import HotPaths
from gateway.server.hot_forwarded import ForwardedPaths
from gateway.server.hot_series import FirstAnswers, Then
from gateway.server.lingering import LINGER_S, QUIET_S, Lingering
from gateway.server.opening import Opening
from gateway.server.output import TransportOutput
from gateway.server.remote import RemoteRound
from gateway.server.shared import COUNTED_BYTES, SHUTTING_DOWN, Shared
from gateway.session.events import handle
from gateway.session.session import Session
from gateway.session.variables import Variables
from gateway.sqlstate import KnownError, fatal
from gateway.wire import messages as m
from gateway.wire import writer as w
from gateway.wire.conversation import Conversation, ConversationState
from gateway.wire.reader import CANCEL_REQUEST_HEAD

#: Events of one client that are handled before other connections have their turn.
EVENTS_PER_TURN: Final = 100
#: Whose answers are not kept back while a later one is waited for. All others leave with the first rows, or all of them, as
#: PostgreSQL's do: each send takes as long as a lookup does, and wakes the client.
_DUE: Final = (m.Query, m.Sync, m.Flush, m.FunctionCall)


class Connection(asyncio.Protocol):
    """See the module. *access* lets in who comes another way than the server's clients."""

    def __init__(self, shared: Shared, access: Access | None = None) -> None:
        self._shared = shared
        self._access = access or shared.access
        self._conversation = Conversation(shared.maxima)
        self._session: Session | None = None
        self._handler: Callable[[Session, m.Event], Awaitable[None] | None] = handle
        self._hot: HotPaths | None = None
        #: What is waited for before anything else is handled: a task, or a round that another node answers.
        self._task: asyncio.Task[None] | RemoteRound | None = None
        self._remote: RemoteRound | None = None
        self._sent_away = b""
        self._resumes = False
        #: Is what the conversation keeps the beginning of a round for the hot path?
        self._begun = False
        self._reading_paused = False
        self._opening: Opening | None = None
        self._idle = Deadline(shared.loop, self.end)
        self._stall = Deadline(shared.loop, self._stalled)
        self._kept_bytes = 0
        self._leaving = False
        self._goodbye: asyncio.TimerHandle | None = None
        self._terminating = False
        self._pid = 0
        self.secret = b""

    @property
    def pid(self) -> int:
        """The session's number; 0 before there is one."""
        return self._pid

    @property
    def unsent_bytes(self) -> int:
        """What the transport has for a client that takes it slowly."""
        return self._transport.get_write_buffer_size()

    @property
    def session(self) -> Session | None:
        """The session, once the client is in."""
        return self._session

    # ------------------------------------------------------------------------------------------------ asyncio's callbacks

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there."""
        self._transport = cast(asyncio.Transport, transport)
        self._out = TransportOutput(self._transport)
        options = self._shared.options
        if self._shared.registry.full:
            self._transport.abort()
            return
        self._transport.set_write_buffer_limits(options.write_high_bytes, options.write_low_bytes)
        self._shared.registry.connections.add(self)
        self._opening = Opening(self, self._shared, self._access, self._transport, self._conversation)

    def data_received(self, data: bytes) -> None:
        """Bytes from the client."""
        if self._begun:
            self._begun, data = False, self._conversation.take_all() + data
        if self._hot is not None and self._task is None and not self._conversation.buffered_bytes and not self._out.paused:
            answer = self._hot.answer(data)
            if type(answer) is bytes:
                self._transport.write(answer)
                if self._idle.armed:
                    self._restart_idle()
                return
            if type(answer) is RemoteRound and self._send_away(answer, data):
                return
            if type(answer) is FirstAnswers:
                if answer.answer:
                    self._transport.write(answer.answer)
                if self._goes_on(answer):
                    return
                data = answer.rest
        self._conversation.receive(data)
        # A cancel request does not wait for its turn: whoever sends one may be gone by then.
        urgent = self._session is None and data[4:8] == CANCEL_REQUEST_HEAD
        if self._task is None and not self._resumes and (urgent or self._shared.turns.take(self._shared.loop, self._advance)):
            self._advance()
        else:
            self._resumes = self._resumes or self._task is None
            self._limit_reading()

    def _restart_idle(self) -> None:
        """The client has been answered, and may be silent for so long."""
        self._idle.stop()
        limit = None if self._session is None else self._session.idle_limit()
        if limit is not None:
            self._idle.start(*limit)

    def _goes_on(self, first: FirstAnswers) -> bool:
        """Keep what is left of a segment for the hot path; False: it goes the general way."""
        match first.then:
            case Then.MORE:
                self._begun = True
                self._conversation.receive(first.rest)
                if self._idle.armed:
                    self._restart_idle()
            case Then.LATER:
                self._resumes = True
                self._conversation.receive(first.rest)
                self._shared.loop.call_soon(self._go_on)
                self._limit_reading()
            case Then.AWAY if first.remote is not None and self._send_away(first.remote[0], first.rest[: first.remote[1]]):
                self._conversation.receive(first.rest[first.remote[1] :])
                self._limit_reading()
            case _:
                return False
        return True

    def _go_on(self) -> None:
        """With what is kept, and comes in whole rounds."""
        self._resumes = False
        data = self._conversation.take_all()
        if data and not self._transport.is_closing():
            self.data_received(data)
            self._limit_reading()

    def eof_received(self) -> bool:
        """The client sends no more: it is gone, as for PostgreSQL."""
        return False

    def pause_writing(self) -> None:
        """The client takes its bytes too slowly."""
        self._out.pause()
        timeout_s = self._shared.write_timeout_s(self.user)
        if timeout_s:
            self._stall.start(timeout_s)

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._stall.stop()
        self._out.resume()
        if self._task is None and not self._resumes:
            self._advance()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._conversation.close()
        self._shared.registry.forget(self, self._pid)
        self._hot = None
        if self._opening is not None:
            self._opening.stop()
        self._idle.stop()
        self._stall.stop()
        self._kept_bytes = self._shared.received.keep(self._kept_bytes, 0)
        self._out.lose()
        if self._remote is not None:
            self._remote.abandon()
            self._task = self._remote = None
        if self._session is not None:
            self._session.cancel(CancelReason.DISCONNECT)
            if self._task is None:
                self._session.close()

    # ------------------------------------------------------------------------------------------------------------ events

    def _advance(self) -> None:
        """Handle what has come in, until something has to be waited for."""
        self._resumes = self._begun = False
        self._idle.stop()
        due = self._out.gathers  # the end of what was waited for
        for _ in range(EVENTS_PER_TURN):
            if self._out.paused or self._transport.is_closing():
                break
            event = self._next_event()
            if event is None:
                break
            if self._leaving and self._at_rest:
                self._leave()
                return
            pending = self._handle(event)
            if pending is not None:
                self._task = self._shared.loop.create_task(self._drive(pending))
                break
            due = due or isinstance(event, _DUE)
        else:
            self._resumes = True
            self._shared.loop.call_soon(self._advance)
        if due or self._task is None:
            self._out.flush()
        self._limit_reading()
        if self._task is None and not self._transport.is_closing():
            self._restart_idle()
        if self._leaving and self._task is None:
            self._leave_soon()

    def _next_event(self) -> m.Event | None:
        while True:
            try:
                return self._conversation.next_event()
            except ConnectionFault as error:
                self.end(error)
                return None
            except GatewayError as error:
                self._refuse(error)

    def _refuse(self, error: GatewayError) -> None:
        """A message that makes no sense: an error of the session, with ReadyForQuery where no Sync is going to come."""
        assert self._session is not None, "startup packets raise ConnectionFault"
        self._session.fail(error)
        if not self._conversation.in_extended:
            self._session.ready()

    def _handle(self, event: m.Event) -> Awaitable[None] | None:
        if self._session is not None:
            pending = self._handler(self._session, event)
            if self._session.closing or isinstance(event, m.Terminate):
                self.close()
            return pending
        if self._opening is not None:
            self._opening.handle(event)
        return None

    async def _drive(self, pending: Awaitable[None]) -> None:
        """Wait for an event's end and go on with the next."""
        await pending
        self._task = None
        assert self._session is not None, "only sessions have something to wait for"
        if not self._ends(self._session) and not self._resumes:
            self._advance()

    def _ends(self, session: Session) -> bool:
        """Does the session end, now that nothing runs?"""
        if self._conversation.state is ConversationState.CLOSED or session.closing:
            session.close()
            self.close()
            return True
        if self._terminating:
            self._leave()
        return self._terminating

    def _limit_reading(self) -> None:
        """Read on only while little is kept; a message that is not complete yet may be as long as its own limit allows."""
        kept = self._conversation.buffered_bytes
        if kept >= COUNTED_BYTES or self._kept_bytes:
            try:
                self._kept_bytes = self._shared.received.keep(self._kept_bytes, kept)
            except InputTooLarge as error:
                self.end(error)
                self.cancel(CancelReason.DISCONNECT)
                self._kept_bytes = self._shared.received.keep(self._kept_bytes, 0)
        busy = self._task is not None or self._out.paused or self._resumes
        pause = busy and kept > self._shared.options.read_ahead_bytes
        if pause != self._reading_paused and not self._transport.is_closing():
            self._reading_paused = pause
            if pause:
                self._transport.pause_reading()
            else:
                self._transport.resume_reading()

    # ------------------------------------------------------------------------------------------------------------ rounds

    def _send_away(self, round_: RemoteRound, data: bytes) -> bool:
        """Have a round answered by another node; what was asked stays here until it has been. False: nobody can."""
        assert self._session is not None, "only sessions have rounds"
        forwarder = self._session.engine.forwarder
        if forwarder is None or not round_.start(forwarder, self._come_back):
            return False
        self._task = self._remote = round_
        self._sent_away = data
        if self._idle.armed:
            self._idle.stop()
        return True

    def _come_back(self, answer: bytes | None) -> None:
        """The round has its *answer*, or is left to the general way."""
        assert self._session is not None, "only sessions have rounds"
        self._task = self._remote = None
        data, self._sent_away = self._sent_away, b""
        if answer is None:
            self._conversation.insert(data)
        else:
            self._out.flush()
            self._transport.write(answer)
        if self._ends(self._session):
            return
        if answer is not None and self._conversation.buffered_bytes and not self._leaving:
            self._go_on()
        elif self._conversation.buffered_bytes or self._leaving or self._reading_paused:
            self._advance()
        else:
            self._restart_idle()

    # ---------------------------------------------------------------------------------------------------------- start-up

    def send(self, data: bytes) -> None:
        """Send what belongs to the start-up."""
        self._out.write(data)

    def use(self, transport: asyncio.Transport) -> None:
        """What has been sent goes by the old transport, everything else by this one."""
        self._out.to(transport)
        self._transport = transport

    def begin(self, info: SessionInfo, variables: Variables, secret: bytes, greeting: bytes, *, replication: bool = False) -> None:
        """The client is in: begin its session."""
        self._pid, self.secret = info.pid, secret
        if replication:
            self._session = self._shared.replication_session(variables, info, self._out, self._conversation.fail, self.close)
            self._handler = handle_replicating
        else:
            self._session = self._shared.new_session(variables, info, self._out, self._conversation.fail)
            self._hot = self._hot_paths(self._session)
        self._out.write(greeting)
        self._session.ready()

    def _hot_paths(self, session: Session) -> HotPaths:
        return ForwardedPaths(session) if session.variables.read.values[FORWARDED] == "on" else HotPaths(session)

    # --------------------------------------------------------------------------------------------------------------- end

    @property
    def user(self) -> str:
        """Whose session it is; empty while it has none."""
        return "" if self._session is None else self._session.info.user

    def warn(self, sqlstate: str, message: str) -> None:
        """Tell the client of something, beside what it gets."""
        if self._session is not None:
            self._session.warn(sqlstate, message)

    def cancel(self, reason: CancelReason) -> None:
        """End what the session runs."""
        if self._remote is not None:
            self._remote.cancel(reason)
        elif self._session is not None:
            self._session.cancel(reason)

    def leave(self) -> None:
        """The server drains: go as soon as nothing runs, no transaction block is open and the client asks for something else, or
        nothing for a moment (lingering.py); what has no end of its own ends now. Who has no session yet hears that there is none to
        have when it asks for one."""
        self._leaving, self._hot = True, None
        if self._session is None:
            self._shared.loop.call_later(LINGER_S, self._leave_unopened)
        elif self._task is None:
            self._leave_soon()
        elif self._session.is_endless:
            self.terminate()

    def terminate(self) -> None:
        """The server stops: go now, whatever runs."""
        self._terminating = True
        self.cancel(CancelReason.SHUTDOWN)
        if self._task is None:
            self._leave()

    def abort(self) -> None:
        """Go at once, without a word."""
        self._conversation.close()
        self._transport.abort()

    def _stalled(self) -> None:
        """The client has not taken enough for too long: what it holds is given back, and it is told if it still listens."""
        self.cancel(CancelReason.STALLED)
        if self._task is None:
            self.end(ClientStalled(CancelReason.STALLED.value))
        self._shared.loop.call_later(self._shared.options.close_timeout_s, self._transport.abort)

    @property
    def _at_rest(self) -> bool:
        return self._session is not None and self._session.at_rest and self._task is None

    def _leave_soon(self) -> None:
        if self._at_rest and self._goodbye is None:
            self._goodbye = self._shared.loop.call_later(QUIET_S, self._leave_if_idle)

    def _leave_if_idle(self) -> None:
        self._goodbye = None
        if self._at_rest and not self._transport.is_closing():
            self._leave()

    def _leave_unopened(self) -> None:
        if self._session is None and not self._transport.is_closing():
            self._leave()

    def _leave(self) -> None:
        """Say that the server stops, so that it is heard (lingering.py), and close."""
        if self._session is None:
            self.end(CannotConnectNow(SHUTTING_DOWN))
            return
        self._out.write(w.error_response(fatal(ConnectionTerminated("terminating connection due to administrator command"))))
        self._out.flush()
        if not self._transport.is_closing() and self._transport.can_write_eof():
            self._transport = Lingering(self._transport, self._shared.loop, self.connection_lost)
            self._out.to(self._transport)
            self._shared.loop.call_later(self._shared.options.close_timeout_s, self._transport.abort)
            self._session.close()
        self.close()

    def end(self, error: KnownError) -> None:
        """Say why and close."""
        self._out.write(w.error_response(fatal(error)))
        self.close()

    def close(self) -> None:
        """Close once the client has taken what it is owed, or after a while."""
        self._conversation.close()
        self._hot = None
        self._out.flush()
        if not self._transport.is_closing():
            self._transport.close()
            self._shared.loop.call_later(self._shared.options.close_timeout_s, self._transport.abort)
