"""Whatever a client sends instead of a login: it is never let in, and never let down by an exception."""

from __future__ import annotations

from struct import pack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.access.access import Access
from gateway.access.hba import HbaEntry
from tests.access.sasl import NONCE, SSL_REQUEST
from tests.access.servers import OPTIONS
from tests.gateway.fake_engine import FakeEngine
from tests.gateway.serving import SYNC, TERMINATE, bind, error_fields, message, parse, query, split, startup
from tests.gateway.wired import Wired

GSS_REQUEST = pack("!II", 8, 80877104)


def _initial(mechanism: bytes, data: bytes, length: int | None = None) -> bytes:
    return message("p", mechanism + b"\0" + pack("!i", len(data) if length is None else length) + data)


PIECES = st.one_of(
    st.sampled_from(
        [
            SSL_REQUEST,
            GSS_REQUEST,
            startup("ann"),
            startup("ann", "tidegate", 196610),
            _initial(b"SCRAM-SHA-256", b"n,,n=,r=" + NONCE),
            _initial(b"SCRAM-SHA-256", b"", -1),
            _initial(b"SCRAM-SHA-256", b"n,,", 1000),
            _initial(b"SCRAM-SHA-256-PLUS", b"p=tls-server-end-point,,n=,r=" + NONCE),
            message("p", b"c=biws,r=" + NONCE + b",p=" + b"A" * 43 + b"="),
            message("p", b""),
            query("SELECT 1"),
            parse("", "SELECT 1"),
            bind("", ""),
            SYNC,
            TERMINATE,
            b"\x16\x03\x01\0\x05hello",
        ]
    ),
    st.binary(max_size=40),
    st.binary(max_size=40).map(lambda data: message("p", data)),
)


@settings(deadline=None)  # other work on the machine is no failure
@given(st.lists(PIECES, max_size=8), st.booleans())
def test_nobody_is_let_in(pieces: list[bytes], together: bool) -> None:
    with Wired(FakeEngine()) as wired:
        wired.shared.access = Access([HbaEntry("scram-sha-256", address="all")], OPTIONS)
        connection, transport = wired.another()
        for piece in [b"".join(pieces)] if together else pieces:
            if not transport.closed:
                connection.data_received(piece)
                wired.run()
        messages = split(transport.written.lstrip(b"N"))
        connection.connection_lost(None)
    assert {kind for kind, _ in messages} <= {"v", "R", "E"}
    assert all(payload[:4] in (pack("!I", 10), pack("!I", 11)) for kind, payload in messages if kind == "R")
    assert all(error_fields(payload)["C"] != "XX000" for kind, payload in messages if kind == "E")
    assert len([kind for kind, _ in messages if kind == "E"]) <= 1


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_login_may_come_in_pieces(size: int) -> None:
    data = startup("ann") + _initial(b"SCRAM-SHA-256", b"n,,n=,r=" + NONCE)
    with Wired(FakeEngine()) as wired:
        wired.shared.access = Access([HbaEntry("scram-sha-256", address="all")], OPTIONS)
        connection, transport = wired.another()
        for at in range(0, len(data), size):
            connection.data_received(data[at : at + size])
            wired.run()
        assert [payload[:4] for _, payload in split(transport.written)] == [pack("!I", 10), pack("!I", 11)]
        connection.connection_lost(None)
