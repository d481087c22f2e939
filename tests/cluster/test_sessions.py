"""What sessions may ask of versions, time and completeness, with three real nodes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg
import pytest

from statestore.node.maintenance import maintain
from statestore.views import open_root
from statestore.views.retention import change_retention
from tests.cluster.answers import QUERIES, answer, orders, publish_all, publish_orders
from tests.plugins.cluster import Cluster, ClusterFactory, running_cluster, wait_until
from tests.plugins.gateway import running_gateway

ROWS = orders(0).num_rows
BASE = sum(orders(0).column("amount").to_pylist(), Decimal(0))
TOTAL = "SELECT sum(amount), count(*) FROM orders"


def version_of(row: tuple[Any, ...]) -> int:
    """The version that an answer to TOTAL was read at."""
    total, count = row
    assert count == ROWS
    version, rest = divmod(total - BASE, ROWS)
    assert rest == 0, "rows of different versions"
    return int(version)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    publish_all(tmp_path / "root")
    return tmp_path / "root"


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    """Connections that are closed when the test ends."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def three(root: Path, tmp_path: Path) -> Iterator[Cluster]:
    arguments = tmp_path / "kept.toml"
    arguments.write_text("[store]\nkeep_versions = 4\nkeep_age_s = 0\n")
    with running_cluster(root, tmp_path / "cluster", arguments=("--config", str(arguments))) as found:
        yield found


def connect(node: Any, **more: Any) -> psycopg.Connection[Any]:
    return psycopg.connect(node.dsn, autocommit=True, **more)


def test_versions_that_a_session_asks_for(three: Cluster, root: Path) -> None:
    for version in (2, 3):
        publish_orders(root, version)
    three.await_placed()
    for node in three.nodes.values():
        with connect(node) as connection:
            assert [version_of(row) for row in answer(connection, TOTAL)] == [3]
            connection.execute("SET tidegate.read_version = 'orders=2'")
            assert [version_of(row) for row in answer(connection, TOTAL)] == [2]
            assert answer(connection, "SELECT min(amount - 2) FROM orders WHERE customer = 17") == [(0,)]
            connection.execute("RESET tidegate.read_version")
            connection.execute("SET tidegate.min_version = 'orders=5'")
            with pytest.raises(psycopg.errors.SerializationFailure) as told:
                answer(connection, TOTAL)
            assert "2 short" in str(told.value.diag.message_detail)
            connection.execute("RESET tidegate.min_version")
            connection.execute("SET tidegate.max_staleness = '1s'")
            assert [version_of(row) for row in answer(connection, TOTAL)] == [3]
            assert "orders=3" in answer(connection, "SHOW tidegate.version")[0][0]


def test_a_version_that_only_the_root_keeps_and_one_that_is_gone(three: Cluster, root: Path) -> None:
    """Each node answers from what it has made itself, whatever shards it holds."""
    for version in range(2, 10):
        publish_orders(root, version)
        three.await_placed()
    opened = open_root(str(root))
    change_retention(opened.folder("orders"), versions=7, age="0s", base_every=1)
    maintain(opened, "orders")
    for node in three.nodes.values():
        with connect(node) as connection:
            connection.execute("SET tidegate.read_version = 'orders=4'")
            assert [version_of(row) for row in answer(connection, TOTAL)] == [4]
            assert answer(connection, "SELECT min(amount - 4) FROM orders WHERE customer = 17") == [(0,)]
            connection.execute("SET tidegate.read_version = 'orders=1'")
            with pytest.raises(psycopg.errors.SerializationFailure, match="no longer kept") as told:
                answer(connection, TOTAL)
            assert told.value.diag.message_detail == "Versions 3 to 9 are kept at the root."


def test_repeatable_read_keeps_its_versions(three: Cluster, root: Path, opened: ExitStack) -> None:
    connections = [opened.enter_context(psycopg.connect(node.dsn)) for node in three.nodes.values()]
    for connection in connections:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        assert [version_of(row) for row in answer(connection, TOTAL)] == [1]
    publish_orders(root, 2)
    three.await_placed()
    for connection in connections:
        assert [version_of(row) for row in answer(connection, TOTAL)] == [1]
        assert answer(connection, "SELECT min(amount - 1) FROM orders WHERE customer = 17") == [(0,)]
        connection.rollback()
        assert [version_of(row) for row in answer(connection, TOTAL)] == [2]


def test_one_version_while_others_are_published(cluster: ClusterFactory, root: Path) -> None:
    done = threading.Event()

    def publish() -> None:
        version = 2
        while not done.wait(0.2):
            publish_orders(root, version)
            version += 1

    with cluster(root, replicas=2) as found:
        publisher = threading.Thread(target=publish)
        publisher.start()
        try:
            seen = [list(_versions(node)) for node in found.nodes.values()]
        finally:
            done.set()
            publisher.join()
    for versions in seen:
        assert versions == sorted(versions)
    assert max(max(versions) for versions in seen) > 1


def _versions(node: Any) -> Iterator[int]:
    # Scans, joins with itself and keyed reads: every reference to the view sees the same version.
    twice = "SELECT sum(a.amount), count(*) FROM orders a JOIN orders b USING (customer, number) WHERE a.amount = b.amount"
    with connect(node) as connection:
        for _ in range(4):
            for sql in (TOTAL, twice):
                yield version_of(answer(connection, sql)[0])
            states = answer(connection, "SELECT sum(amount), count(*) FROM orders GROUP BY state")
            yield version_of((sum(row[0] for row in states), sum(row[1] for row in states)))
            rows = answer(connection, "SELECT amount FROM orders ORDER BY customer, number")
            yield version_of((sum(row[0] for row in rows), len(rows)))


def test_a_node_is_killed_and_nobody_notices(cluster: ClusterFactory, root: Path, tmp_path: Path, opened: ExitStack) -> None:
    with running_gateway(root, tmp_path / "one") as one, connect(one) as connection:
        expected = {sql: answer(connection, sql) for sql in QUERIES}
    with cluster(root, replicas=2, dead_after_s=None) as found:
        connections = {name: opened.enter_context(connect(found.nodes[name])) for name in "ab"}
        found.kill("c")
        for connection in connections.values():
            for sql in QUERIES:
                assert answer(connection, sql) == expected[sql], sql
        found.start("c")
        found.await_placed()
        with connect(found.nodes["c"]) as connection:
            for sql in QUERIES:
                assert answer(connection, sql) == expected[sql], sql


def test_a_shard_without_a_node(cluster: ClusterFactory, root: Path) -> None:
    with cluster(root, replicas=1, dead_after_s=None) as found:
        lost = found.status("c").views["orders"].shards
        warnings: list[str] = []
        with connect(found.nodes["a"]) as connection:
            connection.add_notice_handler(lambda told: warnings.append(f"{told.sqlstate} {told.message_primary}"))
            found.kill("c")
            with pytest.raises(psycopg.Error) as told:
                answer(connection, TOTAL)
            assert told.value.sqlstate == "08006"
            assert "node c" in str(told.value.diag.message_detail)
            connection.execute("SET tidegate.partial_results = on")
            total, count = answer(connection, TOTAL)[0]
            assert 0 < count < ROWS
            assert all(str(shard) in warnings[-1] for shard in lost)
            assert warnings[-1].startswith("01000 rows of view orders are missing")
            rows = answer(connection, "SELECT amount FROM orders ORDER BY customer, number")
            assert (sum(row[0] for row in rows), len(rows)) == (total, count)
            assert len(warnings) == 2


#: Its fragments run for minutes: every customer's orders, joined to themselves again and again, where they are.
SLOW = "SELECT count(*) FROM orders o" + "".join(f" JOIN orders o{i} ON o{i}.customer = o.customer" for i in range(12))
RUNNING = "SELECT count(*) FROM tidegate.queries WHERE state = 'running' AND sql LIKE '%orders%' AND sql NOT LIKE '%tidegate%'"


@pytest.mark.parametrize("how", ["timeout", "cancel", "disconnect"])
def test_what_is_cancelled_ends_on_every_node(three: Cluster, how: str, opened: ExitStack) -> None:
    connection = opened.enter_context(connect(three.nodes["a"]))
    if how == "timeout":
        connection.execute("SET statement_timeout = 500")
        with pytest.raises(psycopg.errors.QueryCanceled):
            answer(connection, SLOW)
    else:
        failed = threading.Thread(target=_fail, args=(connection,))
        failed.start()
        wait_until(lambda: all(_busy(node) for node in three.nodes.values()), 20, "every node runs its fragment")
        if how == "cancel":
            connection.cancel()
        else:
            _break(connection)
        failed.join()
    wait_until(lambda: not any(_busy(node) for node in three.nodes.values()), 20, "no node runs a fragment any more")


def _fail(connection: psycopg.Connection[Any]) -> None:
    with pytest.raises(psycopg.Error):
        answer(connection, SLOW)


def _break(connection: psycopg.Connection[Any]) -> None:
    import socket

    with socket.socket(fileno=connection.pgconn.socket) as stolen:
        stolen.shutdown(socket.SHUT_RDWR)
        stolen.detach()


def _busy(node: Any) -> bool:
    with connect(node) as connection:
        return bool(answer(connection, RUNNING)[0][0])
