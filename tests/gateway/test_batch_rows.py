"""The C extension for record batches gives the bytes of the columns' encoders, whatever types, values, slices, styles, forms."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from gateway.codecs import arrow_rows, copy_text
from gateway.codecs.arrow_cells import DATA_ROW
from gateway.codecs.arrow_rows import RowEncoder
from gateway.codecs.copy_text import COPY_DATA, CsvCopy, TextCopy
from gateway.codecs.floats import float4_text, float8_text
from gateway.contract.engine import BINARY, TEXT, OutputStyle
from planner.tree import types as t
from planner.tree.bound import OutputColumn
from planner.tree.statement import CopyForm
from tests.gateway.arrow_cases import Case, all_cases
from tests.gateway.test_arrow_rows import INFINITE, cells_of
from tests.plugins.need import lacking
from tests.plugins.scale import seed_for

SEED = seed_for("batch rows")
print(f"seed of the batches: {SEED}")
STYLES = [
    OutputStyle(),
    OutputStyle(timezone="Europe/Berlin"),
    OutputStyle(timezone="Asia/Kolkata", extra_float_digits=0, bytea_output="escape"),
    OutputStyle(extra_float_digits=-3, date_style="SQL, DMY", interval_style="iso_8601"),
    OutputStyle(extra_float_digits=3, date_style="ISO, DMY"),
]
FORMS = [
    CopyForm(),
    CopyForm(delimiter=":", null="0"),
    CopyForm(delimiter="-", null=""),
    CopyForm("csv", ",", ""),
    CopyForm("csv", ".", "0", quote="1", escape="1"),
    CopyForm("csv", " ", "\\N", quote="'", escape="\\", force_quote=("c0", "c3")),
    CopyForm("csv", ",", "NULL", force_quote=None),
]
CASES = [
    *all_cases(SEED),
    *(Case("infinite", t.SqlType(pg), array, []) for pg, array in INFINITE),
    *(Case("null", t.SqlType(pg), pa.nulls(9, type_), []) for pg, type_ in ((t.TEXT, pa.string()), (t.INT4, pa.int32()))),
]


@pytest.fixture(autouse=True)
def _built() -> None:
    if not arrow_rows.NATIVE:
        lacking("the extension gateway.codecs.native (a C compiler and Python's headers)")


def both(make: Callable[[], Any]) -> tuple[Any, Any]:
    """The encoder as it is, and as it would be without the extension."""
    native = make()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrow_rows, "NATIVE", False)
        patch.setattr(copy_text, "NATIVE", False)
        return native, make()


def batch_of(dice: random.Random, cases: list[Case]) -> pa.RecordBatch:
    """So many rows of each, from anywhere, as slices of longer arrays; now and then none."""
    rows = dice.choice([0, 1, 2, 7, 8, 9, 100, 400])
    arrays = []
    for case in cases:
        start = dice.randrange(20)
        indices = pa.array([dice.randrange(len(case.array)) for _ in range(start + rows + 5)], pa.int64())
        arrays.append(case.array.take(indices).slice(start, rows))
    return pa.RecordBatch.from_arrays(arrays, [f"c{i}" for i in range(len(arrays))])


@pytest.mark.parametrize("turn", range(40))
def test_rows_of_any_columns(turn: int) -> None:
    dice = random.Random(SEED + turn)
    cases = dice.sample(CASES, dice.randrange(0, 9))
    formats = [dice.choice([TEXT, BINARY]) for _ in cases]
    style, kind = dice.choice(STYLES), dice.choice([DATA_ROW, COPY_DATA])
    native, python = both(lambda: RowEncoder([case.type for case in cases], formats, style, kind))
    batch = batch_of(dice, cases) if cases else pa.RecordBatch.from_struct_array(pa.array([{}] * 3, pa.struct([])))
    assert native.encode(batch) == python.encode(batch), SEED


@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("turn", range(8))
def test_lines_of_any_columns(turn: int, form: CopyForm) -> None:
    dice = random.Random(SEED + turn)
    cases = dice.sample(CASES, 1 if turn == 0 else dice.randrange(4, 9))
    columns = [OutputColumn(f"c{i}", case.type) for i, case in enumerate(cases)]
    style = dice.choice(STYLES)
    named = CopyForm(form.format, form.delimiter, form.null, form.header, form.quote, form.escape, form.force_quote and ("c0",))
    native, python = both(lambda: (CsvCopy if form.format == "csv" else TextCopy)(columns, named, style))
    batch = batch_of(dice, cases)
    assert native.encode(batch) == python.encode(batch), SEED


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_lines_of_one_text(form: CopyForm) -> None:
    """What ends the data, what reads as NULL does, and what is made of special bytes alone."""
    words = ["\\.", "\\N", "", "NULL", "0", "\t\n\r\b\f\v", '"""', "'\\'", ",;:|", None, "\\..", "x" * 3000 + "\n" * 3000]
    forced = form.force_quote and ("c0",)
    named = CopyForm(form.format, form.delimiter, form.null, form.header, form.quote, form.escape, forced)
    columns = [OutputColumn("c0", t.SqlType(t.TEXT))]
    native, python = both(lambda: (CsvCopy if form.format == "csv" else TextCopy)(columns, named, OutputStyle()))
    batch = pa.record_batch({"c0": pa.array(words)})
    assert native.encode(batch) == python.encode(batch)


def floats(width: int) -> list[float]:
    """Any bits, powers of two and of ten, and integers half-way between their neighbours."""
    rng = np.random.default_rng(SEED)
    single = width == 4
    words = rng.integers(0, 2 ** (8 * width), 60_000, np.uint64).astype(np.uint32 if single else np.uint64)
    kind = np.float32 if single else np.float64
    exponents = np.arange(-149, 128) if single else np.arange(-1074, 1024)
    large = rng.integers(2**23, 2**40, 20_000) if single else rng.integers(2**53, 2**63, 20_000)
    with np.errstate(over="ignore"):
        tens = np.array([float(f"1e{e}") for e in range(-330, 309)]).astype(kind)
    cents = (rng.integers(-(10**17), 10**17, 20_000) / 100).astype(kind)
    parts = [words.view(kind), (2.0**exponents).astype(kind), -(2.0**exponents).astype(kind), large.astype(kind), tens, cents]
    found: list[float] = np.concatenate(parts).tolist()
    return [*found, 0.0, -0.0, math.inf, -math.inf, math.nan]


@pytest.mark.parametrize(("pg", "text"), [(t.FLOAT8, float8_text), (t.FLOAT4, float4_text)], ids=["float8", "float4"])
def test_shortest_floats(pg: t.PgType, text: Callable[[Any], bytes]) -> None:
    """Against Python's repr and NumPy's, which find them in other ways."""
    values = floats(8 if pg is t.FLOAT8 else 4)
    batch = pa.record_batch({"v": pa.array(values, pa.float64() if pg is t.FLOAT8 else pa.float32())})
    found = [row[0] for row in cells_of(RowEncoder([t.SqlType(pg)], [TEXT], OutputStyle()).encode(batch), 1)]
    assert found == [text(v) for v in values], SEED


def test_a_batch_that_is_a_slice_of_a_struct() -> None:
    """Arrow's interface gives a batch an offset of its own beside its columns'."""
    struct_ = pa.StructArray.from_arrays([pa.array(range(20), pa.int32()), pa.array([str(i) for i in range(20)])], ["a", "b"])
    batch = pa.RecordBatch.from_struct_array(struct_.slice(5, 3))
    encoder = RowEncoder([t.SqlType(t.INT4), t.SqlType(t.TEXT)], [BINARY, TEXT], OutputStyle())
    assert cells_of(encoder.encode(batch), 2) == [[struct.pack(">i", i), str(i).encode()] for i in (5, 6, 7)]
