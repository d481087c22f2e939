"""SQL over the tables of attached checkpoints, beside published views."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from gateway.contract.bounds import VersionBounds
from gateway.contract.engine import CopyOutput, ReadSettings, RowBlock, Snapshot
from gateway.errors import StaleRead
from planner.errors import Unsupported
from planner.tree.query_plan import PlanSettings
from planner.tree.statement import CopyForm
from statestore import types as st
from statestore.attach.tables import Unreadable
from statestore.errors import CheckpointNotReady, ShardNotReady, UnsupportedFormat, VersionNotKept
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.attach.attached import AttachedHarness
from tests.attach.fake_checkpoint import Broken, FakeCheckpoint, table
from tests.gateway.harness import NOW_US, no_clock

LEFT = table("pair_0_left", {"k": st.Int(), "i": st.Int(), "n": st.Long()}, ["k", "i"], shard_key=1)
RIGHT = table("pair_1_right", {"k": st.Int(), "n": st.Long()}, ["k"], partitions=3, nullable=False)
LOOSE = table("pair_2_loose", {"k": st.Int(), "n": st.Long()}, [], shard_key=0)
PUBLISHED = ViewSchema(
    "names", (Column("k", st.Int(), False), Column("name", st.String())), ("k",), ("k",), HashPartitioning(2), (2,)
)
KEYS = 30
BATCHES_A_QUERY = 10


def contents(n: int) -> dict[str, list[tuple[int, ...]]]:
    """Everything says which batch it is of."""
    return {
        "pair_0_left": [(k, i, n) for k in range(KEYS) for i in range(2)],
        "pair_1_right": [(k, n) for k in range(KEYS)],
        "pair_2_loose": [(k % 3, n) for k in range(KEYS)],
    }


@pytest.fixture
def checkpoint() -> FakeCheckpoint:
    made = FakeCheckpoint([LEFT, RIGHT, LOOSE])
    made.commit(contents(0))
    return made


@pytest.fixture
def engine(tmp_path: Path, checkpoint: FakeCheckpoint) -> Iterator[AttachedHarness]:
    with AttachedHarness(tmp_path, {"pair": checkpoint}) as made:
        yield made


def explained(engine: AttachedHarness, sql: str) -> str:
    return "\n".join(engine.values(f"EXPLAIN {sql}"))


def settings(**bounds: Any) -> ReadSettings:
    of = VersionBounds.of(bounds.get("read", "0"), bounds.get("least", "0"), bounds.get("staleness_ms", 0))
    return ReadSettings(PlanSettings(), bounds=of)


def test_a_whole_key_is_a_point_get(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    sql = "SELECT n FROM pair_0_left WHERE k = 7 AND i = 1"
    plan = explained(engine, sql)
    assert "Point Get" in plan
    assert "Shards: 1 of 4" in plan
    assert checkpoint.opened == []
    assert engine.values(sql) == ["0"]
    assert len(checkpoint.opened) == 1
    assert engine.values("SELECT n FROM pair_0_left WHERE (k, i) IN ((7, 1), (8, 0), (99, 0))") == ["0", "0"]


def test_the_shard_key_alone_is_one_partition(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    sql = "SELECT i FROM pair_0_left WHERE k = 7 ORDER BY i"
    assert "Shards: 1 of 4" in explained(engine, sql)
    assert engine.values(sql) == ["0", "1"]


def test_no_order_of_the_store_shows(engine: AttachedHarness) -> None:
    assert engine.values("SELECT k FROM pair_1_right ORDER BY k LIMIT 4 OFFSET 2") == ["2", "3", "4", "5"]
    assert engine.values("SELECT k FROM pair_1_right ORDER BY k DESC LIMIT 2") == ["29", "28"]
    assert engine.values("SELECT k FROM pair_1_right WHERE k BETWEEN 3 AND 5 ORDER BY k") == ["3", "4", "5"]
    assert engine.values("SELECT max(k) FROM pair_1_right WHERE k < 7") == ["6"]
    assert len(engine.rows("SELECT * FROM pair_1_right LIMIT 4")) == 4


def test_a_table_without_a_key(engine: AttachedHarness) -> None:
    assert engine.values("SELECT count(*) FROM pair_2_loose WHERE k = 1") == ["10"]
    assert engine.rows("SELECT k, count(*) FROM pair_2_loose GROUP BY k ORDER BY k") == [("0", "10"), ("1", "10"), ("2", "10")]
    assert len(engine.rows("SELECT * FROM pair_2_loose")) == KEYS


def test_joins_with_a_published_view(engine: AttachedHarness) -> None:
    engine.write(PUBLISHED, pa.table({"k": pa.array([1, 2], pa.int32()), "name": ["one", "two"]}))
    assert engine.rows("SELECT name, n FROM names JOIN pair_1_right USING (k) ORDER BY 1") == [("one", "0"), ("two", "0")]


def test_copies_follow_batches_by_what_changed(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    sql = "SELECT sum(n), count(*) FROM pair_1_right"
    assert engine.rows(sql) == [("0", "30")]
    changed = contents(0) | {"pair_1_right": [(k, 5 if k == 3 else 0) for k in range(1, KEYS + 4)]}
    checkpoint.commit(changed)
    engine.refresh()
    assert engine.rows(sql) == [("5", "33")]
    counters = engine.engine.copies.counters
    assert (counters.built, counters.advanced) == (1, 1)
    checkpoint.forgetful = True
    checkpoint.commit(contents(2))
    engine.refresh()
    assert engine.rows(sql) == [("60", "30")]
    assert (counters.built, counters.advanced) == (1, 2), "partitions that nobody knows the changes of are read whole, in place"


def test_row_ids_count_in_their_own_partition(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    """Two partitions of a table without a key use the same ids only by chance; here the ids are numbers of rows."""
    sql = "SELECT sum(n), count(*) FROM pair_2_loose"
    assert engine.rows(sql) == [("0", "30")]
    checkpoint.commit(contents(0) | {"pair_2_loose": [(0, 1)] * 9})
    engine.refresh()
    assert engine.rows(sql) == [("9", "9")]


def test_one_query_reads_one_batch_of_all_tables(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    """A writer commits meanwhile, some batches for every query; no join ever sees rows of two of them."""
    stop, permits = threading.Event(), threading.Semaphore(BATCHES_A_QUERY)

    def write() -> None:
        n = 0
        while not stop.is_set():
            permits.acquire()
            n += 1
            checkpoint.commit(contents(n))
            checkpoint.purge(n - 100)
            engine.refresh()

    writer = threading.Thread(target=write)
    writer.start()
    seen: set[str | None] = set()
    queries = [
        "SELECT DISTINCT l.n, r.n, o.n FROM pair_0_left l JOIN pair_1_right r USING (k) JOIN pair_2_loose o USING (k)",
        "SELECT l.n, r.n, r.n FROM pair_0_left l, pair_1_right r WHERE l.k = 3 AND l.i = 0 AND r.k = 4",
        "SELECT (SELECT max(n) FROM pair_2_loose), min(n), max(n) FROM pair_1_right",
    ]
    try:
        for round_ in range(30):
            permits.release(BATCHES_A_QUERY)
            for found in engine.rows(queries[round_ % len(queries)]):
                assert len(set(found)) == 1, found
                seen.add(found[0])
    finally:
        stop.set()
        permits.release()
        writer.join()
    assert len(seen) > 1


def test_every_kept_batch_can_be_read(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    for n in range(1, 4):
        checkpoint.commit(contents(n))
    engine.refresh()
    for version in (1, 2, 3, 4):
        of = settings(read=str(version))
        assert engine.rows("SELECT DISTINCT l.n, r.n FROM pair_0_left l JOIN pair_1_right r USING (k)", settings=of) == [
            (str(version - 1), str(version - 1))
        ]
        assert engine.rows("SELECT n FROM pair_1_right WHERE k = 3", settings=of) == [(str(version - 1),)]
    joined = "SELECT l.n, r.n FROM pair_0_left l JOIN pair_1_right r USING (k) WHERE l.k = 1 LIMIT 1"
    assert engine.rows(joined, settings=settings(read="pair_1_right=2")) == [("1", "1")], "what is said of one holds for all"
    with pytest.raises(StaleRead, match="read at one version"):
        engine.rows(joined, settings=settings(read="pair_1_right=2, pair_0_left=3"))
    with pytest.raises(StaleRead):
        engine.rows(joined, settings=settings(read="9"))
    with pytest.raises(StaleRead):
        engine.rows(joined, settings=settings(least="9"))


def test_a_transaction_reads_one_batch(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    snapshot = Snapshot()
    assert engine.rows("SELECT DISTINCT n FROM pair_0_left", snapshot=snapshot) == [("0",)]
    checkpoint.commit(contents(1))
    engine.refresh()
    for sql in (
        "SELECT DISTINCT n FROM pair_1_right",
        "SELECT n FROM pair_1_right WHERE k = 3",
        "SELECT DISTINCT n FROM pair_0_left",
    ):
        assert engine.rows(sql, snapshot=snapshot) == [("0",)]
    assert engine.rows("SELECT DISTINCT n FROM pair_1_right") == [("1",)]


def test_a_query_begins_anew_where_its_batch_has_just_gone(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    def overtaken(place: tuple[int, str, int], version: int) -> None:
        checkpoint.gate = lambda place, version: None
        checkpoint.commit(contents(1))
        checkpoint.purge(1)
        engine.refresh()

    for sql in ("SELECT n FROM pair_1_right WHERE k = 3", "SELECT DISTINCT n FROM pair_1_right"):
        checkpoint.restart()
        checkpoint.commit(contents(0))
        engine.refresh()
        checkpoint.gate = overtaken
        assert engine.rows(sql) == [("1",)]


def test_a_version_that_was_asked_for_and_is_gone(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    checkpoint.commit(contents(1))
    engine.refresh()
    checkpoint.purge(1)
    for sql in ("SELECT n FROM pair_1_right WHERE k = 3", "SELECT DISTINCT n FROM pair_1_right"):
        with pytest.raises(VersionNotKept, match="version 1 of attachment pair is no longer kept") as caught:
            engine.rows(sql, settings=settings(read="1"))
        assert "Versions 1 to 2 are kept" in (caught.value.detail or "")


def test_the_hot_path_leaves_opening_to_others(engine: AttachedHarness) -> None:
    prepared = engine.prepare("SELECT n FROM pair_1_right WHERE k = $1", [23])
    reader = prepared.point_reader((0,), settings(), no_clock)
    assert reader is not None
    with pytest.raises(ShardNotReady):
        reader((3,))
    assert engine.rows("SELECT n FROM pair_1_right WHERE k = 3") == [("0",)]
    found = reader((3,))
    assert not isinstance(found, int)
    assert len(found) == 1


def test_what_the_catalog_shows(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    shown = 'SELECT name, shards, version, batch FROM tidegate.views JOIN tidegate.state_tables ON name = "table" ORDER BY 1'
    assert engine.rows(shown) == [
        ("pair_0_left", "4", "1", "0"), ("pair_1_right", "3", "1", "0"), ("pair_2_loose", "4", "1", "0"),
    ]  # fmt: skip
    assert engine.values("SELECT relname FROM pg_class WHERE relkind = 'i' AND relname LIKE 'pair%' ORDER BY 1") == [
        "pair_0_left_key",
        "pair_1_right_pkey",
    ]
    assert engine.values("SELECT obj_description('pair_2_loose'::regclass)") == ["made by a test"]
    assert engine.rows("SELECT version, batch_id FROM tidegate.versions WHERE view = 'pair_1_right'") == [("1", "0")]
    assert engine.rows("SELECT rows, bytes FROM tidegate.shards WHERE view = 'pair_1_right' AND shard = 0") == [(None, None)]
    published = "SELECT count(*) FROM pg_get_publication_tables('pair_0_left')"
    assert engine.rows(f"SELECT pg_relation_is_publishable('pair_0_left'), ({published})") == [("f", "0")]
    assert checkpoint.opened == [], "looking at the catalog opens nothing"


OF_KEYS = (
    "SELECT c.conname, c.contype, c.conkey, pg_get_constraintdef(c.oid) FROM pg_constraint c "
    "JOIN pg_class t ON t.oid = conrelid WHERE t.relname LIKE 'pair%' ORDER BY 1",
    "SELECT c.relname, indisunique, indisprimary, indnullsnotdistinct, indkey, pg_get_indexdef(c.oid), "
    "pg_get_indexdef(c.oid, 1, true) FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE c.relname LIKE 'pair%' ORDER BY 1",
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename LIKE 'pair%' ORDER BY 1",
    "SELECT relname, attname, attnotnull FROM pg_attribute JOIN pg_class c ON c.oid = attrelid "
    "WHERE relname LIKE 'pair%' AND attnum > 0 ORDER BY relname, attnum",
    "SELECT table_name, column_name, is_nullable FROM information_schema.columns WHERE table_name LIKE 'pair%' "
    "ORDER BY table_name, ordinal_position",
    "SELECT table_name, constraint_name, constraint_type, nulls_distinct FROM information_schema.table_constraints "
    "WHERE table_name LIKE 'pair%' AND constraint_type <> 'CHECK' ORDER BY 1",
    "SELECT constraint_name, column_name, ordinal_position FROM information_schema.key_column_usage "
    "WHERE table_name LIKE 'pair%' ORDER BY 1, 3",
    "SELECT table_name, column_name, constraint_name FROM information_schema.constraint_column_usage "
    "WHERE table_name LIKE 'pair%' AND constraint_name LIKE '%key' ORDER BY 1, 2",
)


def test_a_key_that_may_hold_null_is_shown_as_what_it_is(engine: AttachedHarness, postgres_dsn: str) -> None:
    """PostgreSQL has a word for it: unique, NULLs not distinct. A primary key is what never holds NULL."""
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE pair_0_left (k int, i int, n bigint, CONSTRAINT pair_0_left_key UNIQUE NULLS NOT DISTINCT (k, i))"
        )
        connection.execute("CREATE TABLE pair_1_right (k int PRIMARY KEY, n bigint NOT NULL)")
        connection.execute("CREATE TABLE pair_2_loose (k int, n bigint)")
        try:
            for sql in OF_KEYS:
                cursor = psycopg.RawCursor(connection)
                assert engine.rows(sql) == [
                    tuple(None if value is None else bytes(value).decode() for value in row) for row in _texts(cursor, sql)
                ], sql
        finally:
            connection.execute("DROP TABLE pair_0_left, pair_1_right, pair_2_loose")


def _texts(cursor: psycopg.Cursor[Any], sql: str) -> Iterator[tuple[bytes | None, ...]]:
    """Rows as PostgreSQL writes them."""
    result = cursor.execute(sql.encode()).pgresult
    assert result is not None
    return (tuple(result.get_value(row, column) for column in range(result.nfields)) for row in range(result.ntuples))


def test_a_published_view_comes_before_a_table(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    schema = ViewSchema("pair_1_right", PUBLISHED.columns, ("k",), ("k",), HashPartitioning(2), (2,))
    engine.rows("SELECT sum(k) FROM pair_1_right")
    engine.write(schema, pa.table({"k": pa.array([1], pa.int32()), "name": ["one"]}))
    assert engine.rows("SELECT * FROM pair_1_right") == [("1", "one")]
    assert engine.rows("SELECT readable, reason FROM tidegate.state_tables WHERE \"table\" = 'pair_1_right'") == [
        ("f", "hidden by the published view pair_1_right")
    ]
    checkpoint.commit(contents(1))
    engine.refresh()
    assert engine.rows("SELECT sum(k) FROM pair_1_right") == [("1",)]
    assert engine.rows("SELECT DISTINCT n FROM pair_0_left") == [("1",)]


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    odd = FakeCheckpoint([RIGHT], unreadable=(Unreadable("pair_3_odd", 0, "default", "a typed imperative aggregate"),))
    odd.commit(contents(0))
    waiting = FakeCheckpoint([RIGHT], uri="fake://waiting")
    with AttachedHarness(tmp_path, {"pair": odd, "late": waiting}) as engine:
        with pytest.raises(UnsupportedFormat, match="pair_3_odd"):
            engine.rows("SELECT * FROM pair_3_odd")
        with pytest.raises(CheckpointNotReady, match=r"attachment late: .* no committed batch"):
            engine.rows("SELECT * FROM late")
        assert engine.rows('SELECT attachment, "table", readable, reason FROM tidegate.state_tables ORDER BY 1, 2') == [
            ("late", None, "f", "checkpoint fake://waiting has no committed batch yet"),
            ("pair", "pair_1_right", "t", None),
            ("pair", "pair_3_odd", "f", "a typed imperative aggregate"),
        ]
        odd.fault = Broken("the folder is gone")
        engine.refresh()
        assert engine.rows("SELECT count(*) FROM pair_1_right") == [("30",)]
        assert engine.values("SELECT reason FROM tidegate.state_tables WHERE \"table\" = 'pair_1_right'") == ["the folder is gone"]


def test_few_partitions_are_read_alone_before_a_copy_is_made(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    sql = "SELECT i FROM pair_0_left WHERE k = 7 ORDER BY i"
    for _ in range(3):
        assert engine.values(sql) == ["0", "1"]
    assert len(checkpoint.opened) == 1
    assert engine.engine.copies.counters.built == 0
    assert engine.values(sql) == ["0", "1"]
    assert engine.engine.copies.counters.built == 1


def test_a_batch_that_spark_has_deleted_is_listed_no_longer(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    listed = "SELECT version FROM tidegate.versions WHERE view = 'pair_1_right' ORDER BY 1"
    checkpoint.commit(contents(1))
    engine.refresh()
    assert engine.values(listed) == ["1", "2"]
    checkpoint.purge(1)
    engine.refresh()
    assert engine.values(listed) == ["2"]
    with pytest.raises(StaleRead) as caught:
        engine.rows("SELECT count(*) FROM pair_1_right", settings=settings(read="1"))
    assert "minBatchesToRetain" in (caught.value.hint or "")


def test_staleness_counts_from_the_batch_that_is_missing(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    of = settings(staleness_ms=1000)
    sql = "SELECT count(*) FROM pair_1_right"
    assert engine.rows(sql, settings=of) == [("30",)]
    checkpoint.commit(contents(1), at_us=NOW_US - 5_000_000)
    with pytest.raises(StaleRead, match="5000 ms stale"):
        engine.rows(sql, settings=of)
    checkpoint.fault = Broken("the folder cannot be listed")
    engine.refresh()
    with pytest.raises(StaleRead, match="it cannot be told how stale"):
        engine.rows(sql, settings=of)
    checkpoint.fault = None
    engine.refresh()
    assert engine.rows(sql, settings=of) == [("30",)]


def test_what_is_streamed_is_open_before_its_first_row_leaves(engine: AttachedHarness, checkpoint: FakeCheckpoint) -> None:
    prepared = engine.prepare("SELECT * FROM pair_0_left")

    async def read() -> int:
        stream = engine.engine.open(prepared, (), (0, 0, 0), engine.context())
        assert not isinstance(stream, RowBlock)
        first = await stream.next(1)
        checkpoint.restart()
        rows = 0 if first is None else first.rows
        while (chunk := await stream.next(None)) is not None:
            rows += chunk.rows
        await stream.close()
        return rows

    assert engine.run(read()) == 2 * KEYS


def test_keys_are_copied_where_there_are_any(engine: AttachedHarness) -> None:
    output = CopyOutput(CopyForm("arrow"), keys=True)
    context = replace(engine.context(), copy=output)
    engine.engine.result_source(engine.prepare("SELECT n FROM pair_1_right").plan, (), context).close()
    with pytest.raises(Unsupported, match="has a key"):
        engine.engine.result_source(engine.prepare("SELECT n FROM pair_2_loose").plan, (), context)
