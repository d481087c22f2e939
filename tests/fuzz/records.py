"""TLS records (RFC 8446, section 5.1), taken apart, damaged, and told from bytes that are none."""

from __future__ import annotations

import random
from collections.abc import Sequence
from struct import pack
from typing import Final

from tests.gateway.serving import message, query, startup

HEAD_BYTES: Final = 5
#: change_cipher_spec, alert, handshake, application_data, heartbeat.
TYPES: Final = (20, 21, 22, 23, 24)
#: What a record may hold: TLS 1.2's encryption may add so much.
PAYLOAD_BYTES_MAX: Final = (1 << 14) + 2048
_MAJOR: Final = 3
_ALERT: Final = 21


def records(data: bytes) -> list[bytes]:
    """The records of a flight."""
    found = []
    while data:
        end = HEAD_BYTES + int.from_bytes(data[3:HEAD_BYTES])
        found.append(data[:end])
        data = data[end:]
    return found


def outside(data: bytes) -> bytes:
    """What follows the last record, from where there is none; an unfinished one is one.

    An alert answers in the version of the record that it is about, whatever that is.
    """
    while len(data) >= HEAD_BYTES:
        length = int.from_bytes(data[3:HEAD_BYTES])
        known = data[1] == _MAJOR or data[0] == _ALERT
        if data[0] not in TYPES or not known or length > PAYLOAD_BYTES_MAX:
            return data
        data = data[HEAD_BYTES + length :]
    return data if data and data[0] not in TYPES else b""


def record(kind: int, payload: bytes, minor: int = 3) -> bytes:
    """One record."""
    return pack("!BBBH", kind, _MAJOR, minor, len(payload)) + payload


def damaged(rng: random.Random, flight: Sequence[bytes]) -> bytes:
    """The flight's records with something wrong, if only that nothing follows."""
    at = rng.randrange(len(flight))
    one = flight[at]
    match rng.randrange(9):
        case 0:
            changed = _flipped(rng, one)
        case 1:
            return b"".join(flight)[: rng.randrange(sum(map(len, flight)))]
        case 2:
            cut = rng.randrange(len(one))
            changed = one[:cut] + rng.randbytes(len(one) - cut)
        case 3:
            length = rng.choice((0, 1, len(one) - 6, len(one) - 4, PAYLOAD_BYTES_MAX + 1, 0xFFFF, rng.getrandbits(16)))
            changed = one[:3] + pack("!H", length % 0x10000) + one[HEAD_BYTES:]
        case 4:
            changed = bytes((rng.choice((*TYPES, 0, 0x80, 255)),)) + one[1:]
        case 5:
            changed = one * rng.choice((2, 3, 50))
        case 6:
            changed = _foreign(rng) + one
        case 7:
            changed = one + _foreign(rng) + rng.randbytes(rng.choice((0, 100, 40_000)))
        case _:
            changed = _foreign(rng)
    return b"".join((*flight[:at], changed, *flight[at + 1 :]))


def _flipped(rng: random.Random, one: bytes) -> bytes:
    spot = rng.randrange(len(one))
    return one[:spot] + bytes((one[spot] ^ 1 << rng.randrange(8),)) + one[spot + 1 :]


def _foreign(rng: random.Random) -> bytes:
    """What does not belong there, most of all plain text once TLS has begun."""
    hello = pack("!B", 1) + rng.randbytes(40)
    return rng.choice(
        (
            startup(database="tidegate"),
            query("SELECT word FROM numbers WHERE id = 7"),
            message("X"),
            b"GET / HTTP/1.1\r\n\r\n",
            record(21, b"\2\x28"),
            record(21, b"\1\0"),
            record(21, b"\1\x64"),
            record(20, b"\1"),
            record(22, hello),
            record(22, b"\1\0\0\0"),
            record(22, b"\0\0\0\0"),
            record(22, b"\x18\0\0\1\1"),
            record(23, rng.randbytes(rng.choice((0, 16, 17, PAYLOAD_BYTES_MAX)))),
            record(23, b"") * 200,
            record(24, b"\1\x40\0"),
            b"\x80\x2e" + hello,
            rng.randbytes(rng.choice((1, 9, 5_000))),
        )
    )
