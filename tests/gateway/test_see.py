"""Tables of schema tidegate on a node that is alone: nodes, shards, queries, fragments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest

from gateway.contract.cancel import CancelReason
from gateway.contract.engine import RowBlock, RowStream, SessionInfo
from gateway.engine.recent import QUERIES_KEPT, SQL_SHOWN_MAX
from gateway.errors import QueryCancelled
from planner.errors import DivisionByZero
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.gateway.harness import Harness

pytestmark = pytest.mark.usefixtures("no_few_rows")

SCHEMA = ViewSchema("v", (Column("a", st.Int()), Column("b", st.String())), ("a",), ("a",), HashPartitioning(3), (2,))


@pytest.fixture
def tidegate(tmp_path: Any) -> Iterator[Harness]:
    with Harness(tmp_path) as made:
        made.write(SCHEMA, pa.table({"a": pa.array(range(20), pa.int32()), "b": ["x"] * 20}))
        yield made


def opened(tidegate: Harness, sql: str) -> RowStream:
    """An execution, not read yet."""
    prepared = tidegate.prepare(sql)
    context = replace(tidegate.context(), session=SessionInfo(pid=77, user="anna"))
    stream = tidegate.engine.open(prepared, (), (0,) * len(prepared.columns), context)
    assert not isinstance(stream, RowBlock)
    return stream


def test_a_node_that_is_alone(tidegate: Harness) -> None:
    sql = "SELECT name, state, phase, version_lag, shards_placed, shards_held, here, reason FROM tidegate.nodes"
    assert tidegate.rows(sql) == [("local", "alive", "serving", "0", "3", "3", "t", None)]
    assert tidegate.rows("SELECT DISTINCT owner, replicas, held_by FROM tidegate.shards") == [("local", "{local}", "{local}")]
    both = "SELECT view, shard, rows, bytes, min_key, max_key, version FROM tidegate.{} ORDER BY view, shard"
    assert tidegate.rows(both.format("shards")) == tidegate.rows(both.format("local_shards"))
    assert tidegate.rows("SELECT sum(rows) FROM tidegate.local_shards") == [("20",)]
    assert tidegate.rows("SELECT rows FROM tidegate.views") == [("20",)]


@pytest.mark.parametrize("name", ["views", "shards", "versions", "nodes", "local_shards", "queries", "fragments"])
def test_clients_find_the_tables(tidegate: Harness, name: str) -> None:
    listed = f"SELECT column_name FROM information_schema.columns WHERE table_schema = 'tidegate' AND table_name = '{name}'"
    described = f"SELECT attname FROM pg_attribute WHERE attrelid = 'tidegate.{name}'::regclass AND attnum > 0"
    columns = [(c.name,) for c in tidegate.prepare(f"SELECT * FROM tidegate.{name}").columns]
    assert tidegate.rows(f"{listed} ORDER BY ordinal_position") == columns
    assert tidegate.rows(f"{described} ORDER BY attnum") == columns


def test_an_execution_from_begin_to_end(tidegate: Harness) -> None:
    sql = "SELECT b, count(*) FROM v GROUP BY b"
    shown = f"SELECT pid, user_name, kind, state, rows, versions, fragments, error FROM tidegate.queries WHERE sql = '{sql}'"
    stream = opened(tidegate, sql)
    assert tidegate.rows(shown) == [("77", "anna", "query", "running", "0", "", "0", None)]

    async def read() -> None:
        while await stream.next(None) is not None:
            pass

    tidegate.run(read())
    assert tidegate.rows(shown) == [("77", "anna", "query", "done", "1", "v=1", "0", None)]
    tidegate.run(stream.close())
    assert tidegate.rows(shown) == [("77", "anna", "query", "done", "1", "v=1", "0", None)]
    ((elapsed, started),) = tidegate.rows(
        f"SELECT elapsed_ms > 0, started_at BETWEEN timestamptz '2020-01-01' AND timestamptz '2200-01-01' "
        f"FROM tidegate.queries WHERE sql = '{sql}'"
    )
    assert (elapsed, started) == ("t", "t")


def test_executions_that_do_not_end_well(tidegate: Harness) -> None:
    with pytest.raises(DivisionByZero):
        tidegate.rows("SELECT sum(1 / (a - a)) FROM v")
    closed = opened(tidegate, "SELECT count(*) FROM v WHERE b < 'y'")
    tidegate.run(closed.close())
    prepared = tidegate.prepare("SELECT count(*) FROM v WHERE b < 'z'")
    context = tidegate.context()
    cancelled: Any = tidegate.engine.open(prepared, (), (0,), context)
    context.cancel.cancel(CancelReason.USER)
    with pytest.raises(QueryCancelled):
        tidegate.run(cancelled.next(None))
    tidegate.run(cancelled.close())
    assert tidegate.rows("SELECT state, error FROM tidegate.queries WHERE sql LIKE '%FROM v%' ORDER BY id LIMIT 3") == [
        ("failed", "division by zero"),
        ("closed", None),
        ("cancelled", "canceling statement due to user request"),
    ]


def test_what_is_remembered_is_bounded(tidegate: Harness) -> None:
    long = f"SELECT count(*) FROM v WHERE b <> '{'x' * 2 * SQL_SHOWN_MAX}'"
    tidegate.rows(long)
    assert tidegate.rows("SELECT max(length(sql)) FROM tidegate.queries") == [(str(SQL_SHOWN_MAX),)]
    running = opened(tidegate, "SELECT min(a), max(b) FROM v")
    for _ in range(QUERIES_KEPT + 5):
        tidegate.run(opened(tidegate, "SELECT max(a), max(b) FROM v").close())
    # All that ended, this one, and the one that has been running all the time.
    counted = (
        "SELECT count(*), count(*) FILTER (WHERE state = 'running') FROM tidegate.queries WHERE kind = '{}' OR state = 'running'"
    )
    for _ in range(QUERIES_KEPT + 5):
        tidegate.rows("SELECT count(*) FROM tidegate.views")
    for kind in ("query", "catalog"):
        assert tidegate.rows(counted.format(kind)) == [(str(QUERIES_KEPT + 2), "2")]
    tidegate.run(running.close())


def test_keyed_reads_are_not_recorded(tidegate: Harness) -> None:
    tidegate.rows("SELECT * FROM v WHERE a = 7")
    assert tidegate.rows("SELECT count(*) FROM tidegate.queries WHERE sql LIKE '%a = 7%' AND kind <> 'catalog'") == [("0",)]
    assert tidegate.engine.counters.lean_blocks == 1
    assert tidegate.rows("SELECT count(*) FROM tidegate.queries WHERE sql = 'SELECT * FROM v WHERE a = 7'") == [("0",)]
