"""The only owner of a shard is silent for longer than heartbeats allow: what other nodes say of its rows, and when it is back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from planner.distribute.placement import placed
from statestore.sharding import shard_function
from tests.cluster.answers import CUSTOMER_COUNT, CUSTOMERS
from tests.plugins.cluster import Cluster, running_cluster, value, wait_until

_SHARD_OF = shard_function(CUSTOMERS)
THEIRS = [i for i in range(CUSTOMER_COUNT) if placed(CUSTOMERS, _SHARD_OF((i,)), ["a", "b"], 1) == ("b",)]
KEY, OTHER = THEIRS[:2]
BY_KEY = "SELECT name FROM customers WHERE customer = %s"
OF_KEY = f"SELECT name FROM customers WHERE customer = {KEY}"
ROW = [(f"customer {KEY}",)]

Connection = psycopg.Connection[Any]


@pytest.fixture(scope="module")
def nodes(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Nodes a and b, one replica."""
    found = running_cluster(root, tmp_path_factory.mktemp("cluster"), nodes=2, replicas=1, dead_after_s=None)
    with found as cluster:
        yield cluster


def _copied(connection: Connection, sql: str) -> list[tuple[Any, ...]]:
    with connection.cursor().copy(sql.encode()) as copy:
        return list(copy.rows())


def _from_cursor(connection: Connection, sql: str) -> list[tuple[Any, ...]]:
    with connection.transaction():
        connection.execute(f"DECLARE c CURSOR FOR {sql}".encode())
        return connection.execute("FETCH ALL FROM c").fetchall()


def _at_one_version(connection: Connection) -> list[tuple[Any, ...]]:
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return connection.execute(BY_KEY, (KEY,)).fetchall()


#: A query waits for a replica for some seconds: a machine that is too busy to go on within them is given another try.
TRIES = 5

#: Each asks node a for rows that only node b has.
WAYS: dict[str, Callable[[Connection], list[tuple[Any, ...]]]] = {
    "prepared": lambda c: c.execute(BY_KEY, (KEY,), prepare=True).fetchall(),
    "unnamed": lambda c: c.execute(BY_KEY, (KEY,), prepare=False).fetchall(),
    "simple": lambda c: psycopg.ClientCursor(c).execute(OF_KEY.encode()).fetchall(),
    "in a transaction": lambda c: _in_transaction(c),
    "repeatable read": _at_one_version,
    "EXECUTE": lambda c: c.execute(f"EXECUTE by_key({KEY})".encode()).fetchall(),
    "a limit": lambda c: c.execute(f"{OF_KEY} LIMIT 1".encode()).fetchall(),
    "several keys": lambda c: c.execute("SELECT name FROM customers WHERE customer = ANY(%s) LIMIT 1", ([KEY],)).fetchall(),
    "cursor": lambda c: _from_cursor(c, OF_KEY),
    "COPY of a key": lambda c: _copied(c, f"COPY ({OF_KEY}) TO STDOUT"),
    "COPY": lambda c: [row[1:2] for row in _copied(c, "COPY customers TO STDOUT") if row[0] == str(KEY)],
    "fragments": lambda c: c.execute("SELECT max(name) FROM customers WHERE name = %s", ROW[0]).fetchall(),
    "EXPLAIN ANALYZE": lambda c: [ROW[0] for (line,) in c.execute(f"EXPLAIN ANALYZE {OF_KEY}".encode()) if line == "  Rows: 1"],
}  # fmt: skip


def _in_transaction(connection: Connection) -> list[tuple[Any, ...]]:
    with connection.transaction():
        return connection.execute(BY_KEY, (KEY,), prepare=True).fetchall()


def _connected(cluster: Cluster) -> Connection:
    """A session that has asked for b's rows before, in the ways that leave something behind."""
    connection = psycopg.connect(cluster.dsns["a"], autocommit=True)
    connection.execute("PREPARE by_key AS SELECT name FROM customers WHERE customer = $1")
    for _ in range(3):
        for way in ("prepared", "unnamed", "simple", "EXECUTE"):
            assert WAYS[way](connection) == ROW
    return connection


def _await_state(cluster: Cluster, state: str) -> None:
    with psycopg.connect(cluster.dsns["a"], autocommit=True) as connection:
        sql = "SELECT state FROM tidegate.nodes WHERE name = 'b'"
        wait_until(lambda: value(connection, sql) == state, 20, f"b is {state}")


def test_every_way_of_asking_names_the_silent_node(nodes: Cluster) -> None:
    _await_state(nodes, "alive")
    connections = {way: _connected(nodes) for way in WAYS}
    for way, connection in connections.items():
        assert WAYS[way](connection) == ROW, way

    def fault(way: str) -> psycopg.Error | list[tuple[Any, ...]]:
        try:
            return WAYS[way](connections[way])
        except psycopg.Error as error:
            return error

    with nodes.standing_still("b"), ThreadPoolExecutor(len(WAYS)) as pool:
        _await_state(nodes, "dead")
        found = dict(zip(WAYS, pool.map(fault, WAYS), strict=True))
    for way, error in found.items():
        assert isinstance(error, psycopg.errors.ConnectionFailure), (way, error)
        assert error.sqlstate == "08006", way
        assert "no live replica of shard" in str(error.diag.message_primary), way
        assert str(error.diag.message_detail).startswith("node b: dead, "), (way, error.diag.message_detail)
    _await_state(nodes, "alive")
    for way, connection in connections.items():
        assert WAYS[way](connection) == ROW, way
        connection.close()


@pytest.mark.parametrize("way", ["prepared", "simple", "COPY", "fragments"])
def test_a_node_that_was_only_slow_is_waited_for(nodes: Cluster, way: str) -> None:
    """It is back while the query waits, and gives the answer."""
    found = list[Any]()
    with psycopg.connect(nodes.dsns["a"], autocommit=True) as watch:
        while len(found) < TRIES and not (found and found[-1] == ROW):
            found.append(_asked_meanwhile(nodes, watch, WAYS[way]))
            assert found[-1] == ROW or getattr(found[-1], "sqlstate", "") == "08006"
    assert found[-1] == ROW


def _asked_meanwhile(cluster: Cluster, watch: Connection, ask: Callable[[Connection], list[tuple[Any, ...]]]) -> Any:
    """The answer, or the error, of a query that began to wait while b stood still."""
    running = "SELECT count(*) FROM tidegate.queries WHERE state = 'running' AND pid = %s"
    _await_state(cluster, "alive")
    with _connected(cluster) as connection, ThreadPoolExecutor(1) as pool:
        pid = connection.info.backend_pid
        with cluster.standing_still("b"):
            _await_state(cluster, "dead")
            answer = pool.submit(ask, connection)
            wait_until(lambda: value(watch, running.replace("%s", str(pid))) == 1 or answer.done(), 20, "the query waits")
        error = answer.exception()
        assert error is None or isinstance(error, psycopg.Error)
        return error or answer.result()
