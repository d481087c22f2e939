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

from gateway.codecs.codec import CODECS, OTHER
from gateway.contract.engine import BINARY, OutputStyle
from planner.tree import types as t

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
