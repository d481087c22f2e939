"""One HTTP connection: uvicorn's protocol, over TLS as the wire has it, and with an end to clients that make it wait.

What is waited for has a time of its own: a head (the first one from connecting, TLS included), a body, the next request, a client
that takes its answer. Where there are too many connections, the one that has not asked for longest makes room for the next, so a
crowd that never asks keeps nobody out.

    socket ─→ raw transport ─→ [access.tls_transport.TlsTransport] ─→ Protocol ─requests→ app, the client's certificate with each

The TLS is not uvicorn's, which reads certificates once: here the files are looked at for each handshake, and what a client's
certificate says is at hand for the [[hba]] entries.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
from dataclasses import dataclass
from typing import Final, Literal, cast

import h11
from starlette.requests import Request
from starlette.types import Receive, Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from gateway.access.tls import TlsFiles, client_name
from gateway.access.tls_transport import TlsTransport
from gateway.http.problems import CLOSE, HttpFault, problem

#: What clients offer who mean HTTP.
ALPN: Final = "http/1.1"
_STATE: Final = "certificate"
_LOGIN: Final = "login"
_TRANSPORT: Final = "transport"
#: A connection that is closed is reset.
_RESET: Final = struct.pack("ii", 1, 0)


@dataclass(frozen=True, slots=True)
class ClientCertificate:
    """What a client has shown; *name* is its common name."""

    shown: bool = False
    name: str | None = None


NO_CERTIFICATE: Final = ClientCertificate()


@dataclass(frozen=True, slots=True)
class Heads:
    """The bytes of a request behind its target, and what they ask for: an answer other than one with one of *tags*; maybe gzip."""

    data: bytes
    tags: frozenset[str] = frozenset()
    gzip: bool = False


@dataclass(slots=True)
class Login:
    """Who has been let in on a connection, and stays in as long as it lasts, like a session: *user* by this Authorization.

    *heads* are the last request's, where it came alone; *admitted* those of one that was let in.
    """

    user: str | None = None
    authorization: str = ""
    heads: Heads | None = None
    admitted: Heads | None = None


def login_of(request: Request) -> Login:
    """Of the connection that a request came on."""
    return cast(Login, getattr(request.state, _LOGIN))


def certificate_of(request: Request) -> ClientCertificate:
    """Of the connection that a request came on."""
    return cast(ClientCertificate, getattr(request.state, _STATE, NO_CERTIFICATE))


async def broken_off(scope: Scope, receive: Receive) -> None:
    """End the connection in the middle of an answer, so that its client sees that it is not whole."""
    transport: asyncio.Transport = scope["state"][_TRANSPORT]
    if scope["http_version"] == "1.1":  # the last chunk is missing
        transport.close()
    else:  # whose answers end with the connection
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        transport.abort()
    while (await receive())["type"] != "http.disconnect":
        pass


class _HttpsTransport(TlsTransport):
    """Says what it is: uvicorn asks for it, to know whether requests are http or https."""

    def get_extra_info(self, name: str, default: object = None) -> object:
        """See asyncio."""
        return self.tls.context if name == "sslcontext" else super().get_extra_info(name, default)


Awaited = Literal["head", "body", "next"]


@dataclass(frozen=True, slots=True)
class HttpPatience:
    """How long each is waited for, and how many connections there may be; *write_s* 0: for ever."""

    head_s: float
    body_s: float
    next_s: float
    write_s: float
    connections_max: int


class Protocol(H11Protocol):
    """See the module. A server makes a class of its own: *tls* is None for plain HTTP, *silent* are those that have not asked."""

    patience: HttpPatience
    silent: dict[Protocol, None]
    tls: TlsFiles | None = None
    login: Login
    _awaited: Awaited | None = None
    _timer: asyncio.TimerHandle | None = None
    _since_s = 0.0
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See asyncio.Protocol."""
        self.login = Login()
        self.app_state = {**self.app_state, _LOGIN: self.login, _TRANSPORT: transport}
        if len(self.connections) >= self.patience.connections_max and self.silent:
            next(iter(self.silent)).leave()
        self._wait_for("head")
        if self.tls is None:
            super().connection_made(transport)
            return
        encrypted = _HttpsTransport(transport, self.tls.server.context, self, self._established)
        self.app_state[_TRANSPORT] = encrypted
        super().connection_made(encrypted)
        encrypted.start()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio.Protocol."""
        self._wait_for(None)
        self._stop_stalled()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        super().data_received(data)
        self._look()

    def send_400_response(self, msg: str) -> None:
        """See H11Protocol. Of a request that is being answered already, the answer breaks off."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = problem(HttpFault(400, msg, headers=CLOSE))
            headers = [*self.server_state.default_headers, *answer.raw_headers]
            begin = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            for event in (begin, h11.Data(data=bytes(answer.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def on_response_complete(self) -> None:
        """See H11Protocol."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """See asyncio.Protocol."""
        super().pause_writing()
        if self.patience.write_s and self._stalled is None:
            self._stalled = self.loop.call_later(self.patience.write_s, self.leave)

    def resume_writing(self) -> None:
        """See asyncio.Protocol."""
        self._stop_stalled()
        super().resume_writing()

    def leave(self) -> None:
        """Go at once: it has been waited for long enough, or others want the room, which is theirs from now on."""
        self._wait_for(None)
        self.connections.discard(self)
        self.transport.abort()

    def _established(self, tls: ssl.SSLObject) -> None:
        found = tls.getpeercert()
        self.app_state = {**self.app_state, _STATE: ClientCertificate(bool(found), client_name(found))}

    def _look(self) -> None:
        """What is waited for now?"""
        match self.conn.their_state:
            case h11.IDLE if self.cycle is None or self.conn.trailing_data[0]:
                self._wait_for("head")
            case h11.IDLE:
                self._wait_for("next")
            case h11.SEND_BODY:
                self._wait_for("body")
            case _:
                self._wait_for(None)

    def _wait_for(self, awaited: Awaited | None) -> None:
        """From now on, unless it is waited for already: bytes that come drop by drop win no time."""
        if awaited == self._awaited:
            return
        self._awaited = awaited
        self.silent.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if awaited is not None:
            self.silent[self] = None
            self._since_s = self.loop.time()
            self._expire()

    @property
    def at_rest(self) -> bool:
        """Has a request been answered, and nothing of another one come?"""
        return self._awaited == "next"

    def wait_again(self) -> None:
        """A request has been answered at once: wait for the next as long as for any."""
        del self.silent[self]
        self.silent[self] = None
        self._since_s = self.loop.time()

    def _expire(self) -> None:
        """Leave where it has been waited for long enough, else look again when it may have been."""
        left_s = self._since_s + getattr(self.patience, f"{self._awaited}_s") - self.loop.time()
        if left_s <= 0:
            self.leave()
        else:
            self._timer = self.loop.call_later(left_s, self._expire)

    def _stop_stalled(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
