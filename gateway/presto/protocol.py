"""One HTTP connection: uvicorn's protocol, over TLS as the wire has it, and with an end to clients that connect and do not ask.

    socket ─→ raw transport ─→ [gateway.server.tls.TlsTransport] ─→ Protocol ─requests→ app, with the client's certificate with each

The TLS is not uvicorn's, which reads certificates once: here the files are looked at for each handshake, and what a client's
certificate says is at hand for the [[hba]] entries.
"""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass
from typing import Final, cast

from starlette.requests import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

from gateway.access.tls import TlsFiles, client_name
from gateway.server.tls import TlsTransport

#: What clients offer who mean HTTP.
ALPN: Final = "http/1.1"
_STATE: Final = "certificate"


@dataclass(frozen=True, slots=True)
class ClientCertificate:
    """What a client has shown; *name* is its common name."""

    shown: bool = False
    name: str | None = None


NO_CERTIFICATE: Final = ClientCertificate()


def certificate_of(request: Request) -> ClientCertificate:
    """Of the connection that a request came on."""
    return cast(ClientCertificate, getattr(request.state, _STATE, NO_CERTIFICATE))


class _HttpsTransport(TlsTransport):
    """Says what it is: uvicorn asks for it, to know whether requests are http or https."""

    def get_extra_info(self, name: str, default: object = None) -> object:
        """See asyncio."""
        return self.tls.context if name == "sslcontext" else super().get_extra_info(name, default)


class Protocol(H11Protocol):
    """See the module. *tls* is None for plain HTTP."""

    request_timeout_s = 30.0
    tls: TlsFiles | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See asyncio.Protocol."""
        self._request_timer = self.loop.call_later(self.request_timeout_s, self._too_late)
        if self.tls is None:
            super().connection_made(transport)
            return
        encrypted = _HttpsTransport(transport, self.tls.server.context, self, self._established)
        super().connection_made(encrypted)
        encrypted.start()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio.Protocol."""
        self._request_timer.cancel()
        super().connection_lost(exc)

    def _established(self, tls: ssl.SSLObject) -> None:
        found = tls.getpeercert()
        self.app_state = {**self.app_state, _STATE: ClientCertificate(bool(found), client_name(found))}

    def _too_late(self) -> None:
        """Nothing has been asked yet, be it for want of a handshake: go. Else uvicorn's own limit for idle connections counts."""
        if self.cycle is None:
            self.transport.abort()
