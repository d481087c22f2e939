"""The hot path over HTTP: a row by its key on a connection that has asked before, answered from the request's bytes.

    GET /v1/views/{view}/rows/{key…} │ HTTP/1.1 … headers …
                                     │ ←── byte for byte as in a request of this connection that was let in ──→

Nothing is decoded that has to be (no %, no ?), nothing waits. Whatever is not exactly so, and every error, goes the general way,
which words the answers; both give the same. As over the Postgres port (gateway.server.hot), which does the reading.
"""

from __future__ import annotations

import re
from typing import Final

import h11

from gateway.http.inside import Caller, Inside
from gateway.http.protocol import Protocol
from gateway.http.rows import RowReads
from gateway.server.shared import Shared
from gateway.sqlstate import KNOWN_ERRORS

_BEGIN: Final = b"GET /v1/views/"
_VERSION: Final = b" HTTP/1.1\r\n"
#: What makes the general way answer otherwise, or end the connection.
_NOT_PLAIN: Final = re.compile(
    rb"\r\n(?:if-|connection:|expect:|content-length:|transfer-encoding:|upgrade:|range:)", re.IGNORECASE
)
_PATH: Final = re.compile(rb"/v1/views/([^/ ?%\r\n]+)/rows/([^ ?%\r\n]+)")
#: Requests in a row for which nothing was at hand (another node's keys): then the connection goes the general way.
MISSES_MAX: Final = 10


class HotRows(Protocol):
    """One connection. A server makes a class of its own, with what it shares."""

    rows: RowReads
    shared: Shared
    _client: Inside | None = None
    _misses = 0

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        alone = data[:14] == _BEGIN and data[-4:] == b"\r\n\r\n" and self.conn.their_state is h11.IDLE
        if alone:
            heads = self.login.admitted
            if heads is not None and data.endswith(heads) and self._misses < MISSES_MAX and self._answer(data[4 : -len(heads)]):
                return
            at = data.find(_VERSION)
            alone = data.count(b"\r\n\r\n") == 1 and at > 0 and _NOT_PLAIN.search(data, at) is None
            self.login.heads = data[at:] if alone else None
        else:
            self.login.heads = None
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio.Protocol."""
        super().connection_lost(exc)
        if self._client is not None:
            self._client.close()
            self._client = None

    def _answer(self, path: bytes) -> bool:
        """Answer; False: nothing has happened. The connection is between two requests."""
        found = _PATH.fullmatch(path)
        if found is None or not (self.cycle is None or self.cycle.response_complete) or self.conn.trailing_data[0]:
            return False
        try:
            client = self._inside()
            if not client.usable:
                return False
            answer = self.rows.at_once(client, self._user, found[1].decode(), found[2].split(b"/"))
        except (*KNOWN_ERRORS, UnicodeDecodeError):
            answer = None
        if answer is None:
            self._misses += 1
            return False
        self._misses = 0
        head = b"".join(b"%b: %b\r\n" % header for header in self.server_state.default_headers)
        self.transport.write(b"HTTP/1.1 200 OK\r\n" + head + answer)
        self.wait_again()
        return True

    @property
    def _user(self) -> str:
        assert self.login.user is not None, "somebody was let in"
        return self.login.user

    def _inside(self) -> Inside:
        """The connection's session. The first statement of a kind is planned, and answered later: then it is not usable for now."""
        if self._client is not None and not self._client.usable:
            self._client.skip()
        if self._client is None or self._client.is_closing():
            address, port = self.client or ("", -1)
            self._client = Inside(self.shared, Caller(self._user, address, port))
        return self._client
