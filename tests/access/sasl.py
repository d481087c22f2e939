"""A client that logs in by hand: it says what a test wants, right or wrong, plain or over TLS."""

from __future__ import annotations

import base64
import hashlib
import hmac
import socket
import ssl
from collections.abc import Callable
from struct import pack

from tests.gateway.serving import error_fields, message, split, startup

SSL_REQUEST = pack("!II", 8, 80877103)
NONCE = b"fyko+d2lbbFgONRv9qkxdawL"


def proof(password: str, salt: bytes, iterations: int, auth_message: bytes) -> bytes:
    """RFC 5802, section 3, written out."""
    salted = hashlib.pbkdf2_hmac("sha256", password.encode(), salt, iterations)
    key = hmac.digest(salted, b"Client Key", "sha256")
    signature = hmac.digest(hashlib.sha256(key).digest(), auth_message, "sha256")
    return bytes(a ^ b for a, b in zip(key, signature, strict=True))


class Parts:
    """What a client-final-message is made of."""

    def __init__(self, first: bytes, server_first: bytes, password: str, binding: bytes = b"") -> None:
        fields = dict(part.split(b"=", 1) for part in server_first.split(b","))
        self.nonce, self.salt, self.iterations = fields[b"r"], base64.b64decode(fields[b"s"]), int(fields[b"i"])
        header, bare = first[: first.index(b",", first.index(b",") + 1) + 1], first.split(b",", 2)[2]
        self.c = base64.b64encode(header + binding)
        without_proof = b"c=" + self.c + b",r=" + self.nonce
        self.p = base64.b64encode(proof(password, self.salt, self.iterations, b",".join((bare, server_first, without_proof))))

    @property
    def final(self) -> bytes:
        return b"c=" + self.c + b",r=" + self.nonce + b",p=" + self.p


class SaslClient:
    """One connection, up to its login."""

    def __init__(self, port: int, *, tls: ssl.SSLContext | None = None, direct: bool = False) -> None:
        self.socket: socket.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        if tls is not None:
            if not direct:
                self.socket.sendall(SSL_REQUEST)
                assert self.socket.recv(1) == b"S"
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")

    def __enter__(self) -> SaslClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def read(self) -> tuple[str, bytes]:
        """The next message; ("", b"") at the end."""
        head = self._exactly(5)
        if len(head) < 5:
            return "", b""
        return split(head + self._exactly(int.from_bytes(head[1:]) - 4))[0]

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            try:
                more = self.socket.recv(size - len(data))
            except (ConnectionResetError, ssl.SSLError):
                more = b""
            if not more:
                return b""
            data += more
        return data

    def begin(self, user: str = "ann", database: str = "tidegate") -> list[str]:
        """Send the start-up packet; the mechanisms offered."""
        self.socket.sendall(startup(user, database))
        kind, payload = self.read()
        assert (kind, payload[:4]) == ("R", pack("!I", 10)), (kind, payload)
        return payload[4:].rstrip(b"\0").decode().split("\0")

    def first(self, mechanism: str, data: bytes) -> tuple[str, bytes]:
        """Send a SASLInitialResponse; the answer."""
        self.socket.sendall(message("p", mechanism.encode() + b"\0" + pack("!I", len(data)) + data))
        return self.read()

    def say(self, data: bytes) -> tuple[str, bytes]:
        """Send a SASLResponse; the answer."""
        self.socket.sendall(message("p", data))
        return self.read()

    def server_first(self, mechanism: str, data: bytes) -> bytes:
        """As first(), which has to be answered with a challenge."""
        kind, payload = self.first(mechanism, data)
        assert (kind, payload[:4]) == ("R", pack("!I", 11)), (kind, payload)
        return payload[4:]


def told(answer: tuple[str, bytes]) -> dict[str, str]:
    """The error that an answer is: severity, SQLSTATE, message, detail."""
    kind, payload = answer
    assert kind == "E", answer
    fields = error_fields(payload)
    return {name: fields.get(name, "") for name in "VCMD"}


Finish = Callable[[Parts], bytes]
