"""The start of a link: TLS if it is configured, the start-up packet, the login, all up to the first ReadyForQuery.

    connect() ─SSLRequest→ S ─TLS→ Startup ─→ AuthenticationOk or SCRAM ─→ ReadyForQuery ─→ the link has the transport

Ours and not libpq's, because libpq keeps a connection's TLS to itself. Everything else than the one expected answer ends it.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from typing import Final, cast

from gateway.access.certificate import end_point_hash
from gateway.access.scram_client import ScramClient, ScramRefused
from gateway.access.tls_transport import TlsTransport
from gateway.cluster.credentials import Credentials
from gateway.config import Address
from gateway.errors import PeerUnreachable
from gateway.wire import writer as w
from gateway.wire.reader import PROTOCOL_MAJOR, SSL_REQUEST_CODE

#: All that a node may say before it is ready.
GREETING_BYTES_MAX: Final = 1 << 16
_SSL_REQUEST: Final = (8).to_bytes(4) + SSL_REQUEST_CODE.to_bytes(4)
_OK, _SASL, _CONTINUE, _FINAL = 0, 10, 11, 12
#: ParameterStatus, BackendKeyData, NoticeResponse, NegotiateProtocolVersion.
_ASIDE: Final = frozenset(b"SKNv")


class LinkLogin(asyncio.Protocol):
    """Make it in the event loop; result() is the transport, ready for queries, and what has come behind."""

    def __init__(self, address: Address, credentials: Credentials, parameters: Mapping[str, str]) -> None:
        self._address, self._credentials = address, credentials
        self._parameters = {"user": credentials.user, **parameters}
        self._loop = asyncio.get_running_loop()
        self._ready: asyncio.Future[None] = self._loop.create_future()
        self._lost = False
        self._context: ssl.SSLContext | None = None
        self._transport: asyncio.Transport | None = None
        self._tls: ssl.SSLObject | None = None
        self._asked = False
        self._data = b""
        self._size = 0
        self._scram: ScramClient | None = None
        self._proved = False

    async def result(self, link: asyncio.Protocol) -> tuple[asyncio.Transport, bytes]:
        """Connect; the transport has *link* as its protocol then. Raises PeerUnreachable and OSError; may be cancelled."""
        self._context = self._credentials.context()
        await self._loop.create_connection(lambda: self, self._address.host, self._address.port)
        try:
            await self._ready
            if self._lost:
                raise PeerUnreachable("the connection was lost")
        except BaseException:
            if self._transport is not None:
                self._transport.abort()
            raise
        assert self._transport is not None, "it was connected"
        self._transport.set_protocol(link)
        return self._transport, self._data

    # ------------------------------------------------------------------------------------------------ asyncio's callbacks

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Connected."""
        self._transport = cast(asyncio.Transport, transport)
        if self._context is None:
            self._start()
        else:
            self._asked = True
            self._transport.write(_SSL_REQUEST)

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side is gone."""
        self._lost = True
        self._fail("the connection was lost" if exc is None else f"the connection was lost: {exc}")

    def data_received(self, data: bytes) -> None:
        """What the node says."""
        if self._asked:
            self._encrypt(data)
            return
        self._data += data
        self._size += len(data)
        if self._ready.done():
            return
        try:
            self._read()
        except (ScramRefused, ValueError) as error:
            self._fail(str(error))
        if self._size > GREETING_BYTES_MAX:
            self._fail("it answers the login with garbage")

    # --------------------------------------------------------------------------------------------------------------- TLS

    def _encrypt(self, answer: bytes) -> None:
        """One byte, and nothing behind it that is not encrypted (CVE-2021-23222)."""
        self._asked = False
        if answer != w.ACCEPT_ENCRYPTION or self._context is None or self._transport is None:
            self._fail("it does not offer TLS" if answer[:1] != w.ACCEPT_ENCRYPTION else "it answers with garbage")
            return
        tls = TlsTransport(
            self._transport, self._context, self, self._encrypted, server_side=False, server_hostname=self._address.host
        )
        self._transport = tls
        tls.start()

    def _encrypted(self, tls: ssl.SSLObject) -> None:
        self._tls = tls
        self._start()

    # ------------------------------------------------------------------------------------------------------------- login

    def _start(self) -> None:
        words = "".join(f"{name}\0{value}\0" for name, value in self._parameters.items()).encode() + b"\0"
        self._say((len(words) + 8).to_bytes(4) + (PROTOCOL_MAJOR << 16).to_bytes(4) + words)

    def _read(self) -> None:
        while len(self._data) >= 5 and not self._ready.done():
            size = 1 + int.from_bytes(self._data[1:5])
            if not 5 <= size <= GREETING_BYTES_MAX:
                raise ValueError("it answers the login with garbage")
            if len(self._data) < size:
                return
            kind, payload, self._data = self._data[:1], self._data[5:size], self._data[size:]
            self._take(kind, payload)

    def _take(self, kind: bytes, payload: bytes) -> None:
        if kind == b"R":
            self._authenticate(int.from_bytes(payload[:4]), payload[4:])
        elif kind == b"E":
            fields = {part[:1]: part[1:].decode(errors="replace") for part in payload.split(b"\0") if part}
            self._fail(fields.get(b"M", "it refuses the login"))
        elif kind == b"Z" and self._proved:
            self._ready.set_result(None)
        elif kind[0] not in _ASIDE:
            raise ValueError("it answers the login with garbage")

    def _authenticate(self, code: int, data: bytes) -> None:
        if code == _OK and (self._credentials.secret is None or self._proved):
            self._proved = True
        elif code == _SASL and self._credentials.secret is not None and self._scram is None:
            offered = tuple(data.decode("latin-1").rstrip("\0").split("\0"))
            self._scram = ScramClient(self._credentials.secret, offered, self._binding(), encrypted=self._tls is not None)
            first = self._scram.first
            self._say(w.message(b"p", self._scram.mechanism.encode() + b"\0" + len(first).to_bytes(4) + first))
        elif code == _CONTINUE and self._scram is not None:
            self._say(w.message(b"p", self._scram.final(data)))
        elif code == _FINAL and self._scram is not None:
            self._scram.check(data)
            self._proved = True
        elif code == _OK:
            raise ValueError("it lets anybody in, which no node with the cluster's secret does")
        else:
            raise ValueError("it asks for a login that this node has no secret for")

    def _binding(self) -> bytes | None:
        der = self._tls.getpeercert(binary_form=True) if self._tls is not None else None
        return None if der is None else end_point_hash(ssl.DER_cert_to_PEM_cert(der))

    def _say(self, data: bytes) -> None:
        assert self._transport is not None, "it is connected"
        self._transport.write(data)

    def _fail(self, why: str) -> None:
        if not self._ready.done():
            self._ready.set_exception(PeerUnreachable(why))
