"""Isolated instances: what is answered there, who gets one and when, who is suspected; sizes from the options."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from gateway.contract.cancel import CancelReason, CancelToken
from gateway.engine.duck.instance import Duck
from gateway.engine.duck.isolated_instances import IsolatedInstance, IsolatedInstances
from gateway.engine.duck.source import DuckSource
from gateway.engine.duck.watch import LOOK_S, Suspects, Watch, used
from gateway.engine.functions.processes import FunctionProcesses
from gateway.engine.options import MIB, EngineOptions
from gateway.errors import QueryCancelled
from planner.errors import OutOfMemory
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness, no_collections
from tests.gateway.serving import serving
from tests.hostile.process import eventually

ITEMS = ViewSchema("items", (Column("id", st.Long()), Column("word", st.String())), ("id",), ("id",), HashPartitioning(3), (2,))
MANY = "SELECT md5(a.word || b.word) AS t FROM items a, items b"
SMALL = EngineOptions(memory_bytes=64 * MIB, query_memory_bytes=32 * MIB, copy_bytes=8 * MIB)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    with Harness(tmp_path_factory.mktemp("instances"), SMALL) as made:
        made.write(ITEMS, pa.table({"id": pa.array(range(1000), pa.int64()), "word": [f"w{i}" for i in range(1000)]}))
        yield made


# -------------------------------------------------------------------------------------------------------------- answers


def test_a_failed_query_holds_nothing(engine: Harness) -> None:
    """Neither what moved nor what failed there, or its errors, keeps the versions that it read."""
    before = engine.engine.engine_pool.instances.entered
    with serving(engine.engine) as thread, no_collections():
        dsn = f"host=127.0.0.1 port={thread.server.port} user=tester dbname=tidegate"
        with psycopg.connect(dsn, autocommit=True) as connection:
            for sql in (
                f"SELECT count(*) FROM (SELECT t FROM ({MANY}) x ORDER BY t OFFSET 1) y",
                "SELECT 1 / (id - id) FROM items",
            ):
                with pytest.raises((psycopg.errors.OutOfMemory, psycopg.errors.DivisionByZero)):
                    connection.execute(sql)
            assert connection.execute("SELECT count(*) FROM items").fetchone() == (1000,)
        eventually(lambda: not any(isinstance(kept, DuckSource) for kept in gc.get_objects()), "the queries are forgotten")
    assert engine.engine.engine_pool.instances.entered > before, "it did move"


def rows_read(engine: Harness, sql: str, instance: IsolatedInstance | None) -> list[dict[str, Any]]:
    """The rows as DuckDB gives them, there."""
    source = engine.engine.duck_source(engine.prepare(sql).plan, (), engine.context())
    if instance is not None:
        source.move_to(instance)
    found = []
    try:
        while (batch := source.read()) is not None:
            found += batch.to_pylist()
    finally:
        source.close()
    return found


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*), sum(id), min(word) FROM items",
        "SELECT word FROM items WHERE id IN (5, 6, 2000) ORDER BY 1",
        "SELECT id FROM items WHERE id BETWEEN 10 AND 20 ORDER BY 1 DESC",
        "SELECT count(*) FROM items a JOIN items b USING (id) WHERE a.word LIKE '%9'",
        "WITH c AS MATERIALIZED (SELECT id % 5 AS k FROM items) SELECT x.k, count(*) FROM c x JOIN c y USING (k) GROUP BY 1"
        " ORDER BY 1",
        "SELECT word FROM items ORDER BY word DESC LIMIT 3",
        "SELECT relname FROM pg_class WHERE relname = 'items'",
        "SELECT 'items'::regclass::text, to_char(1234.5, '9,999.9'), current_setting('TimeZone')",
        "SELECT a.attname, count(i.id) FROM pg_attribute a, items i WHERE a.attrelid = 'items'::regclass AND a.attnum > 0"
        " GROUP BY 1 ORDER BY 1",
    ],
)
def test_a_room_gives_the_same_answers(engine: Harness, sql: str) -> None:
    instances = engine.engine.engine_pool.instances
    instance = engine.run(instances.enter(CancelToken()))
    here, there = rows_read(engine, sql, None), rows_read(engine, sql, instance)
    assert here == there
    assert here
    assert engine.run(instances.enter(CancelToken())) is instance, "it was left when the result had ended"
    instances.leave(instance)


def test_a_query_beyond_its_memory_is_begun_anew_and_told_so(engine: Harness) -> None:
    instances = engine.engine.engine_pool.instances
    for sql in (f"SELECT t FROM ({MANY}) q ORDER BY t", f"EXPLAIN ANALYZE SELECT t FROM ({MANY}) q ORDER BY t"):
        entered = instances.entered
        with pytest.raises(OutOfMemory) as raised:
            engine.rows(sql)
        assert raised.value.detail == f"The query needs more than query_memory_bytes, which is {32 * MIB}."
        assert instances.entered == entered + 1
    assert engine.rows("SELECT count(*) FROM items") == [("1000",)]


# ---------------------------------------------------------------------------------------------------------------- places


@pytest.fixture
def instances() -> Iterator[IsolatedInstances]:
    duck = Duck(SMALL, FunctionProcesses())
    made = IsolatedInstances(SMALL, FunctionProcesses(), duck.signals, None)  # type: ignore[arg-type]  # no instance is opened
    yield made
    made.close()
    duck.close()


async def settle() -> None:
    """What is about to happen happens."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_instances_are_given_in_turn(instances: IsolatedInstances) -> None:
    async def take() -> None:
        only = await instances.enter(CancelToken())
        waiting = [asyncio.ensure_future(instances.enter(CancelToken())) for _ in range(2)]
        await settle()
        assert not any(task.done() for task in waiting)
        threading.Thread(target=instances.leave, args=(only,)).start()
        assert await waiting[0] is only
        assert not waiting[1].done()
        instances.leave(only)
        assert await waiting[1] is only
        instances.leave(only)

    assert len(instances) == 1
    asyncio.run(take())


def test_who_no_longer_waits_takes_no_instance(instances: IsolatedInstances) -> None:
    async def give_up() -> None:
        only = await instances.enter(CancelToken())
        token = CancelToken()
        cancelled, left, last = (asyncio.ensure_future(instances.enter(t)) for t in (token, CancelToken(), CancelToken()))
        await settle()
        token.cancel(CancelReason.TIMEOUT)
        left.cancel()
        with pytest.raises(QueryCancelled):
            await cancelled
        with pytest.raises(asyncio.CancelledError):
            await left
        instances.leave(only)
        assert await last is only
        instances.leave(only)
        late = CancelToken()
        await instances.enter(CancelToken())
        granted = asyncio.ensure_future(instances.enter(late))
        await settle()
        instances.leave(only)
        late.cancel(CancelReason.USER)  # at the same moment: it has been given the instance, and gives it back
        with pytest.raises(QueryCancelled):
            await granted
        assert await instances.enter(CancelToken()) is only

    asyncio.run(give_up())


# --------------------------------------------------------------------------------------------------------------- watching


def test_the_oldest_is_stopped_while_too_much_is_used() -> None:
    stops: list[str] = []
    suspects = Suspects(SMALL)
    old, young = suspects.enter(lambda: stops.append("old")), suspects.enter(lambda: stops.append("young"))
    suspects.look(10 * MIB, 12 * MIB)
    suspects.look(30 * MIB, 32 * MIB)
    assert stops == [], "20 MiB more than there were: of 24 at most"
    suspects.look(35 * MIB, 36 * MIB)
    suspects.look(0, 0)
    assert stops == ["old", "old"], "as long as it is there, and no other"
    suspects.leave(old)
    suspects.look(24 * MIB, 24 * MIB)
    assert stops == ["old", "old"]
    suspects.look(5 * MIB, 37 * MIB)
    assert stops == ["old", "old", "young"], "of 40 MiB less than 4 are left"
    assert old.suspected
    assert young.suspected
    suspects.leave(young)
    suspects.look(40 * MIB, 40 * MIB)


def test_what_copies_hold_is_no_query_s() -> None:
    duck = Duck(SMALL, FunctionProcesses())
    with duck.cursor() as cursor:
        cursor.execute("CREATE TABLE held AS SELECT md5(i::VARCHAR) AS t FROM range(100000) r(i)")
        of_queries, of_all = used(cursor, 0)
        assert of_all > 3 * MIB + of_queries
    duck.close()


def test_the_watch_looks_while_a_query_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after it has fallen asleep, which it does soon here."""
    monkeypatch.setattr("gateway.engine.duck.watch.LOOKS_FOR_NOTHING", 1)
    monkeypatch.setattr("gateway.engine.duck.watch.used", lambda cursor, all_bytes: (all_bytes, all_bytes))
    duck = Duck(SMALL, FunctionProcesses())
    watch = Watch(duck.database, SMALL)
    try:
        for _ in range(3):
            stopped = threading.Event()
            watched = watch.enter(stopped.set)
            assert stopped.wait(60)
            watch.leave(watched)
            threading.Event().wait(3 * LOOK_S)
    finally:
        watch.close()
        duck.close()


# ---------------------------------------------------------------------------------------------------------------- options


def sizes(**options: Any) -> tuple[int, int, int]:
    """What one query may use, instances, what is common; in MiB."""
    made = EngineOptions(**{name: value * MIB for name, value in options.items()})
    return made.query_bytes // MIB, made.isolated_instances, made.common_bytes // MIB


def test_memory_is_divided() -> None:
    assert sizes() == (512, 1, 512)
    assert sizes(memory_bytes=1024, query_memory_bytes=1024) == (1024, 0, 1024)
    assert sizes(memory_bytes=1024, query_memory_bytes=1000) == (1000, 1, 24)
    assert sizes(memory_bytes=1024, query_memory_bytes=256) == (256, 2, 512)
    assert sizes(memory_bytes=1024, query_memory_bytes=64) == (64, 4, 768)
    assert sizes(memory_bytes=32) == (16, 1, 16)
    assert sizes(memory_bytes=31) == (31, 0, 31)


@pytest.mark.parametrize(("memory", "query"), [(1024, 1025), (1024, 15), (1024, 1010), (20, 16)])
def test_a_limit_that_cannot_be_kept_is_refused(memory: int, query: int) -> None:
    with pytest.raises(ValueError, match="query_memory_bytes"):
        EngineOptions(memory_bytes=memory * MIB, query_memory_bytes=query * MIB)


def test_instances_share_the_spill_folder(tmp_path: Path) -> None:
    options = EngineOptions(memory_bytes=64 * MIB, spill_folder=str(tmp_path / "a" / "b"), spill_bytes=100 * MIB)
    assert options.spill_bytes_each == 50 * MIB
