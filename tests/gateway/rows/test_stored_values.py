"""Structs, maps and intervals of stored rows: the row executor gives DuckDB's bytes, and the document that was written."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from gateway.contract.engine import BINARY, TEXT
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness, decode_rows
from tests.gateway.rows.test_three_ways import Ways
from tests.plugins.scale import random_for

_INNER = pa.struct([("n", pa.int64()), ("Ünï", pa.string()), ("flag", pa.bool_())])
_COLUMNS = (
    ("s", st.Struct((st.Field("n", st.Long()), st.Field("Ünï", st.String()), st.Field("flag", st.Boolean()))), _INNER),
    ("m", st.Map(st.String(), st.Int()), pa.map_(pa.string(), pa.int32())),
    ("l", st.Array(st.Map(st.String(), st.Array(st.Short()))), pa.list_(pa.map_(pa.string(), pa.list_(pa.int16())))),
    ("span", st.DayTimeInterval(), pa.duration("us")),
    ("months", st.YearMonthInterval(), pa.month_day_nano_interval()),
)
SCHEMA = ViewSchema(
    "documents",
    (Column("k", st.Int()), *(Column(name, type_) for name, type_, _ in _COLUMNS)),
    ("k",),
    ("k",),
    HashPartitioning(2),
    (6,),
)
_WORDS = ("", "a", "B", "é\n", '"\\', "\u2028 𝒳", "\x01", "zz")


def _values(rng: random.Random) -> tuple[Any, ...]:
    def maybe(value: Any) -> Any:
        return None if rng.random() < 0.15 else value

    def keys() -> list[str]:
        return rng.sample(_WORDS, rng.randint(0, 4))

    struct = {"n": maybe(rng.choice((0, -(2**63), 2**63 - 1))), "Ünï": maybe(rng.choice(_WORDS)), "flag": maybe(rng.random() < 0.5)}
    entries = [(key, maybe(rng.randint(-5, 5))) for key in keys()]
    lists = [maybe([(key, maybe([maybe(7), -1])) for key in keys()]) for _ in range(rng.randint(0, 3))]
    span = timedelta(days=rng.randint(-9999, 9999), microseconds=rng.randint(-(10**6), 10**6))
    return tuple(map(maybe, (struct, entries, lists, span, pa.MonthDayNano([rng.randint(-99, 99), 0, 0]))))


def _plain(value: Any) -> Any:
    """Entries as objects, and empty ones as empty lists."""
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()} or []
    if isinstance(value, list):
        pairs = bool(value) and all(isinstance(entry, tuple) for entry in value)
        return {k: _plain(v) for k, v in value} if pairs else [_plain(v) for v in value]
    return value


@pytest.mark.parametrize("item", ["{}", "coalesce({}, NULL)", "({})::text", "{} IS NULL"])
def test_stored_values_are_what_duckdb_makes_of_them(tmp_path: Path, item: str) -> None:
    rng = random_for("stored values")
    rows = [(k, *_values(rng)) for k in range(40)]
    columns = list(zip(*rows, strict=True))
    types = (pa.int32(), *(type_ for *_, type_ in _COLUMNS))
    table = pa.table([pa.array(c, t) for c, t in zip(columns, types, strict=True)], ["k", *(name for name, *_ in _COLUMNS)])
    with Harness(tmp_path) as engine:
        engine.write(SCHEMA, table)
        ways = Ways(engine)
        for at, (name, *_) in enumerate(_COLUMNS):
            if name in ("span", "months") and "::text" in item:
                continue
            prepared = ways.prepare(
                f"SELECT k, {item.format(name)} AS v FROM documents WHERE k IN ({', '.join(map(str, range(40)))})"
            )
            for format_ in (TEXT, BINARY):
                found, wanted = ways.by_rows(prepared, format_), ways.by_duckdb(prepared, format_)
                assert found is not None
                assert sorted(found) == sorted(wanted)
            if at > 2 or "NULL" in item:
                continue
            for k, text in decode_rows(b"".join(ways.by_rows(prepared, TEXT) or [])):
                value = rows[int(k or "")][at + 1]
                assert _plain(None if text is None else json.loads(text)) == _plain(value)


def test_a_stored_double_equals_the_number_without_its_fraction(tmp_path: Path) -> None:
    """Its document is {"x": 5.0}."""
    struct = st.Struct((st.Field("x", st.Double()),))
    schema = ViewSchema("doubles", (Column("k", st.Int()), Column("d", struct)), ("k",), ("k",), HashPartitioning(2), (2,))
    values = [{"x": float(k % 5)} for k in range(20)]
    table = pa.table({"k": pa.array(range(20), pa.int32()), "d": pa.array(values, pa.struct([("x", pa.float64())]))})
    with Harness(tmp_path) as engine:
        engine.write(schema, table)
        for condition in ("d = '{\"x\": 3}'", "d -> 'x' = '3.00'", "d @> '{\"x\": 3}'", "d -> 'x' IN (to_jsonb(3), '7')"):
            assert engine.rows(f"SELECT count(*) FROM doubles WHERE {condition}") == [("4",)], condition
            assert engine.rows(f"SELECT k FROM doubles WHERE k = 8 AND {condition}") == [("8",)], condition
        joined = "SELECT count(*) FROM doubles a JOIN doubles b ON a.d -> 'x' = to_jsonb(b.k)"
        assert engine.rows(joined) == [("20",)]
