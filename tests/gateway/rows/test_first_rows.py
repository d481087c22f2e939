"""The first rows of a view of several shards by its key, forward and backward, are the first of all its rows sorted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pyarrow as pa
import pytest

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness
from tests.plugins.scale import scaled, seed_for

#: More than a small view has.
ROWS = 3_000
SHARDS = 7
QUERIES = scaled(300, 5_000)
ARROW = pa.schema([("a", pa.int32()), ("b", pa.int32()), ("t", pa.string())])
SCHEMA = ViewSchema(
    "v",
    (Column("a", st.Int()), Column("b", st.Int()), Column("t", st.String())),
    ("a", "b"),
    ("a",),
    HashPartitioning(SHARDS),
    (3,),
)


@pytest.fixture(scope="module")
def rows() -> list[tuple[int | None, int, str]]:
    dice = random.Random(seed_for("first_rows"))
    keys = {(dice.randint(-40, 40), dice.randint(0, 500)) for _ in range(ROWS)} | {(None, 1), (None, 2)}
    return [(a, b, f"{a}/{b}") for a, b in sorted(keys, key=lambda key: (key[0] is None, key[0] or 0, key[1]))]


@pytest.fixture(scope="module")
def tidegate(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[int | None, int, str]]) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("first")) as made:
        made.write(SCHEMA, pa.table(dict(zip("abt", map(list, zip(*rows, strict=True)), strict=True)), ARROW))
        assert made.store.current("v").few_rows is None
        yield made


def test_by_the_key(tidegate: Harness, rows: list[tuple[int | None, int, str]]) -> None:
    """NULLs are the greatest, as in PostgreSQL."""
    dice = random.Random(seed_for("first_rows"))
    before = tidegate.engine.counters.duckdb_queries
    for _ in range(QUERIES):
        least, most = dice.choice((None, dice.randint(-45, 45))), dice.choice((None, dice.randint(-45, 45)))
        limit, offset = dice.choice((0, 1, 2, 10, 200)), dice.choice((0, 0, 0, 1, 7))
        conditions = [f"a >= {least}"] * (least is not None) + [f"a < {most}"] * (most is not None)
        where = f"WHERE {' AND '.join(conditions)} " if conditions else ""
        descending = dice.random() < 0.5
        found = [
            row
            for row in (reversed(rows) if descending else rows)
            if not conditions or (row[0] is not None and (least is None or row[0] >= least) and (most is None or row[0] < most))
        ]
        expected = [(None if a is None else str(a), str(b + 1), t) for a, b, t in found[offset : offset + limit]]
        way = " DESC" if descending else ""
        sql = f"SELECT a, b + 1, t FROM v {where}ORDER BY a{way}, b{way} LIMIT {limit} OFFSET {offset}"
        assert tidegate.rows(sql) == expected, sql
    assert tidegate.engine.counters.duckdb_queries == before


@pytest.mark.parametrize("way", ["", " DESC"])
def test_many_by_the_key(tidegate: Harness, rows: list[tuple[int | None, int, str]], way: str) -> None:
    """More than are read in the event loop, all of them too; they are merged from larger portions of the shards."""
    expected = [(None if a is None else str(a), str(b), t) for a, b, t in (rows[::-1] if way else rows)]
    before = tidegate.engine.counters.duckdb_queries
    for limit in (257, 300, 1_000, len(rows) - 1, len(rows), 10_000):
        for offset in (0, 1, 400):
            sql = f"SELECT a, b, t FROM v ORDER BY a{way}, b{way} LIMIT {limit} OFFSET {offset}"
            assert tidegate.rows(sql) == expected[offset : offset + limit], sql
    assert tidegate.engine.counters.duckdb_queries == before


def test_extremes(tidegate: Harness, rows: list[tuple[int | None, int, str]]) -> None:
    """NULLs are none of them, and of no rows there are none."""
    before = tidegate.engine.counters.duckdb_queries
    known = [a for a, _, _ in rows if a is not None]
    assert tidegate.rows("SELECT min(a), max(a), max(a) - min(a) FROM v") == [
        (str(min(known)), str(max(known)), str(max(known) - min(known)))
    ]
    for a in (-40, 0, 17, 99):
        of = [b for k, b, _ in rows if k == a]
        wanted = (str(min(of)), str(max(of))) if of else (None, None)
        assert tidegate.rows(f"SELECT min(b), max(b) FROM v WHERE a = {a}") == [wanted]
        below = [k for k in known if k < a]
        assert tidegate.rows(f"SELECT max(a) FROM v WHERE a < {a}") == [(str(max(below)) if below else None,)]
    assert tidegate.rows("SELECT min(b), max(b) FROM v WHERE a IS NULL") == [("1", "2")]
    greatest = max(known)
    assert tidegate.rows("SELECT count(*) FROM v WHERE a = (SELECT max(a) FROM v)") == [(str(known.count(greatest)),)]
    assert tidegate.engine.counters.duckdb_queries == before


def test_in_any_order(tidegate: Harness, rows: list[tuple[int | None, int, str]]) -> None:
    before, all_ = tidegate.engine.counters.duckdb_queries, {t for _, _, t in rows}
    for limit in (0, 1, 5, 256):
        found = tidegate.rows(f"SELECT t || '' FROM v LIMIT {limit}")
        assert len(found) == len(set(found)) == limit
        assert {t for (t,) in found} <= all_
    assert tidegate.engine.counters.duckdb_queries == before


def test_with_conditions(tidegate: Harness, rows: list[tuple[int | None, int, str]]) -> None:
    """Where the first rows meet them often enough; else it is DuckDB's, which gives the same."""
    dice = random.Random(seed_for("first_rows"))
    before, asked = tidegate.engine.counters.duckdb_queries, 0
    for _ in range(QUERIES // 3):
        divisor, limit, offset = dice.choice((2, 3, 50, 1_000)), dice.choice((1, 2, 10, 100)), dice.choice((0, 0, 1, 7))
        least, descending = dice.choice((None, dice.randint(-45, 45))), dice.random() < 0.5
        range_ = "" if least is None else f"a >= {least} AND "
        found = [
            row
            for row in (reversed(rows) if descending else rows)
            if row[1] % divisor == 0 and (least is None or (row[0] is not None and row[0] >= least))
        ]
        expected = [(None if a is None else str(a), str(b)) for a, b, _ in found[offset : offset + limit]]
        way = " DESC" if descending else ""
        sql = f"SELECT a, b FROM v WHERE {range_}b % {divisor} = 0 ORDER BY a{way}, b{way} LIMIT {limit} OFFSET {offset}"
        assert tidegate.rows(sql) == expected, sql
        asked += 1
    assert 0 < tidegate.engine.counters.duckdb_queries - before < asked / 2


def test_of_many_ranges(tidegate: Harness, rows: list[tuple[int | None, int, str]]) -> None:
    """As many as would each be looked into in the event loop; of more DuckDB finds the rows."""
    for ranges, queries in ((256, 0), (257, 1)):
        before = tidegate.engine.counters.duckdb_queries
        listed = ", ".join(map(str, range(-40, ranges - 40)))
        found = tidegate.rows(f"SELECT a, b FROM v WHERE a = ANY ('{{{listed}}}') AND b % 3 = 1 ORDER BY a, b LIMIT 4 OFFSET 9")
        assert found == [(str(a), str(b)) for a, b, _ in rows if a is not None and b % 3 == 1][9:13]
        assert tidegate.engine.counters.duckdb_queries - before == queries


def test_joined(tidegate: Harness, rows: list[tuple[int | None, int, str]]) -> None:
    """Each of the first rows with the one that has its key; of LEFT JOIN also those that have none."""
    before, texts = tidegate.engine.counters.duckdb_queries, {(a, b): t for a, b, t in rows}
    found = tidegate.rows("SELECT v.a, v.b, o.t FROM v JOIN v o ON o.a = v.a AND o.b = v.b LIMIT 9")
    assert len(found) == 9
    assert all(a is not None and b is not None and texts[int(a), int(b)] == t for a, b, t in found)
    left = tidegate.rows("SELECT v.a, v.b, o.t FROM v LEFT JOIN v o ON o.a = v.a AND o.b = v.b + 1000 LIMIT 9")
    assert len(left) == 9
    assert all(t is None for _, _, t in left)
    assert tidegate.engine.counters.duckdb_queries == before
    none = tidegate.rows("SELECT v.a FROM v JOIN v o ON o.a = v.a AND o.b = v.b + 1000 LIMIT 9")
    assert none == []
    assert tidegate.engine.counters.duckdb_queries == before + 1


@pytest.mark.parametrize("least", ["-2", "(SELECT -2)", "(SELECT max(a) - 6 FROM few)"])
def test_of_a_small_view(tidegate: Harness, least: str) -> None:
    """Which may be read whole, if its rows are then looked at one by one."""
    if "few" not in tidegate.store.views():
        tidegate.write(replace(SCHEMA, name="few"), pa.table({"a": range(-10, 5), "b": range(15), "t": ["t"] * 15}, ARROW))
    before = tidegate.engine.counters.duckdb_queries
    for items in ("a", "a + 0"):
        found = tidegate.rows(f"SELECT {items} FROM few WHERE a > {least} LIMIT 3")
        assert len({a for (a,) in found}) == 3
        assert {a for (a,) in found} <= {str(a) for a in range(-1, 5)}
    assert tidegate.engine.counters.duckdb_queries == before
