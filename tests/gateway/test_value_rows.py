"""The C extension for rows of values gives the bytes of the generated Python, whatever the values, types, formats and styles."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as s

from gateway.codecs.codec import CODECS
from gateway.contract.engine import BINARY, TEXT, OutputStyle
from gateway.engine.keyed import value_rows as module
from gateway.engine.keyed.row_codegen import CellSpec, row_encoder
from planner.tree import types as t
from planner.tree.types import SqlType
from planner.tree.values import DATE_INFINITY, DATE_MINUS_INFINITY, TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY
from tests.plugins.need import lacking
from tests.plugins.scale import scaled

STYLES = [
    OutputStyle(),
    OutputStyle(timezone="Europe/Berlin", extra_float_digits=0, bytea_output="escape", date_style="SQL, DMY"),
]
INTEGERS = t.array_of(t.INT4)
assert INTEGERS is not None
TYPES = [SqlType(pg) for pg in (*CODECS, INTEGERS) if pg not in (t.VOID, t.ACLITEM)]
FAR = [DATE_INFINITY, DATE_MINUS_INFINITY, TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY]
INT8S = s.integers(-(1 << 63), (1 << 63) - 1) | s.integers(-40_000, 40_000) | s.sampled_from(FAR)
WORDS = s.text() | s.just("x" * 1000) | s.just("\ud800")
#: What is a value of the type; of others texts.
FITTING = {
    t.BOOL: s.booleans(), t.INT2: s.integers(-(1 << 15), (1 << 15) - 1), t.INT4: s.integers(-(1 << 31), (1 << 31) - 1),
    t.INT8: INT8S, t.FLOAT4: s.floats(width=32), t.FLOAT8: s.floats(), t.NUMERIC: s.decimals(), t.BYTEA: s.binary(),
    t.DATE: s.integers(-800_000, 3_000_000) | s.sampled_from(FAR), t.TIME: s.integers(0, 86_400_000_000), t.TIMESTAMP: INT8S,
    t.TIMESTAMPTZ: INT8S, t.OID: s.integers(0, (1 << 32) - 1), INTEGERS: s.lists(s.integers(0, 9) | s.none(), max_size=3),
}  # fmt: skip
STRAY = s.one_of(s.integers(), s.floats(), s.decimals(), s.just(date(2020, 2, 29)))


def cell(sql: SqlType) -> s.SearchStrategy[tuple[SqlType, int, Any]]:
    """The type, a format, and a value: now and then one of another type, of integers one that is too large."""
    fitting, stray = FITTING.get(sql.pg, WORDS), s.integers() if sql.pg in (t.INT2, t.INT4, t.INT8) else STRAY
    return s.tuples(s.just(sql), s.sampled_from([TEXT, BINARY]), s.one_of(fitting, fitting, fitting, s.none(), stray))


cells = s.sampled_from(TYPES).flatmap(cell)


@pytest.fixture(autouse=True)
def _built() -> None:
    if not module.NATIVE:
        lacking("the extension gateway.codecs.native (a C compiler and Python's headers)")


def answer(encode: Callable[[tuple[Any, ...]], bytes], row: tuple[Any, ...]) -> Any:
    """The bytes; None where the value is refused: it is not one of its type."""
    try:
        return encode(row)
    except Exception:  # noqa: BLE001 - whatever Python's encoders raise
        return None


@settings(max_examples=scaled(500, 5_000), deadline=None)
@given(row=s.lists(cells, max_size=6), style=s.sampled_from(STYLES), piece=s.none() | s.integers(0, 5))
@example([(SqlType(t.INT2), BINARY, 40_000)], STYLES[0], None)
@example([(SqlType(t.FLOAT4), TEXT, 0.1)], STYLES[0], None)
@example([(SqlType(t.FLOAT4), BINARY, 1e300)], STYLES[0], None)
@example([(SqlType(t.TIMESTAMP), TEXT, 1 << 61)], STYLES[0], None)
def test_both_give_the_same(row: list[tuple[SqlType, int, Any]], style: OutputStyle, piece: int | None) -> None:
    specs: list[CellSpec | None] = [CellSpec(sql, format_, style) for sql, format_, _ in row]
    given, count = [value for _, _, value in row], len(row)
    if piece is not None and piece < len(row):
        specs[piece], given[piece], count = None, b"\x00\x00\x00\x01a\xff\xff\xff\xff", count + 1
    try:
        python = row_encoder(tuple(specs), count)
    except Exception:  # noqa: BLE001 - a type that is not sent in this format
        return
    native = module.value_rows.__wrapped__(tuple(specs), count)
    assert answer(native, tuple(given)) == answer(python, tuple(given))


def test_what_is_no_row_is_refused() -> None:
    one = module.value_rows((CellSpec(SqlType(t.INT4), TEXT, STYLES[0]),), 1)
    assert one((7,)) == b"D\x00\x00\x00\x0b\x00\x01\x00\x00\x00\x017"
    for wrong in ((), (1, 2), [1], None):
        with pytest.raises(TypeError):
            one(wrong)


def test_values_of_other_types_than_the_common_ones_are_pythons() -> None:
    made = module.value_rows((CellSpec(SqlType(t.NUMERIC), TEXT, STYLES[0]), CellSpec(SqlType(INTEGERS), TEXT, STYLES[0])), 2)
    assert made((Decimal("1.50"), [1, None])) == b"D\x00\x00\x00\x1a\x00\x02\x00\x00\x00\x041.50\x00\x00\x00\x08{1,NULL}"
