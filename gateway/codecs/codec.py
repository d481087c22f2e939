"""The forms of every SQL type's values on the wire: one record a type.

Text is PostgreSQL's, by the session's output style; binary is what PostgreSQL 15's send and receive functions have, and needs no
settings. Encoders take physical values (planner.tree.values), never None. Decoders of text raise planner.errors.InvalidText and
the like, those of binary InvalidBinary (22P03) for malformed bytes.

How the extension ``gateway.codecs.native`` reads and writes values is said in letters that cells.h and batch_rows.c know: a *form*
is how a cell is written; a *layout* says of an Arrow column how it is read (code), its form and its scale. The extension (optional
as for stored rows) writes a batch row by row without the interpreter's lock, into the bytes object that is sent. It knows the
scalar types but interval, in both formats, and COPY's text and csv. All else is made by Python's columns, which are also the whole
way where there is no compiler: types and styles it does not know (jsonb and uuid in binary, arrays, records, other DateStyles than
ISO, extra_float_digits below 1), and columns in which it meets a value that it does not know (years outside 1 … 9999, infinite
moments).
`tests/gateway/test_batch_rows.py` compares the two, `test_arrow_rows.py` and `test_copy_postgres.py` the result with PostgreSQL.

- *Zones* other than UTC: Python looks up the offsets (`arrow_zones.py`), C writes; 372 → 75 ns an instant where a batch has few
  days, 934 → 508 where each has its own.
- *Shortest floats* are by R. Giulietti's Schubfach, sixty lines, because CPython's needs the lock and C has none. Its bounds are
  taken as PostgreSQL takes them, half-way points excluded. Its powers of ten are computed by Python's integers when the module is
  loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

import pyarrow as pa

from gateway.codecs import arrays, datetimes, floats, integers, intervals, numerics, strings, zones
from gateway.codecs.input import TextInput, malformed, text_input
from gateway.contract.engine import BINARY, OutputStyle
from planner.errors import Unsupported
from planner.postgres.literals.date_styles import is_iso
from planner.tree import types as t
from planner.tree.types import PgType, SqlType
from planner.tree.values import Value

Encoder = Callable[[Any], bytes]
Decoder = Callable[[bytes], Value]
Made = TypeVar("Made")

#: Encoders and decoders that are kept; there are few types and styles.
_CACHED_MAX: Final = 4096
_JSONB_VERSION: Final = b"\x01"
_DEFAULT_STYLE: Final = OutputStyle()
#: The letter of what the extension does not write: Python makes the cell.
OTHER: Final = "o"


def _always(made: Made) -> Callable[[OutputStyle], Made]:
    """The same under every style."""
    return lambda _style: made


def _other(_style: OutputStyle) -> str:
    return OTHER


@dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type are written and read. None where they are not."""

    text: Callable[[OutputStyle], Encoder]
    binary: Encoder | None
    from_binary: Decoder | None
    from_text: Callable[[TextInput], Decoder] | None = None
    """For the forms that drivers send most; what it does not know it hands to the planner's input syntax, which it is given."""
    arrow: tuple[pa.DataType, ...] = ()
    """The Arrow types that encoders of columns take, to the first of which others are cast; none: they take any."""
    text_form: Callable[[OutputStyle], str] = _other
    """The letter by which the extension (cells.h, batch_rows.c) writes text."""
    binary_form: str = OTHER
    """The same of binary."""


def _integer(pg: PgType, *arrow: pa.DataType) -> Codec:
    form = {t.INT2: integers.INT2, t.INT4: integers.INT4, t.INT8: integers.INT8}[pg]
    read, decode = integers.binary_decoder(form, pg.name), partial(integers.int_from_text, pg)
    return Codec(_always(integers.int_text), form.pack, read, decode, arrow, _always("d"), str(form.size))


def _oid(pg: PgType) -> Codec:
    return Codec(_always(integers.int_text), integers.OID.pack, integers.binary_decoder(integers.OID, pg.name))


def _text(
    encode: Encoder = strings.text_encode,
    binary: Encoder | None = strings.text_encode,
    from_binary: Decoder | None = strings.text_decode,
    *,
    is_plain: bool = False,
    text_form: str = "r",
    binary_form: str = OTHER,
) -> Codec:
    """Of what is text to Arrow as well; *is_plain*: it is read as it stands."""
    read = (lambda _input: strings.text_decode) if is_plain else None
    return Codec(_always(encode), binary, from_binary, read, (pa.string(),), _always(text_form), binary_form)


def _jsonb_from_binary(raw: bytes) -> Value:
    """A version byte, then the text form."""
    if raw[:1] != _JSONB_VERSION:
        raise malformed("jsonb")
    return _JSONB_INPUT(raw[1:])


_JSON_INPUT: Final = text_input(SqlType(t.JSON), _DEFAULT_STYLE)
_JSONB_INPUT: Final = text_input(SqlType(t.JSONB), _DEFAULT_STYLE)

CODECS: Final[dict[PgType, Codec]] = {
    t.BOOL: Codec(
        _always(integers.bool_text), integers.bool_binary, integers.bool_from_binary, integers.bool_from_text,
        (pa.bool_(),), _always("t"), "1",
    ),
    t.INT2: _integer(t.INT2, pa.int16(), pa.int8()),
    t.INT4: _integer(t.INT4, pa.int32()),
    t.INT8: _integer(t.INT8, pa.int64()),
    **{pg: _oid(pg) for pg in (t.OID, *t.NAMED_NUMBERS)},
    t.FLOAT4: Codec(
        floats.float4_text_encoder, floats.FLOAT4.pack, integers.binary_decoder(floats.FLOAT4, "float4"), None,
        (pa.float32(),), lambda style: "g" if style.extra_float_digits > 0 else OTHER, "G",
    ),
    t.FLOAT8: Codec(
        floats.float8_text_encoder, floats.FLOAT8.pack, integers.binary_decoder(floats.FLOAT8, "float8"), floats.float8_from_text,
        (pa.float64(),), lambda style: "f" if style.extra_float_digits > 0 else OTHER, "F",
    ),
    t.NUMERIC: Codec(
        _always(numerics.numeric_text), numerics.numeric_binary, numerics.numeric_from_binary, numerics.numeric_from_text
    ),
    t.TEXT: _text(is_plain=True, binary_form="r"),
    t.VARCHAR: _text(is_plain=True, binary_form="r"),
    t.UNKNOWN: _text(is_plain=True, binary_form="r"),
    t.BPCHAR: _text(binary_form="r"),
    t.NAME: _text(binary_form="r"),
    t.JSON: _text(from_binary=_JSON_INPUT, binary_form="r"),
    t.JSONB: _text(strings.text_encode, strings.jsonb_binary, _jsonb_from_binary),
    t.ACLITEM: _text(strings.text_encode, None, None),
    t.CHAR_: _text(strings.char_encode, strings.char_binary, strings.char_decode, text_form=OTHER),
    t.UUID: _text(strings.uuid_text, strings.uuid_binary, strings.uuid_from_binary),
    t.BYTEA: Codec(
        strings.bytea_text_encoder, strings.bytea_binary, bytes, None,
        (pa.binary(),), lambda style: "x" if style.bytea_output == "hex" else OTHER, "r",
    ),
    t.DATE: Codec(
        datetimes.date_text_encoder, datetimes.date_binary, datetimes.date_from_binary, datetimes.date_from_text,
        (pa.date32(),), lambda style: "D" if is_iso(style.date_style) else OTHER, "E",
    ),
    t.TIME: Codec(
        _always(datetimes.time_encode), datetimes.time_binary, datetimes.time_from_binary, None,
        (pa.time64("us"),), _always("H"), "8",
    ),
    t.TIMESTAMP: Codec(
        datetimes.timestamp_text_encoder, datetimes.timestamp_binary, datetimes.timestamp_from_binary("timestamp"),
        datetimes.timestamp_from_text, (pa.timestamp("us"),), lambda style: "T" if is_iso(style.date_style) else OTHER, "U",
    ),
    t.TIMESTAMPTZ: Codec(
        zones.timestamptz_text_encoder, datetimes.timestamp_binary, datetimes.timestamp_from_binary("timestamptz"), None,
        (pa.timestamp("us", "UTC"),), lambda style: "Z" if is_iso(style.date_style) and style.timezone == "UTC" else OTHER, "U",
    ),
    t.INTERVAL: Codec(
        intervals.interval_text_encoder, intervals.interval_binary, intervals.interval_from_binary, None,
        (pa.month_day_nano_interval(),),
    ),
    t.VOID: Codec(_always(lambda _: b""), lambda _: b"", None),
}  # fmt: skip


def encoder(type_: SqlType, format_: int, style: OutputStyle = _DEFAULT_STYLE) -> Encoder:
    """Value (never None) → bytes of a cell. Raises Unsupported (0A000) for types that are not sent."""
    return _binary_encoder(type_) if format_ == BINARY else _text_encoder(type_, style)


def decoder(type_: SqlType, format_: int, style: OutputStyle = _DEFAULT_STYLE) -> Decoder:
    """Bytes of a parameter (never NULL) → value. Raises Unsupported (0A000) for types that are not received."""
    return _binary_decoder(type_) if format_ == BINARY else _text_decoder(type_, style)


@lru_cache(_CACHED_MAX)
def _text_encoder(type_: SqlType, style: OutputStyle) -> Encoder:
    pg = type_.pg
    if pg.element is not None:
        element = _text_encoder(SqlType(pg.element, type_.typmod), style)
        return arrays.vector_text(element) if pg in t.VECTORS else arrays.array_text(element)
    if pg not in CODECS:
        raise Unsupported(f"values of type {pg.name} cannot be sent or received")
    return CODECS[pg].text(style)


@lru_cache(_CACHED_MAX)
def _text_decoder(type_: SqlType, style: OutputStyle) -> Decoder:
    pg, codec = type_.pg, CODECS.get(type_.pg)
    fallback = text_input(type_, style)
    if pg.element is not None and pg not in t.VECTORS:
        return arrays.array_from_text(_text_decoder(SqlType(pg.element, type_.typmod), style), fallback)
    if codec is not None and codec.from_text is not None and type_.typmod < 0:
        return codec.from_text(fallback)
    return fallback


@lru_cache(_CACHED_MAX)
def _binary_encoder(type_: SqlType) -> Encoder:
    pg, codec = type_.pg, CODECS.get(type_.pg)
    if pg.element is not None:
        return arrays.array_binary(_binary_encoder(SqlType(pg.element)), pg, lower_bound=0 if pg in t.VECTORS else 1)
    if codec is None or codec.binary is None:
        raise Unsupported(f"values of type {pg.name} cannot be sent in binary")
    return codec.binary


@lru_cache(_CACHED_MAX)
def _binary_decoder(type_: SqlType) -> Decoder:
    pg, codec = type_.pg, CODECS.get(type_.pg)
    if pg.element is not None:
        return arrays.array_from_binary(_binary_decoder(SqlType(pg.element)), pg)
    if codec is None or codec.from_binary is None:
        raise Unsupported(f"values of type {pg.name} cannot be received in binary")
    return codec.from_binary


# ------------------------------------------------------------------------------------------------ what is written in C

_INSTANT: Final = pa.timestamp("us", "UTC")
_CODES: Final = {
    pa.bool_(): "?", pa.int8(): "b", pa.int16(): "h", pa.int32(): "i", pa.int64(): "l", pa.float32(): "f", pa.float64(): "d",
    pa.date32(): "i", pa.time64("us"): "l", pa.timestamp("us"): "l", _INSTANT: "l",
    pa.string(): "s", pa.binary(): "s",
}  # fmt: skip


def cell_form(pg: t.PgType, format_: int, style: OutputStyle) -> str:
    """The letter for values of a type; OTHER where the extension does not write them so. Those of numeric are the caller's."""
    codec = CODECS.get(pg)
    if codec is None:
        return OTHER
    return codec.binary_form if format_ == BINARY else codec.text_form(style)


def arrow_types(pg: t.PgType) -> tuple[pa.DataType, ...]:
    """The Arrow types that the encoders of a type's columns take; empty where they take any."""
    return CODECS[pg].arrow if pg in CODECS else ()


def layout(code: str, form: str, scale: int = 0, *, forced: bool = False) -> bytes:
    """As batch_rows.c has it; *forced* values stand in quotes in csv."""
    return bytes((ord(code), ord(form), scale, forced))


def column_layout(found: pa.DataType, pg: t.PgType, format_: int, style: OutputStyle, *, forced: bool = False) -> bytes:
    """Of a column of this Arrow type; empty where Python makes its cells."""
    if pg is t.NUMERIC and pa.types.is_decimal128(found) and found.scale >= 0:
        return layout("q", "N" if format_ == BINARY else "n", found.scale, forced=forced)
    if pg is t.NUMERIC and found == pa.string() and format_ != BINARY:
        return layout("s", "r", forced=forced)
    form = cell_form(pg, format_, style)
    if pg is t.TIMESTAMPTZ and pa.types.is_timestamp(found) and found.unit == "us" and found.tz:
        found = _INSTANT  # whatever the zone, they are since 1970 in UTC
    if form == OTHER or found not in CODECS[pg].arrow:
        return b""
    return layout(_CODES[found], form, forced=forced)
