"""The client's side of SCRAM-SHA-256, for connections between nodes that libpq does not make. See scram.py."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from functools import lru_cache
from typing import Final

from gateway.access.scram import BINDING_TYPE, MECHANISM, MECHANISM_PLUS
from gateway.access.verifier import ITERATIONS_MAX, ITERATIONS_MIN, client_key, digest, salted, server_key

_NONCE_BYTES: Final = 18
#: Salts of other nodes stay the same while they run, and hashing takes milliseconds.
_salted: Final = lru_cache(256)(salted)


class ScramRefused(Exception):
    """The other side does not follow the protocol, or does not know the password either."""


class ScramClient:
    """One login. *binding* is the hash of the server's certificate, None where the channel is not to be bound."""

    def __init__(self, password: str, offered: tuple[str, ...], binding: bytes | None, *, encrypted: bool) -> None:
        self._password = password
        self._bound = binding is not None and MECHANISM_PLUS in offered
        if not self._bound and MECHANISM not in offered:
            raise ScramRefused("it offers no SCRAM-SHA-256")
        self.mechanism = MECHANISM_PLUS if self._bound else MECHANISM
        able = b"y" if encrypted and binding is not None else b"n"
        self._header = b"p=%b,," % BINDING_TYPE.encode() if self._bound else able + b",,"
        self._binding = (binding or b"") if self._bound else b""
        self._nonce = base64.b64encode(secrets.token_bytes(_NONCE_BYTES))
        self._bare = b"n=,r=" + self._nonce
        self._signature = b""

    @property
    def first(self) -> bytes:
        """The first message."""
        return self._header + self._bare

    def final(self, server_first: bytes) -> bytes:
        """The last message, made of the server's first. Raises ScramRefused."""
        fields = dict(part.partition(b"=")[::2] for part in server_first.split(b","))
        nonce, iterations = fields.get(b"r", b""), fields.get(b"i", b"")
        salt = _decoded(fields.get(b"s", b""))
        if b"m" in fields or not nonce.startswith(self._nonce) or nonce == self._nonce or not salt or not iterations.isdigit():
            raise ScramRefused("it answers the login with garbage")
        if not ITERATIONS_MIN <= int(iterations) <= ITERATIONS_MAX:
            raise ScramRefused(f"it asks for {int(iterations)} iterations")
        secret = _salted(self._password, salt, int(iterations))
        without_proof = b"c=" + base64.b64encode(self._header + self._binding) + b",r=" + nonce
        message = b",".join((self._bare, server_first, without_proof))
        key = client_key(secret)
        signature = digest(hashlib.sha256(key).digest(), message)
        self._signature = digest(server_key(secret), message)
        proof = bytes(a ^ b for a, b in zip(key, signature, strict=True))
        return without_proof + b",p=" + base64.b64encode(proof)

    def check(self, server_final: bytes) -> None:
        """The server has to know the password's verifier. Raises ScramRefused."""
        if not self._signature or not hmac.compare_digest(_decoded(server_final.removeprefix(b"v=")), self._signature):
            raise ScramRefused("it does not know the cluster's secret")


def _decoded(value: bytes) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except binascii.Error:
        return b""
