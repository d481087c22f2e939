"""A connection before its session: encryption, the start-up packet, the login, the greeting.

    SSLRequest ─→ S ─TLS─┐
    TLS at once ────TLS──┴→ Startup ─→ Access.begin() ─→ in, or SASL messages until it is ─→ AuthenticationOk … ReadyForQuery

All of it together has startup_timeout_s. A wrong password is answered after a while, during which nothing more is read.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from gateway.access.access import Access, Client, SaslLogin
from gateway.access.failures import source_of
from gateway.access.hba import ClientOrigin
from gateway.access.tls import ALPN, TlsServer, client_name, tls_info
from gateway.access.tls_transport import TlsTransport
from gateway.contract.engine import SessionInfo
from gateway.errors import (
    AccessDenied,
    CannotConnectNow,
    GatewayError,
    InvalidPassword,
    ProtocolFault,
    StartupTimeout,
    UnsupportedProtocol,
)
from gateway.server.shared import SHUTTING_DOWN, Shared
from gateway.session.startup import names_of, negotiates, open_session, unknown_options
from gateway.sqlstate import KNOWN_ERRORS
from gateway.wire import messages as m
from gateway.wire import writer as w
from gateway.wire.conversation import Conversation

if TYPE_CHECKING:
    from gateway.server.connection import Connection

#: How long after the start-up time a client is sent away: long enough for what it has sent to be read.
STARTUP_GRACE_S: Final = 0.01

_log = logging.getLogger(__name__)


class Opening:
    """Of one connection. It ends with connection.begin(), or connection.end()."""

    def __init__(
        self,
        connection: Connection,
        shared: Shared,
        access: Access,
        transport: asyncio.Transport,
        conversation: Conversation,
    ) -> None:
        self._connection, self._shared, self._access, self._conversation = connection, shared, access, conversation
        self._transport, self._source = transport, source_of(peer_of(transport)[0])
        self._startup: m.Startup | None = None
        self._login: SaslLogin | None = None
        self._tls: ssl.SSLObject | None = None
        self._tls_server: TlsServer | None = None
        self._timer = shared.loop.call_later(shared.options.startup_timeout_s, self._is_late)
        if (longest := shared.startups.add(self._source, transport)) is not None:
            longest.abort()

    def stop(self) -> None:
        """The connection is gone, or its session has begun."""
        self._timer.cancel()
        self._shared.startups.remove(self._source, self._transport)

    def handle(self, event: m.Event) -> None:
        """Do what the event asks; an error ends the connection."""
        try:
            match event:
                case m.SSLRequest():
                    self._encrypt()
                case m.TlsHandshake():
                    self._encrypted_at_once()
                case m.GSSENCRequest():
                    self._connection.send(w.REFUSE_ENCRYPTION)
                case m.CancelRequest(pid, secret):
                    self._shared.registry.cancel(pid, secret)
                    self._connection.close()
                case m.Startup():
                    self._start(event)
                case m.SaslResponse(payload):
                    self._go_on(payload)
                case _:
                    pass
        except InvalidPassword as error:
            self._note(event, error)
            self._fail_later(error)
        except AccessDenied as error:
            self._note(event, error)
            self._connection.end(error)
        except KNOWN_ERRORS as error:
            self._connection.end(error)

    def _note(self, event: m.Event, error: GatewayError) -> None:
        """Who was refused: the log is where an operator sees that somebody tries. A name with line ends does not make lines."""
        startup = event if isinstance(event, m.Startup) else self._startup
        user = "" if startup is None else startup.parameters.get("user", "")
        address, _ = peer_of(self._transport)
        _log.warning("login from %s as %r refused: %r", address or "[local]", user, error.message)

    # --------------------------------------------------------------------------------------------------------------- TLS

    def _encrypt(self) -> None:
        if self._access.tls is None:
            self._connection.send(w.REFUSE_ENCRYPTION)
            return
        if self._conversation.buffered_bytes:
            # Whoever sits in between could have put them there (CVE-2021-23214).
            raise ProtocolFault(
                "received unencrypted data after SSL request",
                detail="This could be either a client-software bug or evidence of an attempted man-in-the-middle attack.",
            )
        self._connection.send(w.ACCEPT_ENCRYPTION)
        self._take_over(b"", self._established)

    def _encrypted_at_once(self) -> None:
        if self._access.tls is None:
            raise ProtocolFault("invalid length of startup packet")
        self._take_over(self._conversation.take_all(), self._established_at_once)

    def _take_over(self, data: bytes, established: Callable[[ssl.SSLObject], None]) -> None:
        assert self._access.tls is not None, "both ways have checked it"
        self._tls_server = self._access.tls.server
        take_turn = partial(self._shared.turns.take, self._shared.loop)
        tls = TlsTransport(self._transport, self._tls_server.context, self._connection, established, take_turn=take_turn)
        self._connection.use(tls)
        tls.start(data)

    def _established(self, tls: ssl.SSLObject) -> None:
        self._tls = tls

    def _established_at_once(self, tls: ssl.SSLObject) -> None:
        """Without an SSLRequest only the agreed protocol shows that the bytes are meant for such a server (as PostgreSQL 17)."""
        if tls.selected_alpn_protocol() != ALPN:
            _log.info("a TLS connection without an SSLRequest does not ask for protocol %r", ALPN)
            self._connection.abort()
        self._tls = tls

    # ------------------------------------------------------------------------------------------------------------- login

    def _start(self, event: m.Startup) -> None:
        if self._shared.draining:
            raise CannotConnectNow(SHUTTING_DOWN)
        user, database = names_of(event)
        login = self._access.begin(user, database, self._client())
        if login is None:
            self._admit(event)
            return
        self._startup, self._login = event, login
        self._conversation.authenticate()
        self._connection.send(_negotiation(event) + login.request)

    def _client(self) -> Client:
        address, _ = peer_of(self._transport)
        if self._tls is None or self._tls_server is None:
            return Client(ClientOrigin(address))
        certificate = self._tls.getpeercert()
        return Client(ClientOrigin(address, encrypted=True), client_name(certificate), bool(certificate), self._tls_server.binding)

    def _go_on(self, payload: bytes) -> None:
        assert self._login is not None, "only then such messages are read"
        answer = self._login.respond(payload)
        self._connection.send(answer)
        if self._login.done and self._startup is not None:
            self._conversation.authenticated()
            self._admit(self._startup)

    def _admit(self, event: m.Startup) -> None:
        """The client is who it says: begin its session."""
        if self._shared.draining:  # meanwhile
            raise CannotConnectNow(SHUTTING_DOWN)
        shared, (address, port) = self._shared, peer_of(self._transport)
        peer = self._access.is_peer(names_of(event)[0])
        admitted = (b"" if self._login is not None else _negotiation(event)) + w.AUTHENTICATION_OK
        try:
            opening = open_session(event, shared.peer_defaults if peer else shared.defaults, shared.check_versions)
        except KNOWN_ERRORS:
            # What is wrong with the database or a setting is told whom is let in; load balancers wait for that alone.
            self._connection.send(admitted)
            raise
        if opening.replication and shared.slots is None:
            self._connection.send(admitted)
            raise UnsupportedProtocol(
                "replication is not supported by one of several workers", hint="Serve without --workers, or from another node."
            )
        limited = None if peer else opening.user
        pid, secret = shared.registry.register(self._connection, limited)
        self.stop()
        now_us, (own_address, own_port) = shared.runtime.now_us(), _address(self._transport.get_extra_info("sockname"))
        info = SessionInfo(
            pid, opening.user, opening.database, address, port, now_us, server_address=own_address, server_port=own_port,
            tls=None if self._tls is None else tls_info(self._tls),
        )  # fmt: skip
        greeting = [admitted]
        greeting += [w.parameter_status(name, value) for name, value in opening.variables.unreported()]
        greeting.append(w.backend_key_data(pid, secret))
        self._connection.begin(info, opening.variables, secret, b"".join(greeting), replication=opening.replication)

    def _fail_later(self, error: InvalidPassword) -> None:
        self._timer.cancel()
        self._conversation.close()
        self._timer = self._shared.loop.call_later(self._access.options.failed_login_delay_s, self._connection.end, error)

    # -------------------------------------------------------------------------------------------------------------- time

    def _is_late(self) -> None:
        """Perhaps this loop is, planning for others: what has come meanwhile is read first."""
        self._timer = self._shared.loop.call_later(STARTUP_GRACE_S, self._too_late)

    def _too_late(self) -> None:
        self._connection.end(StartupTimeout("canceling authentication due to timeout"))


def _negotiation(event: m.Startup) -> bytes:
    return w.negotiate_protocol_version(unknown_options(event)) if negotiates(event) else b""


def peer_of(transport: asyncio.BaseTransport) -> tuple[str, int]:
    """(address, port); ("", -1) of a Unix socket."""
    return _address(transport.get_extra_info("peername"))


def _address(name: object) -> tuple[str, int]:
    return (str(name[0]), int(name[1])) if isinstance(name, tuple) else ("", -1)
