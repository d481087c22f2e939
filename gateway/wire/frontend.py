"""Messages as a client writes and reads them, for those who ask a gateway from within.

PostgreSQL 15's documentation, 55.7 "Message Formats". Parameters and results are in the text format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import Struct
from typing import Final

from gateway.wire.writer import Report, message

_PROTOCOL: Final = 196_608
_START: Final = Struct("!II").pack
_COUNT: Final = Struct("!H").pack
_LENGTH: Final = Struct("!i").pack
_NO_COUNT: Final = _COUNT(0)
SYNC: Final = message(b"S", b"")
#: Describe the unnamed portal.
DESCRIBE: Final = message(b"D", b"P\0")


def execute(rows_max: int = 0) -> bytes:
    """Execute the unnamed portal up to so many rows; 0: to its end."""
    return message(b"E", b"\0" + _LENGTH(rows_max))


EXECUTE: Final = execute()
EXECUTE_SYNC: Final = EXECUTE + SYNC


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


def report_of(payload: bytes) -> Report:
    """What an ErrorResponse or NoticeResponse says, without its head."""
    fields = {part[:1]: part[1:].decode() for part in payload.split(b"\0") if part}
    position = fields.get(b"P")
    return Report(
        fields[b"V"], fields[b"C"], fields[b"M"], fields.get(b"D"), fields.get(b"H"), None if position is None else int(position)
    )
