"""Backend messages as bytes. Source: PostgreSQL 15 documentation, chapter 55.7 (Message Formats).

Functions for messages with content, constants for those without. Nothing here keeps state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final

_INT32: Final = Struct("!i")
_INT16: Final = Struct("!h")
_FRAME: Final = Struct("!cI")
_ROW: Final = Struct("!cIH")
_FIELD: Final = Struct("!IhIhih")

REFUSE_ENCRYPTION: Final = b"N"
ACCEPT_ENCRYPTION: Final = b"S"
AUTHENTICATION_OK: Final = b"R\0\0\0\x08\0\0\0\0"
PARSE_COMPLETE: Final = b"1\0\0\0\x04"
BIND_COMPLETE: Final = b"2\0\0\0\x04"
CLOSE_COMPLETE: Final = b"3\0\0\0\x04"
NO_DATA: Final = b"n\0\0\0\x04"
COPY_DONE: Final = b"c\0\0\0\x04"
#: CopyData both ways; of no columns, as walsenders say.
COPY_BOTH_RESPONSE: Final = b"W\0\0\0\x07\0\0\0"
EMPTY_QUERY: Final = b"I\0\0\0\x04"
PORTAL_SUSPENDED: Final = b"s\0\0\0\x04"
#: ReadyForQuery for each transaction status: idle, in a transaction, in a failed one.
READY: Final = {status: b"Z\0\0\0\x05" + status.encode() for status in "ITE"}
NULL_CELL: Final = b"\xff\xff\xff\xff"

#: 3.0: what NegotiateProtocolVersion offers, as whole version number, which is what PostgreSQL sends and libpq reads.
PROTOCOL_NEWEST: Final = 3 << 16


@dataclass(frozen=True, slots=True)
class FieldDescription:
    """A column of RowDescription: where it comes from (0, 0 if from nowhere), its type and format."""

    name: str
    table_oid: int
    attnum: int
    type_oid: int
    type_length: int
    typmod: int
    format: int


@dataclass(frozen=True, slots=True)
class Report:
    """An error or notice. Empty parts are left out; *position* is in characters from 1."""

    severity: str
    sqlstate: str
    message: str
    detail: str | None = None
    hint: str | None = None
    position: int | None = None


def message(kind: bytes, payload: bytes) -> bytes:
    """Any message: type, length, payload."""
    return _FRAME.pack(kind, len(payload) + 4) + payload


def _cstring(text: str) -> bytes:
    """Text as C string; NULs, which cannot be sent, are left out."""
    return text.encode(errors="replace").replace(b"\0", b"") + b"\0"


def authentication_sasl(mechanisms: Sequence[str]) -> bytes:
    """The client is to choose a mechanism and begin."""
    return message(b"R", _INT32.pack(10) + b"".join(_cstring(name) for name in mechanisms) + b"\0")


def authentication_sasl_continue(data: bytes) -> bytes:
    """The mechanism's next message."""
    return message(b"R", _INT32.pack(11) + data)


def authentication_sasl_final(data: bytes) -> bytes:
    """The mechanism's last message; AuthenticationOk follows."""
    return message(b"R", _INT32.pack(12) + data)


def parameter_status(name: str, value: str) -> bytes:
    """A setting's value."""
    return message(b"S", _cstring(name) + _cstring(value))


def backend_key_data(pid: int, secret: bytes) -> bytes:
    """What a CancelRequest has to repeat."""
    return message(b"K", _INT32.pack(pid) + secret)


def negotiate_protocol_version(unknown_options: Sequence[str]) -> bytes:
    """Offers 3.0 and names the startup options (_pq_.…) that mean nothing here."""
    names = b"".join(_cstring(name) for name in unknown_options)
    return message(b"v", _INT32.pack(PROTOCOL_NEWEST) + _INT32.pack(len(unknown_options)) + names)


def row_description(fields: Iterable[FieldDescription]) -> bytes:
    """The columns of the rows to come."""
    parts = [_cstring(f.name) + _FIELD.pack(f.table_oid, f.attnum, f.type_oid, f.type_length, f.typmod, f.format) for f in fields]
    return message(b"T", _INT16.pack(len(parts)) + b"".join(parts))


def parameter_description(oids: Sequence[int]) -> bytes:
    """The types of a statement's parameters."""
    return message(b"t", Struct(f"!H{len(oids)}I").pack(len(oids), *oids))


def data_row(cells: Sequence[bytes | None]) -> bytes:
    """A row; None is NULL."""
    body = b"".join([NULL_CELL if cell is None else _INT32.pack(len(cell)) + cell for cell in cells])
    return _ROW.pack(b"D", len(body) + 6, len(cells)) + body


def copy_out_response(columns: int, format_: int) -> bytes:
    """CopyData messages follow: rows of so many columns, all in text (0) or binary (1) format."""
    return message(b"H", Struct(f"!bh{columns}h").pack(format_, columns, *[format_] * columns))


def command_complete(tag: str) -> bytes:
    """The end of a statement that went well."""
    return message(b"C", tag.encode() + b"\0")


def _report(kind: bytes, report: Report) -> bytes:
    parts = [
        ("S", report.severity),
        ("V", report.severity),
        ("C", report.sqlstate),
        ("M", report.message or "unknown error"),
        ("D", report.detail),
        ("H", report.hint),
        ("P", str(report.position) if report.position else None),
    ]
    return message(kind, b"".join([code.encode() + _cstring(text) for code, text in parts if text]) + b"\0")


def error_response(report: Report) -> bytes:
    """An error."""
    return _report(b"E", report)


def notice_response(report: Report) -> bytes:
    """A warning or notice."""
    return _report(b"N", report)
