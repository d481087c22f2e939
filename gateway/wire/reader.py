"""Frontend messages' bytes → events. Framing is conversation.py's: here comes one whole payload, without type and length.

Sound frames with unsound content raise MessageFault (the session goes on after an ERROR); a startup packet that is unsound
raises ProtocolFault (the connection ends).
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct, error, unpack_from
from typing import Final, Literal

from gateway.errors import InvalidEncoding, MessageFault, ProtocolFault, UnsupportedProtocol
from gateway.wire import messages as m

SSL_REQUEST_CODE: Final = 80877103
GSSENC_REQUEST_CODE: Final = 80877104
CANCEL_REQUEST_CODE: Final = 80877102
#: What a cancel request begins with, behind its length.
CANCEL_REQUEST_HEAD: Final = CANCEL_REQUEST_CODE.to_bytes(4)
PROTOCOL_MAJOR: Final = 3

_INT32: Final = Struct("!i")
_UINT16: Final = Struct("!H")
_MALFORMED: Final = "invalid message format"


def utf8(raw: bytes) -> str:
    """Text from the client. Raises InvalidEncoding (22021) with the offending bytes, in PostgreSQL's words."""
    try:
        return raw.decode()
    except UnicodeDecodeError as fault:
        bad = " ".join(f"0x{byte:02x}" for byte in raw[fault.start : max(fault.end, fault.start + 1)])
        raise InvalidEncoding(f'invalid byte sequence for encoding "UTF8": {bad}') from None


class _Payload:
    """A cursor over one payload; running past its end is a MessageFault."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def string(self) -> str:
        end = self._data.find(b"\0", self._at)
        if end < 0:
            raise MessageFault("invalid string in message")
        raw = self._data[self._at : end]
        self._at = end + 1
        return utf8(raw)

    def number(self, form: Struct) -> int:
        try:
            (value,) = form.unpack_from(self._data, self._at)
        except error:
            raise MessageFault("insufficient data left in message") from None
        self._at += form.size
        return int(value)

    def numbers(self, code: str, width: int) -> tuple[int, ...]:
        count = self.number(_UINT16)
        if len(self._data) - self._at < count * width:
            raise MessageFault("insufficient data left in message")
        values = unpack_from(f"!{count}{code}", self._data, self._at)
        self._at += count * width
        return values

    def value(self) -> bytes | None:
        length = self.number(_INT32)
        if length == -1:
            return None
        if length < 0 or len(self._data) - self._at < length:
            raise MessageFault("insufficient data left in message")
        raw = self._data[self._at : self._at + length]
        self._at += length
        return raw

    def letter(self, name: str) -> Literal["S", "P"]:
        kind = self._data[self._at : self._at + 1]
        if kind not in (b"S", b"P"):
            raise MessageFault(f"invalid {name} message subtype {kind[0] if kind else 0}")
        self._at += 1
        return "S" if kind == b"S" else "P"

    def end(self) -> None:
        if self._at != len(self._data):
            raise MessageFault(_MALFORMED)


def _bind(payload: _Payload) -> m.Bind:
    portal, statement = payload.string(), payload.string()
    parameter_formats = payload.numbers("h", 2)
    parameters = tuple([payload.value() for _ in range(payload.number(_UINT16))])
    return m.Bind(portal, statement, parameter_formats, parameters, payload.numbers("h", 2))


_READERS: Final[dict[int, Callable[[_Payload], m.SessionEvent]]] = {
    ord("Q"): lambda payload: m.Query(payload.string()),
    ord("P"): lambda payload: m.Parse(payload.string(), payload.string(), payload.numbers("I", 4)),
    ord("B"): _bind,
    ord("D"): lambda payload: m.Describe(payload.letter("DESCRIBE"), payload.string()),
    ord("E"): lambda payload: m.Execute(payload.string(), max(payload.number(_INT32), 0)),
    ord("C"): lambda payload: m.Close(payload.letter("CLOSE"), payload.string()),
    ord("H"): lambda _: m.Flush(),
    ord("S"): lambda _: m.Sync(),
}
_COPY_DATA: Final = ord("d")
#: Messages whose content does not matter.
_OPAQUE: Final[dict[int, m.SessionEvent]] = {
    ord("F"): m.FunctionCall(),
    ord("X"): m.Terminate(),
    ord("c"): m.CopyInput(b"c"),
    ord("f"): m.CopyInput(b"f"),
}


def read_message(kind: int, data: bytes) -> m.SessionEvent:
    """The event of a message of type *kind* (known to conversation.py)."""
    if kind == _COPY_DATA:
        return m.CopyInput(b"d", data)
    if kind in _OPAQUE:
        return _OPAQUE[kind]
    payload = _Payload(data)
    event = _READERS[kind](payload)
    payload.end()
    return event


def read_sasl_initial(data: bytes) -> tuple[str, bytes | None]:
    """(mechanism, the client's first message, or None if it waits to be asked) of a SASLInitialResponse."""
    payload = _Payload(data)
    found = payload.string(), payload.value()
    payload.end()
    return found


def read_startup(data: bytes) -> m.StartupEvent:
    """The event of a startup packet (without its length). Raises ProtocolFault (08P01), UnsupportedProtocol (0A000)."""
    (code,) = _INT32.unpack_from(data)
    if code == CANCEL_REQUEST_CODE:
        return _cancel_request(data)
    if code == SSL_REQUEST_CODE:
        return m.SSLRequest()
    if code == GSSENC_REQUEST_CODE:
        return m.GSSENCRequest()
    major, minor = code >> 16 & 0xFFFF, code & 0xFFFF
    if major != PROTOCOL_MAJOR:
        raise UnsupportedProtocol(f"unsupported frontend protocol {major}.{minor}: server supports 3.0 to 3.0")
    return m.Startup(minor, _parameters(data[4:]))


def _cancel_request(data: bytes) -> m.CancelRequest:
    if len(data) != 12:
        raise ProtocolFault("invalid length of query cancel packet")
    (pid,) = _INT32.unpack_from(data, 4)
    return m.CancelRequest(pid, data[8:])


def _parameters(data: bytes) -> dict[str, str]:
    """name NUL value NUL … NUL; the packet ends right behind the last NUL."""
    parts = data.split(b"\0")
    if len(parts) < 2 or parts[-1] or parts[-2] or len(parts) % 2:
        raise ProtocolFault("invalid startup packet layout: expected terminator as last byte")
    try:
        words = [utf8(part) for part in parts[:-2]]
    except InvalidEncoding as fault:
        raise ProtocolFault(f"invalid startup packet: {fault.message}") from None
    if "" in words[::2]:
        raise ProtocolFault("invalid startup packet layout: empty parameter name")
    return dict(zip(words[::2], words[1::2], strict=True))
