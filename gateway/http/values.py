"""Cells in PostgreSQL's text format → JSON, byte for byte, by the column's type. docs/rest.md has the table.

Sessions here have TimeZone UTC, DateStyle ISO, IntervalStyle iso_8601, bytea_output hex (inside.py).
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from json.encoder import encode_basestring
from struct import Struct
from typing import Any, Final, Literal

from planner.postgres.literals.arrays import parse_array
from planner.tree import types as t

#: Cell, which is never NULL → JSON.
Encode = Callable[[bytes], bytes]
#: int8 and numeric as JSON's numbers, whatever a reader makes of those beyond 2^53, or as strings.
Numbers = Literal["json", "string"]

_NULL: Final = b"null"
_LENGTH: Final = Struct("!i").unpack_from
#: Before the first cell of a DataRow's payload, and of the whole message.
ROW_HEAD_BYTES: Final = 2
MESSAGE_HEAD_BYTES: Final = 7
_FIELD: Final = Struct("!IhIhih")
_SPECIAL: Final = frozenset((b"NaN", b"Infinity", b"-Infinity"))


def _text(cell: bytes) -> bytes:
    return encode_basestring(cell.decode()).encode()


def _quoted(cell: bytes) -> bytes:
    return b'"' + cell + b'"'


def _number(cell: bytes) -> bytes:
    """JSON has no NaN and no infinity: those are strings."""
    return _quoted(cell) if cell in _SPECIAL else cell


def _boolean(cell: bytes) -> bytes:
    return b"true" if cell == b"t" else b"false"


def _document(cell: bytes) -> bytes:
    """A line end in JSON is never within a string, so that a row stays one line."""
    return cell.replace(b"\n", b" ").replace(b"\r", b" ")


def _timestamp(cell: bytes) -> bytes:
    return _quoted(cell.replace(b" ", b"T", 1) if cell[:1].isdigit() else cell)


def _moment(cell: bytes) -> bytes:
    return _timestamp(cell.replace(b"+00", b"Z", 1))


def _binary(cell: bytes) -> bytes:
    return _quoted(base64.b64encode(bytes.fromhex(cell[2:].decode())))


_PLAIN: Final[dict[int, Encode]] = {
    t.BOOL.oid: _boolean, t.INT2.oid: bytes, t.INT4.oid: bytes, t.OID.oid: bytes, t.INT8.oid: bytes, t.NUMERIC.oid: _number,
    t.FLOAT4.oid: _number, t.FLOAT8.oid: _number, t.JSON.oid: _document, t.JSONB.oid: _document, t.BYTEA.oid: _binary,
    t.TIMESTAMP.oid: _timestamp, t.TIMESTAMPTZ.oid: _moment, t.DATE.oid: _quoted, t.TIME.oid: _quoted, t.UUID.oid: _quoted,
    t.INTERVAL.oid: _quoted,
}  # fmt: skip
_LARGE: Final = frozenset((t.INT8.oid, t.NUMERIC.oid))
#: Arrays whose text has spaces and nothing else between numbers.
_VECTORS: Final = frozenset((t.INT2VECTOR.oid, t.OIDVECTOR.oid))


def encoder(oid: int, numbers: Numbers) -> Encode:
    """Of values of a type."""
    found = t.BY_OID.get(oid)
    if oid in _VECTORS:
        return _vector
    if found is not None and found.is_array and found.element is not None:
        return _array(encoder(found.element.oid, numbers))
    return _quoted if numbers == "string" and oid in _LARGE else _PLAIN.get(oid, _text)


def _vector(cell: bytes) -> bytes:
    return b"[" + cell.replace(b" ", b",") + b"]"


def _array(element: Encode) -> Encode:
    def encode(cell: bytes) -> bytes:
        return _listed(parse_array(cell.decode(), lambda item: element(item.encode())))

    return encode


def _listed(items: Sequence[Any]) -> bytes:
    return b"[" + b",".join(_listed(i) if isinstance(i, list) else _NULL if i is None else i for i in items) + b"]"


@dataclass(frozen=True, slots=True)
class Columns:
    """Of one result: names, OIDs, and how a row is written."""

    names: tuple[str, ...]
    oids: tuple[int, ...]
    heads: tuple[bytes, ...]
    encoders: tuple[Encode, ...]

    def array(self, row: bytes) -> bytes:
        """A DataRow's payload as an array."""
        found = cells(row)
        return b"[" + b",".join(_NULL if c is None else e(c) for c, e in zip(found, self.encoders, strict=True)) + b"]"

    def object(self, row: bytes, at: int = ROW_HEAD_BYTES) -> bytes:
        """A DataRow as an object, its cells *at*. Of several columns of one name a reader keeps the last, as JSON's readers do."""
        parts = []
        for head, encode in zip(self.heads, self.encoders, strict=True):
            (length,) = _LENGTH(row, at)
            at += 4
            if length < 0:
                parts.append(head + _NULL)
            else:
                parts.append(head + encode(row[at : at + length]))
                at += length
        return b"{" + b",".join(parts) + b"}"

    def object_of(self, values: Sequence[bytes | None]) -> bytes:
        """Cells as an object."""
        parts = zip(self.heads, values, self.encoders, strict=True)
        return b"{" + b",".join(head + (_NULL if cell is None else encode(cell)) for head, cell, encode in parts) + b"}"


@lru_cache(1_000)
def columns(description: bytes, numbers: Numbers) -> Columns:
    """From a RowDescription's payload."""
    at, found = 2, []
    while at < len(description):
        end = description.index(b"\0", at)
        found.append((description[at:end].decode(), _FIELD.unpack_from(description, end + 1)[2]))
        at = end + 1 + _FIELD.size
    return columns_of(found, numbers)


def columns_of(described: Sequence[tuple[str, int]], numbers: Numbers) -> Columns:
    """From names and OIDs."""
    heads = tuple(json.dumps(name, ensure_ascii=False).encode() + b":" for name, _ in described)
    names, oids = tuple(name for name, _ in described), tuple(oid for _, oid in described)
    return Columns(names, oids, heads, tuple(encoder(oid, numbers) for oid in oids))


#: Rows that are written in the event loop; more are in a thread, so that nobody's lookup waits for them.
HERE_MAX: Final = 32


async def joined(write: Encode, rows: Sequence[bytes], between: bytes) -> bytes:
    """Each of the rows written, with *between* between them."""
    if len(rows) <= HERE_MAX:
        return between.join(map(write, rows))
    return await asyncio.to_thread(lambda: between.join(map(write, rows)))


def cells(row: bytes) -> list[bytes | None]:
    """A DataRow's payload, taken apart."""
    at, found = ROW_HEAD_BYTES, list[bytes | None]()
    while at < len(row):
        (length,) = _LENGTH(row, at)
        at += 4
        found.append(None if length < 0 else row[at : at + length])
        at += max(length, 0)
    return found
