"""Frontend messages taken apart as PostgreSQL's documentation, chapter 55.7, describes them; nothing of the gateway's is used.

A frame is what the type and length of a message make of the bytes; a message is what its content says, or that it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from struct import calcsize, pack, unpack_from
from typing import Final

#: Largest payload that is taken, per type, by the gateway's own limits (PostgreSQL's are larger for Q, P, B, F, d).
LARGE_MAX: Final = 16 << 20
SMALL_MAX: Final = 10_000
TYPES: Final = b"QPBFdDECHSXcf"
LARGE: Final = b"QPBFd"
#: After an error in one of these everything up to Sync is skipped.
EXTENDED: Final = b"PBDECH"


@dataclass(frozen=True, slots=True)
class Frame:
    """One message in a stream. *fault* is why it ends the connection: "type", "length", "size"; or "cut" for an unfinished one."""

    kind: str
    body: bytes = b""
    fault: str = ""
    missing: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """A sound message's content; what a type does not have stays empty."""

    name: str = ""
    text: str = ""
    oids: tuple[int, ...] = ()
    letter: str = ""
    number: int = 0
    formats: tuple[int, ...] = ()
    values: tuple[bytes | None, ...] = ()
    results: tuple[int, ...] = ()


class Unsound(Exception):
    """The content is no message of its type. The argument is the SQLSTATE it is answered with."""


def frames(stream: bytes) -> Iterator[tuple[Frame, int]]:
    """The frames of a stream after its start-up, each with the position behind it; the last one may have a fault."""
    at = 0
    while at < len(stream):
        kind = chr(stream[at])
        if stream[at] not in TYPES:
            yield Frame(kind, fault="type"), at + 1
            return
        if at + 5 > len(stream):
            yield Frame(kind, fault="cut", missing=at + 5 - len(stream)), len(stream)
            return
        length = int.from_bytes(stream[at + 1 : at + 5])
        if length < 4:
            yield Frame(kind, fault="length"), at + 5
            return
        if length - 4 > (LARGE_MAX if stream[at] in LARGE else SMALL_MAX):
            yield Frame(kind, fault="size"), at + 5
            return
        end = at + 1 + length
        if end > len(stream):
            yield Frame(kind, fault="cut", missing=end - len(stream)), len(stream)
            return
        yield Frame(kind, stream[at + 5 : end]), end
        at = end


class _Content:
    def __init__(self, body: bytes) -> None:
        self._body, self._at = body, 0

    def string(self) -> str:
        end = self._body.find(b"\0", self._at)
        if end < 0:
            raise Unsound("08P01")
        raw, self._at = self._body[self._at : end], end + 1
        try:
            return raw.decode()
        except UnicodeDecodeError:
            raise Unsound("22021") from None

    def take(self, size: int) -> bytes:
        if size < 0 or self._at + size > len(self._body):
            raise Unsound("08P01")
        self._at += size
        return self._body[self._at - size : self._at]

    def one(self, code: str) -> int:
        (value,) = unpack_from("!" + code, self.take(calcsize("!" + code)))
        return int(value)

    def many(self, code: str) -> tuple[int, ...]:
        count = self.one("H")
        return unpack_from(f"!{count}{code}", self.take(count * calcsize("!" + code)))

    def value(self) -> bytes | None:
        size = self.one("i")
        return None if size == -1 else self.take(size)

    def letter(self) -> str:
        letter = self.take(1)
        if letter not in (b"S", b"P"):
            raise Unsound("08P01")
        return letter.decode()

    def end(self) -> None:
        if self._at != len(self._body):
            raise Unsound("08P01")


def read(frame: Frame) -> Message:
    """A frame's content. Raises Unsound."""
    content = _Content(frame.body)
    match frame.kind:
        case "Q":
            found = Message(text=content.string())
        case "P":
            found = Message(content.string(), content.string(), content.many("I"))
        case "B":
            name, text, formats = content.string(), content.string(), content.many("h")
            values = tuple([content.value() for _ in range(content.one("H"))])
            found = Message(name, text, formats=formats, values=values, results=content.many("h"))
        case "D" | "C":
            letter = content.letter()
            found = Message(content.string(), letter=letter)
        case "E":
            found = Message(content.string(), number=content.one("i"))
        case "H" | "S":
            found = Message()
        case _:
            return Message()
    content.end()
    return found


def answers(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Backend messages, (type, payload); a last one that is cut off is left out."""
    at = 0
    while at + 5 <= len(data):
        end = at + 1 + int.from_bytes(data[at + 1 : at + 5])
        if end > len(data):
            return
        yield chr(data[at]), data[at + 5 : end]
        at = end


def cells(payload: bytes) -> tuple[bytes | None, ...]:
    """A DataRow's values."""
    content = _Content(payload)
    found = tuple([content.value() for _ in range(content.one("H"))])
    content.end()
    return found


def frame(kind: str, body: bytes) -> bytes:
    """A message with the right length."""
    return kind.encode("latin-1") + pack("!I", len(body) + 4) + body
