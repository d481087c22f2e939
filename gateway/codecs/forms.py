"""How the extension ``gateway.codecs.native`` reads and writes values of each type: letters that cells.h and batch_rows.c know.

A *form* is how a cell is written; a *layout* says of an Arrow column how it is read (code), its form and its scale.

The C extension (`codecs/batch_rows.c`, optional as for stored rows, with which it shares `cells.h` and `floats.c`) writes a batch
row by row without the interpreter's lock, into the bytes object that is sent. It knows the scalar types but interval, in both
formats, and COPY's text and csv. All else is made by Python's columns, which are also the whole way where there is no compiler:
types and styles it does not know (jsonb and uuid in binary, arrays, records, other DateStyles than ISO, extra_float_digits below
1), and columns in which it meets a value that it does not know (years outside 1 … 9999, infinite moments).
`tests/gateway/test_batch_rows.py` compares the two, `test_arrow_rows.py` and `test_copy_postgres.py` the result with PostgreSQL.

- *Zones* other than UTC: Python looks up the offsets (`arrow_zones.py`), C writes; 372 → 75 ns an instant where a batch has few
  days, 934 → 508 where each has its own.
- *Shortest floats* are by R. Giulietti's Schubfach, sixty lines, because CPython's needs the lock and C has none. Its bounds are
  taken as PostgreSQL takes them, half-way points excluded. Its powers of ten are computed by Python's integers when the module is
  loaded.
"""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from gateway.contract.engine import BINARY, OutputStyle
from planner.postgres.literals.date_styles import is_iso
from planner.tree import types as t

_INSTANT: Final = pa.timestamp("us", "UTC")
#: The Arrow types that the encoders of each SQL type take; other ones are cast to the first. Types not listed take any.
ARROW_TYPES: Final[dict[t.PgType, tuple[pa.DataType, ...]]] = {
    t.BOOL: (pa.bool_(),),
    t.INT2: (pa.int16(), pa.int8()),
    t.INT4: (pa.int32(),),
    t.INT8: (pa.int64(),),
    t.FLOAT4: (pa.float32(),),
    t.FLOAT8: (pa.float64(),),
    t.DATE: (pa.date32(),),
    t.TIME: (pa.time64("us"),),
    t.TIMESTAMP: (pa.timestamp("us"),),
    t.TIMESTAMPTZ: (_INSTANT,),
    t.INTERVAL: (pa.month_day_nano_interval(),),
    t.BYTEA: (pa.binary(),),
    **dict.fromkeys((t.TEXT, t.VARCHAR, t.BPCHAR, t.NAME, t.CHAR_, t.UNKNOWN, t.JSON, t.JSONB, t.UUID, t.ACLITEM), (pa.string(),)),
}
#: Whatever else there is: Python makes the cell.
OTHER: Final = "o"
_BINARY_FORMS: Final = {
    t.INT2: "2", t.INT4: "4", t.INT8: "8", t.BOOL: "1", t.FLOAT4: "G", t.FLOAT8: "F", t.DATE: "E", t.TIMESTAMP: "U",
    t.TIMESTAMPTZ: "U", t.TIME: "8",
    **dict.fromkeys((t.TEXT, t.VARCHAR, t.BPCHAR, t.NAME, t.UNKNOWN, t.JSON, t.BYTEA), "r"),
}  # fmt: skip
_TEXT_FORMS: Final = {
    t.INT2: "d", t.INT4: "d", t.INT8: "d", t.BOOL: "t", t.TIME: "H",
    **dict.fromkeys((t.TEXT, t.VARCHAR, t.BPCHAR, t.NAME, t.CHAR_, t.UNKNOWN, t.JSON, t.JSONB, t.UUID, t.ACLITEM), "r"),
}  # fmt: skip
_ISO_FORMS: Final = {t.DATE: "D", t.TIMESTAMP: "T"}
_FLOAT_FORMS: Final = {t.FLOAT4: "g", t.FLOAT8: "f"}
_CODES: Final = {
    pa.bool_(): "?", pa.int8(): "b", pa.int16(): "h", pa.int32(): "i", pa.int64(): "l", pa.float32(): "f", pa.float64(): "d",
    pa.date32(): "i", pa.time64("us"): "l", pa.timestamp("us"): "l", _INSTANT: "l",
    pa.string(): "s", pa.binary(): "s",
}  # fmt: skip


def cell_form(pg: t.PgType, format_: int, style: OutputStyle) -> str:
    """The letter for values of a type; OTHER where the extension does not write them so. Those of numeric are the caller's."""
    if format_ == BINARY:
        return _BINARY_FORMS.get(pg, OTHER)
    if pg in _TEXT_FORMS:
        return _TEXT_FORMS[pg]
    if pg in _FLOAT_FORMS and style.extra_float_digits > 0:
        return _FLOAT_FORMS[pg]
    if pg is t.BYTEA and style.bytea_output == "hex":
        return "x"
    if is_iso(style.date_style):
        if pg is t.TIMESTAMPTZ and style.timezone == "UTC":
            return "Z"
        return _ISO_FORMS.get(pg, OTHER)
    return OTHER


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
    if form == OTHER or found not in ARROW_TYPES[pg]:
        return b""
    return layout(_CODES[found], form, forced=forced)
