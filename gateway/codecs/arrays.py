"""Arrays of any type and the two vector types.

Text: {1,NULL,"a \\"b\\""}, nested braces for more dimensions. Binary (array_send): int32 dimensions, int32 has-nulls flag, element
oid; per dimension int32 length and lower bound; then each element as int32 length (-1: NULL) and bytes, row-major.
Values are (nested) lists; lower bounds are 1 on output and thrown away on input. int2vector and oidvector have lower bound 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from struct import Struct, error
from typing import Any, Final

from gateway.codecs.input import malformed
from gateway.wire.limits import LARGE_MESSAGE_BYTES_MAX
from planner.tree.types import PgType
from planner.tree.values import Value

_HEADER: Final = Struct("!iiI")
_DIMENSION: Final = Struct("!ii")
_LENGTH: Final = Struct("!i")
_NULL: Final = b"\xff\xff\xff\xff"
#: PostgreSQL's MAXDIM.
_DIMENSIONS_MAX: Final = 6
#: No array has more elements than a message could carry (each takes four bytes or more).
_ELEMENTS_MAX: Final = LARGE_MESSAGE_BYTES_MAX // 4
_NEEDS_QUOTES: Final = re.compile(rb'[{},"\\ \t\n\r\v\f]|\A\Z|\Anull\Z', re.IGNORECASE).search
#: Printable ASCII but for quotes, braces and backslashes, between commas.
_IS_PLAIN: Final = re.compile(rb"\{[!#-+\--\[\]-z|~]+(?:,[!#-+\--\[\]-z|~]+)*\}").fullmatch
_ESCAPED: Final = re.compile(rb'(["\\])')

Encoder = Callable[[Any], bytes]
Decoder = Callable[[bytes], Value]


def array_text(element: Encoder) -> Encoder:
    """Text output, elements through *element*."""

    def encode(value: Any) -> bytes:
        return b"{" + b",".join([one(item) for item in value]) + b"}"

    def one(item: Any) -> bytes:
        if item is None:
            return b"NULL"
        if type(item) is list:
            return encode(item)
        raw = element(item)
        return b'"' + _ESCAPED.sub(rb"\\\1", raw) + b'"' if _NEEDS_QUOTES(raw) else raw

    return encode


def array_from_text(element: Decoder, fallback: Decoder) -> Decoder:
    """Text input of one dimension without quotes, blanks and escapes; *fallback* knows all others."""

    def decode(raw: bytes) -> Value:
        if not _IS_PLAIN(raw):
            return fallback(raw)
        return [None if item.upper() == b"NULL" else element(item) for item in raw[1:-1].split(b",")]

    return decode


def vector_text(element: Encoder) -> Encoder:
    """Text output of int2vector and oidvector: blanks between."""

    def encode(value: Any) -> bytes:
        return b" ".join([element(item) for item in value])

    return encode


def array_binary(element: Encoder, pg: PgType, *, lower_bound: int = 1) -> Encoder:
    """Binary output of an array of type *pg*'s elements."""
    assert pg.element is not None, "not an array"
    oid = pg.element.oid

    def encode(value: Any) -> bytes:
        lengths = list(_lengths(value))
        if 0 in lengths:  # empty arrays have no dimensions; an empty vector has one of length 0
            dimensions = _DIMENSION.pack(0, 0) if lower_bound == 0 else b""
            return _HEADER.pack(len(dimensions) // _DIMENSION.size, 0, oid) + dimensions
        items = list(_flat(value))
        cells = [_NULL if item is None else _cell(element(item)) for item in items]
        dimensions = b"".join(_DIMENSION.pack(length, lower_bound) for length in lengths)
        return _HEADER.pack(len(lengths), int(None in items), oid) + dimensions + b"".join(cells)

    return encode


def _cell(raw: bytes) -> bytes:
    return _LENGTH.pack(len(raw)) + raw


def _lengths(value: Any) -> Iterator[int]:
    while type(value) is list:
        yield len(value)
        value = value[0] if value else None


def _flat(value: list[Any]) -> Iterator[Any]:
    for item in value:
        if type(item) is list:
            yield from _flat(item)
        else:
            yield item


def array_from_binary(element: Decoder, pg: PgType) -> Decoder:
    """Binary input; the element oid has to be that of *pg*."""
    assert pg.element is not None, "not an array"
    oid = pg.element.oid

    def decode(raw: bytes) -> Value:
        try:
            lengths, start = _shape(raw, oid, pg.name)
            items, end = _elements(raw, start, _product(lengths), element)
        except error:
            raise malformed(pg.name) from None
        if end != len(raw):
            raise malformed(pg.name)
        return _nested(items, lengths)

    return decode


def _shape(raw: bytes, oid: int, name: str) -> tuple[list[int], int]:
    """(length of each dimension, where the elements start)."""
    dimensions, flags, sent_oid = _HEADER.unpack_from(raw)
    if not 0 <= dimensions <= _DIMENSIONS_MAX or flags not in (0, 1) or sent_oid != oid:
        raise malformed(name)
    lengths = [_DIMENSION.unpack_from(raw, _HEADER.size + i * _DIMENSION.size)[0] for i in range(dimensions)]
    if any(length < 0 for length in lengths) or _product(lengths) > min(len(raw), _ELEMENTS_MAX):
        raise malformed(name)
    return lengths, _HEADER.size + dimensions * _DIMENSION.size


def _product(lengths: list[int]) -> int:
    product = 1 if lengths else 0
    for length in lengths:
        product *= length
    return product


def _elements(raw: bytes, at: int, count: int, element: Decoder) -> tuple[list[Value], int]:
    """(values, where they end). Raises struct.error or InvalidBinary."""
    items: list[Value] = []
    for _ in range(count):
        (length,) = _LENGTH.unpack_from(raw, at)
        at += _LENGTH.size
        if length == -1:
            items.append(None)
            continue
        if length < 0 or at + length > len(raw):
            raise malformed("array")
        items.append(element(raw[at : at + length]))
        at += length
    return items, at


def _nested(items: list[Value], lengths: list[int]) -> list[Value]:
    for length in reversed(lengths[1:]):
        items = [items[i : i + length] for i in range(0, len(items), length)] if length else []
    return items
