"""The hot path over HTTP: a row by its key on a connection that has asked before, answered from the request's bytes.

    GET /v1/views/{view}/rows/{key…}[?…] │ HTTP/1.1 … headers …
                                         │ ←── byte for byte as in a request of this connection that was let in ──→

Nothing waits. What would have to, and every error but a key that is not there, goes the general way, which words the answers; both
give the same. As over the Postgres port (gateway.server.hot), points.py does the reading.
"""

from __future__ import annotations

import re
from typing import Final

import h11

from gateway.http.negotiation import tags_of
from gateway.http.points import PointReads
from gateway.http.protocol import Heads, Protocol
from gateway.server.shared import Shared
from gateway.sqlstate import KNOWN_ERRORS

_GET: Final = b"GET "
_BEGIN: Final = b"GET /v1/views/"
_VERSION: Final = b" HTTP/1.1\r\n"
_END: Final = b"\r\n\r\n"
#: What makes the general way answer otherwise, or end the connection; line ends that others read in another way; folded lines.
_NOT_PLAIN: Final = re.compile(
    rb"(?<!\r)\n|\n(?:[ \t]|if-(?!none-match:)|(?:connection|expect|content-length|transfer-encoding|upgrade|range):)",
    re.IGNORECASE,
)
_TAGS: Final = re.compile(rb"\nif-none-match:([^\r]*)", re.IGNORECASE)
_GZIP: Final = re.compile(rb"\naccept-encoding:[^\r]*(?:gzip|\*)", re.IGNORECASE)
_TARGET: Final = re.compile(rb"/v1/views/([!-.0->@-~]+)/rows/([!->@-~]*)(?:\?([!-~]*))?")


class HotRows(Protocol):
    """One connection. A server makes a class of its own, with what it shares."""

    points: PointReads
    shared: Shared
    _common: list[tuple[bytes, bytes]] | None = None
    _common_lines = b""

    def data_received(self, data: bytes) -> None:
        """See asyncio.Protocol."""
        heads = self.login.admitted
        if (
            heads is not None
            and self.at_rest
            and not self.flow.write_paused
            and data.startswith(_BEGIN)
            and data.endswith(heads.data)
            and self._answer(data[len(_GET) : -len(heads.data)], heads)
        ):
            return
        self.login.heads = self._heads(data)
        super().data_received(data)

    def _heads(self, data: bytes) -> Heads | None:
        """Of a request for a row that has come alone."""
        if not data.startswith(_BEGIN) or self.conn.their_state is not h11.IDLE or self.conn.trailing_data[0]:
            return None
        at = data.find(_VERSION)
        if at < 0 or data.find(_END) != len(data) - len(_END) or _NOT_PLAIN.search(data, at) is not None:
            return None
        tags = _TAGS.findall(data, at)
        known = tags_of(b",".join(tags).decode("latin-1")) if tags else frozenset[str]()
        return Heads(data[at:], known, _GZIP.search(data, at) is not None)

    def _answer(self, target: bytes, heads: Heads) -> bool:
        """Answer; False: nothing has happened."""
        asked = _TARGET.fullmatch(target)
        if asked is None or self.shared.draining or self.login.user is None:
            return False
        try:
            address = self.client[0] if self.client else ""
            answer = self.points.answer(self.login.user, address, heads, *asked.groups(b""))
        except (*KNOWN_ERRORS, UnicodeDecodeError):
            return False
        if answer is None:
            return False
        if self._common is not self.server_state.default_headers:  # another second
            self._common = self.server_state.default_headers
            self._common_lines = b"".join(b"%b: %b\r\n" % header for header in self._common)
        status, rest = answer
        self.transport.write(status + self._common_lines + rest)
        self.wait_again()
        return True
