"""Random conversations: valid ones first, from texts that the model knows, and then damaged in their structure."""

from __future__ import annotations

import random
from dataclasses import dataclass
from struct import pack
from typing import Final

from tests.fuzz.frames import frame, frames
from tests.fuzz.known import NUMBERS, Known, loose_texts, texts
from tests.gateway.serving import FLUSH, SYNC, TERMINATE, bind, close, describe, execute, message, parse, query, startup

#: More than this is not sent to complete a damaged message; the client goes away instead.
PADDING_MAX: Final = 1 << 16
NAMES: Final = ("s1", "s2", "", "zählen")
PORTALS: Final = ("", "p1", "p2")
EXTREMES: Final = (0, 1, 2, 3, 4, 5, 7, 8, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2**24, 2**31 - 1, 2**31, 2**32 - 1)
ODD_VALUES: Final = (None, b"", b"\0", b"\xff", b"x" * 5000, b"nan", b"9" * 40, b"\0" * 8, "☃".encode(), b"'; SELECT 1 --", b"1e9")
#: Kinds of damage that PostgreSQL 15 stands.
TAME: Final = (0, 1, 2, 3, 4, 6, 7, 11, 15)
STRAYS: Final = tuple(message(kind, body) for kind in "dcfpFHvtZ1" for body in (b"", b"\0", b"x\0" * 9))


@dataclass
class Talk:
    """What one client sends. *complete*: the server ends it by itself, so that all answers can be waited for."""

    marker: str
    known: dict[str, Known]
    stream: bytes = b""
    complete: bool = True


class Talker:
    """Draws conversations from a random source. *tame*: only texts that the model follows, and no portals that last, and no numbers
    changed within messages: PostgreSQL 15 itself crashes when portals are used after some kinds of failure.
    """

    def __init__(self, rng: random.Random, *, tame: bool = False) -> None:
        self.rng, self._tame = rng, tame

    def talk(self, length: int) -> Talk:
        """A conversation of about *length* messages."""
        marker = f"mk{self.rng.getrandbits(64):016x}"
        talk = Talk(marker, texts(marker))
        self._texts = list(talk.known)
        self._loose = loose_texts(marker)
        self._marker = marker
        ways = [
            self._simple,
            self._round,
            self._round,
            self._named,
            self._pipeline,
            *([] if self._tame else [self._pages, self._loosely]),
        ]
        sent: list[bytes] = []
        while len(sent) < length:
            sent += self.rng.choice(ways)()
        sent += [SYNC, TERMINATE]
        if self.rng.random() < 0.6:
            for _ in range(self.rng.choice((1, 1, 2, 4))):
                sent = self._damage(sent) if sent else sent
        talk.stream, talk.complete = self._finish(b"".join(sent))
        return talk

    # ------------------------------------------------------------------------------------------------------------- valid

    def _simple(self) -> list[bytes]:
        return [query(self._text())]

    def _text(self) -> str:
        return self.rng.choice(self._texts)

    def _values(self, sql: str) -> list[bytes | None]:
        return [self._value(kind) for kind in self._kinds(sql)]

    def _kinds(self, sql: str) -> tuple[str, ...]:
        found = texts(self._marker).get(sql)
        return found.params if found is not None else ()

    def _value(self, kind: str) -> bytes | None:
        rng = self.rng
        if rng.random() < 0.1:
            return rng.choice(ODD_VALUES)
        if kind == "int8":
            return str(rng.choice((rng.randrange(NUMBERS), rng.randrange(-5, NUMBERS * 2)))).encode()
        return rng.choice((self._marker.encode(), f"w{rng.randrange(NUMBERS)}".encode(), "ü€😀".encode(), None))

    def _bind(self, portal: str, name: str, sql: str) -> bytes:
        rng = self.rng
        kinds, values = self._kinds(sql), self._values(sql)
        formats: tuple[int, ...] = ()
        if kinds and rng.random() < 0.4:
            formats = tuple(rng.randrange(2) for _ in kinds)
            if rng.random() < 0.9:
                values = [
                    _binary(value) if (f, k) == (1, "int8") else value for value, f, k in zip(values, formats, kinds, strict=True)
                ]
        results = rng.choice(((), (), (0,), (1,)))
        return bind(portal, name, *values, formats=formats, results=results)

    def _round(self) -> list[bytes]:
        """What most drivers send: one statement, one Sync."""
        sql = self._text()
        name = self.rng.choice(NAMES)
        fresh = [close("S", name)] if name and self.rng.random() < 0.8 else []
        described = [describe(*self.rng.choice((("S", name), ("P", ""))))] if self.rng.random() < 0.6 else []
        return [*fresh, parse(name, sql), self._bind("", name, sql), *described, execute(), SYNC]

    def _named(self) -> list[bytes]:
        """A statement prepared once and executed some times, as the hot path has it."""
        sql = self.rng.choice([text for text in self._texts if self._kinds(text)])
        name = self.rng.choice(("s1", "s2", "zählen"))
        sent = [close("S", name), parse(name, sql), describe("S", name), SYNC]
        for _ in range(self.rng.randrange(1, 6)):
            described = [describe("P", "")] if self.rng.random() < 0.5 else []
            sent += [self._bind("", name, sql), *described, execute(), SYNC]
        return sent

    def _pages(self) -> list[bytes]:
        """A portal that is read in pieces, inside a block or not."""
        rng = self.rng
        sql = rng.choice(("SELECT n FROM generate_series(1, 20) AS n", "VALUES (1, 'a'), (2, NULL)", self._text()))
        portal = rng.choice(PORTALS)
        pages = [execute(portal, rng.choice((1, 3, 7, 20, -1, 0))) for _ in range(rng.randrange(1, 6))]
        sent = [close("S", "s1"), parse("s1", sql), self._bind(portal, "s1", sql), *pages]
        inside = [
            query("BEGIN"),
            *(item for one in sent for item in (one, rng.choice((SYNC, FLUSH, b"")))),
            SYNC,
            query(self._end()),
        ]
        return [one for one in inside if one] if rng.random() < 0.6 else [*sent, SYNC]

    def _end(self) -> str:
        return self.rng.choice(("COMMIT", "ROLLBACK", "ROLLBACK TO a"))

    def _pipeline(self) -> list[bytes]:
        """Several statements before one Sync, and several Syncs in one go."""
        sent = []
        for _ in range(self.rng.randrange(1, 5)):
            sql = self._text()
            sent += [parse("", sql), self._bind("", "", sql), execute()]
            if self.rng.random() < 0.3:
                sent.append(self.rng.choice((FLUSH, SYNC, query(self._text()))))
        return [*sent, SYNC, *([SYNC] if self.rng.random() < 0.2 else [])]

    def _loosely(self) -> list[bytes]:
        """Rarely, or the model would be left with little that it knows."""
        if self.rng.random() < 0.6:
            return self._simple()
        sql = self.rng.choice(self._loose)
        if self.rng.random() < 0.5:
            return [query(sql)]
        return [parse("", sql), bind("", ""), describe("P", ""), execute("", self.rng.choice((0, 2))), SYNC]

    # ----------------------------------------------------------------------------------------------------------- damaged

    def _damage(self, sent: list[bytes]) -> list[bytes]:
        rng = self.rng
        at = rng.randrange(len(sent))
        one = sent[at]
        kind, body = chr(one[0]), one[5:]
        match rng.choice(TAME if self._tame else range(16)):
            case 0:
                return sent[:at] + sent[at + 1 :]
            case 1:
                return sent[:at] + [one] * rng.randrange(2, 5) + sent[at + 1 :]
            case 2:
                other = rng.randrange(len(sent))
                sent[at], sent[other] = sent[other], sent[at]
                return sent
            case 3:
                piece = sent[at : at + 6]
                rng.shuffle(piece)
                return sent[:at] + piece + sent[at + 6 :]
            case 4:
                length = rng.choice((*EXTREMES, max(0, len(body) + 4 + rng.randrange(-5, 6))))
                damaged = one[:1] + pack("!I", length) + body
            case 5:
                damaged = rng.choice("QPBDECHSXFdcf").encode() + one[1:]
            case 6:
                damaged = bytes((rng.randrange(256),)) + one[1:]
            case 7:
                damaged = frame(kind, body[: rng.randrange(len(body) + 1)])
            case 8:
                damaged = frame(kind, body + rng.choice((b"\0", b"x", b"\0\1", rng.randbytes(rng.randrange(1, 9)))))
            case 9 | 10:
                damaged = frame(kind, _poked(rng, body))
            case 11:
                spot = rng.randrange(len(body) + 1)
                damaged = frame(
                    kind, body[:spot] + rng.choice((b"\0", b"\xff", b"\xed\xa0\x80", b"\xc3", b"\xf5\x80")) + body[spot:]
                )
            case 12:
                name = rng.choice(("n" * 63, "n" * 64, "x" * 9000, '"', "a b", "\u202e", "p1; DROP"))
                damaged = rng.choice(
                    (parse(name, self._text()), bind(name, "s1"), describe("S", name), execute(name), close("P", name))
                )
            case 13:
                damaged = rng.choice((*STRAYS, startup(), pack("!II", 8, 80877103), pack("!IIII", 16, 80877102, 1, 2)))
            case 14:
                damaged = bind(
                    rng.choice(PORTALS), rng.choice(NAMES), *rng.choices(ODD_VALUES, k=rng.randrange(4)), formats=_formats(rng)
                )
            case _:
                return [*sent[:at], parse("", _mangled(rng, self._text())), describe("S", ""), *sent[at:]]
        return [*sent[:at], damaged, *sent[at + 1 :]]

    def _finish(self, stream: bytes) -> tuple[bytes, bool]:
        """Let it end where the server ends it: at the first Terminate or broken frame; an unfinished message is filled up."""
        for one, end in frames(stream):
            if (one.kind == "X" and not one.fault) or one.fault in ("type", "length", "size"):
                return stream[:end], True
            if one.fault == "cut":
                if one.missing > PADDING_MAX or self.rng.random() < 0.1:
                    return stream, False
                padded = stream + bytes(one.missing)
                return self._finish(padded + SYNC + TERMINATE)
        return stream + SYNC + TERMINATE, True


def _binary(value: bytes | None) -> bytes | None:
    """An int8 as eight bytes, if it is one."""
    if value is None or not value.removeprefix(b"-").isdigit() or len(value) > 15:
        return value
    return pack("!q", int(value))


def _poked(rng: random.Random, body: bytes) -> bytes:
    """A number somewhere in it is another one."""
    width = rng.choice((1, 2, 2, 4))
    spot = rng.randrange(max(1, len(body) - width + 1))
    number = rng.choice((*EXTREMES, rng.randrange(1 << 32))) % (1 << 8 * width)
    return body[:spot] + number.to_bytes(width) + body[spot + width :]


def _formats(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.choice((0, 1, 1, 2, -1, 300)) for _ in range(rng.randrange(4)))


def _mangled(rng: random.Random, sql: str) -> str:
    """SQL with a piece of it missing, doubled or replaced."""
    spot = rng.randrange(len(sql) + 1)
    return (
        sql[:spot]
        + rng.choice(("", "'", '"', "(", "$1", "$0", "$99999", "/*", "::text", "\\", ";", sql))
        + sql[spot + rng.randrange(4) :]
    )
