"""Reads of several keys of one shard that another node holds: forwarded as points are, unless they turn out long."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest

from planner.distribute.placement import placed
from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.sharding import shard_function
from statestore.views.local_writer import write_version
from tests.cluster.nodes import Nodes, cluster
from tests.cluster.test_forward import answers, in_general, open_raw
from tests.gateway.serving import SYNC, bind, describe, execute, shown

COLUMNS = (
    Column("sensor", st.Int(), nullable=False),
    Column("at", st.Long(), nullable=False),
    Column("value", st.Double()),
    Column("note", st.String()),
)
SCHEMA = ViewSchema("readings", COLUMNS, ("sensor", "at"), ("sensor",), HashPartitioning(8), (4,))
SHARD_OF = shard_function(SCHEMA)
SENSORS = 40
SHORT, LONG = 20, 7_000
ROUND = describe("P", "") + execute() + SYNC
QUERIES = (
    "SELECT * FROM readings WHERE sensor = $1 ORDER BY at",
    "SELECT count(*), sum(value), max(note) FROM readings WHERE sensor = $1",
    "SELECT at, upper(note) FROM readings WHERE sensor = $1 AND at >= 3 AND at < 7 AND value > 1 ORDER BY at DESC LIMIT 2",
    "SELECT note FROM readings WHERE sensor = $1 AND at IN (3, 1, 900000, 7)",
    "SELECT at % 3, count(*) FROM readings WHERE sensor = $1 GROUP BY at % 3 ORDER BY 1",
)


def sizes() -> list[int]:
    """Of each sensor; every fourth has many rows."""
    return [LONG if sensor % 4 == 0 else SHORT for sensor in range(SENSORS)]


def table() -> pa.Table:
    keys = [(sensor, at) for sensor, size in enumerate(sizes()) for at in range(size)]
    return pa.table(
        {
            "sensor": pa.array([sensor for sensor, _ in keys], pa.int32()),
            "at": pa.array([at for _, at in keys], pa.int64()),
            "value": pa.array([at / 2 for _, at in keys]),
            "note": pa.array([None if at % 5 == 0 else f"note {at}" for _, at in keys]),
        }
    )


def theirs(nodes: Nodes, size: int) -> list[int]:
    """Sensors of that size whose first holder is node b."""
    found = [s for s in range(SENSORS) if placed(SCHEMA, SHARD_OF((s,)), list(nodes.nodes), nodes.replicas)[0] == "b"]
    return [sensor for sensor in found if sizes()[sensor] == size]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    folder: Path = tmp_path_factory.mktemp("forward-ranges")
    with cluster(folder) as nodes:
        nodes.settle(SCHEMA, write_version(nodes.root, SCHEMA, table()))
        yield nodes


@pytest.mark.parametrize("sql", QUERIES)
def test_short_reads_are_the_holder_s_bytes(pair: Nodes, sql: str) -> None:
    rounds = [bind("", "s", str(sensor).encode()) + ROUND for sensor in theirs(pair, SHORT)]
    with open_raw(pair, "a", sql) as wrong, open_raw(pair, "b", sql) as right:
        expected = answers(right, rounds)
        answers(wrong, rounds[:2])  # the way there is made
        recorded = in_general(pair, "a")
        assert answers(wrong, rounds) == expected
        assert in_general(pair, "a") == recorded


@pytest.mark.parametrize("sql", QUERIES)
def test_long_reads_are_not_taken_in_one_piece(pair: Nodes, sql: str) -> None:
    with psycopg.connect(pair["b"].dsn, autocommit=True) as right, psycopg.connect(pair["a"].dsn, autocommit=True) as wrong:
        for sensor in theirs(pair, LONG)[:2]:
            # Another program than the other tests': one that was left again and again is seldom tried.
            text = sql.replace("sensor = $1", "sensor = $1 AND at > -1").replace("%", "%%").replace("$1", "%s")
            expected = right.execute(text, (sensor,)).fetchall()
            for prepare in (False, True, True):
                assert wrong.execute(text, (sensor,), prepare=prepare).fetchall() == expected


def test_short_ones_among_long_ones(pair: Nodes) -> None:
    (long, *_), (short, *_) = theirs(pair, LONG), theirs(pair, SHORT)
    with open_raw(pair, "a", "SELECT at FROM readings WHERE sensor = $1") as client:
        rounds = [bind("", "s", str(sensor).encode()) + ROUND for sensor in (short, long)]
        answers(client, rounds)
        recorded = in_general(pair, "a")
        told = answers(client, rounds * 20)
        assert [shown(answer)[-2] for answer in told] == [f"SELECT {SHORT}", f"SELECT {LONG}"] * 20
        assert in_general(pair, "a") == recorded + 20
