"""The C extension for stored rows gives the bytes of the generated Python, whatever the columns, values, styles and damage."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as s

from gateway.codecs.arrow_cells import DATA_ROW
from gateway.codecs.copy_text import COPY_DATA
from gateway.contract.engine import BINARY, TEXT, OutputStyle
from gateway.engine.keyed import stored_rows as module
from gateway.engine.keyed.stored_rows import StoredRows, stored_rows
from planner.prune.lean import is_direct
from planner.tree.calendar import PYTHON_END_US, PYTHON_MIN_US
from planner.tree.values import DATE_INFINITY, DATE_MINUS_INFINITY, TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY
from statestore import types as st
from statestore.errors import CorruptFile, StateStoreError
from statestore.rows import row_encoder
from statestore.schema import ViewSchema
from tests.plugins.need import lacking
from tests.plugins.scale import seed_for
from tests.statestore.test_rows import tables
from tests.statestore.values import PROPERTY, view

STYLES = [
    OutputStyle(),
    OutputStyle(timezone="Europe/Berlin", extra_float_digits=0, bytea_output="escape", date_style="SQL, DMY"),
]
DAY_US = 86_400_000_000


@pytest.fixture(autouse=True)
def _built() -> None:
    if not module.NATIVE:
        lacking("the extension gateway.codecs.native (a C compiler and Python's headers)")


def both(
    schema: ViewSchema, outputs: tuple[int, ...], formats: tuple[int, ...], style: OutputStyle, kind: int = DATA_ROW
) -> tuple[StoredRows, StoredRows]:
    """C and Python."""
    make: Callable[..., StoredRows] = stored_rows.__wrapped__
    native = make(schema, outputs, formats, style, kind)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "NATIVE", False)
        return native, make(schema, outputs, formats, style, kind)


def answer(encode: Callable[[Any], bytes], given: Any) -> Any:
    """The bytes, or the error's type."""
    try:
        return encode(given)
    except (StateStoreError, struct.error) as error:
        return type(error)


@PROPERTY
@given(tables(), s.data())
def test_the_same_bytes_for_any_rows(table: Any, data: s.DataObject) -> None:
    types, rows = table
    schema = view(types)
    direct = [i for i, t in enumerate(types) if is_direct(t)]
    outputs = tuple(data.draw(s.lists(s.sampled_from(direct), max_size=8))) if direct else ()
    formats = tuple(data.draw(s.sampled_from([TEXT, BINARY])) for _ in outputs)
    native, python = both(
        schema, outputs, formats, data.draw(s.sampled_from(STYLES)), data.draw(s.sampled_from([0, DATA_ROW, COPY_DATA]))
    )
    stored = [row_encoder(schema)(row) for row in rows]
    assert [answer(native.one, row) for row in stored] == [answer(python.one, row) for row in stored]
    assert answer(native.all, stored) == answer(python.all, stored)


FLOATS = s.one_of(
    s.floats(),
    s.integers(-(10**17), 10**17).map(lambda n: n / 100),
    s.integers(-(10**16), 10**16).map(lambda n: n / 10_000),
    s.integers(0, 2**64 - 1).map(lambda n: struct.unpack("<d", n.to_bytes(8, "little"))[0]),
    s.sampled_from([-0.0, 1e15, math.nextafter(1e15, 0), 1e-4, math.nextafter(1e-4, 0), 5e-324, 2.0**53 + 2, math.inf, math.nan]),
)
DAYS = s.one_of(
    s.integers(-(2**31), 2**31 - 1),
    s.integers(-800_000, 3_000_000),
    s.sampled_from([DATE_INFINITY, DATE_MINUS_INFINITY, -719_162, -719_163, 2_932_896, 2_932_897]),
)
MICROS = s.one_of(
    s.integers(-(2**63), 2**63 - 1),
    s.integers(PYTHON_MIN_US - DAY_US, PYTHON_END_US + DAY_US),
    s.integers(-(10**9), 10**10).map(lambda n: n * 1_000_000),
    s.sampled_from(
        [TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY, PYTHON_MIN_US, PYTHON_MIN_US - 1, PYTHON_END_US, PYTHON_END_US - 1, -1]
    ),
)
DECIMALS = s.integers(-(10**18) + 1, 10**18 - 1)
KINDS: list[tuple[st.DataType, s.SearchStrategy[Any]]] = [
    (st.Double(), FLOATS),
    (st.Date(), DAYS),
    (st.Timestamp(), MICROS),
    (st.TimestampNtz(), MICROS),
    *((st.Decimal(18, scale), DECIMALS.map(lambda n, scale=scale: Decimal(n).scaleb(-scale))) for scale in (0, 1, 2, 17, 18)),  # type: ignore[misc]
]


@pytest.mark.parametrize(("data_type", "values"), KINDS, ids=lambda v: repr(v) if isinstance(v, st.DataType) else "")
def test_numbers_and_moments_of_all_sizes(data_type: st.DataType, values: s.SearchStrategy[Any]) -> None:
    schema = view([st.Int(), data_type])
    encode, styles = row_encoder(schema), [(style, f) for style in STYLES for f in (TEXT, BINARY)]
    pairs = [both(schema, (1,), (f,), style) for style, f in styles]

    @PROPERTY
    @given(values)
    @example(None)
    def compare(value: Any) -> None:
        row = encode((1, value))
        for native, python in pairs:
            assert answer(native.one, row) == answer(python.one, row), value

    compare()


def test_damaged_rows_are_refused_or_read_alike() -> None:
    """No byte of a row leads out of it."""
    types = [st.Int(), st.String(), st.Double(), st.Binary(), st.Decimal(30, 2), st.Array(st.Int()), st.Timestamp(), st.Boolean()]
    schema = view(types)
    row = row_encoder(schema)((7, "sieben", 7.5, b"\x07", Decimal("7.00"), [7, None], 7_000_000, True))
    native, python = both(schema, tuple(range(len(types))), (TEXT,) * len(types), OutputStyle())
    seed = seed_for("stored rows")
    dice = random.Random(seed)
    for cut in range(len(row)):
        assert answer(native.one, row[:cut]) == answer(python.one, row[:cut]) == CorruptFile
    for _ in range(20_000):
        spoilt = bytearray(row)
        for _ in range(dice.randint(1, 3)):
            spoilt[dice.randrange(len(row))] = dice.choice([0, 1, 0x7F, 0x80, 0xFF, dice.randrange(256)])
        one, other = answer(native.one, bytes(spoilt)), answer(python.one, bytes(spoilt))
        # Python looks whether texts are UTF-8, and not whether arrays end where they should.
        assert one == other or CorruptFile in (one, other), (seed, bytes(spoilt))
