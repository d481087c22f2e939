"""The server's side of SCRAM-SHA-256 and SCRAM-SHA-256-PLUS (RFC 5802, RFC 7677), without I/O.

    client                                     server
    n,,n=,r=<nonce>                    →                          y,, thinks that the server cannot bind; p=… binds
                                       ←       r=<nonce><more>,s=<salt>,i=<iterations>
    c=<binding>,r=<nonce><more>,p=<proof> →
                                       ←       v=<signature>

The channel is bound to the server's certificate (tls-server-end-point, RFC 5929). Errors are PostgreSQL's, word for word. The
user's name in the messages is not looked at: the one in the start-up packet counts.

scramp was tried: it refuses verifiers of fewer than 4,096 iterations or 12 bytes of salt, which PostgreSQL makes and takes, and
answers a bad message with RFC 5802's `e=…` where Postgres's clients expect an error with its SQLSTATE.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from typing import Final

from gateway.access.verifier import KEY_BYTES, Verifier, digest
from gateway.errors import AccessDenied, InvalidPassword, ProtocolFault, UnsupportedProtocol

MECHANISM: Final = "SCRAM-SHA-256"
MECHANISM_PLUS: Final = "SCRAM-SHA-256-PLUS"
BINDING_TYPE: Final = "tls-server-end-point"
_NONCE_BYTES: Final = 18
_PRINTABLE: Final = re.compile(rb"[\x21-\x2b\x2d-\x7e]*")


def malformed(detail: str) -> ProtocolFault:
    """A message that is none."""
    return ProtocolFault("malformed SCRAM message", detail=detail)


class _Attributes:
    """A cursor over `a=value,b=value`. An attribute is a letter, `=`, and all up to the next comma."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    @property
    def rest(self) -> bytes:
        return self._data[self.at :]

    def value(self, name: bytes) -> bytes:
        """The value of the next attribute, which has to be *name*."""
        if self.rest[:1] != name:
            raise malformed(f'Expected attribute "{name.decode()}" but found "{shown(self.rest[:1])}".')
        return self._value(name)

    def any(self) -> tuple[bytes, bytes]:
        """The next attribute."""
        name = self.rest[:1]
        if not name:
            raise malformed("Attribute expected, but found end of string.")
        if not (name.isalpha() and name.isascii()):
            raise malformed(f'Attribute expected, but found invalid character "{shown(name)}".')
        return name, self._value(name)

    def _value(self, name: bytes) -> bytes:
        if self.rest[1:2] != b"=":
            raise malformed(f'Expected character "=" for attribute "{name.decode()}".')
        value, comma, _ = self.rest[2:].partition(b",")
        self.at += 2 + len(value) + len(comma)
        return value


def shown(character: bytes) -> str:
    """One byte as PostgreSQL shows it in details."""
    if not character:
        return "0x00"
    return f"'{character.decode()}'" if 0x21 <= character[0] <= 0x7E else f"0x{character[0]:02x}"


class ScramExchange:
    """One login. *binding* is the hash of the server's certificate where the channel can be bound, else None.

    *doomed*: there is no such user, or the certificate beside it is another's; the exchange is carried to its end and fails.
    """

    def __init__(self, user: str, verifier: Verifier, *, doomed: bool, binding: bytes | None, nonce: str | None = None) -> None:
        self._user, self._verifier, self.doomed, self._binding = user, verifier, doomed, binding
        self._own_nonce = nonce or base64.b64encode(secrets.token_bytes(_NONCE_BYTES)).decode()
        self._plus = False
        self._header = b""
        self._client_first_bare = b""
        self._server_first = b""
        self._nonce = b""

    @property
    def mechanisms(self) -> tuple[str, ...]:
        """What is offered, best first."""
        return (MECHANISM_PLUS, MECHANISM) if self._binding is not None else (MECHANISM,)

    def first(self, mechanism: str, data: bytes) -> bytes:
        """The client's first message; the answer to it. Raises ProtocolFault, UnsupportedProtocol, AccessDenied."""
        if mechanism not in self.mechanisms:
            raise ProtocolFault("client selected an invalid SASL authentication mechanism")
        self._plus = mechanism == MECHANISM_PLUS
        _check_text(data)
        header_end = self._read_header(data)
        self._header, self._client_first_bare = data[:header_end], data[header_end:]
        attributes = _Attributes(self._client_first_bare)
        if attributes.rest[:1] == b"m":
            raise UnsupportedProtocol("client requires an unsupported SCRAM extension")
        attributes.value(b"n")
        client_nonce = attributes.value(b"r")
        if not _PRINTABLE.fullmatch(client_nonce):
            raise ProtocolFault("non-printable characters in SCRAM nonce")
        while attributes.rest:
            attributes.any()
        self._nonce = client_nonce + self._own_nonce.encode()
        salt = base64.b64encode(self._verifier.salt)
        self._server_first = b"r=%b,s=%b,i=%d" % (self._nonce, salt, self._verifier.iterations)
        return self._server_first

    def final(self, data: bytes) -> bytes:
        """The client's final message; the answer to it. Raises InvalidPassword."""
        _check_text(data)
        attributes = _Attributes(data)
        self._check_binding(attributes.value(b"c"))
        nonce = attributes.value(b"r")
        while True:
            proof_at = attributes.at
            name, value = attributes.any()
            if name == b"p":
                break
        if attributes.rest:
            raise malformed("Garbage found at the end of client-final-message.")
        proof = _decoded(value)
        if proof is None or len(proof) != KEY_BYTES:
            raise malformed("Malformed proof in client-final-message.")
        if not hmac.compare_digest(nonce, self._nonce):
            raise ProtocolFault("invalid SCRAM response", detail="Nonce does not match.")
        message = b",".join((self._client_first_bare, self._server_first, data[: proof_at - 1]))
        if not self._proves(proof, message) or self.doomed:
            raise wrong_password(self._user)
        return b"v=" + base64.b64encode(digest(self._verifier.server_key, message))

    def _proves(self, proof: bytes, message: bytes) -> bool:
        signature = digest(self._verifier.stored_key, message)
        key = bytes(a ^ b for a, b in zip(proof, signature, strict=True))
        return hmac.compare_digest(hashlib.sha256(key).digest(), self._verifier.stored_key)

    # ----------------------------------------------------------------------------------------------------------- binding

    def _read_header(self, data: bytes) -> int:
        """Check the GS2 header, which says how the client wants to bind; where it ends."""
        cursor = _Attributes(data)
        match data[:1]:
            case b"n" | b"y" as flag:
                if self._plus:
                    raise malformed(
                        "The client selected SCRAM-SHA-256-PLUS, but the SCRAM message does not include channel binding data."
                    )
                if flag == b"y" and self._binding is not None:
                    raise AccessDenied(
                        "SCRAM channel binding negotiation error",
                        detail="The client supports SCRAM channel binding but thinks the server does not.  "
                        "However, this server does support channel binding.",
                    )
                cursor.at = 1
                if cursor.rest[:1] != b",":
                    raise malformed(f'Comma expected, but found character "{shown(cursor.rest[:1])}".')
                cursor.at = 2
            case b"p":
                if not self._plus:
                    raise malformed(
                        "The client selected SCRAM-SHA-256 without channel binding, but the SCRAM message includes "
                        "channel binding data."
                    )
                kind = cursor.value(b"p")
                if kind != BINDING_TYPE.encode():
                    raise ProtocolFault(f'unsupported SCRAM channel-binding type "{kind.decode(errors="replace")}"')
            case other:
                raise malformed(f'Unexpected channel-binding flag "{shown(other)}".')
        if cursor.rest[:1] == b"a":
            raise UnsupportedProtocol("client uses authorization identity, but it is not supported")
        if cursor.rest[:1] != b",":
            raise malformed(f'Unexpected attribute "{shown(cursor.rest[:1])}" in client-first-message.')
        return cursor.at + 1

    def _check_binding(self, value: bytes) -> None:
        """Does the client see the certificate that we have shown, and did its first message arrive as it was sent?"""
        if self._plus:
            expected = base64.b64encode(self._header + (self._binding or b""))
            if not hmac.compare_digest(value, expected):
                raise AccessDenied("SCRAM channel binding check failed")
        elif value != base64.b64encode(self._header):
            raise ProtocolFault("unexpected SCRAM channel-binding attribute in client-final-message")


def wrong_password(user: str) -> InvalidPassword:
    """The same for users who exist and users who do not."""
    return InvalidPassword(f'password authentication failed for user "{user}"')


def _check_text(data: bytes) -> None:
    if not data:
        raise malformed("The message is empty.")
    if b"\0" in data:
        raise malformed("Message length does not match input length.")


def _decoded(value: bytes) -> bytes | None:
    try:
        return base64.b64decode(value, validate=True)
    except binascii.Error:
        return None
