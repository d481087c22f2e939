"""Start-up packets and logins, right and wrong; what may be answered to each.

A session begins only where the packet is sound and, for the user with a password, where the client has proven that it knows it.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from struct import pack
from typing import Final

from tests.access.sasl import SSL_REQUEST, Parts
from tests.fuzz.model import Violation
from tests.gateway.serving import message, query, startup

GSSENC_REQUEST: Final = pack("!II", 8, 80877104)
DATABASE: Final = "tidegate"
#: Comes in by password; everybody else as he is.
GUARDED, PASSWORD = "guarded", "pencil ☃"

Send = Callable[[bytes], Awaitable[None]]
Receive = Callable[[], Awaitable[tuple[str, bytes]]]


@dataclass(frozen=True, slots=True)
class Start:
    """What is sent, after *requests* have been answered with a byte each; *good*: a session has to begin."""

    sent: bytes
    good: bool
    requests: tuple[bytes, ...] = ()
    negotiates: bool = False


def good_start(rng: random.Random, marker: str) -> Start:
    """One that lets the client in."""
    plain = startup(database=DATABASE)
    match rng.randrange(10):
        case 0:
            return Start(plain, True, (SSL_REQUEST,))
        case 1:
            return Start(plain, True, (GSSENC_REQUEST, SSL_REQUEST))
        case 2:
            return Start(startup(version=196610, database=DATABASE), True, negotiates=True)
        case 3:
            return Start(startup(database=DATABASE, **{"_pq_.nope": "1"}), True, negotiates=True)
        case 4:
            options = {"application_name": marker, "client_encoding": "'utf-8'", "DateStyle": "ISO", "TimeZone": "UTC"}
            return Start(startup(database=DATABASE, **options), True)
        case 5:
            return Start(startup(database=DATABASE, options="-c statement_timeout=60s --extra_float_digits=3"), True)
        case _:
            return Start(plain, True)


def bad_start(rng: random.Random) -> Start:
    """One that is refused, or is no start at all; the connection ends."""
    plain = startup(database=DATABASE)
    sent = rng.choice(
        (
            pack("!I", rng.choice((0, 4, 7, 10_001, 2**31 - 1, 2**32 - 1))) + bytes(12),
            pack("!II", 9, 2 << 16) + b"\0",
            pack("!II", 9, 4 << 16) + b"\0",
            pack("!II", 9, 196608) + b"\0",
            SSL_REQUEST * 2,
            GSSENC_REQUEST * 2,
            pack("!IIII", 16, 80877102, rng.getrandbits(16), rng.getrandbits(32)),
            pack("!III", 12, 80877102, 1),
            pack("!II", 20, 196608) + b"user\0\xff\xfe\xfd\xfc\0\0",
            startup(database="nope"),
            startup(database=DATABASE, nope="1"),
            startup(database=DATABASE, options="-c nope=1"),
            startup(database=DATABASE, replication="what"),
            pack("!I", len(plain) - 1) + plain[4:-1],
            pack("!I", len(plain) + 3) + plain[4:] + b"x\0\0",
            query("SELECT 1"),
            message("p", b"x"),
            rng.randbytes(9),
        )
    )
    request = sent[:8] if sent[:8] in (SSL_REQUEST, GSSENC_REQUEST) else b""
    return Start(sent.removeprefix(request), False, (request,) if request else ())


def check_greeting(start: Start, received: list[tuple[str, bytes]]) -> bytes:
    """What has come up to ReadyForQuery, or the end, is right; the key to cancel with, empty if there is no session."""
    kinds = "".join(kind for kind, _ in received if kind not in "SN")
    if not start.good:
        if kinds not in ("", "E", "RE"):
            raise Violation(f"{kinds} to a bad start: {start.sent[:100]!r}")
        return b""
    if kinds != ("vRKZ" if start.negotiates else "RKZ") or received[-1] != ("Z", b"I"):
        raise Violation(f"{received} to {start.sent[:100]!r}")
    return next(payload for kind, payload in received if kind == "K")


async def log_in(rng: random.Random, send: Send, receive: Receive) -> bool:
    """A login with a password, with or without a flaw; was it flawless? Raises Violation where a flaw is let through."""
    flaw = rng.choice(("none", "none", "password", "proof", "nonce", "binding", "mechanism", "first", "bytes", "another message"))
    await send(startup(GUARDED, DATABASE))
    kind, payload = await receive()
    if kind != "R" or payload[:4] != pack("!I", 10):
        raise Violation(f"{kind} {payload!r} instead of a request for a password")
    first = b"n,,n=,r=" + base64.b64encode(rng.randbytes(18))
    if flaw == "first":
        first = rng.choice((b"", b"n,,", b"p=tls-unique,,n=,r=abc", first[:7], b"n,,m=x," + first[3:], b"\xff" * 9))
    mechanism = rng.choice((b"SCRAM-SHA-256-PLUS", b"SCRAM-SHA-1", b"")) if flaw == "mechanism" else b"SCRAM-SHA-256"
    try:
        await send(message("p", mechanism + b"\0" + pack("!I", len(first)) + first))
        kind, payload = await receive()
        if kind == "R" and payload[:4] == pack("!I", 11):
            await send(_final(rng, flaw, first, payload[4:]))
            kind, payload = await receive()
    except ConnectionError:  # it has seen enough before all was sent
        kind, payload = "", b""
    well = kind == "R" and payload[:4] == pack("!I", 12)
    if well != (flaw == "none") or (not well and kind not in ("E", "")):
        raise Violation(f"{kind} {payload!r} to a login with flaw {flaw}")
    return well


def _final(rng: random.Random, flaw: str, first: bytes, server_first: bytes) -> bytes:
    parts = Parts(first, server_first, "pencil" if flaw == "password" else PASSWORD)
    final = parts.final
    match flaw:
        case "proof":
            final = final[: final.index(b",p=") + 3] + base64.b64encode(rng.randbytes(rng.choice((0, 31, 32, 33))))
        case "nonce":
            final = final.replace(b",r=", b",r=x")
        case "binding":
            final = final.replace(b"c=biws", b"c=eSws")
        case "bytes":
            # But for the proof's last digit: two of its six bits mean nothing (RFC 4648, section 3.5), to PostgreSQL neither.
            spot = rng.choice([spot for spot in range(len(final)) if spot != len(final) - 2])
            final = final[:spot] + bytes((final[spot] ^ 1 << rng.randrange(7),)) + final[spot + 1 :]
        case "another message":
            return query("SELECT 1")
    return message("p", final)
