"""A statement as it is prepared on a link, and the settings that a link starts with."""

from __future__ import annotations

from typing import Final

from gateway.contract.remote import RemoteRead, RemoteStatement
from gateway.wire import writer as w

SYNC: Final = b"S\0\0\0\x04"


class Preparation:
    """A statement on a connection: *ready* once the node has said that it means the same there. Without *name* it goes away."""

    __slots__ = ("head", "name", "ready", "size", "statement", "waiting")

    def __init__(self, name: bytes, statement: RemoteStatement) -> None:
        self.name = name
        self.statement = statement
        self.ready = False
        #: Bind up to the statement's name: the unnamed portal.
        self.head = b"\0" + name + b"\0"
        self.size = 4 + len(self.head)
        self.waiting: list[RemoteRead] = []

    def messages(self) -> bytes:
        """Parse, Describe, Sync."""
        oids = self.statement.oids
        types = len(oids).to_bytes(2) + b"".join(oid.to_bytes(4) for oid in oids)
        parse = w.message(b"P", self.name + b"\0" + self.statement.sql.encode() + b"\0" + types)
        return parse + w.message(b"D", b"S" + self.name + b"\0") + SYNC


def start_options(settings: tuple[tuple[str, str], ...]) -> str:
    """The start-up parameter *options*: blanks and backslashes within a value are escaped."""
    words = (f"{name}={value}".replace("\\", "\\\\").replace(" ", "\\ ") for name, value in settings)
    return " ".join(f"-c {word}" for word in words)
