"""Whole columns at once: which expressions are computed so, and that nothing but time depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from gateway.contract.engine import BINARY, TEXT
from gateway.engine.keyed import stored_rows
from gateway.engine.rows import reading
from gateway.engine.rows.compiling import Compiled, compile_program
from planner.rows.shared import Leave
from tests.gateway.harness import NOW_US, SETTINGS, Harness
from tests.gateway.rows.groups import GROUPED, SIZES, grouped_rows
from tests.plugins.need import lacking
from tests.plugins.scale import random_for

#: Groups: without NULL, and with some.
FULL, PARTLY = 6, 3
VECTORIZED = [
    "SELECT n, amount * 2, upper(word), q > 3 FROM grouped WHERE k = {}",
    "SELECT sum(amount * q), avg(q + 1), min(amount - q), max(price), count(length(word)) FROM grouped WHERE k = {}",
    "SELECT sum(price * 1.5 + 1), avg(q::numeric * price) FROM grouped WHERE k = {}",
    "SELECT n, word FROM grouped WHERE k = {} ORDER BY amount DESC, word, n LIMIT 7 OFFSET 2",
    "SELECT n, word FROM grouped WHERE k = {} ORDER BY price * 2, n",
    "SELECT word FROM grouped WHERE k = {} ORDER BY n LIMIT 3",
    "SELECT count(*) FILTER (WHERE q > 5), sum(amount) FILTER (WHERE flag AND q < 9) FROM grouped WHERE k = {}",
    "SELECT sum(CASE WHEN q > 5 THEN amount ELSE 0 END), sum(coalesce(q, 0)) FROM grouped WHERE k = {}",
    "SELECT n, 100 / nullif(q, 0), CASE WHEN q > 5 THEN word END, coalesce(word, n::text, 'x') FROM grouped WHERE k = {}",
    "SELECT n, q > 5 OR amount > 0, NOT (flag AND q > 5), q + 1 IS NULL FROM grouped WHERE k = {} ORDER BY q NULLS FIRST, n",
    "SELECT n FROM grouped WHERE k = {} ORDER BY amount * 2 DESC NULLS LAST, q, n LIMIT 7 OFFSET 2",
    "SELECT extract(hour FROM at), count(*), count(DISTINCT word) FROM grouped WHERE k = {} GROUP BY 1",
    "SELECT extract(month FROM at), q % 2, sum(amount) FROM grouped WHERE k = {} GROUP BY 1, 2",
    "SELECT n FROM grouped WHERE k = {} AND amount * 2 > q AND word LIKE '_s%' AND q NOT IN (1, 2)",
    "SELECT n, word, flag FROM grouped WHERE k = {} AND flag",
    "SELECT flag, word, count(*), sum(q) FROM grouped WHERE k = {} AND flag GROUP BY word, flag ORDER BY word",
    "SELECT word, count(*) FILTER (WHERE flag), min(n) FROM grouped WHERE k = {} AND flag AND q > 0 GROUP BY word ORDER BY word",
    "SELECT flag IS TRUE, CASE WHEN q > 3 THEN n END, q FROM grouped WHERE k = {} AND flag ORDER BY q, n LIMIT 9",
    "SELECT count(*) FROM grouped WHERE k = {} AND price * 2 > wide AND (flag OR NOT word ILIKE 'OAK')",
]


@pytest.fixture(scope="module")
def grouped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    if not stored_rows.NATIVE:
        lacking("the extension gateway.codecs.native (a C compiler and Python's headers)")
    folder: Path = tmp_path_factory.mktemp("vectors")
    with Harness(folder) as engine:
        engine.write(GROUPED, grouped_rows(random_for("vectors")))
        yield engine


def compiled(engine: Harness, sql: str, format_: int = TEXT) -> Compiled:
    prepared = engine.prepare(sql)
    assert prepared.plan.rows is not None
    return compile_program(prepared.plan.rows, (format_,) * len(prepared.columns), SETTINGS.style)


def stored(engine: Harness, group: int) -> list[bytes]:
    """The group's rows as they are stored."""
    version = engine.store.current("grouped")
    prepared = engine.prepare(f"SELECT * FROM grouped WHERE k = {group}")
    assert prepared.plan.rows is not None
    reads = reading.row_reads(prepared.plan.rows, (TEXT,) * len(prepared.columns), SETTINGS.style)
    keys = reads.keys((), NOW_US)
    return reading.read_few(version, keys, SIZES[group] + 1, descending=None)


@pytest.mark.parametrize("format_", [TEXT, BINARY])
@pytest.mark.parametrize("sql", VECTORIZED)
def test_whole_columns_give_what_single_rows_give(grouped: Harness, sql: str, format_: int) -> None:
    made, rows = compiled(grouped, sql.format(FULL), format_), stored(grouped, FULL)
    count = 7 if "LIMIT 7" in sql else 3 if "LIMIT 3" in sql else None
    skip = 2 if "OFFSET" in sql else 0
    assert len(rows) == SIZES[FULL]
    for some in (rows, rows[:1], rows[:40], []):
        expected = made.run((), some, skip, count, (), NOW_US)
        assert expected or "GROUP BY" in sql or "count" not in sql
        for whole in made.whole:
            assert whole((), some, skip, count, (), NOW_US) == expected


@pytest.mark.parametrize("format_", [TEXT, BINARY])
@pytest.mark.parametrize("sql", VECTORIZED)
def test_columns_with_values_that_are_null(grouped: Harness, sql: str, format_: int) -> None:
    made, rows = compiled(grouped, sql.format(PARTLY), format_), stored(grouped, PARTLY)
    whole, *nullable = made.whole
    if not nullable:
        assert "ORDER BY n LIMIT 3" in sql
        return
    with pytest.raises(LookupError):
        whole((), rows, 0, None, (), NOW_US)
    for some in (rows, rows[:1], rows[40:80], []):
        assert nullable[0]((), some, 0, None, (), NOW_US) == made.run((), some, 0, None, (), NOW_US)


def test_what_cannot_be_computed_of_all_rows_is_computed_of_those_that_need_it(grouped: Harness) -> None:
    """CASE divides by no zero, though the columns' quotients would."""
    sql = f"SELECT sum(CASE WHEN q <> 0 THEN 100 / q ELSE 0 END) FROM grouped WHERE k = {FULL}"
    made, rows = compiled(grouped, sql), stored(grouped, FULL)
    with pytest.raises((Leave, ZeroDivisionError)):
        made.whole[0]((), rows, 0, None, (), NOW_US)
    q = grouped_rows(random_for("vectors")).filter(pa.compute.equal(pa.chunked_array([pa.array(group_numbers())]), FULL))["q"]
    expected = sum(int(100 / value) for value in q.to_pylist() if value)
    assert grouped.rows(sql) == [(str(expected),)]


@pytest.mark.parametrize("item", ["sum(big::int)", "sum(big::int::numeric)", "count(*) FILTER (WHERE big::int2 > 5)"])
def test_casts_to_narrower_integers_are_checked(grouped: Harness, item: str) -> None:
    made = compiled(grouped, f"SELECT {item} FROM grouped WHERE k = {FULL}")
    for function in (*made.whole, made.run):
        with pytest.raises(Leave):
            function((), stored(grouped, FULL), 0, None, (), NOW_US)


def group_numbers() -> list[int]:
    return [k for k, size in enumerate(SIZES) for _ in range(size)]


def test_more_rows_are_taken_of_whole_columns(grouped: Harness) -> None:
    """And where these have a NULL, no more than one by one, or the event loop would wait."""
    made = compiled(grouped, f"SELECT n, amount * 2 FROM grouped WHERE k = {FULL} ORDER BY amount")
    for maximum in (*made.rows_max, *made.few_out_max):
        assert maximum.whole > maximum.each
    prepared = grouped.prepare("SELECT n FROM grouped WHERE k = 3 ORDER BY amount")
    assert prepared.plan.rows is not None
    few = replace(made, rows_max=tuple(replace(one, each=10) for one in made.rows_max))
    reads = reading.RowReads(prepared.plan.rows, few, ())
    versions: list[Any] = [grouped.store.current("grouped")]
    assert reads.rows(versions, reads.keys((), NOW_US), (), NOW_US) is None
