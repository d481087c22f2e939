"""Malformed parameters are refused, whatever their bytes."""

from __future__ import annotations

from struct import pack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.codecs.codec import decoder, encoder
from gateway.contract.engine import BINARY, TEXT
from gateway.errors import InvalidBinary, InvalidEncoding
from gateway.sqlstate import KNOWN_ERRORS, sqlstate
from planner.errors import InvalidText
from planner.postgres.literals import parse_text
from planner.tree import types as t
from planner.tree.query_plan import PlanSettings
from planner.tree.types import PgType, SqlType

TYPES = [
    pg for pg in t.BY_OID.values()
    if pg not in (t.VOID, t.RECORD, t.ARRAY_OF[t.RECORD], t.INT2VECTOR, t.OIDVECTOR) and not pg.name.lstrip("_").startswith("reg")
]  # fmt: skip
INT4_ARRAY = t.ARRAY_OF[t.INT4]


@pytest.mark.parametrize(
    ("pg", "raw"),
    [
        (t.BOOL, b""),
        (t.BOOL, b"\0\0"),
        (t.INT2, b"\0"),
        (t.INT4, b"\0\0\0\0\0"),
        (t.INT8, b"\0\0\0\0"),
        (t.OID, b""),
        (t.FLOAT4, b"\0\0\0"),
        (t.FLOAT8, b"\0" * 9),
        (t.DATE, b"\0\0"),
        (t.TIME, b"\0" * 4),
        (t.TIMESTAMP, b"\0" * 7),
        (t.TIMESTAMPTZ, b""),
        (t.INTERVAL, b"\0" * 15),
        (t.UUID, b"\0" * 15),
        (t.JSONB, b""),
        (t.JSONB, b"\x02{}"),
        (t.NUMERIC, b""),
        (t.NUMERIC, pack("!hhHH", 1, 0, 0, 0)),
        (t.NUMERIC, pack("!hhHH", -1, 0, 0, 0)),
        (t.NUMERIC, pack("!hhHHh", 1, 0, 0x1234, 0, 1)),
        (t.NUMERIC, pack("!hhHHh", 1, 0, 0, 0, 10_000)),
        (t.NUMERIC, pack("!hhHHh", 1, 0, 0, 0xFFFF, 1)),
        (INT4_ARRAY, b""),
        (INT4_ARRAY, pack("!iii", 1, 0, 23)),
        (INT4_ARRAY, pack("!iii", 7, 0, 23) + pack("!ii", 1, 1) * 7),
        (INT4_ARRAY, pack("!iii", -1, 0, 23)),
        (INT4_ARRAY, pack("!iii", 1, 5, 23) + pack("!ii", 0, 1)),
        (INT4_ARRAY, pack("!iii", 1, 0, 25) + pack("!ii", 0, 1)),
        (INT4_ARRAY, pack("!iiiii", 1, 0, 23, 2**31 - 1, 1)),
        (INT4_ARRAY, pack("!iiiiiii", 2, 0, 23, 2**30, 1, 2**30, 1)),
        (INT4_ARRAY, pack("!iiiiii", 1, 0, 23, 1, 1, 100)),
        (INT4_ARRAY, pack("!iiiiii", 1, 0, 23, 1, 1, -5)),
        (INT4_ARRAY, pack("!iiiiiii", 1, 0, 23, 1, 1, 4, 9) + b"x"),
    ],
)
def test_malformed_binary_is_22p03(pg: PgType, raw: bytes) -> None:
    with pytest.raises(InvalidBinary) as caught:
        decoder(SqlType(pg), BINARY)(raw)
    assert sqlstate(caught.type) == "22P03"


@pytest.mark.parametrize("pg", [t.TEXT, t.VARCHAR, t.JSON])
@pytest.mark.parametrize("format_", [TEXT, BINARY])
@pytest.mark.parametrize("raw", [b"\xff", b"a\0b", b"\xed\xa0\x80"])
def test_text_has_to_be_utf8_without_nul(pg: PgType, format_: int, raw: bytes) -> None:
    with pytest.raises(InvalidEncoding):
        decoder(SqlType(pg), format_)(raw)


@pytest.mark.parametrize(
    ("pg", "raw"), [(t.INT4, b"x"), (t.INT4, b""), (t.INT8, b"1_0"), (t.FLOAT8, b"1_0"), (t.BOOL, b"maybe"), (t.UUID, b"1")]
)
def test_malformed_text_is_22p02(pg: PgType, raw: bytes) -> None:
    with pytest.raises(InvalidText):
        decoder(SqlType(pg), TEXT)(raw)


@settings(deadline=None)  # other work on the machine is no failure
@given(st.sampled_from(TYPES), st.sampled_from([TEXT, BINARY]), st.binary(max_size=60))
def test_any_bytes_are_a_value_or_a_known_error(pg: PgType, format_: int, raw: bytes) -> None:
    try:
        value = decoder(SqlType(pg), format_)(raw)
    except KNOWN_ERRORS:
        return
    encoder(SqlType(pg), TEXT)(value)
    encoder(SqlType(pg), BINARY)(value)


@settings(deadline=None)
@given(st.sampled_from([t.INT4, t.TEXT, t.FLOAT8, t.BOOL]), st.text('{},"\\ \t1aNUL.-[]:=é', max_size=20))
def test_arrays_are_read_alike_with_and_without_haste(pg: PgType, inner: str) -> None:
    """Plain arrays are not read by the general parser; what it would have said is what is said."""
    type_, text = SqlType(t.ARRAY_OF[pg]), f"{{{inner}}}"
    try:
        expected: object = parse_text(text, type_, PlanSettings())
    except KNOWN_ERRORS as error:
        expected = (type(error), str(error))
    try:
        found: object = decoder(type_, TEXT)(text.encode())
    except KNOWN_ERRORS as error:
        found = (type(error), str(error))
    assert found == expected
