"""SUBSCRIBE on nodes that hold some of the shards: whoever is asked, the client is told all of each version, in order, once."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import product
from pathlib import Path
from typing import Any

import psycopg
import pytest

from statestore.node.base_maker import make_base
from statestore.views.retention import Retention
from statestore.views.vacuum import vacuum
from tests.gateway.subscribe.followed import Replica, changes, check, shown
from tests.gateway.subscribe.ways import WAYS, follow, reached
from tests.plugins.cluster import Cluster, ClusterFactory, wait_until
from tests.plugins.scale import scaled
from tests.replication import streamed
from tests.replication.messages import Told
from tests.replication.publishing import make_changing, replication_cursor
from tests.statestore import changing_world

#: Errors that a client of a cluster has to expect while nodes die; it goes on behind the last version that was complete.
_BROKEN = (psycopg.errors.ConnectionFailure, psycopg.errors.AdminShutdown)


@pytest.fixture(autouse=True)
def _shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing_world, "SHARDS", 6)


def held(cluster: Cluster, name: str) -> frozenset[int]:
    return cluster.status(name).views["v"].shards


def follow_to(connection: psycopg.Connection[Any], replica: Replica, until: int) -> None:
    """Take what cursor c tells, until version *until* is complete."""
    while not reached(replica, until, rows := connection.execute("FETCH ALL FROM c WITH (TIMEOUT '20s')").fetchall()):
        assert rows, f"version {until} is not told"


def test_every_way_by_every_node(tmp_path: Path, cluster: ClusterFactory) -> None:
    """Two nodes with some of the shards each, while versions come."""
    world = make_changing(tmp_path, "followed everywhere", 8)
    with cluster(Path(world.root.uri), nodes=2) as nodes:
        assert all(0 < len(held(nodes, name)) < 6 for name in nodes.nodes)
        until = world.version + scaled(25, 400)
        starts = [None, 0, 1, world.version, *world.dice.sample(range(2, world.version), 3)]
        with ThreadPoolExecutor(2 * len(WAYS)) as pool:
            followed = [
                pool.submit(follow, way, dsn, world, start, until)
                for way, start in zip(WAYS, starts, strict=True)
                for dsn in nodes.dsns.values()
            ]
            while world.version < until:
                world.commit_random()
                threading.Event().wait(0.05)
            for one in followed:
                one.result(scaled(120, 600))


def test_one_key_by_every_node(tmp_path: Path, cluster: ClusterFactory) -> None:
    """Held here or elsewhere; without progress only what happens to it is told."""
    world = make_changing(tmp_path, "one key", 3)
    with cluster(Path(world.root.uri), nodes=2) as nodes:
        for dsn in nodes.dsns.values():
            for key in (1, 2, 3):
                with psycopg.connect(dsn) as connection:
                    start = world.version
                    connection.execute(f"DECLARE c CURSOR FOR SUBSCRIBE TO v WHERE k = {key} FROM VERSION {start}")
                    was = shown(world, start)
                    replica = Replica({key: was[key]} if key in was else {}, start)
                    for _ in range(scaled(10, 100)):
                        world.commit_random()
                    wanted = {v: {key: c[key]} for v in range(start + 1, world.version + 1) if key in (c := changes(world, v))}
                    while {v for v, told in replica.told.items() if told} != set(wanted):
                        assert replica.version <= max(wanted)
                        replica.take(connection.execute("FETCH ALL FROM c WITH (TIMEOUT '20s')").fetchall())
                    assert {v: told for v, told in replica.told.items() if told} == wanted


def test_a_condition_by_every_node(tmp_path: Path, cluster: ClusterFactory) -> None:
    """Each node sees to its own shards' rows, to begin with and behind a version; of a view in SQL, too."""
    world, config = make_changing(tmp_path, "a condition", 5), tmp_path / "tidegate.toml"
    config.write_text("""[view.few]\nsql = "SELECT * FROM v WHERE s = 'a'"\n""")
    few = ("v WHERE s = 'a' AND", "few WHERE")

    def met(version: int) -> dict[int, tuple[Any, ...]]:
        return {key: row for key, row in shown(world, version).items() if row[1] == "a" and row[2] != 2}

    with cluster(Path(world.root.uri), nodes=2, arguments=("--config", str(config))) as nodes:
        for dsn, followed in product(nodes.dsns.values(), few):
            for begin in (f"FROM VERSION {world.version}", ""):
                replica = Replica(met(world.version), world.version) if begin else Replica()
                with psycopg.connect(dsn) as connection:
                    # The second part of the condition is a parameter's.
                    asked = f"DECLARE c CURSOR FOR SUBSCRIBE TO {followed} x0 IS DISTINCT FROM %s {begin} WITH (PROGRESS)"
                    connection.execute(asked.encode(), (2,))
                    for _ in range(scaled(3, 100)):
                        follow_to(connection, replica, world.commit_random())
                        assert replica.rows == met(world.version)


def test_shards_leave_the_node_that_is_asked(tmp_path: Path, cluster: ClusterFactory) -> None:
    """It tells all by itself while it has all; of shards that go to a node that comes, that node tells, from where they were."""
    world = make_changing(tmp_path, "shards that leave", 4)
    with cluster(Path(world.root.uri), nodes=2, replicas=2) as nodes:
        asked, other = sorted(nodes.nodes)
        for name in (asked, other):
            nodes.kill(name)
        nodes.replicas = 1
        nodes.start(asked)
        wait_until(lambda: len(held(nodes, asked)) == 6, 60, "what it has is kept until the other one has it")
        start = world.version
        replica = Replica(dict(shown(world, start)), start)
        with psycopg.connect(nodes.dsns[asked]) as connection:
            connection.execute(f"DECLARE c CURSOR FOR SUBSCRIBE TO v FROM VERSION {start} WITH (PROGRESS)")

            def follow_on(versions: int) -> None:
                for _ in range(versions):
                    until = world.commit_random()
                    follow_to(connection, replica, until)
                    assert replica.rows == shown(world, until)

            follow_on(scaled(4, 40))
            nodes.start(other)
            end_s = time.monotonic() + 60
            while len(held(nodes, asked)) == 6:
                assert time.monotonic() < end_s, "no shard goes"
                follow_on(1)
            follow_on(scaled(8, 80))
        check(replica, world, start, world.version)


def test_nodes_are_killed(tmp_path: Path, cluster: ClusterFactory) -> None:
    """Others with the shards go on where they were; who was told a part of a version begins again behind the last whole one."""
    world = make_changing(tmp_path, "killed while followed", 5)
    with cluster(Path(world.root.uri), nodes=3, replicas=2, dead_after_s=1.0) as nodes:
        replica = Replica(dict(shown(world, world.version)), world.version)
        start, complete = world.version, world.version
        for _ in range(scaled(3, 30)):
            asked, *others = world.dice.sample(sorted(nodes.nodes), 3)
            with psycopg.connect(nodes.dsns[asked]) as connection:
                connection.execute(f"DECLARE c CURSOR FOR SUBSCRIBE TO v FROM VERSION {complete} WITH (PROGRESS)")
                for step in range(12):
                    if step == 4:
                        nodes.kill(others[0])
                    world.commit_random()
                    with suppress(*_BROKEN):
                        while complete < world.version:
                            rows = connection.execute("FETCH ALL FROM c WITH (TIMEOUT '20s')").fetchall()
                            assert rows, f"nothing is told of version {world.version}, {complete} was the last one"
                            replica.take(rows)
                            complete = max([complete, *(row[0] for row in rows if row[2] == "progress")])
                        continue
                    break
            nodes.start(others[0])
            nodes.await_placed()
            # What was told of a version that was not complete is told again.
            replica.rows, replica.version = dict(shown(world, complete)), complete
            replica.told = {version: told for version, told in replica.told.items() if version <= complete}
        check(replica, world, start, complete)


def test_positions_that_cannot_be(tmp_path: Path, cluster: ClusterFactory) -> None:
    world = make_changing(tmp_path, "positions", 9)
    make_base(world.root, "v")
    vacuum(world.folder, Retention(1, 0.0))
    with cluster(Path(world.root.uri), nodes=2) as nodes:
        for dsn in nodes.dsns.values():
            for begin, told in (("1000", "has no version 1000 yet"), ("2", "version 2 of view v is no longer kept")):
                with psycopg.connect(dsn) as connection:
                    connection.execute(f"DECLARE c CURSOR FOR SUBSCRIBE TO v FROM VERSION {begin}")
                    with pytest.raises(psycopg.errors.SerializationFailure, match=told):
                        connection.execute("FETCH ALL FROM c WITH (TIMEOUT '20s')")


def test_replication_by_every_node(tmp_path: Path, cluster: ClusterFactory) -> None:
    """The rows of all shards in each transaction, by pgoutput, whichever node a subscriber comes to; also where it begins anew."""
    world = make_changing(tmp_path, "replicated", 4)
    config = tmp_path / "tidegate.toml"
    config.write_text("[server]\nreplication_restarts = true\n")
    with cluster(Path(world.root.uri), nodes=2, arguments=("--config", str(config))) as nodes:
        begun = world.version
        told = {name: Told(rows=streamed.shown(world, begun)) for name in nodes.nodes}
        with ExitStack() as stack:
            cursors = {name: stack.enter_context(replication_cursor(dsn)) for name, dsn in nodes.dsns.items()}
            for cursor in cursors.values():
                cursor.create_replication_slot("mine", output_plugin="pgoutput")
                cursor.start_replication("mine", options=streamed.OPTIONS)
            for _ in range(scaled(12, 100)):
                world.commit_random()
            for name, cursor in cursors.items():
                streamed.follow(cursor, told[name], world.version)
                assert told[name].rows == streamed.shown(world, world.version)
                assert told[name].transactions == streamed.expected(world, begun, world.version)
        while world.version < begun + 30 or not world.shown[-1]:
            world.commit_random()
        make_base(world.root, "v")
        vacuum(world.folder, Retention(1, 0.0))
        for name, dsn in nodes.dsns.items():
            with replication_cursor(dsn) as cursor:
                again = told[name] = Told(rows=told[name].rows)
                cursor.start_replication("mine", options=streamed.OPTIONS)
                streamed.follow(cursor, again, world.version)
                version = again.transactions[0][0] >> 32
                assert version > begun + 15
                assert again.transactions[0][1] == streamed.shown(world, version)
                world.commit_random()
                streamed.follow(cursor, again, world.version)
                assert again.rows == streamed.shown(world, world.version)
