"""Three nodes that find each other through Kafka: without it at the start, when it is lost, a node that dies, two of one name."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

pytest.importorskip("confluent_kafka", reason="this machine lacks confluent-kafka (pip install 'tidegate[kafka]')")

from statestore.schema import Column, HashPartitioning, ViewSchema
from statestore.types import Int, Long
from statestore.views import open_root
from statestore.views.local_writer import write_version
from tests.cluster.rolling import HTTP, unready
from tests.kafka.nodes import KafkaCluster, kafka_cluster
from tests.plugins.cluster import wait_until
from tests.plugins.gateway import running_gateway, start_gateway
from tests.plugins.kafka import KafkaBroker
from tests.plugins.postgres import free_port

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(600)]

WAIT_S = 60.0
#: Less than the session timeout, which is how long Kafka keeps a member that was killed.
GONE_S = 9.0
ROWS = 200
SCHEMA = ViewSchema("v", (Column("k", Int(), nullable=False), Column("n", Long())), ("k",), ("k",), HashPartitioning(8), (2,))
EVERYTHING = [(ROWS, sum(i * i for i in range(ROWS)))]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    keys = range(ROWS)
    rows = pa.table({"k": pa.array(keys, pa.int32()), "n": pa.array([i * i for i in keys], pa.int64())})
    write_version(open_root(str(tmp_path / "root"), create=True), SCHEMA, rows)
    return tmp_path / "root"


@pytest.fixture
def nodes(kafka: KafkaBroker, root: Path, tmp_path: Path) -> Iterator[KafkaCluster]:
    with kafka_cluster(root, tmp_path / "nodes", kafka.bootstrap, fresh_name(), replicas=2, dead_after_s=None) as cluster:
        yield cluster


def fresh_name() -> str:
    return f"nodes-{uuid.uuid4().hex[:8]}"


def ask(dsn: str, sql: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(dsn) as connection:
        return connection.execute(sql.encode()).fetchall()


def answers_all(cluster: KafkaCluster, *names: str) -> None:
    for name in names:
        assert ask(cluster.nodes[name].dsn, "SELECT count(*), sum(n)::int8 FROM v") == EVERYTHING
        assert ask(cluster.nodes[name].dsn, "SELECT n FROM v WHERE k = 77") == [(77 * 77,)]


def reason(dsn: str, node: str) -> str:
    ((found,),) = ask(dsn, f"SELECT coalesce(reason, '') FROM tidegate.nodes WHERE name = '{node}'")
    return str(found)


def test_lost_kafka_changes_nothing_but_is_named(kafka: KafkaBroker, nodes: KafkaCluster) -> None:
    kafka.kill()
    try:
        dsn = nodes.nodes["a"].dsn
        wait_until(lambda: "does not answer" in reason(dsn, "a"), WAIT_S, "node a names the loss of Kafka")
        assert kafka.bootstrap in reason(dsn, "a")
        answers_all(nodes, "a", "b", "c")
        assert "the last known members go on: a, b, c" in nodes.nodes["a"].log.read_text()
        # A node that dies meanwhile is found out by heartbeats.
        nodes.kill("c")
        wait_until(lambda: ask(dsn, "SELECT state FROM tidegate.nodes WHERE name = 'c'") == [("dead",)], WAIT_S, "c is dead")
        answers_all(nodes, "a", "b")
    finally:
        kafka.start()
    wait_until(lambda: reason(nodes.nodes["a"].dsn, "a") == "", WAIT_S, "Kafka is back")
    left = "SELECT name FROM tidegate.nodes ORDER BY name"
    wait_until(lambda: ask(nodes.nodes["b"].dsn, left) == [("a",), ("b",)], WAIT_S, "the broker has removed c")
    nodes.start("c")
    wait_until(lambda: len(ask(nodes.nodes["b"].dsn, left)) == 3, WAIT_S, "c is a member again")
    nodes.await_placed()
    answers_all(nodes, "a", "b", "c")


def test_a_node_that_stops_is_gone_at_once(nodes: KafkaCluster) -> None:
    assert nodes.nodes["c"].stop() == 0
    members = ask(nodes.nodes["a"].dsn, "SELECT name FROM tidegate.nodes ORDER BY name")
    wait_until(
        lambda: ask(nodes.nodes["a"].dsn, "SELECT count(*) FROM tidegate.nodes") == [(2,)], GONE_S, f"of {members}, c is gone"
    )
    answers_all(nodes, "a", "b")


def test_two_nodes_of_one_name_are_refused_and_named(nodes: KafkaCluster, root: Path, tmp_path: Path) -> None:
    address = f"127.0.0.1:{free_port()}"
    options = ("--node", "b", "--kafka", nodes.bootstrap, "--cluster", nodes.name, "--advertise", address, "--replicas", "2")
    twin = start_gateway(root, tmp_path / "twin", *options, port=int(address.rpartition(":")[2]))
    try:
        for watcher in ("a", "c"):
            dsn = nodes.nodes[watcher].dsn
            wait_until(lambda dsn=dsn: "has joined from 2 addresses" in reason(dsn, "b"), WAIT_S, "the conflict is named")
            assert address in reason(dsn, "b")
            assert ask(dsn, "SELECT state FROM tidegate.nodes WHERE name = 'b'") == [("refused",)]
        wait_until(lambda: "has joined from 2 addresses" in reason(twin.dsn, "b"), WAIT_S, "the twin knows it too")
        answers_all(nodes, "a", "c")
    finally:
        twin.stop()
    wait_until(lambda: reason(nodes.nodes["a"].dsn, "b") == "", WAIT_S, "b is used again")
    answers_all(nodes, "a", "b", "c")


def test_a_node_is_ready_once_it_knows_the_members(kafka: KafkaBroker, root: Path, tmp_path: Path) -> None:
    port = free_port()
    options = ("--node", "a", "--kafka", kafka.bootstrap, "--cluster", fresh_name(), "--advertise", f"127.0.0.1:{port}", *HTTP)
    kafka.kill()
    try:
        gateway = start_gateway(root, tmp_path / "store", *options, port=port)
        try:
            assert unready(gateway) == "the members are not known yet"
            kafka.start()
            wait_until(lambda: unready(gateway) is None, WAIT_S, "the node is ready")
            assert ask(gateway.dsn, "SELECT count(*), sum(n)::int8 FROM v") == EVERYTHING
            kafka.kill()
            wait_until(lambda: "does not answer" in reason(gateway.dsn, "a"), WAIT_S, "node a names the loss of Kafka")
            assert unready(gateway) is None
        finally:
            assert gateway.stop() == 0
    finally:
        kafka.kill()
        kafka.start()


def test_without_kafka_at_the_start_a_node_serves_what_it_has(root: Path, tmp_path: Path) -> None:
    with running_gateway(root, tmp_path / "store"):
        pass
    nowhere = f"127.0.0.1:{free_port()}"
    port = free_port()
    options = ("--node", "a", "--kafka", nowhere, "--cluster", fresh_name(), "--advertise", f"127.0.0.1:{port}", *HTTP)
    gateway = start_gateway(root, tmp_path / "store", *options, port=port)
    try:
        assert ask(gateway.dsn, "SELECT count(*), sum(n)::int8 FROM v") == EVERYTHING
        assert unready(gateway) is None
        wait_until(lambda: f"Kafka at {nowhere} does not answer" in reason(gateway.dsn, "a"), WAIT_S, "the fault is named")
        assert ask(gateway.dsn, "SELECT behind_records FROM tidegate.views") == [(None,)]
        wait_until(lambda: f"Kafka at {nowhere} does not answer" in gateway.log.read_text(), WAIT_S, "the log names it")
    finally:
        assert gateway.stop() == 0
