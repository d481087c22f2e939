"""The lean path: what it serves at once, when it streams, and that its rows are those of the vectorised way."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from gateway.contract.engine import BINARY, TEXT, OutputStyle, ReadSettings, RowBlock
from gateway.engine.options import LEAN_ROWS_MAX
from planner.errors import InvalidLimit
from planner.tree.query_plan import PlanSettings
from statestore.schema import HashPartitioning
from tests.gateway.differential import TestTable, readings
from tests.gateway.harness import SETTINGS, Harness, decode_rows, no_clock
from tests.plugins.scale import seed_for

pytestmark = pytest.mark.usefixtures("no_few_rows")
SEED = seed_for("lean")


@pytest.fixture(scope="module")
def table() -> TestTable:
    return readings(random.Random(SEED))


@pytest.fixture(scope="module")
def engine(table: TestTable, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("lean")) as made:
        made.write(table.schema(HashPartitioning(4)), table.arrow())
        yield made


def opened_at_once(engine: Harness, sql: str, params: tuple[object, ...] = ()) -> RowBlock | None:
    prepared = engine.prepare(sql)
    opened = engine.engine.open(prepared, params, (TEXT,) * len(prepared.columns), engine.context())
    if isinstance(opened, RowBlock):
        return opened
    engine.run(opened.close())
    return None


@pytest.mark.parametrize(("sql", "rows"), [
    ("SELECT * FROM readings WHERE city = 'nowhere'", 0),
    ("SELECT * FROM readings ORDER BY city, sensor, at LIMIT 5", 5),
    ("SELECT at FROM readings ORDER BY city DESC, sensor DESC, at DESC LIMIT 3 OFFSET 4", 3),
    ("SELECT at FROM readings LIMIT 0", 0),
])  # fmt: skip
def test_short_reads_are_answered_at_once(engine: Harness, sql: str, rows: int) -> None:
    block = opened_at_once(engine, sql)
    assert block is not None
    assert len(block.rows) == rows


@pytest.mark.parametrize(
    "sql", ["SELECT * FROM readings", f"SELECT * FROM readings ORDER BY city, sensor, at LIMIT {LEAN_ROWS_MAX + 2}"]
)
def test_long_reads_are_streamed(engine: Harness, table: TestTable, sql: str) -> None:
    assert len(table.rows) > LEAN_ROWS_MAX + 2
    assert opened_at_once(engine, sql) is None


def test_a_long_range_comes_whole(engine: Harness, table: TestTable) -> None:
    sql = "SELECT city, sensor, at FROM readings WHERE city > '' ORDER BY city, sensor, at"
    assert opened_at_once(engine, sql) is not None  # by the row executor
    assert len(engine.rows(sql)) == sum(r[0] > "" for r in table.rows)


def test_negative_limit(engine: Harness) -> None:
    with pytest.raises(InvalidLimit):
        opened_at_once(engine, "SELECT * FROM readings ORDER BY city, sensor, at LIMIT $1", (-1,))


@pytest.mark.parametrize("format_", [TEXT, BINARY])
@pytest.mark.parametrize("zone", ["UTC", "America/New_York"])
def test_point_reader_equals_the_vectorised_way(engine: Harness, table: TestTable, format_: int, zone: str) -> None:
    """One row by compiled code, all rows by Arrow: the same bytes."""
    settings = ReadSettings(PlanSettings(timezone=zone), OutputStyle(timezone=zone), SETTINGS.values)
    point = engine.prepare("SELECT * FROM readings WHERE city = $1 AND sensor = $2 AND at = $3", settings=settings)
    formats = (format_,) * len(point.columns)
    read = point.point_reader(formats, settings, no_clock)
    assert read is not None
    one_by_one = b"".join(row for r in sorted(table.rows, key=lambda r: (r[0].encode(), *r[1:3])) for row in read(r[:3]))

    async def vectorised() -> bytes:
        prepared = engine.prepare("SELECT * FROM readings ORDER BY city, sensor, at", settings=settings)
        stream = engine.engine.open(prepared, (), formats, engine.context_with(settings))
        assert not isinstance(stream, RowBlock)
        data = b""
        while (chunk := await stream.next(None)) is not None:
            data += chunk.data
        await stream.close()
        return data

    assert one_by_one == engine.run(vectorised())
    assert list(read(("nowhere", 1, 0))) == []
    assert list(read((None, 1, 0))) == []


def test_point_reader_reads_the_newest_version(engine: Harness, table: TestTable) -> None:
    prepared = engine.prepare("SELECT small FROM readings WHERE city = $1 AND sensor = $2 AND at = $3")
    read = prepared.point_reader((TEXT,), SETTINGS, no_clock)
    assert read is not None
    key = table.rows[0][:3]
    changed = TestTable(table.name, table.key, table.columns, [(*key, 77, *table.rows[0][4:])])
    engine.write(table.schema(HashPartitioning(4)), changed.arrow())
    assert decode_rows(b"".join(read(key))) == [("77",)]
    engine.write(table.schema(HashPartitioning(4)), changed.arrow().slice(0, 0), deletes=[key])
    assert list(read(key)) == []
    engine.write(table.schema(HashPartitioning(4)), table.arrow().slice(0, 1))


@pytest.mark.parametrize("sql", [
    "SELECT * FROM readings WHERE sensor = $1",
    "SELECT regexp_instr(city, 'a') FROM readings WHERE city = $1 AND sensor = $2 AND at = $3",
    "SELECT count(*) FROM readings",
    "EXPLAIN SELECT * FROM readings WHERE city = $1 AND sensor = $2 AND at = $3",
])  # fmt: skip
def test_only_keyed_reads_have_a_point_reader(engine: Harness, sql: str) -> None:
    prepared = engine.prepare(sql)
    assert prepared.point_reader((TEXT,) * len(prepared.columns), SETTINGS, no_clock) is None


def test_explain_shows_bounds_shards_and_version(engine: Harness) -> None:
    lines = [line for (line,) in engine.rows("EXPLAIN ANALYZE SELECT * FROM readings WHERE city = 'JFK' AND sensor = 3") if line]
    text = "\n".join(lines)
    assert "Range Scan on readings" in text
    assert "Shards: 1 of 4" in text
    assert "Key: (city, sensor) = ('JFK', 3)" in text
    assert "Version: " in text
    assert "Execution Time: " in text
