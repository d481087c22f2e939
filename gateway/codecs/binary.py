"""The binary form of every SQL type, as PostgreSQL 15's send and receive functions have it. Binary form needs no session settings.

Encoders take physical values (planner.tree.values), never None. Decoders raise InvalidBinary (22P03) for malformed bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from struct import Struct
from typing import Any, Final

from gateway.codecs import arrays, datetimes, floats, integers, intervals, numerics, strings
from gateway.codecs.input import malformed, text_input
from gateway.contract.engine import OutputStyle
from planner.errors import Unsupported
from planner.tree import types as t
from planner.tree.types import PgType, SqlType
from planner.tree.values import Value

Encoder = Callable[[Any], bytes]
Decoder = Callable[[bytes], Value]

_CACHED_MAX: Final = 1024
_JSONB_VERSION: Final = b"\x01"
_OIDS: Final = (t.OID, *t.NAMED_NUMBERS)
_TEXTS: Final = (t.TEXT, t.VARCHAR, t.BPCHAR, t.NAME, t.UNKNOWN)

_ENCODERS: Final[dict[PgType, Encoder]] = {
    t.BOOL: integers.bool_binary,
    t.INT2: integers.INT2.pack,
    t.INT4: integers.INT4.pack,
    t.INT8: integers.INT8.pack,
    **dict.fromkeys(_OIDS, integers.OID.pack),
    t.FLOAT4: floats.FLOAT4.pack,
    t.FLOAT8: floats.FLOAT8.pack,
    t.NUMERIC: numerics.numeric_binary,
    **dict.fromkeys((*_TEXTS, t.JSON), strings.text_encode),
    t.JSONB: strings.jsonb_binary,
    t.CHAR_: strings.char_binary,
    t.BYTEA: strings.bytea_binary,
    t.UUID: strings.uuid_binary,
    t.DATE: datetimes.date_binary,
    t.TIME: datetimes.time_binary,
    t.TIMESTAMP: datetimes.timestamp_binary,
    t.TIMESTAMPTZ: datetimes.timestamp_binary,
    t.INTERVAL: intervals.interval_binary,
    t.VOID: lambda _: b"",
}


def _integer(form: Struct, pg: PgType) -> Decoder:
    return integers.binary_decoder(form, pg.name)


_DECODERS: Final[dict[PgType, Decoder]] = {
    t.BOOL: integers.bool_from_binary,
    t.INT2: _integer(integers.INT2, t.INT2),
    t.INT4: _integer(integers.INT4, t.INT4),
    t.INT8: _integer(integers.INT8, t.INT8),
    **{pg: _integer(integers.OID, pg) for pg in _OIDS},
    t.FLOAT4: integers.binary_decoder(floats.FLOAT4, "float4"),
    t.FLOAT8: integers.binary_decoder(floats.FLOAT8, "float8"),
    t.NUMERIC: numerics.numeric_from_binary,
    **dict.fromkeys(_TEXTS, strings.text_decode),
    t.CHAR_: strings.char_decode,
    t.BYTEA: bytes,
    t.UUID: strings.uuid_from_binary,
    t.DATE: datetimes.date_from_binary,
    t.TIME: datetimes.time_from_binary,
    t.TIMESTAMP: datetimes.timestamp_from_binary("timestamp"),
    t.TIMESTAMPTZ: datetimes.timestamp_from_binary("timestamptz"),
    t.INTERVAL: intervals.interval_from_binary,
}


@lru_cache(_CACHED_MAX)
def binary_encoder(type_: SqlType) -> Encoder:
    """Value → binary form. Raises Unsupported (0A000)."""
    pg = type_.pg
    if pg.element is not None:
        lower_bound = 0 if pg in (t.INT2VECTOR, t.OIDVECTOR) else 1
        return arrays.array_binary(binary_encoder(SqlType(pg.element)), pg, lower_bound=lower_bound)
    if pg not in _ENCODERS:
        raise Unsupported(f"values of type {pg.name} cannot be sent in binary")
    return _ENCODERS[pg]


@lru_cache(_CACHED_MAX)
def binary_decoder(type_: SqlType) -> Decoder:
    """Binary form → value. Raises Unsupported (0A000)."""
    pg = type_.pg
    if pg.element is not None:
        return arrays.array_from_binary(binary_decoder(SqlType(pg.element)), pg)
    if pg is t.JSON:
        return text_input(type_, OutputStyle())
    if pg is t.JSONB:
        return _jsonb(type_)
    if pg not in _DECODERS:
        raise Unsupported(f"values of type {pg.name} cannot be received in binary")
    return _DECODERS[pg]


def _jsonb(type_: SqlType) -> Decoder:
    """A version byte, then the text form."""
    read = text_input(type_, OutputStyle())

    def decode(raw: bytes) -> Value:
        if raw[:1] != _JSONB_VERSION:
            raise malformed("jsonb")
        return read(raw[1:])

    return decode
