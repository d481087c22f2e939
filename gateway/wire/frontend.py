"""Messages as a client writes them, for those who ask a gateway from within.

PostgreSQL 15's documentation, 55.7 "Message Formats". Parameters and results are in the text format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import Struct
from typing import Final

from gateway.wire.writer import message

_PROTOCOL: Final = 196_608
_START: Final = Struct("!II").pack
_COUNT: Final = Struct("!H").pack
_LENGTH: Final = Struct("!i").pack
_NO_COUNT: Final = _COUNT(0)
#: Execute the unnamed portal to its end.
EXECUTE: Final = message(b"E", b"\0\0\0\0\0")
SYNC: Final = message(b"S", b"")
EXECUTE_SYNC: Final = EXECUTE + SYNC
#: Describe the unnamed portal.
DESCRIBE: Final = message(b"D", b"P\0")


def startup(parameters: Mapping[str, str]) -> bytes:
    """The packet that begins a session, without encryption."""
    body = b"".join(name.encode() + b"\0" + value.encode() + b"\0" for name, value in parameters.items()) + b"\0"
    return _START(len(body) + 8, _PROTOCOL) + body


def parse(name: bytes, sql: str) -> bytes:
    """Prepare a statement whose parameters' types are to be found out."""
    return message(b"P", name + b"\0" + sql.encode() + b"\0" + _NO_COUNT)


def bind(statement: bytes, values: Sequence[bytes | None]) -> bytes:
    """Bind the unnamed portal."""
    cells = [_LENGTH(-1) if value is None else _LENGTH(len(value)) + value for value in values]
    return message(b"B", b"".join((b"\0", statement, b"\0", _NO_COUNT, _COUNT(len(values)), *cells, _NO_COUNT)))
