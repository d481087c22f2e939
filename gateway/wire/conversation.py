"""The protocol's state machine: bytes in, events out; it knows what may come next and what is to be skipped.

    STARTUP ──SSLRequest, GSSENCRequest (once each), TLS──→ STARTUP
       ├──Startup──→ SESSION ──Terminate──→ CLOSED
       │     └─authenticate()─→ AUTHENTICATION ─authenticated()─→ SESSION
       └──CancelRequest──→ CLOSED
    SESSION ──fail() of an extended-query message──→ AWAITING_SYNC ──Sync──→ SESSION

In AWAITING_SYNC messages are framed but neither read nor returned, until Sync (or Terminate). A broken frame raises a
ConnectionFault in any state; after one nothing more is read. No I/O here: who owns the socket calls receive() and next_event().
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from struct import Struct
from typing import Final

from gateway.errors import ConnectionFault, MessageFault, MessageTooLarge, ProtocolFault, UnsupportedProtocol
from gateway.wire import messages as m
from gateway.wire.limits import LARGE_MESSAGE_BYTES_MAX, SASL_BYTES_MAX, SMALL_MESSAGE_BYTES_MAX, STARTUP_BYTES_MAX
from gateway.wire.reader import GSSENC_REQUEST_CODE, SSL_REQUEST_CODE, read_message, read_startup

_HEADER: Final = Struct("!BI")
_LENGTH: Final = Struct("!I")


def payload_maxima(large_bytes: int) -> dict[int, int]:
    """Largest payload per message type, *large_bytes* for those that carry what clients write; another type is no message."""
    large, small = dict.fromkeys(map(ord, "QPBFd"), large_bytes), dict.fromkeys(map(ord, "DECHSXcf"), SMALL_MESSAGE_BYTES_MAX)
    return {**large, **small}


_PAYLOAD_BYTES_MAX: Final = payload_maxima(LARGE_MESSAGE_BYTES_MAX)
#: After an error in one of these everything up to Sync is skipped.
_EXTENDED: Final = frozenset(ord(kind) for kind in "PBDECH")
#: Consumed bytes that are kept in front of the buffer at most.
TRIM_BYTES: Final = 1 << 16
_SYNC: Final = ord("S")
_SASL_RESPONSE: Final = ord("p")
#: The first byte of a TLS handshake; as a startup packet's length it would be too much.
_TLS_HANDSHAKE: Final = 0x16
_TERMINATE: Final = ord("X")


class ConversationState(Enum):
    """Where the conversation is."""

    STARTUP = "startup"
    AUTHENTICATION = "authentication"
    SESSION = "session"
    AWAITING_SYNC = "awaiting sync"
    CLOSED = "closed"


def split_messages(data: bytes) -> Iterator[tuple[int, int, int, bytes]]:
    """(type, start, end, payload) of the messages that *data* is made of; MessageFault if it does not end with one."""
    at = 0
    while at < len(data):
        if len(data) - at < _HEADER.size:
            raise MessageFault("incomplete message")
        kind, length = _HEADER.unpack_from(data, at)
        end = at + 1 + length
        if kind not in _PAYLOAD_BYTES_MAX or length < 4 or end > len(data):
            raise MessageFault("incomplete message")
        yield kind, at, end, data[at + _HEADER.size : end]
        at = end


class Conversation:
    """One connection's incoming half."""

    __slots__ = ("_asked", "_buffer", "_last", "_maxima", "_start", "state")

    def __init__(self, maxima: Mapping[int, int] = _PAYLOAD_BYTES_MAX) -> None:
        self.state = ConversationState.STARTUP
        self._maxima = maxima
        self._buffer = bytearray()
        self._start = 0
        self._last = 0
        self._asked: set[type[m.StartupEvent]] = set()

    @property
    def buffered_bytes(self) -> int:
        """Bytes received and not yet consumed."""
        return len(self._buffer) - self._start

    @property
    def in_extended(self) -> bool:
        """Was the last event an extended-query message?"""
        return self._last in _EXTENDED

    def receive(self, data: bytes) -> None:
        """Take bytes from the client. In CLOSED they are thrown away."""
        if self.state is not ConversationState.CLOSED:
            self._buffer += data

    def insert(self, data: bytes) -> None:
        """Take bytes that came before those that are kept here."""
        if self.state is not ConversationState.CLOSED:
            self._buffer[self._start : self._start] = data

    def next_event(self) -> m.Event | None:
        """The next event, or None if more bytes are needed.

        Raises MessageFault or InvalidEncoding for content (call fail() and go on), ConnectionFault when all is lost.
        """
        try:
            if self.state is ConversationState.STARTUP:
                return self._next_startup()
            if self.state is ConversationState.AUTHENTICATION:
                return self._next_response()
            return self._next_message()
        except ConnectionFault:
            self.close()
            raise

    def fail(self) -> None:
        """The last event ended in an ERROR: skip until Sync if it was an extended-query message."""
        if self._last in _EXTENDED and self.state is ConversationState.SESSION:
            self.state = ConversationState.AWAITING_SYNC

    def authenticate(self) -> None:
        """What follows the Startup is the messages of a login."""
        self.state = ConversationState.AUTHENTICATION

    def authenticated(self) -> None:
        """The login is over."""
        self.state = ConversationState.SESSION

    def take_all(self) -> bytes:
        """All bytes that are kept; they are for somebody else."""
        return self._take(0, self.buffered_bytes)

    def close(self) -> None:
        """Read nothing more."""
        self.state = ConversationState.CLOSED
        self._buffer = bytearray()
        self._start = 0

    # ------------------------------------------------------------------------------------------------------- startup

    def _next_startup(self) -> m.Event | None:
        if self.buffered_bytes and self._buffer[self._start] == _TLS_HANDSHAKE and not self._asked:
            self._asked.add(m.SSLRequest)
            return m.TlsHandshake()
        if self.buffered_bytes < 4:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer, self._start)
        if not 8 <= length <= STARTUP_BYTES_MAX:
            raise ProtocolFault("invalid length of startup packet")
        if self.buffered_bytes < length:
            return None
        event = read_startup(self._take(4, length - 4))
        self._startup_follows(event)
        return event

    def _startup_follows(self, event: m.StartupEvent) -> None:
        match event:
            case m.Startup():
                self.state = ConversationState.SESSION
            case m.CancelRequest():
                self.close()
            case _ if type(event) in self._asked:
                code = SSL_REQUEST_CODE if isinstance(event, m.SSLRequest) else GSSENC_REQUEST_CODE
                raise UnsupportedProtocol(f"unsupported frontend protocol {code >> 16}.{code & 0xFFFF}: server supports 3.0 to 3.0")
            case _:
                self._asked.add(type(event))

    def _next_response(self) -> m.Event | None:
        if self.buffered_bytes < _HEADER.size:
            return None
        kind, length = _HEADER.unpack_from(self._buffer, self._start)
        if kind != _SASL_RESPONSE:
            raise ProtocolFault(f"expected SASL response, got message type {kind}")
        self._check_length(kind, length, SASL_BYTES_MAX)
        return None if self.buffered_bytes <= length else m.SaslResponse(self._take(_HEADER.size, length - 4))

    # ------------------------------------------------------------------------------------------------------- session

    def _next_message(self) -> m.Event | None:
        while self.state is not ConversationState.CLOSED and self.buffered_bytes:
            kind = self._buffer[self._start]
            maximum = self._maxima.get(kind)
            if maximum is None:
                raise ProtocolFault(f"invalid frontend message type {kind}")
            if self.buffered_bytes < 5:
                return None
            _, length = _HEADER.unpack_from(self._buffer, self._start)
            self._check_length(kind, length, maximum)
            if self.buffered_bytes <= length:
                return None
            payload = self._take(5, length - 4)
            if self.state is ConversationState.AWAITING_SYNC and kind not in (_SYNC, _TERMINATE):
                continue
            return self._message(kind, payload)
        return None

    def _check_length(self, kind: int, length: int, maximum: int) -> None:
        if length < 4:
            raise ProtocolFault("invalid message length")
        if length - 4 > maximum:
            raise MessageTooLarge(
                f"message '{chr(kind)}' of {length - 4} bytes is too large", detail=f"The limit is {maximum} bytes."
            )

    def _message(self, kind: int, payload: bytes) -> m.Event:
        self._last = kind
        if kind == _SYNC:
            self.state = ConversationState.SESSION
        event = read_message(kind, payload)
        if kind == _TERMINATE:
            self.close()
        return event

    def _take(self, skip: int, size: int) -> bytes:
        """*size* bytes behind *skip* bytes; both are consumed."""
        begin = self._start + skip
        taken = bytes(memoryview(self._buffer)[begin : begin + size])
        self._start = begin + size
        if self._start == len(self._buffer):
            self._buffer = bytearray()
            self._start = 0
        elif self._start > TRIM_BYTES:
            del self._buffer[: self._start]
            self._start = 0
        return taken
