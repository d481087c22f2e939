"""TLS between a socket's transport and a connection: a protocol towards the one, a transport towards the other.

    socket ─→ raw transport ─data_received→ TlsTransport ─data_received→ Connection
           ←─ raw transport ←──── write ─── TlsTransport ←──── write ─── Connection

OpenSSL works on two memory buffers, so everything happens at once, in the callback at hand. Not asyncio's start_tls, because bytes
that came before it (a handshake without an SSLRequest) could not be handed to it, and because uvloop's and asyncio's differ in when
they call back. Pausing, limits and the end of the connection are the raw transport's.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, cast

#: A TLS record holds so much at most (RFC 8446, section 5.1).
RECORD_BYTES: Final = 1 << 14

_log = logging.getLogger(__name__)


class TlsTransport(asyncio.Transport, asyncio.Protocol):
    """See the module. *established* is called once, before the first plain bytes are handed on.

    A handshake takes as long as ten lookups, so a server's go on when *take_turn* says so (contract/turns.py): at once, or later.
    """

    def __init__(
        self,
        raw: asyncio.Transport,
        context: ssl.SSLContext,
        inner: asyncio.Protocol,
        established: Callable[[ssl.SSLObject], None],
        *,
        server_hostname: str | None = None,
        server_side: bool = True,
        take_turn: Callable[[Callable[[], None]], bool] = lambda later: True,
    ) -> None:
        super().__init__()
        self._raw, self._inner, self._established = raw, inner, established
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=server_side, server_hostname=server_hostname)
        self._take_turn, self._waits = take_turn, False
        self._shaken = False
        self._closed = False
        self._error: ssl.SSLError | None = None

    @property
    def tls(self) -> ssl.SSLObject:
        """The TLS itself."""
        return self._tls

    def start(self, data: bytes = b"") -> None:
        """Take the raw transport over. *data* has come already, if any."""
        self._raw.set_protocol(self)
        if data:
            self.data_received(data)
        else:
            self._shake()

    # ------------------------------------------------------------------------------------------ the raw transport's protocol

    def data_received(self, data: bytes) -> None:
        """Bytes of TLS."""
        if self._closed:
            return
        self._incoming.write(data)
        if self._shaken:
            self._hand_on()
        elif not self._waits:
            self._waits = True
            if self._take_turn(self._have_turn):
                self._have_turn()

    def _have_turn(self) -> None:
        self._waits = False
        if self._shake():
            self._hand_on()

    def _hand_on(self) -> None:
        plain = self._read()
        if self._outgoing.pending:
            self._raw.write(self._outgoing.read())
        if plain and self._error is None:  # of a connection that has failed nothing is carried out, not what came before the fault
            self._inner.data_received(plain)

    def _shake(self) -> bool:
        """Go on with the handshake; is it done, and is there a connection still?"""
        if self._closed:
            return False
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            self._flush()
            return False
        except ssl.SSLError as error:
            self._flush()
            self._fail("TLS handshake", error)
            return False
        self._flush()
        self._shaken = True
        self._established(self._tls)
        return not self._closed

    def _read(self) -> bytes:
        found = []
        try:
            while piece := self._tls.read(RECORD_BYTES):
                found.append(piece)
                if not self._incoming.pending and not self._tls.pending():
                    break
            else:
                # The client has said that it sends no more. What came before is handled first.
                asyncio.get_running_loop().call_soon(self.eof_received)
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLError as error:
            self._flush()
            self._fail("TLS", error)
        return b"".join(found) if len(found) != 1 else found[0]

    def _fail(self, what: str, error: ssl.SSLError) -> None:
        peer = self._raw.get_extra_info("peername")
        _log.info("%s with %s failed: %s", what, peer[0] if isinstance(peer, tuple) else "a client", error.reason or error)
        self._error = error
        self._closed = True
        self._raw.close()

    def _flush(self) -> None:
        if self._outgoing.pending:
            self._raw.write(self._outgoing.read())

    def eof_received(self) -> bool:
        """The other side sends no more."""
        if not self._inner.eof_received():
            self.close()
        return False

    def pause_writing(self) -> None:
        """The other side takes its bytes too slowly."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """It has caught up."""
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._closed = True
        self._inner.connection_lost(exc or self._error)

    # ------------------------------------------------------------------------------------------- the connection's transport

    def write(self, data: Any) -> None:
        """Send plain bytes, encrypted. Before the handshake is done nothing may be said, so it is not."""
        if self._closed or not self._shaken or not data:
            return
        try:
            self._tls.write(data)
        except ssl.SSLError as error:
            self._fail("TLS", error)
            return
        self._raw.write(self._outgoing.read())

    def close(self) -> None:
        """Say that nothing follows, and close once all has been sent."""
        self._say_goodbye()
        self._raw.close()

    def can_write_eof(self) -> bool:
        """See asyncio."""
        return True

    def write_eof(self) -> None:
        """Say that nothing follows; what the other side still sends is thrown away, and nobody hears when it has ended."""
        self._say_goodbye()
        self._raw.write_eof()

    def _say_goodbye(self) -> None:
        """The other side's is not waited for."""
        if self._closed:
            return
        self._closed = True
        if self._shaken:
            with suppress(ssl.SSLError):
                self._tls.unwrap()
            self._flush()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Have somebody else hear the plain bytes from now on."""
        self._inner = cast(asyncio.Protocol, protocol)

    def abort(self) -> None:
        """Close at once."""
        self._closed = True
        self._raw.abort()

    def is_closing(self) -> bool:
        """See asyncio."""
        return self._closed or self._raw.is_closing()

    def pause_reading(self) -> None:
        """See asyncio."""
        self._raw.pause_reading()

    def resume_reading(self) -> None:
        """See asyncio."""
        self._raw.resume_reading()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """See asyncio."""
        self._raw.set_write_buffer_limits(high, low)

    def get_write_buffer_size(self) -> int:
        """See asyncio; encrypted."""
        return self._raw.get_write_buffer_size()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """See asyncio."""
        return self._raw.get_extra_info(name, default)
