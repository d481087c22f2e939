"""The exchange by itself: RFC 7677's example, tampering, replay, channel binding and its downgrade."""

from __future__ import annotations

import base64
import ssl
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.access.certificate import end_point_hash
from gateway.access.scram import MECHANISM, MECHANISM_PLUS, ScramExchange
from gateway.access.verifier import Verifier, mock_verifier
from gateway.errors import AccessDenied, ConnectionFault, InvalidPassword, ProtocolFault
from tests.access.sasl import NONCE, Parts

BINDING = bytes(range(32))
FIRST = b"n,,n=,r=" + NONCE
FIRST_PLUS = b"p=tls-server-end-point,,n=,r=" + NONCE
VERIFIER = Verifier.of("pencil")


def _exchange(*, binding: bytes | None = None) -> ScramExchange:
    return ScramExchange("user", VERIFIER, doomed=False, binding=binding)


def test_rfc_7677_example() -> None:
    verifier = Verifier.of("pencil", 4096, base64.b64decode("W22ZaJ0SNY7soEsUEjb6gQ=="))
    exchange = ScramExchange("user", verifier, doomed=False, binding=None, nonce="%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0")
    nonce = b"rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
    answer = exchange.first(MECHANISM, b"n,,n=user,r=rOprNGfwEbeRWgbNEkqO")
    assert answer == b"r=" + nonce + b",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
    final = b"c=biws,r=" + nonce + b",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
    assert exchange.final(final) == b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="


@pytest.mark.parametrize(("first", "binding"), [(FIRST, None), (FIRST, BINDING), (b"y,,n=,r=" + NONCE, None)])
def test_the_right_password_without_binding(first: bytes, binding: bytes | None) -> None:
    exchange = _exchange(binding=binding)
    assert exchange.final(Parts(first, exchange.first(MECHANISM, first), "pencil").final)[:2] == b"v="


def test_the_right_password_with_binding() -> None:
    exchange = _exchange(binding=BINDING)
    assert exchange.mechanisms == (MECHANISM_PLUS, MECHANISM)
    assert exchange.final(Parts(FIRST_PLUS, exchange.first(MECHANISM_PLUS, FIRST_PLUS), "pencil", BINDING).final)[:2] == b"v="


def test_another_certificate_is_noticed() -> None:
    """Somebody in between has TLS of their own with the client."""
    exchange = _exchange(binding=BINDING)
    final = Parts(FIRST_PLUS, exchange.first(MECHANISM_PLUS, FIRST_PLUS), "pencil", b"\1" * 32).final
    with pytest.raises(AccessDenied, match="SCRAM channel binding check failed"):
        exchange.final(final)


def test_a_downgrade_is_noticed() -> None:
    """Somebody in between has taken SCRAM-SHA-256-PLUS off the list: the client says that it could have bound the channel."""
    with pytest.raises(AccessDenied, match="SCRAM channel binding negotiation error"):
        _exchange(binding=BINDING).first(MECHANISM, b"y,,n=,r=" + NONCE)


def test_a_changed_header_is_noticed() -> None:
    """The client said y, somebody in between made it n."""
    exchange = _exchange(binding=BINDING)
    parts = Parts(b"y,,n=,r=" + NONCE, exchange.first(MECHANISM, FIRST), "pencil")
    with pytest.raises(ProtocolFault, match="unexpected SCRAM channel-binding attribute"):
        exchange.final(parts.final)


def test_binding_is_not_offered_where_it_cannot_be() -> None:
    with pytest.raises(ProtocolFault, match="invalid SASL authentication mechanism"):
        _exchange().first(MECHANISM_PLUS, FIRST_PLUS)


def test_a_wrong_password() -> None:
    exchange = _exchange()
    with pytest.raises(InvalidPassword, match='password authentication failed for user "user"'):
        exchange.final(Parts(FIRST, exchange.first(MECHANISM, FIRST), "pencil ").final)


def test_nobody_has_the_password_of_a_user_who_does_not_exist() -> None:
    exchange = ScramExchange("user", mock_verifier("user", b"secret", [4096]), doomed=True, binding=None)
    with pytest.raises(InvalidPassword, match='password authentication failed for user "user"'):
        exchange.final(Parts(FIRST, exchange.first(MECHANISM, FIRST), "pencil").final)


@settings(deadline=None)  # other work on the machine is no failure
@given(
    st.binary(max_size=60), st.sampled_from([b"", b"n,,", b"y,,", b"p=tls-server-end-point,,", b"n,,n=,r=", b"p="]), st.booleans()
)
def test_whatever_comes_first_is_answered_or_refused(tail: bytes, head: bytes, plus: bool) -> None:
    exchange = _exchange(binding=BINDING)
    with suppress(ConnectionFault):
        exchange.first(MECHANISM_PLUS if plus else MECHANISM, head + tail)


@settings(deadline=None)  # other work on the machine is no failure
@given(st.binary(max_size=60), st.sampled_from([b"", b"c=biws", b"c=biws,r=", b"c=biws,r=%b", b"c=biws,r=%b,p="]))
def test_whatever_comes_last_is_refused(tail: bytes, head: bytes) -> None:
    exchange = _exchange()
    exchange.first(MECHANISM, FIRST)
    with pytest.raises(ConnectionFault):
        exchange.final(head.replace(b"%b", exchange._nonce) + tail)


@settings(deadline=None)  # other work on the machine is no failure
@given(st.binary(max_size=80))
def test_no_certificate_is_anything(der: bytes) -> None:
    with pytest.raises(ValueError):
        end_point_hash(ssl.DER_cert_to_PEM_cert(der))


def test_a_replay_has_the_wrong_nonce() -> None:
    exchange = _exchange()
    final = Parts(FIRST, exchange.first(MECHANISM, FIRST), "pencil").final
    exchange.final(final)
    again = _exchange()
    again.first(MECHANISM, FIRST)
    with pytest.raises(ProtocolFault, match="invalid SCRAM response"):
        again.final(final)


def test_every_bit_of_the_proof_counts() -> None:
    exchange = _exchange()
    parts = Parts(FIRST, exchange.first(MECHANISM, FIRST), "pencil")
    right = base64.b64decode(parts.p)
    for bit in range(0, 256, 5):
        wrong = bytearray(right)
        wrong[bit // 8] ^= 1 << bit % 8
        parts.p = base64.b64encode(bytes(wrong))
        with pytest.raises(InvalidPassword):
            exchange.final(parts.final)
