"""The text form of every SQL type: one encoder and one decoder for each, made for a type and the session's output style.

Encoders take physical values (planner.tree.values), never None. Decoders raise planner.errors.InvalidText and the like.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from gateway.codecs import arrays, datetimes, floats, integers, intervals, numerics, strings, zones
from gateway.codecs.input import TextInput, text_input
from gateway.contract.engine import OutputStyle
from planner.errors import Unsupported
from planner.tree import types as t
from planner.tree.types import PgType, SqlType
from planner.tree.values import Value

Encoder = Callable[[Any], bytes]
Decoder = Callable[[bytes], Value]

#: Encoders and decoders that are kept; there are few types and styles.
_CACHED_MAX: Final = 4096

_INTEGERS: Final = (t.INT2, t.INT4, t.INT8)
_NUMBERS_BY_NAME: Final = (t.OID, *t.NAMED_NUMBERS)
_PLAIN_TEXT: Final = (t.TEXT, t.VARCHAR, t.BPCHAR, t.NAME, t.UNKNOWN)

_ENCODERS: Final[dict[PgType, Encoder]] = {
    t.BOOL: integers.bool_text,
    **dict.fromkeys(_INTEGERS + _NUMBERS_BY_NAME, integers.int_text),
    t.NUMERIC: numerics.numeric_text,
    **dict.fromkeys((*_PLAIN_TEXT, t.JSON, t.JSONB, t.ACLITEM), strings.text_encode),
    t.CHAR_: strings.char_encode,
    t.UUID: strings.uuid_text,
    t.TIME: datetimes.time_encode,
    t.VOID: lambda _: b"",
}
_STYLED_ENCODERS: Final[dict[PgType, Callable[[OutputStyle], Encoder]]] = {
    t.FLOAT4: floats.float4_text_encoder,
    t.FLOAT8: floats.float8_text_encoder,
    t.BYTEA: strings.bytea_text_encoder,
    t.DATE: datetimes.date_text_encoder,
    t.TIMESTAMP: datetimes.timestamp_text_encoder,
    t.TIMESTAMPTZ: zones.timestamptz_text_encoder,
    t.INTERVAL: intervals.interval_text_encoder,
}
#: Decoders for the forms that drivers send most; what they do not know they hand to the planner's input syntax.
_FAST_DECODERS: Final[dict[PgType, Callable[[TextInput], Decoder]]] = {
    t.BOOL: integers.bool_from_text,
    t.FLOAT8: floats.float8_from_text,
    t.NUMERIC: numerics.numeric_from_text,
    t.DATE: datetimes.date_from_text,
    t.TIMESTAMP: datetimes.timestamp_from_text,
}


def _unsupported(pg: PgType) -> Unsupported:
    return Unsupported(f"values of type {pg.name} cannot be sent or received")


@lru_cache(_CACHED_MAX)
def text_encoder(type_: SqlType, style: OutputStyle) -> Encoder:
    """Value → text form. Raises Unsupported (0A000)."""
    pg = type_.pg
    if pg.element is not None:
        element = text_encoder(SqlType(pg.element, type_.typmod), style)
        return arrays.vector_text(element) if pg in (t.INT2VECTOR, t.OIDVECTOR) else arrays.array_text(element)
    if pg in _STYLED_ENCODERS:
        return _STYLED_ENCODERS[pg](style)
    if pg not in _ENCODERS:
        raise _unsupported(pg)
    return _ENCODERS[pg]


@lru_cache(_CACHED_MAX)
def text_decoder(type_: SqlType, style: OutputStyle) -> Decoder:
    """Text form → value."""
    pg = type_.pg
    if pg in (t.TEXT, t.VARCHAR, t.UNKNOWN) and type_.typmod < 0:
        return strings.text_decode
    fallback = text_input(type_, style)
    if pg in _INTEGERS:
        return integers.int_from_text(pg, fallback)
    if pg.element is not None and pg not in (t.INT2VECTOR, t.OIDVECTOR):
        return arrays.array_from_text(text_decoder(SqlType(pg.element, type_.typmod), style), fallback)
    if pg in _FAST_DECODERS and type_.typmod < 0:
        return _FAST_DECODERS[pg](fallback)
    return fallback
