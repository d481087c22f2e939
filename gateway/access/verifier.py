"""What is kept of a password: SCRAM-SHA-256 verifiers in the form of PostgreSQL's pg_authid.rolpassword.

    SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>        base64 each; RFC 5802, section 3

Whoever has a verifier can play the server for its user, but cannot log in with it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from gateway.access.saslprep import password_bytes

#: RFC 7677 asks for at least so many; PostgreSQL's default too.
ITERATIONS_MIN: Final = 4_096
#: A login that takes a client longer than a second helps nobody.
ITERATIONS_MAX: Final = 10_000_000
SALT_BYTES: Final = 16
KEY_BYTES: Final = 32
_PLACE_BYTES: Final = 8
_FORM: Final = re.compile(r"SCRAM-SHA-256\$(\d{1,9}):([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)")


def digest(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA-256."""
    return hmac.digest(key, data, "sha256")


def salted(password: str, salt: bytes, iterations: int) -> bytes:
    """RFC 5802's SaltedPassword; slow by design."""
    return hashlib.pbkdf2_hmac("sha256", password_bytes(password), salt, iterations)


def client_key(salted_password: bytes) -> bytes:
    """RFC 5802's ClientKey."""
    return digest(salted_password, b"Client Key")


def server_key(salted_password: bytes) -> bytes:
    """RFC 5802's ServerKey."""
    return digest(salted_password, b"Server Key")


@dataclass(frozen=True, slots=True)
class Verifier:
    """See the module."""

    iterations: int
    salt: bytes
    stored_key: bytes
    server_key: bytes

    @classmethod
    def of(cls, password: str, iterations: int = ITERATIONS_MIN, salt: bytes | None = None) -> Self:
        """A new one; without *salt*, a random one."""
        salt = salt or secrets.token_bytes(SALT_BYTES)
        secret = salted(password, salt, iterations)
        return cls(iterations, salt, hashlib.sha256(client_key(secret)).digest(), server_key(secret))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError, without the text."""
        match = _FORM.fullmatch(text)
        if match is None:
            raise ValueError("no SCRAM-SHA-256 verifier")
        try:
            salt, stored, server = (base64.b64decode(match[i], validate=True) for i in (2, 3, 4))
        except binascii.Error:
            raise ValueError("no SCRAM-SHA-256 verifier: not base64") from None
        if not salt or len(stored) != KEY_BYTES or len(server) != KEY_BYTES or not 1 <= int(match[1]) <= ITERATIONS_MAX:
            raise ValueError("no SCRAM-SHA-256 verifier: impossible lengths or iterations")
        return cls(int(match[1]), salt, stored, server)

    def __str__(self) -> str:
        salt, stored, server = (base64.b64encode(part).decode() for part in (self.salt, self.stored_key, self.server_key))
        return f"SCRAM-SHA-256${self.iterations}:{salt}${stored}:{server}"

    def __repr__(self) -> str:
        return "Verifier(…)"


def mock_verifier(user: str, secret: bytes, counts: Sequence[int]) -> Verifier:
    """What stands in for a user who does not exist: the same salt at every try, and keys that no password has.

    Its iterations are one of *counts*, those of all passwords in ascending order, as often as they have it: a password that was
    made with another number than others does not tell that its user exists. Where a user comes or goes, few names change theirs.
    """
    salt = digest(secret, b"mock salt" + user.encode())[:SALT_BYTES]
    place = int.from_bytes(digest(secret, b"mock iterations" + user.encode())[:_PLACE_BYTES])
    iterations = counts[place * len(counts) >> 8 * _PLACE_BYTES]
    return Verifier(iterations, salt, secrets.token_bytes(KEY_BYTES), secrets.token_bytes(KEY_BYTES))
